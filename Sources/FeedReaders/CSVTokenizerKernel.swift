internal import CByteMasks
internal import FuelEconomy

/// Cuts text into records and fields after RFC 4180, with what the real world adds: LF, CRLF and CR mixed, quotation marks
/// inside unquoted fields, text after a closing mark, quotations that never close.
///
/// No I/O. It looks at 64 bytes at a time and only stops where a delimiter, a line end or a quotation mark stands. Its plain
/// twin is in the tests, and both must give the same on any input.
struct CSVTokenizer {
    /// Records with more fields than this are ragged whatever the header says; their further fields are only counted.
    static let fieldLimit = 1 << 16
    /// A quotation longer than this is taken as one that never closes.
    static let quotationLimit = 1 << 20

    let delimiter: UInt8
    let quote: UInt8
    /// How many fields a record must have; `nil` takes any number, for a header.
    var expectedFields: Int?
    /// By slot of the batch: the field of the record, or -1 where the feed has none for it.
    var kept: [Int] = []
    /// Fields without which a record behind a blank one, or of one value, is a footnote; empty where the feed has no footnotes.
    var footnoteFields: [Int] = []
    /// The line of the next record's first byte.
    var line: UInt32 = 1
    /// The line that somebody asks about; 0 is none.
    var watchedLine: UInt32 = 0
    private var hasMetBlank = false

    /// Ends of the current record's fields, and how many there are. Room for a block's worth is made before each block.
    private var ends = [UInt32](repeating: 0, count: 512)
    private var endCount = 0
    private var quotations: [Quotation] = []
    private var oddities: [Oddity] = []
    private var linesInside: UInt32 = 0
    /// Where fields that had to be rewritten go behind the batch's text, and which fields they are.
    private var rewritten: [UInt8] = []
    private var rewrites: [(field: Int, range: FieldRange)] = []

    /// A field in quotation marks: its content, and whether it must be rewritten to be read.
    private struct Quotation {
        var field: Int
        var start: Int
        var end: Int
        var hasDoubledMarks: Bool
        var hasTail = false
    }

    private struct Oddity {
        var rule: Rule
        var position: Int
    }

    private enum QuoteOutcome {
        case literal
        case closed(next: Int)
        case unknown
    }

    init(delimiter: UInt8 = 0x2c, quote: UInt8 = 0x22) {
        self.delimiter = delimiter
        self.quote = quote
    }

    /// Takes records from `batch.bytes[start..<end]` until the batch is full or the text is used up.
    ///
    /// - Parameter isLast: nothing follows `end`, so the last record needs no line end.
    /// - Returns: where the first record begins that was not taken.
    mutating func fill(_ batch: inout RecordBatch, from start: Int, to end: Int, isLast: Bool) -> Int {
        precondition(batch.bytes.count >= end + RecordBatch.padding)
        var recordStart = start
        endCount = 0
        var base = start
        scan: while base < end {
            if endCount &+ 72 > ends.count, endCount <= Self.fieldLimit {
                ends += [UInt32](repeating: 0, count: min(ends.count, Self.fieldLimit + 128 - ends.count))
            }
            var marks = masks(of: batch.bytes, at: base)
            if end - base < 64 { marks.keep(below: end - base) }
            var special = marks.quotes | marks.lineEnds
            while special != 0 {
                let bit = special & (0 &- special)
                let position = base + special.trailingZeroBitCount
                special ^= bit
                let before = marks.delimiters & (bit &- 1)
                emit(before, base: base)
                marks.delimiters ^= before
                if marks.lineEnds & bit != 0 {
                    var next = position + 1
                    if batch.bytes[position] == 0x0d {
                        if next == end, !isLast { break scan }
                        if next < end, batch.bytes[next] == 0x0a { next += 1 }
                    }
                    finish(&batch, from: recordStart, to: position)
                    recordStart = next
                    if batch.recordCount == batch.stride { return complete(&batch, at: recordStart) }
                    if next == position + 2 {
                        base = next
                        continue scan
                    }
                } else {
                    switch openQuotation(batch.bytes, at: position, recordStart: recordStart, end: end, isLast: isLast) {
                    case .literal: break
                    case .unknown: break scan
                    case .closed(let next):
                        base = next
                        continue scan
                    }
                }
            }
            emit(marks.delimiters, base: base)
            base += 64
        }
        if isLast, base >= end, recordStart < end {
            finish(&batch, from: recordStart, to: end)
            recordStart = end
        }
        return complete(&batch, at: recordStart)
    }

    private struct Masks {
        var quotes: UInt64
        var delimiters: UInt64
        var lineEnds: UInt64

        mutating func keep(below count: Int) {
            let valid: UInt64 = (1 << UInt64(count)) - 1
            quotes &= valid
            delimiters &= valid
            lineEnds &= valid
        }
    }

