internal import FuelEconomy

extension VehicleRule {
    /// An electric car's miles per gallon equivalent against its use of electricity.
    static let electricityEconomyMismatch = VehicleRule(
        Rule(
            id: "electricity-economy-mismatch", title: "MPGe that does not follow from the use of electricity",
            severity: .warning, subject: .vehicle,
            message: "combined {combined} MPGe found, expected {expected} from {electricity} kWh/100 mi",
            why: "Both are one measurement, told twice. Costs are worked out from one of them and scores from the other.",
            source:
                "EPA: a gallon of gasoline has 33.705 kWh, so MPGe = 3,370.5 / (kWh/100 mi); off by more than 5 %; "
                + "both figures are rounded to whole numbers, which explains up to 2.4 % in the thriftiest cars, and a maker may "
                + "state a little less than was measured",
            fix: "compare both figures with the label"),
        of: [.combined, .combinedElectricity], facts: [.fuel1, .fuel2]
    ) { figures, row in
        let combined = figures.combined[row]
        let electricity = figures.electricity[row]
        let expected = 3370.5 / electricity
        guard abs(combined - expected) > 0.05 * expected, figures.isElectric(row) else { return nil }
        return [
            FindingValue("combined", combined), FindingValue("expected", expected), FindingValue("electricity", electricity),
        ]
    }
}
