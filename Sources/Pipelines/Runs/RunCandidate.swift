internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// A bundle that a run has written and not yet published: read, normalized, deduped, audited, and held against what is published.
struct RunCandidate {
    private(set) var content: BundleContent
    private(set) var files: [WrittenFile] = []
    let folder: String
    let dataVersion: String?

    /// Runs all stages.
    ///
    /// - Parameters:
    ///   - place: of the published bundle, from which keys, changes and deltas go on.
    ///   - folder: an empty one, to write to.
    ///   - whenRead: called once all feeds have been read to their ends.
    init(
        _ file: PipelineFile, _ feeds: [PipelineFile.Feed], _ options: PipelineRun.Options, at place: BundlePlace,
        in folder: String, progress: @escaping @Sendable (_ bytes: Int, _ rows: Int) -> Void,
        whenRead: () throws -> Void = {}
    ) throws {
        self.folder = folder
        let shapes = Self.shapes(file, options, place)
        let writer = try BundleWriter(shapes, folder: folder, packsFiles: file.packsFiles)
        // Read while the feeds are.
        let last = WorkerThread { try LastRuns(file, options, at: place, keys: shapes.contains("keys")) }
        ServiceManager.tell("reading " + feeds.map(\.name).joined(separator: ", "))
        let reading = Result { try NamedVehicles(file, feeds, jobs: options.jobs, progress: progress) }
        let goingOn = try last.join()
        let named = try reading.get()
        try whenRead()
        options.log?.read(named.sources, named.ledger)
        ServiceManager.tell("building \(place.target)")
        var run = AuditedRun(named, of: file, jobs: options.jobs)
        run.content.failOn = options.failOn.flatMap(Severity.init) ?? file.publishing.failOn
        run.content.budgets = file.budgets
        let early = writer.begin(run.content)
        let changes = Self.changes(file, to: run.content, from: place, feeds, jobs: options.jobs)
        do {
            try run.audit(feeds, accepted: goingOn.accepted, after: goingOn.keys)
            options.log?.audited(run.content)
            let keys = run.content.keys?.ledger
            if let changes {
                run.content.changes = { version in
                    try changes.join().json(dataVersion: version, oldKeys: goingOn.keys, newKeys: keys)
                }
            }
            if file.deltas > 0 {
                let published = PublishedDeltas(of: place.target, limit: file.deltas)
                run.content.deltas = { try published.files(to: $0, catalog: $1, ledger: keys) }
            }
            run.content.trend = goingOn.trend.followed(by: TrendPoint(run.content))
            content = run.content
            files = try writer.finish(content, early: early, jobs: options.jobs)
        } catch {
            // The folder is about to be cleared, so nobody may write there any more.
            _ = try? early.join()
            _ = try? changes?.join()
            throw error
        }
        dataVersion = try PublishedBundle(folder).release.version
    }

    /// What is written. A ledger that the published bundle has is gone on with, asked for or not: keys cannot be made again.
    private static func shapes(_ file: PipelineFile, _ options: PipelineRun.Options, _ place: BundlePlace) -> Set<String> {
        Folder.exists(place.target + "/" + BundleFormat.keys) || options.keys != nil
            ? file.shapes.union(["keys"]) : file.shapes
    }

    /// Compares the published bundle with the new one, while the new one is written.
    private static func changes(
        _ file: PipelineFile, to content: BundleContent, from place: BundlePlace, _ feeds: [PipelineFile.Feed], jobs: Int
    ) -> WorkerThread<BundleChanges>? {
        if !file.shapes.contains("changes") { return nil }
        return WorkerThread { try BundleChanges(to: content, of: feeds, from: place.target, jobs: jobs) }
    }

    /// Why it may not be published; `nil` where it may.
    func refusal(by file: PipelineFile) throws -> RunRefusal? {
        let failing = content.audit.newCount(atOrAbove: content.failOn)
        if failing > 0 {
            let new = content.audit.accepted == nil ? "" : "new "
            return RunRefusal(
                exitStatus: 1,
                reasons: [
                    "\(NumberText.grouped(failing)) \(new)findings of severity \(content.failOn.rawValue) or above"
                ])
        }
        var reasons = try file.publishing.gates.refusals(content, in: folder)
        if file.publishing.verifies {
            let checks = try VerifiedBundle(folder).checked(jobs: Machine.processors)
            reasons += checks.flatMap(\.faults).filter { !$0.isBudget }.map { "verify: \($0.file): \($0.message)" }
        }
        return reasons.isEmpty ? nil : RunRefusal(exitStatus: 4, reasons: reasons)
    }
}

/// Why a bundle that was built may not be published.
struct RunRefusal: Sendable {
    /// 1 for findings, 4 for gates.
    var exitStatus: Int32
    var reasons: [String]
}

/// What a run goes on from.
private struct LastRuns: Sendable {
    /// The ledger that the last release left: that of the published bundle, or an empty one; `nil` where nobody asked.
    var keys: KeyLedger?
    var accepted: Baseline?
    var trend: [TrendPoint]

    init(_ file: PipelineFile, _ options: PipelineRun.Options, at place: BundlePlace, keys isWanted: Bool) throws(RunError) {
        if let path = options.keys {
            keys = try KeyLedger.read(path)
        } else if isWanted {
            keys = try KeyLedger.published(in: place.target) ?? KeyLedger()
        }
        accepted = try Baseline.accepted(of: file, at: place)
        trend = TrendPoint.published(in: place.target)
    }
}
