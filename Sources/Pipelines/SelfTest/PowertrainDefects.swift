internal import FuelEconomy

/// Fuels, engines and technologies that contradict each other.
extension RowDefect {
    static let ofPowertrains: [Defect] = [
        .defect(
            "diesel-in-name-only", "technology-contradicts-fuel", "calls a gasoline car a diesel", needs: [.technology]
        ) { row in
            row.fuel1 == .gasoline && row.isPlain ? .set([.technology: "Diesel"], told: "\"Diesel\"") : nil
        },
        .defect(
            "plug-in-in-name-only", "plug-in-without-second-fuel", "calls a gasoline car a plug-in hybrid",
            needs: [.technology]
        ) { row in
            row.fuel1 == .gasoline && row.isPlain && row.isRare
                ? .set([.technology: "Plug-in Hybrid"], told: "\"Plug-in Hybrid\"") : nil
        },
        .defect(
            "second-fuel-untold", "second-fuel-without-economy", "leaves out the second fuel's combined economy",
            needs: [.combined2]
        ) { row in
            row.fuel2 != .none && row.has(.combined2) ? .set([.combined2: ""], told: "\"\(row.text(.fuel2))\"") : nil
        },
        .defect(
            "electric-with-cylinders", "electric-with-cylinders", "gives an electric car four cylinders", needs: [.cylinders]
        ) { row in
            row.isElectric ? .set([.cylinders: "4"], told: "cylinders 4") : nil
        },
        .defect(
            "electric-without-range", "electric-range-missing", "leaves out the range of an electric car", needs: [.range]
        ) { row in
            row.isElectric && row.has(.range) ? .set([.range: ""]) : nil
        },
        .defect(
            "electric-with-co2", "co2-of-electric-car", "gives an electric car 200 of CO₂", needs: [.co2Tailpipe],
            companions: ["co2-columns-differ"]
        ) { row in
            row.isElectric ? .set([.co2Tailpipe: "200"], told: "CO₂ 200 ") : nil
        },
        .defect(
            "electricity-off", "electricity-economy-mismatch", "doubles an electric car's use of electricity",
            needs: [.combinedElectricity]
        ) { row in
            guard row.isElectric, row.has(.combinedElectricity, .combined) else { return nil }
            let electricity = row.number(.combinedElectricity) * 2
            return .set(
                [.combinedElectricity: row.written(electricity)], told: "\(NumberText.short(electricity)) kWh/100 mi")
        },
        .defect(
            "no-engine", "combustion-without-engine", "leaves out the engine of a car that burns fuel",
            needs: [.cylinders, .displacement]
        ) { row in
            row.isPlain && row.has(.cylinders) ? .set([.cylinders: "", .displacement: ""]) : nil
        },
    ]
}
