internal import FuelEconomy

extension VehicleRule {
    /// City economy above highway economy where nothing in the powertrain explains it.
    static let cityAboveHighway = VehicleRule(
        Rule(
            id: "city-above-highway", title: "City economy above highway economy",
            severity: .notice, family: .physics,
            message: "city {city} mpg found above highway {highway}, in a car that does not drive on electricity",
            why:
                "Without a motor that recovers energy in braking, a car uses more fuel in the city. The figures may be swapped.",
            source: "hybrid, plug-in, electric and fuel-cell cars are left out, by the feed's own technology column",
            example: "41170, a Ford Ranger 2WD Incomplete of 2019, says city 19 and highway 18",
            fix: "check whether city and highway were swapped; some vans and incomplete trucks are really so"),
        of: [.city, .highway], facts: [.technology]
    ) { figures, row, _ in
        let city = figures.city[row]
        let highway = figures.highway[row]
        guard city > highway, !figures.powertrain[row].drivesElectrically else { return nil }
        return [FindingValue("city", city), FindingValue("highway", highway)]
    }
}
