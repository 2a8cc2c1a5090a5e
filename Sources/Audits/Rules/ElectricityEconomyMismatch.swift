internal import FuelEconomy

extension VehicleRule {
    /// An electric car's miles per gallon equivalent against its use of electricity.
    static let electricityEconomyMismatch = VehicleRule(
        Rule(
            id: "electricity-economy-mismatch", title: "MPGe that does not follow from the use of electricity",
            severity: .warning, family: .physics,
            message: "combined {combined} MPGe found, expected {expected} from {electricity} kWh/100 mi",
            limit: Rule.Limit(5, "%", "how far MPGe may be from what the use of electricity gives"),
            why: "Both are one measurement, told twice. Costs are worked out from one of them and scores from the other.",
            source:
                "EPA: a gallon of gasoline has 33.705 kWh, so MPGe = 3,370.5 / (kWh/100 mi); off by more than {limit}; "
                + "both figures are rounded to whole numbers, which explains up to 2.4 % in the thriftiest cars, and a maker may "
                + "state a little less than was measured",
            example: "45992 says 109 MPGe where 33.9 kWh/100 mi give 99.4",
            fix: "compare both figures with the label"),
        of: [.combined, .combinedElectricity], facts: [.fuel1, .fuel2]
    ) { figures, row, limit in
        let combined = figures.combined[row]
        let electricity = figures.electricity[row]
        let expected = 3370.5 / electricity
        guard abs(combined - expected) > limit / 100 * expected, figures.isElectric(row) else { return nil }
        return [
            FindingValue("combined", combined), FindingValue("expected", expected), FindingValue("electricity", electricity),
        ]
    }
}
