internal import FuelEconomy

/// The findings that a page has room for, drawn: as many of each rule as let all of them stay below a size.
struct ShownFindings {
    /// Rules that found something, or of whose findings some are fixed; the gravest first.
    let entries: [AuditResult.Entry]
    /// By entry, one piece of HTML a finding, no more of them than are shown.
    let items: [[HTMLPage]]
    private let makes: [String]

    /// How many findings of a rule a page shows at most, and how many bytes they take in all.
    private static let limit = 200
    private static let size = 650_000

    init(_ content: BundleContent) {
        entries = content.audit.entries.filter { $0.count + $0.fixed > 0 }.sorted {
            ($1.rule.severity, $0.new == 0 ? 1 : 0, $0.rule.id) < ($0.rule.severity, $1.new == 0 ? 1 : 0, $1.rule.id)
        }
        var ids: Set<UInt64> = []
        let all = entries.map { entry in
            entry.items.prefix(Self.limit).map { item in
                var page = HTMLPage()
                writeItem(item, entry.rule, id: ids.insert(item.fingerprint).inserted, content, &page)
                return page
            }
        }
        var sizes = [Int](repeating: 0, count: Self.limit)
        for drawn in all { for (place, item) in drawn.enumerated() { sizes[place] += item.bytes.count } }
        var (limit, size) = (0, 0)
        while limit < Self.limit, size + sizes[limit] <= Self.size {
            size += sizes[limit]
            limit += 1
        }
        items = all.map { Array($0.prefix(limit)) }
        makes = Set(
            zip(entries, items).flatMap { entry, drawn in
                entry.items.prefix(drawn.count).compactMap { $0.finding.place.make.map { shown($0) } }
            }
        ).sorted { ExactText($0) < ExactText($1) }
    }

    /// What a rule found that the page shows.
    func drawn(of rule: String) -> ArraySlice<AuditResult.Item> {
        zip(entries, items).first { $0.0.rule.id == rule }.map { $0.items.prefix($1.count) } ?? []
    }

    /// The controls that narrow the list down; they come to life with the script.
    func writeFilter(_ page: inout HTMLPage) {
        page.raw("<form id=\"filter\" role=\"search\" aria-label=\"Findings\" hidden>\n")
        page.raw("<p><label for=\"q\">Search</label> <input id=\"q\" name=\"q\" type=\"search\" autocomplete=\"off\"></p>\n")
        func choice(_ name: String, _ options: [String]) {
            page.raw("<p><label for=\"by-\(name)\">\(name.prefix(1).uppercased() + name.dropFirst())</label> ")
            page.raw("<select id=\"by-\(name)\" name=\"\(name)\"><option value=\"\">any</option>")
            for option in options { page.element("option", option) }
            page.raw("</select></p>\n")
        }
        choice(
            "severity",
            Severity.allCases.reversed().map(\.rawValue).filter { id in entries.contains { $0.rule.severity.rawValue == id }
            })
        choice("state", ["new", "known", "waived", "fixed"])
        choice("rule", entries.map(\.rule.id))
        choice("make", makes)
        page.raw("<p><button type=\"reset\">Clear</button></p>\n<p id=\"matches\" role=\"status\"></p>\n</form>\n")
    }
}

/// The rules that found something, with their counts, and those that did not.
func writeRules(_ findings: ShownFindings, _ content: BundleContent, _ page: inout HTMLPage) {
    if findings.entries.isEmpty {
        page.raw("<p>No rule had anything to say.</p>\n")
    } else {
        writeOverview(findings.entries, &page)
    }
    let silent = content.audit.entries.filter { $0.count + $0.fixed == 0 && $0.rule.id != "blank-record" }.map(\.rule)
    if !silent.isEmpty {
        page.element(
            "p", class: "source", "Looked for and not found: \(silent.map(\.title).map(inSentence).joined(separator: "; "))."
        )
    }
}

func writeFindings(_ findings: ShownFindings, _ page: inout HTMLPage) {
    findings.writeFilter(&page)
    for (entry, items) in zip(findings.entries, findings.items) { writeRule(entry, items, &page) }
}

private func writeOverview(_ entries: [AuditResult.Entry], _ page: inout HTMLPage) {
    let most = entries.map { $0.count + $0.fixed }.max() ?? 1
    let states = [("new", \AuditResult.Entry.new), ("known", \.known), ("waived", \.waived), ("fixed", \.fixed)].filter {
        name, count in
        name == "new" || entries.contains { $0[keyPath: count] > 0 }
    }
    page.table("Findings by rule", ["rule"] + states.map { "#" + $0.0 } + ["to scale"]) { page in
        for entry in entries {
            page.raw("<tr><th scope=\"row\">")
            badge(entry.rule, &page)
            page.raw(" <a href=\"#r-\(entry.rule.id)\">")
            page.text(entry.rule.title)
            page.raw("</a></th>")
            let parts = states.map { ($0.0, entry[keyPath: $0.1]) }
            for (_, count) in parts { page.element("td", class: count == 0 ? "n zero" : "n", NumberText.grouped(count)) }
            page.raw("<td class=\"share\"><svg viewBox=\"0 0 160 12\" aria-hidden=\"true\">")
            var x = 0.0
            for (name, count) in parts where count > 0 {
                let width = max(2, Double(count) / Double(most) * 150)
                page.rect(x, 1, width, 10, class: name)
                x += width + 1
            }
            page.raw("</svg></td></tr>\n")
        }
    }
    if states.count > 1 {
        page.raw("<p class=\"source\">")
        for (name, _) in states {
            page.raw("<span class=\"swatch \(name)\"></span> ")
            page.text(name + " ")
        }
        page.raw("</p>\n")
    }
}

