internal import FuelEconomy

extension VehicleRule {
    /// The feed's word for a car's technology against its fuels.
    static let technologyContradictsFuel = VehicleRule(
        Rule(
            id: "technology-contradicts-fuel", title: "Technology that its fuels contradict",
            severity: .warning, family: .logic,
            message: "technology \"{technology}\" found with {fuels}, expected {expected}",
            why:
                "Programs tell electric cars, diesels and flexible-fuel cars by either column, and come to different answers.",
            source:
                "the words of atvType (fueleconomy.gov data description); cars with a fuel of another name are left out, and a "
                + "missing second fuel of plug-in hybrids has a rule of its own",
            example: "a car of technology \"Diesel\" whose only fuel is \"Regular Gasoline\"",
            fix: "compare with the label, which names all fuels of a car"),
        facts: [.technology, .fuel1, .fuel2]
    ) { figures, row, _ in
        let (first, second) = (figures.fuel1[row], figures.fuel2[row])
        guard let expected = contradiction(figures.technology[row], first, second) else { return nil }
        var fuels = "\"\(figures.word(.fuel1, row))\""
        if second != .none { fuels += " and \"\(figures.word(.fuel2, row))\"" }
        return [
            FindingValue("technology", figures.word(.technology, row)), FindingValue("fuels", fuels),
            FindingValue("expected", expected),
        ]
    }

    /// A plug-in hybrid that has nothing but its plug, or nothing but its engine.
    static let plugInWithoutSecondFuel = VehicleRule(
        Rule(
            id: "plug-in-without-second-fuel", title: "Plug-in hybrid without a second fuel",
            severity: .warning, family: .logic,
            message: "technology \"{technology}\" found with \"{fuel}\" alone, expected a second fuel",
            why:
                "Such a car drives on electricity and on fuel. Without the second one, its figures are taken for all there is.",
            example: "technology \"Plug-in Hybrid\" with \"Regular Gasoline\" alone",
            fix: "compare with the label; the car may be a hybrid or an electric car"),
        facts: [.technology, .fuel1, .fuel2]
    ) { figures, row, _ in
        guard figures.technology[row] == .plugInHybrid, figures.fuel2[row] == .none, figures.fuel1[row] != .none else {
            return nil
        }
        return [
            FindingValue("technology", figures.word(.technology, row)), FindingValue("fuel", figures.word(.fuel1, row)),
        ]
    }

    /// What would be expected where technology and fuels contradict each other; `nil` where they do not.
    private static func contradiction(_ technology: Technology, _ first: Fuel, _ second: Fuel) -> String? {
        if first == .none || first == .other || second == .other { return nil }
        func alone(_ fuel: Fuel) -> Bool { first == fuel && (second == .none || second == fuel) }
        func has(_ fuel: Fuel) -> Bool { first == fuel || second == fuel }
        switch technology {
        case .electric: return alone(.electricity) ? nil : "\"Electricity\" alone"
        case .fuelCell: return has(.hydrogen) ? nil : "\"Hydrogen\""
        case .diesel: return has(.diesel) ? nil : "\"Diesel\""
        case .naturalGas: return has(.naturalGas) ? nil : "\"Natural Gas\""
        case .flexibleFuel: return has(.ethanol) && second != .none ? nil : "\"E85\" beside another fuel"
        case .bifuelNaturalGas: return has(.naturalGas) && second != .none ? nil : "\"Natural Gas\" beside another fuel"
        case .bifuelPropane: return has(.propane) && second != .none ? nil : "\"Propane\" beside another fuel"
        case .plugInHybrid: return second == .none || has(.electricity) ? nil : "\"Electricity\" beside another fuel"
        case .none, .hybrid, .other: return alone(.electricity) ? "technology \"EV\"" : nil
        }
    }
}
