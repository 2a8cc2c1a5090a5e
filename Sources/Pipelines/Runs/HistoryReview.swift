internal import FuelEconomy
internal import Platform
internal import Writers

/// What the history of a bundle tells people: its last runs, one of them, or what two of them differ in.
public struct HistoryReview {
    /// For a terminal.
    public let text: String
    public let json: String

    /// - Parameters:
    ///   - folder: the bundle.
    ///   - runs: none for a list, one to see it, two to compare them.
    ///   - limit: how many runs a list has.
    /// - Throws: a ``RunFailure`` where there is no history, no such run, or the history is damaged.
    public init(_ folder: String, runs: [Int], limit: Int) throws(RunFailure) {
        do {
            let place = try BundlePlace(folder)
            guard Folder.exists(place.history) else {
                throw RunError(
                    .usage, at: folder, "has no history \"\(place.history)\"",
                    wayOut: "name the folder that marque run has published")
            }
            let reader = try HistoryReader(place.history)
            if runs.isEmpty {
                let list = try reader.runs("ORDER BY id DESC LIMIT \(limit)").reversed()
                text = Self.list(Array(list), current: BundleVersions.current(of: place), of: try reader.count())
                json = Self.document(.array(list.map { Self.json($0) }))
            } else {
                let found = try runs.map { try reader.run($0) }
                text = found.count == 1 ? Self.account(found[0]) : Self.comparison(found[0], found[1])
                json = Self.document(found.count == 1 ? Self.json(found[0]) : .array(found.map { Self.json($0) }))
            }
        } catch {
            throw RunFailure(error)
        }
    }

    private static func json(_ run: (id: Int, record: RunRecord)) -> JSON {
        guard case .object(var members) = run.record.json else { return .null }
        members["id"] = .int(run.id)
        return .object(members)
    }

    private static func document(_ json: JSON) -> String { escaped(json.document) }

    // MARK: Texts

    private static func list(_ runs: [(id: Int, record: RunRecord)], current: String?, of all: Int) -> String {
        var table = [["run", "started", "result", "status", "vehicles", "new findings", "data", "version"]]
        for (id, run) in runs {
            table.append([
                String(id), run.started.prefix(19) + "Z", run.result.rawValue, String(run.exitStatus),
                run.counts["vehicles"].map(NumberText.grouped) ?? "-", run.newFindings, run.dataDate ?? "-",
                (run.version ?? run.dataVersion ?? "-") + (current != nil && run.version == current ? " (current)" : ""),
            ])
        }
        let more = all > runs.count ? "\(NumberText.grouped(all - runs.count)) older ones; --limit N shows more\n" : ""
        return aligned(table, right: [0, 3, 4]) + more
    }

    private static func account(_ run: (id: Int, record: RunRecord)) -> String {
        let record = run.record
        var lines = [
            "run        \(run.id) of pipeline \"\(record.pipeline)\", started \(record.started), "
                + "\(NumberText.short((record.seconds * 100).rounded() / 100)) s",
            "result     \(record.result.rawValue), exit status \(record.exitStatus)",
        ]
        lines += record.reasons.flatMap { $0.split(separator: "\n") }.map { "           " + shownLine(String($0)) }
        for fetch in record.fetches {
            lines.append(
                "fetched    \(fetch.feed): \(shownLine(fetch.url)), \(fetch.outcome), the copy of \(fetch.fetched)"
                    + (fetch.outcome == "downloaded" ? "" : ", confirmed \(fetch.confirmed)")
                    + (fetch.reason.map { "; " + shownLine($0) } ?? ""))
        }
        for input in record.inputs {
            lines.append(
                "input      \(input.feed): \(shownLine(input.name)), \(NumberText.grouped(input.rows)) rows, "
                    + "\(NumberText.grouped(input.size)) bytes"
                    + (input.date.map { ", of \($0)" + age($0, at: record.started) } ?? "")
                    + "\n           sha256 \(input.sha256)")
        }
        if record.read > 0 {
            let lost = record.lost.map { ", \(NumberText.grouped($0.rows)) \($0.fate) (\($0.rule))" }
            lines.append(
                "rows       \(NumberText.grouped(record.read)) read, \(NumberText.grouped(record.kept)) kept" + lost.joined()
            )
        }
        let counts = record.counts.sorted { $0.key < $1.key }.map { "\(NumberText.grouped($0.value)) \($0.key)" }
        if !counts.isEmpty { lines.append("counts     " + counts.joined(separator: ", ")) }
        if record.files > 0 {
            lines.append(
                "bundle     data version \(record.dataVersion ?? ""), \(record.files) files, "
                    + "\(NumberText.grouped(record.size)) bytes" + (record.version.map { ", \($0)" } ?? ""))
        }
        var table: [[String]] = []
        for finding in record.findings {
            table.append([
                table.isEmpty ? "findings  " : "", NumberText.grouped(finding.count), finding.severity, finding.rule,
                "\(NumberText.grouped(finding.new)) new, \(NumberText.grouped(finding.known)) known, \(NumberText.grouped(finding.waived)) waived, \(NumberText.grouped(finding.fixed)) fixed",
            ])
        }
        return lines.joined(separator: "\n") + "\n" + aligned(table, right: [1])
    }