private func badge(_ rule: Rule, _ page: inout HTMLPage) {
    page.element("span", class: "badge \(rule.severity.rawValue)", rule.severity.rawValue)
}

private func writeRule(_ entry: AuditResult.Entry, _ items: [HTMLPage], _ page: inout HTMLPage) {
    let rule = entry.rule
    page.raw(
        "<details class=\"rule\" id=\"r-\(rule.id)\" data-rule=\"\(rule.id)\" data-severity=\"\(rule.severity.rawValue)\"")
    // Long lists wait until somebody asks for them.
    page.raw("\(rule.severity > .notice && entry.new > 0 && items.count <= sampleLimit ? " open" : "")>\n<summary>")
    badge(rule, &page)
    page.raw("<h3>")
    page.text(rule.title)
    page.raw("</h3><span class=\"counts\">")
    let parts = [(entry.new, "new"), (entry.known, "known"), (entry.waived, "waived"), (entry.fixed, "fixed")]
    page.text(parts.filter { $0.0 > 0 }.map { "\(NumberText.grouped($0.0)) \($0.1)" }.joined(separator: ", "))
    page.raw("</span></summary>\n<div class=\"about\">")
    page.element("p", rule.why)
    if let source = rule.source { page.element("p", class: "source", source) }
    page.raw("<p><b>For example:</b> ")
    page.text(rule.example)
    page.raw("</p>\n<p><b>To do:</b> ")
    page.text(rule.fix)
    page.raw(" ")
    page.element("code", rule.id)
    page.raw("</p></div>\n<ul class=\"items\">\n")
    for item in items { page.bytes += item.bytes }
    let fixed = entry.fixedFindings.prefix(sampleLimit)
    for finding in fixed {
        page.raw("<li data-state=\"fixed\"><p><span class=\"state fixed\">fixed</span> ")
        page.isolated(finding.message)
        page.raw("</p></li>\n")
    }
    page.raw("</ul>\n")
    var more: [String] = []
    if entry.count > items.count {
        more.append(
            "\(NumberText.grouped(entry.count - items.count)) more findings, of which findings.csv has "
                + NumberText.grouped(entry.items.count - items.count))
    }
    if entry.fixed > fixed.count { more.append("\(NumberText.grouped(entry.fixed - fixed.count)) more that are fixed") }
    if !more.isEmpty { page.element("p", class: "source", "And \(listed(more)).") }
    page.raw("</details>\n")
}

private func writeItem(
    _ item: AuditResult.Item, _ rule: Rule, id isFirst: Bool, _ content: BundleContent, _ page: inout HTMLPage
) {
    let finding = item.finding
    let print = Fingerprint.text(item.fingerprint)
    page.raw("<li\(isFirst ? " id=\"f\(print)\"" : "") data-state=\"\(item.state.rawValue)\"")
    if let make = finding.place.make {
        page.raw(" data-make=\"")
        page.text(shown(make))
        page.raw("\"")
    }
    page.raw("><p><span class=\"state \(item.state.rawValue)\">\(item.state.rawValue)</span> ")
    let subject = content.subject(of: item)
    if !subject.isEmpty {
        page.raw("<b>")
        page.isolated(subject)
        page.raw("</b> ")
    }
    page.isolated(content.message(finding, of: rule))
    page.raw("</p><p class=\"where\">")
    if let place = content.place(of: finding) {
        page.raw("<code>")
        page.isolated(place)
        page.raw("</code> ")
    }
    page.raw("<code class=\"print\" title=\"fingerprint\">\(print)</code></p>")
    if let waiver = item.waiver.map({ content.audit.waivers[$0] }) {
        page.element(
            "p", class: "source",
            "waived by \(waiver.owner)\(waiver.expires.map { " until \($0.text)" } ?? ""): \(waiver.reason)")
    }
    if let excerpt = finding.excerpt {
        let lead = finding.place.line.map { "\($0) | " } ?? ""
        page.raw("<pre tabindex=\"0\">")
        page.text(lead + excerpt.text)
        if let caret = excerpt.caret {
            page.raw("\n" + String(repeating: " ", count: lead.count + caret - 1) + "<b>^</b>")
        }
        page.raw("</pre>")
    }
    page.raw("</li>\n")
}
