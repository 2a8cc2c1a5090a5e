internal import FuelEconomy

/// The keys under `tree`, and what they make.
enum TreeDeclaration {
    static let keys = [
        PipelineKey(
            name: "levels", value: .list(.oneOf(Catalog.Level.allCases.map(\.rawValue))),
            meaning:
                "what is chosen, the outermost first ([make, model, year, option]); option is last, model behind make, family "
                + "between the two or left out, year anywhere")
    ]

    /// Levels of which the second stands behind the first, where there are both.
    private static let order: [(before: Catalog.Level, behind: Catalog.Level)] = [
        (.make, .model), (.make, .family), (.family, .model),
    ]

    /// The levels that a node names which the schema has nothing against, or the usual ones where there is none.
    ///
    /// - Parameter faults: what the items say together that each alone does not.
    static func levels(_ node: YAMLNode?, faults: inout [PipelineFault]) -> [Catalog.Level] {
        guard let node else { return Catalog.usualLevels }
        var levels: [Catalog.Level] = []
        var marks: [Catalog.Level: YAMLMark] = [:]
        // One text may stand in a list's place.
        for item in node.items.isEmpty ? [node] : node.items {
            guard let level = item.text.flatMap(Catalog.Level.init) else { continue }
            if marks.updateValue(item.mark, forKey: level) == nil {
                levels.append(level)
            } else {
                add("\"\(level.rawValue)\" stands twice", at: item.mark, wayOut: "remove one of them", to: &faults)
            }
        }
        for level in Catalog.usualLevels where marks[level] == nil {
            add(
                "\"\(level.rawValue)\" is missing", at: node.mark,
                wayOut: "add it: make, model, year and option stand once each", to: &faults)
        }
        if let mark = marks[.option], let last = levels.last, last != .option {
            add(
                "\"option\" found before \"\(last.rawValue)\", expected it last", at: mark, wayOut: "move it to the end",
                to: &faults)
        }
        for (before, behind) in order {
            guard let a = levels.firstIndex(of: before), let b = levels.firstIndex(of: behind), b < a else { continue }
            add(
                "\"\(behind.rawValue)\" found before \"\(before.rawValue)\", expected it behind", at: marks[behind]!,
                wayOut: "move it behind \"\(before.rawValue)\"", to: &faults)
        }
        return levels
    }

    private static func add(_ message: String, at mark: YAMLMark, wayOut: String, to faults: inout [PipelineFault]) {
        faults.append(PipelineFault(mark, "tree.levels: " + message, wayOut: wayOut))
    }
}
