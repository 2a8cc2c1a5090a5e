internal import FuelEconomy

extension VehicleRule {
    /// Grams of CO₂ a kilometer against liters for 100 kilometers.
    static let co2ConsumptionMismatch = VehicleRule(
        Rule(
            id: "co2-consumption-mismatch", title: "CO₂ that does not follow from the consumption",
            severity: .warning, family: .physics,
            message: "CO₂ {co2} g/km found, expected {expected} from {combined} L/100 km of {fuel}",
            limit: Rule.Limit(10, "%", "how far CO₂ may be from what the consumption gives"),
            why: "Taxes are worked out from one of the two and running costs from the other; they are one measurement.",
            source:
                "grams a liter between those of NRCan's ratings and of ADEME's and VCA's WLTP figures: 2,290 of gasoline (2,302 and "
                + "2,266), 2,660 of diesel (2,696 and 2,621), 1,620 of E85 (1,601 and 1,638); off by more than {limit}; cars that "
                + "plug in or burn gas too are left out",
            example:
                "VCA's list of August 2021 gives a Ford Galaxy 2.5 FHEV 307 g/km and 6.4 L/100 km, which leave 147",
            fix: "compare with the maker's certificate of conformity"),
        figures: metricSets([.wltp, .nrcanRating], [.co2Tailpipe: .gramsPerKilometer]), facts: [.fuel1]
    ) { figures, row, limit in
        let gramsPerLiter: Double
        switch figures.fuel1[row] {
        case .gasoline: gramsPerLiter = 2290
        case .diesel: gramsPerLiter = 2660
        case .ethanol: gramsPerLiter = 1620
        default: return nil
        }
        let (combined, co2) = (figures.combined[row], figures.co2Tailpipe[row])
        let expected = gramsPerLiter * combined / 100
        guard abs(co2 - expected) > limit / 100 * expected, figures.powertrain[row] != .plugInHybrid,
            figures.technology[row] != .bifuelPropane, figures.technology[row] != .bifuelNaturalGas
        else { return nil }
        return [
            FindingValue("co2", co2), FindingValue("expected", expected), FindingValue("combined", combined),
            FindingValue("fuel", figures.word(.fuel1, row)),
        ]
    }
}
