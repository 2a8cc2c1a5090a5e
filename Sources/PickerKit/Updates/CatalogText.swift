/// `catalog.json` as its writer put it together: members in order, the arrays of its levels cut into items, and without what can
/// be worked out from the rest: where children begin, and the list that options share their texts from.
///
/// It can be put together again to the same bytes.
package struct CatalogText: Equatable {
    package enum Value: Equatable {
        /// Anything but an array of a level, as JSON.
        case whole([UInt8])
        /// The items of an array, each as JSON.
        case items([ArraySlice<UInt8>])
        /// Worked out when the text is put together.
        case derived
    }

    /// By level, the options too, in order of their names.
    package var levels: [String: [String: Value]] = [:]
    /// What is said of the whole tree.
    package var others: [String: [UInt8]] = [:]
    package var names: [String] = []

    private static let first = "first", count = "count", texts = "text", titles = "title", details = "detail"

    package init(_ json: [UInt8]) throws(BundleDamage) {
        var cursor = JSONCursor(json)
        try cursor.object { (cursor, key) throws(BundleDamage) in
            guard key == PickerCatalog.optionLevel || ["make", "family", "model", "year"].contains(key) else {
                self.others[key] = Array(try cursor.raw())
                return
            }
            var members: [String: Value] = [:]
            try cursor.object { (cursor, member) throws(BundleDamage) in
                guard cursor.peek() == UInt8(ascii: "[") else {
                    members[member] = .whole(Array(try cursor.raw()))
                    return
                }
                var items: [ArraySlice<UInt8>] = []
                try cursor.array { (cursor, _) throws(BundleDamage) in items.append(try cursor.raw()) }
                members[member] = .items(items)
            }
            self.levels[key] = members
        }
        try cursor.requireEnd()
        var levelNames = JSONCursor(others["levels"] ?? [])
        names = try levelNames.strings().map { $0 }
        for name in names where levels[name] == nil { throw BundleDamage(.missingMember(name)) }
        try derive()
    }

    /// The items of an array of a level; none where there is no such array.
    package func items(_ level: String, _ member: String) -> [ArraySlice<UInt8>] {
        if case .items(let items) = levels[level]?[member] { items } else { [] }
    }

    /// Takes out what follows from the rest.
    private mutating func derive() throws(BundleDamage) {
        for name in names.dropLast() where levels[name]?[Self.first] != nil { levels[name]?[Self.first] = .derived }
        let option = PickerCatalog.optionLevel
        let texts = items(option, Self.texts)
        for member in [Self.titles, Self.details] {
            var items: [ArraySlice<UInt8>] = []
            for (row, place) in self.items(option, member).enumerated() {
                guard let place = Int(String(decoding: place, as: UTF8.self)), texts.indices.contains(place) else {
                    throw BundleDamage(.outOfRange(row), place: "/\(option)/\(member)/\(row)")
                }
                items.append(texts[place])
            }
            levels[option]?[member] = .items(items)
        }
        levels[option]?[Self.texts] = .derived
    }

    /// The text of `catalog.json`.
    package var json: [UInt8] {
        var members = others
        for (name, level) in levels { members[name] = Self.object(whole(level)) }
        return Self.object(members) + [0x0a]
    }

    /// A level with what was taken out of it.
    private func whole(_ level: [String: Value]) -> [String: [UInt8]] {
        var whole: [String: [UInt8]] = [:]
        for (member, value) in level {
            switch value {
            case .whole(let json): whole[member] = json
            case .items(let items): whole[member] = Self.list(items)
            case .derived: continue
            }
        }
        if level[Self.first] == .derived, case .items(let counts) = level[Self.count] {
            var first = 0
            whole[Self.first] = Self.list(
                counts.map { count in
                    defer { first += Int(String(decoding: count, as: UTF8.self)) ?? 0 }
                    return ArraySlice(String(first).utf8)
                })
        }
        if level[Self.texts] == .derived {
            var places: [ArraySlice<UInt8>: Int] = [:]
            var texts: [ArraySlice<UInt8>] = []
            for member in [Self.titles, Self.details] {
                guard case .items(let items) = level[member] else { continue }
                whole[member] = Self.list(
                    items.map { item in
                        let place = places[item] ?? texts.count
                        if place == texts.count {
                            places[item] = place
                            texts.append(item)
                        }
                        return ArraySlice(String(place).utf8)
                    })
            }
            whole[Self.texts] = Self.list(texts)
        }
        return whole
    }

    private static func list(_ items: [ArraySlice<UInt8>]) -> [UInt8] {
        var json: [UInt8] = [0x5b]
        for (place, item) in items.enumerated() {
            if place > 0 { json.append(0x2c) }
            json += item
        }
        return json + [0x5d]
    }

    /// Members in order of their names, a line each.
    private static func object(_ members: [String: [UInt8]]) -> [UInt8] {
        var json: [UInt8] = [0x7b]
        for (place, member) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }).enumerated() {
            json += place == 0 ? "\"" : ",\n\""
            json += "\(member.key)\":".utf8
            json += member.value
        }
        return json + [0x7d]
    }
}

private func += (bytes: inout [UInt8], text: String) { bytes.append(contentsOf: text.utf8) }
