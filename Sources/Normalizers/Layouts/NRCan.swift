import FuelEconomy

extension Layout {
    /// Natural Resources Canada's fuel consumption ratings of cars with an engine alone. Files of 1995 to 2023 have two header
    /// rows and footnotes; newer ones have one header row. No id: a row is what its make, model, year, engine, gearbox and
    /// fuel say. The feed states L/100 km, and for the combined figure miles per imperial gallon too.
    package static let nrcanConventional = Layout(
        id: "nrcan-conventional",
        title: "Natural Resources Canada: fuel consumption ratings",
        forms: nrcanForms, encoding: "windows-1252",
        columns: nrcanCommon + [
            .figure("Engine size (L)", as: .displacement, .liters, in: 0.1...20),
            .figure("Cylinders", as: .cylinders, .cylinders, in: 1...16),
            .text("Fuel type", as: .fuel),
            Column(["Fuel type"], .fuel1, .word(nrcanFuels)),
            .figure(
                "City (L/100 km)", "Fuel consumption city (L/100 km)", "Fuel consumption* city (L/100 km)",
                as: .city, .litersPer100Kilometers, .first, .nrcanRating),
            // "Feul" stands in a file that somebody edited by hand.
            .figure(
                "Highway (L/100 km)", "Hwy (L/100 km)", "Feul consumption hwy (L/100 km)",
                as: .highway, .litersPer100Kilometers, .first, .nrcanRating),
            .figure(
                "Combined (L/100 km)", "Comb (L/100 km)", as: .combined, .litersPer100Kilometers, .first, .nrcanRating),
            .figure(
                "Combined (mpg)", "Comb (mpg)", as: .combinedImperial, .milesPerImperialGallon, .first, .nrcanRating),
        ],
        firstModelYear: 1995, identity: nrcanIdentity)

    /// The same of battery-electric cars: kWh/100 km, and liters of gasoline of the same energy.
    package static let nrcanElectric = Layout(
        id: "nrcan-electric",
        title: "Natural Resources Canada: battery-electric vehicles",
        forms: nrcanForms, encoding: "windows-1252",
        columns: nrcanCommon + [
            .figure("Motor (kW)", as: .power, .kilowatts),
            .text("Fuel type", as: .fuel),
            Column(["Fuel type"], .fuel1, .word(nrcanFuels)),
            .figure(
                "City (kWh/100 km)", "Consumption city (kWh/100 km)", as: .cityElectricity,
                .kilowattHoursPer100Kilometers, .electricity, .nrcanRating),
            .figure(
                "Highway (kWh/100 km)", "Hwy (kWh/100 km)", as: .highwayElectricity, .kilowattHoursPer100Kilometers,
                .electricity, .nrcanRating),
            .figure(
                "Combined (kWh/100 km)", "Comb (kWh/100 km)", as: .combinedElectricity,
                .kilowattHoursPer100Kilometers, .electricity, .nrcanRating),
            .figure("City (Le/100 km)", as: .city, .gasolineLitersPer100Kilometers, .first, .nrcanRating),
            .figure(
                "Highway (Le/100 km)", "Hwy (Le/100 km)", as: .highway, .gasolineLitersPer100Kilometers, .first,
                .nrcanRating),
            .figure(
                "Combined (Le/100 km)", "Comb (Le/100 km)", as: .combined, .gasolineLitersPer100Kilometers, .first,
                .nrcanRating),
            .figure("Range (km)", as: .range, .kilometers, .first),
            .figure("Recharge time (h)", as: .charge240, .hours, .electricity),
        ],
        firstModelYear: 2012, identity: nrcanIdentity)

    /// The same of plug-in hybrids: on electricity (`2.5 (22.3 kWh/100 km)`, with some fuel where the engine helps), and on
    /// the second fuel.
    package static let nrcanPlugIn = Layout(
        id: "nrcan-plug-in",
        title: "Natural Resources Canada: plug-in hybrid electric vehicles",
        forms: nrcanForms, encoding: "windows-1252",
        columns: nrcanCommon + [
            .figure("Motor (kW)", as: .power, .kilowatts),
            .figure("Engine size (L)", as: .displacement, .liters, in: 0.1...20),
            .figure("Cylinders", as: .cylinders, .cylinders, in: 1...16),
            .text("Fuel type 1", as: .fuel),
            Column(["Fuel type 1"], .fuel1, .part(0, .word(nrcanFuels))),
            Column(["Fuel type 2"], .fuel2, .word(nrcanFuels)),
            Column(
                ["Combined Le/100 km", "Consumption combined Le/100 km"], .combined, .figure(0, in: 0.1...100),
                quantity: Quantity(.gasolineLitersPer100Kilometers, fuel: .first, cycle: .nrcanRating)),
            Column(
                ["Combined Le/100 km", "Consumption combined Le/100 km"], .combinedElectricity, .figure(1, in: 0.1...200),
                quantity: Quantity(.kilowattHoursPer100Kilometers, fuel: .electricity, cycle: .nrcanRating)),
            .figure(
                "City (L/100 km)", "Consumption city (L/100 km)", as: .city2, .litersPer100Kilometers, .second,
                .nrcanRating),
            .figure(
                "Highway (L/100 km)", "Hwy (L/100 km)", as: .highway2, .litersPer100Kilometers, .second, .nrcanRating),
            .figure(
                "Combined (L/100 km)", "Comb (L/100 km)", as: .combined2, .litersPer100Kilometers, .second, .nrcanRating),
            .figure("Range 1 (km)", as: .range, .kilometers, .first),
            Column(["Range 2 (km)"], .range2, .text),
            .figure("Recharge time (h)", as: .charge240, .hours, .electricity),
        ],
        firstModelYear: 2012, identity: nrcanIdentity)

    private static let nrcanForms: [FeedForm] = [
        .delimited(.init(hasFootnotes: true)), .delimited(.init(headerRows: 2, hasFootnotes: true)),
    ]

    private static let nrcanCommon: [Column] = [
        Column(["Model year"], .year, .number(in: 0...99_999), required: true),
        .text("Make", as: .make, required: true),
        // "# = high output engine" is the second row of the older header.
        .text("Model", "Model # = high output engine", as: .model, required: true),
        .text("Vehicle class", as: .vehicleClass),
        .text("Transmission", as: .transmission),
        .figure(
            "CO2 emissions (g/km)", as: .co2Tailpipe, .gramsPerKilometer, .first, .nrcanRating, in: 0...2000,
            absences: ["n/a"]),
        .figure("CO2 rating", as: .greenhouseScore, .score, .first, in: 1...10, absences: ["n/a"]),
        .figure("Smog rating", as: .airScore, .score, .first, in: 1...10, absences: ["n/a"]),
    ]

    private static let nrcanIdentity: [Field] = [
        .make, .model, .year, .vehicleClass, .power, .displacement, .cylinders, .transmission, .fuel, .fuel2,
    ]

    private static let nrcanFuels = [
        "X": "Regular Gasoline", "Z": "Premium Gasoline", "D": "Diesel", "E": "E85", "N": "Natural Gas",
        "B": "Electricity",
    ]
}
