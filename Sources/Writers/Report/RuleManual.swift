package import FuelEconomy

/// The catalogue of rules as one JSON document, by id.
package func ruleManualJSON(_ rules: [Rule], version: String) -> [UInt8] {
    let members = rules.map { rule -> JSON in
        var limit = JSON.null
        if let declared = rule.limit {
            limit = .object([
                "meaning": .string(declared.meaning), "unit": .string(declared.unit), "value": .number(declared.value),
            ])
        }
        return .object([
            "example": .string(rule.example), "family": .string(rule.family.rawValue), "fix": .string(rule.fix),
            "id": .string(rule.id), "limit": limit, "message": .string(rule.message),
            "severity": .string(rule.severity.rawValue), "source": .optional(rule.source), "title": .string(rule.title),
            "why": .string(rule.why),
        ])
    }
    return JSON.object(["generator": .string("marque \(version)"), "rules": .array(members)]).document
}

/// The catalogue of rules as a page that asks nothing of the network: by family, each rule with an anchor of its id.
package func ruleManualHTML(_ rules: [Rule], version: String) -> [UInt8] {
    var page = HTMLPage()
    page.open("Rules of marque")
    page.raw("<main>\n<header>\n<p class=\"kind\">Catalogue</p>\n<h1>\(rules.count) rules</h1>\n<p>")
    page.text(
        "What marque looks for in a feed, and what it says of it. In a pipeline file audit.severity turns a rule off or changes "
            + "how much it matters, and audit.limits changes a limit.")
    page.raw("</p>\n<div class=\"scroll\"><table>\n<tbody>\n")
    let families = Rule.Family.allCases.map { family in (family, rules.filter { $0.family == family }) }
    for (family, members) in families {
        page.raw("<tr><th><a href=\"#family-\(family.rawValue)\">\(family.rawValue)</a></th><td>")
        for (index, rule) in members.enumerated() {
            page.raw(index == 0 ? "" : ", ")
            page.raw("<a href=\"#\(rule.id)\">\(rule.id)</a>")
        }
        page.raw("</td></tr>\n")
    }
    page.raw("</tbody></table></div>\n</header>\n")
    for (family, members) in families {
        page.raw("<section id=\"family-\(family.rawValue)\">\n<h2>")
        page.text(family.rawValue.prefix(1).uppercased() + family.rawValue.dropFirst() + ": " + family.meaning)
        page.raw("</h2>\n")
        for rule in members { writeRule(rule, &page) }
        page.raw("</section>\n")
    }
    page.raw("<footer><p>")
    page.text("Written by marque \(version).")
    page.raw("</p></footer>\n</main>\n")
    page.close()
    return page.bytes
}

private func writeRule(_ rule: Rule, _ page: inout HTMLPage) {
    page.raw("<details id=\"\(rule.id)\" open>\n<summary><span class=\"badge \(rule.severity.rawValue)\">")
    page.text(rule.severity.rawValue)
    page.raw("</span> ")
    page.element("strong", rule.title)
    page.raw(" ")
    page.element("code", rule.id)
    page.raw("</summary>\n")
    page.element("p", rule.why)
    var lines = [("Message", rule.message)]
    if let source = rule.source { lines.append(("Source", source)) }
    if let limit = rule.limit { lines.append(("Limit", "\(limit.text): \(limit.meaning)")) }
    lines += [("Example", rule.example), ("To do", rule.fix)]
    page.pairs(lines)
    page.raw("</details>\n")
}
