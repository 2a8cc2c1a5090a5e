/// How each row begins in its feed: what a finding shows of a record that is long gone when a rule looks at the vehicle.
///
/// Some 170 bytes a row. Empty where nobody looks at rows that late, as at details.
package struct RecordHeads: Sendable {
    /// One more than is shown tells that there is more.
    private static let limit = Finding.Excerpt.limit + 1

    private var bytes: [UInt8] = []
    /// By row: where its head begins in `bytes`, and in the lowest byte how long it is.
    private var places: [UInt64] = []

    package init() {}

    package var isEmpty: Bool { places.isEmpty }

    /// How a row's record begins; `nil` where it was not kept.
    package func excerpt(_ row: Int) -> Finding.Excerpt? {
        guard row < places.count else { return nil }
        let start = Int(places[row] >> 8)
        let count = Int(places[row] & 0xff)
        return count == 0 ? nil : Finding.Excerpt(record: bytes[start..<start + count])
    }

    /// Adds the records of a batch.
    ///
    /// - Parameter keeping: which of them are rows; `nil`: all.
    package mutating func append(_ batch: RecordBatch, keeping: [Bool]?) {
        for record in 0..<batch.recordCount where keeping?[record] ?? true {
            let start = bytes.count
            batch.appendHead(of: record, limit: Self.limit, to: &bytes)
            places.append(UInt64(start) << 8 | UInt64(bytes.count - start))
        }
    }

    package mutating func merge(_ other: RecordHeads) {
        let shift = UInt64(bytes.count) << 8
        bytes += other.bytes
        places += other.places.map { $0 + shift }
    }

    /// Adds rows whose heads were not kept.
    package mutating func pad(to count: Int) {
        places.append(contentsOf: repeatElement(0, count: count - places.count))
    }

    /// Those of some rows, in that order.
    package func gathered(_ rows: [UInt32]) -> RecordHeads {
        if isEmpty { return self }
        var result = self
        result.places = rows.map { places[Int($0)] }
        return result
    }
}
