package import FuelEconomy
internal import Platform

/// What a reader must find in a feed: column names, in the order of the batch's slots.
package struct WantedColumns: Sendable {
    /// The layout's id, for messages.
    package var layout: String
    package var names: [String]
    /// Those of `names` without which no row can be used.
    package var required: Set<String>
    /// Columns that the layout knows and leaves unread.
    package var ignored: Set<String>

    package init(layout: String, names: [String], required: Set<String>, ignored: Set<String>) {
        self.layout = layout
        self.names = names
        self.required = required
        self.ignored = ignored
    }
}

/// Reads a CSV feed as batches of records, only the wanted columns kept.
package struct CSVReader {
    /// A record longer than this ends the run: it is no vehicle, and memory stays bounded.
    package static let recordLimit = 16 << 20

    private static let recordsPerBatch = 257  // Not a power of two, lest columns share cache sets.
    private static let firstReadSize = 1 << 16

    private let text: any ByteSource
    private let path: String
    private var tokenizer: CSVTokenizer
    private let columnCount: Int
    /// Text that was read and not taken yet: `pending[pendingStart..<pendingEnd]`.
    private var pending: [UInt8]
    private var pendingStart: Int
    private var pendingEnd: Int
    /// Where `pending[pendingStart]` stands in the unpacked text.
    private var position = 0
    private var hasEnded: Bool
    private var readSize = 1 << 18

    /// What the header says that the layout does not expect.
    package private(set) var headerFindings: [(rule: Rule, values: [FindingValue])] = []

    /// Reads the header.
    ///
    /// - Throws: an input error where the text has no header, no record behind it, or lacks a column without which no row
    ///   can be used; names what was wanted and what near names were seen.
    package init(
        _ text: any ByteSource, path: String, columns: WantedColumns, delimiter: UInt8 = 0x2c, quote: UInt8 = 0x22
    ) throws {
        self.text = text
        self.path = path
        pending = [UInt8](repeating: 0, count: Self.firstReadSize + RecordBatch.padding)
        pendingStart = 0
        pendingEnd = 0
        hasEnded = false
        columnCount = columns.names.count
        tokenizer = CSVTokenizer(delimiter: delimiter, quote: quote)

        var names: [String] = []
        while true {
            let count = try text.read(
                into: &pending, at: pendingEnd, count: pending.count - RecordBatch.padding - pendingEnd)
            pendingEnd += count
            hasEnded = count == 0
            if pending.starts(with: [0xef, 0xbb, 0xbf]) { pendingStart = 3 }
            if let header = CSVTokenizer.header(
                pending, delimiter: delimiter, quote: quote, from: pendingStart, to: pendingEnd, isLast: hasEnded)
            {
                names = header.names
                pendingStart = header.next
                position = header.next
                tokenizer.line = header.line
                break
            }
            if hasEnded { throw RunError(.input, at: path, "has no header", wayOut: "fetch the file again") }
            guard pendingEnd < Self.recordLimit else {
                throw RunError(
                    .input, at: path, "has no line end in its first \(pendingEnd) bytes, expected a header",
                    wayOut: "check that the file is CSV")
            }
            if pendingEnd + RecordBatch.padding == pending.count {
                pending += [UInt8](repeating: 0, count: pending.count)
            }
        }
        names = names.map(Self.trimmed)
        try match(names, to: columns)
    }

    /// - Returns: `nil` at the end.
    /// - Throws: what the source throws, and an input error for a record over ``recordLimit``.
    package mutating func next() throws -> RecordBatch? {
        var bytes: [UInt8]
        var end = pendingEnd - pendingStart
        var capacity = max(readSize, end)
        bytes = uninitializedBytes(capacity + RecordBatch.padding)
        bytes.replaceSubrange(0..<end, with: pending[pendingStart..<pendingEnd])
        while true {
            while end < capacity, !hasEnded {
                let count = try text.read(into: &bytes, at: end, count: capacity - end)
                end += count
                hasEnded = count == 0
            }
            if end == 0 { return nil }
            var batch = RecordBatch(bytes: bytes, columnCount: columnCount, stride: Self.recordsPerBatch)
            bytes = []
            let next = tokenizer.fill(&batch, from: 0, to: end, isLast: hasEnded)
            if next > 0 {
                batch.position = position
                position += next
                pending = Array(batch.bytes[next..<end])
                pendingStart = 0
                pendingEnd = pending.count
                // Aim at batches of as many records as a batch holds.
                let recordSize = max(16, next / max(1, batch.tally.read))
                readSize = min(max(recordSize * (Self.recordsPerBatch - 8), 1 << 12), 1 << 20)
                return batch
            }
            guard capacity < Self.recordLimit else {
                throw RunError(
                    .input, at: "\(path):\(tokenizer.line)",
                    "a record is longer than \(Self.recordLimit >> 20) MiB",
                    wayOut: "check the line ends and quotation marks around this line")
            }
            capacity *= 2
            bytes = batch.bytes
            bytes += [UInt8](repeating: 0, count: capacity + RecordBatch.padding - bytes.count)
        }
    }

    private mutating func match(_ names: [String], to columns: WantedColumns) throws {
        tokenizer.expectedFields = names.count
        tokenizer.kept = columns.names.map { names.firstIndex(of: $0) ?? -1 }
        let missing = columns.names.filter { !names.contains($0) }
        let unknown = names.filter { !columns.names.contains($0) && !columns.ignored.contains($0) }
        let wantedAndMissing = missing.filter(columns.required.contains)
        if !wantedAndMissing.isEmpty {
            let wanted = wantedAndMissing.map { name in
                "\"\(name)\"" + (NearestName.of(name, in: unknown).map { " (near: \"\($0)\")" } ?? "")
            }
            let seen = names.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
            let isStranger = missing.count == columns.names.count
            throw RunError(
                .input, at: path + ":1",
                (isStranger ? "has none of the columns" : "lacks columns") + " of layout \"\(columns.layout)\", found "
                    + seen + (names.count > 8 ? " and \(names.count - 8) more" : "")
                    + ", expected " + wanted.joined(separator: ", "),
                wayOut: "check that the file is the feed which the pipeline's layout describes")
        }
        for name in unknown where !name.isEmpty {
            headerFindings.append(
                (
                    ReaderRules.unknownColumn,
                    [
                        FindingValue("column", name), FindingValue("layout", columns.layout),
                        FindingValue("hint", NearestName.hint(name, in: missing)),
                    ]
                ))
        }
        for name in missing {
            headerFindings.append(
                (ReaderRules.missingColumn, [FindingValue("column", name), FindingValue("layout", columns.layout)]))
        }
        for name in Set(names).sorted() where names.count(where: { $0 == name }) > 1 && columns.names.contains(name) {
            headerFindings.append(
                (
                    ReaderRules.duplicateColumn,
                    [FindingValue("column", name), FindingValue("count", names.count(where: { $0 == name }))]
                ))
        }
    }

    private static func trimmed(_ name: String) -> String {
        var bytes = name.utf8[...]
        while let byte = bytes.first, byte == 0x20 || byte == 0x09 { bytes.removeFirst() }
        while let byte = bytes.last, byte == 0x20 || byte == 0x09 { bytes.removeLast() }
        return String(bytes) ?? name
    }
}
