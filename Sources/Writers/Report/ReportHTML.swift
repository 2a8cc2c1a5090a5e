internal import FuelEconomy

/// `report/report.html`: what was read, where the rows went, what was found, and what the data hold; one file that asks
/// nothing of the network and reads well on a phone.
func writeReportHTML(_ content: BundleContent, to output: BundleOutput) throws {
    var page = HTMLPage()
    page.open("\(content.name): consistency report")
    writeVerdict(content, &page)
    writeSources(content, &page)
    writeLedger(content, &page)
    writeFindings(content, &page)
    writeCharts(content, &page)
    page.raw("<footer><p>")
    page.text("Written by marque \(content.version). Every figure here stands in report.json beside this file.")
    page.close()
    try output.write(page.bytes)
}

/// HTML as bytes; whatever comes from a feed goes through ``text(_:)``.
struct HTMLPage {
    var bytes: [UInt8] = []

    mutating func raw(_ html: String) { bytes.append(contentsOf: html.utf8) }

    /// All before the page's content.
    mutating func open(_ title: String) {
        raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        text(title)
        raw("</title>\n<style>\(reportStyle)</style>\n</head>\n<body>\n<main>\n")
    }

    /// The end of a page whose last element is a paragraph of its footer.
    mutating func close() { raw("</p></footer>\n</main>\n</body>\n</html>\n") }

    mutating func text(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case 0x26: raw("&amp;")
            case 0x3c: raw("&lt;")
            case 0x3e: raw("&gt;")
            case 0x22: raw("&quot;")
            case ..<0x20 where byte != 0x0a && byte != 0x09: raw("\u{fffd}")
            default: bytes.append(byte)
            }
        }
    }

    mutating func element(_ name: String, class kind: String? = nil, _ text: String) {
        raw("<\(name)" + (kind.map { " class=\"\($0)\"" } ?? "") + ">")
        self.text(text)
        raw("</\(name.prefix { $0 != " " })>")
    }
}

private func writeVerdict(_ content: BundleContent, _ page: inout HTMLPage) {
    let errors = content.audit.newCount(of: .error)
    let warnings = content.audit.newCount(of: .warning)
    let notices = content.audit.newCount(of: .notice)
    let total = content.ledger.total
    page.raw("<header>\n<p class=\"kind\">Consistency report</p>\n")
    page.element("h1", content.name + (content.date.map { ", \($0.text)" } ?? ""))
    page.raw("<p class=\"verdict \(errors > 0 ? "error" : warnings > 0 ? "warning" : "good")\">")
    page.text(
        errors > 0
            ? "\(counted(errors, "error")) in the data."
            : warnings > 0 ? "Usable, with \(counted(warnings, "warning"))." : "No warnings.")
    page.raw("</p>\n<ul class=\"tiles\">\n")
    let levels = content.catalog.levels.dropLast().map { (content.catalog.count(of: $0), $0.plural) }
    let tiles =
        [(total.kept, "vehicles kept"), (total.read - total.kept, "rows left out")] + levels
        + [(errors + warnings, "errors and warnings"), (notices, "notices")]
    for (number, meaning) in tiles {
        page.raw("<li><strong>\(NumberText.grouped(number))</strong> ")
        page.text(meaning)
        page.raw("</li>\n")
    }
    page.raw("</ul>\n</header>\n")
}

private func writeSources(_ content: BundleContent, _ page: inout HTMLPage) {
    page.raw("<section>\n<h2>What was read</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>feed</th><th>file</th>")
    page.raw(
        "<th>date</th><th class=\"n\">rows</th><th class=\"n\">bytes unpacked</th><th>packing</th><th>encoding</th><th>SHA-256 as found</th></tr></thead>\n<tbody>\n"
    )
    for (index, source) in content.sources.enumerated() {
        page.raw("<tr>")
        page.element("td", source.feed)
        page.element("td", source.name)
        page.element("td", source.date?.text ?? "not stated")
        page.element("td", class: "n", NumberText.grouped(content.ledger[.read, index].read))
        page.element("td", class: "n", NumberText.grouped(source.unpackedSize))
        page.element("td", source.packing + (source.entry.map { ": \($0)" } ?? ""))
        page.element("td", source.encoding)
        page.element("td", class: "code", source.sha256)
        page.raw("</tr>\n")
    }
    page.raw("</tbody></table></div>\n</section>\n")
}

