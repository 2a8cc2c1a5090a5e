package import FuelEconomy

/// Feeds that could not be fetched, and of which an older copy was read.
package enum StaleCopy {
    package static let rule = Rule(
        id: "stale-copy", title: "Feed that could not be fetched", severity: .warning, family: .feed,
        message: "feed \"{feed}\": {reason}; the copy of {fetched} is read, {age} days old",
        limit: Rule.Limit(0, "days", "from which age on it is told that a copy is read because the feed cannot be fetched"),
        why: "One night without the feed does no harm; many give a good bundle every night, of last year's cars.",
        source:
            "told from {limit} on, counted to the day of the run since the server last said that the copy is what there is",
        example: "\"HTTP 503 after 4 tries\", while the agency maintains its site",
        fix: "see whether the server answers; or fetch the file by hand and name it with --input")

    package static func audit(_ sources: [FeedSource], today: CivilDate, limits: [String: Double]) -> FindingStore {
        let limit = rule.limited(by: limits).limitInForce
        var findings = FindingStore()
        for (index, source) in sources.enumerated() {
            guard let trouble = source.trouble, let date = source.confirmed.flatMap(CivilDate.init(iso:)),
                Double(today.days - date.days) >= limit
            else { continue }
            findings.add(rule, hash: UInt64(index), at: Finding.Place(source: index)) {
                [
                    FindingValue("feed", source.feed), FindingValue("reason", trouble), FindingValue("fetched", date.text),
                    FindingValue("age", today.days - date.days),
                ]
            }
        }
        return findings
    }
}
