internal import FuelEconomy

/// `report/report.json`: the row ledger, and every rule with its count and samples.
func writeReportJSON(_ content: BundleContent, to output: BundleOutput) throws {
    var ledger = members(of: content.ledger.total)
    var stages: [JSON] = []
    for source in content.ledger.sources {
        for stage in RowLedger.Stage.allCases {
            var entry = members(of: content.ledger[stage, source])
            entry["stage"] = .string(stage.rawValue)
            entry["source"] = .string(content.sources[source].feed)
            stages.append(.object(entry))
        }
    }
    ledger["stages"] = .array(stages)
    let found = Dictionary(uniqueKeysWithValues: content.findings.found.map { ($0.rule.id, $0) })
    let rules = content.rules.sorted { $0.id < $1.id }.map { rule -> JSON in
        let entry = found[rule.id]
        return .object([
            "count": .int(entry?.count ?? 0), "fix": .string(rule.fix), "id": .string(rule.id),
            "samples": .array((entry?.samples ?? []).map { sample($0.finding, of: rule, in: content) }),
            "severity": .string((entry?.rule ?? rule).severity.rawValue), "title": .string(rule.title),
        ])
    }
    let document: [String: JSON] = [
        "date": .optional(content.date?.text), "generator": .string("marque \(content.version)"),
        "ledger": .object(ledger), "name": .string(content.name), "rules": .array(rules),
        "sources": .array(content.sources.map(json)),
    ]
    try output.write(JSON.object(document).document)
}

private func members(of entry: RowLedger.Entry) -> [String: JSON] {
    let byRule = entry.merged.merging(entry.quarantined, uniquingKeysWith: +).merging(entry.filtered, uniquingKeysWith: +)
    return [
        "read": .int(entry.read), "kept": .int(entry.kept), "merged": .int(entry.mergedCount),
        "quarantined": .int(entry.quarantinedCount), "filtered": .int(entry.filteredCount),
        "byRule": .object(byRule.mapValues(JSON.int)),
    ]
}

private func sample(_ finding: Finding, of rule: Rule, in content: BundleContent) -> JSON {
    var members: [String: JSON] = [
        "message": .string(rule.text(finding.values)),
        "source": .optional(finding.source.map { content.sources[$0].name }),
        "line": finding.line.map { .int(Int($0)) } ?? .null,
        "vehicle": .optional(finding.vehicle.map(String.init)),
    ]
    members["column"] = finding.column.map(JSON.int)
    members["excerpt"] = finding.excerpt.map { .string($0.text) }
    var values: [String: JSON] = [:]
    for value in finding.values {
        switch value.payload {
        case .text(let text): values[value.name] = .string(text)
        case .number(let number): values[value.name] = number.isFinite ? .number(number) : .null
        }
    }
    members["values"] = .object(values)
    return .object(members)
}
