internal import FuelEconomy

extension VehicleRule {
    /// The label's CO₂ against the tailpipe's.
    static let co2ColumnsDiffer = VehicleRule(
        Rule(
            id: "co2-columns-differ", title: "Two columns of CO₂ that differ",
            severity: .warning, family: .physics,
            message: "CO₂ {co2} g/mi found, expected {tailpipe} as at the tailpipe",
            limit: Rule.Limit(0.5, "g/mi", "how far the two columns may differ"),
            why: "Both columns say one thing, and programs read either.",
            source:
                "co2 and co2TailpipeGpm are the tailpipe CO₂ of the first fuel (fueleconomy.gov data description), the first "
                + "known since model year 2013 and in whole grams; off by more than {limit}",
            example: "none in EPA's eight releases from 2015 to 2025: co2 is co2TailpipeGpm wherever it is known",
            fix: "compare with the label; the economy tells which of the two is right"),
        of: [.co2, .co2Tailpipe]
    ) { figures, row, limit in
        let co2 = figures.co2[row]
        let tailpipe = figures.co2Tailpipe[row]
        guard abs(co2 - tailpipe) > limit else { return nil }
        return [FindingValue("co2", co2), FindingValue("tailpipe", tailpipe)]
    }
}
