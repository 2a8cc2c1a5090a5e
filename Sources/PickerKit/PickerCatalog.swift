/// The tree of a bundle's `catalog.json`, ready to be indexed by wheels: titles and counts in constant time.
///
/// Decode it with any `Decoder` (`JSONDecoder().decode(PickerCatalog.self, from: data)`), which also checks every offset:
/// a catalog that decoded has no empty level and no index out of range.
///
/// Which levels there are, and in which order, is said by ``levels``: make, model and year of the usual tree. A place in the tree
/// is a path of rows: what is chosen on each wheel, from the outermost on, each row counted from 0 as its wheel shows it. `[]` is
/// the root, `[3]` the fourth make, `[3, 0]` its first model.
///
/// A path that leads nowhere, such as a selection that outlived its wheel, has nothing below it: no titles, no options, no id.
/// So an app may ask in any order while its wheels change; what it shows for an empty wheel is its own affair.
public struct PickerCatalog: Decodable, Sendable, Equatable {
    /// One level above the options: a title a node, and the node's children at [first, first + count) of the level below.
    public struct Level: Sendable, Equatable {
        /// `make`, `family`, `model` or `year`.
        public let name: String
        /// Names in natural order, years newest first; a year that no feed states is called ``BundleFormat/unknownYear``, and
        /// is the last.
        public let title: [String]
        public let first: [Int]
        public let count: [Int]
        /// Of makes and models, where the bundle has them: what an app saves, for it stays when the title changes. Empty for other
        /// levels.
        public let key: [String]
    }

    /// Options: what is left to choose below all levels; each has the id that looks up the vehicle.
    public struct Options: Sendable, Equatable {
        public let id: [String]
        /// The shortest text that tells the option apart from those beside it.
        public let title: [String]
        /// A text that describes the option on its own.
        public let detail: [String]
    }

    public let format: Int
    /// The levels above the options, the outermost first; at least one.
    public let levels: [Level]
    /// By node of the last of ``levels``: the option that stands for it, counted from its first.
    public let defaults: [Int]
    public let options: Options

    private static let optionLevel = "option"
    private static let yearLevel = "year"

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private enum LevelKeys: String, CodingKey {
        case title, first, count, key, id, detail, text, defaults = "default"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        format = try container.decode(Int.self, forKey: Key("format"))
        guard format == BundleFormat.version else { throw CatalogDamage.unknownFormat(format) }
        let names = try container.decode([String].self, forKey: Key("levels"))
        guard names.count > 1, names.last == Self.optionLevel, Set(names).count == names.count else {
            throw CatalogDamage.unknownLevels(names)
        }
        var levels: [Level] = []
        var defaults: [Int] = []
        for name in names.dropLast() {
            let level = try container.nestedContainer(keyedBy: LevelKeys.self, forKey: Key(name))
            let titles =
                name == Self.yearLevel
                ? try level.decode([Int].self, forKey: .title).map(Self.yearTitle)
                : try level.decode([String].self, forKey: .title)
            levels.append(
                Level(
                    name: name, title: titles, first: try level.decode([Int].self, forKey: .first),
                    count: try level.decode([Int].self, forKey: .count),
                    key: try level.decodeIfPresent([String].self, forKey: .key) ?? []))
            if levels.count == names.count - 1 { defaults = try level.decode([Int].self, forKey: .defaults) }
        }
        self.levels = levels
        self.defaults = defaults
        let option = try container.nestedContainer(keyedBy: LevelKeys.self, forKey: Key(Self.optionLevel))
        let texts = try option.decode([String].self, forKey: .text)
        func labels(_ key: LevelKeys) throws -> [String] {
            let places = try option.decode([Int].self, forKey: key)
            if let row = places.firstIndex(where: { !texts.indices.contains($0) }) {
                throw CatalogDamage.outOfRange(level: Self.optionLevel, row: row)
            }
            return places.map { texts[$0] }
        }
        options = Options(
            id: try option.decode([String].self, forKey: .id), title: try labels(.title), detail: try labels(.detail))
        try validate()
    }

