internal import FuelEconomy
internal import PickerKit

/// `picker.json`: {make: {model: {year: id}}}, all strings, keys in order of code points, a make a line. The id is that of
/// the year's default option, and a year that no feed states is called `unknown`; the manifest counts the options that have no place here.
func writePicker(_ content: BundleContent, to output: BundleOutput) throws {
    let catalog = content.catalog
    var json = JSONBytes()
    json.raw("{")
    for (place, make) in byCodePoint(catalog.makes, 0..<catalog.makes.count).enumerated() {
        json.raw(place == 0 ? "\n" : ",\n")
        json.string(catalog.makes[make].title)
        json.raw(":{")
        let models = catalog.makes[make].first..<catalog.makes[make].first + catalog.makes[make].count
        for (place, model) in byCodePoint(catalog.models, models).enumerated() {
            if place > 0 { json.raw(",") }
            json.string(catalog.models[model].title)
            json.raw(":{")
            let years = catalog.models[model].first..<catalog.models[model].first + catalog.models[model].count
            for (place, year) in years.reversed().map({ catalog.years[$0] }).enumerated() {
                let row = Int(catalog.optionRows[year.first + year.defaultOption])
                json.raw((place > 0 ? ",\"" : "\"") + yearKey(year.year) + "\":\"" + String(content.table.ids[row]) + "\"")
            }
            json.raw("}")
        }
        json.raw("}")
        try output.flush(&json)
    }
    json.raw("\n}\n")
    try output.write(json.bytes)
}

private func yearKey(_ year: Int) -> String {
    year == Catalog.unknownYear ? BundleFormat.unknownYear : String(year)
}

private func byCodePoint(_ names: [Catalog.Name], _ range: Range<Int>) -> [Int] {
    range.sorted { names[$0].title.utf8.lexicographicallyPrecedes(names[$1].title.utf8) }
}
