internal import FuelEconomy
internal import PickerKit
internal import Platform

/// `makes.json`: the outermost wheel alone, and of each make the key under which its own file stands; with what is said once
/// for all of them.
func writeMakes(_ content: BundleContent, to output: BundleOutput) throws {
    let shape = try content.shape()
    let catalog = shape.catalog
    var json = JSONBytes()
    json.raw("{")
    json.member("default")
    json.int(catalog.defaultNode)
    json.member("defaults")
    json.value(defaultRules(of: catalog), indent: nil)
    json.member("fields")
    json.value(factMeanings(publishedFields(of: content.table), in: content.table), indent: nil)
    json.member("format")
    json.int(BundleFormat.version)
    json.member("levels")
    json.strings(catalog.levels.lazy.map(\.rawValue))
    json.member(Catalog.Level.make.rawValue)
    json.level(shape, 0, catalog.nodes[0].indices, hasChildren: false)
    json.member("spoken")
    json.value(spokenWords(of: shape), indent: nil)
    json.raw("}\n")
    try output.write(json.bytes)
}

/// `makes/KEY.json` of each make: the wheels below it, counted from the file's own beginning, and the facts of its vehicles.
///
/// - Returns: the files, by make.
func writeMakeFolder(_ content: BundleContent, in folder: String) throws -> [WrittenFile] {
    let shape = try content.shape()
    let keys = shape.names[0]?.keys ?? []
    let facts = FactColumns(
        content.table, publishedFields(of: content.table).filter { ![.make, .model, .year].contains($0.field) })
    // Small files: most of the time goes by until each is on the disk.
    return try parallelMap(keys.count, jobs: 4) { make in
        let output = try BundleOutput(folder: folder, path: BundleFormat.make(keys[make]))
        try output.write(document(of: make, shape, facts))
        return try output.finish()
    }
}

private func document(of make: Int, _ shape: CatalogShape, _ facts: FactColumns) -> [UInt8] {
    let catalog = shape.catalog
    let inner = catalog.levels.dropFirst()
    var rows = make..<make + 1
    var ranges: [String: (place: Int, rows: Range<Int>)] = [:]
    for (place, level) in zip(1..., inner) {
        let nodes = catalog.nodes[place - 1]
        rows = nodes[rows.lowerBound].first..<nodes[rows.upperBound - 1].first + nodes[rows.upperBound - 1].count
        ranges[level.rawValue] = (place, rows)
    }
    var json = JSONBytes()
    json.raw("{")
    for key in (["facts", "format", "levels", "make"] + inner.map(\.rawValue)).sorted() {
        json.member(key)
        switch key {
        case "facts": json.raw(facts.columns(of: catalog.optionRows[rows]))
        case "format": json.int(BundleFormat.version)
        case "levels": json.strings(inner.lazy.map(\.rawValue))
        case "make": json.string(catalog.nodes[0][make].title)
        case Catalog.Level.option.rawValue: json.options(shape, rows)
        default: json.level(shape, ranges[key]!.place, ranges[key]!.rows)
        }
    }
    json.raw("}\n")
    return json.bytes
}
