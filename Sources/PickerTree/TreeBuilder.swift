package import FuelEconomy

/// Builds the tree, level below level, from vehicles with canonical names.
///
/// The work is cut by the nodes right above the options, which are independent: ``part(_:)`` may be called from several threads.
package struct TreeBuilder: Sendable {
    /// A level above the options: what its nodes are called, and in which order they stand.
    private struct Column: Sendable {
        var codes: CodeVector
        /// By code.
        var titles: [String]
        /// By code: the place among the level's titles.
        var ranks: [UInt32]

        init(_ level: Catalog.Level, of table: VehicleTable) {
            let column: VehicleColumn
            switch level {
            case .make: column = table[.make]
            case .model: column = table[.model]
            case .year: column = table[.year]
            case .family: column = table.families!
            case .option: preconditionFailure("options are rows, not values of a column")
            }
            codes = column.codes
            if level == .year {
                titles = column.numbers.map {
                    $0.isNaN ? Catalog.unknownYear : Int(exactly: $0).map(String.init) ?? NumberText.short($0)
                }
                ranks = Self.newestFirst(column.numbers)
            } else {
                titles = column.texts
                ranks = NaturalOrder.ranks(of: titles)
            }
        }

        /// `nan` stands behind all numbers.
        private static func newestFirst(_ years: [Double]) -> [UInt32] {
            let sorted = Set(years.filter { !$0.isNaN }).sorted(by: >)
            let ranks = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, UInt32($0)) })
            return years.map { ranks[$0] ?? UInt32(sorted.count) }
        }
    }

    private let levels: [Catalog.Level]
    private let columns: [Column]
    /// Rows by the levels, the outermost first, then by id.
    private let order: [UInt32]
    /// Where each node right above the options begins in `order`, and the end.
    private let groups: [Int]
    /// By group: the outermost level that has a new node there.
    private let opens: [Int]
    private let chooser: OptionChooser
    /// By row; `nan` where the feed states none.
    private let years: [Double]

    /// The options of a range of groups, in order.
    package struct Part: Sendable {
        fileprivate var choices: [Catalog.Choice] = []
        fileprivate var rows: [UInt32] = []
        fileprivate var needsID: [Bool] = []
    }

    /// - Parameters:
    ///   - table: with ``VehicleTable/families`` where they are a level.
    ///   - levels: from the outermost to the options, each once.
    package init(_ table: VehicleTable, levels: [Catalog.Level] = Catalog.usualLevels) {
        precondition(levels.last == .option && Set(levels).count == levels.count, "each level once, the options last")
        self.levels = levels
        columns = levels.dropLast().map { Column($0, of: table) }
        let rows = (0..<UInt32(table.count)).map { $0 }
        let keys = LevelKeys(columns.map { ($0.codes, $0.ranks) }, rows: rows[...])
        let order = keys.sorted(RowOrder.sorted(rows, by: table.ids))
        (groups, opens) = keys.groups(of: order)
        self.order = order
        chooser = OptionChooser(table)
        years = table[.year].numbers(of: 0..<table.count)
    }

    /// How many nodes right above the options there are.
    package var groupCount: Int { groups.count - 1 }

    package func part(_ range: Range<Int>) -> Part {
        var part = Part()
        if range.isEmpty { return part }
        let all = order[groups[range.lowerBound]..<groups[range.upperBound]]
        let workspace = chooser.workspace(for: all)
        for group in range {
            let places = groups[group] - all.startIndex..<groups[group + 1] - all.startIndex
            let (options, choice) = chooser.choose(places, in: workspace)
            part.choices.append(choice)
            for option in options {
                part.rows.append(all[all.startIndex + option.place])
                part.needsID.append(option.needsID)
            }
        }
        return part
    }

    /// Joins parts that cover all groups, in order.
    package func catalog(_ parts: [Part]) -> Catalog {
        var catalog = Catalog(levels: levels)
        for part in parts {
            catalog.choices += part.choices
            catalog.optionRows += part.rows
            catalog.optionNeedsID += part.needsID
        }
        precondition(catalog.choices.count == groupCount, "the parts cover the tree")
        let last = columns.count - 1
        let rows = groups.dropLast().map { order[$0] }[...]
        let codes = columns.map { $0.codes.codes(of: rows) }
        for group in 0..<groupCount {
            for level in opens[group]...last {
                let title = columns[level].titles[Int(codes[level][group])]
                let first = level == last ? groups[group] : catalog.nodes[level + 1].count
                catalog.nodes[level].append(Catalog.Node(title: title, first: first, count: 0))
                if level > 0 { catalog.nodes[level - 1][catalog.nodes[level - 1].count - 1].count += 1 }
            }
            catalog.nodes[last][group].count = groups[group + 1] - groups[group]
        }
        catalog.chooseDefaultNodes(years)
        return catalog
    }
}

/// What rows are sorted, grouped and told apart by: the ranks of all levels in as few words as hold them, the outermost level in
/// the highest bits of the first.
struct LevelKeys {
    /// Word by word, by place among the rows.
    private(set) var words: [[UInt64]] = []
    /// By level.
    private(set) var places: [Place] = []

    /// Where a level's ranks stand: in which word, above how many of its bits, and in how many.
    struct Place {
        var word: Int
        var shift, width: UInt64
        var mask: UInt64 { (1 << width - 1) << shift }
    }

    init(_ levels: [(codes: CodeVector, ranks: [UInt32])], rows: ArraySlice<UInt32>) {
        let widths = levels.map { UInt64(32 - ($0.ranks.max() ?? 0).leadingZeroBitCount) }
        var first = 0
        while first < levels.count {
            var end = first
            var width: UInt64 = 0
            while end < levels.count, width + widths[end] <= 64 {
                width += widths[end]
                end += 1
            }
            var keys = [UInt64](repeating: 0, count: rows.count)
            var sums = keys.mutableSpan
            for level in first..<end {
                width -= widths[level]
                places.append(Place(word: words.count, shift: width, width: widths[level]))
                let map = levels[level].ranks.map { UInt64($0) << width }
                let values = levels[level].codes.mapped(rows, map)
                for place in values.indices { sums[place] |= values[place] }
            }
            words.append(keys)
            first = end
        }
    }

    /// Of all rows of a table: those of equal keys keep their order.
    func sorted(_ rows: [UInt32]) -> [UInt32] {
        words.reversed().reduce(rows) { RowOrder.sorted($0, by: $1) }
    }

    /// Where rows of other keys begin, and the end; and for each such place the outermost level that differs from the row before.
    func groups(of order: [UInt32]) -> (starts: [Int], opens: [Int]) {
        if order.isEmpty { return ([0], []) }
        let none = UInt8.max
        var opens = [UInt8](repeating: none, count: order.count)
        opens[0] = 0
        for (word, keys) in words.enumerated() {
            let levels = places.indices.filter { places[$0].word == word }
            for index in 1..<order.count where opens[index] == none {
                let difference = keys[Int(order[index])] ^ keys[Int(order[index - 1])]
                if difference == 0 { continue }
                opens[index] = UInt8(levels.first { difference >> places[$0].shift != 0 }!)
            }
        }
        let starts = opens.indices.filter { opens[$0] != none }
        return (starts + [order.count], starts.map { Int(opens[$0]) })
    }
}