    @inline(__always)
    private func masks(of bytes: borrowing [UInt8], at base: Int) -> Masks {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let block = unsafe buffer.baseAddress! + base
            return unsafe Masks(
                quotes: marque_mask64(block, quote), delimiters: marque_mask64(block, delimiter),
                lineEnds: marque_mask64(block, 0x0a) | marque_mask64(block, 0x0d))
        }
    }

    @inline(__always)
    private mutating func emit(_ delimiters: UInt64, base: Int) {
        var bits = delimiters
        if endCount >= Self.fieldLimit {
            endCount += bits.nonzeroBitCount
            return
        }
        var at = endCount
        endCount += bits.nonzeroBitCount
        precondition(endCount <= ends.count, "room was made for a block's worth")
        var ends = ends.mutableSpan
        while bits != 0 {
            unsafe ends[unchecked: at] = UInt32(truncatingIfNeeded: base &+ bits.trailingZeroBitCount)
            at &+= 1
            bits &= bits &- 1
        }
    }

    @inline(__always)
    private mutating func addEnd(_ position: Int) {
        if endCount < Self.fieldLimit { ends[endCount] = UInt32(truncatingIfNeeded: position) }
        endCount &+= 1
    }

    /// Decides what a quotation mark is: one opens a quotation only at a field's start.
    private mutating func openQuotation(
        _ bytes: borrowing [UInt8], at position: Int, recordStart: Int, end: Int, isLast: Bool
    ) -> QuoteOutcome {
        let field = min(endCount, Self.fieldLimit)
        let fieldStart = field == 0 ? recordStart : Int(ends[field - 1]) + 1
        guard position == fieldStart, endCount < Self.fieldLimit else {
            note(ReaderRules.bareQuote, at: position)
            return .literal
        }
        var lines: UInt32 = 0
        var hasDoubledMarks = false
        var at = position + 1
        while at < end {
            let byte = bytes[at]
            if byte == 0x0a || (byte == 0x0d && !(at + 1 < end && bytes[at + 1] == 0x0a)) { lines += 1 }
            guard byte == quote else {
                at += 1
                continue
            }
            if at + 1 == end, !isLast { return .unknown }
            let next: UInt8? = at + 1 < end ? bytes[at + 1] : nil
            if next == quote {
                hasDoubledMarks = true
                at += 2
                continue
            }
            var quotation = Quotation(field: field, start: position + 1, end: at, hasDoubledMarks: hasDoubledMarks)
            if next == nil || next == delimiter || next == 0x0a || next == 0x0d {
                linesInside += lines
                quotations.append(quotation)
                return .closed(next: at + 1)
            }
            // Text behind the mark. Over several lines it is the mark of some later field: this one was never closed.
            if lines > 0 { break }
            quotation.hasTail = true
            quotations.append(quotation)
            note(ReaderRules.bareQuote, at: at)
            return .closed(next: at + 1)
        }
        if at >= end, !isLast, end - position < Self.quotationLimit { return .unknown }
        note(ReaderRules.unclosedQuote, at: position)
        return .literal
    }

    /// One oddity a record and kind is enough.
    private mutating func note(_ rule: Rule, at position: Int) {
        if !oddities.contains(where: { $0.rule == rule }) { oddities.append(Oddity(rule: rule, position: position)) }
    }

    private mutating func finish(_ batch: inout RecordBatch, from start: Int, to end: Int) {
        let raw = FieldRange(start: UInt32(start), end: UInt32(end))
        let outcome = take(&batch, raw, from: start, to: end)
        if watchedLine &- line <= linesInside {
            batch.sightings.append(RecordBatch.Sighting(outcome, lines: line...line + linesInside, raw: raw))
        }
        line += 1 + linesInside
        linesInside = 0
        endCount = 0
        if !quotations.isEmpty { quotations.removeAll(keepingCapacity: true) }
        if !oddities.isEmpty { oddities.removeAll(keepingCapacity: true) }
    }

    @inline(__always)
    private mutating func take(
        _ batch: inout RecordBatch, _ raw: FieldRange, from start: Int, to end: Int
    ) -> RecordBatch.Sighting.Outcome {
        batch.tally.read += 1
        if endCount == end - start {
            batch.tally.blank += 1
            hasMetBlank = true
            return .blank
        }
        addEnd(end)
        if !footnoteFields.isEmpty, hasMetBlank || isAlone(from: start, to: end),
            footnoteFields.contains(where: { isEmpty($0, recordStart: start) })
        {
            batch.tally.footnotes += 1
            return .footnote
        }
        if let expectedFields, endCount != expectedFields {
            batch.tally.ragged += 1
            batch.anomalies.append(
                RecordBatch.Anomaly(
                    rule: RecordRules.raggedRecord, line: line, record: nil, raw: raw,
                    values: [FindingValue("found", endCount), FindingValue("expected", expectedFields)]))
            return .ragged
        }
        let record = batch.recordCount
        keepFields(&batch, record: record, start: start)
        for quotation in quotations { place(quotation, in: &batch, record: record) }
        for oddity in oddities {
            batch.anomalies.append(
                RecordBatch.Anomaly(
                    rule: oddity.rule, line: line, record: record, raw: raw, column: oddity.position - start + 1,
                    values: []))
        }
        batch.records.append(raw)
        batch.lines.append(line)
        batch.recordCount += 1
        return .record(record)
    }

    /// Whether nothing but the record's first field has a value.
    private func isAlone(from start: Int, to end: Int) -> Bool { end - Int(ends[0]) == endCount - 1 }

    private func isEmpty(_ field: Int, recordStart: Int) -> Bool {
        guard field < min(endCount, Self.fieldLimit) else { return true }
        return Int(ends[field]) == (field == 0 ? recordStart : Int(ends[field - 1]) + 1)
    }

    @inline(__always)
    private func keepFields(_ batch: inout RecordBatch, record: Int, start: Int) {
        let stride = batch.stride
        unsafe batch.fields.withUnsafeMutableBufferPointer { fields in
            unsafe ends.withUnsafeBufferPointer { ends in
                var at = record
                for field in kept {
                    if field >= 0 {
                        let first = unsafe field == 0 ? UInt32(truncatingIfNeeded: start) : ends[field &- 1] &+ 1
                        unsafe fields[at].start = first
                        unsafe fields[at].end = ends[field]
                    }
                    at &+= stride
                }
            }
        }
    }

    /// Puts a quoted field's content where the field's raw text was kept.
    private mutating func place(_ quotation: Quotation, in batch: inout RecordBatch, record: Int) {
        for (slot, field) in kept.enumerated() where field == quotation.field {
            let at = slot * batch.stride + record
            if !quotation.hasDoubledMarks, !quotation.hasTail {
                batch.fields[at] = FieldRange(start: UInt32(quotation.start), end: UInt32(quotation.end))
                continue
            }
            let first = UInt32(rewritten.count)
            rewritten.append(contentsOf: content(of: quotation, in: batch.bytes))
            rewrites.append((at, FieldRange(start: first, end: UInt32(rewritten.count))))
        }
    }

    private func content(of quotation: Quotation, in bytes: [UInt8]) -> [UInt8] {
        var content: [UInt8] = []
        var at = quotation.start
        while at < quotation.end {
            content.append(bytes[at])
            at += bytes[at] == quote ? 2 : 1
        }
        if quotation.hasTail { content += bytes[(quotation.end + 1)..<Int(ends[quotation.field])] }
        return content
    }

    /// Forgets the record that was not finished, and puts rewritten fields behind the text.
    ///
    /// - Returns: `end`, where that record begins.
    private mutating func complete(_ batch: inout RecordBatch, at end: Int) -> Int {
        quotations = []
        oddities = []
        linesInside = 0
        if !rewrites.isEmpty {
            let base = UInt32(batch.bytes.count)
            batch.bytes += rewritten
            batch.bytes += [UInt8](repeating: 0, count: RecordBatch.padding)
            for (field, range) in rewrites {
                batch.fields[field] = FieldRange(start: base + range.start, end: base + range.end)
            }
            rewritten = []
            rewrites = []
        }
        return end
    }

    /// All fields of the first record, however many: of a header, or of a row whose width nobody knows yet.
    ///
    /// - Returns: `nil` where the record's end is not there; `line` counts the lines taken, blank ones before it too.
    mutating func wholeRecord(_ bytes: [UInt8], from start: Int, to end: Int, isLast: Bool)
        -> (fields: [String], next: Int, lines: Int)?
    {
        line = 1
        kept = []
        var batch = RecordBatch(bytes: bytes, columnCount: 0, stride: 1)
        let next = fill(&batch, from: start, to: end, isLast: isLast)
        guard batch.recordCount == 1, let raw = batch.records.first else { return nil }
        // A second pass, now that the number of fields is known, keeps them all.
        let lines = Int(line) - 1
        // A record of more fields than there may be is known by the first of them.
        let count = ends.firstIndex(of: raw.end).map { $0 + 1 } ?? Self.fieldLimit
        kept = Array(0..<count)
        var whole = RecordBatch(bytes: bytes, columnCount: count, stride: 1)
        _ = fill(&whole, from: start, to: end, isLast: isLast)
        return ((0..<count).map { whole.text(0, column: $0) }, next, lines)
    }
}
