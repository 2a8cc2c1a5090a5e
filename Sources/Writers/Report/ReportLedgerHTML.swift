internal import FuelEconomy

/// The ledger as a stream that narrows where rows leave it, and as a table that adds up.
func writeLedger(_ content: BundleContent, _ page: inout HTMLPage) {
    let flow = RowFlow(content)
    flow.draw(960, columns: [0, 190, 350, 510, 670, 800], isNarrow: false, &page)
    flow.draw(340, columns: [0, 60, 120, 196, 262, 334], isNarrow: true, &page)
    if flow.losses.isEmpty {
        page.raw("<p>Every row that was read is a vehicle of the bundle.</p>\n")
    } else {
        page.raw("<ul class=\"losses\">\n")
        for loss in flow.losses {
            page.raw("<li><span class=\"swatch \(loss.kind)\"></span> ")
            page.text("\(loss.words) at \(loss.stage.rawValue)")
            page.raw("</li>\n")
        }
        page.raw("</ul>\n")
    }
    page.raw("<details>\n<summary>The same as a table</summary>\n")
    page.table(
        "Rows by stage and feed", ["stage", "feed", "#in", "#kept", "#merged", "#quarantined", "#filtered", "by rule"]
    ) { page in
        for source in content.ledger.sources {
            for stage in RowLedger.Stage.allCases {
                let entry = content.ledger[stage, source]
                page.raw("<tr>")
                page.element("th scope=\"row\"", stage.rawValue)
                page.element("td", content.sources[source].feed)
                for count in [entry.read, entry.kept, entry.mergedCount, entry.quarantinedCount, entry.filteredCount] {
                    page.element("td", class: "n", NumberText.grouped(count))
                }
                let rules = [entry.merged, entry.quarantined, entry.filtered].flatMap { $0.sorted { $0.key < $1.key } }
                page.element("td", rules.map { "\($0.key): \(NumberText.grouped($0.value))" }.joined(separator: ", "))
                page.raw("</tr>\n")
            }
        }
    }
    page.raw("<p class=\"source\">Each line adds up: in = kept + merged + quarantined + filtered.</p>\n</details>\n")
}

/// The rows of all sources on their way through the stages.
private struct RowFlow {
    struct Loss {
        var stage: RowLedger.Stage
        /// `merged`, `quarantined` or `filtered`.
        var kind: String
        var rule: String
        var count: Int

        var words: String { "\(NumberText.grouped(count)) \(kind): \(rule)" }
    }

    let sources: [(name: String, rows: Int)]
    /// What each stage took in, and what the last one kept.
    let counts: [Int]
    let losses: [Loss]

    init(_ content: BundleContent) {
        let ledger = content.ledger
        sources = ledger.sources.map { (content.sources[$0].feed, ledger[.read, $0].read) }
        var counts: [Int] = []
        var losses: [Loss] = []
        for stage in RowLedger.Stage.allCases {
            var total = RowLedger.Entry()
            for source in ledger.sources { total.add(ledger[stage, source]) }
            counts.append(total.read)
            if stage == .tree { counts.append(total.kept) }
            for (kind, rules) in [
                ("merged", total.merged), ("quarantined", total.quarantined), ("filtered", total.filtered),
            ] {
                for (rule, count) in rules.sorted(by: { $0.key < $1.key }) where count > 0 {
                    losses.append(Loss(stage: stage, kind: kind, rule: rule, count: count))
                }
            }
        }
        self.counts = counts
        self.losses = losses
    }

    /// How high a number of rows is drawn: to scale, but never so small that nobody sees it.
    private func height(_ rows: Int, of full: Double) -> Double {
        rows == 0 ? 0 : max(2.5, Double(rows) / Double(max(1, counts[0])) * full)
    }

