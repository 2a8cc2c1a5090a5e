package import FuelEconomy

/// Reads a feed whose fields stand at fixed places of their lines. Blanks around a field, and a pair of quotation marks, are no
/// part of it.
package final class FixedWidthReader: RecordReader {
    private let lines: CSVReader
    private let fields: [FeedForm.FixedWidth.Column?]
    package let drift: [(rule: Rule, values: [FindingValue])]
    package var headLines: Int { lines.headLines }
    package var lineCount: Int { lines.lineCount }

    package init(
        _ text: any ByteSource, path: String, form: FeedForm.FixedWidth, columns: WantedColumns,
        watching line: UInt32 = 0
    ) throws {
        let found = ColumnDrift(form.columns.map(\.name), wanted: columns)
        try found.requireComplete(at: path)
        drift = found.findings
        fields = found.places.map { $0.map { form.columns[$0] } }
        lines = try CSVReader(lines: text, path: path, skipping: form.heading == nil ? 0 : 1, watching: line)
    }

    package func next() throws -> RecordBatch? {
        guard var batch = try lines.next() else { return nil }
        batch.columnCount = fields.count
        batch.fields = Array(repeating: FieldRange(start: 0, end: 0), count: fields.count * batch.stride)
        for record in 0..<batch.recordCount {
            let line = batch.records[record]
            for (slot, field) in fields.enumerated() {
                guard let field else { continue }
                let start = min(line.start + UInt32(field.start), line.end)
                let end = min(field.end.map { line.start + UInt32($0) } ?? line.end, line.end)
                batch.fields[slot * batch.stride + record] = Self.trimmed(start, end, batch.bytes)
            }
        }
        return batch
    }

    private static func trimmed(_ start: UInt32, _ end: UInt32, _ bytes: [UInt8]) -> FieldRange {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var (start, end) = (start, max(start, end))
        while start < end, isBlank(bytes[Int(start)]) { start += 1 }
        while start < end, isBlank(bytes[Int(end) - 1]) { end -= 1 }
        if end - start >= 2, bytes[Int(start)] == 0x22, bytes[Int(end) - 1] == 0x22 {
            start += 1
            end -= 1
        }
        return FieldRange(start: start, end: end)
    }
}
