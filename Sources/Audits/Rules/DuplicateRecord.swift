package import FuelEconomy

/// Vehicles alike in all facts but their id and dates: one finding a group.
package struct DuplicateRecords: Sendable {
    package static let rule = Rule(
        id: "duplicate-record", title: "Vehicles alike in all but id and dates", severity: .notice, family: .identity,
        message: "{rows} vehicles are alike in all facts but id and dates: {ids}",
        why: "A user cannot tell them apart, whatever the label; only their ids differ. All are kept, one finding a group.",
        example: "2915 and 2916 are alike in all but their id and dates",
        fix: "nothing is lost; ask the publisher what tells them apart")

    private let table: VehicleTable
    private let columns: [CodeVector]

    /// - Parameter bookkeeping: fields that may differ.
    package init(_ table: VehicleTable, bookkeeping: Set<Field>) {
        self.table = table
        let facts = Field.allCases.filter { !bookkeeping.contains($0) }.map { field in
            switch field {
            case .make: table.namesAsFiled?.make ?? table[.make]
            case .model: table.namesAsFiled?.model ?? table[.model]
            default: table[field]
            }
        }
        // One value tells nothing apart.
        columns = facts.filter { $0.valueCount > 1 }.map(\.codes)
    }

    /// Looks at the options of some of the nodes right above them; only rows of one node can be alike, and of those only the
    /// ones that no label tells apart.
    package func audit(_ range: Range<Int>, of catalog: Catalog) -> FindingStore {
        var findings = FindingStore()
        let slot = findings.slot(Self.rule)
        var rows: [UInt32] = []
        var ends: [Int] = []
        for node in catalog.lastNodes[range] where node.count > 1 {
            for option in node.first..<node.first + node.count where catalog.optionNeedsID[option] {
                rows.append(catalog.optionRows[option])
            }
            ends.append(rows.count)
        }
        let facts = fingerprints(of: rows)
        var start = 0
        for end in ends {
            let order = (start..<end).sorted { (facts[$0].0, facts[$0].1, rows[$0]) < (facts[$1].0, facts[$1].1, rows[$1]) }
            var first = 0
            while first < order.count {
                var next = first + 1
                while next < order.count, facts[order[next]] == facts[order[first]] { next += 1 }
                if next - first > 1 { report(order[first..<next].map { Int(rows[$0]) }, slot, &findings) }
                first = next
            }
            start = end
        }
        return findings
    }

    /// 128 bits of each row's facts, column by column: two rows of one fingerprint are alike.
    private func fingerprints(of rows: [UInt32]) -> [(UInt64, UInt64)] {
        var facts = [(UInt64, UInt64)](repeating: (0, 0), count: rows.count)
        for column in columns {
            let codes = column.codes(of: rows[...])
            var facts = facts.mutableSpan
            for index in codes.indices {
                let word = UInt64(codes[index]) + 1
                var (a, b) = facts[index]
                a = (a ^ word) &* 0x9e37_79b9_7f4a_7c15
                b = (b &+ word) &* 0xd6e8_feb8_6659_fd93
                facts[index] = (a ^ a >> 29, b ^ b >> 32)
            }
        }
        return facts
    }

    private func report(_ group: [Int], _ slot: Int, _ findings: inout FindingStore) {
        let ids = table.ids
        let rows = group.sorted { ids[$0] < ids[$1] }
        var hash = StableHash()
        hash.combine(ids[rows[0]])
        findings.add(slot, hash: hash.value, at: table.place(of: rows[0])) {
            let shown = rows.prefix(10).map { String(ids[$0]) }.joined(separator: ", ")
            return [
                FindingValue("rows", rows.count),
                FindingValue("ids", shown + (rows.count > 10 ? " and \(rows.count - 10) more" : "")),
            ]
        }
    }
}
