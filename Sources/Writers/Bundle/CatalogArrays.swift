internal import FuelEconomy
internal import PickerKit

/// `catalog.json`: the tree as ordered arrays, a member a level; what `PickerCatalog` reads. Years are numbers, 0 standing for
/// a year that no feed states.
func writeCatalog(_ content: BundleContent, to output: BundleOutput) throws {
    let shape = try content.shape()
    let catalog = shape.catalog
    var json = JSONBytes()
    json.raw("{")
    let keys = ["default", "defaultOption", "defaults", "format", "levels", "spoken"] + catalog.levels.map(\.rawValue)
    for key in keys.sorted() {
        json.member(key)
        switch key {
        case "default": json.int(catalog.defaultNode)
        case "defaultOption": json.string(catalog.defaultRule(of: .option))
        case "defaults": json.value(defaultRules(of: catalog), indent: nil)
        case "format": json.int(BundleFormat.version)
        case "levels": json.strings(catalog.levels.lazy.map(\.rawValue))
        case "spoken": json.value(spokenWords(of: shape), indent: nil)
        case Catalog.Level.option.rawValue: json.options(shape, shape.ids.indices)
        default:
            let place = catalog.levels.firstIndex { $0.rawValue == key }!
            json.level(shape, place, catalog.nodes[place].indices)
        }
    }
    json.raw("}\n")
    try output.write(json.bytes)
}

/// By level: how the row is chosen that a wheel starts at.
func defaultRules(of catalog: Catalog) -> JSON {
    .object(
        Dictionary(uniqueKeysWithValues: catalog.levels.map { ($0.rawValue, .string(catalog.defaultRule(of: $0))) }))
}

/// What is read aloud in place of words in labels.
func spokenWords(of shape: CatalogShape) -> JSON { .object(shape.options.spoken.mapValues(JSON.string)) }

extension JSONBytes {
    /// `{"aliases":{…},"count":[…],"default":[…],"first":[…],"folded":{…},"key":[…],"title":[…]}` of the nodes of a level, with
    /// rows counted from the range's first; keys for makes and models where the bundle has them, of years neither these nor
    /// aliases nor folded names.
    ///
    /// - Parameter hasChildren: whether to say where the children begin.
    mutating func level(_ shape: CatalogShape, _ place: Int, _ range: Range<Int>, hasChildren: Bool = true) {
        let catalog = shape.catalog
        let nodes = catalog.nodes[place][range]
        let names = shape.names[place]
        raw("{")
        if let names {
            member("aliases")
            byRow(names.aliases, range) { $0.strings($1) }
        }
        member("count")
        ints(nodes.lazy.map(\.count))
        member("default")
        ints(catalog.defaultChildren(at: place)[range])
        if hasChildren {
            member("first")
            let start = nodes.first?.first ?? 0
            ints(nodes.lazy.map { $0.first - start })
        }
        if let names {
            member("folded")
            byRow(names.folded, range) { $0.string($1) }
        }
        if let keys = names?.keys {
            member("key")
            strings(keys[range])
        }
        if place == 0, let sections = shape.sections {
            member("sections")
            value(.array(sections.map { .array([.string($0.title), .int($0.row)]) }), indent: nil)
        }
        member("title")
        if catalog.levels[place] == .year {
            ints(nodes.lazy.map { Int($0.title) ?? BundleFormat.unknownYearNumber })
        } else {
            strings(nodes.lazy.map(\.title))
        }
        raw("}")
    }

    /// `{"detail":[…],"id":[…],"text":["…"],"title":[…]}` of a range of options: details and titles are places in the texts, which
    /// are those of the range alone.
    mutating func options(_ shape: CatalogShape, _ range: Range<Int>) {
        let texts = shape.options.texts
        var places = [Int](repeating: -1, count: texts.count)
        var used: [Int] = []
        func place(_ text: UInt32) -> Int {
            let text = Int(text)
            if places[text] < 0 {
                places[text] = used.count
                used.append(text)
            }
            return places[text]
        }
        let titles = shape.options.titles[range].map(place)
        let details = shape.options.details[range].map(place)
        raw("{")
        member("detail")
        ints(details)
        member("id")
        list(shape.ids[range]) { $0.id($1) }
        member("text")
        list(used) { $0.string(texts[$1]) }
        member("title")
        ints(titles)
        raw("}")
    }

    /// `{"12":…,"3":…}`, in order of the keys' texts.
    private mutating func byRow<Value>(
        _ values: [Int: Value], _ range: Range<Int>, _ write: (inout JSONBytes, Value) -> Void
    ) {
        raw("{")
        let rows = values.keys.filter(range.contains).map { (row: $0, key: String($0 - range.lowerBound)) }
        for (place, entry) in rows.sorted(by: { $0.key < $1.key }).enumerated() {
            raw((place == 0 ? "\"" : ",\"") + entry.key + "\":")
            write(&self, values[entry.row]!)
        }
        raw("}")
    }
}
