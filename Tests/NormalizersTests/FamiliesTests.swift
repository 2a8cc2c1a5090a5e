import FuelEconomy
import Support
import Testing

@testable import Normalizers

@Suite struct FamiliesTests {
    private func row(_ id: UInt64, _ make: String, _ model: String, _ year: Int, _ base: String = "") -> Row {
        (id, [.make: make, .model: model, .year: "\(year)", .baseModel: base].filter { $0.value != "" })
    }

    /// By row.
    private func families(_ rows: [Row]) -> [String] {
        var table = VehicleTable(rows: rows)
        var naming = NameMerging()
        naming.merge(in: &table)
        let column = Families.column(of: table)
        return rows.indices.map { column.texts[column.codes[$0]] }
    }

    @Test func takesTheFeedsWordAndMakesOneOfItsSpellings() {
        let found = families([
            row(1, "Nissan", "Leaf SV", 2020, "Leaf"), row(2, "Nissan", "LEAF", 2012, "LEAF"),
            row(3, "Nissan", "LEAF", 2013, "LEAF"), row(4, "Ferrari", "F40", 1990, "F 40"),
            row(5, "Ferrari", "F40 LM", 1991, "F40"), row(6, "Kia", "Leaf", 2020, "Leaf"),
            row(7, "BMW", "740i", 2020, "7 Series"),
        ])
        // LEAF by its rows; F40 by its year; another make's spelling is its own affair.
        #expect(found == ["LEAF", "LEAF", "LEAF", "F40", "F40", "Leaf", "7 Series"])
    }

    /// The same letters in other bytes: the order of rows decides nothing.
    @Test func composedAndDecomposedAreOneWhicheverComesFirst() {
        let rows = [
            row(1, "Renault", "M\u{e9}gane", 2020, "M\u{e9}gane"), row(2, "Renault", "Clio", 2020, "Me\u{301}gane"),
        ]
        let bytes = [rows, rows.reversed()].map { families($0).map { Array($0.utf8) } }
        #expect(bytes[0] == bytes[1] && bytes[0][0] == bytes[0][1])
    }

    @Test func tellsWhatTheFeedLeavesOutFromOtherRows() {
        let found = families([
            row(1, "BMW", "740i", 2020, "7 Series"), row(2, "BMW", "740i", 2021), row(3, "BMW", "740i", 1999, "Old 7"),
            row(4, "BMW", "740i", 2000, "7 Series"),
            row(5, "Audi", "A6 allroad", 2020, "A6 allroad"), row(6, "Audi", "A6", 2020, "A6"),
            row(7, "Audi", "A6 Allroad quattro", 2021), row(8, "Audi", "A6 quattro", 2021), row(9, "Audi", "A60", 2021),
            row(10, "Ford", "F150 Pickup 2WD", 1990, "F150"), row(11, "Ford", "F-150 Lightning 4WD", 2022),
        ])
        #expect(
            found == [
                "7 Series", "7 Series", "Old 7", "7 Series", "A6 allroad", "A6", "A6 allroad", "A6", "A60", "F150", "F150",
            ])
    }

    @Test func guessesWhereTheFeedSaysNothing() {
        let found = families([
            row(1, "Ford", "F150 Pickup 2WD", 1990), row(2, "Ford", "F150 5.0L 2WD FFV GVWR>7599 LBS", 2012),
            row(3, "Ford", "F-150 Lightning 4WD", 2022), row(4, "Ford", "Mustang Convertible", 2000),
            row(5, "Chevrolet", "Caprice/Impala", 1985), row(6, "Chevrolet", "Impala", 1985),
            row(7, "Toyota", "Cab/Chassis 2WD", 1990), row(8, "Toyota", "Pickup 2WD", 1990), row(9, "Kia", "Ford", 2000),
        ])
        #expect(
            found == ["F150", "F150", "F150", "Mustang", "Caprice/Impala", "Impala", "Cab/Chassis", "Pickup", "Ford"])
    }

    @Test(arguments: [
        ("F150 Pickup 2WD", "F150"), ("Caprice/Impala", "Caprice/Impala"), ("E400 4Matic (station wagon)", "E400"),
        ("Savana 1500 AWD (cargo)", "Savana 1500"), ("Metris (Cargo Van, LWB)", "Metris"),
        ("Accord Plug-in Hybrid", "Accord"),
        ("Cab Chassis 2WD", "Cab Chassis"), ("Wagon", "Wagon"), ("4WD", "4WD"), ("(x) 2WD", "(x)"),
        ("Hybrid Coupe GT", "Hybrid Coupe GT"),
    ])
    func stripsWhatStandsAtTheEnd(_ name: String, _ family: String) {
        #expect(Families.stripped(name) == family)
    }

    /// Rows and their order, and what the feed calls a code, do not matter; neither do rows of another make.
    @Test(arguments: 1...20) func sameFamiliesForAnyOrderOfRows(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rows = (1...60).map { id in
            row(
                UInt64(id), ["A", "B"].randomElement(using: &random)!,
                ["Golf", "golf GTI", "Golf GTI", "Golf Wagon", "Up!", "up! 2WD"].randomElement(using: &random)!,
                Int.random(in: 2000...2002, using: &random), ["", "", "Golf", "GOLF", "Up!"].randomElement(using: &random)!)
        }
        let shuffled = rows.shuffled(using: &random)
        let byID = Dictionary(uniqueKeysWithValues: zip(rows.map(\.id), families(rows)))
        let other = Dictionary(uniqueKeysWithValues: zip(shuffled.map(\.id), families(shuffled)))
        #expect(byID == other && !byID.values.contains(""), "seed \(seed)")
        let alone = rows.filter { $0.facts[.make] == "A" }
        #expect(families(alone) == alone.map { byID[$0.id]! }, "seed \(seed)")
    }
}
