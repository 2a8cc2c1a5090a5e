/// Where a field's bytes stand in its batch's `bytes`.
package struct FieldRange: Sendable, Equatable {
    package var start: UInt32
    package var end: UInt32

    package init(start: UInt32, end: UInt32) {
        self.start = start
        self.end = end
    }

    package var count: Int { Int(end &- start) }
}

/// Some hundreds of records as they stand in a feed: raw fields by kept column, and the position of each record.
///
/// What crosses from readers to normalizers; nothing after it knows which format a feed had.
package struct RecordBatch: Sendable {
    /// The bytes that the ranges point into, then at least ``padding`` bytes that belong to nobody, so that words can be
    /// loaded at every field.
    package var bytes: [UInt8]
    /// Column by column: the field of record r in kept column c is `fields[c * stride + r]`. An empty range is an empty field.
    package var fields: [FieldRange]
    package var stride: Int
    package var columnCount: Int
    package var recordCount = 0
    /// Where `bytes` begin in the text: record r begins at byte `position + records[r].start`, where `places` does not say
    /// otherwise.
    package var position = 0
    /// The whole record in `bytes`, without its line end; of a markup record, the values that were kept.
    package var records: [FieldRange] = []
    /// The line of each record's first byte, from 1, in the text.
    package var lines: [UInt32] = []
    /// Where each record begins that does not begin its line; empty where all do.
    package var places: [Place] = []
    /// The columns' names, where the raw text of a record is not kept: of a markup feed.
    package var names: [String] = []
    package var anomalies: [Anomaly] = []
    package var tally = Tally()
    /// Of the line that somebody asked the reader about: what stands there.
    package var sightings: [Sighting] = []

    package static let padding = 64

    package init(bytes: [UInt8], columnCount: Int, stride: Int) {
        self.bytes = bytes
        self.columnCount = columnCount
        self.stride = stride
        fields = Array(repeating: FieldRange(start: 0, end: 0), count: columnCount * stride)
    }

    /// Where a record of a markup feed begins.
    package struct Place: Sendable, Equatable {
        /// In its line, from 1, in bytes.
        package var column: Int
        /// In the text, from 0.
        package var byte: Int
        /// The byte behind the record.
        package var end: Int

        package init(column: Int, byte: Int, end: Int) {
            self.column = column
            self.byte = byte
            self.end = end
        }
    }

    /// What a reader did with a record that touches the line which somebody asked about.
    package struct Sighting: Sendable, Equatable {
        package enum Outcome: Sendable, Equatable {
            /// It is the batch's record of this number.
            case record(Int)
            case blank, ragged, footnote
        }

        package var outcome: Outcome
        package var lines: ClosedRange<UInt32>
        /// Where the raw record stands in `bytes`.
        package var raw: FieldRange

        package init(_ outcome: Outcome, lines: ClosedRange<UInt32>, raw: FieldRange) {
            self.outcome = outcome
            self.lines = lines
            self.raw = raw
        }
    }

    /// How many records the batch stands for: those in it, and those that the reader already put aside.
    package struct Tally: Sendable, Equatable {
        package var read = 0
        package var blank = 0
        package var ragged = 0
        package var footnotes = 0

        package init() {}
    }

    /// Something odd about a record, seen by a reader. Becomes a finding where the record's id is known.
    package struct Anomaly: Sendable {
        package var rule: Rule
        package var line: UInt32
        /// The record in this batch; `nil` for one that was put aside.
        package var record: Int?
        /// Where the raw record stands in `bytes`.
        package var raw: FieldRange
        /// The column, from 1, of the byte that is odd; `nil` where the whole record is.
        package var column: Int?
        package var values: [FindingValue]

        package init(
            rule: Rule, line: UInt32, record: Int?, raw: FieldRange, column: Int? = nil, values: [FindingValue]
        ) {
            self.rule = rule
            self.line = line
            self.record = record
            self.raw = raw
            self.column = column
            self.values = values
        }
    }

    /// A field's text, repaired where it is not UTF-8. For tests and messages, not for the hot path.
    package func text(_ record: Int, column: Int) -> String {
        text(fields[column * stride + record])
    }

    /// The text of a range, repaired where it is not UTF-8, cut after `limit` bytes.
    package func text(_ range: FieldRange, limit: Int = .max) -> String {
        let end = Int(range.start) + min(range.count, limit)
        return String(decoding: bytes[Int(range.start)..<end], as: UTF8.self) + (range.count > limit ? "…" : "")
    }

    /// The records at some places, as a batch of their own; it counts what this one counts.
    package func picked(_ numbers: [Int]) -> RecordBatch {
        var batch = RecordBatch(bytes: bytes, columnCount: columnCount, stride: max(1, numbers.count))
        batch.recordCount = numbers.count
        batch.position = position
        batch.names = names
        batch.tally = tally
        for (place, number) in numbers.enumerated() {
            for column in 0..<columnCount {
                batch.fields[column * batch.stride + place] = fields[column * stride + number]
            }
            batch.records.append(records[number])
            batch.lines.append(lines[number])
            if !places.isEmpty { batch.places.append(places[number]) }
            for var anomaly in anomalies where anomaly.record == number {
                anomaly.record = place
                batch.anomalies.append(anomaly)
            }
        }
        return batch
    }

    /// The byte of the text at which a record begins.
    package func byte(of record: Int) -> Int {
        places.isEmpty ? position + Int(records[record].start) : places[record].byte
    }

    /// Where in its line a field stands, from 1, and what is shown of it; the record's own place where the field's is not
    /// known.
    package func sight(of record: Int, slot: Int) -> (column: Int?, excerpt: Finding.Excerpt) {
        let field = fields[slot * stride + record]
        if !names.isEmpty {
            let value = Finding.Excerpt.printable(bytes[Int(field.start)..<Int(field.start) + min(field.count, 120)])
            let (lead, tail) = Self.tags(of: names[slot])
            let text = lead + value + (field.count > 120 ? "…" : "") + tail
            return (places[record].column, Finding.Excerpt(text: text, caret: lead.count + 1))
        }
        let raw = records[record]
        let isInPlace = field.start >= raw.start && field.end <= raw.end && field.count > 0
        let column = isInPlace ? Int(field.start - raw.start) + 1 : nil
        return (column, excerpt(raw, column: column))
    }

    /// A raw record as a finding shows it: some 160 bytes, around the column where there is one.
    package func excerpt(_ raw: FieldRange, column: Int? = nil) -> Finding.Excerpt {
        guard let column else { return Finding.Excerpt(record: bytes[Int(raw.start)..<Int(raw.end)]) }
        let limit = Finding.Excerpt.limit
        var start = Int(raw.start)
        if raw.count > limit { start += max(0, min(column - 60, raw.count - limit)) }
        // Not in the middle of a character.
        while start > Int(raw.start), bytes[start] & 0xc0 == 0x80 { start -= 1 }
        let end = min(start + limit, Int(raw.end))
        let head = start > Int(raw.start) ? "…" : ""
        let before = min(max(start, Int(raw.start) + column - 1), end)
        let lead = head + Finding.Excerpt.printable(bytes[start..<before])
        return Finding.Excerpt(
            text: lead + Finding.Excerpt.printable(bytes[before..<end]) + (end < Int(raw.end) ? "…" : ""),
            caret: lead.count + 1)
    }

    /// Adds the first bytes of a raw record; of a markup record, of the elements that were kept.
    func appendHead(of record: Int, limit: Int, to head: inout [UInt8]) {
        let raw = records[record]
        if names.isEmpty {
            head += bytes[Int(raw.start)..<Int(raw.start) + min(raw.count, limit)]
            return
        }
        let end = head.count + limit
        for (slot, name) in names.enumerated() where head.count < end {
            let field = fields[slot * stride + record]
            if field.count == 0 { continue }
            let (lead, tail) = Self.tags(of: name)
            head += lead.utf8
            head += bytes[Int(field.start)..<Int(field.start) + min(field.count, limit)]
            head += tail.utf8
        }
        if head.count > end { head.removeLast(head.count - end) }
    }

    /// What stands around the value of an element or attribute.
    private static func tags(of path: String) -> (lead: String, tail: String) {
        let name = path.split(separator: "/").last ?? ""
        return name.hasPrefix("@") ? ("\(name.dropFirst())=\"", "\"") : ("<\(name)>", "</\(name)>")
    }
}
