import FuelEconomy

@testable import FeedReaders

/// Gives out its bytes in pieces of the caller's choice, as a slow pipe would.
final class PiecewiseSource: ByteSource {
    private var rest: ArraySlice<UInt8>
    private var sizes: [Int]

    init(_ bytes: [UInt8], sizes: [Int] = []) {
        rest = bytes[...]
        self.sizes = sizes
    }

    func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        let size = min(count, rest.count, sizes.isEmpty ? count : max(1, sizes.removeFirst()))
        bytes.replaceSubrange(offset..<offset + size, with: rest.prefix(size))
        rest = rest.dropFirst(size)
        return size
    }
}

/// Columns of one name each, of which the first is required.
func columns(_ names: [String], required: Set<Int> = [0], ignored: Set<String> = []) -> WantedColumns {
    WantedColumns(layout: "test", names: names.map { [$0] }, required: required, ignored: ignored)
}

/// What a reader makes of a text.
struct Reading: Equatable {
    var rows: [[String]] = []
    var lines: [Int] = []
    var places: [RecordBatch.Place] = []
    var oddities: [String] = []
    var tally = RecordBatch.Tally()
    var drift: [String] = []

    init(_ reader: any RecordReader, columns: Int) throws {
        while let batch = try reader.next() {
            for record in 0..<batch.recordCount {
                rows.append((0..<columns).map { batch.text(record, column: $0) })
                lines.append(Int(batch.lines[record]))
                if !batch.places.isEmpty { places.append(batch.places[record]) }
            }
            oddities += batch.anomalies.map { "\($0.line) \($0.rule.id)" }
            tally.read += batch.tally.read
            tally.blank += batch.tally.blank
            tally.ragged += batch.tally.ragged
            tally.footnotes += batch.tally.footnotes
        }
        drift = try reader.drift.map { $0.rule.id + " " + $0.values[0].text }
    }

    init(
        _ bytes: [UInt8], columns names: [String], form: FeedForm.Delimited = .init(), required: Set<Int> = [0],
        sizes: [Int] = []
    ) throws {
        let reader = try CSVReader(
            PiecewiseSource(bytes, sizes: sizes), path: "test.csv", form: form, columns: columns(names, required: required))
        try self.init(reader, columns: names.count)
    }

    init(
        _ text: String, columns: [String] = ["a", "b", "c"], form: FeedForm.Delimited = .init(), required: Set<Int> = [0],
        sizes: [Int] = []
    ) throws {
        try self.init(Array(text.utf8), columns: columns, form: form, required: required, sizes: sizes)
    }
}

/// Ways to cut so many bytes: whole, byte by byte, and in two at every place.
func cuts(_ count: Int) -> [[Int]] {
    [[], Array(repeating: 1, count: count)] + (1..<max(2, count)).map { [$0] }
}
