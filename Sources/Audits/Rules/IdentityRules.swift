package import FuelEconomy

/// What became of ids since the last published release, as the ledger of keys tells.
package enum IdentityRules {
    package static let all = [withdrawn, returned, reused]

    package static let withdrawn = Rule(
        id: "id-withdrawn", title: "Id that is gone", severity: .notice, family: .identity,
        message: "{name} was in the last release and is gone",
        why: "Who has saved this car finds nothing under its id.",
        source: "of 146 ids that the EPA withdrew from 2016 to 2025, 99 came back",
        example: "39884 and 39886 were gone in EPA's release of 2019-06-04",
        fix: "keep what you know of it; do not give the id to another car")

    package static let returned = Rule(
        id: "id-returned", title: "Id that has come back", severity: .notice, family: .identity,
        message: "{name} is there again, as {now}", why: "An app that has deleted what was saved under the id has lost it.",
        source: "the ledger of keys",
        example: "25262 was gone in EPA's release of 2016-11-22 and is back in that of 2018-02-19",
        fix: "nothing to do")

    package static let reused = Rule(
        id: "id-reused", title: "Id of another make's car", severity: .error, family: .identity,
        message: "{now} found, expected {name} as in the last release",
        why: "Who has saved the car is shown another one, with another economy, and cannot know it.",
        source: "for an id that stayed, none of the EPA's eight releases changed the make",
        example: "id 2 was a BMW X5, and is a Kia Ceed",
        fix: "ask the publisher; if a make was only renamed, say so in a decision file")

    /// - Parameter ledger: as this run leaves it.
    package static func audit(_ ledger: KeyLedger) -> FindingStore {
        var findings = FindingStore()
        let latest = ledger.releases.count - 1
        for event in ledger.events where event.release == latest && event.subject == .option {
            let rule: Rule
            switch event.state {
            case .withdrawn: rule = withdrawn
            case .returned: rule = returned
            case .reused: rule = reused
            default: continue
            }
            guard let id = UInt64(event.key) else { continue }
            var hash = StableHash()
            hash.combine(id)
            hash.combine(event.from)
            hash.combine(event.to)
            findings.add(rule, hash: hash.value, at: Finding.Place(vehicle: id)) {
                [FindingValue("name", event.from), FindingValue("now", event.to)]
            }
        }
        return findings
    }
}
