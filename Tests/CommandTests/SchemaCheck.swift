import Foundation

/// Checks a JSON value against the keywords that Marque's own schemas use.
struct SchemaCheck {
    private let root: [String: Any]
    private static let keywords: Set<String> = [
        "$defs", "$ref", "$schema", "additionalProperties", "anyOf", "description", "enum", "items", "maxItems", "minItems",
        "minimum", "pattern", "prefixItems", "properties", "required", "title", "type",
    ]

    init(_ schema: [String: Any]) { root = schema }

    /// What is wrong, each with its place; a keyword that nobody checks counts as wrong.
    func faults(_ value: Any) -> [String] { faults(value, root, "") }

    private func faults(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = String(reference.split(separator: "/").last!)
            return faults(value, (root["$defs"] as! [String: [String: Any]])[name]!, path)
        }
        var faults = Set(schema.keys).subtracting(Self.keywords).map { "\(path): unknown keyword \($0)" }
        if let type = schema["type"] {
            let types = type as? [String] ?? [type as! String]
            if !types.contains(where: { Self.isOf($0, value) }) {
                faults.append("\(path): \(value) found, expected \(types)")
            }
        }
        if let choices = schema["anyOf"] as? [[String: Any]],
            !choices.contains(where: { self.faults(value, $0, path).isEmpty })
        {
            faults.append("\(path): \(value) found, which fits none of \(choices)")
        }
        if let words = schema["enum"] as? [String], !words.contains(value as? String ?? "") {
            faults.append("\(path): \(value) found, expected one of \(words)")
        }
        if let least = schema["minimum"] as? Double, let number = value as? Double, number < least {
            faults.append("\(path): \(number) found, expected \(least) or more")
        }
        if let pattern = schema["pattern"] as? String, let text = value as? String,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            faults.append("\(path): \"\(text)\" found, expected \(pattern)")
        }
        if let items = value as? [Any], let first = schema["prefixItems"] as? [[String: Any]] {
            for (index, (item, schema)) in zip(items, first).enumerated() {
                faults += self.faults(item, schema, "\(path)/\(index)")
            }
        }
        if let items = value as? [Any],
            items.count < schema["minItems"] as? Int ?? 0 || items.count > schema["maxItems"] as? Int ?? .max
        {
            faults.append("\(path): \(items.count) items found")
        }
        if let items = value as? [Any], let schema = schema["items"] as? [String: Any] {
            for (index, item) in items.enumerated() { faults += self.faults(item, schema, "\(path)/\(index)") }
        }
        if let members = value as? [String: Any] {
            for name in schema["required"] as? [String] ?? [] where members[name] == nil {
                faults.append("\(path): no \(name)")
            }
            let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
            let others = schema["additionalProperties"] as? [String: Any]
            for (name, member) in members {
                if let schema = properties[name] ?? others { faults += self.faults(member, schema, "\(path)/\(name)") }
            }
        }
        return faults
    }

    private static func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "null": value is NSNull
        case "string": value is String
        case "array": value is [Any]
        case "object": value is [String: Any]
        case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
        case "number": value is Double
        case "boolean": value is Bool
        default: false
        }
    }
}
