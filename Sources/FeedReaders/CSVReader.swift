package import FuelEconomy
internal import Platform

/// Reads a feed of delimited text as batches of records, only the wanted columns kept.
package final class CSVReader: RecordReader {
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
    private var pendingStart = 0
    private var pendingEnd = 0
    /// Where `pending[pendingStart]` stands in the unpacked text.
    private var position = 0
    private var hasEnded = false
    private var readSize = 1 << 16

    package private(set) var drift: [(rule: Rule, values: [FindingValue])] = []
    package private(set) var headLines = 0
    package var lineCount: Int { Int(tokenizer.line) - 1 }

    /// Reads the header.
    ///
    /// - Throws: an input error where the text has no header, no record behind it, or lacks a column without which no row
    ///   can be used; names what was wanted and what near names were seen.
    package init(
        _ text: any ByteSource, path: String, form: FeedForm.Delimited = .init(), columns: WantedColumns,
        watching line: UInt32 = 0
    ) throws {
        self.text = text
        self.path = path
        pending = [UInt8](repeating: 0, count: Self.firstReadSize + RecordBatch.padding)
        columnCount = columns.names.count
        tokenizer = CSVTokenizer(delimiter: form.delimiter, quote: form.quote)
        tokenizer.watchedLine = line
        let header = try readHeader { bytes, start, end, isLast in
            Self.header(bytes, form, from: start, to: end, isLast: isLast)
        }
        let found = ColumnDrift(header.names, wanted: columns)
        try found.requireComplete(at: "\(path):\(form.preambleLines + 1)")
        drift = found.findings
        tokenizer.expectedFields = header.names.count
        tokenizer.kept = found.places.map { $0 ?? -1 }
        if form.hasFootnotes { tokenizer.footnoteFields = columns.required.sorted().compactMap { found.places[$0] } }
    }

    /// Reads whole lines: records of no field, behind `skipping` lines.
    init(lines text: any ByteSource, path: String, skipping: Int, watching line: UInt32) throws {
        self.text = text
        self.path = path
        pending = [UInt8](repeating: 0, count: Self.firstReadSize + RecordBatch.padding)
        columnCount = 0
        // Bytes that no UTF-8 text has.
        tokenizer = CSVTokenizer(delimiter: 0xff, quote: 0xfe)
        tokenizer.watchedLine = line
        tokenizer.expectedFields = 1
        _ = try readHeader { bytes, start, end, isLast in
            Self.skip(skipping, lines: bytes, from: start, to: end, isLast: isLast).map { ([], $0, UInt32(skipping + 1)) }
        }
    }

    private typealias Header = (names: [String], next: Int, line: UInt32)

    /// Reads until `find` has found the header in what was read.
    private func readHeader(_ find: ([UInt8], Int, Int, Bool) -> Header?) throws -> Header {
        while true {
            // As much as there is room for, so that a long header that comes in small pieces is not looked at again and again.
            while pendingEnd + RecordBatch.padding < pending.count, !hasEnded {
                let count = try text.read(
                    into: &pending, at: pendingEnd, count: pending.count - RecordBatch.padding - pendingEnd)
                pendingEnd += count
                hasEnded = count == 0
            }
            if pending.starts(with: [0xef, 0xbb, 0xbf]) { pendingStart = 3 }
            if let header = find(pending, pendingStart, pendingEnd, hasEnded) {
                pendingStart = header.next
                position = header.next
                tokenizer.line = header.line
                headLines = Int(header.line) - 1
                return header
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
    }

    /// The names of a text's columns, and where its first record begins.
    ///
    /// - Returns: `nil` where the header's end is not there.
    package static func header(
        _ bytes: [UInt8], _ form: FeedForm.Delimited, from start: Int, to end: Int, isLast: Bool
    ) -> (names: [String], next: Int, line: UInt32)? {
        guard var next = skip(form.preambleLines, lines: bytes, from: start, to: end, isLast: isLast) else { return nil }
        var line = UInt32(form.preambleLines + 1)
        var names: [String] = []
        var tokenizer = CSVTokenizer(delimiter: form.delimiter, quote: form.quote)
        for row in 0..<max(1, form.headerRows) {
            guard let header = tokenizer.wholeRecord(bytes, from: next, to: end, isLast: isLast) else { return nil }
            if form.headerRows == 0 { return (header.fields.indices.map { String($0 + 1) }, next, line) }
            for (place, name) in header.fields.enumerated() {
                let name = trimmed(name)
                if row == 0 || place >= names.count {
                    names.append(name)
                } else if !name.isEmpty {
                    names[place] += (names[place].isEmpty ? "" : " ") + name
                }
            }
            next = header.next
            line += UInt32(header.lines)
        }
        return (names, next, line)
    }

    private static func skip(_ count: Int, lines bytes: [UInt8], from start: Int, to end: Int, isLast: Bool) -> Int? {
        var at = start
        for _ in 0..<count {
            guard let stop = bytes[at..<end].firstIndex(where: { $0 == 0x0a || $0 == 0x0d }) else { return nil }
            if bytes[stop] == 0x0d, stop + 1 == end, !isLast { return nil }
            at = stop + 1
            if bytes[stop] == 0x0d, at < end, bytes[at] == 0x0a { at += 1 }
        }
        return at
    }

    /// - Returns: `nil` at the end.
    /// - Throws: what the source throws, and an input error for a record over ``recordLimit``.
    package func next() throws -> RecordBatch? {
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

    private static func trimmed(_ name: String) -> String {
        var bytes = name.utf8[...]
        while let byte = bytes.first, byte == 0x20 || byte == 0x09 { bytes.removeFirst() }
        while let byte = bytes.last, byte == 0x20 || byte == 0x09 { bytes.removeLast() }
        return String(bytes) ?? name
    }
}
