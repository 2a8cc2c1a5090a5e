import FuelEconomy

extension Layout {
    /// `all_alpha_YY` of the EPA's Green Vehicle Guide, comma- or tab-separated: one model year a file, certified vehicles by
    /// sales area. There is no make column (the make opens the model, in capitals), and no year column; a row may speak of
    /// two fuels, `ethanol/gas` with `11/14` mpg.
    package static let epaGreenVehicle = Layout(
        id: "epa-green-vehicle",
        title: "US EPA, Green Vehicle Guide: all_alpha files",
        forms: [.delimited(.init()), .delimited(.init(delimiter: 0x09))],
        columns: [
            Column(["Model"], .make, .make(greenVehicleMakes), required: true),
            Column(["Model"], .model, .modelBehindMake(greenVehicleMakes), required: true),
            .text("Underhood ID", as: .engineFamily),
            Column(["Displ"], .displacement, .number(in: 0.1...20), absences: unknown),
            Column(["Cyl"], .cylinders, .figure(0, in: 1...16), absences: unknown),
            .text("Trans", as: .transmission, absences: unknown),
            .text("Drive", as: .drive, absences: unknown),
            .text("Fuel", as: .fuel, absences: unknown),
            Column(["Fuel"], .fuel1, .part(0, .word(fuelWords)), absences: unknown),
            Column(["Fuel"], .fuel2, .part(1, .word(fuelWords)), absences: unknown),
            .text("Cert Region", "Sales Area", as: .salesArea, absences: unknown),
            .text("Stnd", as: .standard, absences: unknown),
            .text("Stnd Description", as: .standardText, absences: unknown),
            .text("Veh Class", as: .vehicleClass, absences: unknown),
            Column(["Air Pollution Score"], .airScore, .part(0, .number(in: 0...10)), absences: unknown),
            Column(["Air Pollution Score"], .airScoreFuel2, .part(1, .number(in: 0...10)), absences: unknown),
            Column(["City MPG"], .city, .part(0, .number(in: 0.1...1000)), absences: unknown),
            Column(["City MPG"], .city2, .part(1, .number(in: 0.1...1000)), absences: unknown),
            Column(["Hwy MPG"], .highway, .part(0, .number(in: 0.1...1000)), absences: unknown),
            Column(["Hwy MPG"], .highway2, .part(1, .number(in: 0.1...1000)), absences: unknown),
            Column(["Cmb MPG"], .combined, .part(0, .number(in: 0.1...1000)), absences: unknown),
            Column(["Cmb MPG"], .combined2, .part(1, .number(in: 0.1...1000)), absences: unknown),
            Column(["Greenhouse Gas Score"], .greenhouseScore, .part(0, .number(in: 0...10)), absences: unknown),
            .text("SmartWay", as: .smartway, absences: unknown),
            Column(["Comb CO2"], .co2Tailpipe, .part(0, .number(in: 0...5000)), absences: unknown),
        ],
        ignored: ["Unadj Cmb MPG", "FE Calc Appr"],
        identity: [.make, .model, .engineFamily, .transmission, .drive, .fuel, .salesArea, .standard])

    private static let unknown: Set<String> = ["N/A", "N/A*"]

    private static let greenVehicleMakes = ["ALFA ROMEO", "ASTON MARTIN", "LAND ROVER"]

    /// As the words change case between years.
    private static let fuelWords = [
        "gasoline": "Gasoline", "Gasoline": "Gasoline", "gas": "Gasoline", "Gas": "Gasoline", "diesel": "Diesel",
        "Diesel": "Diesel", "ethanol": "E85", "Ethanol": "E85", "CNG": "Natural Gas", "Electricity": "Electricity",
        "Hydrogen": "Hydrogen",
    ]
}
