/// The facts of all vehicles, by id: the bytes of `vehicles.json`, of which a vehicle is read when it is asked for.
public struct PickerVehicles: Sendable {
    /// By key of a fact.
    public let meanings: [String: FactMeaning]
    /// In order of their text.
    public let ids: TextColumn
    private let bytes: [UInt8]
    /// By id: where its facts begin.
    private let places: [Int]

    /// Reads the text of `vehicles.json`.
    ///
    /// - Throws: the first damage found, with its place in the file.
    public init(_ json: some Collection<UInt8>) throws(BundleDamage) {
        self = try BundleDamage.naming(BundleFormat.vehicles) { () throws(BundleDamage) in try Self(reading: Array(json)) }
    }

    private init(reading json: [UInt8]) throws(BundleDamage) {
        var format: Int?
        var meanings: [String: FactMeaning] = [:]
        var ids: [String] = []
        var places: [Int] = []
        var cursor = JSONCursor(json)
        try cursor.object { (cursor, key) throws(BundleDamage) in
            switch key {
            case "format": format = try cursor.format()
            case "fields": meanings = try cursor.meanings()
            case "vehicles":
                try cursor.object { (cursor, id) throws(BundleDamage) in
                    if let last = ids.last, !last.utf8.lexicographicallyPrecedes(id.utf8) {
                        throw last == id ? BundleDamage(.duplicate(id)) : cursor.damage("ids in order of their text")
                    }
                    ids.append(id)
                    places.append(cursor.at)
                    try cursor.skip()
                }
            default: try cursor.skip()
            }
        }
        try cursor.requireEnd()
        guard format != nil else { throw BundleDamage(.missingMember("format")) }
        self.meanings = meanings
        self.ids = TextColumn(ids)
        self.places = places
        bytes = json
    }

    /// The facts of a vehicle.
    ///
    /// - Returns: `nil` for an id that is not there.
    public subscript(id: String) -> VehicleFacts? {
        var low = 0
        var high = ids.count
        while low < high {
            let middle = (low + high) / 2
            if ids.utf8(middle).lexicographicallyPrecedes(id.utf8) { low = middle + 1 } else { high = middle }
        }
        guard low < ids.count, ids.utf8(low).elementsEqual(id.utf8) else { return nil }
        var cursor = JSONCursor(bytes, at: places[low])
        var facts = VehicleFacts(facts: [:])
        // It was passed over once, so it is JSON; a fact that nobody explains, or of another kind, is left out.
        try? cursor.object { (cursor, key) throws(BundleDamage) in
            guard let meaning = meanings[key] else { return try cursor.skip() }
            facts.facts[key] = try cursor.fact(meaning)
        }
        return facts
    }
}
