/// What a JSON file of the bundle holds: one declaration from which come its JSON Schema and the types of other languages.
package struct ShapeSchema: Sendable {
    /// What a value is.
    indirect enum Kind: Sendable {
        case text, integer, number, flag
        /// A number of bytes, which 32 bits may not hold.
        case size
        /// A text of a form, as a regular expression.
        case form(String)
        /// One of some words.
        case oneOf([String])
        /// A text, a number, or nothing.
        case value
        case list(Kind)
        /// A list of fixed length.
        case tuple([Kind])
        /// An object whose keys are data.
        case map(Kind)
        case orNull(Kind)
        /// One of the declared records.
        case record(String)
    }

    struct Member: Sendable {
        var name: String
        var kind: Kind
        var isRequired = true
        var meaning = ""
    }

    /// An object of known members. Others may be there too: they are added without notice.
    struct Record: Sendable {
        var name: String
        var meaning: String
        /// In order of their names.
        var members: [Member]

        init(_ name: String, _ meaning: String, _ members: [Member]) {
            self.name = name
            self.meaning = meaning
            self.members = members.sorted { $0.name < $1.name }
        }
    }

    /// The shape's own name, which its file in `schema/` has.
    package var name: String
    /// The file, or a pattern of the files.
    package var file: String
    package var meaning: String
    var root: Kind

    /// The records that a kind speaks of, each once, those it speaks of itself first.
    var usedRecords: [Record] {
        var names: [String] = []
        func visit(_ kind: Kind) {
            switch kind {
            case .list(let kind), .map(let kind), .orNull(let kind): visit(kind)
            case .tuple(let kinds): kinds.forEach(visit)
            case .record(let name):
                if names.contains(name) { return }
                names.append(name)
                Self.record(name).members.forEach { visit($0.kind) }
            default: break
            }
        }
        visit(root)
        return names.map(Self.record)
    }

    private static func record(_ name: String) -> Record { records.first { $0.name == name }! }
}

extension ShapeSchema.Member {
    init(_ name: String, _ kind: ShapeSchema.Kind, _ meaning: String = "") {
        self.init(name: name, kind: kind, meaning: meaning)
    }

    /// One that may be missing.
    static func optional(_ name: String, _ kind: ShapeSchema.Kind, _ meaning: String = "") -> Self {
        Self(name: name, kind: kind, isRequired: false, meaning: meaning)
    }
}
