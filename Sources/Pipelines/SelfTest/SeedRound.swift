internal import FuelEconomy
internal import Normalizers
internal import Platform
internal import Writers

/// One copy of the feed with defects in several rows, and what a run over it says.
///
/// No two defects are in one row, in rows of one model, or in a make that one of them renames, so that none hides another; what
/// finds no room goes into a round of its own.
struct SeedRound {
    struct Planted {
        var defect: Defect
        var plan: RowDefect
        var row: Int
        var change: RowChange
    }

    private let bed: SeedBed
    private(set) var planted: [Planted] = []
    /// Models and makes that defects are in.
    private var models: Set<String> = []
    private var makes: Set<String> = []
    /// Makes that a defect has renamed, so that no other may be in them.
    private var changedMakes: Set<String> = []

    init(_ bed: SeedBed) { self.bed = bed }

    /// Finds a row for a defect.
    mutating func plant(_ defect: Defect, _ plan: RowDefect, seed: UInt64) -> Bool {
        let writesMake = plan.needs.contains(.make)
        let table = bed.table
        let found = bed.choose(defect, plan, seed: seed) { [models, changedMakes, makes] row in
            let make = table.text(.make, row)
            return !models.contains(make + "\u{0}" + table.text(.model, row)) && !changedMakes.contains(make)
                && !(writesMake && makes.contains(make))
        }
        guard let (row, change) = found else { return false }
        let make = table.text(.make, row)
        models.insert(make + "\u{0}" + table.text(.model, row))
        makes.insert(make)
        if writesMake { changedMakes.insert(make) }
        planted.append(Planted(defect: defect, plan: plan, row: row, change: change))
        return true
    }

    /// Where the rows stand in the copy.
    struct Lines {
        var row: Int
        var copy: Int?
        /// Where other records begin on the line: the columns of the row and of its copy.
        var columns: Set<Int>?
    }

    /// The copy, and the lines of what was planted, in its order.
    func copy() -> (bytes: [UInt8], lines: [Lines]) {
        let order = planted.indices.sorted { bed.record(of: planted[$0].row) < bed.record(of: planted[$1].row) }
        var edits: [(range: Range<Int>, bytes: [UInt8])] = []
        var lines = planted.map { _ in Lines(row: 0) }
        var (shift, grown) = (0, 0)
        // In the copy: the line that the last change was in, and where it begins.
        var line = (number: 0, start: 0)
        for index in order {
            let record = bed.text.records[bed.record(of: planted[index].row)]
            let (bytes, copy) = bed.bytes(changing: planted[index].row, by: planted[index].change.act)!
            lines[index].row = record.line + shift
            lines[index].copy = copy.map { record.line + shift + FeedText.lineCount(bytes[..<$0]) }
            let start = record.range.lowerBound + grown
            if record.line != line.number { line = (record.line, start - record.column + 1) }
            if !bed.text.isAlone(on: record.line) { lines[index].columns = [start - line.start + 1] }
            if let end = bytes.lastIndex(where: { $0 == 0x0a || $0 == 0x0d }) { line.start = start + end + 1 }
            if let copy { lines[index].columns?.insert(start + copy - line.start + 1) }
            grown += bytes.count - record.range.count
            shift += FeedText.lineCount(bytes) - FeedText.lineCount(bed.text.bytes[record.range])
            edits.append((record.range, bytes))
        }
        return (bed.text.replacing(edits), lines)
    }

    /// Runs the pipeline over the copy, and holds what it says against what must be said.
    ///
    /// - Parameter strays: gets what was found that has nothing to do with any defect.
    func verdicts(in bench: TestBench, strays: inout [NewFindings.Item]) throws -> [Verdict] {
        let (bytes, lines) = copy()
        var file = bed.file
        for planted in planted {
            guard case .apart = planted.change.place, case .set(let values) = planted.change.act else { continue }
            let row = SeedRow(bed: bed, row: planted.row)
            file.nameBook.lines.append(
                NameDecisionLine(
                    act: .neverMerge([row.filedModel, values[.model]!]), make: row.make, reason: "self-test",
                    author: "marque", expires: nil, place: "self-test"))
        }
        let run = try bench.run(bytes, of: file)
        var judge = RowJudge(bed, run, NewFindings(run, since: bed.run))
        let verdicts = zip(planted, lines).map { judge.verdict($0, at: $1) }
        strays += judge.strays
        // What was not asked for belongs to the defect that it is near.
        return zip(verdicts, zip(planted, lines)).map { verdict, place in
            let others = judge.others(near: place.0, at: place.1)
            guard case .proven = verdict.outcome, let other = others.first else { return verdict }
            var verdict = verdict
            verdict.outcome = .missed(
                "told, but \(other.rule.id) too, which was not expected: \(other.message ?? "no message")")
            return verdict
        }
    }
}

/// Holds the findings of a run over a copy against the defects in it.
struct RowJudge {
    private let bed: SeedBed
    private let run: AuditedRun
    private let findings: NewFindings
    private var owners: [Int?]
    private var places: [(SeedRound.Planted, SeedRound.Lines)] = []

    init(_ bed: SeedBed, _ run: AuditedRun, _ findings: NewFindings) {
        self.bed = bed
        self.run = run
        self.findings = findings
        owners = findings.items.map { _ in nil }
    }

