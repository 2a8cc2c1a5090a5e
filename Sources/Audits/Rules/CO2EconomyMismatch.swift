internal import FuelEconomy

extension VehicleRule {
    /// Tailpipe CO₂ against the carbon of the fuel burnt.
    static let co2EconomyMismatch = VehicleRule(
        Rule(
            id: "co2-economy-mismatch", title: "Tailpipe CO₂ that does not follow from the economy",
            severity: .warning, family: .physics,
            message: "tailpipe CO₂ {co2} g/mi found, expected {expected} from {combined} mpg of {fuel}",
            limit: Rule.Limit(10, "%", "how far tailpipe CO₂ may be from what the economy gives"),
            why: "The carbon in the fuel leaves as CO₂: grams a mile and miles a gallon are one measurement, told twice.",
            source:
                "40 CFR 600.113 and EPA-420-F-14-040a: 8,887 g a gallon of gasoline, 10,180 of diesel; off by more than {limit}; "
                + "plug-in hybrids are left out, for their figure is weighted by the share driven on electricity",
            example: "33298, a Mazda 5 of 2013, says 456 g/mi at 24 mpg, where a gallon of gasoline gives 370",
            fix: "compare both figures with the label"),
        of: [.combined, .co2Tailpipe], facts: [.technology]
    ) { figures, row, limit in
        let gramsPerGallon: Double
        switch figures.fuel1[row] {
        case .gasoline: gramsPerGallon = 8887
        case .diesel: gramsPerGallon = 10_180
        default: return nil
        }
        let combined = figures.combined[row]
        let co2 = figures.co2Tailpipe[row]
        let expected = gramsPerGallon / combined
        guard abs(co2 - expected) > limit / 100 * expected, figures.powertrain[row] != .plugInHybrid else { return nil }
        return [
            FindingValue("co2", co2), FindingValue("expected", expected), FindingValue("combined", combined),
            FindingValue("fuel", figures.word(.fuel1, row)),
        ]
    }
}
