package import FuelEconomy

/// Vehicles alike in all facts but their id and dates: one finding a group.
package struct DuplicateRecords: Sendable {
    package static let rule = Rule(
        id: "duplicate-record", title: "Vehicles alike in all but id and dates", severity: .notice, subject: .vehicle,
        message: "{rows} vehicles are alike in all facts but id and dates: {ids}",
        why: "A user cannot tell them apart, whatever the label; only their ids differ. All are kept, one finding a group.",
        fix: "nothing is lost; ask the publisher what tells them apart")

    private let table: VehicleTable
    private let columns: [VehicleColumn]

    /// - Parameter bookkeeping: fields that may differ.
    package init(_ table: VehicleTable, bookkeeping: Set<Field>) {
        self.table = table
        columns = Field.allCases.filter { !bookkeeping.contains($0) }.map { field in
            switch field {
            case .make: table.namesAsFiled?.make ?? table[.make]
            case .model: table.namesAsFiled?.model ?? table[.model]
            default: table[field]
            }
        }
    }

    /// Looks at the options of some years; only rows of one make, model and year can be alike.
    package func audit(_ years: ArraySlice<Catalog.Year>, of catalog: Catalog) -> FindingStore {
        var findings = FindingStore()
        let slot = findings.slot(Self.rule)
        for year in years where year.count > 1 {
            let options = year.first..<year.first + year.count
            // Rows that a label can tell apart are not alike.
            let rows = options.filter { catalog.optionNeedsID[$0] }.map { Int(catalog.optionRows[$0]) }
            if rows.count < 2 { continue }
            var groups: [UInt64: [[Int]]] = [:]
            for row in rows {
                let hash = hash(row)
                let place = groups[hash]?.firstIndex { isAlike($0[0], row) }
                if let place { groups[hash]![place].append(row) } else { groups[hash, default: []].append([row]) }
            }
            for group in groups.values.joined() where group.count > 1 { report(group, slot, &findings) }
        }
        return findings
    }

    private func hash(_ row: Int) -> UInt64 {
        var hash = StableHash()
        for column in columns { hash.combine(UInt64(column.codes[row])) }
        return hash.value
    }

    private func isAlike(_ a: Int, _ b: Int) -> Bool {
        columns.allSatisfy { $0.codes[a] == $0.codes[b] }
    }

    private func report(_ group: [Int], _ slot: Int, _ findings: inout FindingStore) {
        let rows = group.sorted { table.ids[$0] < table.ids[$1] }
        var hash = StableHash()
        hash.combine(table.ids[rows[0]])
        findings.add(slot, hash: hash.value) {
            let shown = rows.prefix(10).map { String(table.ids[$0]) }.joined(separator: ", ")
            return Finding(
                source: Int(table.sources[rows[0]]), line: table.lines[rows[0]], vehicle: table.ids[rows[0]],
                values: [
                    FindingValue("rows", rows.count),
                    FindingValue("ids", shown + (rows.count > 10 ? " and \(rows.count - 10) more" : "")),
                ])
        }
    }
}
