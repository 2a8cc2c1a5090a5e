/// The tree of a bundle, ready to be indexed by wheels: titles and counts in constant time.
///
/// Read it from the bytes of `catalog.json`; that checks every offset, so that a catalog that could be read has no empty level and
/// no index out of range.
///
/// Which levels there are, and in which order, is said by ``levels``: make, model and year of the usual tree. A place in the tree
/// is a path of rows: what is chosen on each wheel, from the outermost on, each row counted from 0 as its wheel shows it. `[]` is
/// the root, `[3]` the fourth make, `[3, 0]` its first model.
///
/// A path that leads nowhere, such as a selection that outlived its wheel, has nothing below it: no titles, no options, no id.
/// So an app may ask in any order while its wheels change; what it shows for an empty wheel is its own affair.
public struct PickerCatalog: Sendable, Equatable {
    /// One level above the options: a title a node, and the node's children at [first, first + count) of the level below.
    public struct Level: Sendable, Equatable {
        /// `make`, `family`, `model` or `year`.
        public let name: String
        /// Names in natural order, years newest first; a year that no feed states is called ``BundleFormat/unknownYear``, and
        /// is the last.
        public let title: TextColumn
        public let first: [Int32]
        public let count: [Int32]
        /// By node: the row below it that a wheel starts at, counted from its first.
        public let defaultRow: [Int32]
        /// Of makes and models, where the bundle has them: what an app saves, for it stays when the title changes. Empty for other
        /// levels.
        public let key: TextColumn
        /// By node: how else feeds spell the name. Only nodes with other spellings are here.
        public let aliases: [Int: [String]]
        /// Of the outermost level, where it has names: the letters of an index beside the wheel, each with its first row.
        public let sections: [Section]
    }

    /// A letter of the index beside a long wheel; `#` stands for all that is no letter.
    public struct Section: Sendable, Equatable {
        public let title: String
        public let firstRow: Int
    }

    /// Options: what is left to choose below all levels; each has the id that looks up the vehicle.
    public struct Options: Sendable, Equatable {
        public let id: TextColumn
        /// The shortest text that tells the option apart from those beside it.
        public let title: SharedTexts
        /// A text that describes the option on its own.
        public let detail: SharedTexts
    }

    /// The levels above the options, the outermost first; at least one.
    public let levels: [Level]
    public let options: Options
    /// The row that the outermost wheel starts at.
    public let startRow: Int
    /// By level: how its default row is chosen, in words.
    public let defaultReasons: [String: String]
    /// What is read aloud for words of labels that are codes: "spd" is "speed".
    public let spokenWords: [String: String]

    static let optionLevel = "option"
    static let yearLevel = "year"

    /// The names of all levels, the options last.
    public var levelNames: [String] { levels.map(\.name) + [Self.optionLevel] }

    /// Reads the text of `catalog.json`.
    ///
    /// - Throws: the first damage found, with its place in the file.
    public init(_ json: some Collection<UInt8>) throws(BundleDamage) {
        self = try BundleDamage.naming(BundleFormat.catalog) { () throws(BundleDamage) in
            try CatalogDocument(Array(json)).catalog()
        }
    }

    init(levels: [Level], options: Options, document: CatalogDocument) throws(BundleDamage) {
        self.levels = levels
        self.options = options
        startRow = document.startRow
        defaultReasons = document.defaultReasons
        spokenWords = document.spokenWords
        try validate()
    }

    // MARK: Lookups

    /// How many rows the wheel below a path has: nodes of the next level, or options below all levels.
    public func count(below path: [Int]) -> Int { children(of: path)?.count ?? 0 }

    /// What a row of the wheel below a path is called; `nil` where there is no such row.
    public func title(_ row: Int, below path: [Int]) -> String? {
        guard let rows = children(of: path), (0..<rows.count).contains(row) else { return nil }
        let place = rows.lowerBound + row
        return path.count == levels.count ? options.title[place] : levels[path.count].title[place]
    }

    /// What the wheel below a path shows: titles of the next level, or of the options below all levels.
    public func titles(below path: [Int]) -> [String] {
        guard let rows = children(of: path) else { return [] }
        return path.count == levels.count ? rows.map { options.title[$0] } : rows.map { levels[path.count].title[$0] }
    }

