package import FuelEconomy

/// What a release has less of than the accepted run had: a feed that was cut off reads like a good one that is short.
package enum AcceptedRunRules {
    package static let all = [rowsDropped, makeGone, makeNew, makeDropped]

    package static let rowsDropped = Rule(
        id: "row-count-drop", title: "Feed with fewer rows than the accepted run", severity: .error, family: .feed,
        message: "feed \"{feed}\" has {rows} rows, expected about {before} as in the accepted run of {date}",
        limit: Rule.Limit(2, "%", "how many rows may be gone"),
        why: "Agencies add cars and hardly ever remove any: a feed that is shorter was cut off, or is another file.",
        source:
            "fewer by more than {limit}, blank rows and footnotes not counted; of the EPA's eight releases none has fewer rows than the one before",
        example: "a download of 49,582 rows that ended at row 31,000, at a line end",
        fix: "look at the feed; if it is right, accept the run with marque accept")

    package static let makeGone = Rule(
        id: "make-gone", title: "Make that the accepted run had", severity: .warning, family: .names,
        message: "make \"{make}\" is gone, expected {before} vehicles as in the accepted run of {date}",
        why: "All its cars are out of the picker, and with them what users have saved.",
        source: "of the EPA's eight releases none lost a make",
        example: "none in EPA's eight releases; \"Mini\" would be one, if its only car were filed under \"MINI\" again",
        fix: "see whether it was renamed (marque names) or withdrawn; then accept the run with marque accept")

    package static let makeNew = Rule(
        id: "make-new", title: "Make that the accepted run did not have", severity: .notice, family: .names,
        message: "make \"{make}\" is new, with {rows} vehicles",
        why: "A new maker, or a new spelling of an old one that no evidence has joined.",
        source: "14 makes appeared in the EPA's releases from 2016 to 2025",
        example: "\"Lucid\" and \"Rivian\" came between EPA's releases of 2021-07-12 and 2022-11-08",
        fix: "see marque names for what it may be one with; then accept the run with marque accept")

    package static let makeDropped = Rule(
        id: "make-count-drop", title: "Make with fewer vehicles than in the accepted run", severity: .warning,
        family: .names,
        message: "make \"{make}\" has {rows} vehicles, expected about {before} as in the accepted run of {date}",
        limit: Rule.Limit(10, "%", "how many of a make's vehicles may be gone"),
        why: "A part of a maker's cars is missing, though the feed as a whole looks right.",
        source: "fewer by more than {limit}, and by 5 vehicles at least",
        example: "59 Audis in the accepted run and 50 in this one",
        fix: "compare both releases with marque diff; then accept the run with marque accept")

    /// Whether a number is smaller than it was by more than the rule's limit.
    private static func isBelow(_ now: Int, _ before: Int, _ rule: Rule, _ limits: [String: Double]) -> Bool {
        Double(before - now) * 100 > rule.limited(by: limits).limit!.value * Double(before)
    }

    /// - Parameters:
    ///   - run: of which only the counts are known so far.
    ///   - limits: by rule id, instead of the rules' own.
    package static func audit(_ run: Baseline, after accepted: Baseline, limits: [String: Double] = [:]) -> FindingStore {
        var findings = FindingStore()
        func add(_ rule: Rule, _ name: String, make: String? = nil, _ values: [FindingValue]) {
            var hash = StableHash()
            hash.combine(name)
            for value in values { hash.combine(value.text) }
            findings.add(rule, hash: hash.value, at: Finding.Place(make: make)) { values }
        }
        let date = FindingValue("date", accepted.shownDate)
        for feed in run.feeds {
            guard let last = accepted.feeds.first(where: { $0.name == feed.name }) else { continue }
            // Padding is no loss, and none when it goes; only an old run knows no better.
            var (rows, before) = (feed.rows, last.rows)
            if let records = feed.records, let known = last.records { (rows, before) = (records, known) }
            if isBelow(rows, before, rowsDropped, limits) {
                add(
                    rowsDropped, feed.name,
                    [FindingValue("feed", feed.name), FindingValue("rows", rows), FindingValue("before", before), date])
            }
        }
        let now = Dictionary(run.makes.map { ($0.name, $0.rows) }, uniquingKeysWith: +)
        let before = Dictionary(accepted.makes.map { ($0.name, $0.rows) }, uniquingKeysWith: +)
        for (name, rows) in before {
            let values = [FindingValue("make", name), FindingValue("before", rows), date]
            if let left = now[name] {
                if isBelow(left, rows, makeDropped, limits), rows - left >= 5 {
                    add(makeDropped, name, make: name, values + [FindingValue("rows", left)])
                }
            } else {
                add(makeGone, name, make: name, values)
            }
        }
        for (name, rows) in now where before[name] == nil {
            add(makeNew, name, make: name, [FindingValue("make", name), FindingValue("rows", rows)])
        }
        return findings
    }
}
