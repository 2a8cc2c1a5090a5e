/// The types of all shapes in other languages, for clients to check in.
package enum SchemaTypes {
    private static let origin = "What the JSON files of a bundle of format \(ShapeSchema.format) hold. Made by marque schema"

    /// An interface a record; a type alias a file whose root is none.
    package static var typeScript: String {
        var text = "// \(origin) --typescript.\n"
        for record in ShapeSchema.records {
            text += "\n/** \(record.meaning) */\nexport interface \(record.name) {\n"
            for member in record.members {
                if !member.meaning.isEmpty { text += "  /** \(member.meaning) */\n" }
                text += "  \(member.name)\(member.isRequired ? "" : "?"): \(member.kind.typeScript);\n"
            }
            text += "}\n"
        }
        for (name, shape) in ShapeSchema.aliases {
            text += "\n/** \(shape.file): \(shape.meaning) */\nexport type \(name) = \(shape.root.typeScript);\n"
        }
        return text
    }

    /// A data class a record; a type alias a file whose root is none.
    package static var kotlin: String {
        var text = "// \(origin) --kotlin.\npackage marque\n"
        for record in ShapeSchema.records {
            text += "\n/** \(record.meaning) */\ndata class \(record.name)(\n"
            // No comma behind the last: Kotlin has taken one only since 1.4.
            text += record.members.map { member in
                let isOptional = if case .orNull = member.kind { false } else { !member.isRequired }
                return (member.meaning.isEmpty ? "" : "    /** \(member.meaning) */\n")
                    + "    val \(member.name): \(member.kind.kotlin)\(isOptional ? "?" : "")"
                    + (member.isRequired ? "" : " = null")
            }.joined(separator: ",\n")
            text += "\n)\n"
        }
        for (name, shape) in ShapeSchema.aliases {
            text += "\n/** \(shape.file): \(shape.meaning) */\ntypealias \(name) = \(shape.root.kotlin)\n"
        }
        return text
    }
}

extension ShapeSchema {
    /// The shapes that are no record themselves, with a type's name for each.
    fileprivate static var aliases: [(name: String, shape: ShapeSchema)] {
        all().compactMap { shape in
            if case .record = shape.root { return nil }
            return (shape.name.prefix(1).uppercased() + shape.name.dropFirst(), shape)
        }
    }
}

extension ShapeSchema.Kind {
    fileprivate var typeScript: String {
        switch self {
        case .text, .form: "string"
        case .integer, .number, .size: "number"
        case .flag: "boolean"
        case .oneOf(let words): words.map { "\"\($0)\"" }.joined(separator: " | ")
        case .value: "string | number | null"
        case .list(let kind): "\(kind.isUnion ? "(\(kind.typeScript))" : kind.typeScript)[]"
        case .tuple(let kinds): "[\(kinds.map(\.typeScript).joined(separator: ", "))]"
        case .map(let kind): "{ [key: string]: \(kind.typeScript) }"
        case .orNull(let kind): "\(kind.typeScript) | null"
        case .record(let name): name
        }
    }

    private var isUnion: Bool {
        switch self {
        case .oneOf, .value, .orNull: true
        default: false
        }
    }

    fileprivate var kotlin: String {
        switch self {
        case .text, .form, .oneOf: "String"
        case .integer: "Int"
        case .size: "Long"
        case .number: "Double"
        case .flag: "Boolean"
        case .value: "Any?"
        case .list(let kind): "List<\(kind.kotlin)>"
        case .tuple(let kinds): kinds.count == 2 ? "Pair<\(kinds.map(\.kotlin).joined(separator: ", "))>" : "List<Any?>"
        case .map(let kind): "Map<String, \(kind.kotlin)>"
        case .orNull(let kind): kind.kotlin + "?"
        case .record(let name): name
        }
    }
}
