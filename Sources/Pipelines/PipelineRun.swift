internal import Audits
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
                let last = shapes.contains("keys") ? WorkerThread { try lastKeys(of: folder) } : nil
                (content, files) = try build(feeds, with: writer, after: last)
            } catch {
                publication.abandon()
                throw error
            }
            let failOn = options.failOn.flatMap(Severity.init) ?? file.failOn
            let failing = content.findings.count(atOrAbove: failOn)
            let summary = RunSummary(content: content, files: files)
            if failing > 0 {
                let rejected = try publication.reject()
                return Outcome(
                    exitStatus: 1,
                    summary: summary.text
                        + "refused    \(NumberText.grouped(failing)) findings of severity \(failOn.rawValue) or above; "
                        + "\(folder) is as it was, the candidate is in \(rejected)\n",
                    findings: summary.findings)
            }
            try publication.publish()
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
        _ feeds: [PipelineFile.Feed], with writer: BundleWriter, after last: WorkerThread<KeyLedger>?
    ) throws -> (BundleContent, [WrittenFile]) {
        let reading = Result { try NamedVehicles(file, feeds, jobs: options.jobs, progress: progress) }
        let ledgerOfKeys = try last?.join()
        let named = try reading.get()
        var (ledger, findings) = (named.ledger, named.findings)
        let table = named.table
        var content = BundleContent(
            name: file.name, version: Self.version, sources: named.sources, table: table, details: named.details,
            decisions: named.naming.decisions, proposals: named.naming.proposals,
            rules: RuleCatalogue.applicable(to: table, limits: file.limits))
        let early = writer.begin(content)
        do {
            content.catalog = try tree(of: table, ledger: &ledger)
            findings.merge(try audit(table, content.catalog, bookkeeping: feeds.map(\.layout).bookkeeping))
            findings.apply { rule in
                guard let severity = file.severities[rule.id] else { return rule.severity }
                return severity
            }
            if let ledgerOfKeys { content.keys = keys(of: content, after: ledgerOfKeys) }
            try ledger.requireClosed()
            content.ledger = ledger
            content.findings = findings
            return (content, try writer.finish(content, early: early, jobs: options.jobs))
        } catch {
            // The folder is about to be cleared, so nobody may write there any more.
            _ = try? early.join()
            throw error
        }
    }

    /// What is written. A ledger that the published bundle has is gone on with, asked for or not: keys cannot be made again.
    private func shapes(of folder: String) -> Set<String> {
        Folder.exists(folder + "/" + BundleFormat.keys) || options.keys != nil ? file.shapes.union(["keys"]) : file.shapes
    }

    /// The ledger that the last release left: that of the published bundle, or an empty one.
    private func lastKeys(of folder: String) throws(RunError) -> KeyLedger {
        if let path = options.keys { return try KeyLedger.read(path) }
        return try KeyLedger.published(in: folder) ?? KeyLedger()
    }

    private func keys(of content: BundleContent, after last: KeyLedger) -> (KeyLedger, NameKeys) {
        let assignment = KeyAssignment(
            after: last, of: content.table,
            release: KeyLedger.Release(date: content.date?.text ?? "", sources: content.sources.map(\.sha256)))
        return (assignment.ledger, assignment.keys)
    }

    private func tree(of table: VehicleTable, ledger: inout RowLedger) throws -> Catalog {
        let builder = TreeBuilder(table, levels: file.levels)
        let ranges = slices(of: builder.groupCount)
        let parts = try parallelMap(ranges.count, jobs: options.jobs) { builder.part(ranges[$0]) }
        let catalog = builder.catalog(parts)
        ledger.count(table.sources, at: .tree, into: \.read)
        ledger.count(catalog.optionRows.map { table.sources[Int($0)] }, at: .tree, into: \.kept)
        return catalog
    }

    private func audit(_ table: VehicleTable, _ catalog: Catalog, bookkeeping: Set<Field>) throws -> FindingStore {
        let duplicates = DuplicateRecords(table, bookkeeping: bookkeeping)
        let limits = file.limits
        let outliers = EconomyOutliers.applies(to: table) ? EconomyOutliers(table, limits: limits) : nil
        var tasks: [@Sendable () -> FindingStore] = []
        for rows in slices(of: table.count) { tasks.append { VehicleRule.audit(rows, of: table, limits: limits) } }
        for nodes in slices(of: catalog.choices.count) { tasks.append { duplicates.audit(nodes, of: catalog) } }
        if let outliers {
            for models in slices(of: outliers.count) { tasks.append { outliers.audit(models) } }
        }
        for rule in TreeRule.all { tasks.append { rule.audit(catalog, of: table, limits: limits) } }
        if AnnualCosts.applies(to: table) { tasks.append { AnnualCosts(table).audit(limits: limits) } }
        let parts = try parallelMap(tasks.count, jobs: options.jobs) { [tasks] in tasks[$0]() }
        return parts.reduce(into: FindingStore()) { $0.merge($1) }
    }

    /// Cuts a range into as many parts as keep all threads busy to the end.
    private func slices(of count: Int) -> [Range<Int>] {
        let size = max(1024, count / (options.jobs * 4) + 1)
        return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
    }
}
