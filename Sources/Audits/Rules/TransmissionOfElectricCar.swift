internal import FuelEconomy

extension VehicleRule {
    /// A gearbox that electric cars do not have.
    static let transmissionOfElectricCar = VehicleRule(
        Rule(
            id: "transmission-of-electric-car", title: "Transmission that an electric car does not have",
            severity: .notice, family: .logic,
            message:
                "transmission \"{transmission}\" found, expected one of fixed gears in a car that drives on \"{fuel}\" alone",
            why: "Option labels tell cars apart by it: one car then stands there with two gearboxes, one of them made up.",
            source:
                "all but 9 of the 1,331 electric cars of EPA's release of 2025-10-28 have 1 or 2 gears; looked for are gears that "
                + "vary, and gears that are shifted by hand",
            example:
                "42191, a Chevrolet Bolt EV of 2020, says \"Automatic (variable gear ratios)\"; the Bolts before and after it say "
                + "\"Automatic (A1)\"",
            fix: "compare with the model's other years"),
        facts: [.transmission, .fuel1, .fuel2]
    ) { figures, row, _ in
        guard figures.hasGearbox[row], figures.isElectric(row) else { return nil }
        return [
            FindingValue("transmission", figures.word(.transmission, row)), FindingValue("fuel", figures.word(.fuel1, row)),
        ]
    }
}