/// The ledger as a bar of where the rows went, and as a table that adds up.
private func writeLedger(_ content: BundleContent, _ page: inout HTMLPage) {
    let total = content.ledger.total
    let parts = [
        ("kept", total.kept), ("merged", total.mergedCount), ("quarantined", total.quarantinedCount),
        ("filtered", total.filteredCount),
    ]
    page.raw("<section>\n<h2>Where the rows went</h2>\n<div class=\"bar\" role=\"img\" aria-label=\"")
    page.text(parts.map { "\(NumberText.grouped($0.1)) \($0.0)" }.joined(separator: ", "))
    page.raw("\">")
    for (name, count) in parts where count > 0 {
        page.raw("<span class=\"\(name)\" style=\"flex:\(count) 0 3px\"></span>")
    }
    page.raw("</div>\n<p class=\"legend\">")
    for (name, count) in parts {
        page.raw("<span class=\"\(name)\"></span> ")
        page.text("\(NumberText.grouped(count)) \(name) ")
    }
    page.raw(
        "</p>\n<div class=\"scroll\"><table>\n<thead><tr><th>stage</th><th>feed</th><th class=\"n\">in</th><th class=\"n\">kept</th>"
    )
    page.raw(
        "<th class=\"n\">merged</th><th class=\"n\">quarantined</th><th class=\"n\">filtered</th><th>by rule</th></tr></thead>\n<tbody>\n"
    )
    for source in content.ledger.sources {
        for stage in RowLedger.Stage.allCases {
            let entry = content.ledger[stage, source]
            page.raw("<tr>")
            page.element("td", stage.rawValue)
            page.element("td", content.sources[source].feed)
            for count in [entry.read, entry.kept, entry.mergedCount, entry.quarantinedCount, entry.filteredCount] {
                page.element("td", class: "n", NumberText.grouped(count))
            }
            let rules = [entry.merged, entry.quarantined, entry.filtered].flatMap { $0.sorted { $0.key < $1.key } }
            page.element("td", rules.map { "\($0.key): \(NumberText.grouped($0.value))" }.joined(separator: ", "))
            page.raw("</tr>\n")
        }
    }
    page.raw("</tbody></table></div>\n<p>Each line adds up: in = kept + merged + quarantined + filtered.</p>\n</section>\n")
}

private func writeFindings(_ content: BundleContent, _ page: inout HTMLPage) {
    page.raw("<section>\n<h2>What was found</h2>\n")
    let found = content.audit.found
    if found.isEmpty { page.raw("<p>No rule had anything to say.</p>\n") }
    for entry in found {
        let rule = entry.rule
        page.raw(
            "<details\(rule.severity == .notice ? "" : " open")>\n<summary><span class=\"badge \(rule.severity.rawValue)\">")
        page.text(rule.severity.rawValue)
        page.raw("</span> <strong>\(NumberText.grouped(entry.count))</strong> ")
        page.text(rule.title)
        page.raw(" ")
        page.element("code", rule.id)
        page.raw("</summary>\n")
        page.element("p", rule.why)
        if let source = rule.source { page.element("p", class: "source", source) }
        page.raw("<p><b>To do:</b> ")
        page.text(rule.fix)
        page.raw("</p>\n<ul class=\"samples\">\n")
        for item in entry.items.prefix(sampleLimit) { writeSample(item.finding, rule, content, &page) }
        page.raw("</ul>\n")
        let more = entry.count - min(entry.items.count, sampleLimit)
        if more > 0 { page.element("p", class: "source", "and \(NumberText.grouped(more)) more") }
        page.raw("</details>\n")
    }
    let silent = content.audit.entries.filter { $0.count == 0 && $0.rule.id != "blank-record" }.map(\.rule)
    if !silent.isEmpty {
        page.raw("<p class=\"source\">Looked for and not found: ")
        page.text(silent.map(\.title).map { $0.prefix(1).lowercased() + $0.dropFirst() }.joined(separator: "; "))
        page.raw(".</p>\n")
    }
    page.raw("</section>\n")
}

private func writeSample(_ finding: Finding, _ rule: Rule, _ content: BundleContent, _ page: inout HTMLPage) {
    page.raw("<li>")
    if let source = finding.place.source {
        let line = finding.place.line.map { ":\($0)" } ?? ""
        page.element("span", class: "code", content.sources[source].name + line + (finding.column.map { ":\($0)" } ?? ""))
    }
    page.raw("<span>")
    if let vehicle = finding.place.vehicle { page.element("b", "id \(vehicle): ") }
    page.text(rule.text(finding.values))
    page.raw("</span>")
    if let excerpt = finding.excerpt { page.element("span", class: "code excerpt", excerpt.text) }
    page.raw("</li>\n")
}

