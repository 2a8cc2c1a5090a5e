internal import FuelEconomy

extension VehicleRule {
    /// Label combined economy against the fuel-use-weighted mean of city and highway.
    static let combinedEconomyMismatch = VehicleRule(
        Rule(
            id: "combined-economy-mismatch", title: "Combined economy that does not follow from city and highway",
            severity: .warning, family: .physics,
            message: "combined {combined} mpg found, expected {expected} from city {city} and highway {highway}",
            limit: Rule.Limit(1, "mpg", "how far combined may be from what city and highway give"),
            why:
                "The three figures stand on one label. If they disagree by more than rounding can explain, one of them is wrong.",
            source: combinedEconomySource,
            example:
                "46516, a Mustang Mach-E GT of 2023, says 82 where city 90 and highway 77 give 83.7; four Beetles "
                + "with diesels say 30 where 27 and 39 give 31.3",
            fix: "compare the three figures with the label; the unrounded ones often show which is off"),
        of: [.city, .highway, .combined]
    ) { figures, row, limit in
        mismatch(figures.combined[row], figures.city[row], figures.highway[row], limit)
    }

    /// The same of the second fuel of cars that have two.
    static let combinedEconomyMismatchOfFuel2 = VehicleRule(
        Rule(
            id: "combined-economy-mismatch-fuel2",
            title: "Combined economy on the second fuel that does not follow from city and highway",
            severity: .warning, family: .physics,
            message:
                "combined {combined} mpg on the second fuel found, expected {expected} from city {city} and highway {highway}",
            limit: Rule.Limit(1, "mpg", "how far combined on the second fuel may be from what city and highway give"),
            why:
                "The three figures stand on one label. Who compares the two fuels of a car is misled if one of them is wrong.",
            source: combinedEconomySource,
            example:
                "48998, a Bentley Continental GT of 2025, says 46 on electricity where city 49 and highway 57 give "
                + "52.3",
            fix: "compare the three figures of the second fuel with the label"),
        of: [.city2, .highway2, .combined2]
    ) { figures, row, limit in
        mismatch(figures.combined2[row], figures.city2[row], figures.highway2[row], limit)
    }

    /// The same of the figures before rounding.
    static let unroundedEconomyMismatch = VehicleRule(
        Rule(
            id: "unrounded-economy-mismatch",
            title: "Unrounded combined economy that does not follow from city and highway",
            severity: .warning, family: .physics,
            message: "unrounded combined {combined} mpg found, expected {expected} from city {city} and highway {highway}",
            limit: Rule.Limit(1, "mpg", "how far unrounded combined may be from what city and highway give"),
            why:
                "Rounding explains nothing here: one of the three was mistyped, or was set to another value and the others "
                + "were not.",
            source: combinedEconomySource,
            example: "40926, a Lexus RC 300 of 2019, has 21.497 where city 18 and highway 24 give 20.3",
            fix: "compare with the rounded figures, which tell which of the three is off"),
        of: [.cityUnrounded, .highwayUnrounded, .combinedUnrounded]
    ) { figures, row, limit in
        mismatch(figures.combinedUnrounded[row], figures.cityUnrounded[row], figures.highwayUnrounded[row], limit)
    }

    private static let combinedEconomySource =
        "40 CFR 600.210: combined = 1 / (0.55/city + 0.45/highway); off by more than {limit}"

    private static func mismatch(_ combined: Double, _ city: Double, _ highway: Double, _ limit: Double) -> [FindingValue]? {
        let expected = 1 / (0.55 / city + 0.45 / highway)
        guard abs(expected - combined) > limit else { return nil }
        return [
            FindingValue("combined", combined), FindingValue("expected", expected), FindingValue("city", city),
            FindingValue("highway", highway),
        ]
    }
}
