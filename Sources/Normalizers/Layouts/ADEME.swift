import FuelEconomy

extension Layout {
    /// The French ADEME's "Car Labelling": new cars on sale, WLTP figures from the lightest to the heaviest equipment. Semicolons
    /// and decimal commas; makes cut at ten characters. There is no id, and no year but the one that some names carry
    /// (`AM 2022`).
    package static let ademe = Layout(
        id: "ademe",
        title: "ADEME: Car Labelling",
        forms: [.delimited(.init(delimiter: 0x3b))],
        decimalMark: ",",
        columns: [
            .text("Marque", as: .make, required: true),
            .text("Modèle", as: .model, required: true),
            .text("Libellé modèle", as: .baseModel),
            .text("Description Commerciale", as: .trim),
            Column(["Description Commerciale"], .year, .mentionedYear),
            .text("Energie", as: .fuel),
            Column(
                ["Energie"], .fuel1,
                .word([
                    "ESSENCE": "Gasoline", "GAZOLE": "Diesel", "GAZ+ELEC HNR": "Diesel", "ESS+ELEC HNR": "Gasoline",
                    "ELEC+ESSENC HR": "Electricity", "ELECTRIC": "Electricity", "ESS+G.P.L.": "Gasoline",
                    "SUPERETHANOL": "E85", "ELEC+GAZOLE HR": "Electricity", "GAZ NAT.VEH": "Natural Gas",
                ])),
            Column(
                ["Energie"], .technology,
                .word([
                    "ESSENCE": "", "GAZOLE": "", "GAZ+ELEC HNR": "Hybrid", "ESS+ELEC HNR": "Hybrid",
                    "ELEC+ESSENC HR": "Plug-in Hybrid", "ELECTRIC": "EV", "ESS+G.P.L.": "Bifuel (LPG)",
                    "SUPERETHANOL": "", "ELEC+GAZOLE HR": "Plug-in Hybrid", "GAZ NAT.VEH": "",
                ])),
            .text("Carrosserie", as: .vehicleClass),
            .figure("Cylindrée", as: .displacement, .cubicCentimeters),
            .figure("Puissance maximale", as: .power, .kilowatts, absences: zeros),
            .figure("Poids à vide", as: .weight, .kilograms),
            .text("Type de boite", as: .transmission),
            .text("Nombre rapports", as: .transmissionCode),
            .figure("Conso basse vitesse Min", as: .low, .litersPer100Kilometers, .first, .wltp, absences: zeros),
            .figure("Conso moyenne vitesse Min", as: .medium, .litersPer100Kilometers, .first, .wltp, absences: zeros),
            .figure("Conso haute vitesse Min", as: .high, .litersPer100Kilometers, .first, .wltp, absences: zeros),
            .figure("Conso T-haute vitesse Min", as: .extraHigh, .litersPer100Kilometers, .first, .wltp, absences: zeros),
            .figure("Conso vitesse mixte Min", as: .combined, .litersPer100Kilometers, .first, .wltp, absences: zeros),
            .figure(
                "Conso vitesse mixte Max", as: .combinedMaximum, .litersPer100Kilometers, .first, .wltp, absences: zeros),
            .figure(
                "Conso elec Min", as: .combinedElectricity, .wattHoursPerKilometer, .electricity, .wltp, absences: zeros),
            .figure("Autonomie elec Min", as: .range, .kilometers, .electricity, absences: zeros),
            .figure("CO2 vitesse mixte Min", as: .co2Tailpipe, .gramsPerKilometer, .first, .wltp, in: 0...2000),
            .figure("CO2 vitesse mixte Max", as: .co2Maximum, .gramsPerKilometer, .first, .wltp, in: 0...2000),
            .figure("Prix véhicule", as: .price, .euros),
        ],
        ignored: [
            "Groupe", "Gamme", "Puissance fiscale", "Puissance nominale électrique", "Rapport poids-puissance",
            "Conso basse vitesse Max", "Conso moyenne vitesse Max", "Conso haute vitesse Max",
            "Conso T-haute vitesse Max", "Conso elec Max", "Autonomie elec Max", "Autonomie elec urbain Min",
            "Autonomie elec urbain Max", "CO2 basse vitesse Min", "CO2 basse vitesse Max", "CO2 moyenne vitesse Min",
            "CO2 moyenne vitesse Max", "CO2 haute vitesse Min", "CO2 haute vitesse Max", "CO2 T-haute vitesse Min",
            "CO2 T-haute vitesse Max", "Essai CO2 type 1", "Essai HC", "Essai Nox", "Essai HCNox", "Essai particules",
            "Masse OM Min", "Masse OM Max", "Bonus-Malus", "Barème Bonus-Malus",
        ],
        identity: [
            .make, .model, .trim, .fuel, .vehicleClass, .displacement, .power, .weight, .transmission, .transmissionCode,
        ])

    private static let zeros: Set<String> = ["0,0", "0,00", "0,000"]
}
