internal import FuelEconomy

extension ShapeSchema {
    /// The shape as a JSON Schema, draft 2020-12.
    package var document: [UInt8] {
        var members = root.schema
        members["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
        members["title"] = .string(file)
        members["description"] = .string(meaning)
        members["$defs"] = .object(
            Dictionary(uniqueKeysWithValues: usedRecords.map { ($0.name, .object($0.schema)) }))
        return JSON.object(members).document
    }
}

extension ShapeSchema.Record {
    fileprivate var schema: [String: JSON] {
        let properties = members.map { member in
            var schema = member.kind.schema
            if !member.meaning.isEmpty { schema["description"] = .string(member.meaning) }
            return (member.name, JSON.object(schema))
        }
        return [
            "description": .string(meaning), "properties": .object(Dictionary(uniqueKeysWithValues: properties)),
            "required": .array(members.filter(\.isRequired).map { .string($0.name) }), "type": .string("object"),
        ]
    }
}

extension ShapeSchema.Kind {
    fileprivate var schema: [String: JSON] {
        switch self {
        case .text: ["type": .string("string")]
        case .integer: ["type": .string("integer")]
        case .size: ["type": .string("integer"), "minimum": .int(0)]
        case .number: ["type": .string("number")]
        case .flag: ["type": .string("boolean")]
        case .form(let pattern): ["type": .string("string"), "pattern": .string(pattern)]
        case .oneOf(let words): ["enum": .array(words.map(JSON.string))]
        case .value: ["type": .array(["string", "number", "null"].map(JSON.string))]
        case .list(let kind): ["type": .string("array"), "items": .object(kind.schema)]
        case .tuple(let kinds):
            [
                "type": .string("array"), "prefixItems": .array(kinds.map { .object($0.schema) }),
                "maxItems": .int(kinds.count), "minItems": .int(kinds.count),
            ]
        case .map(let kind): ["type": .string("object"), "additionalProperties": .object(kind.schema)]
        case .orNull(let kind): ["anyOf": .array([.object(kind.schema), .object(["type": .string("null")])])]
        case .record(let name): ["$ref": .string("#/$defs/\(name)")]
        }
    }
}
