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
        /// It lacks a row whose details are still there.
        case detailsLeft
        /// It lacks one year amid many of a model.
        case yearGone
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
        .release("details-left", "orphan-record", "leaves out a car whose details stay", .detailsLeft),
        .release("year-gone", "model-year-gap", "leaves out one year amid many of a model", .yearGone),
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
        case .yearGone:
            guard let gone = yearAmidMany(defect) else { return leaveOut(defect, "no model has years enough in a row") }
            plan.told = "no \(gone.year) of "
            removed.formUnion(gone.rows)
            removedRecords.formUnion(mergedRecords(ofMakeOf: gone.rows))
        case .makeNew, .idGone, .idReused, .detailsLeft:
            let detailed = change == .detailsLeft ? Set(bed.run.content.details.ids) : []
            let fits: (Int) -> Bool = { [bed] row in
                bed.isUntold(row) && (change != .detailsLeft || detailed.contains(bed.table.ids[row]))
            }
            if change == .detailsLeft, detailed.isEmpty { return leaveOut(defect, "the pipeline has no feed of details") }
            if change == .idReused, let hindrance = RowDefect.hasNoIDs(bed) { return leaveOut(defect, hindrance) }
            guard let make = make(defect, where: { $0.count > 1 && $0.contains(where: fits) }) else {
                return leaveOut(defect, "no make has cars enough to change one")
            }
            let row = make.rows.filter(fits).min {
                hash(defect, String(bed.table.ids[$0])) < hash(defect, String(bed.table.ids[$1]))
            }!
            plan.row = row
            if change == .makeNew {
                changed[row] = [.make: Self.unknownMake]
                plan.told = "\"\(Self.unknownMake)\""
            } else {
                plan.vehicle = bed.table.ids[row]
                if change == .idGone || change == .detailsLeft {
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
                && make.rows.allSatisfy(stands)
        }
        guard let make = made.min(by: { hash(defect, $0.name) < hash(defect, $1.name) }) else { return nil }
        takenMakes.insert(make.name)
        return make
    }

    /// A year of a model that has so many before it and behind it as the rule wants, and the rows of that year.
    private mutating func yearAmidMany(_ defect: Defect) -> (year: Int, rows: [Int])? {
        let rule = RuleCatalogue.all.first { $0.id == defect.rule }!.limited(by: bed.file.limits)
        let reach = Int(rule.limitInForce)
        var found: [(hash: UInt64, make: String, year: Int, rows: [Int])] = []
        for make in bed.makes where !takenMakes.contains(make.name) && make.rows.allSatisfy(stands) {
            for (model, rows) in Dictionary(grouping: make.rows, by: { bed.table[.model].codes[$0] }) {
                let years = Dictionary(grouping: rows) { Int(exactly: bed.table.number(.year, $0)) ?? 0 }
                let amid = years.keys.filter { year in (year - reach...year + reach).allSatisfy { years[$0] != nil } }
                guard let year = amid.min() else { continue }
                found.append((hash(defect, make.name + bed.table[.model].texts[model]), make.name, year, years[year]!))
            }
        }
        guard let first = found.min(by: { ($0.hash, $0.year) < ($1.hash, $1.year) }) else { return nil }
        takenMakes.insert(first.make)
        return (first.year, first.rows)
    }

    /// Whether a row stands in the tested feed, where it can be left out.
    private func stands(_ row: Int) -> Bool {
        Int(bed.table.sources[row]) == bed.source && bed.text.record(on: bed.table.lines[row], id: bed.table.ids[row]) != nil
    }

    /// Records with one of the names of a make that were merged into others, and would stand in for them.
    private func mergedRecords(ofMakeOf rows: [Int]) -> Set<Int> {
        guard let names = bed.names(of: .make) else { return [] }
        let spellings = Set(rows.map { bed.text.value(of: names, in: bed.record(of: $0)) })
        let kept = Set(
            bed.table.lines.indices.filter { Int(bed.table.sources[$0]) == bed.source }
                .compactMap { bed.text.record(on: bed.table.lines[$0], id: bed.table.ids[$0]) })
        return Set(
            bed.text.records.indices.filter { number in
                !kept.contains(number) && spellings.contains(bed.text.value(of: names, in: number))
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
        Verdict(
            plan.defect, told: plan.told, by: run, line: plan.row.map { Int(bed.table.lines[$0]) }, vehicle: plan.vehicle
        ) { plan.vehicle == nil || $0.place.vehicle == plan.vehicle }
    }

    /// The feed without the removed rows' records, and with other names in some.
    private func release() -> [UInt8] {
        var edits: [(range: Range<Int>, bytes: [UInt8])] =
            (removed.map(bed.record) + removedRecords).map { (bed.text.wholeRecord($0), []) }
        for (row, values) in changed {
            edits.append((bed.text.records[bed.record(of: row)].range, bed.bytes(changing: row, by: .set(values))!.bytes))
        }
        return bed.text.replacing(edits.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }

    private func cutText() -> [UInt8] {
        let records = bed.text.records
        let kept = records.count * 9 / 10
        var end = bed.text.bytes.count
        if case .xml = bed.text.form { end = records[records.count - 1].range.upperBound }
        return bed.text.replacing([(records[kept].range.lowerBound..<end, [])])
    }
}
