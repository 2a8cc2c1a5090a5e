internal import FuelEconomy

/// `report/report.html`: what is new, where the rows went, what was found, and what the data hold; one file that asks nothing
/// of the network, reads well on a phone and on paper, and stays below a megabyte: what it has no room for it counts.
func writeReportHTML(_ content: BundleContent, to output: BundleOutput) throws {
    let findings = ShownFindings(content)
    var page = HTMLPage()
    page.open("\(content.name): consistency report", script: reportScript)
    page.raw("<a class=\"skip\" href=\"#rules\">To what was found</a>\n")
    writeHead(content, &page)
    let plots = FigurePlots(content, findings)
    var sections: [(id: String, name: String, title: String, write: (inout HTMLPage) -> Void)] = [
        ("rows", "Rows", "Where the rows went", { writeLedger(content, &$0) }),
        ("rules", "Rules", "What was found", { writeRules(findings, content, &$0) }),
    ]
    if !plots.isEmpty { sections.append(("figures", "Figures", "How the figures agree", plots.write)) }
    if content.trend.count > 1 { sections.append(("trend", "Trend", "From run to run", { writeTrend(content.trend, &$0) })) }
    sections.append(("vehicles", "Vehicles", "What the data hold", { writeVehicleCounts(content.table, &$0) }))
    if !findings.entries.isEmpty {
        sections.append(("findings", "Findings", "The findings, one by one", { writeFindings(findings, &$0) }))
    }
    if !content.audit.waivers.isEmpty {
        sections.append(("waivers", "Waivers", "What is waived", { writeWaivers(content, &$0) }))
    }
    sections.append(("sources", "Sources", "What was read", { writeSources(content, &$0) }))
    page.raw("<nav aria-label=\"Report\"><ul>\n")
    for section in sections { page.raw("<li><a href=\"#\(section.id)\">\(section.name)</a></li>\n") }
    page.raw("</ul></nav>\n<main>\n")
    for section in sections { page.section(section.id, section.title, section.write) }
    page.raw("</main>\n<footer><p>")
    page.text("Written by marque \(content.version). Every count here stands in report.json beside this file.")
    page.raw("</p></footer>\n")
    page.close(script: reportScript)
    try output.write(page.bytes)
}

private func writeHead(_ content: BundleContent, _ page: inout HTMLPage) {
    let verdict = Verdict(content)
    let audit = content.audit
    let (errors, warnings) = (audit.newCount(of: .error), audit.newCount(of: .warning))
    let mood = verdict.failing > 0 || errors > 0 ? "error" : warnings > 0 ? "warning" : "good"
    page.raw("<header class=\"\(mood)\">\n<p class=\"kind\">Consistency report</p>\n<h1>")
    page.isolated(content.name)
    if let date = content.date { page.element("span", ", " + date.text) }
    page.raw("</h1>\n")
    page.element("p", class: "verdict", verdict.sentence)
    page.raw("<ul class=\"tiles\">\n")
    func tile(_ number: Int, _ meaning: String, _ kind: String? = nil) {
        page.tile(number, meaning, class: number > 0 ? kind : nil)
    }
    let new = audit.accepted == nil ? "" : "new "
    tile(errors, errors == 1 ? new + "error" : new + "errors", "error")
    tile(warnings, warnings == 1 ? new + "warning" : new + "warnings", "warning")
    tile(audit.newCount(of: .notice), new + "notices", "notice")
    if audit.accepted != nil { tile(audit.fixedCount, "fixed", "good") }
    let total = content.ledger.total
    tile(total.kept, "vehicles kept")
    tile(total.read - total.kept, "rows left out")
    for level in content.catalog.levels.dropLast() { tile(content.catalog.count(of: level), level.plural) }
    page.raw("</ul>\n</header>\n")
}

private func writeSources(_ content: BundleContent, _ page: inout HTMLPage) {
    page.table(
        "Files read", ["feed", "file", "date", "#rows", "#bytes unpacked", "packing", "encoding", "SHA-256 as found"]
    ) { page in
        for (index, source) in content.sources.enumerated() {
            page.raw("<tr>")
            page.element("th scope=\"row\"", source.feed)
            page.element("td", source.name)
            page.element("td class=\"date\"", source.date?.text ?? "not stated")
            page.element("td", class: "n", NumberText.grouped(content.ledger[.read, index].read))
            page.element("td", class: "n", NumberText.grouped(source.unpackedSize))
            page.element("td", source.packing + (source.entry.map { ": \($0)" } ?? ""))
            page.element("td", source.encoding)
            page.element("td", class: "code", source.sha256)
            page.raw("</tr>\n")
        }
    }
}

private func writeWaivers(_ content: BundleContent, _ page: inout HTMLPage) {
    let waivers = content.audit.waivers
    page.table("Waivers in force", ["rule", "about", "reason", "owner", "until", "where it stands"]) { page in
        for waiver in waivers.prefix(200) {
            page.raw("<tr>")
            page.element("th scope=\"row\"", class: "code", waiver.rule)
            for text in [waiver.wording, waiver.reason, waiver.owner, waiver.expires?.text ?? "no end", waiver.place] {
                page.element("td", text)
            }
            page.raw("</tr>\n")
        }
    }
    if waivers.count > 200 { page.element("p", class: "source", "and \(NumberText.grouped(waivers.count - 200)) more") }
}
