internal import PickerKit
internal import Writers

/// Checks a JSON text against a JSON Schema (2020-12) while it is read: no tree of its values is built.
///
/// It knows the keywords that Marque's schemas use; one that it does not know is refused, so that no keyword is there in vain.
struct SchemaValidator {
    /// A schema, or a part of one, ready to be applied.
    private final class Node {
        /// By the first byte of a value: whether its type is allowed.
        var types: Set<String> = []
        var words: Set<String> = []
        var minimum: Double?
        var pattern: Regex<AnyRegexOutput>?
        var items: Node?
        /// By position in an array, before ``items``.
        var places: [Node] = []
        var properties: [String: (node: Node, bit: UInt64)] = [:]
        var required: [String] = []
        var others: Node?
        var allowsOthers = true
        var counts: ClosedRange<Int> = 0...Int.max
        var allowsNull = false
        var reference: String?
    }

    /// A schema that says what it should not, and where.
    struct Refusal: Error {
        var place: String
        var message: String
    }

    private static let root = "#"
    private let nodes: [String: Node]
    private var faults: [(place: String, message: String)] = []
    /// As many as a person reads.
    private let most = 5

    init(_ schema: JSON) throws(Refusal) {
        var nodes: [String: Node] = [Self.root: try Self.node(schema, "")]
        if case .object(let definitions) = schema["$defs"] ?? .null {
            for (name, definition) in definitions { nodes["#/$defs/" + name] = try Self.node(definition, "/$defs/" + name) }
        }
        self.nodes = nodes
    }

    private static func node(_ schema: JSON, _ place: String) throws(Refusal) -> Node {
        guard case .object(let keywords) = schema else { throw Refusal(place: place, message: "no schema") }
        if let choices = keywords["anyOf"]?.items {
            // A schema or `null` is the one choice that Marque's schemas offer.
            guard choices.count == 2, choices[1]["type"]?.text == "null" else {
                throw Refusal(place: place + "/anyOf", message: "a choice that is not known")
            }
            let node = try Self.node(choices[0], place + "/anyOf/0")
            node.allowsNull = true
            return node
        }
        let node = Node()
        for (keyword, value) in keywords {
            switch keyword {
            case "$schema", "$defs", "$id", "title", "description": break
            case "$ref": node.reference = value.text
            case "type": node.types = Set(value.text.map { [$0] } ?? value.items.compactMap(\.text))
            case "const": node.words = Set([value.text].compactMap { $0 })
            case "enum": node.words = Set(value.items.compactMap(\.text))
            case "minItems": node.counts = Int(value.number ?? 0)...node.counts.upperBound
            case "maxItems": node.counts = node.counts.lowerBound...Int(value.number ?? 0)
            case "minimum": node.minimum = value.number
            case "pattern":
                guard let pattern = value.text, let regex = try? Regex(pattern) else {
                    throw Refusal(place: place + "/pattern", message: "no pattern")
                }
                node.pattern = regex
            case "items": node.items = try Self.node(value, place + "/items")
            case "prefixItems":
                for (index, item) in value.items.enumerated() {
                    node.places.append(try Self.node(item, "\(place)/prefixItems/\(index)"))
                }
            case "required": node.required = value.items.compactMap(\.text)
            case "properties":
                guard case .object(let members) = value else { throw Refusal(place: place, message: "no properties") }
                for (name, member) in members {
                    node.properties[name] = (try Self.node(member, place + "/properties/" + name), 0)
                }
            case "additionalProperties":
                // JSON reads `false` as 0.
                if let number = value.number {
                    node.allowsOthers = number != 0
                } else {
                    node.others = try Self.node(value, place)
                }
            default: throw Refusal(place: place, message: "keyword \"\(keyword)\" is not known")
            }
        }
        guard node.required.count <= 64 else { throw Refusal(place: place, message: "more than 64 required members") }
        for (place, name) in node.required.enumerated() {
            if let member = node.properties[name] { node.properties[name] = (member.node, 1 << UInt64(place)) }
        }
        return node
    }

    /// Checks a text.
    mutating func check(_ text: [UInt8]) {
        var cursor = JSONCursor(text)
        do throws(BundleDamage) {
            try check(&cursor, nodes[Self.root]!, "")
            try cursor.requireEnd()
        } catch {
            fault(error.place, error.problemText)
        }
    }

    /// What was found since the last time.
    mutating func takeFaults() -> [(place: String, message: String)] {
        defer { faults = [] }
        return faults
    }

    private mutating func fault(_ place: String, _ message: String) {
        if faults.count < most { faults.append((place, message)) }
    }

    private mutating func check(_ cursor: inout JSONCursor, _ given: Node, _ place: @autoclosure () -> String)
        throws(BundleDamage)
    {
        let node = given.reference.flatMap { nodes[$0] } ?? given
        let byte = cursor.peek()
        switch byte {
        case UInt8(ascii: "{"):
            expect("object", node, place())
            var missing: UInt64 = node.required.isEmpty ? 0 : .max >> UInt64(64 - node.required.count)
            try cursor.object { (cursor, key) throws(BundleDamage) in
                if let (member, bit) = node.properties[key] {
                    missing &= ~bit
                    try self.check(&cursor, member, place() + "/" + key)
                } else if let others = node.others {
                    try self.check(&cursor, others, place() + "/" + key)
                } else {
                    if !node.allowsOthers { self.fault(place(), "\"\(key)\" found, which the schema does not have") }
                    try cursor.skip()
                }
            }
            if missing != 0 { fault(place(), "no member \"\(node.required[missing.trailingZeroBitCount])\"") }
        case UInt8(ascii: "["):
            expect("array", node, place())
            var count = 0
            try cursor.array { (cursor, index) throws(BundleDamage) in
                count += 1
                guard let item = node.places.indices.contains(index) ? node.places[index] : node.items else {
                    return try cursor.skip()
                }
                try self.check(&cursor, item, place() + "/\(index)")
            }
            if !node.counts.contains(count) { fault(place(), "\(count) items found, expected \(node.counts)") }
        case UInt8(ascii: "\""):
            expect("string", node, place())
            let text = try cursor.string()
            if !node.words.isEmpty, !node.words.contains(text) {
                fault(
                    place(),
                    "\"\(text)\" found, expected one of \(node.words.sorted().map { "\"\($0)\"" }.joined(separator: ", "))")
            }
            if let pattern = node.pattern, text.firstMatch(of: pattern) == nil {
                fault(place(), "\"\(text)\" found, which does not fit the pattern")
            }
        case UInt8(ascii: "n"):
            if !given.allowsNull { expect("null", node, place()) }
            try cursor.skip()
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            expect("boolean", node, place())
            try cursor.skip()
        default:
            let number = try cursor.number()
            let isAllowed =
                node.types.isEmpty || node.types.contains("number")
                || node.types.contains("integer") && number == number.rounded()
            if !isAllowed { fault(place(), "a number found, expected \(node.types.sorted().joined(separator: " or "))") }
            if let minimum = node.minimum, number < minimum {
                fault(place(), "\(number) found, expected \(minimum) or more")
            }
        }
    }

    private mutating func expect(_ type: String, _ node: Node, _ place: @autoclosure () -> String) {
        if node.types.isEmpty || node.types.contains(type) { return }
        fault(place(), "\(type) found, expected \(node.types.sorted().joined(separator: " or "))")
    }
}
