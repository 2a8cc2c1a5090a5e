internal import FuelEconomy
internal import PickerKit
internal import Writers

/// What a run came to: the one account that the history keeps, metrics and lineage are made from, and hooks are given.
struct RunRecord: Sendable, Equatable {
    enum Result: String, Sendable, CaseIterable {
        case published
        /// Nothing that the bundle depends on has changed, and nothing was rewritten.
        case unchanged
        /// Findings or a gate kept it from being published.
        case refused
        case failed
        case interrupted
        /// Not a run: somebody has put an older version back.
        case rolledBack = "rolled back"
    }

    struct Input: Sendable, Equatable {
        var feed: String
        var name: String
        var sha256: String
        /// In bytes, as found.
        var size: Int
        var rows: Int
        /// The newest date that the feed carries.
        var date: String?
    }

    /// A feed that is named by a URL.
    struct Fetched: Sendable, Equatable {
        var feed: String
        /// As it may be shown.
        var url: String
        /// `downloaded`, `unchanged` or `stale`.
        var outcome: String
        /// When the copy that was read came, and when the server last said that it is what there is (RFC 3339).
        var fetched: String
        var confirmed: String
        var tries: Int
        /// Why it is stale.
        var reason: String?
    }

    struct Count: Sendable, Equatable {
        /// `merged`, `quarantined` or `filtered`.
        var fate: String
        var rule: String
        var rows: Int
    }

    struct Findings: Sendable, Equatable {
        var rule: String
        var severity: String
        var count: Int
        var new: Int
        var known: Int
        var waived: Int
        var fixed: Int
    }

    var pipeline: String
    var folder: String
    /// In UTC, as RFC 3339 has it.
    var started: String
    var seconds = 0.0
    var result = Result.failed
    var exitStatus = 6
    /// Why it did not publish, a reason each.
    var reasons: [String] = []
    var fetches: [Fetched] = []
    var inputs: [Input] = []
    var read = 0
    var kept = 0
    var lost: [Count] = []
    /// Nodes of the tree by the level's plural, such as `makes`, and `vehicles`.
    var counts: [String: Int] = [:]
    var findings: [Findings] = []
    var dataVersion: String?
    /// The newest date of all feeds.
    var dataDate: String?
    /// The version's folder, where versions are kept.
    var version: String?
    var files = 0
    /// In bytes, of all files.
    var size = 0

    init(pipeline: String, folder: String, started: String) {
        self.pipeline = pipeline
        self.folder = folder
        self.started = started
    }

    /// Takes what a bundle that is written tells, whether or not it will be published.
    mutating func count(_ content: BundleContent, _ written: [WrittenFile], dataVersion: String?) {
        inputs = content.sources.enumerated().map { index, source in
            Input(
                feed: source.feed, name: source.name, sha256: source.sha256, size: source.packedSize,
                rows: content.ledger[.read, index].read, date: source.date?.text)
        }
        let total = content.ledger.total
        read = total.read
        kept = total.kept
        lost = [("merged", total.merged), ("quarantined", total.quarantined), ("filtered", total.filtered)].flatMap {
            fate, rules in
            rules.sorted { $0.key < $1.key }.map { Count(fate: fate, rule: $0.key, rows: $0.value) }
        }
        counts = ["vehicles": content.table.count]
        for level in content.catalog.levels { counts[level.plural] = content.catalog.count(of: level) }
        findings = content.audit.told.map {
            Findings(
                rule: $0.rule.id, severity: $0.rule.severity.rawValue, count: $0.count, new: $0.new, known: $0.known,
                waived: $0.waived, fixed: $0.fixed)
        }
        self.dataVersion = dataVersion
        dataDate = content.date?.text
        files = written.count
        size = written.map(\.size).reduce(0, +)
    }

    /// Takes what the last run counted, for one that has nothing new.
    mutating func repeatCounts(of last: RunRecord) {
        (inputs, read, kept, lost, counts) = (last.inputs, last.read, last.kept, last.lost, last.counts)
        (findings, dataVersion, dataDate) = (last.findings, last.dataVersion, last.dataDate)
        (version, files, size) = (last.version, last.files, last.size)
    }

    /// A number that is read back; 0 where sums and differences of such ones could be too large.
    static func count(_ number: Double) -> Int { abs(number) < 1e15 ? Int(number) : 0 }

