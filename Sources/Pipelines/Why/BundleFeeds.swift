internal import FuelEconomy
internal import PickerKit
internal import Platform

/// The feeds that a bundle was made of, as far as they are still there as they were.
struct BundleFeeds {
    /// `nil` where none can be read.
    private(set) var trace: FeedTrace?
    /// By source of the bundle: its place among the trace's feeds.
    private(set) var places: [Int: Int] = [:]
    /// What cannot be read, and the way out.
    private(set) var notes: [RunError] = []

    /// - Parameter inputs: by feed: where its file is now.
    /// - Throws: a usage error for a feed that the pipeline does not have.
    init(of folder: BundleFolder, inputs: [String: String]) throws(RunError) {
        let file: PipelineFile
        do throws(RunError) {
            file = try PipelineFile.published(in: folder.path)
        } catch {
            notes = [error]
            return
        }
        try file.requireFeeds(of: inputs)
        let known = RunState.inputs(of: folder.path)
        var feeds: [PipelineFile.Feed] = []
        var dates: [CivilDate?] = []
        for (place, source) in folder.sources.enumerated() {
            guard var feed = file.feeds.first(where: { $0.name == source.feed }) else { continue }
            do throws(RunError) {
                feed.file = try Self.file(of: source, in: inputs[source.feed] ?? known[source.feed])
            } catch {
                notes.append(error)
                continue
            }
            places[place] = feeds.count
            feeds.append(feed)
            dates.append(source.date)
        }
        if !feeds.isEmpty { trace = FeedTrace(file: file, feeds: feeds, newestDates: dates) }
    }

    /// The file, if it is the one that the run read.
    private static func file(of source: BundleFolder.Source, in path: String?) throws(RunError) -> String {
        let wayOut = "give the file as it was then with --input \(source.feed)=PATH"
        guard let path else {
            throw RunError(
                .usage, at: source.name, "nobody has noted where feed \"\(source.feed)\" was read from", wayOut: wayOut)
        }
        if path == "-" {
            throw RunError(
                .usage, at: source.feed, "the feed was read from standard input and is gone", wayOut: wayOut)
        }
        let digest: String
        do throws(RunError) {
            digest = try SHA256(ofFile: path).hexadecimal
        } catch {
            throw RunError(.usage, at: path, "the feed cannot be read: \(error.message)", wayOut: wayOut)
        }
        guard digest == source.sha256 else {
            throw RunError(
                .usage, at: path,
                "the feed has changed: SHA-256 \(digest.prefix(12))… found, expected \(source.sha256.prefix(12))…",
                wayOut: wayOut)
        }
        return path
    }
}
