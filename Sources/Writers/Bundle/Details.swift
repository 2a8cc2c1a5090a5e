internal import FuelEconomy
internal import PickerKit

/// `details.json`: id → a list of what other feeds say of the vehicle, such as its emissions certifications; a vehicle a line,
/// rows in order of their facts, with the units of all facts said once under `fields`.
func writeDetails(_ content: BundleContent, to output: BundleOutput) throws {
    let details = content.details
    let fields = Field.declarations.filter { details.facts.contains($0.field) }.sorted { $0.key < $1.key }
    var json = JSONBytes()
    json.raw("{\"details\":{")
    // Rows come by id as a number; the object's keys are in order of their text.
    var groups: [Range<Int>] = []
    for row in 0..<details.count {
        if let last = groups.last, details.ids[last.lowerBound] == details.ids[row] {
            groups[groups.count - 1] = last.lowerBound..<row + 1
        } else {
            groups.append(row..<row + 1)
        }
    }
    groups.sort { String(details.ids[$0.lowerBound]) < String(details.ids[$1.lowerBound]) }
    for (place, group) in groups.enumerated() {
        json.raw((place == 0 ? "\n\"" : ",\n\"") + String(details.ids[group.lowerBound]) + "\":[")
        for row in group {
            json.raw(row == group.lowerBound ? "{" : ",{")
            var isFirst = true
            for field in fields {
                let column = details[field.field]
                let code = column.codes[row]
                if column.isAbsent(code) { continue }
                if !isFirst { json.raw(",") }
                isFirst = false
                json.string(field.key)
                json.raw(":")
                if column.numbers[code].isNaN { json.string(column.texts[code]) } else { json.number(column.numbers[code]) }
            }
            json.raw("}")
        }
        json.raw("]")
        try output.flush(&json)
    }
    json.raw("\n},\n\"fields\":")
    json.value(
        .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.key, factMeaning($0, in: details)) })), indent: nil)
    json.raw(",\n\"format\":")
    json.int(BundleFormat.version)
    json.raw("}\n")
    try output.write(json.bytes)
}
