internal import FuelEconomy
internal import PickerKit

/// `catalog.json`: the tree as ordered arrays, level by level; what `PickerCatalog` reads.
func writeCatalog(_ content: BundleContent, to output: BundleOutput) throws {
    let catalog = content.catalog
    var json = JSONBytes()
    json.raw("{\"defaultOption\":")
    json.string(Catalog.defaultRule)
    json.raw(",\n\"format\":")
    json.int(BundleFormat.version)
    json.raw(",\n\"levels\":")
    json.strings(Catalog.levels)
    for (key, names) in [("make", catalog.makes), ("model", catalog.models)] {
        json.raw(",\n\"\(key)\":{\"count\":")
        json.ints(names.lazy.map(\.count))
        json.raw(",\n\"first\":")
        json.ints(names.lazy.map(\.first))
        json.raw(",\n\"title\":")
        json.strings(names.lazy.map(\.title))
        json.raw("}")
    }
    try writeOptions(content, &json, to: output)
    json.raw(",\n\"year\":{\"count\":")
    json.ints(catalog.years.lazy.map(\.count))
    json.raw(",\n\"default\":")
    json.ints(catalog.years.lazy.map(\.defaultOption))
    json.raw(",\n\"first\":")
    json.ints(catalog.years.lazy.map(\.first))
    json.raw(",\n\"title\":")
    json.ints(catalog.years.lazy.map(\.year))
    json.raw("}}\n")
    try output.write(json.bytes)
}

/// `"option":{"detail":[…],"id":[…],"title":[…]}`
private func writeOptions(_ content: BundleContent, _ json: inout JSONBytes, to output: BundleOutput) throws {
    let labels = OptionTexts(content)
    json.raw(",\n\"option\":{")
    try output.write(json.bytes)
    json.bytes.removeAll()
    let years = content.catalog.years
    let blocks = stride(from: 0, to: years.count, by: OptionTexts.blockSize).map {
        years[$0..<min($0 + OptionTexts.blockSize, years.count)]
    }
    for (place, part) in OptionTexts.Part.allCases.enumerated() {
        try output.write(Array("\(place == 0 ? "" : "],\n")\"\(part.rawValue)\":[".utf8))
        try output.write(blocks: blocks.count) { labels.texts(part, of: blocks[$0]) }
    }
    json.raw("]}")
}

/// Renders the options of years, a block at a time, each as a JSON string.
private struct OptionTexts: Sendable {
    static let blockSize = 256

    enum Part: String, CaseIterable {
        case detail, id, title
    }

    private var fragments = Fragments()
    private let ids: [UInt64]
    private let catalog: Catalog
    /// In the order of ``OptionLabel/fields``: the codes, and by code the piece `, wording`. The piece behind it opens the
    /// string instead of going on with it.
    private var columns: [(codes: CodeVector, pieces: [UInt32], isAbsent: [Bool])] = []
    /// What a long label states even if it tells nothing apart; not where the value is absent.
    private let stated: OptionDistinction
    private let numbers: NumberPieces
    private let first, next, end, idMark: UInt32

    init(_ content: BundleContent) {
        ids = content.table.ids
        catalog = content.catalog
        first = fragments.add("\"")
        next = fragments.add(",\"")
        end = fragments.add("\"")
        idMark = fragments.add(", id ")
        numbers = NumberPieces(&fragments)
        stated = OptionLabel.fields.indices.reduce(into: []) { stated, field in
            if OptionLabel.stated.contains(OptionLabel.fields[field]) { stated.insert(OptionDistinction(field)) }
        }
        for field in OptionLabel.fields {
            let column = content.table[field]
            var pieces: [UInt32] = []
            for code in 0..<column.valueCount {
                var json = JSONBytes()
                json.string(OptionLabel.wording(field, of: content.table, code: code))
                let wording = json.bytes.dropFirst().dropLast()
                pieces.append(fragments.add(Array(", ".utf8) + wording))
                fragments.add(Array(wording))
            }
            columns.append((column.codes, pieces, (0..<column.valueCount).map(column.isAbsent)))
        }
        fragments.seal()
    }

    func texts(_ part: Part, of years: ArraySlice<Catalog.Year>) -> [UInt8] {
        guard let firstYear = years.first, let lastYear = years.last else { return [] }
        let rows = catalog.optionRows[firstYear.first..<lastYear.first + lastYear.count]
        var wanted: OptionDistinction = part == .detail ? stated : []
        if part == .title {
            for year in years { wanted.formUnion(year.distinction.isEmpty ? stated : year.distinction) }
        }
        if part == .detail { for year in years { wanted.formUnion(year.distinction) } }
        // Only the fields that some label of the block needs; gathered at once, because rows lie far apart.
        let codes = columns.indices.map { part != .id && wanted.has($0) ? columns[$0].codes.codes(of: rows) : [] }
        var pieces: [UInt32] = []
        for year in years {
            for option in year.first..<year.first + year.count {
                pieces.append(option == 0 ? first : next)
                let id = ids[Int(catalog.optionRows[option])]
                switch part {
                case .id: numbers.append(id, to: &pieces)
                case .title: label(codes, option - firstYear.first, year.distinction, isLong: false, to: &pieces)
                case .detail: label(codes, option - firstYear.first, year.distinction, isLong: true, to: &pieces)
                }
                if part != .id, catalog.optionNeedsID[option] {
                    pieces.append(idMark)
                    numbers.append(id, to: &pieces)
                }
                pieces.append(end)
            }
        }
        var bytes: [UInt8] = []
        fragments.append(pieces, to: &bytes)
        return bytes
    }

    /// The short label is what tells the option apart, or the first thing known of an only one; the long one is all that is
    /// usually stated of a car, and what tells it apart.
    private func label(
        _ codes: [[UInt32]], _ index: Int, _ distinction: OptionDistinction, isLong: Bool, to pieces: inout [UInt32]
    ) {
        let chosen = isLong || distinction.isEmpty ? distinction.union(stated) : distinction
        var isOpen = false
        var rest = chosen.rawValue
        while rest != 0 {
            let field = rest.trailingZeroBitCount
            rest &= rest - 1
            let code = Int(codes[field][index])
            if !distinction.has(field), columns[field].isAbsent[code] { continue }
            pieces.append(isOpen ? columns[field].pieces[code] : columns[field].pieces[code] + 1)
            isOpen = true
            if distinction.isEmpty, !isLong { return }
        }
        if !isOpen {
            let field = chosen.rawValue.trailingZeroBitCount
            pieces.append(columns[field].pieces[Int(codes[field][index])] + 1)
        }
    }
}