    /// How old data of a date were when the run began.
    private static func age(_ date: String, at moment: String) -> String {
        guard let then = CivilDate(iso: date), let now = CivilDate(iso: moment), then < now else { return "" }
        return ", \(NumberText.grouped(now.days - then.days)) days old"
    }

    private static func comparison(
        _ a: (id: Int, record: RunRecord), _ b: (id: Int, record: RunRecord)
    ) -> String {
        var table = [["", "run \(a.id)", "run \(b.id)", "difference"]]
        func add(_ name: String, _ x: String?, _ y: String?) {
            if x != y { table.append([name, x ?? "-", y ?? "-", ""]) }
        }
        func add(_ name: String, _ x: Int?, _ y: Int?) {
            if x == y { return }
            let difference = (y ?? 0) - (x ?? 0)
            table.append([
                name, x.map(NumberText.grouped) ?? "-", y.map(NumberText.grouped) ?? "-",
                (difference < 0 ? "−" : "+") + NumberText.grouped(abs(difference)),
            ])
        }
        add("started", String(a.record.started.prefix(19)) + "Z", String(b.record.started.prefix(19)) + "Z")
        add("result", a.record.result.rawValue, b.record.result.rawValue)
        for feed in union(a.record.inputs.map(\.feed), b.record.inputs.map(\.feed)) {
            let (x, y) = (a.record.inputs.first { $0.feed == feed }, b.record.inputs.first { $0.feed == feed })
            add("\(feed): file", x?.name, y?.name)
            add("\(feed): sha256", x.map { String($0.sha256.prefix(16)) }, y.map { String($0.sha256.prefix(16)) })
            add("\(feed): date", x?.date, y?.date)
            add("\(feed): rows", x?.rows, y?.rows)
        }
        add("rows kept", a.record.kept, b.record.kept)
        func losses(_ record: RunRecord) -> [String: Int] {
            Dictionary(record.lost.map { ("\($0.fate) (\($0.rule))", $0.rows) }, uniquingKeysWith: +)
        }
        let (lostA, lostB) = (losses(a.record), losses(b.record))
        for name in union(lostA.keys.sorted(), lostB.keys.sorted()) { add(name, lostA[name] ?? 0, lostB[name] ?? 0) }
        for name in union(a.record.counts.keys.sorted(), b.record.counts.keys.sorted()) {
            add(name, a.record.counts[name], b.record.counts[name])
        }
        func findings(_ record: RunRecord) -> [String: Int] {
            Dictionary(record.findings.map { ("\($0.severity) \($0.rule)", $0.count) }, uniquingKeysWith: +)
        }
        let (foundA, foundB) = (findings(a.record), findings(b.record))
        for name in union(foundA.keys.sorted(), foundB.keys.sorted()) { add(name, foundA[name] ?? 0, foundB[name] ?? 0) }
        add("data version", a.record.dataVersion, b.record.dataVersion)
        add("bytes", a.record.size, b.record.size)
        return aligned(table, right: [1, 2, 3])
    }

    private static func union(_ a: [String], _ b: [String]) -> [String] { a + b.filter { !a.contains($0) } }

