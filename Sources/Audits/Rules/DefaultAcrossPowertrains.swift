internal import FuelEconomy

extension TreeRule {
    /// A default that stands for options of another kind of powertrain.
    static let defaultAcrossPowertrains = TreeRule(
        Rule(
            id: "default-across-powertrains", title: "Default that stands for another kind of powertrain",
            severity: .notice, family: .tree,
            message: "default of \"{node}\" is {powertrain}, and {others} of its {options} options are not",
            why:
                "Where only one vehicle has room for a model and year, the default stands for all. A diesel's or a plug-in "
                + "hybrid's figures are then not found, and its owner is shown those of another car.",
            example:
                "the Volkswagen Passat Wagon of 2004 has five options, and the default is a gasoline car: the "
                + "diesel is not found",
            fix: "let users choose among the options; the default is for lists that cannot ask")
    ) { catalog, table, _, slot, findings in
        guard catalog.choices.contains(where: \.mixesPowertrains) else { return }
        let powertrains = table.powertrains(of: 0..<table.count)
        for (index, choice) in catalog.choices.enumerated() where choice.mixesPowertrains {
            let node = catalog.lastNodes[index]
            let row = Int(catalog.optionRows[node.first + choice.defaultOption])
            var hash = StableHash()
            hash.combine(table.ids[row])
            findings.add(slot, hash: hash.value, at: table.place(of: row)) {
                let others = catalog.optionRows[node.first..<node.first + node.count]
                    .count { powertrains[Int($0)] != powertrains[row] }
                return [
                    FindingValue(
                        "node", catalog.path(to: index, at: catalog.nodes.count - 1).joined(separator: " ")),
                    FindingValue("powertrain", powertrains[row].words), FindingValue("options", node.count),
                    FindingValue("others", others),
                ]
            }
        }
    }
}
