package import PickerKit

/// A JSON text that cannot be read, and where.
package struct JSONDamage: Error, Equatable {
    /// From 0.
    package var offset: Int
    package var expected: String
}

extension JSON {
    /// Reads one JSON value (RFC 8259) from its first byte to its last.
    ///
    /// - Throws: ``JSONDamage`` at the first byte that does not fit.
    package init(_ text: [UInt8]) throws(JSONDamage) {
        var cursor = JSONCursor(text)
        do throws(BundleDamage) {
            self = try JSON(&cursor, depth: 0)
            try cursor.requireEnd()
        } catch {
            guard case .malformed(let byte, let expected) = error.problem else { preconditionFailure("\(error)") }
            throw JSONDamage(offset: byte, expected: expected)
        }
    }

    private init(_ cursor: inout JSONCursor, depth: Int) throws(BundleDamage) {
        guard depth < 64 else { throw cursor.damage("less depth") }
        switch cursor.peek() {
        case UInt8(ascii: "\""): self = .string(try cursor.string())
        case UInt8(ascii: "{"):
            var members: [String: JSON] = [:]
            try cursor.object { (cursor, key) throws(BundleDamage) in members[key] = try JSON(&cursor, depth: depth + 1) }
            self = .object(members)
        case UInt8(ascii: "["):
            var items: [JSON] = []
            try cursor.array { (cursor, _) throws(BundleDamage) in items.append(try JSON(&cursor, depth: depth + 1)) }
            self = .array(items)
        case UInt8(ascii: "n"):
            try cursor.word("null")
            self = .null
        case UInt8(ascii: "t"):
            try cursor.word("true")
            self = .number(1)
        case UInt8(ascii: "f"):
            try cursor.word("false")
            self = .number(0)
        default: self = .number(try cursor.number())
        }
    }

    package subscript(key: String) -> JSON? { if case .object(let members) = self { members[key] } else { nil } }
    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var number: Double? { if case .number(let number) = self { number } else { nil } }
    package var items: [JSON] { if case .array(let items) = self { items } else { [] } }
}
