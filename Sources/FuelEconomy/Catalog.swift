/// The tree make → model → year → option → id as ordered arrays: what a picker indexes.
///
/// Each node of a level has its children at [first, first + count) of the next. Order is final: names naturally, years
/// newest first, options by their labels. No level is empty below a node.
package struct Catalog: Sendable {
    package struct Name: Sendable, Equatable {
        package var title: String
        package var first: Int
        package var count: Int

        package init(title: String, first: Int, count: Int) {
            self.title = title
            self.first = first
            self.count = count
        }
    }

    package struct Year: Sendable, Equatable {
        /// ``unknownYear`` where the feed does not state one.
        package var year: Int
        package var first: Int
        package var count: Int
        /// The option, counted from `first`, that stands for the year where only one can.
        package var defaultOption: Int
        /// What tells the year's options apart.
        package var distinction: OptionDistinction
        /// Whether the options are of more than one kind of powertrain.
        package var mixesPowertrains: Bool

        package init(
            year: Int, first: Int, count: Int, defaultOption: Int, distinction: OptionDistinction, mixesPowertrains: Bool
        ) {
            self.year = year
            self.first = first
            self.count = count
            self.defaultOption = defaultOption
            self.distinction = distinction
            self.mixesPowertrains = mixesPowertrains
        }
    }

    /// Stands for the model year of vehicles whose feed states none; sorts behind all years.
    package static let unknownYear = 0
    package static let levels = ["make", "model", "year", "option"]
    package static let defaultRule =
        "the kind of powertrain that most of the year's options have (ties: gasoline, diesel, hybrid, plug-in hybrid, "
        + "electric, fuel cell, other); among its options the one of median combined economy (the lower one of two); "
        + "ties: the smallest id"

    package var makes: [Name] = []
    package var models: [Name] = []
    package var years: [Year] = []
    /// The option's row in the vehicle table, in the tree's order.
    package var optionRows: [UInt32] = []
    /// Whether the option's label must end in its id, because nothing else tells it apart.
    package var optionNeedsID: [Bool] = []

    package init() {}

    /// How many ids the nested dictionary {make: {model: {year: id}}} has no place for.
    package var optionsBehindDefaults: Int { optionRows.count - years.count }
}

/// The fields that tell a year's options apart, as a set over ``OptionLabel/fields``.
package struct OptionDistinction: OptionSet, Sendable, Hashable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The distinction by the field at a place in ``OptionLabel/fields``.
    package init(_ index: Int) { rawValue = 1 << UInt32(index) }

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
