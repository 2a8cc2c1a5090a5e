import FuelEconomy
import Support
import Testing

@testable import Audits

@Suite struct TreeRuleTests {
    /// One option a row, in one model year.
    private func catalog(_ count: Int, mixed: Bool, standsFor: Int = 0) -> Catalog {
        var catalog = Catalog()
        catalog.nodes = [
            [.init(title: "A", first: 0, count: 1)], [.init(title: "B", first: 0, count: 1)],
            [.init(title: "2020", first: 0, count: count)],
        ]
        catalog.choices = [.init(defaultOption: standsFor, distinction: [], mixesPowertrains: mixed)]
        catalog.optionRows = (0..<UInt32(count)).map { $0 }
        catalog.optionNeedsID = Array(repeating: false, count: count)
        return catalog
    }

    private func texts(_ rule: TreeRule, _ catalog: Catalog, _ table: VehicleTable) -> [String] {
        rule.audit(catalog, of: table).found.flatMap { entry in entry.findings.map { rule.rule.text($0.values) } }
    }

    @Test func findsDefaultsOfAnotherPowertrain() {
        let table = VehicleTable(rows: [
            (1, [.fuel1: "Diesel"]), (2, [.fuel1: "Regular Gasoline"]), (3, [.fuel1: "Regular Gasoline"]),
        ])
        let rule = TreeRule.defaultAcrossPowertrains
        #expect(texts(rule, catalog(3, mixed: false), table) == [])
        #expect(
            texts(rule, catalog(3, mixed: true, standsFor: 2), table)
                == ["default of \"A B 2020\" is gasoline, and 1 of its 3 options are not"])
        #expect(
            texts(rule, catalog(3, mixed: true), table)
                == ["default of \"A B 2020\" is diesel, and 2 of its 3 options are not"])
        let finding = rule.audit(catalog(3, mixed: true, standsFor: 2), of: table).found[0].findings[0]
        #expect(finding.place.vehicle == 3 && finding.place.line == 4)
    }

    @Test func findsMoreThanAHundredRowsBelowANode() {
        let table = VehicleTable(rows: [])
        #expect(texts(.wheelTooLong, catalog(100, mixed: false), table) == [])
        #expect(
            texts(.wheelTooLong, catalog(101, mixed: false), table)
                == ["101 options below \"A B 2020\" found, expected 100 rows at most"])
    }

    @Test func obeysALimitOfThePipelines() {
        let table = VehicleTable(rows: [])
        let findings = TreeRule.wheelTooLong.audit(catalog(12, mixed: false), of: table, limits: ["wheel-too-long": 11])
        let entry = findings.found[0]
        #expect(
            entry.rule.text(entry.findings[0].values)
                == "12 options below \"A B 2020\" found, expected 11 rows at most")
        let others = TreeRule.wheelTooLong.audit(catalog(12, mixed: false), of: table, limits: ["economy-outlier": 11])
        #expect(others.found.isEmpty)
    }

    /// A vehicle a name and year, each a node of its own.
    private func audit(
        _ rule: TreeRule, _ names: [(make: String, model: String, year: Int)], limits: [String: Double] = [:]
    ) -> [String] {
        let table = VehicleTable(
            rows: names.enumerated().map {
                (UInt64($0.offset + 1), [.make: $0.element.make, .model: $0.element.model, .year: "\($0.element.year)"])
            })
        var catalog = Catalog()
        catalog.nodes[2] = names.indices.map { Catalog.Node(title: "", first: $0, count: 1) }
        catalog.optionRows = names.indices.map { UInt32($0) }
        let findings = rule.audit(catalog, of: table, limits: limits)
        return findings.found.flatMap { entry in entry.findings.map { entry.rule.text($0.values) } }.sorted()
    }

    @Test func findsAYearThatLacksAmidMany() {
        func years(_ ranges: ClosedRange<Int>...) -> [(make: String, model: String, year: Int)] {
            ranges.flatMap { $0.map { ("Audi", "A4", $0) } }
        }
        let text = "no 2006 of Audi \"A4\" found, expected one between 2000 to 2005 and 2007 to 2012"
        #expect(audit(.modelYearGap, years(2000...2005, 2007...2012)) == [text])
        #expect(audit(.modelYearGap, years(2000...2005, 2007...2012).reversed()) == [text])
        #expect(audit(.modelYearGap, years(2000...2005, 2007...2011)) == [])
        #expect(audit(.modelYearGap, years(2001...2005, 2007...2012)) == [])
        #expect(audit(.modelYearGap, years(2000...2005, 2008...2013)) == [], "two years are no slip")
        #expect(audit(.modelYearGap, years(2001...2005, 2007...2011), limits: ["model-year-gap": 5]).count == 1)
        #expect(
            audit(.modelYearGap, years(2000...2005) + (2007...2012).map { ("Audi", "A6", $0) }) == [],
            "two models are not one")
        #expect(
            audit(.modelYearGap, years(2000...2005) + (2007...2012).map { ("Kia", "A4", $0) }) == [], "nor are two makes")
    }

    @Test func findsMakesAndModelsThatChangedPlaces() {
        let golfs = [("Volkswagen", "Golf", 2020), ("Volkswagen", "Golf", 2021), ("GOLF", "VOLKSWAGEN", 2022)]
        #expect(
            audit(.swappedMakeModel, golfs.map { (make: $0.0, model: $0.1, year: $0.2) }) == [
                "make \"GOLF\" with model \"VOLKSWAGEN\" found in 1 vehicle, expected make \"VOLKSWAGEN\" with model \"GOLF\" "
                    + "as in 2"
            ])
        #expect(audit(.swappedMakeModel, [("Hyundai", "Genesis", 2012), ("Genesis", "G80", 2020)]) == [])
        #expect(audit(.swappedMakeModel, [("London Taxi", "London Taxi", 2012)]) == [])
        #expect(audit(.swappedMakeModel, [("A", "B", 2012), ("B", "A", 2012)]) == [], "nobody knows which one it is")
    }

    @Test func namesTheNodesAbove() {
        var tree = Catalog()
        tree.nodes = [
            [
                .init(title: "A", first: 0, count: 2), .init(title: "B", first: 2, count: 1),
                .init(title: "C", first: 3, count: 1),
            ],
            [
                .init(title: "a", first: 0, count: 1), .init(title: "b", first: 1, count: 2),
                .init(title: "c", first: 3, count: 1),
                .init(title: "d", first: 4, count: 1),
            ],
            (0..<5).map { .init(title: "\(2000 + $0)", first: $0, count: 1) },
        ]
        let paths = (0..<5).map { tree.path(to: $0, at: 2).joined(separator: " ") }
        #expect(paths == ["A a 2000", "A b 2001", "A b 2002", "B c 2003", "C d 2004"])
        #expect(tree.path(to: 2, at: 0) == ["C"])
    }
}
