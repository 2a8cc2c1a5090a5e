import FuelEconomy
import Support
import Testing

@testable import PickerTree

private func catalog(_ table: VehicleTable, _ levels: [Catalog.Level] = Catalog.usualLevels) -> Catalog {
    let builder = TreeBuilder(table, levels: levels)
    return builder.catalog([builder.part(0..<builder.groupCount)])
}

extension Catalog {
    fileprivate func titles(_ level: Level) -> [String] { nodes[levels.firstIndex(of: level)!].map(\.title) }

    /// The place, among the nodes right above the options, of the first one below a model.
    fileprivate func firstYear(ofModel model: String) -> Int { nodes[1].first { $0.title == model }!.first }
}

private func row(_ id: UInt64, _ make: String, _ model: String, _ year: Int, _ facts: [Field: String] = [:]) -> Row {
    (id, facts.merging([.make: make, .model: model, .year: "\(year)"]) { $1 })
}

@Suite struct TreeBuilderTests {
    @Test func ordersNamesNaturallyAndYearsNewestFirst() {
        let tree = catalog(
            VehicleTable(rows: [
                row(1, "BMW", "M3", 1999), row(2, "Audi", "A10", 2001), row(3, "Audi", "A4", 2001),
                row(4, "Audi", "A4", 2010),
                row(5, "smart", "fortwo", 2008), row(6, "Audi", "A4", 2005), row(7, "Mazda", "626", 1990),
                row(8, "Mazda", "6", 2005),
            ]))
        #expect(tree.titles(.make) == ["Audi", "BMW", "Mazda", "smart"])
        #expect(tree.titles(.model) == ["A4", "A10", "M3", "6", "626", "fortwo"])
        #expect(tree.titles(.year) == ["2010", "2005", "2001", "2001", "1999", "2005", "1990", "2008"])
        #expect(tree.optionRows.sorted() == Array(0..<8))
    }

    @Test func tellsOptionsApartInTheFewestFacts() {
        let tree = catalog(
            VehicleTable(rows: [
                // Only the transmission differs.
                row(1, "A", "one", 2000, [.transmission: "Manual 5-spd", .cylinders: "4"]),
                row(2, "A", "one", 2000, [.transmission: "Automatic 4-spd", .cylinders: "4"]),
                // Transmission and displacement both differ: the transmission is preferred.
                row(3, "A", "two", 2000, [.transmission: "Manual 5-spd", .displacement: "2.0"]),
                row(4, "A", "two", 2000, [.transmission: "Automatic 4-spd", .displacement: "2.5"]),
                // Three options need two facts.
                row(5, "A", "three", 2000, [.transmission: "Manual 5-spd", .drive: "2WD"]),
                row(6, "A", "three", 2000, [.transmission: "Manual 5-spd", .drive: "4WD"]),
                row(7, "A", "three", 2000, [.transmission: "Automatic 4-spd", .drive: "4WD"]),
                // Nothing but the id tells these apart.
                row(8, "A", "zero", 2000, [.cylinders: "4"]), row(9, "A", "zero", 2000, [.cylinders: "4"]),
            ]))
        func distinction(_ model: String) -> [Field] {
            let choice = tree.choices[tree.firstYear(ofModel: model)]
            return OptionLabel.fields.indices.filter(choice.distinction.has).map { OptionLabel.fields[$0] }
        }
        #expect(distinction("one") == [.transmission])
        #expect(distinction("two") == [.transmission])
        #expect(distinction("three") == [.transmission, .drive])
        #expect(distinction("zero") == [])
        #expect(tree.optionNeedsID == [false, false, false, false, false, false, false, true, true])
    }

    @Test func choosesTheDefaultWithinTheMostCommonPowertrain() {
        let gasoline: [Field: String] = [.fuel1: "Regular Gasoline"]
        func with(_ combined: String, _ transmission: String, _ more: [Field: String]) -> [Field: String] {
            more.merging([.combined: combined, .transmission: transmission]) { $1 }
        }
        let electric: [Field: String] = [.fuel1: "Electricity", .technology: "EV"]
        let tree = catalog(
            VehicleTable(rows: [
                row(1, "A", "mix", 2020, with("110", "Automatic (A1)", electric)),
                row(2, "A", "mix", 2020, with("30", "Manual 5-spd", gasoline)),
                row(3, "A", "mix", 2020, with("24", "Automatic 4-spd", gasoline)),
                row(4, "A", "mix", 2020, with("26", "Automatic 8-spd", gasoline)),
                // One of each kind: gasoline comes before electric.
                row(5, "A", "tie", 2020, with("110", "Automatic (A1)", electric)),
                row(6, "A", "tie", 2020, with("30", "Manual 5-spd", gasoline)),
            ]))
        func defaultID(_ model: String) -> UInt64 {
            let year = tree.firstYear(ofModel: model)
            let option = tree.lastNodes[year].first + tree.choices[year].defaultOption
            return [1, 2, 3, 4, 5, 6][Int(tree.optionRows[option])]
        }
        #expect(defaultID("mix") == 4)
        #expect(defaultID("tie") == 6)
        #expect(!tree.choices.contains { !$0.mixesPowertrains })
    }