private func writeCharts(_ content: BundleContent, _ page: inout HTMLPage) {
    let (years, makes) = (content.table[.year], content.table[.make])
    var byYear: [Int: Int] = [:]
    var unknown = 0
    for (number, count) in zip(years.numbers, years.rowCounts) where count > 0 {
        if number.isNaN { unknown += count } else { byYear[Int(number), default: 0] += count }
    }
    var byMake = zip(makes.texts, makes.rowCounts).filter { $0.1 > 0 }
    byMake.sort { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0 < $1.0 }
    page.raw("<section>\n<h2>Vehicles by model year</h2>\n")
    if unknown > 0 {
        page.element("p", class: "source", "\(counted(unknown, "vehicle")) of no stated model year")
    }
    writeColumns(byYear, &page)
    page.raw("</section>\n<section>\n<h2>Vehicles by make</h2>\n")
    writeBars(Array(byMake.prefix(24)), &page)
    if byMake.count > 24 {
        let rest = byMake.dropFirst(24)
        page.element(
            "p", class: "source",
            "and \(counted(rest.count, "more make")) with \(NumberText.grouped(rest.map(\.1).reduce(0, +))) vehicles")
    }
    page.raw("</section>\n")
}

/// A column a year, gaps left open.
private func writeColumns(_ byYear: [Int: Int], _ page: inout HTMLPage) {
    guard let first = byYear.keys.min(), let last = byYear.keys.max(), let most = byYear.values.max() else { return }
    let span = min(last - first + 1, 400)
    let width = 720.0
    let height = 200.0
    let margin = 20.0  // Room for the outer labels.
    let step = min(40, (width - 2 * margin) / Double(span))
    page.raw("<svg viewBox=\"0 0 \(number(width)) \(number(height + 34))\" role=\"img\" aria-label=\"")
    page.text("Vehicles by model year, \(first) to \(last); at most \(NumberText.grouped(most)) in a year")
    page.raw(
        "\">\n<line class=\"axis\" x1=\"0\" x2=\"\(number(width))\" y1=\"\(number(height + 14))\" y2=\"\(number(height + 14))\"/>\n"
    )
    let every = max(1, Int((44 / step).rounded(.up)))
    for year in first...(first + span - 1) {
        let x = margin + Double(year - first) * step
        if let count = byYear[year] {
            let size = max(1, Double(count) / Double(most) * height)
            page.raw("<rect class=\"mark\" x=\"\(number(x + step * 0.1))\" y=\"\(number(height + 14 - size))\" ")
            page.raw(
                "width=\"\(number(step * 0.8))\" height=\"\(number(size))\"><title>\(year): \(NumberText.grouped(count))</title></rect>\n"
            )
        }
        if (year - first) % every == 0 {
            page.raw(
                "<text x=\"\(number(x + step / 2))\" y=\"\(number(height + 30))\" text-anchor=\"middle\">\(year)</text>\n")
        }
    }
    page.raw("<text x=\"0\" y=\"10\">\(NumberText.grouped(most))</text>\n</svg>\n")
}

private func writeBars(_ rows: [(String, Int)], _ page: inout HTMLPage) {
    guard let most = rows.first?.1 else { return }
    let step = 22
    page.raw(
        "<svg viewBox=\"0 0 720 \(rows.count * step)\" role=\"img\" aria-label=\"Vehicles by make, the \(rows.count) with most\">\n"
    )
    for (index, (name, count)) in rows.enumerated() {
        let y = index * step
        let width = max(1, Double(count) / Double(most) * 460)
        page.raw("<text x=\"172\" y=\"\(y + 15)\" text-anchor=\"end\">")
        page.text(name.count > 24 ? name.prefix(23) + "…" : name)
        page.raw("</text><rect class=\"mark\" x=\"180\" y=\"\(y + 3)\" width=\"\(number(width))\" height=\"16\"/>")
        page.raw("<text x=\"\(number(186 + width))\" y=\"\(y + 15)\">\(NumberText.grouped(count))</text>\n")
    }
    page.raw("</svg>\n")
}

private func number(_ value: Double) -> String { NumberText.short((value * 10).rounded() / 10) }

/// `1 error`, `2 errors`
func counted(_ count: Int, _ noun: String) -> String {
    "\(NumberText.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}
