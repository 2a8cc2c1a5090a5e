internal import FuelEconomy

/// What past runs came to: a small drawing a count, all of them over the same runs.
func writeTrend(_ trend: [TrendPoint], _ page: inout HTMLPage) {
    let known = ["vehicles", "makes", "models", "read", "errors", "warnings", "notices", "new", "fixed"]
    let names = known.filter { name in trend.filter { $0.counts[name] != nil }.count > 1 }
    let (first, last) = (trend[0].date, trend[trend.count - 1].date)
    page.element(
        "p", class: "source",
        "\(trend.count) published runs, with the change since the first"
            + (first.isEmpty || last.isEmpty ? "" : ", on feeds of \(first) to \(last)"))
    page.raw("<ul class=\"trend\">\n")
    for name in names {
        let points = trend.enumerated().compactMap { index, point in
            point.counts[name].map { (run: index, date: point.date, count: $0) }
        }
        let (from, to) = (points[0], points[points.count - 1])
        let change = to.count - from.count
        page.raw("<li><p>\(name == "read" ? "rows read" : name) <strong>\(NumberText.grouped(to.count))</strong> <span>")
        page.text(
            change == 0 ? "as it was" : (change > 0 ? "+" : "−") + NumberText.grouped(abs(change)))
        page.raw("</span></p>\n")
        let words = points.map { "\($0.date.isEmpty ? "run \($0.run + 1)" : $0.date): \(NumberText.grouped($0.count))" }
        page.svg(200, 56, "\(name): \(words.joined(separator: ", "))") { page in
            let (least, most) = (points.map(\.count).min()!, points.map(\.count).max()!)
            func x(_ run: Int) -> Double { 6 + Double(run) / Double(trend.count - 1) * 188 }
            func y(_ count: Int) -> Double {
                least == most ? 28 : 50 - Double(count - least) / Double(most - least) * 44
            }
            page.raw("<polyline class=\"spark\" points=\"")
            page.raw(points.map { "\(decimal(x($0.run))),\(decimal(y($0.count)))" }.joined(separator: " "))
            page.raw("\"/>\n")
            for (index, point) in points.enumerated() {
                page.raw(
                    "<circle class=\"dot\" cx=\"\(decimal(x(point.run)))\" cy=\"\(decimal(y(point.count)))\" r=\"\(index == points.count - 1 ? "4" : "2")\"><title>"
                )
                page.text(words[index])
                page.raw("</title></circle>\n")
            }
        }
        page.raw("</li>\n")
    }
    page.raw("</ul>\n")
}
