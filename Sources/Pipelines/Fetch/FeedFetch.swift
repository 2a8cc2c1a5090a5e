internal import FuelEconomy
internal import Platform

/// Fetches one feed: asks whether there is another than the last good copy, goes on with what was cut, tries again what may pass.
struct FeedFetch {
    let feed: String
    let url: FeedURL
    let policy: FetchPolicy
    let credentials: Transfer.Credentials?
    let cache: FeedCache
    /// Told of each try that has failed and is followed by another.
    let retries: (_ try: Int, _ reason: String, _ wait: Double) -> Void

    /// Why a try has come to nothing.
    struct Trouble: Equatable {
        var reason: String
        /// Whether another try would end as this one.
        var isFinal = false
        /// In seconds: what the server asks to wait for.
        var retryAfter: Int?
        var wayOut = "see whether the server answers, or name a file with --input"
    }

    enum Outcome {
        case downloaded(FeedCache.Copy)
        case unchanged
        case failed(Trouble)
    }

    /// - Parameter copy: the last good one.
    /// - Returns: how it ended, after how many tries.
    func run(after copy: FeedCache.Copy?) throws(RunError) -> (Outcome, tries: Int) {
        let end = Machine.seconds + policy.deadline
        var tries = 0
        while true {
            tries += 1
            let outcome = try attempt(after: copy, until: end)
            guard case .failed(let trouble) = outcome, !trouble.isFinal, tries < policy.tries else {
                return (outcome, tries)
            }
            let wait = pause(after: tries, trouble)
            guard Machine.seconds + wait < end else { return (outcome, tries) }
            retries(tries, trouble.reason, wait)
            Machine.sleep(wait)
        }
    }

    /// Twice as long at most as before, at random so that many runs do not come back together; what the server asks for goes before.
    private func pause(after tries: Int, _ trouble: Trouble) -> Double {
        if let asked = trouble.retryAfter { return Double(min(asked, 300)) }
        var limit = policy.backoff
        for _ in 1..<tries where limit < 60 { limit *= 2 }
        return Double.random(in: 0...min(limit, 60))
    }

    private func attempt(after copy: FeedCache.Copy?, until end: Double) throws(RunError) -> Outcome {
        let part = cache.part(of: url)
        if part == nil { try cache.dropPart() }
        let file = try OpenFile.appending(cache.partPath)
        var transfer = Transfer(
            url.text, agent: "marque/" + PipelineRun.version, limit: policy.size, stall: policy.timeout,
            total: end - Machine.seconds, redirects: policy.redirects)
        transfer.credentials = credentials
        if let part {
            transfer.offset = part.size
            transfer.ifRange = part.validators.ofRange
        } else {
            transfer.ifNoneMatch = copy?.validators.etag
            transfer.ifModifiedSince = copy?.validators.lastModified
        }
        var begun: Transfer.Head?
        let answer = try transfer.run(into: file) { [cache, url] (head) throws(RunError) in
            if head.status == 200 {
                try file.empty()
                try cache.begin(FeedCache.Validators(head), of: url)
            } else if head.status != 206 || !Self.goesOn(head, with: part) {
                return false
            }
            begun = head
            return true
        }
        if let trouble = try trouble(answer, end - Machine.seconds) { return .failed(trouble) }
        if answer.head.status == 304 {
            try cache.dropPart()
            return copy == nil || part != nil ? .failed(Trouble(reason: "HTTP 304 without having been asked")) : .unchanged
        }
        return try accept(file, begun)
    }

    /// Whether an answer is the rest of a part.
    private static func goesOn(_ head: Transfer.Head, with part: FeedCache.Part?) -> Bool {
        guard let part, head.start == part.size else { return false }
        let (old, new) = (part.validators, FeedCache.Validators(head))
        if let a = old.strongEtag, let b = new.etag { return a == b }
        if let a = old.lastModified, let b = new.lastModified { return a == b }
        return true
    }

