import FuelEconomy
import Support
import Testing

@testable import Audits

@Suite struct EconomyOutlierTests {
    /// - Parameter cars: years and combined economies of one make, model and powertrain.
    private func outliers(_ cars: [(year: Int, combined: Double)], powertrains: [String] = ["Regular Gasoline"]) -> [UInt64]
    {
        let rows = cars.enumerated().map { index, car in
            Row(
                UInt64(index + 1),
                [
                    .make: "A", .model: "B", .year: "\(car.year)", .combined: "\(car.combined)",
                    .fuel1: powertrains[index % powertrains.count],
                ])
        }
        return outliers(VehicleTable(rows: rows)).sorted()
    }

    private func outliers(_ table: VehicleTable) -> [UInt64] {
        let rule = EconomyOutliers(table)
        var findings = FindingStore()
        for model in (0..<rule.count).reversed() { findings.merge(rule.audit(model..<model + 1)) }
        let whole = rule.audit(0..<rule.count)
        #expect(findings.count(of: "economy-outlier") == whole.count(of: "economy-outlier"))
        #expect(findings.found.flatMap { $0.findings } == whole.found.flatMap { $0.findings })
        return whole.found.flatMap { $0.findings.compactMap(\.place.vehicle) }
    }

    @Test(arguments: [
        // All alike: the floor is 5 % of 20, so the limit is 6 mpg.
        (26.0, false), (26.1, true), (14.0, false), (13.9, true),
    ])
    func takesAtLeastFivePercent(_ last: Double, _ isFound: Bool) {
        #expect(outliers(Array(repeating: (2020, 20), count: 7) + [(2020, last)]) == (isFound ? [8] : []))
    }

    @Test func followsTheSpreadOfTheGroup() {
        // Median 22, distances 4 4 2 2 0 2 2 4 4 and the last one's: median deviation 2, so the limit is 12.
        let spread = [18, 18, 20, 20, 22, 24, 24, 26, 26].map { (2020, Double($0)) }
        #expect(outliers(spread + [(2020, 22), (2020, 34)]) == [])
        #expect(outliers(spread + [(2020, 22), (2020, 34.5)]) == [11])
    }

    @Test func needsEightWithinTwoYears() {
        let seven: [(year: Int, combined: Double)] = Array(repeating: (2020, 20), count: 6) + [(2020, 40)]
        #expect(outliers(seven) == [])
        #expect(outliers(seven + [(2022, 20)]) == [7])
        #expect(outliers(seven + [(2018, 20)]) == [7])
        #expect(outliers(seven + [(2023, 20), (2017, 20), (2023, 20)]) == [])
    }

    @Test func comparesNoOtherPowertrainMakeOrModel() {
        let cars: [(year: Int, combined: Double)] = (0..<20).map { (2020, $0 % 2 == 0 ? 25 : 100) }
        #expect(outliers(cars, powertrains: ["Regular Gasoline", "Electricity"]) == [])
        var rows = (1...8).map { Row(UInt64($0), [.make: "A", .model: "B", .year: "2020", .combined: "20"]) }
        rows.append(Row(9, [.make: "A", .model: "C", .year: "2020", .combined: "40"]))
        rows.append(Row(10, [.make: "D", .model: "B", .year: "2020", .combined: "40"]))
        rows.append(Row(11, [.make: "A", .model: "B", .combined: "40"]))
        rows.append(Row(12, [.make: "A", .model: "B", .year: "2020"]))
        #expect(outliers(VehicleTable(rows: rows)) == [])
        rows.append(Row(13, [.make: "A", .model: "B", .year: "2020", .combined: "40"]))
        #expect(outliers(VehicleTable(rows: rows)) == [13])
        #expect(outliers(VehicleTable(rows: rows.reversed())) == [13])
    }

    @Test func saysWhatItComparedWith() {
        let rows = (1...9).map {
            Row(UInt64($0), [.make: "A", .model: "B", .year: "2020", .combined: $0 == 9 ? "40" : "20"])
        }
        let entry = EconomyOutliers(VehicleTable(rows: rows)).audit(0..<2).found[0]
        #expect(
            entry.rule.text(entry.findings[0].values)
                == "combined 40 mpg found, expected about 20 as in 9 vehicles of this name and powertrain, model years 2018 to 2022"
        )
    }

    @Test func asksOnlyFeedsThatTellPowertrains() {
        var table = VehicleTable(rows: [(1, [.make: "A"])])
        #expect(EconomyOutliers.applies(to: table))
        table.facts.remove(.technology)
        #expect(!EconomyOutliers.applies(to: table))
    }
}
