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
            source: combinedEconomySource,
            fix: "compare the three figures with the label; the unrounded ones often show which is off"),
        of: [.city, .highway, .combined]
    ) { figures, row in
        mismatch(figures.combined[row], figures.city[row], figures.highway[row])
    }

    /// The same of the second fuel of cars that have two.
    static let combinedEconomyMismatchOfFuel2 = VehicleRule(
        Rule(
            id: "combined-economy-mismatch-fuel2",
            title: "Combined economy on the second fuel that does not follow from city and highway",
            severity: .warning, subject: .vehicle,
            message:
                "combined {combined} mpg on the second fuel found, expected {expected} from city {city} and highway {highway}",
            why:
                "The three figures stand on one label. Who compares the two fuels of a car is misled if one of them is wrong.",
            source: combinedEconomySource,
            fix: "compare the three figures of the second fuel with the label"),
        of: [.city2, .highway2, .combined2]
    ) { figures, row in
        mismatch(figures.combined2[row], figures.city2[row], figures.highway2[row])
    }

    /// The same of the figures before rounding.
    static let unroundedEconomyMismatch = VehicleRule(
        Rule(
            id: "unrounded-economy-mismatch",
            title: "Unrounded combined economy that does not follow from city and highway",
            severity: .warning, subject: .vehicle,
            message: "unrounded combined {combined} mpg found, expected {expected} from city {city} and highway {highway}",
            why:
                "Rounding explains nothing here: one of the three was mistyped, or was set to another value and the others "
                + "were not.",
            source: combinedEconomySource,
            fix: "compare with the rounded figures, which tell which of the three is off"),
        of: [.cityUnrounded, .highwayUnrounded, .combinedUnrounded]
    ) { figures, row in
        mismatch(figures.combinedUnrounded[row], figures.cityUnrounded[row], figures.highwayUnrounded[row])
    }

    private static let combinedEconomySource =
        "40 CFR 600.210: combined = 1 / (0.55/city + 0.45/highway); off by more than 1 mpg"

    private static func mismatch(_ combined: Double, _ city: Double, _ highway: Double) -> [FindingValue]? {
        let expected = 1 / (0.55 / city + 0.45 / highway)
        guard abs(expected - combined) > 1 else { return nil }
        return [
            FindingValue("combined", combined), FindingValue("expected", expected), FindingValue("city", city),
            FindingValue("highway", highway),
        ]
    }
}
