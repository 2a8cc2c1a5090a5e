internal import FuelEconomy

extension TreeRule {
    /// More rows below one node than people scroll through. The outermost wheel is left out: its rows are the feed's.
    static let wheelTooLong = TreeRule(
        Rule(
            id: "wheel-too-long", title: "More than 100 rows to choose from", severity: .notice, subject: .tree,
            message: "{count} {rows} below \"{node}\" found, expected 100 at most",
            why: "A wheel or a menu of so many rows takes long to scroll, and what is wanted is easily passed.",
            fix: "put a level between them in the pipeline's `tree.levels`, such as `family`, or years before models")
    ) { catalog, _, slot, findings in
        for level in catalog.nodes.indices {
            for (index, node) in catalog.nodes[level].enumerated() where node.count > 100 {
                let path = catalog.path(to: index, at: level)
                var hash = StableHash()
                for title in path { hash.combine(title) }
                findings.add(slot, hash: hash.value) {
                    [
                        FindingValue("count", node.count), FindingValue("rows", catalog.levels[level + 1].plural),
                        FindingValue("node", path.joined(separator: " ")),
                    ]
                }
            }
        }
    }
}
