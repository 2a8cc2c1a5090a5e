package import FuelEconomy

/// Makes ids for the rows of feeds that have none, from what makes a row the vehicle that it is.
///
/// An id is 53 bits, so that every language's numbers hold it. It does not change when rows move, when a name's case or
/// punctuation changes, or when a figure is corrected. Where several rows have one identity, all facts go into their ids, so
/// that no id ever passes from one of them to another.
struct VehicleIdentity {
    /// Of each source: the facts that identify; `nil` for a source with ids of its own.
    private let identities: [[Field]?]
    private let bookkeeping: Set<Field>
    private(set) var findings = FindingStore()
    private(set) var ledger = RowLedger()
    private(set) var fates: RowFates

    init(_ identities: [[Field]?], bookkeeping: Set<Field>, fates: RowFates) {
        self.identities = identities
        self.bookkeeping = bookkeeping
        self.fates = fates
    }

    /// Gives ids, and marks exact copies of rows as out.
    mutating func identify(_ table: inout VehicleTable, _ isOut: inout [Bool]) {
        for (source, identity) in identities.enumerated() {
            guard let identity else { continue }
            let rows = (0..<UInt32(table.count)).filter { table.sources[Int($0)] == UInt8(source) }
            let copies = copies(of: rows, table)
            for group in copies {
                for row in group.dropFirst() { isOut[row] = true }
                ledger[.dedupe, source].merged[NormalizerRules.repeatedRecord.id, default: 0] += group.count - 1
            }
            assign(rows.filter { !isOut[Int($0)] }, identity, &table, source)
            // Only now are there ids to name them by.
            report(copies, table, source)
        }
    }

    /// Groups of two and more rows whose raw records are the same, bytes for bytes; each in the order of lines.
    private func copies(of rows: [UInt32], _ table: VehicleTable) -> [[Int]] {
        Self.groups(of: rows, by: table.contents).filter { $0.count > 1 }
            .map { $0.sorted { table.lines[$0] < table.lines[$1] } }
    }

    private static func groups(of rows: [UInt32], by keys: [UInt64]) -> [[Int]] {
        var groups: [[Int]] = []
        for row in RowOrder.sorted(rows, by: keys).lazy.map(Int.init) {
            if let last = groups.last?.last, keys[last] == keys[row] {
                groups[groups.count - 1].append(row)
            } else {
                groups.append([row])
            }
        }
        return groups
    }

    private mutating func assign(_ rows: [UInt32], _ identity: [Field], _ table: inout VehicleTable, _ source: Int) {
        let facts = Field.allCases.filter { !bookkeeping.contains($0) }
        var keys = [UInt64](repeating: 0, count: table.count)
        var wholes = keys
        for field in identity {
            let column = table[field]
            Self.mix(column, rows, into: &keys) { Self.key(column, $0) }
        }
        for field in facts where table[field].valueCount > 1 {
            let column = table[field]
            Self.mix(column, rows, into: &wholes) { code in
                var hash = StableHash()
                hash.combine(column.spellings[code][...])
                return hash.value
            }
        }
        for group in Self.groups(of: rows, by: keys) {
            let isShared = group.count > 1
            for row in group {
                var hash = StableHash()
                hash.combine(keys[row])
                if isShared { hash.combine(wholes[row]) }
                table.ids[row] = max(1, hash.value >> 11)
            }
            if isShared { report(shared: group, identity, table, source) }
        }
    }

    fileprivate static func mix(
        _ column: VehicleColumn, _ rows: [UInt32], into keys: inout [UInt64], _ key: (Int) -> UInt64
    ) {
        let byCode = (0..<column.valueCount).map(key)
        for row in rows.lazy.map(Int.init) {
            var hash = StableHash()
            hash.combine(keys[row])
            hash.combine(byCode[column.codes[row]])
            keys[row] = hash.value
        }
    }

    /// What a value is without what may change in its spelling.
    fileprivate static func key(_ column: VehicleColumn, _ code: Int) -> UInt64 {
        var hash = StableHash()
        if column.numbers[code].isNaN {
            hash.combine(column.texts[code].isEmpty ? "" : NameKey.of(column.texts[code]))
        } else {
            hash.combine(column.numbers[code].bitPattern)
        }
        return hash.value
    }

    private mutating func report(_ copies: [[Int]], _ table: VehicleTable, _ source: Int) {
        for group in copies {
            let first = group[0]
            for (place, row) in group.enumerated().dropFirst() {
                fates.tell(.merged, NormalizerRules.repeatedRecord, row, of: table, at: .dedupe, instead: first)
                var hash = StableHash()
                hash.combine(table.ids[first])
                hash.combine(UInt64(place))
                findings.add(
                    NormalizerRules.repeatedRecord, hash: hash.value,
                    at: Finding.Place(source: source, line: table.lines[row], vehicle: table.ids[first])
                ) {
                    [FindingValue("line", Int(table.lines[first])), FindingValue("rows", group.count)]
                }
            }
        }
    }

    private mutating func report(shared group: [Int], _ identity: [Field], _ table: VehicleTable, _ source: Int) {
        let first = group.min { table.ids[$0] < table.ids[$1] }!
        var hash = StableHash()
        hash.combine(table.ids[first])
        findings.add(NormalizerRules.sharedIdentity, hash: hash.value, at: table.place(of: first)) {
            [
                FindingValue("rows", group.count),
                FindingValue("facts", identity.map(\.key).joined(separator: ", ")),
            ]
        }
    }
}

extension Layout {
    /// By row, a hash of what makes it the vehicle that it is: of rows that share it, one cannot change without the others' ids
    /// changing too. Empty for a feed with ids of its own.
    package func identities(of table: VehicleTable) -> [UInt64] {
        if hasIDs { return [] }
        var keys = [UInt64](repeating: 0, count: table.count)
        for field in identity {
            let filed = field == .make ? table.namesAsFiled?.make : field == .model ? table.namesAsFiled?.model : nil
            let column = filed ?? table[field]
            VehicleIdentity.mix(column, (0..<UInt32(table.count)).map { $0 }, into: &keys) {
                VehicleIdentity.key(column, $0)
            }
        }
        return keys
    }
}
