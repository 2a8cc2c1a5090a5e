internal import FuelEconomy
internal import PickerKit

/// `picker.json`: a dictionary in a dictionary, a level each, down to an id: {make: {model: {year: id}}} of the usual levels.
/// All strings, keys in order of code points, an outermost node a line. The id is that of the default option; a year that no
/// feed states is called `unknown`. The manifest counts the options that have no place here.
func writePicker(_ content: BundleContent, to output: BundleOutput) throws {
    let catalog = content.catalog
    let ids = catalog.lastNodes.indices.map { node in
        let option = catalog.lastNodes[node].first + catalog.choices[node].defaultOption
        return content.table.ids[Int(catalog.optionRows[option])]
    }
    var json = JSONBytes()
    json.raw("{")
    for (place, node) in byCodePoint(catalog, 0, 0..<catalog.nodes[0].count).enumerated() {
        json.raw(place == 0 ? "\n" : ",\n")
        json.picker(catalog, ids, level: 0, node: node)
        try output.flush(&json)
    }
    json.raw("\n}\n")
    try output.write(json.bytes)
}

extension JSONBytes {
    /// `"title":"id"` right above the options, `"title":{…}` above that.
    fileprivate mutating func picker(_ catalog: Catalog, _ ids: [UInt64], level: Int, node: Int) {
        let entry = catalog.nodes[level][node]
        let isUnknownYear = catalog.levels[level] == .year && entry.title == Catalog.unknownYear
        string(isUnknownYear ? BundleFormat.unknownYear : entry.title)
        if level == catalog.nodes.count - 1 { return raw(":\"\(ids[node])\"") }
        raw(":{")
        for (place, child) in byCodePoint(catalog, level + 1, entry.first..<entry.first + entry.count).enumerated() {
            if place > 0 { raw(",") }
            picker(catalog, ids, level: level + 1, node: child)
        }
        raw("}")
    }
}

private func byCodePoint(_ catalog: Catalog, _ level: Int, _ range: Range<Int>) -> [Int] {
    let nodes = catalog.nodes[level]
    return range.sorted { ExactText(nodes[$0].title) < ExactText(nodes[$1].title) }
}
