internal import FuelEconomy

extension VehicleRule {
    /// Label combined economy against the fuel-use-weighted mean of city and highway.
    static let combinedEconomyMismatch = VehicleRule(
        Rule(
            id: "combined-economy-mismatch", title: "Combined economy that does not follow from city and highway",
            severity: .warning, subject: .vehicle,
            message: "combined {combined} mpg found, expected {expected} from city {city} and highway {highway}",
            why:
                "The three figures stand on one label. If they disagree by more than rounding can explain, one of them is wrong.",
            source: "40 CFR 600.210: combined = 1 / (0.55/city + 0.45/highway); off by more than 1 mpg",
            fix: "compare the three figures with the label; the unrounded ones often show which is off"),
        of: [.city, .highway, .combined]
    ) { figures, row in
        let city = figures.city[row]
        let highway = figures.highway[row]
        let combined = figures.combined[row]
        let expected = 1 / (0.55 / city + 0.45 / highway)
        guard abs(expected - combined) > 1 else { return nil }
        return [
            FindingValue("combined", combined), FindingValue("expected", expected), FindingValue("city", city),
            FindingValue("highway", highway),
        ]
    }
}
