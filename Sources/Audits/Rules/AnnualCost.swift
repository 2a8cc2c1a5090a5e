package import FuelEconomy

/// Fuel costs against the price that those of the other cars of the same fuel imply.
///
/// One release is worked out at one price a fuel: cost × economy / miles gives it back from every car, and the median of all
/// is taken for it, which does not depend on the order of rows nor on single slips.
package struct AnnualCosts: Sendable {
    package static let rule = Rule(
        id: "annual-cost-mismatch", title: "Fuel cost that does not follow from economy and price", severity: .warning,
        family: .statistics,
        message: "annual fuel cost {cost} USD found, expected {expected} at {price} USD a {measure} of {fuel}",
        limit: Rule.Limit(5, "%", "how far the cost may be from what economy and price give, besides its rounding"),
        why:
            "Costs are what cars are compared by. One that does not follow from the economy is another car's or another day's.",
        source:
            "fueleconomy.gov: 15,000 miles a year at one price a fuel, rounded to 50 dollars; the price is the median of what the "
            + "feed's own rows imply, of 8 or more; off by more than {limit} and 25 dollars; plug-in hybrids are left out, for they "
            + "need two prices",
        example:
            "none in EPA's eight releases from 2015 to 2025; that of 2025-10-28 implies 3.007 dollars a gallon of regular gasoline, "
            + "so that 27 mpg cost 1,670 dollars a year, and 2,600 are another car's",
        fix: "work the cost out again from the combined economy")

    private static let fewest = 8
    private static let miles = 15_000.0

    private let table: VehicleTable
    private let costs, needs: [Double]
    /// By row: the code of the fuel; 0 where there is nothing to compare.
    private let fuels: [UInt32]

    package init(_ table: VehicleTable) {
        self.table = table
        let all = 0..<table.count
        costs = table[.annualCost].numbers(of: all)
        let powertrains = table.powertrains(of: all)
        let electricity = table[.combinedElectricity].numbers(of: all)
        // Gallons, or kilowatt-hours of electric cars.
        var needs = table[.combined].numbers(of: all)
        for row in all {
            switch powertrains[row] {
            case .plugInHybrid: needs[row] = .nan
            case .electric: needs[row] = electricity[row] * Self.miles / 100
            default: needs[row] = Self.miles / needs[row]
            }
        }
        self.needs = needs
        fuels = table[.fuel1].codes.mapped(all, (0..<UInt32(table[.fuel1].valueCount)).map { $0 })
    }

    /// Whether the feeds state dollars a year and what they are worked out from.
    package static func applies(to table: VehicleTable) -> Bool {
        Set([.fuel1, .technology]).isSubset(of: table.facts)
            && [.annualCost, .combined, .combinedElectricity].allSatisfy { (field: Field) in
                if case .number(let quantity) = field.kind { table.quantities[field] == quantity } else { false }
            }
    }

    /// - Parameter limits: by rule id, instead of the rules' own.
    package func audit(limits: [String: Double] = [:]) -> FindingStore {
        var findings = FindingStore()
        let rule = Self.rule.limited(by: limits)
        let slot = findings.slot(rule)
        let prices = prices()
        for row in costs.indices {
            let price = prices[Int(fuels[row])]
            let expected = price * needs[row]
            guard abs(costs[row] - expected) > rule.limitInForce / 100 * expected + 25 else { continue }
            let isElectric = table.text(.fuel1, row) == "Electricity"
            findings.add(
                slot,
                [
                    FindingValue("cost", costs[row]), FindingValue("expected", expected.rounded()),
                    FindingValue("price", price), FindingValue("measure", isElectric ? "kWh" : "gallon"),
                    FindingValue("fuel", table.text(.fuel1, row)),
                ], row: row, of: table)
        }
        return findings
    }

    /// By code of the fuel: its price; `nan` where too few rows tell.
    private func prices() -> [Double] {
        var prices: [[Double]] = Array(repeating: [], count: table[.fuel1].valueCount)
        for row in costs.indices {
            let price = costs[row] / needs[row]
            if price > 0 { prices[Int(fuels[row])].append(price) }
        }
        return prices.map { $0.count < Self.fewest ? .nan : Statistics.median($0) }
    }
}
