package import FuelEconomy

/// What the preview says of each car, a column a fact:
/// `{"about":"…","columns":{"city":{"rows":[1,1,2,0],"values":[19,22]}},"fields":{…}}`
///
/// `rows` has an entry an option of the catalog: 0 where the fact is absent, else the place of its value, counted from 1.
///
/// - Parameters:
///   - vehicles: of the bundle's `vehicles.json`; `nil` where it has none.
///   - fields: what that file says of its facts.
///   - ids: of the catalog's options.
///   - about: which bundle it is.
package func previewFacts(_ vehicles: ComparedTable?, fields: JSON, ids: [String], about: String) -> [UInt8] {
    var json = JSONBytes()
    json.raw("{\"about\":")
    json.string(about)
    json.raw(",\"columns\":{")
    if let vehicles {
        let rowOfID = Dictionary(zip(vehicles.ids, vehicles.ids.indices)) { first, _ in first }
        let rows = ids.map { UInt64($0).flatMap { rowOfID[$0] } }
        // The tree says the rest.
        let told = [vehicles.make, vehicles.model, vehicles.year]
        var isFirst = true
        for (place, column) in vehicles.columns.enumerated() where !told.contains(place) {
            json.raw(isFirst ? "" : ",")
            isFirst = false
            json.string(column.name)
            json.raw(":")
            json.column(column, of: rows, isNumber: fields[column.name]?["type"]?.text == "number")
        }
    }
    json.raw("},\"fields\":")
    json.raw(fields.compact)
    json.raw("}")
    return json.bytes
}

extension JSONBytes {
    fileprivate mutating func column(_ column: ComparedTable.Column, of rows: [Int?], isNumber: Bool) {
        // Numbered in the order of the options, which packs better.
        var places = [Int](repeating: 0, count: column.spellings.count)
        var codes: [Int] = []
        raw("{\"rows\":[")
        for (option, row) in rows.enumerated() {
            raw(option == 0 ? "" : ",")
            let code = row.map { column.codes[$0] }
            guard let code, !column.spellings[code].isEmpty else {
                raw("0")
                continue
            }
            if places[code] == 0 {
                codes.append(code)
                places[code] = codes.count
            }
            int(places[code])
        }
        raw("],\"values\":[")
        for (place, code) in codes.enumerated() {
            raw(place == 0 ? "" : ",")
            let spelling = column.spellings[code]
            if isNumber, let value = try? JSON(spelling), value.number != nil { raw(spelling) } else { string(spelling) }
        }
        raw("]}")
    }
}
