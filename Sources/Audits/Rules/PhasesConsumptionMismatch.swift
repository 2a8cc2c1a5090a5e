internal import FuelEconomy

extension VehicleRule {
    /// WLTP's combined consumption against the four phases of the test.
    static let phasesConsumptionMismatch = VehicleRule(
        Rule(
            id: "phases-consumption-mismatch",
            title: "Combined consumption that does not follow from the phases of the test",
            severity: .warning, family: .physics,
            message: "combined {combined} L/100 km found, expected {expected} from the phases {phases}",
            limit: Rule.Limit(10, "%", "how far combined may be from the mean of the phases"),
            why: "The phases are parts of one drive. If combined is not their mean, it is another car's, or they are.",
            source:
                "Regulation (EU) 2017/1151, annex XXI: the phases of the WLTC of class 3 are 3.095, 4.756, 7.162 and 8.254 km long, "
                + "and combined is their mean by distance; off by more than {limit}; a list may take phases and combined from "
                + "unlike equipment",
            example:
                "VCA's list of August 2021 gives a Peugeot 5008 PureTech 180 9.9 L/100 km, more than any of its phases (6.4, 5.6, "
                + "6.6 and 6.5), which give 6.3",
            fix: "compare with the maker's certificate of conformity; CO₂ tells which of the figures are right"),
        figures: metricSets(
            [.wltp],
            [
                .low: .litersPer100Kilometers, .medium: .litersPer100Kilometers, .high: .litersPer100Kilometers,
                .extraHigh: .litersPer100Kilometers,
            ])
    ) { figures, row, limit in
        let phases = [figures.low[row], figures.medium[row], figures.high[row], figures.extraHigh[row]]
        let combined = figures.combined[row]
        let expected = (3.095 * phases[0] + 4.756 * phases[1] + 7.162 * phases[2] + 8.254 * phases[3]) / 23.267
        guard abs(combined - expected) > limit / 100 * expected else { return nil }
        return [
            FindingValue("combined", combined), FindingValue("expected", expected),
            FindingValue("phases", phases.map(NumberText.short).joined(separator: ", ")),
        ]
    }
}
