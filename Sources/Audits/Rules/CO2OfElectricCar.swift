internal import FuelEconomy

extension VehicleRule {
    /// Carbon at the tailpipe of a car that burns nothing.
    static let co2OfElectricCar = VehicleRule(
        Rule(
            id: "co2-of-electric-car", title: "Tailpipe CO₂ of a car that burns nothing",
            severity: .warning, family: .physics,
            message: "tailpipe CO₂ {co2} {unit} found, expected 0 from \"{fuel}\" alone",
            why:
                "A battery or a fuel cell leaves no carbon at the tailpipe. The figure is of another car, or of the power station.",
            example:
                "none in EPA's eight releases from 2015 to 2025: all 1,370 electric and hydrogen cars of "
                + "2025-10-28 say 0",
            fix: "compare with the label; if the car has an engine too, its second fuel is missing"),
        facts: [.co2Tailpipe, .fuel1, .fuel2]
    ) { figures, row, _ in
        let co2 = figures.co2Tailpipe[row]
        guard co2 > 0, figures.isFreeOfCarbon(row) else { return nil }
        return [
            FindingValue("co2", co2), FindingValue("fuel", figures.word(.fuel1, row)),
            FindingValue("unit", figures.unit(.co2Tailpipe)),
        ]
    }
}
