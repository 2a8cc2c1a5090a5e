internal import Audits
internal import FeedReaders
internal import FuelEconomy
internal import Normalizers
internal import Platform

/// A bundle's feeds, read again to tell what became of rows. A row's fate is told by the stages themselves, run once more.
struct FeedTrace {
    let file: PipelineFile
    /// Those that can be read, each with its file.
    let feeds: [PipelineFile.Feed]
    /// By feed: as the run found them in all rows.
    let newestDates: [CivilDate?]

    /// A row of a feed, and what became of it.
    struct Row {
        enum Outcome {
            /// It has all that it takes to be in the bundle under this id.
            ///
            /// - detail: of a row of details, its place among those of the id.
            case kept(UInt64, detail: Int?)
            case putAside(RowFate)
            /// A value without which there is no vehicle does not fit.
            case unreadable
        }

        /// `source` is the place in ``FeedTrace/feeds``.
        var place: RowFate.Row
        var outcome: Outcome
        /// The record as its reader gave it, the only one of its batch; `nil` where it was not looked at.
        var batch: RecordBatch?
    }

    /// What stands on a line of a feed.
    enum Line {
        /// Before the first record: a preamble and the header, so many lines.
        case head(Int)
        case behindTheEnd(lineCount: Int)
        /// In a markup text, outside of all records.
        case outside
        case blank(lines: ClosedRange<UInt32>, byte: Int, raw: String)
        case footnote(lines: ClosedRange<UInt32>, byte: Int, raw: String)
        case ragged(lines: ClosedRange<UInt32>, byte: Int, raw: String, message: String)
        /// Several records, each of which begins in some column.
        case several(columns: [Int])
        case record(RecordBatch)
    }

    // MARK: A vehicle's rows

    /// The rows that have an id or were merged into it, of all feeds, in the order of lines.
    func rows(of id: UInt64) throws -> [Row] {
        let feedsHaveIDs = feeds.allSatisfy(\.layout.hasIDs)
        let question = feedsHaveIDs ? RowQuestion(id: id, newestDates: newestDates) : RowQuestion()
        let admitted = try AdmittedVehicles(feeds, jobs: Machine.processors, asking: question, progress: { _, _ in })
        return feedsHaveIDs ? rows(question.records, admitted) : try rows(of: id, among: admitted)
    }

    /// The rows of the vehicle that a row is of, and its id; only the row itself where it has none.
    func rows(with batch: RecordBatch, at place: RowFate.Row) throws -> (rows: [Row], id: UInt64?) {
        if feeds.allSatisfy(\.layout.hasIDs) {
            guard let id = feeds[place.source].layout.id(of: 0, in: batch) else {
                return ([Row(place: place, outcome: .unreadable, batch: batch)], nil)
            }
            return (try rows(of: id), id)
        }
        let admitted = try AdmittedVehicles(
            feeds, jobs: Machine.processors, asking: RowQuestion(), progress: { _, _ in })
        let outcome = outcome(of: place, admitted)
        var id: UInt64?
        switch outcome {
        case .kept(let kept, _): id = kept
        case .putAside(let fate):
            if fate.vehicle != 0 { id = fate.vehicle }
            // A copy has no id; the row that it repeats has one, whatever became of that.
            if let instead = fate.instead, id == nil {
                switch self.outcome(of: instead, admitted) {
                case .kept(let kept, _): id = kept
                case .putAside(let other) where other.vehicle != 0: id = other.vehicle
                default: break
                }
            }
        case .unreadable: break
        }
        guard let id else { return ([Row(place: place, outcome: outcome, batch: batch)], nil) }
        return (try rows(of: id, among: admitted), id)
    }

    private func rows(_ records: [RowQuestion.SeenRecord], _ admitted: AdmittedVehicles) -> [Row] {
        let rows = records.map { record in
            let place = RowFate.Row(source: record.source, line: record.batch.lines[0])
            return Row(place: place, outcome: outcome(of: place, admitted), batch: record.batch)
        }
        return rows.sorted { ($0.place.source, $0.place.line) < ($1.place.source, $1.place.line) }
    }

    /// The same where ids are made: copies of a row have none of their own.
    private func rows(of id: UInt64, among admitted: AdmittedVehicles) throws -> [Row] {
        var places: Set<RowFate.Row> = []
        for table in [admitted.table, admitted.details] {
            for row in 0..<table.count where table.ids[row] == id { places.insert(table.feedRow(row)) }
        }
        for fate in admitted.fates.told where fate.vehicle == id { places.insert(fate.row) }
        for fate in admitted.fates.told where fate.instead.map(places.contains) == true { places.insert(fate.row) }
        return try places.sorted { ($0.source, $0.line) < ($1.source, $1.line) }.map { place in
            let result = outcome(of: place, admitted)
            var row = Row(place: place, outcome: result)
            if case .kept = result, case .record(let batch) = try line(place.line, column: nil, of: place.source) {
                row.batch = batch
            }
            return row
        }
    }

