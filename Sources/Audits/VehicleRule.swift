package import FuelEconomy

/// A rule that looks at one vehicle at a time.
package struct VehicleRule: Sendable {
    package var rule: Rule
    /// What is wrong with a row, as values; `nil` where nothing is.
    var check: @Sendable (AuditedTable, Int) -> [FindingValue]?

    init(_ rule: Rule, check: @escaping @Sendable (AuditedTable, Int) -> [FindingValue]?) {
        self.rule = rule
        self.check = check
    }

    /// Every rule of this kind, in the order of the catalogue.
    package static let all = [
        combinedEconomyMismatch, cityAboveHighway, co2EconomyMismatch, roundedDiffersFromUnrounded,
    ]
}

/// A table with what several rules want to know of its rows.
package struct AuditedTable: Sendable {
    package let table: VehicleTable
    package let powertrains: [Powertrain]

    package init(_ table: VehicleTable) {
        self.table = table
        powertrains = table.powertrains()
    }

    func number(_ field: Field, _ row: Int) -> Double { table.number(field, row) }

    /// Runs all vehicle rules over some rows. Parts of a table may be audited on several threads, and the findings merged.
    package func audit(_ rows: Range<Int>, rules: [VehicleRule] = VehicleRule.all) -> FindingStore {
        var findings = FindingStore()
        for rule in rules {
            let slot = findings.slot(rule.rule)
            for row in rows {
                guard let values = rule.check(self, row) else { continue }
                var hash = StableHash()
                hash.combine(table.ids[row])
                for value in values { hash.combine(value.text) }
                findings.add(slot, hash: hash.value) {
                    Finding(
                        source: Int(table.sources[row]), line: table.lines[row], vehicle: table.ids[row], values: values)
                }
            }
        }
        return findings
    }
}
