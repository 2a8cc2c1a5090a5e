/// The tree of vehicles as ordered arrays, level by level: what a picker indexes.
///
/// Which levels there are, and in which order, is the pipeline's choice; see ``Level``. Each node of a level has its children
/// at [first, first + count) of the next. Order is final: names naturally, years newest first, options by their labels.
/// No level is empty below a node.
package struct Catalog: Sendable {
    /// A level of choice. The options stand at the foot of every tree: they have the ids.
    package enum Level: String, CaseIterable, Sendable {
        case make, family, model, year, option

        /// What several nodes of the level are called.
        package var plural: String {
            switch self {
            case .family: "families"
            case .year: "model years"
            default: rawValue + "s"
            }
        }
    }

    package struct Node: Sendable, Equatable {
        package var title: String
        package var first: Int
        package var count: Int

        package init(title: String, first: Int, count: Int) {
            self.title = title
            self.first = first
            self.count = count
        }
    }

    /// What is to be known of the options below one node.
    package struct Choice: Sendable, Equatable {
        /// The option, counted from the node's first, that stands for the node where only one can.
        package var defaultOption: Int
        /// What tells the options apart.
        package var distinction: OptionDistinction
        /// Whether the options are of more than one kind of powertrain.
        package var mixesPowertrains: Bool

        package init(defaultOption: Int, distinction: OptionDistinction, mixesPowertrains: Bool) {
            self.defaultOption = defaultOption
            self.distinction = distinction
            self.mixesPowertrains = mixesPowertrains
        }
    }

    /// The title of the model year of vehicles whose feed states none; it stands behind all years.
    package static let unknownYear = "unknown"
    package static let usualLevels: [Level] = [.make, .model, .year, .option]

    /// From the outermost level to the options.
    package let levels: [Level]
    /// The nodes of each level above the options, outermost first.
    package var nodes: [[Node]]
    /// By node of the level right above the options.
    package var choices: [Choice] = []
    /// The option's row in the vehicle table, in the tree's order.
    package var optionRows: [UInt32] = []
    /// Whether the option's label must end in its id, because nothing else tells it apart.
    package var optionNeedsID: [Bool] = []

    package init(levels: [Level] = usualLevels) {
        precondition(levels.count > 1 && levels.last == .option, "options stand below something")
        self.levels = levels
        nodes = Array(repeating: [], count: levels.count - 1)
    }

    /// The level right above the options.
    package var lastLevel: Level { levels[levels.count - 2] }

    /// The nodes right above the options, as ``choices`` has them.
    package var lastNodes: [Node] { nodes[nodes.count - 1] }

    /// How many nodes a level has; 0 where there is no such level.
    package func count(of level: Level) -> Int {
        guard let place = levels.firstIndex(of: level) else { return 0 }
        return level == .option ? optionRows.count : nodes[place].count
    }

    /// The row, in the vehicle table, of the first option below a node.
    package func firstRow(below node: Int, at level: Int) -> Int {
        var index = node
        for nodes in nodes[level...] { index = nodes[index].first }
        return Int(optionRows[index])
    }

    /// How many ids the nested dictionary, such as {make: {model: {year: id}}}, has no place for.
    package var optionsBehindDefaults: Int { optionRows.count - choices.count }

    /// How the default among the options of a node is chosen, in words.
    package var defaultRule: String {
        "the kind of powertrain that most of the \(lastLevel.rawValue)'s options have (ties: gasoline, diesel, hybrid, "
            + "plug-in hybrid, electric, fuel cell, other); among its options the one of median combined economy (the lower "
            + "one of two); ties: the smallest id"
    }
}

/// The fields that tell a node's options apart, as a set over ``OptionLabel/fields``.
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
