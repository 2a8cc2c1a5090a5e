internal import FuelEconomy

/// Drawings of figures that must agree with each other, with what their rules found or draw the line at; only those of rules
/// that had something to look at.
struct FigurePlots {
    private let density: EconomyDensity?
    private let combined: RatioHistogram?
    private let carbon: RatioHistogram?
    private let outliers: [AuditResult.Item]

    init(_ content: BundleContent, _ findings: ShownFindings) {
        let table = content.table
        let rows = 0..<table.count
        outliers = Array(findings.drawn(of: "economy-outlier").prefix(20))
        // A rule is there where the feeds state its figures, and has the limit that is in force.
        let label = content.audit["combined-economy-mismatch"]?.rule.limit
        let burning = content.audit["co2-economy-mismatch"]?.rule.limit
        if table.count == 0 || label == nil && burning == nil {
            (density, combined, carbon) = (nil, nil, nil)
            return
        }
        let economy = table[.combined].numbers(of: rows)
        var density: EconomyDensity?
        var combined: RatioHistogram?
        if let label {
            let (city, highway) = (table[.city].numbers(of: rows), table[.highway].numbers(of: rows))
            let marked = ["combined-economy-mismatch", "city-above-highway"].flatMap { rule in
                findings.drawn(of: rule).prefix(40).map { (rule, $0) }
            }
            density = EconomyDensity(city, highway, marked.map { EconomyDensity.Mark($1, rule: $0, content) })
            var histogram = RatioHistogram(
                title: "Combined against city and highway", limit: label,
                axis: "combined less 1 / (0.55/city + 0.45/highway), mpg")
            for row in rows where economy[row] > 0 && city[row] > 0 && highway[row] > 0 {
                histogram.add(economy[row] - 1 / (0.55 / city[row] + 0.45 / highway[row]))
            }
            combined = histogram
        }
        var carbon: RatioHistogram?
        if let burning {
            let co2 = table[.co2Tailpipe].numbers(of: rows)
            let fuels = table.fuels(.fuel1, of: rows)
            let powertrains = table.powertrains(of: rows)
            var histogram = RatioHistogram(
                title: "CO₂ against the carbon of the fuel", limit: burning,
                axis: "tailpipe CO₂ above what the fuel's carbon gives, %")
            for row in rows where economy[row] > 0 && co2[row] > 0 && powertrains[row] != .plugInHybrid {
                let grams: Double? = fuels[row] == .gasoline ? 8887 : fuels[row] == .diesel ? 10_180 : nil
                if let grams { histogram.add((co2[row] * economy[row] / grams - 1) * 100) }
            }
            carbon = histogram
        }
        self.density = density.flatMap { $0.total > 0 ? $0 : nil }
        self.combined = combined.flatMap { $0.isDrawn ? $0 : nil }
        self.carbon = carbon.flatMap { $0.isDrawn ? $0 : nil }
    }

    var isEmpty: Bool { density == nil && combined == nil && carbon == nil && outliers.isEmpty }

    func write(_ page: inout HTMLPage) {
        page.raw("<div class=\"figures\">\n")
        density?.write(&page)
        combined?.write(&page)
        carbon?.write(&page)
        if !outliers.isEmpty { writeOutliers(&page) }
        page.raw("</div>\n")
    }

    /// Each outlier beside the median of its namesakes.
    private func writeOutliers(_ page: inout HTMLPage) {
        let pairs = outliers.compactMap { item -> (AuditResult.Item, ratio: Double, found: Double, median: Double)? in
            guard let found = item.finding.number("combined"), let median = item.finding.number("median"), median > 0 else {
                return nil
            }
            return (item, found / median, found, median)
        }.sorted { $0.ratio != $1.ratio ? $0.ratio < $1.ratio : $0.0.fingerprint < $1.0.fingerprint }
        guard let low = pairs.first?.ratio, let high = pairs.last?.ratio else { return }
        let (least, most) = (min(0.8, low) * 0.95, max(1.25, high) * 1.05)
        let row = 20.0
        let height = Double(pairs.count) * row + 34
        func x(_ ratio: Double) -> Double { 190 + (ratio - least) / (most - least) * 180 }
        page.figure(
            "Far from their namesakes",
            "Combined economy of \(counted(pairs.count, "outlier")), as a share of the median of vehicles of one name and powertrain."
        ) { page in
            page.svg(420, Int(height), "Economy outliers against the median of their namesakes", isGroup: true) { page in
                page.line(x(1), 20, x(1), height - 12, class: "axis")
                page.label(x(1), 12, "median", anchor: "middle")
                for (index, pair) in pairs.enumerated() {
                    let y = 34 + Double(index) * row
                    let place = pair.0.finding.place
                    let name = [pair.0.year.map { "’" + String($0).suffix(2) }, place.make, place.model].compactMap { $0 }
                        .joined(separator: " ")
                    let text = "\(name): \(NumberText.short(pair.found)) found, median \(NumberText.short(pair.median))"
                    page.raw("<a href=\"#f\(Fingerprint.text(pair.0.fingerprint))\" aria-label=\"")
                    page.text(text)
                    page.raw("\">")
                    page.label(182, y + 4, name.count > 25 ? name.prefix(24) + "…" : name, anchor: "end")
                    page.line(x(1), y, x(pair.ratio), y, class: "stem")
                    page.raw(
                        "<circle class=\"offender\" cx=\"\(decimal(x(pair.ratio)))\" cy=\"\(decimal(y))\" r=\"4.5\"><title>")
                    page.text(text)
                    page.raw("</title></circle></a>\n")
                    page.label(416, y + 4, "\(NumberText.short((pair.ratio * 100).rounded())) %", anchor: "end")
                }
            }
        }
    }
}

