internal import FuelEconomy

/// The keys of a pipeline file, for people: from the declarations that the checker uses.
public enum PipelineManual {
    public static var text: String {
        var lines = ["keys of a pipeline file:", ""]
        describe(PipelineSchema.root(rules: RuleCatalogue.all), indent: 1, &lines)
        lines += ["", "facts, with what a number means where the layout does not say otherwise:", ""]
        let width = Field.allCases.map(\.key.count).max() ?? 0
        for field in Field.allCases {
            let kind =
                switch field.kind {
                case .name, .text: "text"
                case .date: "date"
                case .number(let quantity): "\(quantity)"
                }
            lines.append("  " + field.key + String(repeating: " ", count: width - field.key.count + 2) + kind)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func describe(_ keys: [PipelineKey], indent: Int, _ lines: inout [String]) {
        let margin = String(repeating: "  ", count: indent)
        for key in keys {
            lines.append(margin + key.name + ":" + (key.isRequired ? " (required)" : ""))
            lines.append(margin + "    " + key.meaning + values(key.value))
            describe(key.value, indent: indent + 1, &lines)
        }
    }

    private static func describe(_ value: PipelineValue, indent: Int, _ lines: inout [String]) {
        switch value {
        case .map(let keys): describe(keys, indent: indent, &lines)
        case .mapOr(_, let map): describe(map, indent: indent, &lines)
        case .named(let names, .map(let keys)):
            lines.append(
                String(repeating: "  ", count: indent)
                    + (names == nil ? "NAME:" : names == WriteDeclaration.files ? "FILE:" : "FACT:"))
            describe(keys, indent: indent + 1, &lines)
        case .limits(let rules):
            for rule in rules {
                guard let limit = rule.limit else { continue }
                lines.append(String(repeating: "  ", count: indent) + "\(rule.id): \(limit.meaning) (\(limit.text))")
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
