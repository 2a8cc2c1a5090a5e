internal import FuelEconomy

extension VehicleRule {
    /// An engine in a car that burns nothing.
    static let electricWithCylinders = VehicleRule(
        Rule(
            id: "electric-with-cylinders", title: "Cylinders or displacement of a car that burns nothing",
            severity: .warning, family: .logic,
            message: "{engine} found, expected no engine in a car that drives on \"{fuel}\" alone",
            why: "A picker shows an engine that is not there, or the fuel is wrong, or a second fuel is missing.",
            example: "a car that drives on \"Electricity\" alone, with 4 cylinders",
            fix: "compare with the maker's data: either the engine or the fuel is of another car"),
        facts: [.fuel1, .fuel2, .displacement]
    ) { figures, row, _ in
        let cylinders = figures.cylinders[row]
        let displacement = figures.displacement[row]
        guard cylinders > 0 || displacement > 0, figures.isFreeOfCarbon(row) else { return nil }
        var engine: [String] = []
        if cylinders > 0 { engine.append("cylinders \(NumberText.short(cylinders))") }
        if displacement > 0 { engine.append("displacement \(NumberText.short(displacement))") }
        return [
            FindingValue("engine", engine.joined(separator: " and ")), FindingValue("fuel", figures.word(.fuel1, row)),
        ]
    }
}
