internal import FuelEconomy
internal import Platform
internal import Writers

/// Where changed copies of a feed are written to and run: a temporary folder, from which nothing is published.
final class TestBench {
    private let folder: String
    private let jobs: Int
    private var feeds: [PipelineFile.Feed]
    /// The place of the feed that is tested.
    let source: Int

    /// - Parameter feeds: each with its file; standard input is read now, for it is needed more than once.
    init(_ feeds: [PipelineFile.Feed], source: Int, jobs: Int) throws(RunError) {
        folder = try Folder.makeTemporary("marque-selftest")
        self.feeds = feeds
        self.source = source
        self.jobs = jobs
        do throws(RunError) {
            for index in feeds.indices where feeds[index].file == "-" {
                self.feeds[index].file = try write(contents(of: "-"), "standard-input")
            }
        } catch {
            try? Folder.remove(folder)
            throw error
        }
    }

    deinit { try? Folder.remove(folder) }

    /// The feeds as they are.
    var originals: [PipelineFile.Feed] { feeds }

    private func write(_ bytes: [UInt8], _ name: String) throws(RunError) -> String {
        let path = folder + "/" + name
        try OpenFile.writing(path).write(bytes.span)
        return path
    }

    /// Runs a pipeline up to its audit.
    ///
    /// - Parameters:
    ///   - bytes: to be read in the tested feed's place; `nil`: the feed as it is.
    ///   - accepted: the run to hold it against, as after `marque accept`.
    ///   - last: the keys of the release before.
    ///   - twin: to be read as a feed of its own that should say the same.
    func run(
        _ bytes: [UInt8]? = nil, of file: PipelineFile, accepted: Baseline? = nil, after last: KeyLedger? = nil,
        twin: [UInt8]? = nil
    ) throws -> AuditedRun {
        var (file, feeds) = (file, feeds)
        if let bytes { feeds[source].file = try write(bytes, "feed") }
        if let twin {
            var feed = feeds[source]
            feed.twinOf = feed.name
            feed.name += " twin"
            feed.file = try write(twin, "twin")
            feeds.append(feed)
            file.feeds.append(feed)
        }
        var run = AuditedRun(
            try NamedVehicles(file, feeds, jobs: jobs, progress: { _, _ in }), of: file, jobs: jobs)
        try run.audit(feeds, accepted: accepted, after: last)
        return run
    }
}
