import FuelEconomy
import Support
import Testing

@testable import PickerTree

private func catalog(_ table: VehicleTable) -> Catalog {
    let builder = TreeBuilder(table)
    return builder.catalog([builder.part(0..<builder.groupCount)])
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
        #expect(tree.makes.map(\.title) == ["Audi", "BMW", "Mazda", "smart"])
        #expect(tree.models.map(\.title) == ["A4", "A10", "M3", "6", "626", "fortwo"])
        #expect(tree.years.map(\.year) == [2010, 2005, 2001, 2001, 1999, 2005, 1990, 2008])
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
            let index = tree.models.first { $0.title == model }!.first
            return OptionLabel.fields.indices.filter(tree.years[index].distinction.has).map { OptionLabel.fields[$0] }
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
            let year = tree.years[tree.models.first { $0.title == model }!.first]
            return [1, 2, 3, 4, 5, 6][Int(tree.optionRows[year.first + year.defaultOption])]
        }
        #expect(defaultID("mix") == 4)
        #expect(defaultID("tie") == 6)
        #expect(!tree.years.contains { !$0.mixesPowertrains })
    }

    /// Whatever the rows and however the work is cut: every row once, no empty level, labels that tell apart.
    @Test(arguments: 1...25) func holdsItsLaws(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rows = (1...80).map { id in
            row(
                UInt64(id), ["A", "B"].randomElement(using: &random)!, ["m1", "m2", "m10"].randomElement(using: &random)!,
                Int.random(in: 2000...2004, using: &random),
                [
                    .transmission: ["M5", "A4", ""].randomElement(using: &random)!,
                    .cylinders: ["4", "6"].randomElement(using: &random)!,
                    .drive: ["2WD", "4WD"].randomElement(using: &random)!,
                    .engine: ["", "x", "y"].randomElement(using: &random)!,
                    .fuel1: ["Diesel", "Regular Gasoline"].randomElement(using: &random)!,
                ])
        }
        let table = VehicleTable(rows: rows)
        let tree = catalog(table)
        #expect(tree.optionRows.sorted() == Array(0..<80))
        #expect(
            tree.makes.map(\.count).reduce(0, +) == tree.models.count
                && tree.models.map(\.count).reduce(0, +) == tree.years.count)
        #expect(tree.years.map(\.count).reduce(0, +) == 80)
        #expect((tree.makes + tree.models).allSatisfy { $0.count > 0 })
        for year in tree.years {
            let options = year.first..<year.first + year.count
            #expect(year.count > 0 && (0..<year.count).contains(year.defaultOption))
            let labels = options.map { option in
                OptionLabel.fields.indices.filter(year.distinction.has).map { field in
                    let column = table[OptionLabel.fields[field]]
                    return OptionLabel.wording(
                        OptionLabel.fields[field], of: table, code: column.codes[Int(tree.optionRows[option])])
                }.joined(separator: ", ")
                    + (tree.optionNeedsID[option] ? " id \(table.ids[Int(tree.optionRows[option])])" : "")
            }
            #expect(Set(labels).count == labels.count, "seed \(seed): \(labels)")
        }
        let builder = TreeBuilder(table)
        let cut = Int.random(in: 0...builder.groupCount, using: &random)
        let parts = builder.catalog([builder.part(0..<cut), builder.part(cut..<builder.groupCount)])
        #expect(parts.optionRows == tree.optionRows && parts.years == tree.years && parts.models == tree.models)
        // The order of rows in the feed does not matter.
        let shuffled = rows.shuffled(using: &random)
        let other = catalog(VehicleTable(rows: shuffled))
        #expect(other.optionRows.map { shuffled[Int($0)].id } == tree.optionRows.map { rows[Int($0)].id }, "seed \(seed)")
        #expect(other.years == tree.years)
    }
}
