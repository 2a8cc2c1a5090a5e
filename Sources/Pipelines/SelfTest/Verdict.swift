internal import FuelEconomy
internal import Writers

/// Whether a defect was told.
struct Verdict: Sendable {
    enum Outcome: Sendable, Equatable {
        case proven
        case missed(String)
        case notApplicable(String)
    }

    var defect: Defect
    var outcome: Outcome
    /// Where in the feed as it is the defect was planted.
    var line: Int?
    var vehicle: UInt64?
    /// What told it: the finding's message, or the error's.
    var message: String?

    init(_ defect: Defect, _ outcome: Outcome, line: Int? = nil, vehicle: UInt64? = nil, message: String? = nil) {
        self.defect = defect
        self.outcome = outcome
        self.line = line
        self.vehicle = vehicle
        self.message = message
    }

    var isMissed: Bool {
        if case .missed = outcome { return true }
        return false
    }
}

/// What a run has found that the one without defects had not.
struct NewFindings {
    struct Item {
        var rule: Rule
        var place: Finding.Place
        /// From 1, in bytes; `nil` where it is not known.
        var column: Int?
        /// `nil` where only the place is known.
        var message: String?
        /// Where the waiver stands that hides it.
        var waiver: String?
    }

    private(set) var items: [Item] = []

    /// - Parameter run: its audit leaves out what the pipeline turns off.
    init(_ run: AuditedRun, since untouched: AuditedRun) {
        let before = Dictionary(uniqueKeysWithValues: untouched.findings.found.map { ($0.rule.id, $0.marks.map(\.hash)) })
        for entry in run.findings.found {
            guard let reviewed = run.content.audit[entry.rule.id] else { continue }
            var left: [UInt64: Int] = [:]
            for hash in before[entry.rule.id] ?? [] { left[hash, default: 0] += 1 }
            let waivers = Dictionary(
                reviewed.items.compactMap { item in
                    item.waiver.map { (item.fingerprint, run.content.audit.waivers[$0].place) }
                },
                uniquingKeysWith: { first, _ in first })
            let kept = entry.findings
            for (index, mark) in entry.marks.enumerated() {
                if let number = left[mark.hash], number > 0 {
                    left[mark.hash] = number - 1
                    continue
                }
                items.append(
                    Item(
                        rule: entry.rule, place: mark.place, column: index < kept.count ? kept[index].column : nil,
                        message: index < kept.count ? entry.rule.text(kept[index].values) : nil,
                        waiver: waivers[Fingerprint.of(mark.hash, rule: entry.rule.id)]))
            }
        }
    }

    init(_ items: [Item]) { self.items = items }
}