    /// - Parameter columns: where the sources, each stage and the bundle stand, from the left.
    func draw(_ width: Int, columns: [Double], isNarrow: Bool, _ page: inout HTMLPage) {
        let full = losses.isEmpty ? 56.0 : isNarrow ? 80.0 : 120.0
        let top = 40.0
        let bar = 6.0
        let row = 20.0
        let bottom = top + full + 14 + Double(max(0, sources.count - 1)) * 8
        // Later stages end higher up, so that no band runs through another one's words.
        let ordered = losses.enumerated().sorted { a, b in
            a.element.stage != b.element.stage ? place(a.element) > place(b.element) : a.offset < b.offset
        }.map(\.element)
        let size = Int(bottom + Double(ordered.count) * row)
        let label =
            "\(NumberText.grouped(counts[0])) rows read from \(counted(sources.count, "feed")), \(NumberText.grouped(counts[4])) kept"
            + (losses.isEmpty ? "" : "; " + losses.map { "\($0.words) at \($0.stage.rawValue)" }.joined(separator: ", "))
        page.svg(width, size, label, class: isNarrow ? "narrow" : "wide") { page in
            var y = top
            var target = top
            for source in sources {
                let rows = height(source.rows, of: full)
                band(columns[0] + bar, y, columns[1], target, rows, "stream", &page)
                page.rect(columns[0], y, bar, rows, class: "node")
                if !isNarrow {
                    let name = source.name.count > 24 ? source.name.prefix(23) + "…" : source.name
                    page.label(columns[0] + 12, sources.count == 1 ? top - 8 : y + rows / 2 + 4, name)
                }
                y += rows + 8
                target += rows
            }
            let stages = RowLedger.Stage.allCases
            for (index, stage) in stages.enumerated() {
                let x = columns[index + 1]
                page.rect(x, top, bar, height(counts[index], of: full), class: "node")
                page.label(x + bar / 2, top - 22, stage.rawValue, anchor: "middle", class: "name")
                page.label(x + bar / 2, top - 8, NumberText.grouped(counts[index]), anchor: "middle")
                band(x + bar, top, columns[index + 2], top, height(counts[index + 1], of: full), "stream", &page)
                var from = top + height(counts[index + 1], of: full)
                let own = ordered.enumerated().filter { $0.element.stage == stage }
                var lane = own.map { height($0.element.count, of: full) + 3 }.reduce(x + bar + 3, +)
                for (place, loss) in own {
                    let rows = height(loss.count, of: full)
                    lane -= rows + 3
                    fall(x + bar, from, lane, rows, to: bottom + Double(place) * row, loss, isNarrow, &page)
                    from += rows
                }
            }
            page.rect(columns[5], top, bar, height(counts[4], of: full), class: "node")
            if isNarrow {
                page.label(columns[5] + bar, top - 22, "kept", anchor: "end", class: "name")
                page.label(columns[5] + bar, top - 8, NumberText.grouped(counts[4]), anchor: "end")
            } else {
                let middle = top + height(counts[4], of: full) / 2
                page.label(columns[5] + 14, middle, NumberText.grouped(counts[4]), class: "large")
                page.label(columns[5] + 14, middle + 18, "vehicles in the bundle")
            }
        }
    }

    private func place(_ loss: Loss) -> Int { RowLedger.Stage.allCases.firstIndex(of: loss.stage)! }

    /// A band between two heights.
    private func band(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ size: Double, _ kind: String, _ page: inout HTMLPage
    ) {
        let middle = decimal((x1 + x2) / 2)
        let (a, b, c, d) = (decimal(y1), decimal(y2), decimal(y1 + size), decimal(y2 + size))
        page.raw("<path class=\"\(kind)\" d=\"M\(decimal(x1)) \(a)C\(middle) \(a) \(middle) \(b) \(decimal(x2)) \(b)V\(d)")
        page.raw("C\(middle) \(d) \(middle) \(c) \(decimal(x1)) \(c)Z\"/>\n")
    }

    /// A band that leaves the stream, goes down in its lane, and has what it is behind its end.
    private func fall(
        _ x: Double, _ y: Double, _ lane: Double, _ size: Double, to end: Double, _ loss: Loss, _ isNarrow: Bool,
        _ page: inout HTMLPage
    ) {
        let (near, far) = (decimal(lane), decimal(lane + size))
        page.raw(
            "<path class=\"\(loss.kind)\" d=\"M\(decimal(x)) \(decimal(y))Q\(far) \(decimal(y)) \(far) \(decimal(y + 6 + size))"
        )
        page.raw(
            "V\(decimal(end))H\(near)V\(decimal(y + 6 + size))Q\(near) \(decimal(y + size)) \(decimal(x)) \(decimal(y + size))Z\"><title>"
        )
        page.text("\(loss.words) at \(loss.stage.rawValue)")
        page.raw("</title></path>\n")
        page.label(lane + size + 7, end, isNarrow ? NumberText.grouped(loss.count) : loss.words)
    }
}