    @Test func startsAtTheNewestYearAndOfSeveralAtTheMostVehicles() {
        let tree = catalog(
            VehicleTable(rows: [
                row(1, "A", "old", 1999), row(2, "A", "old", 2019), row(3, "A", "old", 2019), row(4, "A", "new", 2020),
                row(5, "B", "one", 2020), row(6, "B", "two", 2020), row(7, "B", "two", 2020), row(8, "B", "zzz", 2020),
                row(9, "B", "zzz", 2020),
                (10, [.make: "C", .model: "unknown"]), row(11, "C", "zero", 1984),
            ]))
        // Models of A: new, old; of B: one, two, zzz, the last two alike; of C: unknown is older than any year.
        #expect(tree.titles(.model) == ["new", "old", "one", "two", "zzz", "unknown", "zero"])
        #expect(tree.defaultChildren(at: 0) == [0, 1, 1] && tree.defaultNode == 1)
        #expect(tree.defaultChildren(at: 1) == [0, 0, 0, 0, 0, 0, 0])
        #expect(tree.defaultChildren(at: 2) == tree.choices.map(\.defaultOption))
    }

    @Test func putsYearsThatNobodyStatesLastInAnyOrder() {
        let rows: [Row] = [
            (1, [.make: "B", .model: "m"]), row(2, "B", "m", 1999), row(3, "A", "m", 2005), (4, [.make: "A", .model: "x"]),
        ]
        let byYear = catalog(VehicleTable(rows: rows), [.year, .make, .model, .option])
        #expect(byYear.titles(.year) == ["2005", "1999", "unknown"])
        #expect(byYear.titles(.make) == ["A", "B", "A", "B"] && byYear.titles(.model) == ["m", "m", "x", "m"])
        #expect(byYear.optionRows == [2, 1, 3, 0])
        #expect(
            byYear.nodes[0] == [
                .init(title: "2005", first: 0, count: 1), .init(title: "1999", first: 1, count: 1),
                .init(title: "unknown", first: 2, count: 2),
            ])
        let between = catalog(VehicleTable(rows: rows), [.make, .year, .model, .option])
        #expect(between.titles(.year) == ["2005", "unknown", "1999", "unknown"])
        #expect(between.optionRows == [2, 3, 1, 0])
    }

    /// Every order of levels that the pipeline file lets through.
    static let orders: [[Catalog.Level]] = [
        [.make, .model, .year], [.make, .year, .model], [.year, .make, .model], [.make, .family, .model, .year],
        [.make, .family, .year, .model], [.make, .year, .family, .model], [.year, .make, .family, .model],
    ].map { $0 + [.option] }

    /// Whatever the rows, the levels, and however the work is cut: every row once, under its own names, in order, no empty
    /// level, labels that tell apart.
    @Test(arguments: orders, 1...8) func holdsItsLaws(levels: [Catalog.Level], seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rows: [Row] = (1...80).map { id in
            var facts: [Field: String] = [
                .make: ["A", "B"].randomElement(using: &random)!,
                .model: ["m1", "m2", "m10"].randomElement(using: &random)!,
                .transmission: ["M5", "A4", ""].randomElement(using: &random)!,
                .cylinders: ["4", "6"].randomElement(using: &random)!,
                .drive: ["2WD", "4WD"].randomElement(using: &random)!,
                .engine: ["", "x", "y"].randomElement(using: &random)!,
                .fuel1: ["Diesel", "Regular Gasoline"].randomElement(using: &random)!,
                .baseModel: ["f2", "f11"].randomElement(using: &random)!,
            ]
            let year = Int.random(in: 1999...2004, using: &random)
            if year > 1999 { facts[.year] = "\(year)" }
            return (UInt64(id), facts)
        }
        func table(_ rows: [Row]) -> VehicleTable {
            var table = VehicleTable(rows: rows)
            table.families = table[.baseModel]
            return table
        }
        let vehicles = table(rows)
        let tree = catalog(vehicles, levels)
        #expect(tree.optionRows.sorted() == Array(0..<80))
        let sizes = tree.nodes.map(\.count) + [tree.optionRows.count]
        #expect(tree.levels == levels && sizes.count == levels.count && tree.choices.count == sizes[sizes.count - 2])
        for (level, nodes) in tree.nodes.enumerated() {
            var next = 0
            for node in nodes {
                #expect(node.first == next && node.count > 0)
                next += node.count
            }
            #expect(next == sizes[level + 1])
        }
        func walk(_ level: Int, _ range: Range<Int>, _ path: [String]) {
            if level == levels.count - 1 {
                for option in range {
                    let facts = rows[Int(tree.optionRows[option])].facts
                    let expected = levels.dropLast().map { level in
                        switch level {
                        case .family: facts[.baseModel]
                        case .year: facts[.year] ?? "unknown"
                        default: facts[level == .make ? .make : .model]
                        }
                    }
                    #expect(path == expected)
                }
                return
            }
            let titles = tree.nodes[level][range].map(\.title)
            // By hand: natural order, and years newest first.
            let inOrder: [Catalog.Level: [String]] = [
                .make: ["A", "B"], .family: ["f2", "f11"], .model: ["m1", "m2", "m10"],
                .year: ["2004", "2003", "2002", "2001", "2000", "unknown"],
            ]
            #expect(titles == inOrder[levels[level]]!.filter(titles.contains), "seed \(seed)")
            for node in range {
                let entry = tree.nodes[level][node]
                walk(level + 1, entry.first..<entry.first + entry.count, path + [entry.title])
            }
        }
        walk(0, tree.nodes[0].indices, [])
        for (node, choice) in zip(tree.lastNodes, tree.choices) {
            let options = node.first..<node.first + node.count
            #expect((0..<node.count).contains(choice.defaultOption))
            let labels = options.map { option in
                OptionLabel.fields.indices.filter(choice.distinction.has).map { field in
                    let column = vehicles[OptionLabel.fields[field]]
                    return OptionLabel.wording(
                        OptionLabel.fields[field], of: vehicles, code: column.codes[Int(tree.optionRows[option])])
                }.joined(separator: ", ")
                    + (tree.optionNeedsID[option] ? " id \(vehicles.ids[Int(tree.optionRows[option])])" : "")
            }
            #expect(Set(labels).count == labels.count, "seed \(seed): \(labels)")
        }
        let builder = TreeBuilder(vehicles, levels: levels)
        let cut = Int.random(in: 0...builder.groupCount, using: &random)
        let parts = builder.catalog([builder.part(0..<cut), builder.part(cut..<builder.groupCount)])
        #expect(parts.optionRows == tree.optionRows && parts.choices == tree.choices && parts.nodes == tree.nodes)
        // The order of rows in the feed does not matter.
        let shuffled = rows.shuffled(using: &random)
        let other = catalog(table(shuffled), levels)
        #expect(other.optionRows.map { shuffled[Int($0)].id } == tree.optionRows.map { rows[Int($0)].id }, "seed \(seed)")
        #expect(other.nodes == tree.nodes && other.choices == tree.choices)
    }

    /// Ranks that do not fit into one word are sorted and told apart as those that do.
    @Test(arguments: 1...10) func sortsByAnyNumberOfWords(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rows = 60
        let levels = (0..<4).map { _ in
            let ranks: [UInt32] = [0, 7, .max, 1 << 30]
            var codes = CodeVector()
            let drawn = (0..<rows).map { _ in UInt32.random(in: 0...3, using: &random) }
            codes.append(drawn.span, below: 4)
            return (codes: codes, ranks: ranks)
        }
        func key(_ row: UInt32) -> [UInt32] { levels.map { $0.ranks[$0.codes[Int(row)]] } }
        let keys = LevelKeys(levels, rows: (0..<UInt32(rows)).map { $0 }[...])
        let order = keys.sorted((0..<UInt32(rows)).map { $0 })
        #expect(
            order == (0..<UInt32(rows)).sorted { key($0) == key($1) ? $0 < $1 : key($0).lexicographicallyPrecedes(key($1)) })
        let (starts, opens) = keys.groups(of: order)
        var expected: [(start: Int, opens: Int)] = [(0, 0)]
        for index in 1..<rows {
            let level = (0..<4).first { key(order[index - 1])[$0] != key(order[index])[$0] }
            if let level { expected.append((index, level)) }
        }
        #expect(starts == expected.map(\.start) + [rows] && opens == expected.map(\.opens), "seed \(seed)")
    }
}
