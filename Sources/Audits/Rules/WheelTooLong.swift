internal import FuelEconomy

extension TreeRule {
    /// More rows below one node than people scroll through. The outermost wheel is left out: its rows are the feed's.
    static let wheelTooLong = TreeRule(
        Rule(
            id: "wheel-too-long", title: "More rows to choose from than people scroll through", severity: .notice,
            family: .tree,
            message: "{count} {rows} below \"{node}\" found, expected {limit} at most",
            limit: Rule.Limit(100, "rows", "how many rows may stand below one node"),
            why: "A wheel or a menu of so many rows takes long to scroll, and what is wanted is easily passed.",
            example: "Chevrolet had 245 models in EPA's release of 2019-06-04",
            fix: "put a level between them in the pipeline's `tree.levels`, such as `family`, or years before models")
    ) { catalog, _, limit, slot, findings in
        for level in catalog.nodes.indices {
            for (index, node) in catalog.nodes[level].enumerated() where Double(node.count) > limit {
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