extension Finding {
    fileprivate func number(_ name: String) -> Double? {
        for value in values where value.name == name {
            if case .number(let number) = value.payload, number.isFinite { return number }
        }
        return nil
    }
}

/// How often which city economy goes with which highway economy.
private struct EconomyDensity {
    struct Mark {
        var city, highway: Double?
        var fingerprint: UInt64
        var name, rule: String

        init(_ item: AuditResult.Item, rule: String, _ content: BundleContent) {
            city = item.finding.number("city")
            highway = item.finding.number("highway")
            fingerprint = item.fingerprint
            name = content.subject(of: item)
            self.rule = rule
        }
    }

    private static let low = 5.0
    private static let high = 200.0
    private static let side = 380.0
    private var cells: [Int: Int] = [:]
    private let marks: [Mark]
    private(set) var total = 0

    init(_ city: [Double], _ highway: [Double], _ marks: [Mark]) {
        self.marks = marks
        var counts = [Int32](repeating: 0, count: 256 * 256)
        for row in city.indices {
            let (c, h) = ((city[row]).rounded(), highway[row].rounded())
            guard c > Self.low, h > Self.low, c < Self.high, h < Self.high else { continue }
            counts[Int(c) << 8 | Int(h)] += 1
        }
        for (cell, count) in counts.enumerated() where count > 0 {
            cells[cell] = Int(count)
            total += Int(count)
        }
    }

    /// Both axes are logarithmic: from trucks to electric cars economy spans a factor of twenty.
    private func place(_ economy: Double) -> Double {
        let share = (log2(economy) - log2(Self.low)) / (log2(Self.high) - log2(Self.low))
        return min(1, max(0, share)) * Self.side
    }

    func write(_ page: inout HTMLPage) {
        let shown = marks.filter { mark in
            mark.city.map { $0 > Self.low } ?? false && mark.highway.map { $0 > Self.low } ?? false
        }
        page.figure(
            "City against highway",
            "\(counted(total, "vehicle")), mpg on both axes, the darker the more; "
                + (shown.isEmpty ? "no finding to mark." : "\(counted(shown.count, "finding")) marked, with a name each.")
        ) { page in
            page.svg(
                420, 416, "City economy against highway economy, logarithmic, \(counted(shown.count, "finding")) marked",
                isGroup: true
            ) { page in
                for tick in [5.0, 10, 20, 40, 80, 160] {
                    let at = place(tick)
                    page.line(30, 390 - at, 410, 390 - at, class: "axis")
                    page.line(30 + at, 10, 30 + at, 390, class: "axis")
                    page.label(26, 394 - at, NumberText.short(tick), anchor: "end")
                    page.label(30 + at, 405, NumberText.short(tick), anchor: "middle")
                }
                writeCells(&page)
                page.line(30, 390, 410, 10, class: "even")
                page.label(36, 22, "highway")
                page.label(404, 384, "city", anchor: "end")
                for mark in shown { write(mark, &page) }
            }
        }
    }

    /// A square of one by one mpg each, those of about one count in one path.
    private func writeCells(_ page: inout HTMLPage) {
        let bounds = [1, 3, 10, 30, 100]
        var paths = Array(repeating: HTMLPage(), count: bounds.count + 1)
        for (cell, count) in cells.sorted(by: { $0.key < $1.key }) {
            let (city, highway) = (Double(cell >> 8), Double(cell & 255))
            let (x, y) = (30 + place(city - 0.5), 390 - place(highway + 0.5))
            let (width, height) = (place(city + 0.5) - place(city - 0.5), place(highway + 0.5) - place(highway - 0.5))
            let level = bounds.firstIndex { count <= $0 } ?? bounds.count
            paths[level].raw(
                "M\(decimal(x)) \(decimal(y))h\(decimal(max(0.8, width)))v\(decimal(max(0.8, height)))h-\(decimal(max(0.8, width)))z"
            )
        }
        for (level, path) in paths.enumerated() where !path.bytes.isEmpty {
            page.raw("<path class=\"mark level\(level + 1)\" d=\"")
            page.bytes += path.bytes
            page.raw("\"/>\n")
        }
    }

