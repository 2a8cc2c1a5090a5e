internal import FeedReaders
internal import FuelEconomy
internal import Normalizers
internal import Platform

/// A feed's text, unpacked and as it is encoded, and where its records stand in it: what defects are written into.
struct FeedText {
    /// More text than this is not copied: a copy stands in memory and in a temporary file.
    static let sizeLimit = 1 << 30

    struct Record {
        var line: Int
        /// In its line, from 1, in bytes.
        var column: Int
        /// Without its line end.
        var range: Range<Int>
    }

    let bytes: [UInt8]
    let form: FeedForm
    /// What the bytes are: `UTF-8`, or an encoding of one byte a letter.
    let encoding: String
    /// By place in a record, what a column is called; empty for XML, whose records name their columns.
    let columns: [String]
    /// Those that a reader takes for records, in order.
    let records: [Record]
    /// By line: the record that begins there; none where several do.
    private var recordAtLine: [Int: Int] = [:]
    /// By id: the record that has it, of those that share their line with others.
    private var recordOfID: [UInt64: Int] = [:]

    /// - Parameters:
    ///   - feed: with its file.
    ///   - encoding: as a run has found it.
    /// - Throws: an input error for a text that is too long, or in an encoding of several bytes a letter.
    init(_ feed: PipelineFile.Feed, encoding: String) throws {
        let source = feed.unread
        if encoding.uppercased().hasPrefix("UTF-16") || encoding.uppercased().hasPrefix("UTF-32") {
            throw RunError(
                .input, at: source.path, "is in \(encoding), expected UTF-8 or an encoding of one byte a letter",
                wayOut: "convert a copy of the feed to UTF-8 and test with that")
        }
        // Declared as UTF-8, it is handed on byte for byte.
        let bytes = try Self.all(of: FeedStream(source, encoding: "UTF-8", limits: feed.limits), source.path)
        let stream = try FeedStream(source, of: BytesSource(bytes), encoding: "UTF-8")
        var wanted = feed.layout.wanted
        if encoding != "UTF-8" { wanted.names = wanted.names.map { $0 + $0.map(Self.damaged) } }
        let form = try RecordReaders.choose(feed.layout.forms, for: stream, wanted)
        let reader = try RecordReaders.open(stream, forms: [form], columns: wanted)
        var records: [Record] = []
        var ids: [UInt64?] = []
        while let batch = try reader.next() {
            for record in 0..<batch.recordCount {
                let start = batch.byte(of: record)
                let end = batch.places.isEmpty ? start + batch.records[record].count : batch.places[record].end
                let column = batch.places.isEmpty ? 1 : batch.places[record].column
                records.append(Record(line: Int(batch.lines[record]), column: column, range: start..<end))
                ids.append(feed.layout.id(of: record, in: batch))
            }
        }
        self.bytes = bytes
        self.form = form
        self.encoding = encoding
        self.records = records
        columns = Self.columns(of: bytes, form)
        for (index, record) in records.enumerated() {
            recordAtLine[record.line] = recordAtLine[record.line] == nil ? index : -1
        }
        for (index, record) in records.enumerated() where recordAtLine[record.line] == -1 {
            if let id = ids[index] { recordOfID[id] = recordOfID[id] == nil ? index : -1 }
        }
        recordAtLine = recordAtLine.filter { $0.value >= 0 }
        recordOfID = recordOfID.filter { $0.value >= 0 }
    }

    /// A record with its line end.
    func wholeRecord(_ number: Int) -> Range<Int> {
        let range = records[number].range
        let end = bytes[range.upperBound...].starts(with: lineEnd) ? lineEnd.count : 0
        return range.lowerBound..<range.upperBound + end
    }

    /// Whether nothing tells any record from another.
    var isOneLine: Bool { recordAtLine.isEmpty && recordOfID.isEmpty }

    /// Whether one record alone begins on a line.
    func isAlone(on line: Int) -> Bool { recordAtLine[line] != nil }

    /// The record of a row, which its line tells, or its id where others begin there too.
    func record(on line: UInt32, id: UInt64) -> Int? { recordAtLine[Int(line)] ?? recordOfID[id] }

    private static func all(of stream: FeedStream, _ path: String) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        var end = 0
        while true {
            if end == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
            let done = try stream.read(into: &bytes, at: end, count: bytes.count - end)
            if done == 0 { break }
            end += done
            if end > sizeLimit {
                throw RunError(
                    .input, at: path, "unpacks to more than \(sizeLimit >> 20) MiB, the most that a self-test copies",
                    wayOut: "test with the first part of the feed")
            }
        }
        bytes.removeLast(bytes.count - end)
        return bytes
    }

    /// A name as it reads where letters beyond ASCII do not decode.
    private static func damaged(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isASCII ? $0 : "\u{fffd}" }))
    }

    private static func columns(of bytes: [UInt8], _ form: FeedForm) -> [String] {
        switch form {
        case .xml: return []
        case .fixedWidth(let fixed): return fixed.columns.map(\.name)
        case .delimited(let delimited):
            let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
            let head = Array(bytes.prefix(CSVReader.recordLimit)) + [UInt8](repeating: 0, count: RecordBatch.padding)
            let end = head.count - RecordBatch.padding
            return CSVReader.header(head, delimited, from: start, to: end, isLast: true)?.names ?? []
        }
    }

    /// Where the first record begins; what stands before it is the head.
    var headEnd: Int { records.first?.range.lowerBound ?? bytes.count }

    /// What ends the text's lines.
    var lineEnd: [UInt8] {
        guard let end = bytes.firstIndex(where: { $0 == 0x0a || $0 == 0x0d }) else { return [0x0a] }
        if bytes[end] == 0x0a { return [0x0a] }
        return end + 1 < bytes.count && bytes[end + 1] == 0x0a ? [0x0d, 0x0a] : [0x0d]
    }

    /// The place in a record of the first column that has one of some names.
    func place(of names: [String]) -> Int? {
        for name in names {
            let key = ColumnDrift.key(encoding == "UTF-8" ? name : Self.damaged(name))
            if let place = columns.firstIndex(where: { ColumnDrift.key($0) == key }) { return place }
        }
        return nil
    }

    /// A text in the feed's encoding; `nil` where that is not known to have its letters.
    func encoded(_ text: String) -> [UInt8]? {
        encoding == "UTF-8" || text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
    }

    /// The text with other bytes in some places.
    ///
    /// - Parameter edits: in order, none overlapping another.
    func replacing(_ edits: [(range: Range<Int>, bytes: [UInt8])]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + edits.map(\.bytes.count).reduce(0, +))
        var at = 0
        for edit in edits {
            result += bytes[at..<edit.range.lowerBound]
            result += edit.bytes
            at = edit.range.upperBound
        }
        return result + bytes[at...]
    }

    /// How many lines end in some bytes.
    static func lineCount(_ bytes: some Sequence<UInt8>) -> Int {
        var count = 0
        var last: UInt8 = 0
        for byte in bytes {
            if byte == 0x0d || (byte == 0x0a && last != 0x0d) { count += 1 }
            last = byte
        }
        return count
    }
}

/// Bytes in memory, to be read as a file is.
private final class BytesSource: ByteSource {
    private let content: [UInt8]
    private var at = 0

    init(_ content: [UInt8]) { self.content = content }

    func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        let end = min(content.count, at + count)
        defer { at = end }
        bytes.replaceSubrange(offset..<offset + end - at, with: content[at..<end])
        return end - at
    }
}
