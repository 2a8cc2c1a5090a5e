package import FuelEconomy

/// What changed as a page: one file that asks nothing of the network.
///
/// - Parameters:
///   - version: Marque's own.
///   - limit: how many entries of each list are shown.
package func changesHTML(_ comparison: Comparison, version: String, limit: Int) -> [UInt8] {
    var page = HTMLPage()
    page.open("\(comparison.old.name) to \(comparison.new.name): what changed")
    page.raw("<main>\n<header>\n<p class=\"kind\">What changed</p>\n")
    page.element("h1", comparison.new.name + (comparison.new.date.map { ", \($0)" } ?? ""))
    page.element("p", class: "verdict", comparison.isSame ? "Nothing changed." : comparison.summary[0].1 + ".")
    page.raw("<ul class=\"tiles\">\n")
    for (number, meaning) in [
        (comparison.added.count, "added"), (comparison.removed.count, "removed"), (comparison.returned.count, "returned"),
        (comparison.renamed.count, "renamed"), (comparison.restatedVehicles, "restated vehicles"),
        (comparison.changedOutsideVolatile, "changed outside volatile columns"), (comparison.changed, "changed at all"),
    ] { page.tile(number, meaning) }
    page.raw("</ul>\n</header>\n<section>\n<h2>In short</h2>\n")
    page.pairs(
        [("from", comparison.old.account), ("to", comparison.new.account)] + comparison.summary
            + comparison.remarks.map { ("note", $0) })
    page.raw("</section>\n")
    writeColumns(comparison, &page)
    page.raw("<section>\n<h2>One by one</h2>\n")
    for list in comparison.lists where !list.entries.isEmpty {
        page.raw("<details>\n<summary><strong>\(NumberText.grouped(list.entries.count))</strong> ")
        page.text(list.title)
        page.raw("</summary>\n<ul class=\"samples\">\n")
        for entry in list.entries.prefix(limit) { page.element("li", entry) }
        page.raw("</ul>\n")
        let more = list.entries.count - limit
        if more > 0 { page.element("p", class: "source", "and \(NumberText.grouped(more)) more") }
        page.raw("</details>\n")
    }
    page.raw("</section>\n<footer><p>")
    page.text("Written by marque \(version). marque diff --json has all of it for programs.")
    page.raw("</p></footer>\n</main>\n")
    page.close()
    return page.bytes
}

private func writeColumns(_ comparison: Comparison, _ page: inout HTMLPage) {
    let columns = comparison.columns.filter { $0.rows > 0 }
    if columns.isEmpty { return }
    page.raw("<section>\n<h2>Vehicles with another text, by column</h2>\n<div class=\"scroll\"><table>\n<thead><tr>")
    page.raw(
        "<th>column</th><th class=\"n\">vehicles</th><th class=\"n\">only respelled</th><th></th></tr></thead>\n<tbody>\n")
    for column in columns.filter({ !$0.isVolatile }) + columns.filter(\.isVolatile) {
        page.raw("<tr>")
        page.element("td", column.name)
        page.element("td", class: "n", NumberText.grouped(column.rows))
        page.element("td", class: "n", column.isVolatile ? "" : NumberText.grouped(column.respelled))
        page.element("td", column.isVolatile ? "volatile" : "")
        page.raw("</tr>\n")
    }
    page.raw("</tbody></table></div>\n</section>\n")
}