    /// Looks at what has come before it counts.
    private func accept(_ file: OpenFile, _ head: Transfer.Head?) throws(RunError) -> Outcome {
        let validators =
            cache.part(of: url)?.validators ?? head.map(FeedCache.Validators.init) ?? FeedCache.Validators()
        var found: String?
        if head == nil {
            found = "an empty answer"
        } else if let whole = head?.whole, whole != file.size {
            found = "\(file.size) bytes of \(whole)"
        } else {
            found = try Self.oddity(of: cache.partPath)
        }
        if let found {
            try cache.dropPart()
            return .failed(
                Trouble(
                    reason: "\(found) found, expected a feed",
                    wayOut: "look at what the server sends, or name a file with --input"))
        }
        try file.sync()
        return .downloaded(try cache.finish(validators, url, size: file.size))
    }

    /// What a file evidently is instead of a feed. What is in gzip or zip, its reader finds.
    private static func oddity(of path: String) throws(RunError) -> String? {
        var start = uninitializedBytes(512)
        let count = try OpenFile.reading(path).read(into: &start, at: 0, count: start.count)
        let marks: Set<UInt8> = [0xef, 0xbb, 0xbf, 0xff, 0xfe, 0, 0x20, 0x09, 0x0a, 0x0d]
        let text = start.prefix(count).drop { marks.contains($0) }.filter { $0 != 0 }.prefix(16)
        let words = String(decoding: text, as: UTF8.self).lowercased()
        if words.hasPrefix("<!doctype html") || words.hasPrefix("<html") { return "an HTML page" }
        return words.hasPrefix("{") || words.hasPrefix("[") ? "a JSON document" : nil
    }

    /// What has gone wrong with a transfer, if anything has.
    private func trouble(_ answer: Transfer.Answer, _ left: Double) throws(RunError) -> Trouble? {
        switch answer.ending {
        case .done, .refused: return try trouble(answer)
        case .outOfTime where left < 0.01:
            return Trouble(reason: "no end within \(shown(policy.deadline))", isFinal: true, wayOut: "raise fetch.deadline")
        case .stalled, .outOfTime: return Trouble(reason: "nothing came for \(shown(policy.timeout))")
        case .cut: return Trouble(reason: "the answer was cut off")
        case .noHost: return Trouble(reason: "the host is not known")
        case .noConnection: return Trouble(reason: "no connection to the host")
        case .empty: return Trouble(reason: "the connection was closed without an answer")
        case .broken(let words): return Trouble(reason: words)
        case .tooLarge:
            try cache.dropPart()
            return Trouble(
                reason: "more than \(NumberText.grouped(policy.size)) bytes found", isFinal: true, wayOut: "raise fetch.size"
            )
        case .tooManyRedirects:
            return Trouble(
                reason: "more than \(policy.redirects) redirects found", isFinal: true,
                wayOut: "see where the URL leads, or raise fetch.redirects")
        case .untrusted:
            return Trouble(
                reason: "the server's certificate is not trusted", isFinal: true,
                wayOut: "check the host's name, and the certificates that this machine trusts")
        case .otherProtocol:
            return Trouble(
                reason: "a redirect to another protocol found", isFinal: true, wayOut: "see where the URL leads")
        case .noLibrary(let words):
            return Trouble(
                reason: "libcurl cannot be loaded: \(words)", isFinal: true,
                wayOut: "install it (on Debian and Ubuntu: apt-get install libcurl4)")
        }
    }

    private func trouble(_ answer: Transfer.Answer) throws(RunError) -> Trouble? {
        let status = answer.head.status
        var trouble = Trouble(reason: "HTTP \(status)", retryAfter: answer.retryAfter)
        switch status {
        case 200, 304: return nil
        case 206 where answer.ending == .done: return nil
        case 206, 416:
            try cache.dropPart()
            trouble.reason = "HTTP \(status) of another part than was asked for"
        case 408, 429, 500...599: break
        default:
            trouble.isFinal = true
            trouble.wayOut =
                [401, 403, 407].contains(status)
                ? "check feeds.\(feed).fetch.credentials" : "check the URL, or name a file with --input"
        }
        return trouble
    }

    private func shown(_ seconds: Double) -> String { NumberText.short(seconds) + " s" }
}

extension FeedCache.Validators {
    init(_ head: Transfer.Head) { self.init(etag: head.etag, lastModified: head.lastModified) }
}
