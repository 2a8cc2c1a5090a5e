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

private func writeOptions(_ content: BundleContent, _ json: inout JSONBytes, to output: BundleOutput) throws {
    let catalog = content.catalog
    let wordings = OptionWordings(content.table)
    for (key, open) in [("detail", ",\n\"option\":{\"detail\":["), ("id", "],\n\"id\":["), ("title", "],\n\"title\":[")] {
        json.raw(open)
        for year in catalog.years {
            for option in year.first..<year.first + year.count {
                if option > 0 { json.bytes.append(0x2c) }
                let row = Int(catalog.optionRows[option])
                let id = content.table.ids[row]
                json.bytes.append(0x22)
                switch key {
                case "id": json.int(Int(id))
                case "title": wordings.title(row, year.distinction, &json)
                default: wordings.detail(row, year.distinction, &json)
                }
                if key != "id", catalog.optionNeedsID[option] {
                    json.raw(", id ")
                    json.int(Int(id))
                }
                json.bytes.append(0x22)
            }
            try output.flush(&json)
        }
    }
    json.raw("]}")
}

/// The wording of each value of the fields that labels are made of, ready to be put into a JSON string.
private struct OptionWordings {
    private struct Wording {
        var field: Field
        var codes: CodeVector
        /// By code.
        var texts: [[UInt8]]
        var isAbsent: [Bool]
    }

    private let wordings: [Wording]
    private let stated: [Int]

    init(_ table: VehicleTable) {
        wordings = OptionLabel.fields.map { field in
            let column = table[field]
            let texts = (0..<column.valueCount).map { code in
                var json = JSONBytes()
                json.string(OptionLabel.wording(field, column: column, code: code))
                return Array(json.bytes.dropFirst().dropLast())
            }
            return Wording(
                field: field, codes: column.codes, texts: texts,
                isAbsent: (0..<column.valueCount).map(column.isAbsent))
        }
        stated = OptionLabel.fields.indices.filter { OptionLabel.stated.contains(OptionLabel.fields[$0]) }
    }

    /// What tells the option apart; where it is the only one, the first thing that is known of it.
    func title(_ row: Int, _ distinction: OptionDistinction, _ json: inout JSONBytes) {
        if distinction.isEmpty {
            let known = stated.first { !wordings[$0].isAbsent[wordings[$0].codes[row]] } ?? stated[0]
            json.raw(wordings[known].texts[wordings[known].codes[row]])
            return
        }
        join(&json) { distinction.has($0) ? wordings[$0].codes[row] : nil }
    }

    /// All that is usually stated of a car, and what tells it apart.
    func detail(_ row: Int, _ distinction: OptionDistinction, _ json: inout JSONBytes) {
        let before = json.bytes.count
        join(&json) { index in
            let code = wordings[index].codes[row]
            return distinction.has(index) || (stated.contains(index) && !wordings[index].isAbsent[code]) ? code : nil
        }
        if json.bytes.count == before { title(row, distinction, &json) }
    }

    @inline(__always)
    private func join(_ json: inout JSONBytes, _ code: (Int) -> Int?) {
        var isFirst = true
        for index in wordings.indices {
            guard let code = code(index) else { continue }
            if !isFirst {
                json.bytes.append(0x2c)
                json.bytes.append(0x20)
            }
            isFirst = false
            json.raw(wordings[index].texts[code])
        }
    }
}
