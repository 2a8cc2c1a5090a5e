internal import FuelEconomy
internal import Platform
internal import Writers

/// What a run tells programs, in place of the text for people: an object of JSON a line on standard error.
///
/// Every object has `time` (RFC 3339, UTC), `level` (`info`, `warning`, `error`) and `event`; its other members are the event's.
public struct RunLog: Sendable {
    public enum Detail: Sendable {
        /// Only what has the level `error`.
        case errors
        case summary
        /// The summary, and the samples of all findings.
        case samples
    }

    /// The words of `--log`.
    public static let forms = ["text", "json"]
    private let detail: Detail

    public init(_ detail: Detail) { self.detail = detail }

    /// A command line that cannot be understood.
    public func failed(usage message: String, fix: String) {
        say("failed", .error, ["exit_status": .int(2), "message": .string(message), "fix": .string(fix)])
    }

    public func failed(_ failure: RunFailure) {
        var fields: [String: JSON] = ["exit_status": .int(Int(failure.exitStatus))]
        if let error = failure.error {
            fields["message"] = .string(error.message)
            fields["place"] = .optional(error.place)
            fields["fix"] = .optional(error.wayOut)
        } else {
            fields["message"] = .string("the pipeline file has faults")
            fields["faults"] = .array(failure.faults.map(JSON.string))
        }
        say("failed", .error, fields)
    }

    public func interrupted(by signal: String, exitStatus: Int32, note: String) {
        say(
            "interrupted", .error,
            ["exit_status": .int(Int(exitStatus)), "signal": .string(signal), "message": .string(note)])
    }

    /// What goes wrong beside the run, which is not over for that.
    func warning(_ error: RunError, as severity: Severity) {
        say(
            "warning", severity,
            ["message": .string(error.message), "place": .optional(error.place), "fix": .optional(error.wayOut)])
    }

    func started(_ file: PipelineFile) {
        say(
            "started", .notice,
            ["pipeline": .string(file.name), "file": .string(file.path), "version": .string(PipelineRun.version)])
    }

    /// A try to fetch a feed that another will follow.
    func retried(_ feed: String, _ url: String, _ reason: String, _ wait: Double, _ number: Int) {
        say(
            "retry", .warning,
            [
                "feed": .string(feed), "url": .string(url), "reason": .string(reason),
                "wait_seconds": .number((wait * 1000).rounded() / 1000), "try": .int(number),
            ])
    }

    func fetched(_ fetches: [Fetch]) {
        for fetch in fetches {
            say(
                "fetched", fetch.outcome == .stale ? .warning : .notice,
                [
                    "feed": .string(fetch.feed), "file": .string(fetch.name), "url": .string(fetch.url),
                    "outcome": .string(fetch.outcome.rawValue), "copy": .string(fetch.fetched),
                    "sha256": .string(fetch.sha256), "bytes": .int(fetch.size), "tries": .int(fetch.tries),
                    "seconds": .number((fetch.seconds * 1000).rounded() / 1000), "reason": .optional(fetch.trouble),
                ])
        }
    }

    func read(_ sources: [FeedSource], _ ledger: RowLedger) {
        for (index, source) in sources.enumerated() {
            say(
                "read", .notice,
                [
                    "feed": .string(source.feed), "file": .string(source.path), "rows": .int(ledger[.read, index].read),
                    "bytes": .int(source.unpackedSize), "packing": .string(source.packing),
                    "packed_bytes": .int(source.packedSize), "encoding": .string(source.encoding),
                    "date": .optional(source.date?.text),
                ])
        }
    }

    /// What became of the rows, and what was found in them.
    func audited(_ content: BundleContent) {
        let total = content.ledger.total
        func object(_ counts: [String: Int]) -> JSON { .object(counts.mapValues(JSON.int)) }
        say(
            "kept", .notice,
            [
                "rows": .int(total.kept), "merged": object(total.merged), "quarantined": object(total.quarantined),
                "filtered": object(total.filtered),
            ])
        say("tree", .notice, nodeCounts(of: content))
        for entry in content.audit.told {
            say(
                "findings", entry.rule.severity,
                [
                    "rule": .string(entry.rule.id), "severity": .string(entry.rule.severity.rawValue),
                    "count": .int(entry.count), "new": .int(entry.new), "known": .int(entry.known),
                    "waived": .int(entry.waived), "fixed": .int(entry.fixed),
                ])
            if detail == .samples { sayNew(entry, of: content) }
        }
    }

    private func sayNew(_ entry: AuditResult.Entry, of content: BundleContent) {
        for finding in entry.newItems.prefix(sampleLimit).map(\.finding) {
            let place = finding.place
            say(
                "finding", entry.rule.severity,
                [
                    "rule": .string(entry.rule.id), "severity": .string(entry.rule.severity.rawValue),
                    "message": .string(content.message(finding, of: entry.rule)), "fix": .string(entry.rule.fix),
                    "file": .optional(place.source.map { content.sources[$0].path }),
                    "line": place.line.map { .int(Int($0)) } ?? .null, "column": finding.column.map(JSON.int) ?? .null,
                    "vehicle": .optional(place.vehicle.map(String.init)),
                ])
        }
    }

    func refused(_ refusal: RunRefusal, _ candidate: RunCandidate, folder: String, rejected: String) {
        let limit = candidate.content.failOn
        say(
            "refused", .error,
            [
                "exit_status": .int(Int(refusal.exitStatus)), "reasons": .array(refusal.reasons.map(JSON.string)),
                "findings": .int(candidate.content.audit.newCount(atOrAbove: limit)), "fail_on": .string(limit.rawValue),
                "folder": .string(folder), "candidate": .string(rejected),
            ])
    }

    /// What a run would end with; this one was only to say so.
    func planned(_ result: RunRecord.Result, _ reasons: [String], folder: String) {
        say(
            "planned", .notice,
            [
                "result": .string(result.rawValue), "reasons": .array(reasons.map(JSON.string)), "folder": .string(folder),
            ])
    }

    func unchanged(_ folder: String, withdrawn: String?) {
        say(
            "unchanged", .notice,
            ["exit_status": .int(0), "folder": .string(folder), "withdrawn": .optional(withdrawn)])
    }

    func published(_ files: [WrittenFile], in folder: String, seconds: Double) {
        say(
            "published", .notice,
            [
                "exit_status": .int(0), "folder": .string(folder), "files": .int(files.count),
                "bytes": .int(files.map(\.size).reduce(0, +)), "seconds": .number((seconds * 1000).rounded() / 1000),
            ])
    }

    private func say(_ event: String, _ severity: Severity, _ fields: [String: JSON]) {
        if detail == .errors, severity != .error { return }
        var line = fields
        line["time"] = .string(CivilDate.moment(Machine.now))
        line["level"] = .string(severity == .notice ? "info" : severity.rawValue)
        line["event"] = .string(event)
        Machine.write(toStandardError: String(decoding: JSON.object(line).compact, as: UTF8.self) + "\n")
    }
}