    func rows(of fate: String) -> Int { lost.filter { $0.fate == fate }.map(\.rows).reduce(0, +) }

    func newCount(of severity: Severity) -> Int {
        findings.filter { $0.severity == severity.rawValue }.map(\.new).reduce(0, +)
    }
}

extension RunRecord.Fetched {
    init(_ fetch: Fetch) {
        self.init(
            feed: fetch.feed, url: fetch.url, outcome: fetch.outcome.rawValue, fetched: fetch.fetched,
            confirmed: fetch.confirmed, tries: fetch.tries, reason: fetch.trouble)
    }
}

extension RunRecord {
    var json: JSON {
        .object([
            "pipeline": .string(pipeline), "folder": .string(folder), "started": .string(started),
            "seconds": .number(seconds), "result": .string(result.rawValue), "exitStatus": .int(exitStatus),
            "reasons": .array(reasons.map(JSON.string)), "version": .optional(version),
            "inputs": .array(
                inputs.map {
                    .object([
                        "feed": .string($0.feed), "name": .string($0.name), "sha256": .string($0.sha256),
                        "size": .int($0.size), "rows": .int($0.rows), "date": .optional($0.date),
                    ])
                }),
            "fetches": .array(
                fetches.map {
                    .object([
                        "feed": .string($0.feed), "url": .string($0.url), "outcome": .string($0.outcome),
                        "fetched": .string($0.fetched), "confirmed": .string($0.confirmed), "tries": .int($0.tries),
                        "reason": .optional($0.reason),
                    ])
                }),
            "rows": .object(["read": .int(read), "kept": .int(kept)]),
            "lost": .array(
                lost.map { .object(["fate": .string($0.fate), "rule": .string($0.rule), "rows": .int($0.rows)]) }),
            "counts": .object(counts.mapValues(JSON.int)),
            "findings": .array(
                findings.map {
                    .object([
                        "rule": .string($0.rule), "severity": .string($0.severity), "count": .int($0.count),
                        "new": .int($0.new), "known": .int($0.known), "waived": .int($0.waived), "fixed": .int($0.fixed),
                    ])
                }),
            "data": .object(["version": .optional(dataVersion), "date": .optional(dataDate)]),
            "bundle": .object(["files": .int(files), "size": .int(size)]),
        ])
    }

    /// - Returns: `nil` for what another version wrote.
    init?(_ json: JSON) {
        func int(_ json: JSON?) -> Int { Self.count(json?.number ?? 0) }
        guard let pipeline = json["pipeline"]?.text, let folder = json["folder"]?.text,
            let started = json["started"]?.text, let result = json["result"]?.text.flatMap(Result.init)
        else { return nil }
        self.init(pipeline: pipeline, folder: folder, started: started)
        self.result = result
        seconds = json["seconds"]?.number ?? 0
        exitStatus = int(json["exitStatus"])
        reasons = json["reasons"]?.items.compactMap(\.text) ?? []
        version = json["version"]?.text
        for item in json["inputs"]?.items ?? [] {
            inputs.append(
                Input(
                    feed: item["feed"]?.text ?? "", name: item["name"]?.text ?? "", sha256: item["sha256"]?.text ?? "",
                    size: int(item["size"]), rows: int(item["rows"]), date: item["date"]?.text))
        }
        read = int(json["rows"]?["read"])
        kept = int(json["rows"]?["kept"])
        lost = (json["lost"]?.items ?? []).map {
            Count(fate: $0["fate"]?.text ?? "", rule: $0["rule"]?.text ?? "", rows: int($0["rows"]))
        }
        if case .object(let counts) = json["counts"] { self.counts = counts.mapValues(int) }
        findings = (json["findings"]?.items ?? []).map {
            Findings(
                rule: $0["rule"]?.text ?? "", severity: $0["severity"]?.text ?? "", count: int($0["count"]),
                new: int($0["new"]), known: int($0["known"]), waived: int($0["waived"]), fixed: int($0["fixed"]))
        }
        dataVersion = json["data"]?["version"]?.text
        dataDate = json["data"]?["date"]?.text
        files = int(json["bundle"]?["files"])
        size = int(json["bundle"]?["size"])
    }
}
