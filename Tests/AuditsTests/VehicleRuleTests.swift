import FuelEconomy
import Support
import Testing

@testable import Audits

/// An electric car with a range, and with other facts.
private func electric(_ facts: [Field: String]) -> [Field: String] {
    facts.merging([.fuel1: "Electricity", .technology: "EV", .range: "250"]) { $1 }
}

@Suite struct VehicleRuleTests {
    /// - Parameter facts: of one vehicle; where they do not speak of its engine, it has one of 2 L.
    private func counts(_ facts: [Field: String]) -> [String] {
        let isElectric = facts[.fuel1] == "Electricity" || facts[.fuel1] == "Hydrogen"
        let table = VehicleTable(rows: [(1, isElectric ? facts : [.displacement: "2"].merging(facts) { $1 })])
        return VehicleRule.audit(0..<1, of: table).counts.filter { $0.count > 0 }.map(\.rule.id)
    }

    @Test(arguments: [
        // 1 / (0.55/20 + 0.45/30) = 23.53: 24 and 23 are within 1, 25 is not, by hand.
        ([Field.city: "20", .highway: "30", .combined: "24"], []), ([.city: "20", .highway: "30", .combined: "23"], []),
        ([.city: "20", .highway: "30", .combined: "25"], ["combined-economy-mismatch"]),
        ([.city: "20", .highway: "30"], []),
        ([.city: "30", .highway: "20", .fuel1: "Diesel"], ["city-above-highway"]),
        ([.city: "30", .highway: "20", .technology: "Hybrid"], []), ([.city: "30", .highway: "20", .technology: "EV"], []),
        ([.city: "30", .highway: "20", .technology: "Mild", .fuel1: "Regular Gasoline"], ["city-above-highway"]),
        // 8,887 / 20 = 444.35: 10 % either way is 399.9 to 488.8.
        ([.combined: "20", .co2Tailpipe: "400", .fuel1: "Regular Gasoline"], []),
        ([.combined: "20", .co2Tailpipe: "399", .fuel1: "Regular Gasoline"], ["co2-economy-mismatch"]),
        ([.combined: "20", .co2Tailpipe: "489", .fuel1: "Premium Gasoline"], ["co2-economy-mismatch"]),
        // 10,180 / 20 = 509.
        ([.combined: "20", .co2Tailpipe: "489", .fuel1: "Diesel"], []),
        (
            [.combined: "20", .co2Tailpipe: "399", .fuel1: "Regular Gasoline", .technology: "Hybrid"],
            ["co2-economy-mismatch"]
        ),
        (
            [.combined: "20", .co2Tailpipe: "399", .fuel1: "Regular Gasoline", .technology: "Plug-in Hybrid"],
            ["plug-in-without-second-fuel"]
        ),
        ([.combined: "20", .co2Tailpipe: "1", .fuel1: "Natural Gas"], []),
        ([.combined: "27", .combinedUnrounded: "36.987"], ["rounded-differs-from-unrounded"]),
        ([.combined: "27", .combinedUnrounded: "27.5"], []),
        ([.combined: "27", .combinedUnrounded: "27.51"], ["rounded-differs-from-unrounded"]),
    ])
    func firesWhereItShould(_ facts: [Field: String], _ rules: [String]) {
        #expect(counts(facts) == rules)
    }