    mutating func verdict(_ planted: SeedRound.Planted, at lines: SeedRound.Lines) -> Verdict {
        let number = places.count
        places.append((planted, lines))
        var verdict = Verdict(planted.defect, .proven, line: Int(bed.table.lines[planted.row]))
        if bed.layout.hasIDs { verdict.vehicle = bed.table.ids[planted.row] }
        let near = findings.items.indices.filter { isNear(findings.items[$0], planted, lines) }
        for item in near where owners[item] == nil { owners[item] = number }
        switch planted.change.place {
        case .ledger:
            let rule = planted.defect.rule!
            let (before, after) = (
                bed.run.content.ledger[.read, bed.source].filtered[rule] ?? 0,
                run.content.ledger[.read, bed.source].filtered[rule] ?? 0
            )
            verdict.message = "\(after) rows in the ledger, \(before) before"
            if after != before + 1 { verdict.outcome = .missed("the row ledger counts \(after), expected \(before + 1)") }
        case .apart: judgeApart(planted, &verdict)
        case .model:
            let vehicles = Set(bed.rows(ofModelOf: planted.row).map { bed.table.ids[$0] })
            let told = findings.items.first { item in
                item.rule.id == planted.defect.rule && item.place.vehicle.map(vehicles.contains) == true
                    && tells(item, planted)
            }
            verdict.message = told?.message
            if let waiver = told?.waiver {
                verdict.outcome = .missed("the finding is waived by \(waiver)")
            } else if told == nil {
                verdict.outcome = .missed("nothing was found about the model")
            }
        case .row, .copy, .vehicle, .name:
            let told = near.map { findings.items[$0] }.first { item in
                item.rule.id == planted.defect.rule && tells(item, planted)
            }
            verdict.message = told?.message
            if let waiver = told?.waiver {
                verdict.outcome = .missed("the finding is waived by \(waiver)")
            } else if told == nil {
                let others = near.map { findings.items[$0] }.map { "\($0.rule.id): \($0.message ?? "")" }
                verdict.outcome = .missed(others.first.map { "only told by \($0)" } ?? "nothing was found there")
            }
        }
        return verdict
    }

    private func tells(_ item: NewFindings.Item, _ planted: SeedRound.Planted) -> Bool {
        guard let told = planted.change.told, let message = item.message else { return true }
        return message.contains(told)
    }

    private func judgeApart(_ planted: SeedRound.Planted, _ verdict: inout Verdict) {
        guard case .set(let values) = planted.change.act, let name = values[.model] else { return }
        let row = SeedRow(bed: bed, row: planted.row)
        let shown = [name, row.filedModel].map { spelling in
            run.content.decisions.first { $0.level == .model && $0.make == row.make && $0.spelling == spelling }?.canonical
        }
        if let first = shown[0], let second = shown[1], first != second {
            verdict.message = "\"\(first)\" and \"\(second)\" are two models"
        } else {
            verdict.outcome = .missed("\"\(name)\" is shown as \"\(shown[0] ?? "nothing")\"")
        }
    }

    /// Whether a finding is about what was planted.
    private func isNear(_ item: NewFindings.Item, _ planted: SeedRound.Planted, _ lines: SeedRound.Lines) -> Bool {
        let place = item.place
        if let line = place.line, place.source == bed.source, Int(line) == lines.row || Int(line) == lines.copy {
            guard let columns = lines.columns else { return true }
            if let column = item.column, columns.contains(column) { return true }
        }
        if let vehicle = place.vehicle, place.source == nil || place.source == bed.source {
            if vehicle == bed.table.ids[planted.row] || String(vehicle) == planted.newID { return true }
        }
        let row = SeedRow(bed: bed, row: planted.row)
        if place.vehicle == nil, place.line == nil, let make = place.make {
            if make != row.make && make != planted.written(.make) { return false }
            guard let model = place.model else { return planted.writes(.make) }
            return model == row.model || model == planted.written(.model)
        }
        // A byte that does not decode is told with its place in the whole text.
        return place.line == nil && place.vehicle == nil && place.source == bed.source && planted.expects(item.rule)
    }

    /// What is near a defect and was not expected.
    func others(near planted: SeedRound.Planted, at lines: SeedRound.Lines) -> [NewFindings.Item] {
        findings.items.filter { item in
            item.rule.family != .tree && !planted.expects(item.rule) && isNear(item, planted, lines)
        }
    }

    /// What is near no defect. Rules about the tree may say of a model's other rows what they did not say before.
    var strays: [NewFindings.Item] {
        findings.items.indices.filter { owners[$0] == nil && findings.items[$0].rule.family != .tree && !isAbroad($0) }
            .map { findings.items[$0] }
    }

    /// Whether a finding is about another row of a model that a defect is in, and one that the defect may have.
    private func isAbroad(_ index: Int) -> Bool {
        let item = findings.items[index]
        guard let vehicle = item.place.vehicle, let row = bed.table.ids.firstIndex(of: vehicle) else { return false }
        return places.contains { planted, _ in
            planted.expects(item.rule) && bed.rows(ofModelOf: planted.row).contains(row)
        }
    }
}

extension SeedRound.Planted {
    /// What was written for a fact.
    func written(_ field: Field) -> String? {
        if case .set(let values) = change.act { return values[field] }
        return nil
    }

    /// Whether a rule may have found it.
    func expects(_ rule: Rule) -> Bool { rule.id == defect.rule || defect.companions.contains(rule.id) }

    /// The id that was written.
    var newID: String? {
        switch change.act {
        case .setID(let id), .copy(_, let id?, _): id
        default: nil
        }
    }

    func writes(_ field: Field) -> Bool { written(field) != nil }
}
