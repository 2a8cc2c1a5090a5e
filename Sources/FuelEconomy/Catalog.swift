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
    /// The node of the outermost level that a picker starts at; 0 of an empty tree.
    package var defaultNode = 0
    /// By level whose children are nodes too, and by node: the child, counted from the node's first, that a wheel starts at.
    package var defaultNodes: [[Int]] = []
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

    /// By node of a level: the child that a wheel below it starts at, counted from the node's first.
    package func defaultChildren(at level: Int) -> [Int] {
        level == nodes.count - 1 ? choices.map(\.defaultOption) : defaultNodes[level]
    }

    /// How the row of a level that a wheel starts at is chosen, in words.
    package func defaultRule(of level: Level) -> String {
        switch level {
        case .make, .family, .model:
            "the one that has the newest model year (\(Self.unknownYear) is the oldest); of several the one with the most vehicles of "
                + "that year; ties: the first"
        case .year: "the newest"
        case .option:
            "the kind of powertrain that most of the \(lastLevel.rawValue)'s options have (ties: gasoline, diesel, hybrid, "
                + "plug-in hybrid, electric, fuel cell, other); among its options the one of median combined economy (the lower "
                + "one of two); ties: the smallest id"
        }
    }
}
