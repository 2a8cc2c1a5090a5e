package import FuelEconomy

/// A rule that looks at the finished tree.
package struct TreeRule: Sendable {
    package var rule: Rule
    /// Adds what is wrong with the tree, under the rule's slot.
    typealias Check =
        @Sendable (
            Catalog, VehicleTable, _ limit: Double, _ slot: Int, _ findings: inout FindingStore
        ) -> Void
    var check: Check

    init(_ rule: Rule, check: @escaping Check) {
        self.rule = rule
        self.check = check
    }

    /// Every rule of this kind, in the order of the catalogue.
    package static let all = [defaultAcrossPowertrains, wheelTooLong, modelYearGap, swappedMakeModel]

    /// - Parameter limits: by rule id, instead of the rules' own.
    package func audit(
        _ catalog: Catalog, of table: VehicleTable, limits: [String: Double] = [:]
    ) -> FindingStore {
        var findings = FindingStore()
        let rule = rule.limited(by: limits)
        check(catalog, table, rule.limitInForce, findings.slot(rule), &findings)
        return findings
    }
}

extension Catalog {
    /// The titles of a node and of those above it, outermost first.
    func path(to node: Int, at level: Int) -> [String] {
        var titles = [nodes[level][node].title]
        var child = node
        for above in (0..<level).reversed() {
            // Nodes are in the order of their children: the parent is the last one that starts at the child or before.
            var (low, high) = (0, nodes[above].count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if nodes[above][middle].first <= child { low = middle } else { high = middle }
            }
            titles.append(nodes[above][low].title)
            child = low
        }
        return titles.reversed()
    }
}
