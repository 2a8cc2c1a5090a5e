internal import FuelEconomy

/// `report/report.md`: what is new, for a pull request or a chat.
///
/// At most 60,000 bytes, below GitHub's limit of 65,536 characters: what does not fit is counted. Texts of the feed stand in
/// code spans, where no mark-up, mention or link is one.
func writeReportMarkdown(_ content: BundleContent, to output: BundleOutput) throws {
    var page = MarkdownPage()
    let total = content.ledger.total
    page.line("# Consistency report: \(code(content.name))" + (content.date.map { ", \($0.text)" } ?? ""))
    page.line("\n**\(Verdict(content).sentence)**\n")
    page.line(
        "\(NumberText.grouped(total.read)) rows read = \(NumberText.grouped(total.kept)) kept + "
            + "\(NumberText.grouped(total.mergedCount)) merged + \(NumberText.grouped(total.quarantinedCount)) quarantined + "
            + "\(NumberText.grouped(total.filteredCount)) filtered.")
    let told = content.audit.told
    if !told.isEmpty {
        page.line(
            "\n| severity | rule | what | new | known | waived | fixed |\n| --- | --- | --- | ---: | ---: | ---: | ---: |")
        for entry in told {
            let counts = [entry.new, entry.known, entry.waived, entry.fixed].map(NumberText.grouped)
            page.line(
                "| \(entry.rule.severity.rawValue) | `\(entry.rule.id)` | \(entry.rule.title) | \(counts.joined(separator: " | ")) |"
            )
        }
    }
    writeNewFindings(told.filter { $0.new > 0 }, content, &page)
    page.line(
        "\nAll findings that are kept stand in `findings.csv`, all counts in `report.json`; marque \(content.version).")
    try output.write(page.bytes)
}

private func writeNewFindings(_ entries: [AuditResult.Entry], _ content: BundleContent, _ page: inout MarkdownPage) {
    if entries.isEmpty { return }
    page.line("\n## New")
    var left = 50
    for (index, entry) in entries.enumerated() {
        let items = entry.newItems.prefix(min(10, left))
        var block = MarkdownPage()
        block.line("\n### \(entry.rule.title) (\(NumberText.grouped(entry.new)))\n")
        var written = 0
        for item in items {
            let subject = content.subject(of: item)
            let parts = [
                content.place(of: item.finding).map { code($0) }, subject.isEmpty ? nil : code(subject),
                code(content.message(item.finding, of: entry.rule)),
            ]
            block.line("- " + parts.compactMap { $0 }.joined(separator: " "))
            written += 1
        }
        if entry.new > written { block.line("- and \(NumberText.grouped(entry.new - written)) more") }
        block.line("\nTo do: \(entry.rule.fix)")
        if written == 0 || page.bytes.count + block.bytes.count > MarkdownPage.limit {
            let rest = entries[index...]
            page.line(
                "\nAnd \(counted(rest.map(\.new).reduce(0, +), "finding")) of \(counted(rest.count, "more rule")), see above."
            )
            return
        }
        left -= written
        page.bytes += block.bytes
    }
}

private struct MarkdownPage {
    /// Leaves room for the closing lines.
    static let limit = 59_000
    var bytes: [UInt8] = []

    mutating func line(_ text: String) { bytes += Array((text + "\n").utf8) }
}

/// A text in a code span: fenced by one backtick more than any run of them in the text, on one line.
func code(_ text: String, limit: Int = 300) -> String {
    let line = String(shown(text, limit: limit).map { $0.isNewline || $0 == "\t" ? " " : $0 })
    var (run, longest) = (0, 0)
    for byte in line.utf8 {
        run = byte == 0x60 ? run + 1 : 0
        longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // A blank at both ends is taken off again by whoever reads it, and parts backticks from the fence.
    let blank = line.hasPrefix("`") || line.hasSuffix("`") || line.hasPrefix(" ") || line.isEmpty ? " " : ""
    return fence + blank + line + blank + fence
}
