internal import FuelEconomy

extension VehicleRule {
    /// An electric car of which no range is known.
    static let electricRangeMissing = VehicleRule(
        Rule(
            id: "electric-range-missing", title: "Electric car without a range",
            severity: .notice, family: .logic,
            message: "no range found, expected one of a car that drives on \"{fuel}\" alone",
            why: "The range is what an electric car is chosen by; a picker has nothing to show, or shows 0.",
            example: "a car that drives on \"Electricity\" alone, with a range of 0",
            fix: "look the range up on the label"),
        facts: [.fuel1, .fuel2, .range]
    ) { figures, row, _ in
        guard figures.range[row].isNaN, figures.isElectric(row) else { return nil }
        return [FindingValue("fuel", figures.word(.fuel1, row))]
    }
}
