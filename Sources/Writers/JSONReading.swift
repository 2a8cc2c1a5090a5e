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
        var reader = JSONReader(text)
        self = try reader.value(depth: 0)
        try reader.requireEnd()
    }

    package subscript(key: String) -> JSON? { if case .object(let members) = self { members[key] } else { nil } }
    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var number: Double? { if case .number(let number) = self { number } else { nil } }
    package var items: [JSON] { if case .array(let items) = self { items } else { [] } }
}

private struct JSONReader {
    private let text: [UInt8]
    private var at = 0

    init(_ text: [UInt8]) { self.text = text }

    private var next: UInt8? { at < text.count ? text[at] : nil }

    private func damage(_ expected: String) -> JSONDamage { JSONDamage(offset: at, expected: expected) }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { at += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard next == byte else { return false }
        at += 1
        return true
    }

    mutating func requireEnd() throws(JSONDamage) {
        skipBlanks()
        if at < text.count { throw damage("the end") }
    }

    mutating func value(depth: Int) throws(JSONDamage) -> JSON {
        guard depth < 64 else { throw damage("less depth") }
        skipBlanks()
        switch next {
        case 0x22: return .string(try string())
        case 0x7b:
            at += 1
            var members: [String: JSON] = [:]
            if take(0x7d) { return .object(members) }
            repeat {
                skipBlanks()
                let key = try string()
                guard take(0x3a) else { throw damage("\":\"") }
                members[key] = try value(depth: depth + 1)
            } while take(0x2c)
            guard take(0x7d) else { throw damage("\",\" or \"}\"") }
            return .object(members)
        case 0x5b:
            at += 1
            var items: [JSON] = []
            if take(0x5d) { return .array(items) }
            repeat { items.append(try value(depth: depth + 1)) } while take(0x2c)
            guard take(0x5d) else { throw damage("\",\" or \"]\"") }
            return .array(items)
        default:
            let start = at
            while let byte = next, byte > 0x20, byte != 0x2c, byte != 0x5d, byte != 0x7d { at += 1 }
            let word = String(decoding: text[start..<at], as: UTF8.self)
            switch word {
            case "null": return .null
            case "true": return .number(1)
            case "false": return .number(0)
            default:
                if let number = Double(word), number.isFinite { return .number(number) }
                at = start
                throw damage("a value")
            }
        }
    }

    private mutating func string() throws(JSONDamage) -> String {
        guard next == 0x22 else { throw damage("a string") }
        at += 1
        var bytes: [UInt8] = []
        while let byte = next, byte != 0x22 {
            guard byte >= 0x20 else { throw damage("a character") }
            at += 1
            if byte != 0x5c {
                bytes.append(byte)
                continue
            }
            let escape = next ?? 0
            at += 1
            switch escape {
            case 0x22, 0x5c, 0x2f: bytes.append(escape)
            case 0x62: bytes.append(0x08)
            case 0x66: bytes.append(0x0c)
            case 0x6e: bytes.append(0x0a)
            case 0x72: bytes.append(0x0d)
            case 0x74: bytes.append(0x09)
            case 0x75: bytes += String(try scalar()).utf8
            default: throw damage("an escape")
            }
        }
        guard next == 0x22 else { throw damage("the string's end") }
        at += 1
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Four digits, or two times four for what lies beyond them.
    private mutating func scalar() throws(JSONDamage) -> Unicode.Scalar {
        let high = try unit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xdc00, at + 1 < text.count, text[at] == 0x5c, text[at + 1] == 0x75 else {
            throw damage("a low surrogate")
        }
        at += 2
        let low = try unit()
        guard (0xdc00...0xdfff).contains(low), let scalar = Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
        else {
            throw damage("a low surrogate")
        }
        return scalar
    }

    private mutating func unit() throws(JSONDamage) -> UInt32 {
        guard at + 4 <= text.count, let unit = UInt32(String(decoding: text[at..<at + 4], as: UTF8.self), radix: 16) else {
            throw damage("four digits")
        }
        at += 4
        return unit
    }
}
