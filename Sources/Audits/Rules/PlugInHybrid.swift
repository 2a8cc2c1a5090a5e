internal import FuelEconomy

extension VehicleRule {
    /// A plug-in hybrid's tailpipe CO₂ against the share of its miles that it drives on electricity.
    static let plugInCO2Mismatch = VehicleRule(
        Rule(
            id: "plug-in-co2-mismatch", title: "Tailpipe CO₂ of a plug-in hybrid that does not follow from its economy",
            severity: .warning, family: .physics,
            message:
                "tailpipe CO₂ {co2} g/mi found, expected {expected} from {combined} mpg of {fuel} with a utility factor of "
                + "{factor}",
            limit: Rule.Limit(15, "%", "how far tailpipe CO₂ may be from what economy and utility factor give"),
            why:
                "The figure is weighted by the miles that need no fuel. One that is not so weighted makes the car look like any "
                + "other, and hides what it is bought for.",
            source:
                "40 CFR 600.113 and 600.116: (1 − utility factor) × grams a gallon / combined, and the fuel that is burnt while "
                + "driving on electricity (combinedCD) for the other miles; 8,887 g a gallon of gasoline, 10,180 of diesel; off by "
                + "more than {limit}",
            example:
                "48670, a Lexus NX 450h+ of 2025, says 404 g/mi, where 36 mpg and a utility factor of 0.657 give 85: the 404 is "
                + "that of a car of 22 mpg",
            fix: "compare with the label's own figure"),
        of: [.combined, .co2Tailpipe, .utilityFactor, .fuelOnElectricity], facts: [.fuel1, .technology]
    ) { figures, row, limit in
        let factor = figures.utilityFactor[row]
        guard factor > 0, figures.powertrain[row] == .plugInHybrid else { return nil }
        let gramsPerGallon: Double
        switch figures.fuel1[row] {
        case .gasoline: gramsPerGallon = 8887
        case .diesel: gramsPerGallon = 10_180
        default: return nil
        }
        let gallons = (1 - factor) / figures.combined[row] + factor * figures.gallonsPerElectricMile(row)
        let (co2, expected) = (figures.co2Tailpipe[row], gramsPerGallon * gallons)
        guard abs(co2 - expected) > limit / 100 * expected else { return nil }
        return [
            FindingValue("co2", co2), FindingValue("expected", expected), FindingValue("combined", figures.combined[row]),
            FindingValue("fuel", figures.word(.fuel1, row)), FindingValue("factor", factor),
        ]
    }

    /// A plug-in hybrid's MPGe on electricity against what it takes for that.
    static let plugInElectricityMismatch = VehicleRule(
        Rule(
            id: "plug-in-electricity-mismatch",
            title: "MPGe of a plug-in hybrid that does not follow from its use of electricity",
            severity: .warning, family: .physics,
            message:
                "combined {combined} MPGe on electricity found, expected {expected} from {electricity} kWh/100 mi{fuel}",
            limit: Rule.Limit(10, "%", "how far MPGe on electricity may be from what the energy used gives"),
            why: "Both are one measurement, told twice. Who compares electric miles is misled by one of them.",
            source:
                "EPA: a gallon of gasoline has 33.705 kWh; MPGe = 100 / (kWh / 33.705 + gallons), for 100 miles, the gallons being "
                + "those burnt while driving on electricity (combinedCD); off by more than {limit}; a maker may state less than was "
                + "measured",
            example: "47279, a Mercedes-Benz S580e of 2023, says 49 MPGe, where 51 kWh/100 mi give 66",
            fix: "compare both figures with the label"),
        of: [.combined2, .combinedElectricity, .fuelOnElectricity], facts: [.technology]
    ) { figures, row, limit in
        guard figures.powertrain[row] == .plugInHybrid else { return nil }
        let (combined, electricity) = (figures.combined2[row], figures.electricity[row])
        let gallons = figures.gallonsPerElectricMile(row) * 100
        let expected = 100 / (electricity / 33.705 + gallons)
        guard abs(combined - expected) > limit / 100 * expected else { return nil }
        return [
            FindingValue("combined", combined), FindingValue("expected", expected), FindingValue("electricity", electricity),
            FindingValue("fuel", gallons > 0 ? " and \(NumberText.short(gallons)) gal/100 mi" : ""),
        ]
    }
}

extension VehicleFigures {
    /// What a plug-in hybrid burns while it drives on electricity; 0 where the feed says nothing of it.
    fileprivate func gallonsPerElectricMile(_ row: Int) -> Double {
        fuelOnElectricity[row].isNaN ? 0 : fuelOnElectricity[row] / 100
    }
}