    @Test(arguments: [
        // 100 / (55/18 + 45/24) = 20.28 on the second fuel: 21.3 is off by more than 1, 21.2 is not.
        ([Field.city2: "18", .highway2: "24", .combined2: "21.2"], []),
        ([.city2: "18", .highway2: "24", .combined2: "21.3"], ["combined-economy-mismatch-fuel2"]),
        ([.city2: "18", .highway2: "24"], []),
        // 100 / (55/20 + 45/30) = 23.53.
        ([.cityUnrounded: "20", .highwayUnrounded: "30", .combinedUnrounded: "24.5"], []),
        ([.cityUnrounded: "20", .highwayUnrounded: "30", .combinedUnrounded: "22.5"], ["unrounded-economy-mismatch"]),
        // 3,370.5 / 30 = 112.35: 5 % either way is 106.7 to 118.0.
        (electric([.combined: "107", .combinedElectricity: "30"]), []),
        (electric([.combined: "106", .combinedElectricity: "30"]), ["electricity-economy-mismatch"]),
        (electric([.combined: "117.9", .combinedElectricity: "30"]), []),
        (electric([.combined: "118", .combinedElectricity: "30"]), ["electricity-economy-mismatch"]),
        (electric([.combined: "60"]), []), (electric([.combinedElectricity: "30"]), []),
        // A plug-in hybrid's first figure is of gasoline.
        (
            [
                .combined: "30", .combinedElectricity: "50", .fuel1: "Regular Gasoline", .fuel2: "Electricity",
                .combined2: "67",
                .technology: "Plug-in Hybrid",
            ], []
        ),
        // 15,000 miles at 25 mpg are 600 gallons: 11.90 barrels of gasoline in today's releases, 13.18 in those before 2022.
        ([.combined: "25", .barrels: "11.55", .fuel1: "Regular Gasoline"], []),
        ([.combined: "25", .barrels: "11.54", .fuel1: "Regular Gasoline"], ["barrels-economy-mismatch"]),
        ([.combined: "25", .barrels: "12.5", .fuel1: "Regular Gasoline"], ["barrels-economy-mismatch"]),
        ([.combined: "25", .barrels: "13.57", .fuel1: "Premium Gasoline"], []),
        ([.combined: "25", .barrels: "13.59", .fuel1: "Premium Gasoline"], ["barrels-economy-mismatch"]),
        // 600 gallons of diesel: 14.29 and 15.29.
        ([.combined: "25", .barrels: "14.29", .fuel1: "Diesel"], []),
        ([.combined: "25", .barrels: "15.29", .fuel1: "Diesel"], []),
        ([.combined: "25", .barrels: "11.9", .fuel1: "Diesel"], ["barrels-economy-mismatch"]),
        ([.combined: "25", .barrels: "0.1", .fuel1: "Natural Gas"], []),
        (
            [
                .combined: "25", .barrels: "3", .fuel1: "Regular Gasoline", .fuel2: "Electricity", .combined2: "70",
                .technology: "Plug-in Hybrid",
            ], []
        ),
        ([.co2: "330", .co2Tailpipe: "330.5"], []), ([.co2: "330", .co2Tailpipe: "330.6"], ["co2-columns-differ"]),
        ([.co2: "330"], []), ([.co2Tailpipe: "330"], []),
    ])
    func comparesFigures(_ facts: [Field: String], _ rules: [String]) {
        #expect(counts(facts) == rules)
    }

    @Test(arguments: [
        (electric([.co2Tailpipe: "0"]), []), (electric([.co2Tailpipe: "1"]), ["co2-of-electric-car"]),
        ([.fuel1: "Hydrogen", .technology: "FCV", .co2Tailpipe: "1"], ["co2-of-electric-car"]),
        ([.fuel1: "Hydrogen", .technology: "FCV"], []),
        (
            [
                .fuel1: "Electricity", .fuel2: "Regular Gasoline", .combined2: "40", .technology: "Plug-in Hybrid",
                .co2Tailpipe: "90", .displacement: "1.5",
            ], []
        ),
        (electric([.cylinders: "4"]), ["electric-with-cylinders"]),
        (electric([.displacement: "0.6"]), ["electric-with-cylinders"]),
        (electric([.displacement: "0"]), []),
        ([.fuel1: "Diesel", .displacement: ""], ["combustion-without-engine"]),
        ([.fuel1: "Diesel", .displacement: "", .cylinders: "4"], []), ([.fuel1: "Diesel", .displacement: "1.3"], []),
        ([.fuel1: "Kerosene", .displacement: ""], []), ([.displacement: ""], []),
        (
            [.fuel1: "Electricity", .fuel2: "Diesel", .combined2: "40", .technology: "Plug-in Hybrid"],
            ["combustion-without-engine"]
        ),
        ([.fuel2: "E85", .fuel1: "Regular Gasoline", .technology: "FFV"], ["second-fuel-without-economy"]),
        ([.fuel2: "E85", .fuel1: "Regular Gasoline", .technology: "FFV", .combined2: "15"], []),
        ([.fuel1: "Electricity", .technology: "EV"], ["electric-range-missing"]),
        ([.fuel1: "Hydrogen", .technology: "FCV", .range: ""], []),
    ])
    func looksForWhatIsMissingOrTooMuch(_ facts: [Field: String], _ rules: [String]) {
        #expect(counts(facts) == rules)
    }