    private func write(_ mark: Mark, _ page: inout HTMLPage) {
        let (x, y) = (30 + place(mark.city ?? 0), 390 - place(mark.highway ?? 0))
        page.raw("<a href=\"#f\(Fingerprint.text(mark.fingerprint))\" aria-label=\"")
        page.text("\(mark.name): \(mark.rule)")
        page.raw("\"><circle class=\"offender\" cx=\"\(decimal(x))\" cy=\"\(decimal(y))\" r=\"4.5\"/>")
        // Where hardly a car is: far better on the highway than in the city.
        page.label(40, 46, mark.name.count > 48 ? mark.name.prefix(47) + "…" : mark.name, class: "tip")
        page.label(40, 62, mark.rule, class: "tip")
        page.raw("</a>\n")
    }
}

/// How far figures are off from what others give, and where a rule draws the line. Counts are logarithmic, so that one vehicle
/// among fifty thousand is seen.
private struct RatioHistogram {
    let title: String
    /// The width of a bar, and how far the bars reach to both sides; what lies beyond goes into the outermost one.
    let step, reach: Double
    /// Beyond it the rule has something to say.
    let limit: Double
    let unit, axis: String
    private var total = 0
    private var beyond = 0
    private var counts: [Int] = []

    init(title: String, limit: Rule.Limit, axis: String) {
        self.title = title
        step = limit.value / 10
        reach = limit.value * 3
        self.limit = limit.value
        unit = limit.unit
        self.axis = axis
        counts = Array(repeating: 0, count: 60)
    }

    /// Whether there is something to draw, and a width to draw it in.
    var isDrawn: Bool { total > 0 && limit > 0 && limit.isFinite }

    mutating func add(_ value: Double) {
        let place = ((value + reach) / step).rounded(.down)
        counts[max(0, min(counts.count - 1, place.isFinite ? Int(max(-1, min(1e6, place))) : 0))] += 1
        total += 1
        if abs(value) > limit { beyond += 1 }
    }

    func write(_ page: inout HTMLPage) {
        let most = Double(counts.max() ?? 1)
        let (left, right, top, foot) = (50.0, 412.0, 12.0, 230.0)
        func height(_ count: Double) -> Double { count < 1 ? 0 : (log2(1 + count) / log2(1 + most)) * (foot - top) }
        func x(_ value: Double) -> Double { left + (value + reach) / (2 * reach) * (right - left) }
        let meaning =
            "\(NumberText.grouped(beyond)) of \(counted(total, "vehicle")) are off by more than \(NumberText.short(limit)) \(unit), where the rule draws the line."
        page.figure(title, meaning) { page in
            page.svg(420, 272, title + ": " + meaning) { page in
                var tick = 1.0
                while tick <= most {
                    page.line(left, foot - height(tick), right, foot - height(tick), class: "axis")
                    page.label(left - 6, foot - height(tick) + 4, NumberText.grouped(Int(tick)), anchor: "end")
                    tick *= 10
                }
                let width = (right - left) / Double(counts.count)
                for (index, count) in counts.enumerated() where count > 0 {
                    let low = Double(index) * step - reach
                    let middle = low + step / 2
                    let words =
                        "\(NumberText.short(low)) to \(NumberText.short(low + step)) \(unit): \(NumberText.grouped(count))"
                    page.rect(
                        left + Double(index) * width + 0.4, foot - height(Double(count)), width - 0.8, height(Double(count)),
                        class: abs(middle) > limit ? "offender" : "mark", title: words)
                }
                for side in [-limit, limit] { page.line(x(side), top - 8, x(side), foot, class: "limit") }
                page.line(left, foot, right, foot, class: "base")
                for value in [-reach, -limit, 0, limit, reach] {
                    let sign = value > 0 ? "+" : value < 0 ? "−" : ""
                    page.label(
                        x(value), foot + 16,
                        (abs(value) == reach ? (value < 0 ? "≤ " : "≥ ") : "") + sign + NumberText.short(abs(value)),
                        anchor: value == -reach ? "start" : value == reach ? "end" : "middle")
                }
                page.label((left + right) / 2, foot + 36, axis, anchor: "middle")
            }
        }
    }
}

/// The binary logarithm, good to what a drawing shows, without a mathematics library: exact for powers of two, and between
/// them by the series of the inverse hyperbolic tangent.
private func log2(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    let mantissa = value.significand
    let t = (mantissa - 1) / (mantissa + 1)
    let square = t * t
    var (term, sum) = (t, 0.0)
    for odd in stride(from: 1.0, to: 16, by: 2) {
        sum += term / odd
        term *= square
    }
    return Double(value.exponent) + 2 * sum * 1.442_695_040_888_963_4
}
