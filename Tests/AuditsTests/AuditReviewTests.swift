import Audits
import FuelEconomy
import Support
import Testing

@Suite struct AuditReviewTests {
    private let rule = Rule(
        id: "test", title: "", severity: .warning, family: .physics, message: "{n}", why: "", example: "", fix: "")

    private func store(_ findings: [(hash: UInt64, vehicle: UInt64)]) -> FindingStore {
        var store = FindingStore()
        for finding in findings {
            store.add(rule, hash: finding.hash, at: Finding.Place(vehicle: finding.vehicle)) { [FindingValue("n", "x")] }
        }
        return store
    }

    private func baseline(_ hashes: [UInt64], count: Int? = nil) -> Baseline {
        let findings = hashes.sorted().map {
            Baseline.Finding(fingerprint: Fingerprint.of($0, rule: "test"), message: "\($0)")
        }
        return Baseline(
            name: "", date: "2025-01-01", feeds: [], makes: [],
            rules: [Baseline.RuleFindings(rule: "test", count: count ?? hashes.count, findings: findings)])
    }

    private func waiver(_ subject: Waiver.Subject, expires: CivilDate? = nil) -> Waiver {
        Waiver(rule: "test", subject: subject, reason: "", owner: "Ann", expires: expires, place: "w.yaml:1")
    }

    private func result(
        _ findings: [(hash: UInt64, vehicle: UInt64)], accepted: Baseline? = nil, waivers: [Waiver] = [],
        policies: [String: SeverityPolicy] = [:], rows: Int = 4
    ) -> AuditResult {
        let table = VehicleTable(
            rows: (1...UInt64(rows)).map { ($0, [.make: "Audi", .model: $0 == 1 ? "A3" : "A4", .year: "2020"]) })
        var review = AuditReview(
            store(findings), about: table, policies: policies, waivers: waivers, accepted: accepted,
            today: CivilDate(year: 2025, month: 6, day: 1))
        return review.result(rules: [rule] + WaiverRules.all, read: rows)
    }

    @Test func tellsNewKnownAndFixedEachAsOftenAsItIsThere() {
        let result = result([(1, 1), (1, 1), (2, 2), (5, 3)], accepted: baseline([1, 2, 2, 9]))
        let entry = result["test"]!
        #expect((entry.count, entry.new, entry.known, entry.fixed) == (4, 2, 2, 2))
        #expect(entry.items.map(\.state) == [.new, .new, .known, .known])
        #expect(entry.fixedFindings.map(\.message) == ["2", "9"])
        #expect(entry.items[0].finding.place.make == "Audi" && entry.items[0].year == 2020)
    }

    @Test func everythingIsNewWhereNothingWasAccepted() {
        let entry = result([(1, 1), (2, 2)])["test"]!
        #expect((entry.new, entry.known, entry.fixed) == (2, 0, 0))
    }

    /// Of the accepted run's findings the last three were only counted.
    @Test func takesFindingsThatWereOnlyCountedForKnownAsFarAsTheyGo() {
        let entry = result((1...8).map { (UInt64($0), 1) }, accepted: baseline([1, 2, 3], count: 6))["test"]!
        #expect((entry.count, entry.known, entry.new, entry.fixed) == (8, 6, 2, 0))
    }

    @Test func waiversMatchVehicleNameAndFingerprint() {
        let findings: [(hash: UInt64, vehicle: UInt64)] = [(1, 1), (2, 2), (3, 3), (4, 4)]
        func waived(_ subject: Waiver.Subject) -> Int { result(findings, waivers: [waiver(subject)])["test"]!.waived }
        #expect(waived(.vehicle(2)) == 1)
        #expect(waived(.name(make: "Audi", model: nil)) == 4)
        #expect(waived(.name(make: "Audi", model: "A3")) == 1)
        #expect(waived(.name(make: "audi", model: nil)) == 0)
        #expect(waived(.fingerprint(Fingerprint.of(3, rule: "test"))) == 1)
    }

    @Test func aWaiverGoesBeforeWhatIsKnown() {
        let entry = result([(1, 1)], accepted: baseline([1]), waivers: [waiver(.vehicle(1))])["test"]!
        #expect((entry.waived, entry.known, entry.fixed) == (1, 0, 0))
    }

    @Test func expiredAndUnmatchedWaiversAreFindings() {
        let day = CivilDate(year: 2025, month: 5, day: 31)
        let result = result(
            [(1, 1)], waivers: [waiver(.vehicle(1), expires: day), waiver(.vehicle(7)), waiver(.vehicle(1))])
        #expect(result["test"]!.waived == 1)
        #expect(result["waiver-expired"]!.count == 1 && result["waiver-unmatched"]!.count == 1)
        let text = WaiverRules.expired.text(result["waiver-expired"]!.items[0].finding.values)
        #expect(text == "w.yaml:1: waiver of test for id 1 by Ann expired on 2025-05-31, the feed is of 2025-06-01")
    }