    private func outcome(of place: RowFate.Row, _ admitted: AdmittedVehicles) -> Row.Outcome {
        if let fate = admitted.fates.told.first(where: { $0.row == place }) { return .putAside(fate) }
        let areDetails = feeds[place.source].layout.role == .details
        let table = areDetails ? admitted.details : admitted.table
        let found = table.lines.indices.first { table.feedRow($0) == place }
        guard let row = found else { return .unreadable }
        return .kept(table.ids[row], detail: areDetails ? table.ids[..<row].count { $0 == table.ids[row] } : nil)
    }

    /// The fates of all rows, those too that were left out once makes had their names. It takes all of the feeds' rows to tell.
    func fatesAmongNames() throws -> [RowFate] {
        try NamedVehicles(file, feeds, jobs: Machine.processors, asking: RowQuestion(), progress: { _, _ in }).fates.told
    }

    // MARK: A line

    /// What stands on a line, as the feed's reader sees it.
    ///
    /// - Parameter column: where several records stand on the line, that of one of them, in bytes from 1.
    func line(_ line: UInt32, column: Int?, of source: Int) throws -> Line {
        let (stream, reader) = try open(feeds[source], watching: line)
        if line <= reader.headLines { return .head(reader.headLines) }
        var found: [(batch: RecordBatch, sighting: RecordBatch.Sighting)] = []
        while let batch = try reader.next() {
            found += batch.sightings.map { (batch, $0) }
            // A markup text may have more records on the line.
            if !found.isEmpty && batch.places.isEmpty || batch.lines.last ?? 0 > line { break }
        }
        guard var (batch, sighting) = found.first else {
            return line > reader.lineCount && reader.lineCount > 0
                ? .behindTheEnd(lineCount: reader.lineCount) : .outside
        }
        withExtendedLifetime(stream) {}
        if found.count > 1 {
            let places = found.map { start(of: $0.sighting, in: $0.batch, on: line) }
            guard let column, let place = places.lastIndex(where: { $0 <= column }) else {
                return .several(columns: places)
            }
            (batch, sighting) = found[place]
        }
        let byte = batch.position + Int(sighting.raw.start)
        let raw = batch.text(sighting.raw)
        switch sighting.outcome {
        case .record(let number): return .record(batch.picked([number]))
        case .blank: return .blank(lines: sighting.lines, byte: byte, raw: raw)
        case .footnote: return .footnote(lines: sighting.lines, byte: byte, raw: raw)
        case .ragged:
            let anomaly = batch.anomalies.first { $0.record == nil && $0.raw == sighting.raw }
            return .ragged(
                lines: sighting.lines, byte: byte, raw: raw, message: anomaly.map { $0.rule.text($0.values) } ?? "")
        }
    }

    /// The column of a line in which a record begins; 0 where it began before the line.
    private func start(of sighting: RecordBatch.Sighting, in batch: RecordBatch, on line: UInt32) -> Int {
        guard case .record(let number) = sighting.outcome, sighting.lines.lowerBound == line else { return 0 }
        return batch.places[number].column
    }

    private func open(
        _ feed: PipelineFile.Feed, watching line: UInt32 = 0
    ) throws -> (stream: FeedStream, reader: any RecordReader) {
        let stream = try feed.stream()
        let layout = feed.layout
        return (
            stream, try RecordReaders.open(stream, forms: layout.forms, columns: layout.wanted, watching: line)
        )
    }

    // MARK: A record

    /// The raw text of a record; `nil` of markup in an encoding whose places are not known.
    func raw(_ batch: RecordBatch, of source: Int) throws -> String? {
        guard let place = batch.places.first else { return batch.text(batch.records[0]) }
        let stream = try feeds[source].stream()
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        var raw: [UInt8] = []
        var position = 0
        while position < place.end {
            let count = try stream.read(into: &bytes, at: 0, count: bytes.count)
            if count == 0 { return nil }
            let start = min(max(place.byte - position, 0), count)
            raw += bytes[start..<max(start, min(place.end - position, count))]
            position += count
        }
        return raw.first == 0x3c ? String(validating: raw, as: UTF8.self) : nil
    }

    /// What a record says, column by column.
    func accounts(of batch: RecordBatch, source: Int) throws -> [CellAccount] {
        let feed = feeds[source]
        return feed.layout.accounts(
            of: 0, in: batch, missing: try missingColumns(of: feed), constants: feed.constants)
    }

    private func missingColumns(of feed: PipelineFile.Feed) throws -> Set<String> {
        let (stream, reader) = try open(feed)
        defer { withExtendedLifetime(stream) {} }
        // The elements of a markup text are known at its end alone, and what a record lacks is no news there.
        return try reader.missingColumns
    }

    /// What reading and normalizing find in one record, and, if it was kept, the rules that look at one vehicle at a time. A report
    /// has samples of all of these, and has the rest alone.
    func findings(of batch: RecordBatch, source: Int, isKept: Bool) -> [(rule: Rule, finding: Finding)] {
        var normalizer = Normalizer(feeds[source], source: source)
        normalizer.add(batch)
        var findings = normalizer.findings
        if isKept, feeds[source].layout.role == .vehicles {
            findings.merge(VehicleRule.audit(0..<normalizer.table.count, of: normalizer.table, limits: file.limits))
        }
        return findings.found.filter { file.severities[$0.rule.id] != .off }.flatMap { entry in
            entry.findings.map { (entry.rule, $0) }
        }
    }
}
