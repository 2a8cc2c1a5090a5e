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
                == ["101 options below \"A B 2020\" found, expected 100 at most"])
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
