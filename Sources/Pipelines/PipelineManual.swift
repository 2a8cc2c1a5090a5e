internal import FuelEconomy

/// The keys of a pipeline file, for people: from the declarations that the checker uses.
public enum PipelineManual {
    /// A key, or what stands for keys of the user's choice.
    public struct Entry: Sendable {
        /// How many keys it stands below.
        public var depth = 0
        public var name: String
        public var isRequired = false
        /// Empty where the entries below say it all.
        public var meaning: String
    }

    public static var keys: [Entry] {
        var entries: [Entry] = []
        describe(PipelineSchema.root(rules: RuleCatalogue.all), depth: 0, &entries)
        return entries
    }

    /// The facts that layouts and constants name, and what a number means.
    public static var facts: [Entry] {
        Field.allCases.map { field in
            switch field.kind {
            case .name, .text: Entry(name: field.key, meaning: "text")
            case .date: Entry(name: field.key, meaning: "date")
            case .number(let quantity): Entry(name: field.key, meaning: "\(quantity)")
            }
        }
    }

    public static var text: String {
        var lines = ["keys of a pipeline file:", ""]
        for key in keys {
            let margin = String(repeating: "  ", count: key.depth + 1)
            lines.append(margin + key.name + ":" + (key.isRequired ? " (required)" : ""))
            if !key.meaning.isEmpty { lines.append(margin + "    " + key.meaning) }
        }
        lines += ["", "facts, with what a number means where the layout does not say otherwise:", ""]
        let width = facts.map(\.name.count).max() ?? 0
        lines += facts.map { "  " + $0.name + String(repeating: " ", count: width - $0.name.count + 2) + $0.meaning }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func describe(_ keys: [PipelineKey], depth: Int, _ entries: inout [Entry]) {
        for key in keys {
            entries.append(
                Entry(
                    depth: depth, name: key.name, isRequired: key.isRequired, meaning: key.meaning + values(key.value)))
            describe(key.value, depth: depth + 1, &entries)
        }
    }

    private static func describe(_ value: PipelineValue, depth: Int, _ entries: inout [Entry]) {
        switch value {
        case .map(let keys), .mapOr(_, .map(let keys)): describe(keys, depth: depth, &entries)
        case .named(let names, .map(let keys)):
            entries.append(
                Entry(
                    depth: depth, name: names == nil ? "NAME" : names == WriteDeclaration.files ? "FILE" : "FACT",
                    meaning: ""))
            describe(keys, depth: depth + 1, &entries)
        case .limits(let rules):
            for rule in rules {
                guard let limit = rule.limit else { continue }
                entries.append(Entry(depth: depth, name: rule.id, meaning: "\(limit.meaning) (\(limit.text))"))
            }
        default: break
        }
    }

    /// What a value may be, where the meaning does not tell.
    private static func values(_ value: PipelineValue) -> String {
        switch value {
        case .oneOf(let words): ": " + words.joined(separator: " · ")
        case .mapOr(.oneOf(let words), _): ": " + words.joined(separator: " · ")
        case .list(.oneOf(let words)) where words.count <= 16: ": " + words.joined(separator: " · ")
        case .flag: " (true or false)"
        case .bytes: ", such as 450 KB"
        case .duration: ", such as 40 ms"
        case .number(let range) where range.upperBound < 10_000: " (\(range.lowerBound) to \(range.upperBound))"
        default: ""
        }
    }
}
