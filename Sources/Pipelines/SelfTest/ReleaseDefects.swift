internal import FuelEconomy
internal import Normalizers
internal import Writers

/// What is wrong with a later release of the feed, held against the untouched one as the accepted run and the last release.
struct ReleaseDefect: Sendable {
    enum Change: Sendable {
        /// The next release lacks all rows of a make, or half of them.
        case makeGone, makeHalved
        /// It has a car of a make that nobody knows.
        case makeNew
        /// It lacks a row.
        case idGone
        /// It has another make's car under the id of one.
        case idReused
        /// The release after it has the row again.
        case idBack
        /// It ends behind nine tenths of the rows.
        case cut
    }

    var change: Change

    static let all: [Defect] = [
        .release("make-gone", "make-gone", "leaves out all cars of a make", .makeGone),
        .release("make-halved", "make-count-drop", "leaves out every second car of a make", .makeHalved),
        .release("make-new", "make-new", "gives a car a make that nobody knows", .makeNew),
        .release("id-gone", "id-withdrawn", "leaves out a car of the last release", .idGone),
        .release("id-back", "id-returned", "brings back a car that the last release lacked", .idBack),
        .release("id-reused", "id-reused", "gives the id of a car to one of another make", .idReused),
        .release("feed-cut", "row-count-drop", "cuts the feed to nine tenths of its rows", .cut),
    ]
}

extension Defect {
    fileprivate static func release(
        _ id: String, _ rule: String, _ meaning: String, _ change: ReleaseDefect.Change
    ) -> Defect {
        Defect(id, rule, meaning, .release(ReleaseDefect(change: change)))
    }
}

/// A later release of the feed, with several defects in different makes, and the runs over it.
struct ReleaseTrial {
    private static let unknownMake = "Quaxolin"

    private struct Plan {
        var defect: Defect
        var change: ReleaseDefect.Change
        var row: Int?
        /// What the finding's message must carry, or the vehicle that it must be about.
        var told = ""
        var vehicle: UInt64?
    }

    private let bed: SeedBed
    private let seed: UInt64
    private var plans: [Plan] = []
    private var removed: Set<Int> = []
    /// Records that are no row of the table, and go with the make that is gone.
    private var removedRecords: Set<Int> = []
    private var changed: [Int: [Field: String]] = [:]
    private var takenMakes: Set<String> = []
    private(set) var verdicts: [Verdict] = []

    init(_ bed: SeedBed, seed: UInt64) {
        self.bed = bed
        self.seed = seed
    }

    mutating func plan(_ defect: Defect, _ change: ReleaseDefect.Change) {
        var plan = Plan(defect: defect, change: change)
        switch change {
        case .cut:
            guard bed.text.records.count >= 50 else { return leaveOut(defect, "the feed has fewer than 50 rows") }
            plan.told = "\"\(bed.feed.name)\""
        case .idBack:
            guard let gone = plans.first(where: { $0.change == .idGone }) else {
                return leaveOut(defect, "no row was left out")
            }
            plan.vehicle = gone.vehicle
            plan.row = gone.row
        case .makeGone, .makeHalved:
            let least = change == .makeGone ? 1 : 10
            guard let make = make(defect, where: { $0.count >= least }) else {
                return leaveOut(defect, "no make of \(least) or more vehicles can be left out")
            }
            plan.told = "\"\(make.name)\""
            removedRecords.formUnion(mergedRecords(ofMakeOf: make.rows))
            removed.formUnion(
                change == .makeGone ? make.rows : stride(from: 0, to: make.rows.count, by: 2).map { make.rows[$0] })
        case .makeNew, .idGone, .idReused:
            if change == .idReused, let hindrance = RowDefect.hasNoIDs(bed) { return leaveOut(defect, hindrance) }
            guard let make = make(defect, where: { [bed] in $0.count > 1 && $0.contains(where: bed.isUntold) }) else {
                return leaveOut(defect, "no make has cars enough to change one")
            }
            let row = make.rows.filter(bed.isUntold).min {
                hash(defect, String(bed.table.ids[$0])) < hash(defect, String(bed.table.ids[$1]))
            }!
            plan.row = row
            if change == .makeNew {
                changed[row] = [.make: Self.unknownMake]
                plan.told = "\"\(Self.unknownMake)\""
            } else {
                plan.vehicle = bed.table.ids[row]
                if change == .idGone {
                    removed.insert(row)
                } else {
                    guard
                        let other = bed.makes.first(where: { !takenMakes.contains($0.name) })?.rows.first.map({
                            SeedRow(bed: bed, row: $0)
                        })
                    else { return leaveOut(defect, "the feed has one make") }
                    changed[row] = [.make: other.filedMake, .model: other.filedModel]
                    plan.told = "\(other.filedMake) \(other.filedModel)"
                }
            }
            if let values = changed[row], bed.bytes(changing: row, by: .set(values)) == nil {
                changed[row] = nil
                return leaveOut(defect, "the feed has no column for the make alone")
            }
        }
        plans.append(plan)
    }

