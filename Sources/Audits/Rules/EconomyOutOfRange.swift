internal import FuelEconomy

extension VehicleRule {
    /// An economy that no car of its kind has.
    static let economyOutOfRange = VehicleRule(
        Rule(
            id: "economy-out-of-range", title: "Combined economy that cannot be",
            severity: .warning, family: .physics,
            message: "combined {combined} {unit} found, expected {least} to {most} of a car that drives on \"{fuel}\"",
            why:
                "A figure with its point in the wrong place, or of another unit, leads every list that is sorted by economy.",
            source:
                "EPA's releases since 2015 and NRCan's ratings since 1995 have 7 to 59 mpg of cars that burn fuel and 28 to 146 MPGe "
                + "of electric ones; expected are 2 to 40 L/100 km (5.9 to 117.6 mpg) and 1 to 13 Le/100 km (18.1 to 235.2 MPGe); "
                + "plug-in hybrids, whose figures may be weighted by electric miles, and fuel cells are left out",
            example:
                "VCA's list of August 2021 gives a DS 3 Crossback 52.9 L/100 km: that is its mpg, and stands in the wrong column",
            fix: "look for a unit or column that was mixed up in the record"),
        facts: [.combined, .fuel1]
    ) { figures, row, _ in
        let combined = figures.combined[row]
        let range: ClosedRange<Double>
        switch figures.powertrain[row] {
        case .plugInHybrid, .fuelCell: return nil
        case .electric: range = figures.economies(from: 1, to: 13)
        default:
            guard figures.fuel1[row].isBurnt else { return nil }
            range = figures.economies(from: 2, to: 40)
        }
        // Not a number is neither.
        guard combined < range.lowerBound || combined > range.upperBound else { return nil }
        return [
            FindingValue("combined", combined), FindingValue("unit", figures.combinedUnit?.short ?? ""),
            FindingValue("least", range.lowerBound), FindingValue("most", range.upperBound),
            FindingValue("fuel", figures.word(.fuel1, row)),
        ]
    }
}

extension VehicleFigures {
    /// Two consumptions in L/100 km as a range in the unit of the combined economy; all there is where that is no such unit.
    fileprivate func economies(from least: Double, to most: Double) -> ClosedRange<Double> {
        switch combinedUnit {
        case .litersPer100Kilometers, .gasolineLitersPer100Kilometers: least...most
        case .milesPerUSGallon, .milesPerUSGallonEquivalent: 235.215 / most...235.215 / least
        case .milesPerImperialGallon: 282.481 / most...282.481 / least
        case .kilometersPerLiter: 100 / most...100 / least
        default: -.infinity ... .infinity
        }
    }
}
