package import FuelEconomy

/// How old the feeds are on the day of the run. Only asked where the pipeline file sets the limit, for the answer depends on the
/// day, and a run is otherwise the same on any.
package enum FeedAge {
    package static let rule = Rule(
        id: "feed-too-old", title: "Feed whose newest date is long ago", severity: .warning, family: .feed,
        message: "newest date {date} found, {days} days before {today}, expected at most {limit}",
        limit: Rule.Limit(45, "days", "how old the newest date may be; looked at only where the pipeline file sets it"),
        why: "A download that silently stands still gives a good bundle every night, of last year's cars.",
        source: "the day of the run is SOURCE_DATE_EPOCH where it is set, else that of the clock",
        example: "EPA's release of 2025-10-28 has rows modified on that day",
        fix: "see whether the agency has published since; fetch the feed anew")

    /// - Parameter dates: the newest date of each source; `nil` where it states none.
    package static func audit(_ dates: [CivilDate?], today: CivilDate, limit: Double) -> FindingStore {
        var findings = FindingStore()
        for (source, date) in dates.enumerated() {
            guard let date, Double(today.days - date.days) > limit else { continue }
            findings.add(rule, hash: UInt64(source), at: Finding.Place(source: source)) {
                [
                    FindingValue("date", date.text), FindingValue("days", today.days - date.days),
                    FindingValue("today", today.text),
                ]
            }
        }
        return findings
    }
}
