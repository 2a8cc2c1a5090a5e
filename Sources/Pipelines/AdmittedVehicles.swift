internal import Audits
internal import FuelEconomy
internal import Normalizers
internal import Platform

/// The feeds' rows, typed, without those that cannot stand: what a run has before names are made one.
struct AdmittedVehicles {
    var sources: [FeedSource] = []
    var table = VehicleTable()
    var details = VehicleTable()
    var findings = FindingStore()
    var ledger = RowLedger()
    /// Of the rows that were put aside, where somebody asks.
    var fates: RowFates

    /// Reads, normalizes and admits.
    ///
    /// - Parameters:
    ///   - feeds: each with its file.
    ///   - question: what somebody wants to know of the rows.
    init(
        _ feeds: [PipelineFile.Feed], jobs: Int, asking question: RowQuestion? = nil,
        progress: @escaping @Sendable (_ bytes: Int, _ rows: Int) -> Void
    ) throws {
        fates = RowFates(areAsked: question != nil)
        var vehicles = VehicleTable()
        var twins: [(source: Int, table: VehicleTable)] = []
        var lacking: [Set<Field>] = []
        for (index, feed) in feeds.enumerated() {
            let intake = try FeedIntake(feed: feed, index: index, jobs: jobs, question: question, progress: progress).run()
            sources.append(intake.source)
            lacking.append(intake.lacking)
            findings.merge(intake.normalizer.findings)
            ledger.merge(intake.normalizer.ledger)
            switch feed.layout.role {
            case _ where feed.twinOf != nil: twins.append((index, intake.normalizer.table))
            case .vehicles where vehicles.count == 0: vehicles = intake.normalizer.table
            case .vehicles: vehicles.merge(intake.normalizer.table)
            case .details where details.count == 0: details = intake.normalizer.table
            case .details: details.merge(intake.normalizer.table)
            }
        }
        let layouts = feeds.map(\.layout)
        admit(&vehicles, layouts, newestDates: question?.newestDates)
        table = vehicles
        for twin in twins { compare(twin.table, of: twin.source, feeds, lacking, newestDates: question?.newestDates) }
        join(layouts)
    }

    /// Holds a twin against the feed that it repeats.
    private mutating func compare(
        _ twin: VehicleTable, of source: Int, _ feeds: [PipelineFile.Feed], _ lacking: [Set<Field>],
        newestDates: [CivilDate?]?
    ) {
        var twin = twin
        let layout = feeds[source].layout
        if layout.role == .vehicles {
            admit(&twin, feeds.map(\.layout), newestDates: newestDates)
        } else {
            ledger.count(twin.sources, at: .dedupe, into: \.read)
            ledger.count(twin.sources, at: .dedupe, into: \.kept)
        }
        guard let main = feeds.firstIndex(where: { $0.name == feeds[source].twinOf }) else { return }
        let table = layout.role == .vehicles ? table : details
        let rows = (0..<UInt32(table.count)).filter { Int(table.sources[Int($0)]) == main }
        var comparison = TwinFeeds(
            rows.count == table.count ? table : table.gathered(rows), twin, names: (feeds[main].name, feeds[source].name),
            identity: layout.role == .vehicles ? nil : layout.identity,
            without: lacking[main].union(lacking[source]), tellsFates: fates.areAsked)
        comparison.compare()
        findings.merge(comparison.findings)
        ledger.merge(comparison.ledger)
        fates.merge(comparison.fates)
    }

    /// Puts aside what cannot stand.
    private mutating func admit(_ table: inout VehicleTable, _ layouts: [Layout], newestDates: [CivilDate?]?) {
        var admission = RecordAdmission(newestDates: newestDates, tellsFates: fates.areAsked)
        admission.admit(&table, layouts: layouts)
        for (index, date) in admission.newestDates.enumerated() where date != nil { sources[index].date = date }
        findings.merge(admission.findings)
        ledger.merge(admission.ledger)
        fates.merge(admission.fates)
    }

    /// Joins the details to their vehicles.
    private mutating func join(_ layouts: [Layout]) {
        if layouts.contains(where: { $0.role == .details }) {
            var join = DetailJoin(tellsFates: fates.areAsked)
            details = join.join(details, to: table)
            findings.merge(join.findings)
            ledger.merge(join.ledger)
            fates.merge(join.fates)
        }
    }
}

/// What somebody wants to know of a run's rows: which were put aside, and perhaps only those of one id. Whether a row of an id
/// can stand is decided among the rows of that id, so the others need not be typed.
struct RowQuestion: Sendable {
    /// The rows to look at; `nil`: all, as for feeds whose ids are made from all rows.
    var id: UInt64?
    /// By feed, where not all rows are looked at.
    var newestDates: [CivilDate?]?
    private let seen = Guarded<[SeenRecord]>([])

    init(id: UInt64? = nil, newestDates: [CivilDate?]? = nil) {
        self.id = id
        self.newestDates = newestDates
    }

    /// A record as its reader gave it: the only one of its batch.
    struct SeenRecord: Sendable {
        var source: Int
        var batch: RecordBatch
    }

    /// The rows that were looked at, where not all were.
    var records: [SeenRecord] { seen.with { $0 } }

    /// The rows of a batch to look at.
    func pick(_ batch: RecordBatch, of layout: Layout, source: Int) -> RecordBatch {
        guard let id else { return batch }
        let numbers = layout.records(of: id, in: batch)
        for number in numbers {
            let record = SeenRecord(source: source, batch: batch.picked([number]))
            seen.with { $0.append(record) }
        }
        return batch.picked(numbers)
    }
}
