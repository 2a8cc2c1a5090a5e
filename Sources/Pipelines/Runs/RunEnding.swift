internal import FuelEconomy
internal import Platform
internal import Writers

/// How a run ends, told to all that want to know: history, metrics, lineage and hooks. What cannot be told is said, and changes
/// no exit status: what was published stays so.
struct RunEnding: Sendable {
    private let log: RunLog?
    private let warn: (@Sendable (String) -> Void)?
    private let start: Double
    private let metrics: RunMetrics?
    private let lineage: RunLineage?
    private let hooks: RunHooks
    private let state: Guarded<State>

    private struct State {
        var record: RunRecord
        /// Once the run has one to work at.
        var place: BundlePlace?
        var feeds: [PipelineFile.Feed] = []
        var isTold = false
    }

    /// - Throws: a usage error where a file that is to be written has no place.
    init(_ file: PipelineFile, _ options: PipelineRun.Options, start: Double) throws(RunError) {
        log = options.log
        warn = options.warn
        self.start = start
        hooks = file.publishing.hooks
        metrics =
            if let path = options.metrics {
                RunMetrics(try SideFile(path, option: "--metrics"), pipeline: file.name)
            } else { nil }
        lineage = if let path = options.lineage { RunLineage(try SideFile(path, option: "--lineage")) } else { nil }
        state = Guarded(State(record: RunRecord(pipeline: file.name, folder: "", started: CivilDate.moment(Machine.now))))
    }

    /// The account so far.
    var record: RunRecord { state.with { $0.record } }

    func begin(at place: BundlePlace, _ feeds: [PipelineFile.Feed]) {
        state.with {
            $0.record.folder = place.target
            $0.place = place
            $0.feeds = feeds
        }
        do throws(RunError) { try lineage?.start(record, feeds) } catch { warn(error) }
    }

    /// Says that the run before has ended without giving the place back.
    func tookOver(from holder: String) {
        warn(
            RunError(
                .locked, at: record.folder, "\(holder) had this bundle and ended without a word",
                wayOut: "nothing is to be done: what it left unfinished is removed"))
    }

    /// Takes where the feeds came from.
    func fetched(_ fetched: FetchedFeeds) {
        state.with {
            $0.feeds = fetched.feeds
            $0.record.fetches = fetched.fetches.map(RunRecord.Fetched.init)
        }
    }

    /// Takes what a bundle that is written came to.
    func count(_ candidate: RunCandidate) {
        state.with { $0.record.count(candidate.content, candidate.files, dataVersion: candidate.dataVersion) }
    }

    func refused(_ refusal: RunRefusal) {
        state.with {
            $0.record.reasons = refusal.reasons
            $0.record.result = .refused
            $0.record.exitStatus = Int(refusal.exitStatus)
            $0.record.seconds = seconds
        }
    }

    func result(_ result: RunRecord.Result) {
        state.with {
            $0.record.result = result
            $0.record.exitStatus = 0
            $0.record.seconds = seconds
        }
    }

    /// Takes over what the last run counted.
    func unchanged(_ last: RunRecord?) {
        state.with { if let last { $0.record.repeatCounts(of: last) } }
        result(.unchanged)
    }

    func version(_ name: String?) { state.with { $0.record.version = name } }

    /// In milliseconds' exactness.
    private var seconds: Double { ((Machine.seconds - start) * 1000).rounded() / 1000 }

    /// A run that has come to an end.
    func tell(_ exitStatus: Int32) { tell(exitStatus, nil) }

    func tell(_ failure: RunFailure) {
        tell(failure.exitStatus, failure.error.map { ($0.place.map { $0 + ": " } ?? "") + $0.message } ?? "")
    }

    private func tell(_ exitStatus: Int32, _ reason: String?) {
        Interruption.shielded { _ in
            state.with {
                if let reason { $0.record.reasons = [reason] }
                if reason != nil { $0.record.result = .failed }
            }
            write(exitStatus)
        }
        guard isRun, let fault = hooks.call(for: record) else { return }
        // Whoever wants to hear of nothing but errors relies on it.
        warn(fault, as: .error)
    }

    /// A signal has ended the process; the shield is held.
    func interrupted(_ exitStatus: Int32, note: String) {
        state.with {
            if $0.isTold { return }
            $0.record.result = .interrupted
            $0.record.reasons = [note]
        }
        write(exitStatus)
    }

    private func write(_ exitStatus: Int32) {
        let (record, place, feeds, isFirst) = state.with { state in
            let isFirst = !state.isTold
            state.isTold = true
            state.record.exitStatus = Int(exitStatus)
            state.record.seconds = seconds
            return (state.record, state.place, state.feeds, isFirst)
        }
        guard isFirst, let place else { return }
        if let fault = RunHistory(place.history).add(record) { warn(fault) }
        do throws(RunError) { try metrics?.write(record, published: published) } catch { warn(error) }
        do throws(RunError) { try lineage?.end(record, feeds) } catch { warn(error) }
    }

    /// A wrong command line or pipeline file is no run: there is no place that it works at.
    private var isRun: Bool { state.with { $0.place != nil } }

    /// What is published now.
    private var published: RunRecord? { state.with { $0.place }.flatMap { RunState.read($0.run)?.record } }

    /// Says what goes wrong beside the run.
    func warn(_ error: RunError, as severity: Severity = .warning) {
        if let log {
            log.warning(error, as: severity)
        } else if severity == .error {
            Terminal.error(error.text + "\n")
        } else {
            warn?(error.text(as: severity) + "\n")
        }
    }
}
