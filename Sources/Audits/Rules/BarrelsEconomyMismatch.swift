internal import FuelEconomy

extension VehicleRule {
    /// Petroleum a year against the combined economy.
    static let barrelsEconomyMismatch = VehicleRule(
        Rule(
            id: "barrels-economy-mismatch", title: "Petroleum a year that does not follow from the economy",
            severity: .warning, subject: .vehicle,
            message: "{barrels} barrels a year found, expected {expected} from {combined} mpg of {fuel}",
            why:
                "The figure is computed from the economy, not measured. If it does not follow, one of them is of another car.",
            source:
                "fueleconomy.gov: 15,000 miles a year. Petroleum for a gallon burnt as all rows of a release have it: 0.833028 "
                + "gallons of gasoline and 1.000146 of diesel in releases from 2022 on, 0.922908 and 1.070118 before; 42 gallons a "
                + "barrel; off by more than 3 % from both; plug-in hybrids are left out, for they drive on electricity too",
            fix: "compute the figure again from the combined economy"),
        of: [.combined, .barrels], facts: [.fuel1, .fuel2, .technology]
    ) { figures, row in
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
        guard abs(barrels - now) > 0.03 * now, abs(barrels - before) > 0.03 * before,
            figures.powertrain[row] != .plugInHybrid
        else { return nil }
        let nearer = abs(barrels - now) <= abs(barrels - before) ? now : before
        return [
            FindingValue("barrels", barrels), FindingValue("expected", nearer), FindingValue("combined", combined),
            FindingValue("fuel", figures.word(.fuel1, row)),
        ]
    }
}