    private mutating func leaveOut(_ defect: Defect, _ reason: String) {
        verdicts.append(Verdict(defect, .notApplicable(reason)))
    }

    private func hash(_ defect: Defect, _ text: String) -> UInt64 {
        var hash = StableHash()
        hash.combine(seed)
        hash.combine(defect.id)
        hash.combine(text)
        return hash.value
    }

    /// What a make has at most, so that the ids that go with it leave room for those of other defects among the findings kept.
    private static let largestMake = FindingStore.findingLimit / 3

    /// A make that no other defect has, all of whose rows stand in the tested feed.
    private mutating func make(_ defect: Defect, where fits: ([Int]) -> Bool) -> (name: String, rows: [Int])? {
        let made = bed.makes.filter { make in
            !takenMakes.contains(make.name) && fits(make.rows) && make.rows.count * 2 < bed.table.count
                && make.rows.count <= Self.largestMake
                && make.rows.allSatisfy {
                    Int(bed.table.sources[$0]) == bed.source && bed.text.recordAtLine[Int(bed.table.lines[$0])] != nil
                }
        }
        guard let make = made.min(by: { hash(defect, $0.name) < hash(defect, $1.name) }) else { return nil }
        takenMakes.insert(make.name)
        return make
    }

    /// Records with one of the names of a make that were merged into others, and would stand in for them.
    private func mergedRecords(ofMakeOf rows: [Int]) -> Set<Int> {
        guard let names = bed.names(of: .make) else { return [] }
        let spellings = Set(rows.map { bed.text.value(of: names, in: bed.record(of: $0)) })
        let kept = Set(
            bed.table.lines.indices.filter { Int(bed.table.sources[$0]) == bed.source }.map { Int(bed.table.lines[$0]) })
        return Set(
            bed.text.records.indices.filter { number in
                !kept.contains(bed.text.records[number].line) && spellings.contains(bed.text.value(of: names, in: number))
            })
    }

    /// Runs the pipeline over the later releases.
    mutating func judge(in bench: TestBench) throws {
        let accepted = Baseline(counts: bed.run.content)
        let first = bed.run.content.keys?.ledger
        var later: AuditedRun?
        if plans.contains(where: { $0.change != .cut }) {
            later = try bench.run(release(), of: bed.file, accepted: accepted, after: first)
        }
        var cut: AuditedRun?
        if plans.contains(where: { $0.change == .cut }) {
            cut = try bench.run(cutText(), of: bed.file, accepted: accepted, after: first)
        }
        var back: AuditedRun?
        if let later, plans.contains(where: { $0.change == .idBack }) {
            var run = bed.run
            try run.audit(bed.feeds, accepted: accepted, after: later.content.keys?.ledger)
            back = run
        }
        for plan in plans {
            let run = plan.change == .cut ? cut : plan.change == .idBack ? back : later
            if let run { verdicts.append(verdict(plan, run)) }
        }
    }

    private func verdict(_ plan: Plan, _ run: AuditedRun) -> Verdict {
        var verdict = Verdict(
            plan.defect, .missed("nothing was found"), line: plan.row.map { Int(bed.table.lines[$0]) }, vehicle: plan.vehicle
        )
        guard let entry = plan.defect.rule.flatMap({ run.content.audit[$0] }) else { return verdict }
        let told = entry.items.first { item in
            if let vehicle = plan.vehicle, item.finding.place.vehicle != vehicle { return false }
            return plan.told.isEmpty || entry.rule.text(item.finding.values).contains(plan.told)
        }
        guard let told else { return verdict }
        verdict.message = entry.rule.text(told.finding.values)
        verdict.outcome =
            told.waiver.map { .missed("the finding is waived by \(run.content.audit.waivers[$0].place)") } ?? .proven
        return verdict
    }

    /// The feed without the removed rows' records, and with other names in some.
    private func release() -> [UInt8] {
        var edits: [(range: Range<Int>, bytes: [UInt8])] =
            (removed.map(bed.record) + removedRecords).map { (record($0), []) }
        for (row, values) in changed {
            edits.append((bed.text.records[bed.record(of: row)].range, bed.bytes(changing: row, by: .set(values))!.bytes))
        }
        return bed.text.replacing(edits.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }

    /// A record with its line end.
    private func record(_ number: Int) -> Range<Int> {
        let range = bed.text.records[number].range
        let end = bed.text.bytes[range.upperBound...].starts(with: bed.text.lineEnd) ? bed.text.lineEnd.count : 0
        return range.lowerBound..<range.upperBound + end
    }

    private func cutText() -> [UInt8] {
        let records = bed.text.records
        let kept = records.count * 9 / 10
        var end = bed.text.bytes.count
        if case .xml = bed.text.form { end = records[records.count - 1].range.upperBound }
        return bed.text.replacing([(records[kept].range.lowerBound..<end, [])])
    }
}
