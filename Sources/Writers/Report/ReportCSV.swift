internal import FuelEconomy

/// `report/findings.csv`: every finding that is kept, for spreadsheets and scripts: RFC 4180 in UTF-8, one header line.
///
/// Only data: how many more a rule has found says `report.json`. A cell that a spreadsheet would take for a formula gets an
/// apostrophe before it, as such programs write text themselves; `report.json` has the text without. NUL, which many readers
/// take for the end, becomes U+FFFD.
func writeReportCSV(_ content: BundleContent, to output: BundleOutput) throws {
    var rows = CSVRows()
    rows.append([
        "rule", "severity", "state", "fingerprint", "source", "line", "column", "vehicle", "make", "model", "year",
        "message",
        "values", "waiver_reason", "waiver_owner", "waiver_expires",
    ])
    for entry in content.audit.found {
        let rule = entry.rule
        for item in entry.items {
            let finding = item.finding
            let place = finding.place
            let waiver = item.waiver.map { content.audit.waivers[$0] }
            rows.append([
                rule.id, rule.severity.rawValue, item.state.rawValue, Fingerprint.text(item.fingerprint),
                place.source.map { content.sources[$0].name } ?? "", place.line.map(String.init) ?? "",
                finding.column.map(String.init) ?? "", place.vehicle.map(String.init) ?? "", place.make ?? "",
                place.model ?? "", item.year.map(String.init) ?? "", rule.text(finding.values),
                String(decoding: json(finding.values).compact, as: UTF8.self), waiver?.reason ?? "", waiver?.owner ?? "",
                waiver?.expires?.text ?? "",
            ])
        }
    }
    for entry in content.audit.entries {
        for fixed in entry.fixedFindings.prefix(FindingStore.findingLimit) {
            rows.append(
                [entry.rule.id, entry.rule.severity.rawValue, "fixed", Fingerprint.text(fixed.fingerprint)]
                    + Array(repeating: "", count: 7) + [fixed.message] + Array(repeating: "", count: 4))
        }
    }
    try output.write(rows.bytes)
}

/// Rows of RFC 4180 as bytes.
struct CSVRows {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ cells: [String]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(0x2c) }
            append(cell)
        }
        bytes += [0x0d, 0x0a]
    }

    private mutating func append(_ cell: String) {
        let text = Array(cell.utf8)
        let isQuoted = text.contains { $0 == 0x22 || $0 == 0x2c || $0 == 0x0a || $0 == 0x0d }
        if isQuoted { bytes.append(0x22) }
        if let first = text.first, "=+-@\t\r\n".utf8.contains(first) { bytes.append(0x27) }
        if text.contains(where: { $0 == 0 || $0 == 0x22 }) {
            for byte in text {
                switch byte {
                case 0: bytes += [0xef, 0xbf, 0xbd]
                case 0x22: bytes += [0x22, 0x22]
                default: bytes.append(byte)
                }
            }
        } else {
            bytes += text
        }
        if isQuoted { bytes.append(0x22) }
    }
}