    /// What an app saves of a row of the wheel below a path: the key of a make or model; `nil` where the bundle has none.
    public func key(_ row: Int, below path: [Int]) -> String? {
        guard path.count < levels.count, let rows = children(of: path), (0..<rows.count).contains(row) else { return nil }
        let keys = levels[path.count].key
        return keys.isEmpty ? nil : keys[rows.lowerBound + row]
    }

    /// The row that the wheel below a path starts at.
    ///
    /// - Returns: `nil` for a path that leads nowhere.
    public func defaultRow(below path: [Int]) -> Int? {
        if path.isEmpty { return levels[0].title.isEmpty ? nil : startRow }
        return node(at: path).map { Int(levels[path.count - 1].defaultRow[$0]) }
    }

    /// The places in ``options`` of all options below a path, those of deeper levels too: they stand behind each other.
    public func options(below path: [Int]) -> Range<Int> {
        guard var rows = children(of: path), !rows.isEmpty else { return 0..<0 }
        for level in levels.dropFirst(path.count) {
            rows =
                Int(level.first[rows.lowerBound])..<Int(level.first[rows.upperBound - 1] + level.count[rows.upperBound - 1])
        }
        return rows
    }

    /// The place in ``options`` of a path that names a row of every level, the options' too.
    public func option(at path: [Int]) -> Int? {
        guard path.count == levels.count + 1, let rows = children(of: Array(path.dropLast())),
            (0..<rows.count).contains(path[path.count - 1])
        else { return nil }
        return rows.lowerBound + path[path.count - 1]
    }

    /// The id at a path that names a row of every level, the options' too.
    public func id(at path: [Int]) -> String? { option(at: path).map { options.id[$0] } }

    /// The id of the option that stands for a node right above the options.
    ///
    /// - Returns: `nil` for a path that leads nowhere or does not name a row of every level.
    public func defaultID(at path: [Int]) -> String? {
        guard path.count == levels.count, let row = defaultRow(below: path) else { return nil }
        return id(at: path + [row])
    }

    /// The path to an id, searched from front to back.
    public func path(to id: String) -> [Int]? {
        options.id.firstPlace(of: id.utf8).map(path(ofOption:))
    }

    /// The path to a place in ``options``.
    package func path(ofOption option: Int) -> [Int] {
        var place = option
        var path: [Int] = []
        for level in levels.reversed() {
            let node = level.node(above: place)
            path.append(place - Int(level.first[node]))
            place = node
        }
        path.append(place)
        return path.reversed()
    }

    /// Whether another catalog is what stands below a node of the outermost level, in every row.
    package func isSame(_ other: PickerCatalog, below node: Int) -> Bool {
        var rows = levels[0].children(node)
        guard other.levels.count == levels.count - 1 else { return false }
        for (mine, its) in zip(levels.dropFirst(), other.levels) {
            guard its.title.count == rows.count, mine.count[rows].elementsEqual(its.count),
                mine.defaultRow[rows].elementsEqual(its.defaultRow), mine.key.isEmpty == its.key.isEmpty,
                rows.allSatisfy({ mine.title.utf8($0) == its.title.utf8($0 - rows.lowerBound) }),
                mine.key.isEmpty || rows.allSatisfy({ mine.key.utf8($0) == its.key.utf8($0 - rows.lowerBound) })
            else { return false }
            rows = Int(mine.first[rows.lowerBound])..<Int(mine.first[rows.upperBound - 1] + mine.count[rows.upperBound - 1])
        }
        return other.options.id.count == rows.count
            && rows.allSatisfy { row in
                let its = row - rows.lowerBound
                return options.id.utf8(row) == other.options.id.utf8(its)
                    && options.title.utf8(row) == other.options.title.utf8(its)
                    && options.detail.utf8(row) == other.options.detail.utf8(its)
            }
    }

    /// What is chosen on a wheel, for a place in ``options``.
    package func title(at level: Int, aboveOption option: Int) -> String {
        var place = option
        for level in levels[level...].reversed() { place = level.node(above: place) }
        return levels[level].title[place]
    }

    /// A label as it is read aloud: whole words that are codes are spelled out.
    public func spoken(_ label: String) -> String {
        if spokenWords.isEmpty { return label }
        var spoken = ""
        var word = ""
        for character in label {
            if character.isLetter {
                word.append(character)
                continue
            }
            spoken += spokenWords[word] ?? word
            spoken.append(character)
            word = ""
        }
        return spoken + (spokenWords[word] ?? word)
    }

