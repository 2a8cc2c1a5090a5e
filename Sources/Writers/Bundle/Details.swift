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
    let rows = RowOrder.sorted((0..<UInt32(details.count)).map { $0 }, by: textOrder(details.ids)).map(Int.init)
    var last: UInt64?
    for row in rows {
        let id = details.ids[row]
        if id == last {
            json.raw(",{")
        } else {
            json.raw((last == nil ? "\n\"" : "],\n\"") + String(id) + "\":[{")
        }
        last = id
        var isFirst = true
        for field in fields {
            let column = details[field.field]
            let code = column.codes[row]
            if column.isAbsent(code) { continue }
            if !isFirst { json.raw(",") }
            isFirst = false
            json.fact(field, column, code)
        }
        json.raw("}")
        try output.flush(&json)
    }
    if last != nil { json.raw("]") }
    json.raw("\n},\n\"fields\":")
    json.value(factMeanings(fields, in: details), indent: nil)
    json.raw(",\n\"format\":")
    json.int(BundleFormat.version)
    json.raw("}\n")
    try output.write(json.bytes)
}
