internal import FuelEconomy

extension VehicleRule {
    /// No engine in a car that burns fuel.
    static let combustionWithoutEngine = VehicleRule(
        Rule(
            id: "combustion-without-engine", title: "Neither cylinders nor displacement of a car that burns fuel",
            severity: .warning, family: .logic,
            message: "neither cylinders nor displacement found, expected an engine that burns \"{fuel}\"",
            why:
                "The engine is what a user tells such cars apart by. A rotary engine has a displacement and no cylinders, so that "
                + "one of the two is enough.",
            example: "29472 and 29473, Subaru RX Turbo of 1985, say NA for cylinders and for displacement",
            fix: "take the engine from the maker's data; leave the row, for its economy may be right"),
        facts: [.fuel1, .cylinders, .displacement]
    ) { figures, row, _ in
        guard figures.cylinders[row].isNaN, figures.displacement[row].isNaN else { return nil }
        let field: Field
        if figures.fuel1[row].isBurnt {
            field = .fuel1
        } else if figures.fuel2[row].isBurnt {
            field = .fuel2
        } else {
            return nil
        }
        return [FindingValue("fuel", figures.word(field, row))]
    }
}