    @Test(arguments: [
        ("EV", "Electricity", "", true), ("EV", "Regular Gasoline", "", false),
        ("EV", "Electricity", "Regular Gasoline", false),
        ("EV", "", "", true), ("EV", "Kerosene", "", true),
        ("FCV", "Hydrogen", "", true), ("FCV", "Electricity", "", false), ("FCV", "Hydrogen", "Electricity", true),
        ("Diesel", "Diesel", "", true), ("Diesel", "Regular Gasoline", "", false),
        ("CNG", "Natural Gas", "", true), ("CNG", "Propane", "", false),
        ("FFV", "Premium Gasoline", "E85", true), ("FFV", "Premium Gasoline", "", false), ("FFV", "E85", "", false),
        ("Bifuel (CNG)", "Regular Gasoline", "Natural Gas", true), ("Bifuel (CNG)", "Regular Gasoline", "Propane", false),
        ("Bifuel (LPG)", "Regular Gasoline", "Propane", true), ("Bifuel (LPG)", "Propane", "", false),
        ("Plug-in Hybrid", "Regular Gasoline", "Electricity", true), ("Plug-in Hybrid", "Regular Gasoline", "E85", false),
        ("Hybrid", "Regular Gasoline", "", true), ("Hybrid", "Electricity", "", false), ("", "Electricity", "", false),
        ("", "Diesel", "", true), ("Steam", "Regular Gasoline", "", true), ("Steam", "Electricity", "", false),
    ])
    func holdsTechnologyAgainstFuels(_ technology: String, _ first: String, _ second: String, _ fits: Bool) {
        let found = counts([.technology: technology, .fuel1: first, .fuel2: second])
        #expect(found.contains("technology-contradicts-fuel") == !fits)
        #expect(!found.contains("plug-in-without-second-fuel"))
    }

    @Test(arguments: ["Electricity", "Regular Gasoline"]) func missesTheSecondFuelOfPlugInHybrids(_ fuel: String) {
        #expect(counts([.technology: "Plug-in Hybrid", .fuel1: fuel]) == ["plug-in-without-second-fuel"])
        #expect(counts([.technology: "Plug-in Hybrid"]) == [])
    }

    @Test func saysWhatContradictsWhat() {
        let facts: [Field: String] = [
            .technology: "EV", .fuel1: "Electricity", .fuel2: "Diesel", .displacement: "2", .combined2: "40",
        ]
        let entry = VehicleRule.audit(0..<1, of: VehicleTable(rows: [(1, facts)])).found[0]
        #expect(
            entry.rule.text(entry.findings[0].values)
                == "technology \"EV\" found with \"Electricity\" and \"Diesel\", expected \"Electricity\" alone")
    }

    @Test func asksOnlyFeedsThatStateWhatIsCompared() {
        var table = VehicleTable(rows: [
            (1, [.combined: "3", .combinedElectricity: "20", .fuel1: "Electricity", .range: "1"])
        ])
        table.quantities[.combinedElectricity] = Quantity(.wattHoursPerKilometer, fuel: .electricity, cycle: .wltp)
        #expect(!VehicleRule.electricityEconomyMismatch.applies(to: table))
        #expect(VehicleRule.co2OfElectricCar.applies(to: table))
        table.facts.remove(.fuel2)
        #expect(!VehicleRule.co2OfElectricCar.applies(to: table))
        #expect(!VehicleRule.technologyContradictsFuel.applies(to: table))
    }

    @Test func findsGroupsAlikeInAllButIdAndDates() {
        let facts: [Field: String] = [.make: "A", .model: "B", .year: "2000", .cylinders: "4"]
        let table = VehicleTable(rows: [
            (1, facts), (2, facts.merging([.created: "x"]) { $1 }), (3, facts.merging([.cylinders: "6"]) { $1 }), (4, facts),
        ])
        var catalog = Catalog()
        catalog.nodes[2] = [Catalog.Node(title: "2000", first: 0, count: 4)]
        catalog.choices = [Catalog.Choice(defaultOption: 0, distinction: [], mixesPowertrains: false)]
        catalog.optionRows = [0, 1, 3, 2]
        catalog.optionNeedsID = [true, true, true, false]
        let findings = DuplicateRecords(table, bookkeeping: [.created]).audit(0..<1, of: catalog)
        #expect(findings.count(of: "duplicate-record") == 1)
        #expect(findings.found[0].findings[0].values.map(\.text) == ["3", "1, 2, 4"])
    }
}
