internal import FuelEconomy

/// `names.json`: a list of every spelling in the feeds with the name it became, a spelling a line; makes first.
func writeNames(_ content: BundleContent, to output: BundleOutput) throws {
    var json = JSONBytes()
    json.raw("[")
    for (place, decision) in content.decisions.enumerated() {
        json.raw(place == 0 ? "\n" : ",\n")
        json.raw("{\"canonical\":")
        json.string(decision.canonical)
        json.raw(",\"level\":\"\(decision.level.rawValue)\"")
        if let make = decision.make {
            json.raw(",\"make\":")
            json.string(make)
        }
        json.raw(",\"rows\":")
        json.int(decision.rows)
        json.raw(",\"rule\":\"\(decision.rule)\",\"spelling\":")
        json.string(decision.spelling)
        json.raw("}")
        try output.flush(&json)
    }
    json.raw("\n]\n")
    try output.write(json.bytes)
}
