/// What leads from one published catalog to the next: a file of the bundle's folder `deltas`, much smaller than the catalog.
///
/// An app that has the catalog of ``from`` gets that of ``to`` by applying it. One that is several versions behind applies one
/// patch after another; ``chain(from:to:among:)`` finds them by their files' names.
public struct CatalogPatch: Sendable, Equatable {
    /// Versions of the data, as manifests have them.
    public let from: String
    public let to: String
    /// What becomes of what people have saved.
    public let migration: SelectionMigration
    /// Of the catalog that comes of it, in bytes.
    private let size: Int
    /// By level and member of an array, such as `make.title`.
    private let edits: [String: [Edit]]
    /// By level and member, or by member alone: what is put in its place as a whole.
    private let values: [String: [UInt8]]

    /// A step from front to back through a list.
    package enum Edit: Sendable, Equatable {
        /// So many items stay.
        case keep(Int)
        /// So many items go.
        case drop(Int)
        /// These items come, each as JSON.
        case add([[UInt8]])
    }

    package init(
        from: String, to: String, migration: SelectionMigration, size: Int, edits: [String: [Edit]],
        values: [String: [UInt8]]
    ) {
        self.from = from
        self.to = to
        self.migration = migration
        self.size = size
        self.edits = edits
        self.values = values
    }

    /// Reads the text of a file of `deltas`.
    public init(_ json: some Collection<UInt8>) throws(BundleDamage) {
        var format: Int?
        var from: String?
        var to: String?
        var size: Int?
        var edits: [String: [Edit]] = [:]
        var values: [String: [UInt8]] = [:]
        var migration = SelectionMigration()
        var cursor = JSONCursor(Array(json))
        try cursor.object { (cursor, key) throws(BundleDamage) in
            switch key {
            case "format": format = try cursor.format()
            case "from": from = try cursor.string()
            case "to": to = try cursor.string()
            case "size": size = try cursor.int()
            case "edits":
                try cursor.object { (cursor, path) throws(BundleDamage) in
                    var steps: [Edit] = []
                    try cursor.array { (cursor, _) throws(BundleDamage) in steps.append(try cursor.edit()) }
                    edits[path] = steps
                }
            case "values":
                try cursor.object { (cursor, path) throws(BundleDamage) in values[path] = Array(try cursor.raw()) }
            case "keys": migration.keys = try cursor.outcomes()
            case "ids": migration.ids = try cursor.outcomes()
            default: try cursor.skip()
            }
        }
        try cursor.requireEnd()
        guard format != nil else { throw BundleDamage(.missingMember("format")) }
        guard let from else { throw BundleDamage(.missingMember("from")) }
        guard let to else { throw BundleDamage(.missingMember("to")) }
        guard let size else { throw BundleDamage(.missingMember("size")) }
        self.init(from: from, to: to, migration: migration, size: size, edits: edits, values: values)
    }

    /// Applies the patch to the text of the `catalog.json` of version ``from``.
    ///
    /// - Returns: the text of that of version ``to``, byte for byte.
    /// - Throws: a ``BundleDamage`` for a text that the patch does not fit.
    public func apply(to catalog: some Collection<UInt8>) throws(BundleDamage) -> [UInt8] {
        var text = try CatalogText(Array(catalog))
        for (path, value) in values {
            let (level, member) = Self.parts(path)
            if let member { text.levels[level]?[member] = .whole(value) } else { text.others[path] = value }
        }
        for (path, steps) in edits {
            let (level, member) = Self.parts(path)
            guard let member, case .items(let items) = text.levels[level]?[member] else {
                throw BundleDamage(.missingMember(path), place: "/edits")
            }
            text.levels[level]?[member] = .items(try Self.applied(steps, to: items, at: path))
        }
        let json = text.json
        guard json.count == size else { throw BundleDamage(.wrongSize(json.count, expected: size)) }
        return json
    }

    private static func applied(
        _ steps: [Edit], to items: [ArraySlice<UInt8>], at path: String
    ) throws(BundleDamage) -> [ArraySlice<UInt8>] {
        var done: [ArraySlice<UInt8>] = []
        var place = 0
        for step in steps {
            switch step {
            case .keep(let count), .drop(let count):
                guard count <= items.count - place else { throw BundleDamage(.outOfRange(count), place: "/edits/\(path)") }
                if case .keep = step { done += items[place..<place + count] }
                place += count
            case .add(let more): done += more.map { $0[...] }
            }
        }
        guard place == items.count else {
            throw BundleDamage(.wrongLength(place, expected: items.count), place: "/edits/\(path)")
        }
        return done
    }

    private static func parts(_ path: String) -> (level: String, member: String?) {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }

    /// The patches that lead from one version to another, in the order in which they are applied, among the paths of files as the
    /// manifest has them; those of other folders are passed over.
    ///
    /// - Returns: `nil` where they do not lead there: then load the catalog as a whole.
    public static func chain(from: String, to: String, among paths: [String]) -> [String]? {
        var steps: [String: (path: String, to: String)] = [:]
        for path in paths {
            if let versions = BundleFormat.versions(ofDelta: path) { steps[versions.from] = (path, versions.to) }
        }
        var chain: [String] = []
        var version = from
        while version != to {
            guard let step = steps.removeValue(forKey: version) else { return nil }
            chain.append(step.path)
            version = step.to
        }
        return chain
    }
}

/// What becomes of what people have saved when the data are updated: of a car's id, and of the key of a make or model.
public struct SelectionMigration: Sendable, Equatable {
    public enum Outcome: Sendable, Equatable {
        case same
        /// Save this one instead.
        case moved(to: String)
        /// Let people choose again. What still is there on the way to it, from the outermost level on: keys of makes and models,
        /// titles of other levels.
        case chooseAgain(below: [String])
    }

    package var keys: [String: Outcome] = [:]
    package var ids: [String: Outcome] = [:]

    package init() {}

    public func outcome(ofID id: String) -> Outcome { ids[id] ?? .same }
    public func outcome(ofKey key: String) -> Outcome { keys[key] ?? .same }
}

extension JSONCursor {
    /// `12`, `-3` or `["a","b"]`.
    fileprivate mutating func edit() throws(BundleDamage) -> CatalogPatch.Edit {
        if peek() == UInt8(ascii: "[") {
            var items: [[UInt8]] = []
            try array { (cursor, _) throws(BundleDamage) in items.append(Array(try cursor.raw())) }
            return .add(items)
        }
        let count = try int()
        return count < 0 ? .drop(-count) : .keep(count)
    }

    /// `{"again":{"audi/80":["audi"]},"moved":{"bmw/m3":"bmw/m3-2"}}`
    fileprivate mutating func outcomes() throws(BundleDamage) -> [String: SelectionMigration.Outcome] {
        var outcomes: [String: SelectionMigration.Outcome] = [:]
        try object { (cursor, member) throws(BundleDamage) in
            switch member {
            case "moved":
                try cursor.object { (cursor, key) throws(BundleDamage) in outcomes[key] = .moved(to: try cursor.string()) }
            case "again":
                try cursor.object { (cursor, key) throws(BundleDamage) in
                    outcomes[key] = .chooseAgain(below: try cursor.strings().map { $0 })
                }
            default: try cursor.skip()
            }
        }
        return outcomes
    }
}
