internal import FeedReaders
internal import FuelEconomy
internal import Normalizers
internal import Platform

/// What an unknown file is: packing, encoding, dialect, columns with type, range and absences, sample rows, and the draft of a
/// pipeline that reads it.
public struct Inspection: Sendable {
    private let source: FeedSource
    private let remarks: [String]
    private let columns: [ColumnProfile]
    private let samples: [[String]]
    private let tally: RecordBatch.Tally
    private let anomalies: [(rule: Rule, line: UInt32)]
    private let fitting: Layout?
    private let form: FeedForm
    private let sparseRows: Int

    /// Reads a file from its beginning to its end.
    ///
    /// - Parameters:
    ///   - entry: of a zip archive with several entries, the one that is meant.
    ///   - encoding: what the text is, where its bytes do not tell.
    public init(of path: String, entry: String? = nil, encoding: String? = nil) throws(RunFailure) {
        do {
            try self.init(path, entry, encoding)
        } catch {
            throw RunFailure(error)
        }
    }

    /// The encodings that ``init(of:entry:encoding:)`` knows.
    public static let encodings = TextEncoding.known

    private init(_ path: String, _ entry: String?, _ encoding: String?) throws {
        var source = FeedSource(feed: "vehicles", path: path)
        source.entry = entry
        let stream = try FeedStream(source, encoding: encoding)
        let sniffer = try FormSniffer(stream, records: Layout.all.flatMap(\.recordPaths))
        fitting = Layout.fitting(stream, sniffer)
        let wanted = WantedColumns(
            layout: "inspection", names: sniffer.columns.map { [$0] }, required: [], ignored: [])
        let reader = try RecordReaders.open(stream, forms: [sniffer.form], columns: wanted)
        var tables = [SpellingTable](repeating: SpellingTable(), count: sniffer.columns.count)
        var counts = [[Int]](repeating: [], count: sniffer.columns.count)
        var tally = RecordBatch.Tally()
        var anomalies: [(rule: Rule, line: UInt32)] = []
        var samples: [[String]] = []
        var sparseRows = 0
        while let batch = try reader.next() {
            tally.read += batch.tally.read
            tally.blank += batch.tally.blank
            tally.ragged += batch.tally.ragged
            anomalies += batch.anomalies.prefix(max(0, 1000 - anomalies.count)).map { ($0.rule, $0.line) }
            let records = batch.recordCount
            var codes = [UInt32](repeating: 0, count: records)
            for column in tables.indices {
                let fields = batch.fields.span.extracting(column * batch.stride..<column * batch.stride + records)
                var target = codes.mutableSpan
                unsafe tables[column].encode(fields, in: batch.bytes.span.bytes, into: &target)
                counts[column] += [Int](repeating: 0, count: tables[column].count - counts[column].count)
                for record in 0..<records { counts[column][Int(codes[record])] += 1 }
            }
            for record in 0..<records {
                let filled = tables.indices.count { batch.fields[$0 * batch.stride + record].count > 0 }
                if filled * 3 <= tables.count, tables.count > 3, tally.blank > 0 { sparseRows += 1 }
                if samples.count < 3 { samples.append(tables.indices.map { batch.text(record, column: $0) }) }
            }
        }
        form = sniffer.form
        remarks = sniffer.remarks
        columns = tables.indices.map { ColumnProfile(name: sniffer.columns[$0], spellings: tables[$0], counts: counts[$0]) }
        source = stream.source
        source.encoding = reader.encoding ?? source.encoding
        self.source = source
        self.tally = tally
        self.anomalies = anomalies
        self.samples = samples
        self.sparseRows = sparseRows
    }

    // MARK: What is printed

    /// All of it, for a person.
    public var text: String {
        var lines = head
        lines += ["", "columns"]
        lines += columns.flatMap(Self.lines)
        if !samples.isEmpty {
            lines += ["", "first rows"]
            lines += samples.map { "  " + Self.cut($0.joined(separator: " | "), to: 160) }
        }
        lines += ["", "draft pipeline (marque inspect --draft prints it alone)"]
        lines += draft.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  " + $0 }
        return lines.joined(separator: "\n") + "\n"
    }

    private var head: [String] {
        var lines = ["file      \(source.path): \(NumberText.grouped(source.unpackedSize)) bytes"]
        if source.packing != "plain" {
            lines[0] +=
                " from \(NumberText.grouped(source.packedSize)) of \(source.packing)"
                + (source.entry.map { ", entry \"\($0)\"" } ?? "")
        }
        lines.append("encoding  \(source.encoding)")
        lines.append("form      " + remarks.joined(separator: ", "))
        var rows = "rows      \(NumberText.grouped(tally.read - tally.blank - tally.ragged))"
        if tally.blank > 0 { rows += ", and \(NumberText.grouped(tally.blank)) blank" }
        if tally.ragged > 0 { rows += ", and \(NumberText.grouped(tally.ragged)) of another number of fields" }
        if sparseRows > 0 { rows += ", \(NumberText.grouped(sparseRows)) of them nearly empty and behind a blank one" }
        lines.append(rows)
        let byRule = Dictionary(grouping: anomalies, by: \.rule.id)
        for rule in byRule.values.sorted(by: { $0[0].rule.id < $1[0].rule.id }) {
            let places = rule.prefix(5).map { String($0.line) }.joined(separator: ", ")
            lines.append("          \(rule.count) × \(rule[0].rule.id) (line \(places)\(rule.count > 5 ? " …" : ""))")
        }
        lines.append("layout    " + (fitting.map { "\($0.id) fits: \($0.title)" } ?? "none of the built-in ones fits"))
        return lines
    }

    private static func lines(of column: ColumnProfile) -> [String] {
        var line = "  \(cut(column.name.isEmpty ? "(no name)" : column.name, to: 40)): \(column.kind.rawValue)"
        if let smallest = column.smallest, let largest = column.largest {
            line += " from \(NumberText.exact(smallest)) to \(NumberText.exact(largest))"
        }
        line += ", \(NumberText.grouped(column.filled)) filled, \(NumberText.grouped(column.distinct)) distinct"
        if column.kind == .text || column.kind == .date, !column.commonest.isEmpty {
            line +=
                ": "
                + column.commonest.map { "\"\(cut($0.spelling, to: 32))\" \(NumberText.grouped($0.rows))" }
                .joined(separator: ", ")
        }
        var lines = [line]
        for absence in column.absences {
            let name = absence.spelling.isEmpty ? "empty" : "\"\(absence.spelling)\""
            var text = "      \(name) in \(NumberText.grouped(absence.rows)) row\(absence.rows == 1 ? "" : "s")"
            if let with = absence.meanWith {
                text += ": mean \(NumberText.short(with)) as a figure"
                text += absence.meanWithout.map { ", \(NumberText.short($0)) as \"not available\"" } ?? ""
            } else if let mean = absence.meanWithout {
                text += ": mean of the others \(NumberText.short(mean))"
            }
            lines.append(text)
        }
        if !column.misfits.isEmpty {
            let list = column.misfits.map { "\"\(cut($0.spelling, to: 32))\" \(NumberText.grouped($0.rows))" }
            lines.append("      does not fit: " + list.joined(separator: ", "))
        }
        return lines
    }

    private static func cut(_ text: String, to count: Int) -> String {
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        return line.count > count ? line.prefix(count - 1) + "…" : line
    }

    /// A pipeline file that reads this file, as it is; what was guessed says so.
    public var draft: String {
        LayoutDraft(
            source: source, form: form, columns: columns, fitting: fitting, hasFootnotes: sparseRows > 0
        ).text
    }
}
