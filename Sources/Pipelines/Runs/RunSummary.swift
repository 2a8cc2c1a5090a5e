internal import FuelEconomy
internal import Writers

/// What a run says of itself in a terminal and in a batch job's log.
struct RunSummary {
    let content: BundleContent
    let files: [WrittenFile]

    var text: String {
        var lines: [String] = []
        for (index, source) in content.sources.enumerated() {
            let rows = content.ledger[.read, index].read
            lines.append(
                "read       \(source.name == "-" ? "standard input" : source.name): \(NumberText.grouped(rows)) row\(rows == 1 ? "" : "s"), \(megabytes(source.unpackedSize))"
                    + (source.packing == "plain" ? "" : " from \(megabytes(source.packedSize)) of \(source.packing)")
                    + (source.entry.map { " (\($0))" } ?? "")
                    + (source.encoding == "UTF-8" ? "" : " in \(source.encoding)")
                    + (source.date.map { ", of \($0.text)" } ?? ""))
        }
        let total = content.ledger.total
        var losses: [String] = []
        for (word, byRule) in [("merged", total.merged), ("quarantined", total.quarantined), ("filtered", total.filtered)] {
            for (rule, count) in byRule.sorted(by: { $0.key < $1.key }) {
                losses.append("\(NumberText.grouped(count)) \(word) (\(rule))")
            }
        }
        lines.append(
            "kept       \(NumberText.grouped(total.kept)) rows"
                + (losses.isEmpty ? "" : "; " + losses.joined(separator: ", ")))
        let catalog = content.catalog
        let levels = catalog.levels.map { "\(NumberText.grouped(catalog.count(of: $0))) \($0.plural)" }
        lines.append("tree       " + levels.joined(separator: ", "))
        let found = content.audit.found
        if found.isEmpty { lines.append("findings   none") }
        let width = found.map { NumberText.grouped($0.count).count }.max() ?? 0
        let idWidth = found.map(\.rule.id.count).max() ?? 0
        for (index, entry) in found.enumerated() {
            let number = NumberText.grouped(entry.count)
            let states = self.states(of: entry)
            lines.append(
                (index == 0 ? "findings   " : "           ") + String(repeating: " ", count: width - number.count) + number
                    + " " + entry.rule.severity.rawValue
                    + String(repeating: " ", count: 8 - entry.rule.severity.rawValue.count) + entry.rule.id
                    + (states.isEmpty
                        ? "" : String(repeating: " ", count: idWidth - entry.rule.id.count + 2) + states))
        }
        if let accepted = content.audit.accepted {
            let new = content.audit.newCount(atOrAbove: .notice)
            lines.append(
                "accepted   the run of \(accepted.shownDate): since then \(NumberText.grouped(new)) new, \(NumberText.grouped(content.audit.fixedCount)) fixed"
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// `2 new, 1 waived, 3 fixed`; nothing where nobody accepted or waived anything.
    private func states(of entry: AuditResult.Entry) -> String {
        var counts = [(entry.waived, "waived")]
        if content.audit.accepted != nil { counts = [(entry.new, "new")] + counts + [(entry.fixed, "fixed")] }
        return counts.filter { $0.0 > 0 }.map { "\(NumberText.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
    }

    /// Why it was not published, a line a reason, and where it is.
    func refused(_ refusal: RunRefusal, folder: String, rejected: String) -> String {
        let lines = refusal.reasons + ["\(folder) is as it was, the candidate is in \(rejected)"]
        return "refused    " + lines.joined(separator: "\n           ") + "\n"
    }

    static func unchanged(_ folder: String, withdrawn: String?) -> String {
        "unchanged  \(folder): feeds, pipeline and marque are as in the last run, nothing was rewritten\n"
            + (withdrawn.map { "           it was rolled back from \($0), which they would make again\n" } ?? "")
    }

    func published(in folder: String, seconds: Double) -> String {
        "published  \(folder): \(files.count) files, \(megabytes(files.map(\.size).reduce(0, +))), in \(NumberText.short((seconds * 100).rounded() / 100)) s\n"
    }

    /// What is new: `file:line:column: severity: message [rule]`, then the record where it is known, and the way out.
    var findings: String {
        var lines: [String] = []
        for entry in content.audit.entries where entry.new > 0 {
            let shown = entry.newItems.prefix(sampleLimit)
            for finding in shown.map(\.finding) {
                lines.append(
                    (place(of: finding).map { $0 + ": " } ?? "") + entry.rule.severity.rawValue + ": "
                        + content.message(finding, of: entry.rule) + " [\(entry.rule.id)]")
                if let excerpt = finding.excerpt, let line = finding.place.line {
                    lines.append("  \(line) | \(excerpt.text)")
                    if let caret = excerpt.caret {
                        lines.append(String(repeating: " ", count: String(line).count + 4 + caret) + "^")
                    }
                }
            }
            if entry.new > shown.count {
                lines.append("  and \(NumberText.grouped(entry.new - shown.count)) more [\(entry.rule.id)]")
            }
            lines.append("  fix: " + entry.rule.fix)
        }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }

    private func place(of finding: Finding) -> String? {
        guard let source = finding.place.source else { return nil }
        return content.sources[source].path + (finding.place.line.map { ":\($0)" } ?? "")
            + (finding.column.map { ":\($0)" } ?? "")
    }
}

/// A size, for people.
func megabytes(_ bytes: Int) -> String {
    bytes < 1_000_000
        ? "\(NumberText.grouped(bytes)) bytes" : NumberText.short((Double(bytes) / 1e5).rounded() / 10) + " MB"
}
