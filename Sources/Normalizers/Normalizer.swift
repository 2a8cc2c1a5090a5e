package import FuelEconomy

/// Turns batches of raw records into typed rows.
///
/// Each thread has one of its own; two that saw parts of a feed merge to what one that saw it all would hold, but for the
/// order of rows, which nothing later depends on.
package struct Normalizer: Sendable {
    private let layout: Layout
    private let source: Int
    /// Facts that the layout does not have; of some the pipeline says what they are in every row.
    private let unread: [Field]
    /// By slot whose spellings are no names yet, but hold one: the feed's spellings, and by their code the name's.
    private var inside: [Int: (spellings: SpellingTable, codes: [UInt32])] = [:]
    private let constants: [Field: (spelling: String, value: CellValue)]
    package private(set) var table = VehicleTable()
    package private(set) var findings = FindingStore()
    package private(set) var ledger = RowLedger()

    /// - Parameters:
    ///   - source: the feed's number in the run.
    ///   - constants: facts that every row has and the feed does not state, such as the year of a file of one year.
    package init(_ layout: Layout, source: Int, constants: [Field: String] = [:]) {
        self.layout = layout
        self.source = source
        unread = Field.allCases.filter { field in !layout.columns.contains { $0.field == field } }
        self.constants = Dictionary(
            uniqueKeysWithValues: constants.map { field, text in (field, (text, Self.constant(field, text))) })
        table.quantities = layout.quantities
        table.facts = Set(layout.columns.compactMap(\.field)).union(constants.keys)
        for field in constants.keys {
            if case .number(let quantity) = field.kind { table.quantities[field] = quantity }
        }
    }

    static func constant(_ field: Field, _ text: String) -> CellValue {
        switch field.kind {
        case .name, .text: .text(text)
        case .number, .date: Double(text).map(CellValue.number) ?? .absent
        }
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
                fault(batch, slot, record, vehicle: nil, expected: Self.expectedID)
                isDropped[record] = true
            }
        }
        for (slot, column) in layout.columns.enumerated() {
            guard let field = column.field else { continue }
            codes[slot] = [UInt32](repeating: 0, count: count)
            let fields = batch.fields.span.extracting(slot * batch.stride..<slot * batch.stride + count)
            var target = codes[slot].mutableSpan
            let place = field.rawValue
            if column.holdsName {
                encodeInside(slot, fields, in: batch, into: &target)
            } else {
                unsafe table.columns[place].encode(fields, in: batch.bytes.span.bytes, into: &target) {
                    column.value(of: $0)
                }
            }
            for (record, found) in table.columns[place].faults(in: codes[slot]) {
                let vehicle = readable[record] && layout.hasIDs ? ids[record] : nil
                switch found {
                case .undecodable(let at): undecodable(batch, slot, record, vehicle: vehicle, at: at)
                case .unexpected(let expected):
                    fault(batch, slot, record, vehicle: vehicle, expected: expected)
                    if column.policy == .quarantineRow { isDropped[record] = true }
                }
            }
        }
        for anomaly in batch.anomalies {
            let id = anomaly.record.flatMap { readable[$0] && layout.hasIDs ? ids[$0] : nil }
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
        findings.add(rule, hash: hash.value, at: Finding.Place(source: source)) { values }
    }

    /// Adds findings of which only the first are known one by one.
    package mutating func note(_ rule: Rule, count: Int, samples: [[FindingValue]]) {
        for values in samples { note(rule, values: values) }
        findings.add(rule, unknown: count - samples.count)
    }

    private mutating func count(_ tally: RecordBatch.Tally) {
        ledger[.read, source].read += tally.read
        ledger[.read, source].kept += tally.read - tally.blank - tally.ragged - tally.footnotes
        if tally.footnotes > 0 { ledger[.read, source].filtered[RecordRules.footnote.id, default: 0] += tally.footnotes }
        if tally.blank > 0 { ledger[.read, source].filtered[RecordRules.blankRecord.id, default: 0] += tally.blank }
        if tally.ragged > 0 { ledger[.read, source].quarantined[RecordRules.raggedRecord.id, default: 0] += tally.ragged }
    }

    private func readIDs(_ fields: Span<FieldRange>, in bytes: [UInt8], into ids: inout [UInt64], _ readable: inout [Bool]) {
        for record in 0..<fields.count {
            let id = Self.id(fields[record], in: bytes)
            ids[record] = id ?? 0
            readable[record] = id != nil
        }
    }

    @inline(__always)
    fileprivate static func id(_ field: FieldRange, in bytes: [UInt8]) -> UInt64? {
        if field.count == 0 || field.count > idDigits { return nil }
        var id: UInt64 = 0
        for at in Int(field.start)..<Int(field.end) {
            let digit = bytes[at] &- 0x30
            if digit > 9 { return nil }
            id = id &* 10 &+ UInt64(digit)
        }
        return id
    }

    /// Codes fields whose text holds a name among other things: the column gets the names, not the texts.
    private mutating func encodeInside(
        _ slot: Int, _ fields: Span<FieldRange>, in batch: RecordBatch, into codes: inout MutableSpan<UInt32>
    ) {
        let column = layout.columns[slot]
        let place = column.field!.rawValue
        if table.columns[place].valueCount == 0 { table.columns[place].append(column.value(of: [])) }
        var known = inside.removeValue(forKey: slot) ?? (SpellingTable(), [0])
        unsafe known.spellings.encode(fields, in: batch.bytes.span.bytes, into: &codes)
        while known.codes.count < known.spellings.count {
            let spelling = known.spellings[known.codes.count]
            let value = column.value(of: spelling)
            var name = spelling
            if case .text(let text) = value { name = Array(text.utf8) }
            let code = table.columns[place].spellings.code(of: name)
            if Int(code) == table.columns[place].valueCount { table.columns[place].append(value) }
            known.codes.append(code)
        }
        for record in 0..<fields.count { codes[record] = known.codes[Int(codes[record])] }
        inside[slot] = known
    }

    private mutating func append(_ batch: RecordBatch, _ ids: [UInt64], _ codes: [[UInt32]], keeping: [Bool]?) {
        func kept<T>(_ values: [T]) -> [T] {
            guard let keeping else { return values }
            return values.indices.filter { keeping[$0] }.map { values[$0] }
        }
        let ids = kept(ids)
        table.ids += ids
        table.lines += kept(batch.lines)
        if layout.role == .vehicles { table.heads.append(batch, keeping: keeping) }
        table.sources.append(contentsOf: repeatElement(UInt8(source), count: ids.count))
        if !layout.hasIDs {
            table.contents += kept(batch.records.map { Self.content(batch.bytes[Int($0.start)..<Int($0.end)]) })
        }
        for (slot, column) in layout.columns.enumerated() {
            guard let field = column.field else { continue }
            table.columns[field.rawValue].append(kept(codes[slot]).span)
        }
        for field in unread {
            if table[field].valueCount == 0 { table[field].append(.absent) }
            if let constant = constants[field] {
                table[field].append(constant: constant.value, spelling: constant.spelling, count: ids.count)
            } else {
                table[field].codes.appendZeros(ids.count)
            }
        }
    }

    /// A hash of a raw record, for telling exact copies.
    private static func content(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var hash = StableHash()
        hash.combine(bytes)
        return hash.value
    }

    // MARK: Findings

    private mutating func fault(_ batch: RecordBatch, _ slot: Int, _ record: Int, vehicle: UInt64?, expected: String) {
        let column = layout.columns[slot]
        add(
            NormalizerRules.unparsableValue, batch, slot, record, vehicle: vehicle,
            values: [
                FindingValue("expected", expected),
                FindingValue("result", column.policy == .quarantineRow ? "row quarantined" : "taken as absent"),
            ])
    }

    private mutating func undecodable(_ batch: RecordBatch, _ slot: Int, _ record: Int, vehicle: UInt64?, at: Int) {
        let field = batch.fields[slot * batch.stride + record]
        let inRecord = Int(field.start) + at - Int(batch.records[record].start)
        add(
            RecordRules.undecodableByte, batch, slot, record, vehicle: vehicle,
            values: [FindingValue("byte", batch.byte(of: record) + inRecord), FindingValue("encoding", "UTF-8")])
    }

    private mutating func add(
        _ rule: Rule, _ batch: RecordBatch, _ slot: Int, _ record: Int, vehicle: UInt64?, values: [FindingValue]
    ) {
        let name = layout.columns[slot].name
        let value = batch.text(batch.fields[slot * batch.stride + record], limit: 80)
        var hash = StableHash()
        hash.combine(vehicle ?? 0)
        hash.combine(name)
        hash.combine(value)
        findings.add(
            rule, hash: hash.value, at: Finding.Place(source: source, line: batch.lines[record], vehicle: vehicle),
            values: [FindingValue("column", name), FindingValue("value", value)] + values
        ) { batch.sight(of: record, slot: slot) }
    }

    private mutating func report(_ anomaly: RecordBatch.Anomaly, in batch: RecordBatch, vehicle: UInt64?) {
        var hash = StableHash()
        hash.combine(vehicle ?? 0)
        hash.combine(batch.bytes[Int(anomaly.raw.start)..<Int(anomaly.raw.end)].prefix(1024))
        findings.add(
            anomaly.rule, hash: hash.value,
            at: Finding.Place(source: source, line: anomaly.line, vehicle: vehicle), values: anomaly.values
        ) { (anomaly.column, batch.excerpt(anomaly.raw, column: anomaly.column)) }
    }

    private static let idDigits = 17
    static let expectedID = "a whole number of up to \(idDigits) digits"
}

extension Layout {
    /// The records of a batch that have an id, by their numbers.
    package func records(of id: UInt64, in batch: RecordBatch) -> [Int] {
        guard let slot = columns.firstIndex(where: { $0.field == nil }) else { return [] }
        return (0..<batch.recordCount).filter {
            Normalizer.id(batch.fields[slot * batch.stride + $0], in: batch.bytes) == id
        }
    }

    /// The id that a record has of itself; `nil` where it has none, or none that can be read.
    package func id(of record: Int, in batch: RecordBatch) -> UInt64? {
        guard let slot = columns.firstIndex(where: { $0.field == nil }) else { return nil }
        return Normalizer.id(batch.fields[slot * batch.stride + record], in: batch.bytes)
    }
}
