internal import FuelEconomy

extension VehicleRule {
    /// Combined fuel consumption against the distance-weighted mean of city and highway.
    static let combinedConsumptionMismatch = VehicleRule(
        Rule(
            id: "combined-consumption-mismatch", title: "Combined consumption that does not follow from city and highway",
            severity: .warning, subject: .vehicle,
            message: "combined {combined} L/100 km found, expected {expected} from city {city} and highway {highway}",
            why:
                "The three figures stand on one label. If they disagree by more than rounding can explain, one of them is wrong.",
            source:
                "Natural Resources Canada: combined = 0.55 × city + 0.45 × highway, in L/100 km; off by more than 0.3 L/100 km",
            fix: "compare the three figures with the agency's own search tool"),
        figures: [.city: nrcan, .highway: nrcan, .combined: nrcan]
    ) { figures, row in
        let expected = 0.55 * figures.city[row] + 0.45 * figures.highway[row]
        guard abs(expected - figures.combined[row]) > 0.3 else { return nil }
        return [
            FindingValue("combined", figures.combined[row]), FindingValue("expected", expected),
            FindingValue("city", figures.city[row]), FindingValue("highway", figures.highway[row]),
        ]
    }

    private static let nrcan = Quantity(.litersPer100Kilometers, fuel: .first, cycle: .nrcanRating)
}
