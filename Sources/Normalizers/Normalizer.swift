package import FuelEconomy

/// Turns batches of raw records into typed rows.
///
/// Each thread has one of its own; two that saw parts of a feed merge to what one that saw it all would hold, but for the
/// order of rows, which nothing later depends on.
package struct Normalizer: Sendable {
    private let layout: Layout
    private let source: Int
    /// Facts that the layout does not have.
    private let unread: [Field]
    package private(set) var table = VehicleTable()
    package private(set) var findings = FindingStore()
    package private(set) var ledger = RowLedger()

    /// - Parameter source: the feed's number in the run.
    package init(_ layout: Layout, source: Int) {
        self.layout = layout
        self.source = source
        unread = Field.allCases.filter { field in !layout.columns.contains { $0.field == field } }
    }

    package mutating func merge(_ other: consuming Normalizer) {
        findings.merge(other.findings)
        ledger.merge(other.ledger)
        table.merge(other.table)
    }

    package mutating func add(_ batch: RecordBatch) {
        count(batch.tally)
        let count = batch.recordCount
        var ids = [UInt64](repeating: 0, count: count)
        var isDropped = [Bool](repeating: false, count: count)
        var codes: [[UInt32]] = Array(repeating: [], count: layout.columns.count)
        var readable = [Bool](repeating: true, count: count)

        // The id comes first, because every finding names it.
        for (slot, column) in layout.columns.enumerated() where column.field == nil {
            let fields = batch.fields.span.extracting(slot * batch.stride..<slot * batch.stride + count)
            readIDs(fields, in: batch.bytes, into: &ids, &readable)
            for record in 0..<count where !readable[record] {
                fault(batch, slot, record, vehicle: nil, expected: "a whole number of up to \(Self.idDigits) digits")
                isDropped[record] = true
            }
        }
        for (slot, column) in layout.columns.enumerated() {
            guard let field = column.field else { continue }
            codes[slot] = [UInt32](repeating: 0, count: count)
            let fields = batch.fields.span.extracting(slot * batch.stride..<slot * batch.stride + count)
            var target = codes[slot].mutableSpan
            let place = field.rawValue
            unsafe table.columns[place].encode(fields, in: batch.bytes.span.bytes, into: &target) { column.value(of: $0) }
            if !table.columns[place].hasFaults { continue }
            let faults = table.columns[place].faults
            for record in 0..<count {
                guard let expected = faults[Int(codes[slot][record])] else { continue }
                fault(batch, slot, record, vehicle: readable[record] ? ids[record] : nil, expected: expected)
                if column.policy == .quarantineRow { isDropped[record] = true }
            }
        }
        for anomaly in batch.anomalies {
            let id = anomaly.record.flatMap { readable[$0] ? ids[$0] : nil }
            report(anomaly, in: batch, vehicle: id)
        }
        let dropped = isDropped.count { $0 }
        append(batch, ids, codes, keeping: dropped == 0 ? nil : isDropped.map { !$0 })
        if dropped > 0 {
            ledger[.normalize, source].quarantined[NormalizerRules.unparsableValue.id, default: 0] += dropped
        }
        ledger[.normalize, source].read += count
        ledger[.normalize, source].kept += count - dropped
    }

    /// Adds a finding about the feed as a whole.
    package mutating func note(_ rule: Rule, values: [FindingValue]) {
        var hash = StableHash()
        for value in values { hash.combine(value.text) }
        findings.add(rule, hash: hash.value) { Finding(source: source, values: values) }
    }

    private mutating func count(_ tally: RecordBatch.Tally) {
        ledger[.read, source].read += tally.read
        ledger[.read, source].kept += tally.read - tally.blank - tally.ragged
        if tally.blank > 0 { ledger[.read, source].filtered["blank-record", default: 0] += tally.blank }
        if tally.ragged > 0 { ledger[.read, source].quarantined["ragged-record", default: 0] += tally.ragged }
    }

    private func readIDs(_ fields: Span<FieldRange>, in bytes: [UInt8], into ids: inout [UInt64], _ readable: inout [Bool]) {
        for record in 0..<fields.count {
            let field = fields[record]
            var id: UInt64 = 0
            var isNumber = field.count > 0 && field.count <= Self.idDigits
            if isNumber {
                for at in Int(field.start)..<Int(field.end) {
                    let digit = bytes[at] &- 0x30
                    isNumber = isNumber && digit < 10
                    id = id &* 10 &+ UInt64(digit)
                }
            }
            ids[record] = id
            readable[record] = isNumber
        }
    }

    private mutating func append(_ batch: RecordBatch, _ ids: [UInt64], _ codes: [[UInt32]], keeping: [Bool]?) {
        func kept<T>(_ values: [T]) -> [T] {
            guard let keeping else { return values }
            return values.indices.filter { keeping[$0] }.map { values[$0] }
        }
        let ids = kept(ids)
        table.ids += ids
        table.lines += kept(batch.lines)
        table.sources.append(contentsOf: repeatElement(UInt8(source), count: ids.count))
        for (slot, column) in layout.columns.enumerated() {
            guard let field = column.field else { continue }
            table.columns[field.rawValue].append(kept(codes[slot]).span)
        }
        // A fact that the layout does not have is absent in every row: code 0.
        for field in unread {
            if table[field].valueCount == 0 { table[field].append(.absent) }
            table[field].append([UInt32](repeating: 0, count: ids.count).span)
        }
    }

    // MARK: Findings

    private mutating func fault(_ batch: RecordBatch, _ slot: Int, _ record: Int, vehicle: UInt64?, expected: String) {
        let column = layout.columns[slot]
        let field = batch.fields[slot * batch.stride + record]
        let value = batch.text(field, limit: 80)
        var hash = StableHash()
        hash.combine(vehicle ?? 0)
        hash.combine(column.name)
        hash.combine(value)
        let raw = batch.records[record]
        let isInPlace = field.start >= raw.start && field.end <= raw.end && field.count > 0
        let place = isInPlace ? Int(field.start - raw.start) + 1 : nil
        findings.add(NormalizerRules.unparsableValue, hash: hash.value) {
            Finding(
                source: source, line: batch.lines[record], column: place, vehicle: vehicle,
                values: [
                    FindingValue("column", column.name), FindingValue("value", value),
                    FindingValue("expected", expected),
                    FindingValue("result", column.policy == .quarantineRow ? "row quarantined" : "taken as absent"),
                ],
                excerpt: batch.excerpt(raw, column: place))
        }
    }

    private mutating func report(_ anomaly: RecordBatch.Anomaly, in batch: RecordBatch, vehicle: UInt64?) {
        var hash = StableHash()
        hash.combine(vehicle ?? 0)
        for byte in batch.bytes[Int(anomaly.raw.start)..<Int(anomaly.raw.end)].prefix(1024) { hash.combine(UInt64(byte)) }
        findings.add(anomaly.rule, hash: hash.value) {
            Finding(
                source: source, line: anomaly.line, column: anomaly.column, vehicle: vehicle, values: anomaly.values,
                excerpt: batch.excerpt(anomaly.raw, column: anomaly.column))
        }
    }

    private static let idDigits = 17
}
