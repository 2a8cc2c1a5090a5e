internal import FuelEconomy

/// `schema/report.schema.json`: what `report.json` holds, for programs that read it. Members may be added, never renamed.
package func reportSchema() -> [UInt8] {
    var document = object(
        [
            "accepted": described(
                "the run that \"known\" and \"fixed\" speak of; null where none was accepted yet",
                orNull(object(["date": text, "name": text]))),
            "date": described("the newest date of all feeds", orNull(text)), "failOn": severity, "generator": text,
            "ledger": described(
                "where the rows of the whole run went, and of each stage and source: read = kept + merged + quarantined + filtered",
                object(ledger.merging(["stages": list(object(stage))], uniquingKeysWith: { $1 }))),
            "name": described("the pipeline's", text),
            "rules": described("every rule that had something to look at, by id", list(reference("rule"))),
            "sources": list(reference("source")),
            "trend": described(
                "what published runs came to, this one last",
                list(object(["counts": map(count), "date": text, "sources": list(text)]))),
            "verdict": described("the run in one sentence, for people", text),
            "waivers": list(reference("waiver")),
        ])
    document["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
    document["title"] = .string("Marque's report")
    document["$defs"] = .object([
        "rule": .object(rule), "sample": .object(sample), "source": .object(source), "waiver": .object(waiver),
    ])
    return JSON.object(document).document
}

private typealias Schema = [String: JSON]

private let text: Schema = ["type": .string("string")]
private let count: Schema = ["type": .string("integer"), "minimum": .int(0)]
private let fingerprint: Schema = ["type": .string("string"), "pattern": .string("^[0-9a-f]{16}$")]
private let severity: Schema = ["enum": .array(Severity.allCases.map { .string($0.rawValue) })]

private let ledger: [String: Schema] = [
    "byRule": described("rows that were merged, quarantined or filtered, by rule", map(count)), "filtered": count,
    "kept": count, "merged": count, "quarantined": count, "read": count,
]

private let stage = ledger.merging(
    ["source": text, "stage": ["enum": .array(RowLedger.Stage.allCases.map { .string($0.rawValue) })]],
    uniquingKeysWith: { $1 })

private let rule = object(
    [
        "count": described("of all findings; samples are only some", count), "fix": text, "fixed": count, "id": text,
        "known": count, "new": count, "samples": list(reference("sample")), "severity": severity, "title": text,
        "waived": count,
    ],
    optional: ["fixedSamples": list(object(["fingerprint": fingerprint, "message": text]))])

private let sample = object(
    [
        "fingerprint": fingerprint, "line": described("in the unpacked text, from 1", orNull(count)), "message": text,
        "source": described("the file's name", orNull(text)),
        "state": ["enum": .array(["new", "known", "waived"].map(JSON.string))],
        "values": map(["type": .array(["string", "number", "null"].map(JSON.string))]),
        "vehicle": described("its id", orNull(text)),
    ],
    optional: [
        "column": described("from 1, in bytes", count), "excerpt": described("a piece of the raw record", text),
        "make": text,
        "model": text, "waiver": described("the place in waivers, from 0", count), "year": ["type": .string("integer")],
    ])

private let source = object(
    [
        "date": orNull(text), "encoding": text, "entry": described("of a packed file with several", orNull(text)),
        "feed": text,
        "name": text, "packedSize": count, "packing": text,
        "sha256": ["type": .string("string"), "pattern": .string("^[0-9a-f]{64}$")], "unpackedSize": count,
    ], optional: ["url": described("where it was fetched from, without query", text)])

private let waiver = object([
    "expires": orNull(text), "owner": text, "place": text, "reason": text, "rule": text, "subject": text,
])

/// Other members may be there too: they are added without notice.
private func object(_ members: [String: Schema], optional: [String: Schema] = [:]) -> Schema {
    [
        "type": .string("object"), "required": .array(members.keys.sorted().map(JSON.string)),
        "properties": .object(members.merging(optional, uniquingKeysWith: { $1 }).mapValues(JSON.object)),
    ]
}

private func list(_ item: Schema) -> Schema { ["type": .string("array"), "items": .object(item)] }

private func map(_ value: Schema) -> Schema {
    ["type": .string("object"), "additionalProperties": .object(value)]
}

private func orNull(_ schema: Schema) -> Schema {
    var schema = schema
    if case .string(let type) = schema["type"] { schema["type"] = .array([.string(type), .string("null")]) }
    return schema
}

private func described(_ meaning: String, _ schema: Schema) -> Schema {
    schema.merging(["description": .string(meaning)], uniquingKeysWith: { $1 })
}

private func reference(_ name: String) -> Schema { ["$ref": .string("#/$defs/\(name)")] }
