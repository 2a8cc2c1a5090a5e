import FuelEconomy

extension Layout {
    /// The UK Vehicle Certification Agency's "Euro 6 latest": new cars on sale, WLTP figures in metric and imperial units. `0` and
    /// blank say "not available". There is no id, and no year but the one that some models name (`Defender, 20MY`).
    package static let vca = Layout(
        id: "vca",
        title: "UK Vehicle Certification Agency: car fuel data, Euro 6",
        encoding: "windows-1252",
        columns: [
            .text("Manufacturer", as: .make, required: true),
            .text("Model", as: .model, required: true),
            Column(["Model"], .year, .mentionedYear),
            .text("Description", as: .trim),
            .text("Transmission", as: .transmission),
            .figure("Engine Capacity", as: .displacement, .cubicCentimeters),
            .text("Fuel Type", as: .fuel),
            Column(
                ["Fuel Type"], .fuel1,
                .word([
                    "Petrol": "Gasoline", "Petrol Electric": "Gasoline", "Petrol / LPG": "Gasoline", "Diesel": "Diesel",
                    "Diesel Electric": "Diesel", "Electricity": "Electricity", "Electricity / Petrol": "Electricity",
                    "Electricity / Diesel": "Electricity",
                ])),
            Column(
                ["Fuel Type"], .fuel2,
                .word([
                    "Petrol": "", "Diesel": "", "Electricity": "", "Petrol Electric": "", "Diesel Electric": "",
                    "Petrol / LPG": "LPG", "Electricity / Petrol": "Gasoline", "Electricity / Diesel": "Diesel",
                ])),
            Column(
                ["Powertrain"], .technology,
                .word([
                    "Internal Combustion Engine (ICE)": "", "Hybrid Electric Vehicle (HEV)": "Hybrid",
                    "Mild Hybrid Electric Vehicle (MHEV)": "Mild Hybrid",
                    "Plug-in Hybrid Electric Vehicle (PHEV)": "Plug-in Hybrid",
                    "Battery Electric Vehicle (BEV) / Pure Electric Vehicle / Electric Vehicle (EV)": "EV",
                    "Liquified Petroleum Gas (LPG)": "Bifuel (LPG)",
                ])),
            .figure("Engine Power (Kw)", as: .power, .kilowatts),
            .figure("wh/km", as: .combinedElectricity, .wattHoursPerKilometer, .electricity, .wltp),
            .figure("Maximum range (Km)", as: .range, .kilometers, .electricity),
            .text("Euro Standard", as: .standard),
            .figure("WLTP Metric Low", as: .low, .litersPer100Kilometers, .first, .wltp),
            .figure("WLTP Metric Medium", as: .medium, .litersPer100Kilometers, .first, .wltp),
            .figure("WLTP Metric High", as: .high, .litersPer100Kilometers, .first, .wltp),
            .figure("WLTP Metric Extra High", as: .extraHigh, .litersPer100Kilometers, .first, .wltp),
            .figure("WLTP Metric Combined", as: .combined, .litersPer100Kilometers, .first, .wltp),
            .figure("WLTP Imperial Combined", as: .combinedImperial, .milesPerImperialGallon, .first, .wltp),
            .figure("WLTP CO2", as: .co2Tailpipe, .gramsPerKilometer, .first, .wltp),
            .figure("Noise Level dB(A)", as: .noise, .decibels),
            Column(["Date of change"], .modified, .date),
        ],
        ignored: [
            "Manual or Automatic", "Engine Power (PS)", "Electric energy consumption Miles/kWh",
            "Maximum range (Miles)", "Diesel VED Supplement", "Testing Scheme", "WLTP Imperial Low",
            "WLTP Imperial Medium", "WLTP Imperial High", "WLTP Imperial Extra High",
            "WLTP Imperial Combined (Weighted)", "WLTP Metric Combined (Weighted)", "WLTP CO2 Weighted",
            "Equivalent All Electric Range Miles", "Equivalent All Electric Range KM", "Electric Range City Miles",
            "Electric Range City Km", "Emissions CO [mg/km]", "THC Emissions [mg/km]", "Emissions NOx [mg/km]",
            "THC + NOx Emissions [mg/km]", "Particulates [No.] [mg/km]", "RDE NOx Urban", "RDE NOx Combined",
        ],
        bookkeeping: [.modified],
        identity: [.make, .model, .trim, .transmission, .displacement, .fuel, .power, .standard])
}