    /// Where the children of a node stand in the next level.
    private func children(of path: [Int]) -> Range<Int>? {
        if path.isEmpty { return levels[0].title.indices }
        return node(at: path).map { levels[path.count - 1].children($0) }
    }

    /// The place of a node in its level, counted from the level's beginning; `nil` where there is none.
    private func node(at path: [Int]) -> Int? {
        guard (1...levels.count).contains(path.count) else { return nil }
        var rows = levels[0].title.indices
        var node = 0
        for (level, row) in zip(levels, path) {
            guard (0..<rows.count).contains(row) else { return nil }
            node = rows.lowerBound + row
            rows = level.children(node)
        }
        return node
    }
}

extension PickerCatalog.Level {
    func children(_ node: Int) -> Range<Int> { Int(first[node])..<Int(first[node] + count[node]) }

    /// The node whose children a place of the level below is among.
    fileprivate func node(above place: Int) -> Int {
        var low = 0
        var high = first.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(first[middle]) <= place { low = middle } else { high = middle }
        }
        return low
    }
}

// MARK: Validation

extension PickerCatalog {
    private func validate() throws(BundleDamage) {
        let option = Self.optionLevel
        try options.title.check(as: "/\(option)/title", count: options.id.count)
        try options.detail.check(as: "/\(option)/detail", count: options.id.count)
        if let row = options.id.firstRepeated(in: options.id.indices) {
            throw BundleDamage(.duplicate(options.id[row]), place: "/\(option)/id/\(row)")
        }
        for (place, level) in levels.enumerated() {
            let isLast = place == levels.count - 1
            try level.check(below: isLast ? options.id.count : levels[place + 1].title.count)
            let wheels = place == 0 ? [level.title.indices] : levels[place - 1].first.indices.map(levels[place - 1].children)
            for wheel in wheels {
                for (member, texts) in [("title", level.title), ("key", level.key)] where !texts.isEmpty {
                    guard let node = texts.firstRepeated(in: wheel) else { continue }
                    throw BundleDamage(.duplicate(texts[node]), place: "/\(level.name)/\(member)/\(node)")
                }
            }
        }
        guard startRow == 0 || levels[0].title.indices.contains(startRow) else {
            throw BundleDamage(.outOfRange(startRow), place: "/default")
        }
    }
}

extension PickerCatalog.Level {
    /// Children must follow each other without gap or overlap, and reach exactly to the end of the level below.
    fileprivate func check(below: Int) throws(BundleDamage) {
        let nodes = title.count
        for (member, length) in [("first", first.count), ("count", count.count), ("default", defaultRow.count)]
        where length != nodes {
            throw BundleDamage(.wrongLength(length, expected: nodes), place: "/\(name)/\(member)")
        }
        guard key.isEmpty || key.count == nodes else {
            throw BundleDamage(.wrongLength(key.count, expected: nodes), place: "/\(name)/key")
        }
        var next = 0
        for node in 0..<nodes {
            let children = Int(count[node])
            guard children > 0 else { throw BundleDamage(.emptyLevel, place: "/\(name)/count/\(node)") }
            guard Int(first[node]) == next else {
                throw BundleDamage(.outOfRange(Int(first[node])), place: "/\(name)/first/\(node)")
            }
            guard children <= below - next else {
                throw BundleDamage(.outOfRange(children), place: "/\(name)/count/\(node)")
            }
            guard (0..<children).contains(Int(defaultRow[node])) else {
                throw BundleDamage(.outOfRange(Int(defaultRow[node])), place: "/\(name)/default/\(node)")
            }
            next += children
        }
        guard next == below else { throw BundleDamage(.wrongLength(next, expected: below), place: "/\(name)/count") }
        for node in aliases.keys where !title.indices.contains(node) {
            throw BundleDamage(.outOfRange(node), place: "/\(name)/aliases")
        }
        for (place, section) in sections.enumerated() where !title.indices.contains(section.firstRow) {
            throw BundleDamage(.outOfRange(section.firstRow), place: "/\(name)/sections/\(place)")
        }
    }
}

extension SharedTexts {
    fileprivate func check(as place: String, count: Int) throws(BundleDamage) {
        guard places.count == count else { throw BundleDamage(.wrongLength(places.count, expected: count), place: place) }
        for (row, text) in places.enumerated() where !texts.indices.contains(Int(text)) {
            throw BundleDamage(.outOfRange(Int(text)), place: "\(place)/\(row)")
        }
    }
}
