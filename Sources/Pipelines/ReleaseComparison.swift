internal import Audits
internal import FeedReaders
internal import FuelEconomy
internal import Normalizers
internal import PickerKit
internal import Platform
internal import Writers

/// What changed from one release to the next: between two files of a feed, or between two bundles.
public struct ReleaseComparison: Sendable {
    public struct Options: Sendable {
        /// The id of the layout of both files; where neither it nor a pipeline is given, the columns tell.
        public var layout: String?
        /// The pipeline that says how both files are read.
        public var pipeline: PipelineFile?
        /// Which of the pipeline's feeds the files are of.
        public var feed: String?
        /// Of bundles: by feed, the file that the new one was made of, so that the old rules can be run on it.
        public var inputs: [String: String] = [:]

        public init() {}
    }

    private let comparison: Comparison

    /// Compares two releases.
    ///
    /// - Throws: a ``RunFailure`` where they cannot be read, or are not of one kind.
    public init(_ old: String, _ new: String, _ options: Options) throws(RunFailure) {
        do {
            switch (PublishedBundle.isThere(old), PublishedBundle.isThere(new)) {
            case (true, true):
                if let option = Self.namesOfFeedOptions(options).first {
                    throw RunError(
                        .usage, at: option, "tells how a feed is read, and bundles found",
                        wayOut: "leave it out, or compare the feeds' files")
                }
                comparison = try Self.bundles(old, new, options)
            case (false, false):
                if !options.inputs.isEmpty {
                    throw RunError(
                        .usage, at: "--input", "tells what a bundle was made of, and files of a feed found",
                        wayOut: "leave it out, or compare bundles")
                }
                comparison = try Self.feeds(old, new, options)
            case (true, false), (false, true):
                let (bundle, file) = PublishedBundle.isThere(old) ? (old, new) : (new, old)
                throw RunError(
                    .usage, at: file, "is no bundle, and \(bundle) is one",
                    wayOut: "compare two bundles, or two files of a feed; marque run makes a bundle of a file")
            }
        } catch {
            throw RunFailure(error)
        }
    }

    private static func namesOfFeedOptions(_ options: Options) -> [String] {
        [("--layout", options.layout != nil), ("--pipeline", options.pipeline != nil), ("--feed", options.feed != nil)]
            .filter(\.1).map(\.0)
    }

    // MARK: Feeds

    private static func feeds(_ old: String, _ new: String, _ options: Options) throws -> Comparison {
        for path in [old, new] {
            if path == "-" {
                throw RunError(
                    .usage, at: path, "is standard input, expected a file", wayOut: "save it to a file first")
            }
            if Folder.isFolder(path) {
                throw RunError(
                    .usage, at: path, "is no bundle: it has no \(BundleFormat.manifest)",
                    wayOut: "name a folder that marque run has published, or a feed's file")
            }
        }
        let feed = try feed(of: old, new, options)
        func reading(_ path: String) -> WorkerThread<(ComparedTable, Comparison.Release)> {
            WorkerThread {
                var feed = feed
                feed.file = path
                let compared = try ComparedFeed(feed, jobs: max(1, Machine.processors / 2))
                return (compared.table, compared.release)
            }
        }
        let threads = [reading(old), reading(new)]
        let releases = threads.map { thread in Result { try thread.join() } }
        let ((before, from), (after, to)) = (try releases[0].get(), try releases[1].get())
        return try TableComparison.compare(before, after, from: from, to: to, jobs: Machine.processors)
    }

    /// How both files are read.
    private static func feed(of old: String, _ new: String, _ options: Options) throws -> PipelineFile.Feed {
        if let pipeline = options.pipeline { return try feed(of: pipeline, options.feed) }
        let layout: Layout
        if let id = options.layout {
            guard let named = Layout.all.first(where: { $0.id == id }) else {
                let known = Layout.all.map(\.id)
                throw RunError(
                    .usage, at: "--layout",
                    "\"\(id)\" found, expected one of " + known.map { "\"\($0)\"" }.joined(separator: ", ")
                        + NearestName.hint(id, in: known))
            }
            layout = named
        } else {
            guard let fitting = try fitting(new) ?? fitting(old) else {
                throw RunError(
                    .usage, at: new, "none of the built-in layouts fits",
                    wayOut: "name one with --layout, or the pipeline file that has it with --pipeline")
            }
            layout = fitting
        }
        try requireVehicles(layout)
        return PipelineFile.Feed(
            name: "vehicles", layout: layout, file: nil, entry: nil, constants: [:], limits: .standard)
    }

