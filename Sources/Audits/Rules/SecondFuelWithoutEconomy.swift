internal import FuelEconomy

extension VehicleRule {
    /// A second fuel of which no economy is known.
    static let secondFuelWithoutEconomy = VehicleRule(
        Rule(
            id: "second-fuel-without-economy", title: "Second fuel without a combined figure",
            severity: .notice, family: .logic,
            message: "second fuel \"{fuel}\" found without a combined figure, expected one",
            why: "A user who drives on that fuel is told nothing, and costs are worked out from the first fuel alone.",
            example: "line 782 of EPA's Green Vehicle list of 2008 has two fuels and one figure",
            fix: "look the figure up on the label; older cars may never have been tested on the second fuel"),
        facts: [.fuel2, .combined2]
    ) { figures, row, _ in
        guard figures.fuel2[row] != .none, figures.combined2[row].isNaN else { return nil }
        return [FindingValue("fuel", figures.word(.fuel2, row))]
    }
}
