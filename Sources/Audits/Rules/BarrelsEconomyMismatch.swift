internal import FuelEconomy

extension VehicleRule {
    /// Petroleum a year against the combined economy.
    static let barrelsEconomyMismatch = VehicleRule(
        Rule(
            id: "barrels-economy-mismatch", title: "Petroleum a year that does not follow from the economy",
            severity: .warning, family: .physics,
            message: "{barrels} barrels a year found, expected {expected} from {combined} mpg of {fuel}",
            limit: Rule.Limit(3, "%", "how far the petroleum a year may be from what the economy gives"),
            why:
                "The figure is computed from the economy, not measured. If it does not follow, one of them is of another car.",
            source:
                "fueleconomy.gov: 15,000 miles a year. Petroleum for a gallon burnt as all rows of a release have it: 0.833028 "
                + "gallons of gasoline and 1.000146 of diesel in releases from 2022 on, 0.922908 and 1.070118 before; 42 gallons a "
                + "barrel; off by more than {limit} from both; plug-in hybrids are left out, for they drive on electricity too",
            example:
                "none in EPA's eight releases from 2015 to 2025; a car at 27 mpg takes 11.0 barrels a year, so "
                + "14.0 are another car's",
            fix: "compute the figure again from the combined economy"),
        of: [.combined, .barrels], facts: [.fuel1, .fuel2, .technology]
    ) { figures, row, limit in
        let gallons: (now: Double, before: Double)
        switch figures.fuel1[row] {
        case .gasoline: gallons = (0.833028, 0.922908)
        case .diesel: gallons = (1.000146, 1.070118)
        default: return nil
        }
        let combined = figures.combined[row]
        let barrels = figures.barrels[row]
        let yearly = 15_000 / 42 / combined
        let (now, before) = (gallons.now * yearly, gallons.before * yearly)
        guard abs(barrels - now) > limit / 100 * now, abs(barrels - before) > limit / 100 * before,
            figures.powertrain[row] != .plugInHybrid
        else { return nil }
        let nearer = abs(barrels - now) <= abs(barrels - before) ? now : before
        return [
            FindingValue("barrels", barrels), FindingValue("expected", nearer), FindingValue("combined", combined),
            FindingValue("fuel", figures.word(.fuel1, row)),
        ]
    }
}
