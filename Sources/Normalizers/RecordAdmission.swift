package import FuelEconomy

/// Decides which rows enter the tree: those of a model year that can be, and one row an id.
package struct RecordAdmission: Sendable {
    package private(set) var findings = FindingStore()
    package private(set) var ledger = RowLedger()
    package private(set) var fates: RowFates
    /// The newest date of each source's rows, also of those put aside; known once they were admitted.
    package private(set) var newestDates: [CivilDate?]
    private let knowsDates: Bool

    /// - Parameters:
    ///   - newestDates: by source, where the table does not have all of the feeds' rows; else they are found in it.
    ///   - tellsFates: whether to tell which rows were put aside, each.
    package init(newestDates: [CivilDate?]? = nil, tellsFates: Bool = false) {
        self.newestDates = newestDates ?? []
        knowsDates = newestDates != nil
        fates = RowFates(areAsked: tellsFates)
    }

    /// Puts aside what cannot stand, and leaves the rest.
    ///
    /// - Parameter layouts: by source.
    package mutating func admit(_ table: inout VehicleTable, layouts: [Layout]) {
        let bookkeeping = layouts.bookkeeping
        var isOut = [Bool](repeating: false, count: table.count)
        ledger.count(table.sources, at: .dedupe, into: \.read)
        if !table.contents.isEmpty {
            var identity = VehicleIdentity(
                layouts.map { $0.hasIDs ? nil : $0.identity }, bookkeeping: bookkeeping, fates: fates)
            identity.identify(&table, &isOut)
            fates = identity.fates
            findings.merge(identity.findings)
            ledger.merge(identity.ledger)
        }
        checkYears(table, layouts, &isOut)
        checkIDs(table, layouts, bookkeeping, &isOut)
        if isOut.contains(true) {
            table = table.gathered((0..<UInt32(table.count)).filter { !isOut[Int($0)] })
        }
        ledger.count(table.sources, at: .dedupe, into: \.kept)
    }

    private static func newestDates(_ table: VehicleTable, sources: Int) -> [CivilDate?] {
        var newest = [Double](repeating: -.infinity, count: sources)
        for field in [Field.created, .modified] {
            let column = table[field]
            column.codes.forEach { row, code in
                let day = column.numbers[code]
                let source = Int(table.sources[row])
                if day > newest[source] { newest[source] = day }
            }
        }
        return newest.map { $0.isFinite ? CivilDate(days: Int($0)) : nil }
    }

    private mutating func checkYears(_ table: VehicleTable, _ layouts: [Layout], _ isOut: inout [Bool]) {
        if !knowsDates { newestDates = Self.newestDates(table, sources: layouts.count) }
        let years = table[.year].numbers(of: 0..<table.count)
        let last = newestDates.map { Double(($0?.components.year ?? 2099) + 1) }
        for row in 0..<table.count {
            let year = years[row]
            let source = Int(table.sources[row])
            let first = Double(layouts[source].firstModelYear)
            if year >= first, year <= last[source], year == year.rounded() { continue }
            if isOut[row] || (year.isNaN && layouts[source].mayLackYear) { continue }
            isOut[row] = true
            ledger[.dedupe, source].quarantined[NormalizerRules.modelYearOutOfRange.id, default: 0] += 1
            fates.tell(.quarantined, NormalizerRules.modelYearOutOfRange, row, of: table, at: .dedupe)
            var hash = StableHash()
            hash.combine(table.ids[row])
            findings.add(NormalizerRules.modelYearOutOfRange, hash: hash.value, at: table.place(of: row)) {
                [
                    FindingValue("year", NumberText.exact(year)), FindingValue("first", NumberText.exact(first)),
                    FindingValue("last", NumberText.exact(last[source])),
                ]
            }
        }
    }

    private mutating func checkIDs(
        _ table: VehicleTable, _ layouts: [Layout], _ bookkeeping: Set<Field>, _ isOut: inout [Bool]
    ) {
        let rows = (0..<UInt32(table.count)).filter { !isOut[Int($0)] }
        let order = RowOrder.sorted(rows, by: table.ids)
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, table.ids[Int(order[end])] == table.ids[Int(order[start])] { end += 1 }
            if end - start > 1 {
                let hasIDs = layouts[Int(table.sources[Int(order[start])])].hasIDs
                resolve(
                    order[start..<end].map(Int.init), table, bookkeeping, &isOut,
                    as: hasIDs ? NormalizerRules.duplicateID : NormalizerRules.alikeRecord)
            }
            start = end
        }
    }

    /// Keeps the row that was last modified; ties by the rows' own content, so that their order in the feed does not matter.
    private mutating func resolve(
        _ rows: [Int], _ table: VehicleTable, _ bookkeeping: Set<Field>, _ isOut: inout [Bool], as rule: Rule
    ) {
        let facts = Field.allCases.filter { !bookkeeping.contains($0) }
        func spelling(_ field: Field, _ row: Int) -> [UInt8] { table[field].spellings[table[field].codes[row]] }
        let ranked = rows.sorted { a, b in
            for field in [Field.modified, .created] where table.number(field, a) != table.number(field, b) {
                let (x, y) = (table.number(field, a), table.number(field, b))
                if x.isNaN != y.isNaN { return y.isNaN }
                if x != y { return x > y }
            }
            for field in facts where table[field].codes[a] != table[field].codes[b] {
                return spelling(field, a).lexicographicallyPrecedes(spelling(field, b))
            }
            return table.lines[a] < table.lines[b]
        }
        let kept = ranked[0]
        var merged = 0
        for row in ranked.dropFirst() {
            isOut[row] = true
            let source = Int(table.sources[row])
            if facts.allSatisfy({ table[$0].codes[row] == table[$0].codes[kept] }) {
                merged += 1
                ledger[.dedupe, source].merged[rule.id, default: 0] += 1
                fates.tell(.merged, rule, row, of: table, at: .dedupe, instead: kept)
            } else {
                ledger[.dedupe, source].quarantined[rule.id, default: 0] += 1
                fates.tell(.quarantined, rule, row, of: table, at: .dedupe, instead: kept)
            }
        }
        let quarantined = rows.count - 1 - merged
        var hash = StableHash()
        hash.combine(table.ids[kept])
        findings.add(rule, hash: hash.value, at: table.place(of: kept)) {
            let results = [
                merged > 0 ? "\(merged) alike merged" : nil, quarantined > 0 ? "\(quarantined) quarantined" : nil,
            ]
            return [
                FindingValue("rows", rows.count),
                FindingValue("lines", rows.map { String(table.lines[$0]) }.sorted().joined(separator: ", ")),
                FindingValue("result", results.compactMap { $0 }.joined(separator: ", ")),
            ]
        }
    }
}
