import FuelEconomy
import Support
import Testing

@testable import Audits

@Suite struct VehicleRuleTests {
    private func counts(_ facts: [Field: String]) -> [String] {
        let table = VehicleTable(rows: [(1, facts)])
        return VehicleRule.audit(0..<1, of: table).counts.filter { $0.count > 0 }.map(\.rule.id)
    }

    @Test(arguments: [
        // 1 / (0.55/20 + 0.45/30) = 23.53: 24 and 23 are within 1, 25 is not, by hand.
        ([Field.city: "20", .highway: "30", .combined: "24"], []), ([.city: "20", .highway: "30", .combined: "23"], []),
        ([.city: "20", .highway: "30", .combined: "25"], ["combined-economy-mismatch"]),
        ([.city: "20", .highway: "30"], []),
        ([.city: "30", .highway: "20", .fuel1: "Diesel"], ["city-above-highway"]),
        ([.city: "30", .highway: "20", .technology: "Hybrid"], []), ([.city: "30", .highway: "20", .technology: "EV"], []),
        ([.city: "30", .highway: "20", .technology: "FFV", .fuel1: "Regular Gasoline"], ["city-above-highway"]),
        // 8,887 / 20 = 444.35: 10 % either way is 399.9 to 488.8.
        ([.combined: "20", .co2Tailpipe: "400", .fuel1: "Regular Gasoline"], []),
        ([.combined: "20", .co2Tailpipe: "399", .fuel1: "Regular Gasoline"], ["co2-economy-mismatch"]),
        ([.combined: "20", .co2Tailpipe: "489", .fuel1: "Premium Gasoline"], ["co2-economy-mismatch"]),
        // 10,180 / 20 = 509.
        ([.combined: "20", .co2Tailpipe: "489", .fuel1: "Diesel"], []),
        ([.combined: "20", .co2Tailpipe: "399", .fuel1: "Regular Gasoline", .technology: "Plug-in Hybrid"], []),
        ([.combined: "20", .co2Tailpipe: "1", .fuel1: "Natural Gas"], []),
        ([.combined: "27", .combinedUnrounded: "36.987"], ["rounded-differs-from-unrounded"]),
        ([.combined: "27", .combinedUnrounded: "27.5"], []),
        ([.combined: "27", .combinedUnrounded: "27.51"], ["rounded-differs-from-unrounded"]),
    ])
    func firesWhereItShould(_ facts: [Field: String], _ rules: [String]) {
        #expect(counts(facts) == rules)
    }

    @Test func everyRuleSaysWhatItMust() {
        for rule in VehicleRule.all.map(\.rule) + [DuplicateRecords.rule] {
            #expect(!rule.title.isEmpty && !rule.why.isEmpty && !rule.fix.isEmpty && !rule.message.isEmpty, "\(rule.id)")
            #expect(rule.id.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
        }
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
        #expect(findings.found[0].samples[0].finding.values.map(\.text) == ["3", "1, 2, 4"])
    }
}
