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
        /// Where the run goes as an event of OpenLineage.
        public var lineage: String?
        /// Whether everything is built and found anew, even where nothing has changed.
        public var rebuilds = false
        /// Told what happens, as it happens.
        public var log: RunLog?
        /// Told in lines of text, where there is no log, what goes wrong without ending the run.
        public var warn: (@Sendable (String) -> Void)?
        /// How many threads to use.
        public var jobs: Int = Machine.processors

        public init() {}
    }

    /// How a run ended, when it came to an end.
    public struct Outcome: Sendable {
        /// 0 published, or nothing new · 1 findings at or above the limit, not published · 4 a gate, not published.
        public let exitStatus: Int32
        /// What was read, kept, found and published, for a person.
        public fileprivate(set) var summary: String
        /// The samples of all findings, as lines that editors parse.
        public let findings: String
    }

    let file: PipelineFile
    let options: Options
    let progress: @Sendable (_ bytes: Int, _ rows: Int) -> Void
    private let start = Machine.seconds
    private let ending: RunEnding

    /// - Parameter progress: told the bytes and rows of each batch read, from any thread.
    /// - Throws: a usage error where metrics or lineage have no place.
    public init(
        _ file: PipelineFile, options: Options, progress: @escaping @Sendable (_ bytes: Int, _ rows: Int) -> Void
    ) throws(RunFailure) {
        self.file = file
        self.options = options
        self.progress = progress
        do throws(RunError) {
            ending = try RunEnding(file, options, start: start)
        } catch {
            throw RunFailure(error)
        }
    }

    /// Runs all stages, and tells history, metrics, lineage and hooks how that ended.
    public func run() throws(RunFailure) -> Outcome {
        do {
            options.log?.started(file)
            let outcome = try publish()
            ending.tell(outcome.exitStatus)
            return outcome
        } catch {
            let failure = RunFailure(error)
            ending.tell(failure)
            throw failure
        }
    }

    /// Tells history, metrics and lineage that a signal has ended the process, as its farewell.
    public func interrupted(_ exitStatus: Int32, note: String) { ending.interrupted(exitStatus, note: note) }

    private func publish() throws -> Outcome {
        let feeds = try file.feeds(with: options.inputs)
        let place = try place()
        ending.begin(at: place, feeds)
        let publication = try Publication(place, keeping: file.publishing.versions)
        defer { publication.end() }
        if let holder = publication.predecessor { ending.tookOver(from: holder) }
        do {
            let fetched = try FetchedFeeds(feeds, at: place, retries: retried)
            options.log?.fetched(fetched.fetches)
            ending.fetched(fetched)
            var outcome: Outcome
            if let state = try unchanged(fetched, at: place) {
                try fetched.commit()
                publication.abandon()
                outcome = unchanged(since: state, at: place)
            } else {
                outcome = try publish(fetched, by: publication)
            }
            outcome.summary = fetched.text + outcome.summary
            return outcome
        } catch {
            publication.abandon()
            throw error
        }
    }

    private func retried(_ feed: String, _ url: String, _ reason: String, _ wait: Double, _ number: Int) {
        options.log?.retried(feed, url, reason, wait, number)
        if options.log == nil {
            let seconds = NumberText.short((wait * 100).rounded() / 100)
            options.warn?("\(url): warning: \(reason) at try \(number), again in \(seconds) s\n")
        }
    }

    /// Where the bundle goes.
    func place() throws(RunError) -> BundlePlace {
        guard let folder = options.out ?? file.publishing.folder else {
            throw RunError(
                .usage, at: file.path, "no folder for the bundle", wayOut: "add publish.folder or give --out DIR")
        }
        return try BundlePlace(folder)
    }

    private func publish(_ fetched: FetchedFeeds, by publication: Publication) throws -> Outcome {
        let place = publication.place
        let candidate = try RunCandidate(
            file, fetched.feeds, options, at: place, in: publication.staging, progress: progress
        ) {
            // A copy that is damaged never replaces one that is not.
            try fetched.commit()
        }
        let content = candidate.content
        ending.count(candidate)
        if let warning = file.publishing.gates.warning(content, place) { ending.warn(warning) }
        let summary = RunSummary(content: content, files: candidate.files)
        if let refusal = try candidate.refusal(by: file) {
            ending.refused(refusal)
            let rejected = try publication.reject(try state(candidate, fetched, place, in: publication.staging))
            options.log?.refused(refusal, candidate, folder: place.target, rejected: rejected)
            return Outcome(
                exitStatus: refusal.exitStatus,
                summary: summary.text + summary.refused(refusal, folder: place.target, rejected: rejected),
                findings: summary.findings)
        }
        ending.result(.published)
        var state = try state(candidate, fetched, place, in: publication.staging)
        let last = RunState.read(place.run)
        if try RunState.isNothingNew(publication.staging, at: place, after: last) {
            if let last, last.withdrawn != nil {
                state = last
            } else {
                // The next run knows by this one's stamp that there is nothing to build.
                state.version = BundleVersions.current(of: place)
                try state.write(place.run)
            }
            publication.abandon()
            let outcome = unchanged(since: state, at: place)
            return Outcome(exitStatus: 0, summary: summary.text + outcome.summary, findings: summary.findings)
        }
        ServiceManager.tell("publishing \(place.target)")
        ending.version(try publication.publish(state))
        let seconds = Machine.seconds - start
        options.log?.published(candidate.files, in: place.target, seconds: seconds)
        return Outcome(
            exitStatus: 0, summary: summary.text + summary.published(in: place.target, seconds: seconds),
            findings: summary.findings)
    }

    private func state(
        _ candidate: RunCandidate, _ fetched: FetchedFeeds, _ place: BundlePlace, in folder: String
    ) throws(RunError) -> RunState {
        let feeds = fetched.feeds
        // Standard input cannot be read again, so nobody can tell that it has not changed; and that a copy is stale passes.
        let isRepeatable = !fetched.isStale && !feeds.contains { $0.file == "-" }
        let sources = candidate.content.sources.map {
            RunStamp.Source(feed: $0.feed, name: $0.name, sha256: $0.sha256, date: $0.date)
        }
        return try RunState(
            feeds, stamp: isRepeatable ? RunStamp.text(file, options, place, sources: sources) : nil, bundle: folder,
            record: ending.record)
    }

    /// The last run, where this one would come to the same bundle, and that is there and undamaged. That a copy is stale is a finding,
    /// for which there has to be a report.
    func unchanged(_ fetched: FetchedFeeds, at place: BundlePlace) throws -> RunState? {
        guard !options.rebuilds, !fetched.isStale, let state = RunState.read(place.run),
            let stamp = state.stamp,
            let identity = try? RunState.identity(of: place.target), identity == state.published,
            try RunStamp.text(file, options, place, feeds: fetched.feeds, after: state.record) == stamp,
            try PublishedBundle.isIntact(place.target, jobs: options.jobs)
        else { return nil }
        return state
    }

    private func unchanged(since state: RunState, at place: BundlePlace) -> Outcome {
        ending.unchanged(state.record)
        let text = RunSummary.unchanged(place.target, withdrawn: state.withdrawn)
        options.log?.unchanged(place.target, withdrawn: state.withdrawn)
        return Outcome(exitStatus: 0, summary: text, findings: "")
    }
}

/// Cuts a range into as many parts as keep all threads busy to the end.
func slices(of count: Int, jobs: Int) -> [Range<Int>] {
    let size = max(1024, count / (jobs * 4) + 1)
    return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
}