    /// Columns as wide as their longest text, two blanks between them.
    private static func aligned(_ table: [[String]], right: Set<Int>) -> String {
        let widths = (0..<(table.first?.count ?? 0)).map { column in table.map { columns(of: $0[column]) }.max() ?? 0 }
        return table.map { row in
            var line = ""
            for (column, text) in row.enumerated() {
                let blanks = String(repeating: " ", count: widths[column] - columns(of: text))
                line += right.contains(column) ? blanks + shownLine(text) : shownLine(text) + blanks
                line += "  "
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

extension RunRecord {
    /// `2 error, 14 warning`, of what nobody has accepted or waived.
    fileprivate var newFindings: String {
        if files == 0 { return "-" }
        let counts = Severity.allCases.reversed().map { (newCount(of: $0), $0.rawValue) }.filter { $0.0 > 0 }
        return counts.isEmpty ? "none" : counts.map { "\(NumberText.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
    }
}

/// A history that is read.
private struct HistoryReader {
    private let path: String
    private let file: SQLiteReader

    init(_ path: String) throws {
        self.path = path
        file = try SQLiteReader(
            path, isKept: true, wayOut: "run the pipeline: it puts a damaged history aside and begins a new one")
        let version = try file.integer("PRAGMA user_version")
        guard version == RunHistory.version else {
            throw RunError(
                .input, at: path, "version \"\(version)\" found, expected \"\(RunHistory.version)\"",
                wayOut: "read it with the marque that wrote it")
        }
    }

    func count() throws -> Int { try file.integer("SELECT count(*) FROM run") }

    func run(_ id: Int) throws -> (id: Int, record: RunRecord) {
        if let found = try runs("WHERE id = \(id)").first { return found }
        let (first, last) = (try file.integer("SELECT min(id) FROM run"), try file.integer("SELECT max(id) FROM run"))
        throw RunError(.usage, at: path, "run \"\(id)\" found, expected one of \(first) to \(last)")
    }

    /// - Parameter clause: which runs, and in which order.
    func runs(_ clause: String) throws -> [(id: Int, record: RunRecord)] {
        var runs: [(id: Int, record: RunRecord)] = []
        try file.rows(
            "SELECT id, started, seconds, pipeline, result, exit_status, reason, data_date, data_version, version, "
                + "read, kept, files, size FROM run " + clause
        ) { row in
            var record = RunRecord(pipeline: row.text(3) ?? "", folder: "", started: row.text(1) ?? "")
            record.seconds = row.number(2)
            record.result = row.text(4).flatMap(RunRecord.Result.init) ?? .failed
            record.exitStatus = row.int(5)
            record.reasons = row.text(6)?.split(separator: "\n").map(String.init) ?? []
            record.dataDate = row.text(7)
            record.dataVersion = row.text(8)
            record.version = row.text(9)
            (record.read, record.kept, record.files, record.size) = (row.int(10), row.int(11), row.int(12), row.int(13))
            runs.append((row.integer(0), record))
        }
        for place in runs.indices { try complete(&runs[place].record, runs[place].id) }
        return runs
    }

    private func complete(_ record: inout RunRecord, _ id: Int) throws {
        try file.rows("SELECT feed, name, sha256, size, rows, date FROM input WHERE run = \(id) ORDER BY feed") { row in
            record.inputs.append(
                RunRecord.Input(
                    feed: row.text(0) ?? "", name: row.text(1) ?? "", sha256: row.text(2) ?? "", size: row.int(3),
                    rows: row.int(4), date: row.text(5)))
        }
        try file.rows(
            "SELECT feed, url, outcome, fetched, confirmed, tries, reason FROM fetch WHERE run = \(id) ORDER BY feed"
        ) { row in
            record.fetches.append(
                RunRecord.Fetched(
                    feed: row.text(0) ?? "", url: row.text(1) ?? "", outcome: row.text(2) ?? "", fetched: row.text(3) ?? "",
                    confirmed: row.text(4) ?? "", tries: row.int(5), reason: row.text(6)))
        }
        try file.rows("SELECT fate, rule, rows FROM lost WHERE run = \(id) ORDER BY fate, rule") { row in
            record.lost.append(RunRecord.Count(fate: row.text(0) ?? "", rule: row.text(1) ?? "", rows: row.int(2)))
        }
        try file.rows("SELECT what, number FROM counted WHERE run = \(id)") { row in
            record.counts[row.text(0) ?? ""] = row.int(1)
        }
        try file.rows(
            "SELECT rule, severity, count, new, known, waived, fixed FROM finding WHERE run = \(id) "
                + "ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, rule"
        ) { row in
            record.findings.append(
                RunRecord.Findings(
                    rule: row.text(0) ?? "", severity: row.text(1) ?? "", count: row.int(2), new: row.int(3),
                    known: row.int(4), waived: row.int(5), fixed: row.int(6)))
        }
    }
}

extension SQLiteRow {
    fileprivate func int(_ column: Int) -> Int { RunRecord.count(number(column)) }
}
