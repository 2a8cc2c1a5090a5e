internal import FuelEconomy
internal import PickerKit

extension TreeRule {
    /// A make that is another's model, with a model that is a make.
    static let swappedMakeModel = TreeRule(
        Rule(
            id: "swapped-make-model", title: "Make and model that changed places", severity: .warning, family: .names,
            message:
                "make \"{make}\" with model \"{model}\" found in {rows}, expected make \"{model}\" with model \"{make}\" as in {others}",
            why: "Two fields that were filled the wrong way round put a make on the first wheel that nobody looks for.",
            source:
                "the same two names stand the other way round in more vehicles, letters' case and accents aside; of a make and a model "
                + "that is called like another make, such as \"Genesis\" of Hyundai, nothing is said",
            example:
                "none in EPA's eight releases from 2015 to 2025; make \"Golf\" with model \"Volkswagen\" beside all the Golfs of "
                + "Volkswagen is one",
            fix: "correct the row in the feed, or rename make and model in a decision file")
    ) { catalog, table, _, slot, findings in
        let makes = table[.make].texts.map(NameFolding.foldedBytes)
        let known = Set(makes.filter { !$0.isEmpty })
        let models = table[.model].texts.map(NameFolding.foldedBytes)
        let isModelAMake = models.map(known.contains)
        guard isModelAMake.contains(true) else { return }
        let names = Set(models)
        let isMakeAModel = makes.map(names.contains)
        // Rows of the few pairs of which both halves are known as the other.
        var rows: [[[UInt8]]: (count: Int, make: Int, model: Int)] = [:]
        var pairs: [[[UInt8]]: Int] = [:]
        let nodes = catalog.lastNodes
        let first = nodes.map { catalog.optionRows[$0.first] }[...]
        for (node, code) in zip(nodes, zip(table[.make].codes.codes(of: first), table[.model].codes.codes(of: first))) {
            let (make, model) = (Int(code.0), Int(code.1))
            guard isModelAMake[model] || isMakeAModel[make] else { continue }
            pairs[[makes[make], models[model]], default: 0] += node.count
            if isModelAMake[model], isMakeAModel[make], makes[make] != models[model] {
                rows[[makes[make], models[model]], default: (0, make, model)].count += node.count
            }
        }
        for (pair, found) in rows {
            guard let others = pairs[[pair[1], pair[0]]], others > found.count else { continue }
            let (make, model) = (table[.make].texts[found.make], table[.model].texts[found.model])
            var hash = StableHash()
            hash.combine(make)
            hash.combine(model)
            findings.add(slot, hash: hash.value, at: Finding.Place(make: make, model: model)) {
                [
                    FindingValue("make", make), FindingValue("model", model),
                    FindingValue("rows", found.count == 1 ? "1 vehicle" : "\(NumberText.grouped(found.count)) vehicles"),
                    FindingValue("others", NumberText.grouped(others)),
                ]
            }
        }
    }
}