    @Test func severityFollowsNumberAndShare() {
        func severity(_ policy: SeverityPolicy) -> Severity? {
            result([(1, 1), (2, 2)], policies: ["test": policy])["test"]?.rule.severity
        }
        #expect(severity(.off) == nil)
        #expect(severity(.always(.error)) == .error)
        // 2 of 4 rows.
        #expect(severity(.above([(.warning, .share(0.5)), (.error, .share(0.9))])) == .notice)
        #expect(severity(.above([(.warning, .share(0.49)), (.error, .share(0.9))])) == .warning)
        #expect(severity(.above([(.warning, .count(0)), (.error, .count(1))])) == .error)
    }

    @Test func thresholdsAreReadAsPeopleWriteThem() {
        #expect(SeverityPolicy.Threshold("0.1 %") == .share(0.001))
        #expect(SeverityPolicy.Threshold("5%") == .share(0.05))
        #expect(SeverityPolicy.Threshold("12") == .count(12))
        for text in ["", "%", "101 %", "-1", "1.5", "x %"] { #expect(SeverityPolicy.Threshold(text) == nil) }
    }

    @Test func aDropIsHeldAgainstTheAcceptedRun() {
        func run(_ rows: Int, _ makes: [(String, Int)]) -> Baseline {
            Baseline(
                name: "", date: "2025-01-01", feeds: [Baseline.Feed(name: "vehicles", date: "", rows: rows, records: rows)],
                makes: makes.map { (name: $0.0, rows: $0.1) }, rules: [])
        }
        let accepted = run(1000, [("Audi", 100), ("BMW", 10), ("Kia", 4), ("Saab", 50)])
        let now = run(979, [("Audi", 89), ("BMW", 9), ("Kia", 1), ("Lucid", 3)])
        let found = AcceptedRunRules.audit(now, after: accepted).counts.map { "\($0.rule.id) \($0.count)" }
        #expect(found == ["make-count-drop 1", "make-gone 1", "make-new 1", "row-count-drop 1"])
        #expect(AcceptedRunRules.audit(accepted, after: accepted).found.isEmpty)
        #expect(AcceptedRunRules.audit(run(980, accepted.makes), after: accepted).found.isEmpty)
    }

    /// Rows of commas alone are no cars; only a run that did not count them apart is held against all rows.
    @Test func paddingIsNoDrop() {
        func found(_ rows: (Int, Int?), after last: (Int, Int?)) -> [String] {
            func run(_ rows: (Int, Int?)) -> Baseline {
                Baseline(
                    name: "", date: "", feeds: [Baseline.Feed(name: "ratings", date: "", rows: rows.0, records: rows.1)],
                    makes: [], rules: [])
            }
            return AcceptedRunRules.audit(run(rows), after: run(last)).found.flatMap { entry in
                entry.findings.map { entry.rule.text($0.values) }
            }
        }
        #expect(found((900, 821), after: (7345, 821)) == [])
        #expect(
            found((7345, 700), after: (7345, 821)) == [
                "feed \"ratings\" has 700 rows, expected about 821 as in the accepted run of no stated date"
            ])
        #expect(found((900, 821), after: (7345, nil)).count == 1 && found((7345, 700), after: (7345, nil)) == [])
    }

    @Test func limitsDecideWhatIsADrop() {
        func run(_ rows: Int) -> Baseline {
            Baseline(
                name: "", date: "", feeds: [Baseline.Feed(name: "vehicles", date: "", rows: rows, records: rows)],
                makes: [(name: "Audi", rows: rows)], rules: [])
        }
        func found(_ limits: [String: Double]) -> [String] {
            AcceptedRunRules.audit(run(89), after: run(100), limits: limits).counts.map(\.rule.id)
        }
        #expect(found([:]) == ["make-count-drop", "row-count-drop"])
        #expect(found(["row-count-drop": 11]) == ["make-count-drop"])
        #expect(found(["row-count-drop": 11, "make-count-drop": 12]) == [])
    }

    @Test func aFeedIsTooOldWhereTheLimitIsPassed() {
        let (date, today) = (CivilDate(year: 2025, month: 10, day: 28)!, CivilDate(year: 2025, month: 12, day: 13)!)
        #expect(FeedAge.audit([date, nil], today: today, limit: 46).found.isEmpty)
        let found = FeedAge.audit([date, nil], today: today, limit: 45).found
        #expect(
            found.map { FeedAge.rule.text($0.findings[0].values) } == [
                "newest date 2025-10-28 found, 46 days before 2025-12-13, expected at most 45 days"
            ])
    }
}
