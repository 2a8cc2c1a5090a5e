internal import FuelEconomy

extension VehicleRule {
    /// Combined fuel consumption against the distance-weighted mean of city and highway.
    static let combinedConsumptionMismatch = VehicleRule(
        Rule(
            id: "combined-consumption-mismatch", title: "Combined consumption that does not follow from city and highway",
            severity: .warning, family: .physics,
            message: "combined {combined} L/100 km found, expected {expected} from city {city} and highway {highway}",
            limit: Rule.Limit(0.3, "L/100 km", "how far combined may be from what city and highway give"),
            why:
                "The three figures stand on one label. If they disagree by more than rounding can explain, one of them is wrong.",
            source:
                "Natural Resources Canada: combined = 0.55 × city + 0.45 × highway, in L/100 km; off by more than {limit}",
            example:
                "the Jaguar XF 30t in NRCan's ratings of 2020 says 8.9 where city 9.2 and highway 7.5 give 8.4",
            fix: "compare the three figures with the agency's own search tool"),
        figures: [[.city: nrcan, .highway: nrcan, .combined: nrcan]]
    ) { figures, row, limit in
        let expected = 0.55 * figures.city[row] + 0.45 * figures.highway[row]
        guard abs(expected - figures.combined[row]) > limit else { return nil }
        return [
            FindingValue("combined", figures.combined[row]), FindingValue("expected", expected),
            FindingValue("city", figures.city[row]), FindingValue("highway", figures.highway[row]),
        ]
    }

    private static let nrcan = Quantity(.litersPer100Kilometers, fuel: .first, cycle: .nrcanRating)
}
