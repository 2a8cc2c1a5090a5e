internal import Audits
internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// What stands beside a bundle about the run that made it: where its feeds were, which the bundle itself does not say, what it
/// was made of, and what the run came to.
struct RunState: Sendable {
    /// By feed: the file that was read.
    var inputs: [String: String] = [:]
    /// Of all that the bundle was made of; see ``RunStamp``.
    var stamp: String?
    /// The bundle that the run made, by ``identity(of:)``, and that which is published: another one once somebody has rolled back.
    let made: String
    var published: String
    /// The folder of the version that the run made, where versions are kept.
    var version: String?
    /// The data that somebody has rolled back from since, by ``data(of:)``: not to be published again as long as nothing else comes.
    var withdrawnData: [String] = []
    var record: RunRecord?

    /// - Parameter folder: of the bundle.
    init(_ feeds: [PipelineFile.Feed], stamp: String?, bundle folder: String, record: RunRecord) throws(RunError) {
        for feed in feeds {
            guard let file = feed.file else { continue }
            inputs[feed.name] = file == "-" ? file : Folder.absolute(file)
        }
        self.stamp = stamp
        made = try Self.identity(of: folder)
        published = made
        self.record = record
    }

    /// What tells a bundle from all others: all its files are in its checksums.
    static func identity(of bundle: String) throws(RunError) -> String {
        try SHA256(ofFile: bundle + "/" + BundleFormat.checksums).hexadecimal
    }

    /// What tells a bundle's data from others: reports, schemas, and what speaks of the bundle before, are none.
    static func data(of bundle: String) throws(RunError) -> String {
        let others = [BundleFormat.manifest, BundleFormat.keys, BundleFormat.changes]
        let folders = [BundleFormat.reportFolder, BundleFormat.schemaFolder, BundleFormat.deltaFolder].map { $0 + "/" }
        let files = try PublishedBundle.checksums(of: bundle).filter { file in
            !others.contains(file.path) && !file.path.hasSuffix(".gz") && !folders.contains { file.path.hasPrefix($0) }
        }
        return SHA256(of: Array(files.map { "\($0.sha256)  \($0.path)" }.joined(separator: "\n").utf8)).hexadecimal
    }

    /// Whether a bundle would be published for nothing: it is the published one, byte for byte and undamaged, or its data are what
    /// somebody has rolled back from.
    ///
    /// - Parameters:
    ///   - folder: where it is.
    ///   - last: the state that stands beside the published bundle.
    static func isNothingNew(_ folder: String, at place: BundlePlace, after last: RunState?) throws(RunError) -> Bool {
        if let published = try? identity(of: place.target), try identity(of: folder) == published {
            return (try? PublishedBundle.isIntact(place.target, jobs: Machine.processors)) == true
        }
        guard let last, let data = try? data(of: folder) else { return false }
        return last.withdrawnData.contains(data)
    }

    /// - Parameter path: of ``BundlePlace/run``.
    /// - Returns: `nil` where there is none, or none that can be read: nothing hangs on it but a run's haste.
    static func read(_ path: String) -> RunState? {
        guard Folder.exists(path), let text = try? contents(of: path), let json = try? JSON(text),
            let made = json["made"]?.text, let published = json["published"]?.text
        else { return nil }
        return RunState(json, made: made, published: published)
    }

    private init(_ json: JSON, made: String, published: String) {
        if case .object(let inputs) = json["inputs"] { self.inputs = inputs.compactMapValues(\.text) }
        stamp = json["stamp"]?.text
        self.made = made
        self.published = published
        version = json["version"]?.text
        withdrawnData = json["withdrawnData"]?.items.compactMap(\.text) ?? []
        record = json["run"].flatMap(RunRecord.init)
    }

    /// What somebody has rolled back from, and the same run would make again; `nil` where nobody has.
    var withdrawn: String? {
        made == published ? nil : shownLine(version ?? "data version \(record?.dataVersion ?? "")")
    }

    func write(_ path: String) throws(RunError) {
        let json = JSON.object([
            "inputs": .object(inputs.mapValues(JSON.string)), "stamp": .optional(stamp), "made": .string(made),
            "published": .string(published), "version": .optional(version), "run": record?.json ?? .null,
            "withdrawnData": .array(withdrawnData.map(JSON.string)),
        ])
        try replaceFile(path, with: json.document)
    }

    /// The files that a published or rejected bundle's feeds were read from, by feed; empty where nobody knows.
    static func inputs(of bundle: String) -> [String: String] {
        guard let place = try? BundlePlace(ofBundle: bundle) else { return [:] }
        let isRejected = bundle.hasPrefix(place.rejected)
        return read(isRejected ? place.rejectedRun : place.run)?.inputs ?? [:]
    }
}

/// All that a bundle's bytes depend on, in one number: the feeds' own bytes, the pipeline with its files, the accepted run, the
/// command line, and marque. The day counts once a feed is older than the pipeline allows, which is then told by the day.
enum RunStamp {
    /// What it takes of a feed.
    struct Source {
        var feed: String
        /// The file's shown name.
        var name: String
        var sha256: String
        /// The newest date that the feed carries.
        var date: CivilDate?
    }

    /// - Returns: a hash, in hexadecimal.
    /// - Throws: an input error for a ledger of keys or an accepted run that cannot be read.
    static func text(
        _ file: PipelineFile, _ options: PipelineRun.Options, _ place: BundlePlace, sources: [Source]
    ) throws(RunError) -> String {
        var parts: [JSON] = [
            .string(PipelineRun.version), .string(Machine.programStamp), .string(file.name), .string(file.texts.pipeline),
            .object(file.texts.files.mapValues(JSON.string)), .optional(options.failOn),
        ]
        let accepted = file.baseline ?? place.accepted
        for path in [options.keys, Folder.exists(accepted) ? accepted : nil] {
            if let path { parts.append(.string(try SHA256(ofFile: path).hexadecimal)) } else { parts.append(.null) }
        }
        if let limit = file.limits[FeedAge.rule.id] {
            let today = CivilDate(days: Machine.today)
            let isOld = !FeedAge.audit(sources.map(\.date), today: today, limit: limit).counts.isEmpty
            parts.append(.optional(isOld ? today.text : nil))
        }
        parts += sources.map { .array([.string($0.feed), .string($0.name), .string($0.sha256)]) }
        return SHA256(of: JSON.array(parts).compact).hexadecimal
    }

    /// The stamp that a run of these feeds will have, before anything of them is read; `nil` where a feed is no file that can be
    /// read twice.
    ///
    /// - Parameter last: the run before, which knows the dates of the same feeds.
    static func text(
        _ file: PipelineFile, _ options: PipelineRun.Options, _ place: BundlePlace, feeds: [PipelineFile.Feed],
        after last: RunRecord?
    ) throws(RunError) -> String? {
        var sources: [Source] = []
        for feed in feeds {
            guard let path = feed.file, path != "-", OpenFile.isRegular(path) else { return nil }
            let date = last?.inputs.first { $0.feed == feed.name }?.date.flatMap(CivilDate.init(iso:))
            sources.append(
                Source(feed: feed.name, name: feed.unread.name, sha256: try SHA256(ofFile: path).hexadecimal, date: date))
        }
        return try text(file, options, place, sources: sources)
    }
}
