internal import FuelEconomy

/// `report/findings.sarif`: every finding that is kept, as SARIF 2.1.0, which code hosts and editors show.
///
/// A notice is a `note`. With an accepted run each result says whether it is new, unchanged, or no longer there; a waiver is an
/// external suppression. Columns are bytes, as in all forms: in a line of ASCII the same as characters.
func writeReportSARIF(_ content: BundleContent, to output: BundleOutput) throws {
    let entries = content.audit.entries
    var json = JSONBytes()
    json.raw(
        "{\n\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n\"version\": \"2.1.0\",\n\"runs\": [{\n\"tool\": {\"driver\": "
    )
    json.value(
        .object([
            "name": .string("marque"), "rules": .array(entries.map { descriptor($0.rule) }),
            "semanticVersion": .string(content.version), "version": .string(content.version),
        ]), indent: 0)
    json.raw("},\n\"automationDetails\": ")
    json.value(.object(["id": .string(content.name + "/")]), indent: 0)
    json.raw(",\n\"artifacts\": ")
    json.value(.array(content.sources.map(artifact)), indent: 0)
    json.raw(",\n\"columnKind\": \"unicodeCodePoints\",\n\"results\": [")
    var isFirst = true
    func separate() {
        json.raw(isFirst ? "\n" : ",\n")
        isFirst = false
    }
    for (index, entry) in entries.enumerated() {
        let head = "{\"ruleId\":\"\(entry.rule.id)\",\"ruleIndex\":\(index),\"level\":\"\(level(entry.rule.severity))\""
        let accepted = content.audit.accepted.map { accepted in
            Set((accepted.rules.first { $0.rule == entry.rule.id }?.findings ?? []).map(\.fingerprint))
        }
        for item in entry.items {
            separate()
            json.raw(head)
            if let accepted {
                // A waiver says nothing about the accepted run.
                let isKnown = item.state == .known || item.state == .waived && accepted.contains(item.fingerprint)
                json.raw(",\"baselineState\":\"\(isKnown ? "unchanged" : "new")\"")
            }
            writeResult(item, entry.rule, content, &json)
        }
        for fixed in entry.fixedFindings.prefix(FindingStore.findingLimit) {
            separate()
            json.raw(head + ",\"baselineState\":\"absent\",\"message\":{\"text\":")
            json.string(fixed.message)
            json.raw("},\"partialFingerprints\":{\"marque/v1\":\"\(Fingerprint.text(fixed.fingerprint))\"}}")
        }
        try output.flush(&json)
    }
    json.raw("\n]\n}]\n}\n")
    try output.write(json.bytes)
}

private func level(_ severity: Severity) -> String { severity == .notice ? "note" : severity.rawValue }

private func descriptor(_ rule: Rule) -> JSON {
    let help = rule.why + (rule.source.map { "\n\n" + $0 } ?? "")
    return .object([
        "defaultConfiguration": .object(["level": .string(level(rule.severity))]),
        "fullDescription": .object(["text": .string(rule.why)]),
        "help": .object([
            "markdown": .string("\(help)\n\n**To do:** \(rule.fix)"), "text": .string("\(help)\n\nTo do: \(rule.fix)"),
        ]),
        "id": .string(rule.id),
        "properties": .object(["tags": .array([.string(rule.family.rawValue)])]),
        "name": .string(rule.id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()),
        "shortDescription": .object(["text": .string(rule.title)]),
    ])
}

private func artifact(_ source: FeedSource) -> JSON {
    .object([
        "encoding": .string(source.encoding), "hashes": .object(["sha-256": .string(source.sha256)]),
        "length": .int(source.packedSize), "location": .object(["uri": .string(uri(source.name))]),
        "roles": .array([.string("analysisTarget")]),
    ])
}

/// All of a result behind its rule and state, compact.
private func writeResult(_ item: AuditResult.Item, _ rule: Rule, _ content: BundleContent, _ json: inout JSONBytes) {
    let (finding, place) = (item.finding, item.finding.place)
    json.raw(",\"message\":{\"text\":")
    json.string(content.message(finding, of: rule))
    json.raw("},\"locations\":[{")
    if let source = place.source {
        json.raw("\"physicalLocation\":{\"artifactLocation\":{\"uri\":")
        json.string(uri(content.sources[source].name))
        json.raw(",\"index\":\(source)}")
        if let line = place.line, line > 0 {
            json.raw(",\"region\":{\"startLine\":\(line)")
            if let column = finding.column { json.raw(",\"startColumn\":\(column)") }
            if let excerpt = finding.excerpt {
                json.raw(",\"snippet\":{\"text\":")
                json.string(excerpt.text)
                json.raw("}")
            }
            json.raw("}")
        }
        json.raw("}")
    }
    let names = [place.make, place.model, item.year.map(String.init), place.vehicle.map(String.init)].compactMap { $0 }
    if let name = names.last {
        if place.source != nil { json.raw(",") }
        json.raw("\"logicalLocations\":[{\"name\":")
        json.string(name)
        json.raw(",\"fullyQualifiedName\":")
        json.string(names.joined(separator: "/"))
        json.raw(",\"kind\":\"\(place.vehicle != nil ? "vehicle" : place.model != nil ? "model" : "make")\"}]")
    } else if place.source == nil {
        json.raw("\"logicalLocations\":[{\"name\":")
        json.string(content.name)
        json.raw(",\"kind\":\"bundle\"}]")
    }
    json.raw("}],\"partialFingerprints\":{\"marque/v1\":\"\(Fingerprint.text(item.fingerprint))\"}")
    if let waiver = item.waiver.map({ content.audit.waivers[$0] }) {
        json.raw(",\"suppressions\":[{\"kind\":\"external\",\"status\":\"accepted\",\"justification\":")
        let expiry = waiver.expires.map { ", until \($0.text)" } ?? ""
        json.string("\(waiver.reason) (\(waiver.owner), \(waiver.place)\(expiry))")
        json.raw("}]")
    }
    json.raw("}")
}

/// A file's name as a relative reference: all but letters, digits and `-._~` in percent signs.
func uri(_ name: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in name.utf8 {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: bytes.append(byte)
        default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
