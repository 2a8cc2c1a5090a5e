internal import FuelEconomy

/// Fuels, engines and technologies that contradict each other.
extension RowDefect {
    static let ofPowertrains: [Defect] = [
        .row(
            "diesel-in-name-only", "technology-contradicts-fuel", "calls a gasoline car a diesel", needs: [.technology]
        ) { row in
            row.fuel1 == .gasoline && row.isPlain ? .set([.technology: "Diesel"], told: "\"Diesel\"") : nil
        },
        .row(
            "plug-in-in-name-only", "plug-in-without-second-fuel", "calls a gasoline car a plug-in hybrid",
            needs: [.technology]
        ) { row in
            row.fuel1 == .gasoline && row.isPlain && row.isRare
                ? .set([.technology: "Plug-in Hybrid"], told: "\"Plug-in Hybrid\"") : nil
        },
        .row(
            "second-fuel-untold", "second-fuel-without-economy", "leaves out the second fuel's combined economy",
            needs: [.combined2]
        ) { row in
            row.fuel2 != .none && row.has(.combined2) ? .set([.combined2: ""], told: "\"\(row.text(.fuel2))\"") : nil
        },
        .row(
            "electric-with-cylinders", "electric-with-cylinders", "gives an electric car four cylinders", needs: [.cylinders]
        ) { row in
            row.isElectric ? .set([.cylinders: "4"], told: "cylinders 4") : nil
        },
        .row(
            "electric-without-range", "electric-range-missing", "leaves out the range of an electric car", needs: [.range]
        ) { row in
            row.isElectric && row.has(.range) ? .set([.range: ""]) : nil
        },
        .row(
            "electric-with-co2", "co2-of-electric-car", "gives an electric car 200 of CO₂", needs: [.co2Tailpipe],
            companions: ["co2-columns-differ"]
        ) { row in
            row.isElectric ? .set([.co2Tailpipe: "200"], told: "CO₂ 200 ") : nil
        },
        .row(
            "electricity-off", "electricity-economy-mismatch", "doubles an electric car's use of electricity",
            needs: [.combinedElectricity], companions: ["annual-cost-mismatch"]
        ) { row in
            guard row.isElectric, row.has(.combinedElectricity, .combined) else { return nil }
            let electricity = row.number(.combinedElectricity) * 2
            return .set(
                [.combinedElectricity: row.written(electricity)], told: "\(NumberText.short(electricity)) kWh/100 mi")
        },
        .row(
            "no-engine", "combustion-without-engine", "leaves out the engine of a car that burns fuel",
            needs: [.cylinders, .displacement]
        ) { row in
            row.isPlain && row.has(.cylinders) ? .set([.cylinders: "", .displacement: ""]) : nil
        },
        .row(
            "engine-of-another", "displacement-per-cylinder", "writes a displacement of 1 L more a cylinder",
            needs: [.displacement]
        ) { row in
            guard row.has(.displacement), row.number(.cylinders) <= 6 else { return nil }
            let displacement = row.number(.displacement) + row.number(.cylinders)
            return .set([.displacement: row.written(displacement)], told: "displacement \(NumberText.short(displacement)) L")
        },
        .row(
            "electric-with-gears", "transmission-of-electric-car", "gives an electric car a gearbox to be shifted by hand",
            needs: [.transmission]
        ) { row in
            row.isElectric ? .set([.transmission: "Manual 5-spd"], told: "\"Manual 5-spd\"") : nil
        },
        .row(
            "guzzler-untaxed", "gas-guzzler-mismatch", "calls a thrifty car a gas guzzler", needs: [.guzzler]
        ) { row in
            guard row.isPlain, !row.has(.guzzler), row.has(.cityUnadjusted, .highwayUnadjusted, .year) else { return nil }
            return row.number(.cityUnadjusted) > 25 && row.number(.highwayUnadjusted) > 25
                ? .set([.guzzler: "G"], told: "flag \"G\"") : nil
        },
        .row(
            "plug-in-co2-off", "plug-in-co2-mismatch", "writes twice a plug-in hybrid's CO₂", needs: [.co2Tailpipe],
            companions: ["co2-columns-differ"]
        ) { row in
            guard row.powertrain == .plugInHybrid, row.fuel1 == .gasoline, row.has(.combined, .utilityFactor),
                row.number(.co2Tailpipe) > 20
            else { return nil }
            let co2 = row.number(.co2Tailpipe) * 2
            return .set([.co2Tailpipe: row.written(co2)], told: "CO₂ \(NumberText.short(co2)) g/mi")
        },
        .row(
            "plug-in-electricity-off", "plug-in-electricity-mismatch", "doubles a plug-in hybrid's use of electricity",
            needs: [.combinedElectricity]
        ) { row in
            guard row.powertrain == .plugInHybrid, row.has(.combined2, .combinedElectricity) else { return nil }
            let electricity = row.number(.combinedElectricity) * 2
            return .set(
                [.combinedElectricity: row.written(electricity)], told: "\(NumberText.short(electricity)) kWh/100 mi")
        },
        .row(
            "flexible-in-name-only", "flexible-fuel-in-name-only", "calls a gasoline car a flexible-fuel vehicle",
            needs: [.model], companions: ["truncation"]
        ) { row in
            row.isPlain && row.fuel1 == .gasoline && row.isRare
                ? .set([.model: row.filedModel + " FFV"], told: " FFV\"") : nil
        },
        .row(
            "hybrid-among-others", "default-across-powertrains", "makes one car of a model year a hybrid",
            needs: [.technology], companions: ["economy-outlier", "flexible-fuel-in-name-only"]
        ) { row in
            let year = row.namesakes.filter { row.bed.table.number(.year, $0) == row.number(.year) }
            guard row.isPlain, row.fuel1 == .gasoline, year.count > 1,
                year.allSatisfy({ row.bed.powertrains[$0] == .gasoline })
            else { return nil }
            return RowChange(.set([.technology: "Hybrid"]), at: .model)
        },
    ]
}
