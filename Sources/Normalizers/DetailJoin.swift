package import FuelEconomy

/// Joins rows of details, such as emissions, to the vehicles whose ids they name.
package struct DetailJoin: Sendable {
    package private(set) var findings = FindingStore()
    package private(set) var ledger = RowLedger()
    package private(set) var fates: RowFates

    package init(tellsFates: Bool = false) { fates = RowFates(areAsked: tellsFates) }

    /// Leaves of `details` the rows whose vehicle is there, each once, by id and then by content.
    package mutating func join(_ details: VehicleTable, to vehicles: VehicleTable) -> VehicleTable {
        ledger.count(details.sources, at: .dedupe, into: \.read)
        let ids = vehicles.ids.sorted()
        let rows = (0..<UInt32(details.count)).map { $0 }
        let ranks = contentRanks(details)
        let order = RowOrder.sorted(RowOrder.sorted(rows, by: ranks), by: details.ids)
        var kept: [UInt32] = []
        var orphans: [Int] = []
        var vehicle = 0
        for row in order {
            let id = details.ids[Int(row)]
            while vehicle < ids.count, ids[vehicle] < id { vehicle += 1 }
            guard vehicle < ids.count, ids[vehicle] == id else {
                orphans.append(Int(row))
                fates.tell(.quarantined, NormalizerRules.orphanRecord, Int(row), of: details, at: .dedupe)
                continue
            }
            if let last = kept.last.map(Int.init), details.ids[last] == id, ranks[last] == ranks[Int(row)] {
                ledger[.dedupe, Int(details.sources[Int(row)])].merged[NormalizerRules.repeatedRecord.id, default: 0] += 1
                fates.tell(
                    .merged, NormalizerRules.repeatedRecord, Int(row), of: details, at: .dedupe, instead: last)
            } else {
                kept.append(row)
            }
        }
        report(orphans, details)
        let joined = details.gathered(kept)
        ledger.count(joined.sources, at: .dedupe, into: \.kept)
        ledger.count(joined.sources, at: .tree, into: \.read)
        ledger.count(joined.sources, at: .tree, into: \.kept)
        return joined
    }

    /// A number a row that orders rows by their facts' spellings, the same for rows that agree in all of them.
    private func contentRanks(_ details: VehicleTable) -> [UInt64] {
        let columns = Field.allCases.map { details[$0] }.filter { $0.valueCount > 1 }
        var ranks = [UInt64](repeating: 0, count: details.count)
        for column in columns {
            let sorted = (0..<column.valueCount).sorted {
                column.spellings[$0].lexicographicallyPrecedes(column.spellings[$1])
            }
            var rankOfCode = [UInt64](repeating: 0, count: column.valueCount)
            for (rank, code) in sorted.enumerated() { rankOfCode[code] = UInt64(rank) }
            let codes = column.codes.mapped(0..<details.count, rankOfCode)
            // Dense again after each column, so that the product never overflows.
            let combined = (0..<details.count).map { ranks[$0] * UInt64(column.valueCount) + codes[$0] }
            ranks = Self.dense(combined)
        }
        return ranks
    }

    private static func dense(_ values: [UInt64]) -> [UInt64] {
        let order = RowOrder.sorted((0..<UInt32(values.count)).map { $0 }, by: values)
        var ranks = [UInt64](repeating: 0, count: values.count)
        for (place, row) in order.enumerated().dropFirst() {
            let before = Int(order[place - 1])
            ranks[Int(row)] = ranks[before] + (values[before] == values[Int(row)] ? 0 : 1)
        }
        return ranks
    }

    private mutating func report(_ orphans: [Int], _ details: VehicleTable) {
        var start = 0
        while start < orphans.count {
            let id = details.ids[orphans[start]]
            let end = orphans[start...].firstIndex { details.ids[$0] != id } ?? orphans.count
            let group = orphans[start..<end]
            for row in group {
                ledger[.dedupe, Int(details.sources[row])].quarantined[NormalizerRules.orphanRecord.id, default: 0] += 1
            }
            var hash = StableHash()
            hash.combine(id)
            let line = group.map { details.lines[$0] }.min()!
            findings.add(
                NormalizerRules.orphanRecord, hash: hash.value,
                at: Finding.Place(source: Int(details.sources[group.first!]), line: line, vehicle: id)
            ) {
                [FindingValue("id", String(id)), FindingValue("rows", group.count)]
            }
            start = end
        }
    }
}
