/// The makes of a bundle, and the models of those makes that an app has loaded: for apps that do not want the whole tree at once.
///
/// It starts with `makes.json`. ``file(of:)`` names the file that a make's row needs; once its bytes have been added, the wheels
/// below the make have rows. Until then they have none, and a ``CascadingSelection`` stays where it is.
public struct PickerShards: CascadingRows {
    /// What makes are called, in order.
    public let titles: TextColumn
    public let keys: TextColumn
    /// By make: how many models it has, loaded or not.
    public let modelCounts: [Int32]
    /// By make: the row that the wheel of its models starts at.
    private let modelStarts: [Int32]
    public let sections: [PickerCatalog.Section]
    public let startRow: Int
    public let levelNames: [String]
    private let meanings: [String: FactMeaning]
    private var loaded: [Int: Shard] = [:]

    private struct Shard: Sendable {
        var catalog: PickerCatalog
        var facts: [String: [Fact?]]
    }

    /// Reads the text of `makes.json`.
    public init(_ json: some Collection<UInt8>) throws(BundleDamage) {
        self = try BundleDamage.naming(BundleFormat.makes) { () throws(BundleDamage) in try Self(reading: Array(json)) }
    }

    private init(reading json: [UInt8]) throws(BundleDamage) {
        var meanings: [String: FactMeaning] = [:]
        let document = try CatalogDocument(json) { (cursor, key) throws(BundleDamage) in
            guard key == "fields" else { return false }
            meanings = try cursor.meanings()
            return true
        }
        let makes = try document.outermost()
        self.meanings = meanings
        titles = makes.title
        keys = makes.key
        modelCounts = makes.count ?? []
        modelStarts = makes.defaultRow ?? []
        sections = makes.sections
        startRow = document.startRow
        levelNames = document.names ?? []
    }

    /// The file that the wheels below a make need.
    ///
    /// - Returns: `nil` where there is no such make, or it is loaded.
    public func file(of row: Int) -> String? {
        keys.indices.contains(row) && loaded[row] == nil ? BundleFormat.make(keys[row]) : nil
    }

    /// Adds the models of a make: the bytes of the file that ``file(of:)`` names.
    public mutating func add(_ json: some Collection<UInt8>, at row: Int) throws(BundleDamage) {
        guard let path = file(of: row) else { return }
        do throws(BundleDamage) {
            var facts: [String: [Fact?]] = [:]
            let meanings = meanings
            let title = titles[row]
            let document = try CatalogDocument(Array(json)) { (cursor, key) throws(BundleDamage) in
                if key == "make" {
                    let found = try cursor.string()
                    if found != title { throw BundleDamage(.unlike(found, expected: title)) }
                    return true
                }
                guard key == "facts" else { return false }
                try cursor.object { (cursor, key) throws(BundleDamage) in
                    guard let meaning = meanings[key] else { return try cursor.skip() }
                    var column: [Fact?] = []
                    try cursor.array { (cursor, _) throws(BundleDamage) in column.append(try cursor.fact(meaning)) }
                    facts[key] = column
                }
                return true
            }
            let catalog = try document.catalog()
            let count = catalog.options.id.count
            for (key, column) in facts where column.count != count {
                throw BundleDamage(.wrongLength(column.count, expected: count), place: "/facts/\(key)")
            }
            let models = catalog.count(below: [])
            guard models == Int(modelCounts[row]) else {
                throw BundleDamage(
                    .wrongLength(models, expected: Int(modelCounts[row])), place: "/\(catalog.levels[0].name)/title")
            }
            loaded[row] = Shard(catalog: catalog, facts: facts)
        } catch {
            throw error.in(path)
        }
    }

    /// The wheels below a make; `nil` until they are loaded.
    package func catalog(of row: Int) -> PickerCatalog? { loaded[row]?.catalog }

    /// What is known of the vehicle at a path that names a row of every level.
    public func facts(at path: [Int]) -> VehicleFacts? {
        guard let (shard, below) = shard(path), let option = shard.catalog.option(at: below) else { return nil }
        return VehicleFacts(facts: shard.facts.compactMapValues { $0[option] })
    }

    private func shard(_ path: [Int]) -> (Shard, below: [Int])? {
        guard let make = path.first, let shard = loaded[make] else { return nil }
        return (shard, Array(path.dropFirst()))
    }

    // MARK: Rows

    public func count(below path: [Int]) -> Int {
        if path.isEmpty { return titles.count }
        return shard(path).map { $0.catalog.count(below: $1) } ?? 0
    }

    public func title(_ row: Int, below path: [Int]) -> String? {
        if path.isEmpty { return titles.indices.contains(row) ? titles[row] : nil }
        return shard(path).flatMap { $0.catalog.title(row, below: $1) }
    }

    public func key(_ row: Int, below path: [Int]) -> String? {
        if path.isEmpty { return keys.indices.contains(row) ? keys[row] : nil }
        return shard(path).flatMap { $0.catalog.key(row, below: $1) }
    }

    public func defaultRow(below path: [Int]) -> Int? {
        if path.isEmpty { return titles.isEmpty ? nil : startRow }
        return shard(path).flatMap { $1.isEmpty ? Int(modelStarts[path[0]]) : $0.catalog.defaultRow(below: $1) }
    }

    public func id(at path: [Int]) -> String? { shard(path).flatMap { $0.catalog.id(at: $1) } }

    /// Among the makes that are loaded.
    public func path(to id: String) -> [Int]? {
        for make in loaded.keys.sorted() {
            if let below = loaded[make]?.catalog.path(to: id) { return [make] + below }
        }
        return nil
    }
}
