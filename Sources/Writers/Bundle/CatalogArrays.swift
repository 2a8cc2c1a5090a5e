internal import FuelEconomy
internal import PickerKit

/// `catalog.json`: the tree as ordered arrays, a member a level; what `PickerCatalog` reads. Years are numbers, 0 standing for
/// a year that no feed states.
func writeCatalog(_ content: BundleContent, to output: BundleOutput) throws {
    let catalog = content.catalog
    var json = JSONBytes()
    let keys = ["defaultOption", "format", "levels"] + catalog.levels.map(\.rawValue)
    for (place, key) in keys.sorted().enumerated() {
        json.raw((place == 0 ? "{" : ",\n") + "\"\(key)\":")
        switch key {
        case "defaultOption": json.string(catalog.defaultRule)
        case "format": json.int(BundleFormat.version)
        case "levels": json.strings(catalog.levels.lazy.map(\.rawValue))
        case Catalog.Level.option.rawValue: try writeOptions(content, &json, to: output)
        default: json.level(content, catalog.levels.firstIndex { $0.rawValue == key }!)
        }
    }
    json.raw("}\n")
    try output.write(json.bytes)
}

extension JSONBytes {
    /// `{"count":[…],"default":[…],"first":[…],"key":[…],"title":[…]}`, with defaults only right above the options, and keys
    /// for makes and models where the bundle has them.
    fileprivate mutating func level(_ content: BundleContent, _ place: Int) {
        let catalog = content.catalog
        let nodes = catalog.nodes[place]
        raw("{\"count\":")
        ints(nodes.lazy.map(\.count))
        if catalog.levels[place] == catalog.lastLevel {
            raw(",\n\"default\":")
            ints(catalog.choices.lazy.map(\.defaultOption))
        }
        raw(",\n\"first\":")
        ints(nodes.lazy.map(\.first))
        let rows = nodes.indices.lazy.map { catalog.firstRow(below: $0, at: place) }
        switch (catalog.levels[place], content.keys?.names) {
        case (.make, let keys?):
            raw(",\n\"key\":")
            strings(rows.map { keys.make(of: $0, in: content.table) })
        case (.model, let keys?):
            raw(",\n\"key\":")
            strings(rows.map { keys.model(of: $0, in: content.table) })
        default: break
        }
        raw(",\n\"title\":")
        if catalog.levels[place] == .year {
            ints(nodes.lazy.map { Int($0.title) ?? BundleFormat.unknownYearNumber })
        } else {
            strings(nodes.lazy.map(\.title))
        }
        raw("}")
    }
}

/// `{"detail":[…],"id":[…],"title":[…]}`
private func writeOptions(_ content: BundleContent, _ json: inout JSONBytes, to output: BundleOutput) throws {
    let labels = OptionTexts(content)
    json.raw("{")
    try output.write(json.bytes)
    json.bytes.removeAll()
    let count = content.catalog.choices.count
    let blocks = stride(from: 0, to: count, by: OptionTexts.blockSize).map {
        $0..<min($0 + OptionTexts.blockSize, count)
    }
    for (place, part) in OptionTexts.Part.allCases.enumerated() {
        try output.write(Array("\(place == 0 ? "" : "],\n")\"\(part.rawValue)\":[".utf8))
        try output.write(blocks: blocks.count) { labels.texts(part, of: blocks[$0]) }
    }
    json.raw("]}")
}

/// Renders the options of the nodes above them, a block at a time, each as a JSON string.
private struct OptionTexts: Sendable {
    static let blockSize = 256

    enum Part: String, CaseIterable {
        case detail, id, title
    }

    private var fragments = Fragments()
    private let ids: [UInt64]
    private let nodes: [Catalog.Node]
    private let choices: [Catalog.Choice]
    private let optionRows: [UInt32]
    private let optionNeedsID: [Bool]
    /// In the order of ``OptionLabel/fields``: the codes, and by code the piece `, wording`. The piece behind it opens the
    /// string instead of going on with it.
    private var columns: [(codes: CodeVector, pieces: [UInt32], isAbsent: [Bool])] = []
    /// What a long label states even if it tells nothing apart; not where the value is absent.
    private let stated: OptionDistinction
    private let numbers: NumberPieces
    private let first, next, end, idMark: UInt32

    init(_ content: BundleContent) {
        ids = content.table.ids
        nodes = content.catalog.lastNodes
        choices = content.catalog.choices
        optionRows = content.catalog.optionRows
        optionNeedsID = content.catalog.optionNeedsID
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

    /// - Parameter range: of nodes right above the options.
    func texts(_ part: Part, of range: Range<Int>) -> [UInt8] {
        guard let start = nodes[range].first?.first, let last = nodes[range].last else { return [] }
        let rows = optionRows[start..<last.first + last.count]
        var wanted: OptionDistinction = part == .detail ? stated : []
        if part == .title {
            for choice in choices[range] { wanted.formUnion(choice.distinction.isEmpty ? stated : choice.distinction) }
        }
        if part == .detail { for choice in choices[range] { wanted.formUnion(choice.distinction) } }
        // Only the fields that some label of the block needs; gathered at once, because rows lie far apart.
        let codes = columns.indices.map { part != .id && wanted.has($0) ? columns[$0].codes.codes(of: rows) : [] }
        var pieces: [UInt32] = []
        for node in range {
            let distinction = choices[node].distinction
            for option in nodes[node].first..<nodes[node].first + nodes[node].count {
                pieces.append(option == 0 ? first : next)
                let id = ids[Int(optionRows[option])]
                switch part {
                case .id: numbers.append(id, to: &pieces)
                case .title: label(codes, option - start, distinction, isLong: false, to: &pieces)
                case .detail: label(codes, option - start, distinction, isLong: true, to: &pieces)
                }
                if part != .id, optionNeedsID[option] {
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
