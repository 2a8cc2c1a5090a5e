import FuelEconomy

extension Layout {
    /// `emissions.csv` of fueleconomy.gov, or what `vehicles.xml` nests in each vehicle: by which standards and in which sales
    /// area a vehicle is certified, several rows a vehicle. `-1` says "not rated"; other negative scores are slips.
    package static let epaEmissions = Layout(
        id: "epa-emissions",
        title: "US EPA and DOE, fueleconomy.gov: emissions.csv, or vehicles.xml",
        role: .details,
        forms: [
            .delimited(.init()),
            .xml(
                .init(records: [
                    "vehicles/vehicle/emissionsList/emissionsInfo", "vehicle/emissionsList/emissionsInfo",
                ])),
        ],
        columns: [
            Column(["id"], nil, .id, required: true),
            .text("efid", as: .engineFamily),
            .text("salesArea", as: .salesArea),
            Column(["score"], .airScore, .number(in: 0...10), absences: ["-1", "-1.0"]),
            Column(["scoreAlt"], .airScoreFuel2, .number(in: 0...10), absences: ["-1", "-1.0"]),
            .text("smartwayScore", as: .smartway, absences: ["-1"]),
            .text("standard", as: .standard),
            .text("stdText", as: .standardText, absences: ["null"]),
        ], identity: [.engineFamily, .salesArea, .standard])

    /// The web service's menu of options, `menuItems/menuItem`: the words by which the agency tells a year's ids apart.
    package static let epaMenu = Layout(
        id: "epa-menu",
        title: "US EPA and DOE, fueleconomy.gov web service: menu of options",
        role: .details,
        forms: [.xml(.init(records: ["menuItems/menuItem"]))],
        columns: [Column(["value"], nil, .id, required: true), .text("text", as: .trim)])
}
