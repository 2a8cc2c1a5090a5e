/// The members of `catalog.json`, as they come: each level under its own name, and which of them are levels said by `levels`.
struct CatalogDocument {
    /// What a level's member holds, whichever level it is.
    struct Node {
        var title = TextColumn()
        var first: [Int32]?
        var count: [Int32]?
        var defaultRow: [Int32]?
        var key = TextColumn()
        var aliases: [Int: [String]] = [:]
        var sections: [PickerCatalog.Section] = []
    }

    private var seen: Set<String> = []
    private var format: Int?
    private(set) var names: [String]?
    private var nodes: [String: Node] = [:]
    private var options: PickerCatalog.Options?
    private(set) var startRow = 0
    private(set) var defaultReasons: [String: String] = [:]
    private(set) var spokenWords: [String: String] = [:]

    /// - Parameter other: reads members that not every document of the kind has, and tells whether it did.
    init(
        _ json: [UInt8], other: (inout JSONCursor, _ key: String) throws(BundleDamage) -> Bool = { _, _ in false }
    ) throws(BundleDamage) {
        var cursor = JSONCursor(json)
        try cursor.object { (cursor, key) throws(BundleDamage) in
            if try !other(&cursor, key) { try self.read(key, &cursor) }
        }
        try cursor.requireEnd()
    }

    private mutating func read(_ key: String, _ cursor: inout JSONCursor) throws(BundleDamage) {
        guard seen.insert(key).inserted else { throw BundleDamage(.duplicate(key)) }
        switch key {
        case "format": format = try cursor.format()
        case "levels": names = try cursor.strings().map { $0 }
        case "default": startRow = try cursor.int()
        case "defaults": defaultReasons = try cursor.texts()
        case "spoken": spokenWords = try cursor.texts()
        case PickerCatalog.optionLevel: options = try cursor.options()
        case "make", "family", "model", "year": nodes[key] = try cursor.node(isYear: key == PickerCatalog.yearLevel)
        default: try cursor.skip()
        }
    }

    /// The names of all levels, the options last.
    private func levelNames() throws(BundleDamage) -> [String] {
        guard format != nil else { throw BundleDamage(.missingMember("format")) }
        guard let names else { throw BundleDamage(.missingMember("levels")) }
        guard names.count > 1, names.last == PickerCatalog.optionLevel, Set(names).count == names.count else {
            throw BundleDamage(.unknownLevels(names), place: "/levels")
        }
        return names
    }

    /// The outermost level of a document that has no other, as `makes.json` has none.
    func outermost() throws(BundleDamage) -> Node {
        let name = try levelNames()[0]
        guard let node = nodes[name] else { throw BundleDamage(.missingMember(name)) }
        let lengths = [("count", node.count?.count ?? 0), ("default", node.defaultRow?.count ?? 0), ("key", node.key.count)]
        for (member, count) in lengths where count != node.title.count {
            throw BundleDamage(.wrongLength(count, expected: node.title.count), place: "/\(name)/\(member)")
        }
        for row in node.title.indices where !(0..<node.count![row]).contains(node.defaultRow![row]) {
            throw BundleDamage(.outOfRange(Int(node.defaultRow![row])), place: "/\(name)/default/\(row)")
        }
        if let row = node.key.firstRepeated(in: node.key.indices) {
            throw BundleDamage(.duplicate(node.key[row]), place: "/\(name)/key/\(row)")
        }
        guard startRow == 0 || node.title.indices.contains(startRow) else {
            throw BundleDamage(.outOfRange(startRow), place: "/default")
        }
        return node
    }

    func catalog() throws(BundleDamage) -> PickerCatalog {
        let names = try levelNames()
        var levels: [PickerCatalog.Level] = []
        for name in names.dropLast() {
            guard let node = nodes[name] else { throw BundleDamage(.missingMember(name)) }
            guard let first = node.first else { throw BundleDamage(.missingMember("first"), place: "/\(name)") }
            guard let count = node.count else { throw BundleDamage(.missingMember("count"), place: "/\(name)") }
            guard let rows = node.defaultRow else { throw BundleDamage(.missingMember("default"), place: "/\(name)") }
            levels.append(
                PickerCatalog.Level(
                    name: name, title: node.title, first: first, count: count, defaultRow: rows, key: node.key,
                    aliases: node.aliases, sections: node.sections))
        }
        guard let options else { throw BundleDamage(.missingMember(PickerCatalog.optionLevel)) }
        return try PickerCatalog(levels: levels, options: options, document: self)
    }
}

extension JSONCursor {
    fileprivate mutating func node(isYear: Bool) throws(BundleDamage) -> CatalogDocument.Node {
        var node = CatalogDocument.Node()
        try object { (cursor, key) throws(BundleDamage) in
            switch key {
            case "title": node.title = isYear ? TextColumn(try cursor.ints().map(Self.yearTitle)) : try cursor.strings()
            case "first": node.first = try cursor.ints()
            case "count": node.count = try cursor.ints()
            case "default": node.defaultRow = try cursor.ints()
            case "key": node.key = try cursor.strings()
            case "aliases":
                try cursor.object { (cursor, row) throws(BundleDamage) in
                    guard let row = Int(row) else { throw cursor.damage("a row as key") }
                    node.aliases[row] = try cursor.strings().map { $0 }
                }
            case "sections": node.sections = try cursor.sections()
            default: try cursor.skip()
            }
        }
        return node
    }

    private static func yearTitle(_ year: Int32) -> String {
        year == BundleFormat.unknownYearNumber ? BundleFormat.unknownYear : String(year)
    }

    /// `[["A",0],["B",11]]`
    private mutating func sections() throws(BundleDamage) -> [PickerCatalog.Section] {
        var sections: [PickerCatalog.Section] = []
        try array { (cursor, _) throws(BundleDamage) in
            var title = ""
            var row = -1
            try cursor.array { (cursor, place) throws(BundleDamage) in
                switch place {
                case 0: title = try cursor.string()
                case 1: row = try cursor.int()
                default: throw cursor.damage("a letter and its first row")
                }
            }
            sections.append(PickerCatalog.Section(title: title, firstRow: row))
        }
        return sections
    }

    fileprivate mutating func options() throws(BundleDamage) -> PickerCatalog.Options {
        var id: TextColumn?
        var texts: TextColumn?
        var title: [Int32]?
        var detail: [Int32]?
        try object { (cursor, key) throws(BundleDamage) in
            switch key {
            case "id": id = try cursor.strings()
            case "text": texts = try cursor.strings()
            case "title": title = try cursor.ints()
            case "detail": detail = try cursor.ints()
            default: try cursor.skip()
            }
        }
        let place = "/" + PickerCatalog.optionLevel
        guard let id else { throw BundleDamage(.missingMember("id"), place: place) }
        guard let texts else { throw BundleDamage(.missingMember("text"), place: place) }
        guard let title else { throw BundleDamage(.missingMember("title"), place: place) }
        guard let detail else { throw BundleDamage(.missingMember("detail"), place: place) }
        return PickerCatalog.Options(
            id: id, title: SharedTexts(texts: texts, places: title), detail: SharedTexts(texts: texts, places: detail))
    }

    /// `{"word":"text"}`
    mutating func texts() throws(BundleDamage) -> [String: String] {
        var texts: [String: String] = [:]
        try object { (cursor, key) throws(BundleDamage) in texts[key] = try cursor.string() }
        return texts
    }
}
