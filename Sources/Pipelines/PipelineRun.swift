internal import FuelEconomy
internal import Normalizers
internal import PickerKit
internal import PickerTree
internal import Platform
internal import Writers

/// One run of a pipeline: from its feeds to a published bundle, or to the reason why there is none.
public struct PipelineRun: Sendable {
    public static let version = "0.1.0"

    public struct Options: Sendable {
        /// By feed: the file to read instead of the pipeline's own.
        public var inputs: [String: String] = [:]
        /// The bundle's folder instead of the pipeline's own.
        public var out: String?
        /// `notice`, `warning` or `error` instead of the pipeline's own.
        public var failOn: String?
        /// The ledger of keys to go on from, instead of the published bundle's own.
        public var keys: String?
        /// How many threads to use.
        public var jobs: Int = Machine.processors

        public init() {}
    }

    /// How a run ended, when it came to an end.
    public struct Outcome: Sendable {
        /// 0 published · 1 findings at or above the limit, not published.
        public let exitStatus: Int32
        /// What was read, kept, found and published, for a person.
        public let summary: String
        /// The samples of all findings, as lines that editors parse.
        public let findings: String
    }

    private let file: PipelineFile
    private let options: Options
    private let progress: @Sendable (_ bytes: Int, _ rows: Int) -> Void

    /// - Parameter progress: told the bytes and rows of each batch read, from any thread.
    public init(
        _ file: PipelineFile, options: Options, progress: @escaping @Sendable (_ bytes: Int, _ rows: Int) -> Void
    ) {
        self.file = file
        self.options = options
        self.progress = progress
    }

    public func run() throws(RunFailure) -> Outcome {
        do {
            let start = Machine.seconds
            let feeds = try file.feeds(with: options.inputs)
            guard let folder = options.out ?? file.folder else {
                throw RunError(
                    .usage, at: file.path, "no folder for the bundle", wayOut: "add publish.folder or give --out DIR")
            }
            let publication = try Publication(folder)
            let content: BundleContent
            let files: [WrittenFile]
            do {
                let shapes = shapes(of: folder)
                let writer = try BundleWriter(shapes, folder: publication.staging)
                // Read while the feeds are.
                let last = WorkerThread { try LastRuns(file, options, folder: folder, keys: shapes.contains("keys")) }
                (content, files) = try build(feeds, with: writer, in: folder, after: last)
            } catch {
                publication.abandon()
                throw error
            }
            let failing = content.audit.newCount(atOrAbove: content.failOn)
            let summary = RunSummary(content: content, files: files)
            if failing > 0 {
                let rejected = try publication.reject(from: feeds)
                return Outcome(
                    exitStatus: 1,
                    summary: summary.text
                        + "refused    \(NumberText.grouped(failing)) \(content.audit.accepted == nil ? "" : "new ")findings of severity \(content.failOn.rawValue) or above; "
                        + "\(folder) is as it was, the candidate is in \(rejected)\n",
                    findings: summary.findings)
            }
            try publication.publish(from: feeds)
            return Outcome(
                exitStatus: 0,
                summary: summary.text + summary.published(in: folder, seconds: Machine.seconds - start),
                findings: summary.findings)
        } catch {
            throw RunFailure(error)
        }
    }

    /// All stages, up to a bundle that is written and not yet published.
    private func build(
        _ feeds: [PipelineFile.Feed], with writer: BundleWriter, in folder: String, after last: WorkerThread<LastRuns>
    ) throws -> (BundleContent, [WrittenFile]) {
        let reading = Result { try NamedVehicles(file, feeds, jobs: options.jobs, progress: progress) }
        let last = try last.join()
        let named = try reading.get()
        var (ledger, findings) = (named.ledger, named.findings)
        let table = named.table
        var content = BundleContent(
            name: file.name, pipeline: file.texts, version: Self.version, sources: named.sources, table: table,
            details: named.details,
            decisions: named.naming.decisions, proposals: named.naming.proposals)
        content.failOn = options.failOn.flatMap(Severity.init) ?? file.failOn
        let early = writer.begin(content)
        let changes = changes(to: content, from: folder, feeds)
        do {
            content.catalog = try tree(of: table, ledger: &ledger)
            let audit = AuditStage(file: file, jobs: options.jobs, accepted: last.accepted)
            findings.merge(
                try audit.findings(table, content.catalog, bookkeeping: feeds.map(\.layout).bookkeeping))
            if let keys = last.keys { content.keys = self.keys(of: content, after: keys) }
            if let changes {
                let keys = content.keys?.ledger
                content.changes = { version in
                    try changes.join().json(dataVersion: version, oldKeys: last.keys, newKeys: keys)
                }
            }
            try ledger.requireClosed()
            content.ledger = ledger
            content.audit = audit.result(of: findings, for: content)
            content.trend = last.trend.followed(by: TrendPoint(content))
            return (content, try writer.finish(content, early: early, jobs: options.jobs))
        } catch {
            // The folder is about to be cleared, so nobody may write there any more.
            _ = try? early.join()
            _ = try? changes?.join()
            throw error
        }
    }

    /// Compares the published bundle with the new one, while the new one is written.
    private func changes(
        to content: BundleContent, from folder: String, _ feeds: [PipelineFile.Feed]
    ) -> WorkerThread<BundleChanges>? {
        if !file.shapes.contains("changes") { return nil }
        return WorkerThread { try BundleChanges(to: content, of: feeds, from: folder, jobs: options.jobs) }
    }

    /// What is written. A ledger that the published bundle has is gone on with, asked for or not: keys cannot be made again.
    private func shapes(of folder: String) -> Set<String> {
        Folder.exists(folder + "/" + BundleFormat.keys) || options.keys != nil ? file.shapes.union(["keys"]) : file.shapes
    }

    private func keys(of content: BundleContent, after last: KeyLedger) -> (KeyLedger, NameKeys) {
        let assignment = KeyAssignment(
            after: last, of: content.table,
            release: KeyLedger.Release(date: content.date?.text ?? "", sources: content.sources.map(\.sha256)))
        return (assignment.ledger, assignment.keys)
    }

    private func tree(of table: VehicleTable, ledger: inout RowLedger) throws -> Catalog {
        let builder = TreeBuilder(table, levels: file.levels)
        let ranges = slices(of: builder.groupCount, jobs: options.jobs)
        let parts = try parallelMap(ranges.count, jobs: options.jobs) { builder.part(ranges[$0]) }
        let catalog = builder.catalog(parts)
        ledger.count(table.sources, at: .tree, into: \.read)
        ledger.count(catalog.optionRows.map { table.sources[Int($0)] }, at: .tree, into: \.kept)
        return catalog
    }
}

/// Cuts a range into as many parts as keep all threads busy to the end.
func slices(of count: Int, jobs: Int) -> [Range<Int>] {
    let size = max(1024, count / (jobs * 4) + 1)
    return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
}

/// What a run goes on from.
private struct LastRuns: Sendable {
    /// The ledger that the last release left: that of the published bundle, or an empty one; `nil` where nobody asked.
    var keys: KeyLedger?
    var accepted: Baseline?
    var trend: [TrendPoint]

    init(_ file: PipelineFile, _ options: PipelineRun.Options, folder: String, keys isWanted: Bool) throws(RunError) {
        if let path = options.keys {
            keys = try KeyLedger.read(path)
        } else if isWanted {
            keys = try KeyLedger.published(in: folder) ?? KeyLedger()
        }
        accepted = try Baseline.accepted(of: file, folder: folder)
        trend = TrendPoint.published(in: folder)
    }
}