    private static func fitting(_ path: String) throws -> Layout? {
        let stream = try FeedStream(FeedSource(feed: "vehicles", path: path))
        return Layout.fitting(stream, try FormSniffer(stream, records: Layout.all.flatMap(\.recordPaths)))
    }

    private static func requireVehicles(_ layout: Layout) throws(RunError) {
        guard layout.role == .vehicles else {
            throw RunError(
                .usage, at: "--layout", "layout \"\(layout.id)\" is of details of vehicles, several rows a vehicle",
                wayOut: "compare feeds of vehicles")
        }
    }

    private static func feed(of pipeline: PipelineFile, _ name: String?) throws(RunError) -> PipelineFile.Feed {
        let feeds = pipeline.feeds.filter { $0.layout.role == .vehicles }
        let names = feeds.map(\.name)
        let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
        if let name {
            guard let feed = feeds.first(where: { $0.name == name }) else {
                throw RunError(
                    .usage, at: "--feed", "\"\(name)\" found, expected one of \(list)" + NearestName.hint(name, in: names))
            }
            return feed
        }
        guard feeds.count == 1 else {
            throw RunError(
                .usage, at: pipeline.path, "\(feeds.count) feeds of vehicles found: \(list)",
                wayOut: "say with --feed NAME which one the files are of")
        }
        return feeds[0]
    }

    // MARK: Bundles

    private static func bundles(_ old: String, _ new: String, _ options: Options) throws -> Comparison {
        let (before, after) = (try PublishedBundle(old), try PublishedBundle(new))
        let threads = [before, after].map { bundle in
            WorkerThread { (try bundle.vehicles(), try KeyLedger.published(in: bundle.folder)) }
        }
        let parts = threads.map { thread in Result { try thread.join() } }
        let ((oldVehicles, oldKeys), (newVehicles, newKeys)) = (try parts[0].get(), try parts[1].get())
        var comparison = try TableComparison.compare(
            oldVehicles, newVehicles, from: before.release, to: after.release, jobs: Machine.processors)
        comparison.follow(oldKeys, newKeys)
        let pipeline: PipelineFile
        do throws(RunError) {
            pipeline = try PipelineFile.published(in: new)
        } catch {
            if !options.inputs.isEmpty { throw error }
            comparison.remarks.append("causes are not known: the new pipeline: \(error.message)")
            return comparison
        }
        try comparison.attribute(
            from: before, texts: pipeline.texts, generator: after.generator, jobs: Machine.processors,
            feeds: { try feeds(of: after, pipeline, options.inputs) })
        return comparison
    }

    /// The files that a bundle was made of: those that are given, or those that its run remembers.
    ///
    /// - Returns: `nil` where none are given and the remembered ones are no longer there.
    private static func feeds(
        of bundle: PublishedBundle, _ pipeline: PipelineFile, _ inputs: [String: String]
    ) throws(RunError) -> [PipelineFile.Feed]? {
        let isGiven = !inputs.isEmpty
        let inputs = isGiven ? inputs : RunState.inputs(of: bundle.folder)
        if !isGiven, !inputs.values.allSatisfy({ Folder.exists($0) }) || inputs.isEmpty { return nil }
        let feeds = try pipeline.feeds(with: inputs)
        for feed in feeds {
            let path = feed.file ?? ""
            if path == "-" { return feeds }
            if try SHA256(ofFile: path).hexadecimal == bundle.digests[feed.name] { continue }
            if !isGiven { return nil }
            throw RunError(
                .usage, at: "--input", "\(path) is not the file of feed \"\(feed.name)\" that \(bundle.folder) was made of",
                wayOut: "give the new bundle's own feeds; its manifest has their names and SHA-256")
        }
        return feeds
    }

    // MARK: What is printed

    /// A summary for a person, then the lists.
    ///
    /// - Parameter limit: how many entries of each list are shown.
    public func text(limit: Int) -> String { changesText(comparison, limit: limit) }

    /// All of it, as `changes.json` has it.
    public var json: String { String(decoding: changesJSON(comparison, version: PipelineRun.version), as: UTF8.self) }

    /// A page that asks nothing of the network.
    ///
    /// - Parameter limit: how many entries of each list are shown.
    public func html(limit: Int) -> String {
        String(decoding: changesHTML(comparison, version: PipelineRun.version, limit: limit), as: UTF8.self)
    }
}
