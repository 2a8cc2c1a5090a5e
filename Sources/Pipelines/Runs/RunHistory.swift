internal import FuelEconomy
internal import Platform
internal import Writers

/// The runs of a bundle in a SQLite database beside it, each with its inputs, its row ledger and its findings by rule.
///
/// It serves people and their queries; no run goes by it, so one that is damaged or locked costs nothing but its own line.
struct RunHistory {
    private let path: String
    /// How many runs are kept.
    static let limit = 1000
    static let version = 1

    init(_ path: String) { self.path = path }

    private static let tables = """
        CREATE TABLE IF NOT EXISTS run (
            id INTEGER PRIMARY KEY, started TEXT NOT NULL, seconds REAL NOT NULL, pipeline TEXT NOT NULL,
            result TEXT NOT NULL, exit_status INTEGER NOT NULL, reason TEXT, data_date TEXT, data_version TEXT, version TEXT,
            read INTEGER NOT NULL, kept INTEGER NOT NULL, files INTEGER NOT NULL, size INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS input (
            run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, feed TEXT NOT NULL, name TEXT NOT NULL,
            sha256 TEXT NOT NULL, size INTEGER NOT NULL, rows INTEGER NOT NULL, date TEXT, PRIMARY KEY (run, feed)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS fetch (
            run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, feed TEXT NOT NULL, url TEXT NOT NULL,
            outcome TEXT NOT NULL, fetched TEXT NOT NULL, confirmed TEXT NOT NULL, tries INTEGER NOT NULL, reason TEXT,
            PRIMARY KEY (run, feed)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS lost (
            run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, fate TEXT NOT NULL, rule TEXT NOT NULL,
            rows INTEGER NOT NULL, PRIMARY KEY (run, fate, rule)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS counted (
            run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, what TEXT NOT NULL, number INTEGER NOT NULL,
            PRIMARY KEY (run, what)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS finding (
            run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, rule TEXT NOT NULL, severity TEXT NOT NULL,
            count INTEGER NOT NULL, new INTEGER NOT NULL, known INTEGER NOT NULL, waived INTEGER NOT NULL,
            fixed INTEGER NOT NULL, PRIMARY KEY (run, rule)) WITHOUT ROWID;
        PRAGMA user_version = 1;
        """

    /// Adds a run. A history that is damaged is put aside, and a new one begun.
    ///
    /// - Returns: what went wrong, if anything did.
    func add(_ record: RunRecord) -> RunError? {
        do throws(RunError) {
            do throws(RunError) {
                try insert(record)
            } catch {
                guard error.kind == .input else { throw error }
                let aside = path + ".damaged"
                try Folder.move(path, to: aside)
                try insert(record)
                return RunError(
                    .input, at: path, "the history is damaged (\(error.message)), a new one was begun",
                    wayOut: "the old one is in \(aside); the bundle is not concerned")
            }
            return nil
        } catch {
            return RunError(
                error.kind, at: error.place, "the history is not written: " + error.message,
                wayOut: "see whether the disk is full or another program has it open; the bundle is not concerned")
        }
    }

    private func insert(_ record: RunRecord) throws(RunError) {
        let file = try SQLiteFile(keeping: path, patience: 500, wayOut: "the bundle is not concerned")
        let found = try file.integer("PRAGMA user_version")
        if found > Self.version {
            throw RunError(.refused, at: path, "version \"\(found)\" found, expected at most \"\(Self.version)\"")
        }
        try file.execute("BEGIN IMMEDIATE;" + (found == 0 ? Self.tables : ""))
        // Only the oldest are ever removed, so numbers grow, whatever the clock says.
        let number = try file.integer("SELECT coalesce(max(id), 0) + 1 FROM run")
        let row = try SQLiteInsertion(into: "run", count: 14, of: file)
        row.add(number)
        row.add(record.started)
        row.add(record.seconds)
        row.add(record.pipeline)
        row.add(record.result.rawValue)
        row.add(record.exitStatus)
        for text in [
            record.reasons.isEmpty ? nil : record.reasons.joined(separator: "\n"), record.dataDate, record.dataVersion,
            record.version,
        ] {
            row.add(optional: text)
        }
        for count in [record.read, record.kept, record.files, record.size] { row.add(count) }
        try row.insert()
        let inputs = try SQLiteInsertion(into: "input", count: 7, of: file)
        for input in record.inputs {
            inputs.add(number)
            for text in [input.feed, input.name, input.sha256] { inputs.add(text) }
            inputs.add(input.size)
            inputs.add(input.rows)
            inputs.add(optional: input.date)
            try inputs.insert()
        }
        let fetches = try SQLiteInsertion(into: "fetch", count: 8, of: file)
        for fetch in record.fetches {
            fetches.add(number)
            for text in [fetch.feed, fetch.url, fetch.outcome, fetch.fetched, fetch.confirmed] { fetches.add(text) }
            fetches.add(fetch.tries)
            fetches.add(optional: fetch.reason)
            try fetches.insert()
        }
        try insertCounts(record, number, file)
        try file.execute("DELETE FROM run WHERE id <= \(number - Self.limit); COMMIT;")
    }

    private func insertCounts(_ record: RunRecord, _ number: Int, _ file: SQLiteFile) throws(RunError) {
        let lost = try SQLiteInsertion(into: "lost", count: 4, of: file)
        for count in record.lost {
            lost.add(number)
            lost.add(count.fate)
            lost.add(count.rule)
            lost.add(count.rows)
            try lost.insert()
        }
        let counted = try SQLiteInsertion(into: "counted", count: 3, of: file)
        for (what, count) in record.counts.sorted(by: { $0.key < $1.key }) {
            counted.add(number)
            counted.add(what)
            counted.add(count)
            try counted.insert()
        }
        let findings = try SQLiteInsertion(into: "finding", count: 8, of: file)
        for finding in record.findings {
            findings.add(number)
            findings.add(finding.rule)
            findings.add(finding.severity)
            for count in [finding.count, finding.new, finding.known, finding.waived, finding.fixed] { findings.add(count) }
            try findings.insert()
        }
    }
}

extension SQLiteInsertion {
    fileprivate func add(optional text: String?) {
        if let text { add(text) } else { addNull() }
    }
}
