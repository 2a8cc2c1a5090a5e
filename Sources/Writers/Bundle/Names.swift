internal import FuelEconomy

/// `names.json`: a list of every spelling in the feeds with the name it became, a spelling a line; makes first.
func writeNames(_ content: BundleContent, to output: BundleOutput) throws {
    var json = JSONBytes()
    json.raw("[")
    for (place, decision) in content.decisions.enumerated() {
        json.raw(place == 0 ? "\n" : ",\n")
        var members: [String: JSON] = [
            "canonical": .string(decision.canonical), "level": .string(decision.level.rawValue),
            "rows": .int(decision.rows), "rule": .string(decision.rule), "spelling": .string(decision.spelling),
        ]
        members["make"] = decision.make.map(JSON.string)
        json.value(.object(members), indent: nil)
        try output.flush(&json)
    }
    json.raw("\n]\n")
    try output.write(json.bytes)
}
