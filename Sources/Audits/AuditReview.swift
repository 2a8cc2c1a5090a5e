package import FuelEconomy

/// Holds what was found against the waivers and the accepted run, and weighs it as the pipeline file says.
package struct AuditReview {
    private let table: VehicleTable
    private let policies: [String: SeverityPolicy]
    private let accepted: Baseline?
    /// Those that have not expired.
    private let waivers: [Waiver]
    private var isUsed: [Bool]
    private let findings: FindingStore
    /// About the waivers themselves.
    private var late = FindingStore()

    /// - Parameters:
    ///   - findings: all that was found.
    ///   - today: the newest date of the feeds; on it waivers expire.
    package init(
        _ findings: FindingStore, about table: VehicleTable, policies: [String: SeverityPolicy], waivers: [Waiver],
        accepted: Baseline?, today: CivilDate?
    ) {
        self.table = table
        self.policies = policies
        self.accepted = accepted
        self.findings = findings
        var valid: [Waiver] = []
        for waiver in waivers {
            guard let expires = waiver.expires, let today, expires < today else {
                valid.append(waiver)
                continue
            }
            late.add(
                WaiverRules.expired, about: waiver,
                [FindingValue("date", expires.text), FindingValue("today", today.text)])
        }
        self.waivers = valid
        isUsed = valid.map { _ in false }
    }

    /// - Parameters:
    ///   - rules: those that had something to look at.
    ///   - read: how many rows the feeds have.
    package mutating func result(rules: [Rule], read: Int) -> AuditResult {
        var result = AuditResult()
        result.accepted = accepted
        result.waivers = waivers
        result.entries = entries(rules.filter { !WaiverRules.all.contains($0) }, findings, read)
        for (place, waiver) in waivers.enumerated() where !isUsed[place] {
            late.add(WaiverRules.unmatched, about: waiver, [])
        }
        result.entries += entries(rules.filter(WaiverRules.all.contains), late, read)
        result.entries.sort { $0.rule.id < $1.rule.id }
        return result
    }

    private mutating func entries(_ rules: [Rule], _ findings: FindingStore, _ read: Int) -> [AuditResult.Entry] {
        let found = Dictionary(uniqueKeysWithValues: findings.found.map { ($0.rule.id, $0) })
        let rows = rows(of: found.values)
        return rules.compactMap { rule in
            let policy = policies[rule.id] ?? .always(rule.severity)
            guard
                let severity = policy.severity(
                    of: found[rule.id]?.count ?? 0, among: rule.family.isAboutRows ? read : table.count)
            else { return nil }
            var entry = AuditResult.Entry(rule: rule)
            entry.rule.severity = severity
            review(found[rule.id], rows, into: &entry)
            return entry
        }
    }

    /// The rows of the vehicles that findings are about.
    private func rows(of found: some Sequence<FindingStore.Entry>) -> [UInt64: Int] {
        let waived = Set(waivers.map(\.rule))
        var wanted: Set<UInt64> = []
        for entry in found {
            for finding in entry.findings { wanted.formUnion(finding.place.vehicle.map { [$0] } ?? []) }
            if waived.contains(entry.rule.id) { wanted.formUnion(entry.marks.compactMap(\.place.vehicle)) }
        }
        if wanted.isEmpty { return [:] }
        var rows: [UInt64: Int] = [:]
        for (row, id) in table.ids.enumerated() where wanted.contains(id) { rows[id] = row }
        return rows
    }

    private mutating func review(
        _ found: FindingStore.Entry?, _ rows: [UInt64: Int], into entry: inout AuditResult.Entry
    ) {
        var comparison = BaselineComparison(accepted?.rules.first { $0.rule == entry.rule.id }, rule: entry.rule.id)
        let own = waivers.indices.filter { waivers[$0].rule == entry.rule.id }
        let kept = found?.findings ?? []
        var known: [AuditResult.Item] = []
        var waived: [AuditResult.Item] = []
        for (place, mark) in (found?.marks ?? []).enumerated() {
            let print = Fingerprint.of(mark.hash, rule: entry.rule.id)
            entry.fingerprints.append(print)
            let isKnown = comparison.take(print, hash: mark.hash)
            let waiver = own.first { applies(waivers[$0], to: mark, print, rows) }
            if let waiver { isUsed[waiver] = true }
            let state: AuditResult.State = waiver != nil ? .waived : isKnown ? .known : .new
            if state == .known { entry.known += 1 } else if state == .waived { entry.waived += 1 }
            if place >= kept.count { continue }
            var item = AuditResult.Item(
                fingerprint: print, finding: kept[place], year: nil, state: state, waiver: waiver)
            if let row = mark.place.vehicle.flatMap({ rows[$0] }) {
                item.finding.place.make = table.text(.make, row)
                item.finding.place.model = table.text(.model, row)
                item.year = Int(exactly: table.number(.year, row))
            }
            switch state {
            case .new: entry.items.append(item)
            case .known: known.append(item)
            case .waived: waived.append(item)
            }
        }
        entry.count = found?.count ?? 0
        entry.known += comparison.takeRest(entry.count - (found?.marks.count ?? 0))
        entry.items += known + waived
        for place in entry.items.indices.prefix(sampleLimit) { show(&entry.items[place].finding, rows) }
        entry.fixed = comparison.rest
        entry.fixedFindings = comparison.fixed
    }

    /// Adds the raw record to what a rule found about its vehicle.
    private func show(_ finding: inout Finding, _ rows: [UInt64: Int]) {
        guard finding.excerpt == nil, let row = finding.place.vehicle.flatMap({ rows[$0] }) else { return }
        // A finding may be about another row of the vehicle.
        let place = table.place(of: row)
        if place.source == finding.place.source, place.line == finding.place.line {
            finding.excerpt = table.heads.excerpt(row)
        }
    }

    private func applies(_ waiver: Waiver, to mark: FindingStore.Mark, _ print: UInt64, _ rows: [UInt64: Int]) -> Bool {
        switch waiver.subject {
        case .vehicle(let id): return mark.place.vehicle == id
        case .fingerprint(let fingerprint): return print == fingerprint
        case .name(let make, let model):
            if let row = mark.place.vehicle.flatMap({ rows[$0] }) {
                return isNamed(.make, row, make) && (model.map { isNamed(.model, row, $0) } ?? true)
            }
            return mark.place.make == make && (model == nil || mark.place.model == model)
        }
    }

    /// Whether a row has the name, as the bundle or as the feed spells it.
    private func isNamed(_ field: Field, _ row: Int, _ name: String) -> Bool {
        if table.text(field, row) == name { return true }
        guard let filed = field == .make ? table.namesAsFiled?.make : table.namesAsFiled?.model else { return false }
        return filed.texts[filed.codes[row]] == name
    }
}

