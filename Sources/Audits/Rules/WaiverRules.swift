package import FuelEconomy

/// What may be wrong with a waiver.
package enum WaiverRules {
    package static let all = [expired, unmatched]

    package static let expired = Rule(
        id: "waiver-expired", title: "Waiver that has expired", severity: .warning, family: .feed,
        message: "{place}: waiver of {rule} for {subject} by {owner} expired on {date}, the feed is of {today}",
        why: "Somebody wanted these findings to be looked at again by that day; they count again.",
        example: "expires: 2027-12-31 in a waiver, on a feed of 2028-01-05",
        fix: "look at them again, then give the waiver a later date or remove it")

    package static let unmatched = Rule(
        id: "waiver-unmatched", title: "Waiver of a finding that is not there", severity: .warning, family: .feed,
        message: "{place}: waiver of {rule} for {subject} by {owner} matches no finding",
        why:
            "The data were corrected, or the waiver has a slip: either way it waits to hide something that nobody has seen.",
        example: "a waiver of combined-economy-mismatch for id 46516, after EPA has corrected its 82 mpg",
        fix: "remove it, or correct what it is about")
}

extension FindingStore {
    mutating func add(_ rule: Rule, about waiver: Waiver, _ values: [FindingValue]) {
        var hash = StableHash()
        hash.combine(waiver.rule)
        hash.combine(waiver.wording)
        add(rule, hash: hash.value) {
            [
                FindingValue("place", waiver.place), FindingValue("rule", waiver.rule),
                FindingValue("subject", waiver.wording), FindingValue("owner", waiver.owner),
            ] + values
        }
    }
}
