internal import FuelEconomy

extension VehicleRule {
    /// Liters for 100 kilometers against miles to the imperial gallon.
    static let imperialEconomyMismatch = VehicleRule(
        Rule(
            id: "imperial-economy-mismatch", title: "Imperial mpg and L/100 km that differ",
            severity: .warning, family: .physics,
            message: "combined {imperial} mpg (imperial) found, expected {expected} from {combined} L/100 km",
            limit: Rule.Limit(5, "%", "how far imperial mpg may be from what L/100 km give"),
            why: "Both columns say one thing, and each country's programs read another one.",
            source:
                "an imperial gallon has 4.54609 L and a mile 1.609344 km, so mpg = 282.481 / (L/100 km); off by more than {limit}; "
                + "of 27,997 ratings of NRCan, whose miles are whole numbers, 1 is off by more than 4 %",
            example:
                "VCA's list of August 2021 gives a Peugeot 5008 PureTech 180 43.3 mpg and 9.9 L/100 km, which are 28.5 mpg: its "
                + "CO₂ goes with the 43.3",
            fix: "CO₂, where it is stated, tells which of the two is right"),
        figures: metricSets([.wltp, .nrcanRating], [.combinedImperial: .milesPerImperialGallon])
    ) { figures, row, limit in
        let (combined, imperial) = (figures.combined[row], figures.combinedImperial[row])
        let expected = 282.481 / combined
        guard abs(imperial - expected) > limit / 100 * expected else { return nil }
        return [
            FindingValue("imperial", imperial), FindingValue("expected", expected), FindingValue("combined", combined),
        ]
    }

    /// The combined L/100 km of some test cycles, and with it figures of the same cycle.
    static func metricSets(_ cycles: [TestCycle], _ others: [Field: Unit]) -> [[Field: Quantity]] {
        cycles.map { cycle in
            others.merging([.combined: .litersPer100Kilometers]) { $1 }
                .mapValues { Quantity($0, fuel: .first, cycle: cycle) }
        }
    }
}