/// Tells which of a rule's findings the accepted run had, each as often as it had it.
private struct BaselineComparison {
    private var left: [UInt64: Int] = [:]
    private let findings: [Baseline.Finding]
    private var count: Int
    /// Findings that the accepted run only counted, and the hash behind which they are.
    private var uncertain = 0
    private var bound = UInt64.max

    init(_ accepted: Baseline.RuleFindings?, rule: String) {
        findings = accepted?.findings ?? []
        count = accepted?.count ?? 0
        for finding in findings { left[finding.fingerprint, default: 0] += 1 }
        uncertain = count - findings.count
        if uncertain > 0, let last = findings.last { bound = last.fingerprint ^ Fingerprint.salt(rule) }
    }

    mutating func take(_ print: UInt64, hash: UInt64) -> Bool {
        if let number = left[print], number > 0 {
            left[print] = number - 1
            count -= 1
            return true
        }
        return hash > bound && takeRest(1) == 1
    }

    /// Of findings of which nothing but their number is known: as many as the accepted run had.
    mutating func takeRest(_ number: Int) -> Int {
        let taken = min(number, uncertain)
        uncertain -= taken
        count -= taken
        return taken
    }

    /// How many of the accepted run's findings were not taken.
    var rest: Int { count }

    /// Those of them that the accepted run says more of.
    var fixed: [Baseline.Finding] {
        var left = left
        return findings.filter { finding in
            guard let number = left[finding.fingerprint], number > 0, !finding.message.isEmpty else { return false }
            left[finding.fingerprint] = number - 1
            return true
        }
    }
}
