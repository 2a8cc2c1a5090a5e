/// The fields that tell a node's options apart, as a set over ``OptionLabel/fields``.
package struct OptionDistinction: OptionSet, Sendable, Hashable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The distinction by the field at a place in ``OptionLabel/fields``.
    package init(_ index: Int) { rawValue = 1 << UInt32(index) }

    package init(fields: [Int]) { rawValue = fields.reduce(0) { $0 | 1 << UInt32($1) } }

    package func has(_ index: Int) -> Bool { rawValue & (1 << UInt32(index)) != 0 }
}

/// How an option is worded: which fields may tell options apart, in order of preference, and what each value is called.
package enum OptionLabel {
    package static let fields: [Field] = [
        .trim, .transmission, .cylinders, .displacement, .drive, .fuel, .engine, .technology, .turbocharger, .supercharger,
        .vehicleClass, .motor, .transmissionCode, .startStop, .guzzler, .combined, .range,
        .passengerVolume4Door, .passengerVolume2Door, .economyBasis, .salesArea, .standard, .engineFamily, .power,
        .weight, .price,
    ]

    /// The fields that a long label always states.
    package static let stated: [Field] = [.trim, .transmission, .cylinders, .displacement, .drive, .fuel, .technology]

    /// Words of labels, each a run of letters, and what is read aloud in their place.
    package static let spoken = [
        "AWD": "all-wheel drive", "CLKUP": "converter lockup", "CNG": "compressed natural gas",
        "CVT": "continuously variable",
        "DOHC": "double overhead camshaft", "DSL": "diesel", "EV": "electric vehicle", "FFV": "flexible-fuel vehicle",
        "FWD": "front-wheel drive", "HEV": "hybrid electric vehicle", "L": "liters", "MPFI": "multipoint fuel injection",
        "PFI": "port fuel injection", "PHEV": "plug-in hybrid electric vehicle", "RWD": "rear-wheel drive",
        "SIDI": "spark-ignition direct injection", "SOHC": "single overhead camshaft", "TRBO": "turbo", "WD": "wheel drive",
        "Wh": "watt-hours", "cyl": "cylinders", "hp": "horsepower", "kW": "kilowatts", "kWh": "kilowatt-hours",
        "kg": "kilograms", "km": "kilometers", "lb": "pounds", "mi": "miles", "mpg": "miles per gallon", "spd": "speed",
    ]

    /// The wording of one value.
    ///
    /// - Returns: never empty: where the feed says nothing, a word for that, so that "nothing" can be told from "something".
    package static func wording(_ field: Field, of table: VehicleTable, code: Int) -> String {
        let column = table[field]
        let unit = table.quantities[field]?.unit
        guard !column.isAbsent(code) else { return absence(of: field) }
        let text = column.texts[code]
        let number = column.numbers[code]
        return switch field {
        case .cylinders: "\(NumberText.short(number)) cyl"
        case .displacement where unit ?? .liters == .liters: liters(number)
        case .turbocharger: "Turbo"
        case .supercharger: "Supercharger"
        case .startStop: text == "Y" ? "Start-stop" : "No start-stop"
        case .guzzler: "Gas guzzler (\(text))"
        case .combined: "\(NumberText.short(number)) \((unit ?? .milesPerUSGallon).short)"
        case .range: "\(NumberText.short(number)) \((unit ?? .miles).short) range"
        case .passengerVolume2Door: "\(NumberText.short(number)) ft³ (2 doors)"
        case .passengerVolume4Door: "\(NumberText.short(number)) ft³ (4 doors)"
        case .economyBasis: "Economy data \(text)"
        default: number.isNaN ? text : "\(NumberText.short(number)) \(unit?.short ?? "")"
        }
    }

    private static func liters(_ number: Double) -> String {
        let text = NumberText.short(number)
        return (text.contains(".") ? text : text + ".0") + " L"
    }

    private static func absence(of field: Field) -> String {
        switch field {
        case .transmission: "No transmission stated"
        case .cylinders: "No cylinders"
        case .displacement: "No displacement"
        case .drive: "No drivetrain stated"
        case .engine: "Standard engine"
        case .technology: "Conventional"
        case .turbocharger: "No turbo"
        case .supercharger: "No supercharger"
        case .guzzler: "No gas guzzler tax"
        case .startStop: "Start-stop not stated"
        default: "No \(field.key) stated"
        }
    }
}
