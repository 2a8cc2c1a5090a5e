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
        for (index, feed) in feeds.enumerated() {
            let intake = try FeedIntake(feed: feed, index: index, jobs: jobs, question: question, progress: progress).run()
            sources.append(intake.source)
            findings.merge(intake.normalizer.findings)
            ledger.merge(intake.normalizer.ledger)
            switch feed.layout.role {
            case .vehicles where table.count == 0: table = intake.normalizer.table
            case .vehicles: table.merge(intake.normalizer.table)
            case .details where details.count == 0: details = intake.normalizer.table
            case .details: details.merge(intake.normalizer.table)
            }
        }
        admit(feeds.map(\.layout), newestDates: question?.newestDates)
    }

    /// Puts aside what cannot stand, and joins the details.
    private mutating func admit(_ layouts: [Layout], newestDates: [CivilDate?]?) {
        var admission = RecordAdmission(newestDates: newestDates, tellsFates: fates.areAsked)
        admission.admit(&table, layouts: layouts)
        for (index, date) in admission.newestDates.enumerated() { sources[index].date = date }
        findings.merge(admission.findings)
        ledger.merge(admission.ledger)
        fates.merge(admission.fates)
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
