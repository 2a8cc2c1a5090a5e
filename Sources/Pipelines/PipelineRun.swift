internal import FuelEconomy
internal import PickerKit
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
        /// Where the run's figures go for Prometheus.
        public var metrics: String?
        /// Told what happens, as it happens.
        public var log: RunLog?
        /// Told in lines of text, where there is no log, what went wrong and is being mended.
        public var warn: (@Sendable (String) -> Void)?
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
    private let start = Machine.seconds
    private let metrics: RunMetrics?

    /// - Parameter progress: told the bytes and rows of each batch read, from any thread.
    /// - Throws: a usage error where the metrics have no place.
    public init(
        _ file: PipelineFile, options: Options, progress: @escaping @Sendable (_ bytes: Int, _ rows: Int) -> Void
    ) throws(RunFailure) {
        self.file = file
        self.options = options
        self.progress = progress
        do throws(RunError) {
            if let path = options.metrics {
                metrics = try RunMetrics(path, pipeline: file.name, start: start)
            } else {
                metrics = nil
            }
        } catch {
            throw RunFailure(error)
        }
    }

    /// Runs all stages, and tells the metrics how that ended.
    public func run() throws(RunFailure) -> Outcome {
        do {
            options.log?.started(file)
            let outcome = try publish()
            Interruption.shielded { _ in recordEnd(outcome.exitStatus) }
            return outcome
        } catch {
            let failure = RunFailure(error)
            Interruption.shielded { _ in recordEnd(failure.exitStatus) }
            throw failure
        }
    }

    /// Tells the metrics how the run ended. For a process that was interrupted, as its farewell; the run itself does so too.
    ///
    /// What has been published stays so: metrics that cannot be written are told, and change no exit status.
    public func recordEnd(_ exitStatus: Int32) {
        do throws(RunError) {
            try metrics?.write(exitStatus: exitStatus)
        } catch {
            let error = RunError(
                error.kind, at: options.metrics, "the metrics are not written: " + error.message,
                wayOut: "check the file given by --metrics; the run ended as it says")
            if let log = options.log { log.unwritten(error) } else { Terminal.error(error.text + "\n") }
        }
    }

    private func publish() throws -> Outcome {
        var feeds = try file.feeds(with: options.inputs)
        guard let folder = options.out ?? file.folder else {
            throw RunError(
                .usage, at: file.path, "no folder for the bundle", wayOut: "add publish.folder or give --out DIR")
        }
        let publication = try Publication(folder)
        let content: BundleContent
        let files: [WrittenFile]
        let fetched: FetchedFeeds
        do {
            fetched = try FetchedFeeds(feeds, besides: publication.target, retries: retried)
            options.log?.fetched(fetched.fetches)
            feeds = fetched.feeds
            let shapes = shapes(of: folder)
            let writer = try BundleWriter(shapes, folder: publication.staging, packsFiles: file.packsFiles)
            // Read while the feeds are.
            let last = WorkerThread { try LastRuns(file, options, folder: folder, keys: shapes.contains("keys")) }
            (content, files) = try build(fetched, with: writer, in: folder, after: last)
        } catch {
            publication.abandon()
            throw error
        }
        metrics?.count(content, files)
        let failing = content.audit.newCount(atOrAbove: content.failOn)
        let summary = RunSummary(content: content, files: files, fetches: fetched.fetches)
        if failing > 0 {
            let rejected = try publication.reject(from: feeds)
            options.log?.refused(failing, content.failOn, folder: folder, candidate: rejected)
            return Outcome(
                exitStatus: 1,
                summary: summary.text
                    + "refused    \(NumberText.grouped(failing)) \(content.audit.accepted == nil ? "" : "new ")findings of severity \(content.failOn.rawValue) or above; "
                    + "\(folder) is as it was, the candidate is in \(rejected)\n",
                findings: summary.findings)
        }
        try publication.publish(from: feeds)
        let seconds = Machine.seconds - start
        options.log?.published(files, in: folder, seconds: seconds)
        return Outcome(
            exitStatus: 0, summary: summary.text + summary.published(in: folder, seconds: seconds),
            findings: summary.findings)
    }

    private func retried(_ feed: String, _ url: String, _ reason: String, _ wait: Double, _ number: Int) {
        options.log?.retried(feed, url, reason, wait, number)
        if options.log == nil {
            let seconds = NumberText.short((wait * 100).rounded() / 100)
            options.warn?("\(url): warning: \(reason) at try \(number), again in \(seconds) s\n")
        }
    }

    /// All stages, up to a bundle that is written and not yet published.
    private func build(
        _ fetched: FetchedFeeds, with writer: BundleWriter, in folder: String, after last: WorkerThread<LastRuns>
    ) throws -> (BundleContent, [WrittenFile]) {
        let feeds = fetched.feeds
        let reading = Result { try NamedVehicles(file, feeds, jobs: options.jobs, progress: progress) }
        let last = try last.join()
        let named = try reading.get()
        try fetched.commit()
        options.log?.read(named.sources, named.ledger)
        var run = AuditedRun(named, of: file, jobs: options.jobs)
        run.content.failOn = options.failOn.flatMap(Severity.init) ?? file.failOn
        run.content.budgets = file.budgets
        let early = writer.begin(run.content)
        let changes = changes(to: run.content, from: folder, feeds)
        do {
            try run.audit(feeds, accepted: last.accepted, after: last.keys)
            options.log?.audited(run.content)
            if let changes {
                let keys = run.content.keys?.ledger
                run.content.changes = { version in
                    try changes.join().json(dataVersion: version, oldKeys: last.keys, newKeys: keys)
                }
            }
            if file.deltas > 0 {
                let published = PublishedDeltas(of: folder, limit: file.deltas)
                let keys = run.content.keys?.ledger
                run.content.deltas = { try published.files(to: $0, catalog: $1, ledger: keys) }
            }
            run.content.trend = last.trend.followed(by: TrendPoint(run.content))
            return (run.content, try writer.finish(run.content, early: early, jobs: options.jobs))
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
