internal import FuelEconomy
internal import Platform

/// What became of a feed that is named by a URL.
struct Fetch: Sendable {
    enum Outcome: String, Sendable {
        /// A new copy has come.
        case downloaded
        /// The last copy is what there is.
        case unchanged
        /// The last copy is read because none could be fetched.
        case stale
    }

    var feed: String
    /// The file's name as the URL has it.
    var name: String
    /// As it may be shown.
    var url: String
    var outcome: Outcome
    /// When the copy came, and when the server last said that it is what there is (RFC 3339).
    var fetched, confirmed: String
    var sha256: String
    var size: Int
    /// How long it took, waiting included.
    var seconds = 0.0
    var tries = 0
    /// Why it is ``Outcome/stale``.
    var trouble: String?

    init(_ copy: FeedCache.Copy, of url: FeedURL, for feed: String, outcome: Outcome) {
        self.feed = feed
        name = url.fileName
        self.url = url.shown
        self.outcome = outcome
        fetched = copy.fetched
        confirmed = copy.confirmed
        sha256 = copy.sha256
        size = copy.size
    }

    /// For people.
    var text: String {
        switch outcome {
        case .downloaded: "\(name): \(megabytes(size)) from \(url) in \(NumberText.short((seconds * 10).rounded() / 10)) s"
        case .unchanged: "\(name): unchanged since \(fetched)"
        case .stale: "\(name): the copy of \(fetched) is read; \(url): \(trouble ?? "")"
        }
    }
}

/// Who is told of tries that fail and are followed by others.
typealias RetryListener = (_ feed: String, _ url: String, _ reason: String, _ wait: Double, _ try: Int) -> Void

/// A run's feeds, those that are named by URLs fetched, one after another.
struct FetchedFeeds {
    /// Each with a file of this machine.
    private(set) var feeds: [PipelineFile.Feed]
    /// Of those that were named by URLs.
    private(set) var fetches: [Fetch] = []
    /// What would be fetched, of a run that is only planned; and whether it lacks a copy that could stand in.
    private(set) var plan: [String] = []
    private(set) var isIncomplete = false
    /// What becomes the last good copy once it has been read.
    private var copies: [(cache: FeedCache, copy: FeedCache.Copy, url: FeedURL)] = []

    /// - Parameters:
    ///   - feeds: each with its file or URL.
    ///   - place: beside which copies are kept; its lock is held.
    /// - Throws: a usage error for credentials that are not there; an input error for a feed that cannot be fetched and of which there is no
    ///   copy.
    init(_ feeds: [PipelineFile.Feed], at place: BundlePlace, retries: @escaping RetryListener) throws(RunError) {
        self.feeds = feeds
        for index in feeds.indices {
            guard let file = feeds[index].file, let url = try FeedURL(input: file, of: feeds[index].name) else { continue }
            try fetch(index, url, FeedCache(at: place, feed: feeds[index].name), retries)
        }
    }

    /// The same without fetching: the last good copies stand in.
    init(planned feeds: [PipelineFile.Feed], at place: BundlePlace) throws(RunError) {
        self.feeds = feeds
        for index in feeds.indices {
            let name = feeds[index].name
            guard let file = feeds[index].file, let url = try FeedURL(input: file, of: name) else { continue }
            _ = try feeds[index].fetch.secret(of: name)
            let cache = FeedCache(at: place, feed: name)
            guard let copy = cache.copy(of: url) else {
                plan.append("\(name): \(url.shown), of which there is no copy")
                isIncomplete = true
                continue
            }
            let isAsked = copy.validators != FeedCache.Validators()
            plan.append(
                "\(name): \(url.shown)" + (isAsked ? ", where it is newer than the copy" : "") + "; the copy of "
                    + copy.fetched + " stands in")
            self.feeds[index].file = cache.path(copy.file)
            self.feeds[index].fetched = Fetch(copy, of: url, for: name, outcome: .unchanged)
        }
    }

    private mutating func fetch(
        _ index: Int, _ url: FeedURL, _ cache: FeedCache, _ retries: @escaping RetryListener
    ) throws(RunError) {
        let start = Machine.seconds
        let feed = feeds[index]
        let credentials = try feed.fetch.secret(of: feed.name)
        try Folder.make(cache.folder)
        let last = cache.copy(of: url)
        try cache.tidy()
        let (outcome, tries) = try FeedFetch(
            feed: feed.name, url: url, policy: feed.fetch, credentials: credentials, cache: cache,
            retries: { retries(feed.name, url.shown, $1, $2, $0) }
        ).run(after: last)
        let copy: FeedCache.Copy
        let word: Fetch.Outcome
        var trouble: String?
        switch (outcome, last) {
        case (.downloaded(let new), _):
            (copy, word) = (new, .downloaded)
            copies.append((cache, copy, url))
        case (.unchanged, var last?):
            last.confirmed = CivilDate.moment(Machine.now)
            (copy, word) = (last, .unchanged)
            copies.append((cache, copy, url))
        case (.failed(let failure), let last):
            if cache.part(of: url) == nil { try cache.dropPart() }
            let reason = failure.reason + (tries > 1 ? " after \(tries) tries" : "")
            guard let last else {
                throw RunError(.input, at: url.shown, "cannot be fetched: " + reason, wayOut: failure.wayOut)
            }
            (copy, word, trouble) = (last, .stale, reason)
        case (.unchanged, nil): preconditionFailure("nothing is unchanged without a copy")
        }
        var fetch = Fetch(copy, of: url, for: feed.name, outcome: word)
        fetch.seconds = Machine.seconds - start
        fetch.tries = tries
        fetch.trouble = trouble
        feeds[index].file = cache.path(copy.file)
        feeds[index].fetched = fetch
        fetches.append(fetch)
    }

    /// Whether a feed could not be fetched, and its last copy stands in.
    var isStale: Bool { fetches.contains { $0.outcome == .stale } }

    /// What was fetched, for people.
    var text: String { fetches.map { "fetched    " + $0.text + "\n" }.joined() }

    /// Makes what was fetched the last good copies. For a run that has read the feeds to their ends: a copy that is damaged never
    /// replaces one that is not.
    func commit() throws(RunError) {
        for (cache, copy, url) in copies { try cache.keep(copy, of: url) }
    }
}

extension FeedURL {
    /// What a feed's file is named by.
    ///
    /// - Returns: `nil` for a path.
    /// - Throws: a usage error for a URL that cannot be used.
    init?(input: String, of feed: String) throws(RunError) {
        do throws(Fault) {
            try self.init(input)
        } catch {
            throw RunError(.usage, at: "--input \(feed)", error.message, wayOut: error.wayOut)
        }
    }
}
