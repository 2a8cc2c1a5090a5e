internal import FuelEconomy

extension VehicleRule {
    /// Tailpipe CO₂ against the carbon of the fuel burnt.
    static let co2EconomyMismatch = VehicleRule(
        Rule(
            id: "co2-economy-mismatch", title: "Tailpipe CO₂ that does not follow from the economy",
            severity: .warning, subject: .vehicle,
            message: "tailpipe CO₂ {co2} g/mi found, expected {expected} from {combined} mpg of {fuel}",
            why: "The carbon in the fuel leaves as CO₂: grams a mile and miles a gallon are one measurement, told twice.",
            source:
                "40 CFR 600.113 and EPA-420-F-14-040a: 8,887 g a gallon of gasoline, 10,180 of diesel; off by more than 10 %; "
                + "plug-in hybrids are left out, for their figure is weighted by the share driven on electricity",
            fix: "compare both figures with the label"),
        of: [.combined, .co2Tailpipe], facts: [.technology]
    ) { figures, row in
        let gramsPerGallon: Double
        switch figures.fuel1[row] {
        case .gasoline: gramsPerGallon = 8887
        case .diesel: gramsPerGallon = 10_180
        default: return nil
        }
        let combined = figures.combined[row]
        let co2 = figures.co2Tailpipe[row]
        let expected = gramsPerGallon / combined
        guard abs(co2 - expected) > 0.1 * expected, figures.powertrain[row] != .plugInHybrid else { return nil }
        return [
            FindingValue("co2", co2), FindingValue("expected", expected), FindingValue("combined", combined),
            FindingValue("fuel", figures.word(.fuel1, row)),
        ]
    }
}
