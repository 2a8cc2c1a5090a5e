package import FuelEconomy

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
    let rules = content.audit.entries.map { entry -> JSON in
        var members: [String: JSON] = [
            "count": .int(entry.count), "fix": .string(entry.rule.fix), "id": .string(entry.rule.id),
            "known": .int(entry.known), "new": .int(entry.new), "fixed": .int(entry.fixed), "waived": .int(entry.waived),
            "samples": .array(entry.items.prefix(sampleLimit).map { sample($0, of: entry.rule, in: content) }),
            "severity": .string(entry.rule.severity.rawValue), "title": .string(entry.rule.title),
        ]
        if !entry.fixedFindings.isEmpty {
            members["fixedSamples"] = .array(
                entry.fixedFindings.prefix(sampleLimit).map {
                    .object(["fingerprint": .string(Fingerprint.text($0.fingerprint)), "message": .string($0.message)])
                })
        }
        return .object(members)
    }
    let document: [String: JSON] = [
        "accepted": content.audit.accepted.map { .object(["date": .string($0.date), "name": .string($0.name)]) } ?? .null,
        "date": .optional(content.date?.text), "failOn": .string(content.failOn.rawValue),
        "generator": .string("marque \(content.version)"),
        "ledger": .object(ledger), "name": .string(content.name), "rules": .array(rules),
        "sources": .array(content.sources.map(json)), "trend": .array(content.trend.map(json)),
        "verdict": .string(Verdict(content).sentence), "waivers": .array(content.audit.waivers.map(json)),
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

private func sample(_ item: AuditResult.Item, of rule: Rule, in content: BundleContent) -> JSON {
    let finding = item.finding
    var members: [String: JSON] = [
        "fingerprint": .string(Fingerprint.text(item.fingerprint)),
        "message": .string(rule.text(finding.values)),
        "source": .optional(finding.place.source.map { content.sources[$0].name }),
        "line": finding.place.line.map { .int(Int($0)) } ?? .null,
        "state": .string(item.state.rawValue),
        "vehicle": .optional(finding.place.vehicle.map(String.init)),
    ]
    members["make"] = finding.place.make.map(JSON.string)
    members["model"] = finding.place.model.map(JSON.string)
    members["year"] = item.year.map(JSON.int)
    members["waiver"] = item.waiver.map(JSON.int)
    members["column"] = finding.column.map(JSON.int)
    members["excerpt"] = finding.excerpt.map { .string($0.text) }
    members["values"] = json(finding.values)
    return .object(members)
}

func json(_ values: [FindingValue]) -> JSON {
    var members: [String: JSON] = [:]
    for value in values {
        switch value.payload {
        case .text(let text): members[value.name] = .string(text)
        case .number(let number): members[value.name] = number.isFinite ? .number(number) : .null
        }
    }
    return .object(members)
}

private func json(_ waiver: Waiver) -> JSON {
    .object([
        "expires": .optional(waiver.expires?.text), "owner": .string(waiver.owner), "place": .string(waiver.place),
        "reason": .string(waiver.reason), "rule": .string(waiver.rule), "subject": .string(waiver.wording),
    ])
}

private func json(_ point: TrendPoint) -> JSON {
    .object([
        "counts": .object(point.counts.mapValues(JSON.int)), "date": .string(point.date),
        "sources": .array(point.sources.map(JSON.string)),
    ])
}

extension TrendPoint {
    /// The trend of a `report.json`; empty where it tells none.
    package static func list(inReport text: [UInt8]) -> [TrendPoint] {
        guard let report = try? JSON(text) else { return [] }
        return (report["trend"]?.items ?? []).compactMap { point in
            guard let date = point["date"]?.text, case .object(let counts) = point["counts"] else { return nil }
            return TrendPoint(
                date: date, sources: point["sources"]?.items.compactMap(\.text) ?? [],
                counts: counts.compactMapValues { $0.number.flatMap { Int(exactly: $0) } })
        }
    }
}