    private static func yearTitle(_ year: Int) -> String {
        year == BundleFormat.unknownYearNumber ? BundleFormat.unknownYear : String(year)
    }

    // MARK: Lookups

    /// How many rows the wheel below a path has: nodes of the next level, or options below all levels.
    public func count(below path: [Int]) -> Int { children(of: path)?.count ?? 0 }

    /// What the wheel below a path shows: titles of the next level, or of the options below all levels.
    public func titles(below path: [Int]) -> ArraySlice<String> {
        guard let rows = children(of: path) else { return [] }
        return path.count == levels.count ? options.title[rows] : levels[path.count].title[rows]
    }

    /// The places in ``options`` of all options below a path, those of deeper levels too: they stand behind each other.
    public func options(below path: [Int]) -> Range<Int> {
        guard var rows = children(of: path), !rows.isEmpty else { return 0..<0 }
        for level in levels.dropFirst(path.count) {
            rows = level.first[rows.lowerBound]..<level.first[rows.upperBound - 1] + level.count[rows.upperBound - 1]
        }
        return rows
    }

    /// The id of the option that stands for a node right above the options.
    ///
    /// - Returns: `nil` for a path that leads nowhere or does not name a row of every level.
    public func defaultID(at path: [Int]) -> String? {
        guard path.count == levels.count, let row = row(at: path) else { return nil }
        return options.id[levels[levels.count - 1].first[row] + defaults[row]]
    }

    /// Where the children of a node stand in the next level.
    private func children(of path: [Int]) -> Range<Int>? {
        if path.isEmpty { return levels[0].title.indices }
        guard let row = row(at: path) else { return nil }
        let level = levels[path.count - 1]
        return level.first[row]..<level.first[row] + level.count[row]
    }

    /// The place of a node in its level, counted from the level's beginning; `nil` where there is none.
    private func row(at path: [Int]) -> Int? {
        guard (1...levels.count).contains(path.count) else { return nil }
        var rows = levels[0].title.indices
        var row = 0
        for (level, step) in zip(levels, path) {
            guard (0..<rows.count).contains(step) else { return nil }
            row = rows.lowerBound + step
            rows = level.first[row]..<level.first[row] + level.count[row]
        }
        return row
    }

    // MARK: Validation

    private func validate() throws(CatalogDamage) {
        guard options.title.count == options.id.count, options.detail.count == options.id.count else {
            throw .unequalLengths(level: Self.optionLevel)
        }
        for (place, level) in levels.enumerated() {
            let isLast = place == levels.count - 1
            try check(level, below: isLast ? options.id.count : levels[place + 1].title.count)
        }
        let last = levels[levels.count - 1]
        guard defaults.count == last.title.count else { throw .unequalLengths(level: last.name) }
        for row in defaults.indices where !(0..<last.count[row]).contains(defaults[row]) {
            throw .outOfRange(level: last.name, row: row)
        }
    }

    /// Children must follow each other without gap or overlap, and reach exactly to the end of the level below.
    private func check(_ level: Level, below: Int) throws(CatalogDamage) {
        guard level.first.count == level.title.count, level.count.count == level.title.count,
            level.key.isEmpty || level.key.count == level.title.count
        else {
            throw .unequalLengths(level: level.name)
        }
        var next = 0
        for row in level.title.indices {
            guard level.count[row] > 0 else { throw .emptyLevel(level: level.name, row: row) }
            guard level.first[row] == next, level.count[row] <= below - next else {
                throw .outOfRange(level: level.name, row: row)
            }
            next += level.count[row]
        }
        guard next == below else { throw .outOfRange(level: level.name, row: level.title.count) }
    }
}

/// What is wrong with a catalog, and where.
public enum CatalogDamage: Error, Equatable, Sendable {
    /// Written by a Marque of another bundle format.
    case unknownFormat(Int)
    /// A list of levels that does not end in the options, has nothing above them, or has one twice.
    case unknownLevels([String])
    /// The level's arrays differ in length.
    case unequalLengths(level: String)
    /// A node without children.
    case emptyLevel(level: String, row: Int)
    /// A node whose children or default lie outside of the level below, or leave a gap.
    case outOfRange(level: String, row: Int)
}
