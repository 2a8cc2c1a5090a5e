package import FuelEconomy

/// Combined economy far from that of the same model, powertrain and years: statistics, where no formula tells what is right.
///
/// Median and median deviation do not depend on the order of rows, and each model is looked at by itself.
package struct EconomyOutliers: Sendable {
    package static let rule = Rule(
        id: "economy-outlier", title: "Combined economy far from that of its namesakes", severity: .notice,
        family: .statistics,
        message:
            "combined {combined} {unit} found, expected about {median} as in {rows} vehicles of this name and powertrain, model "
            + "years {years}",
        limit: Rule.Limit(6, "median deviations", "how far an economy may be from the median of its namesakes"),
        why:
            "A slip of the keyboard that agrees with itself passes every formula. It may as well be a special engine, which the "
            + "name then does not tell.",
        source:
            "off from the median by more than {limit}, each taken as 5 % of the median at least; among "
            + "8 vehicles or more of one make, model and powertrain within two model years",
        example: "294 says 33 mpg among 36 cars of its name, powertrain and years that have about 25",
        fix: "compare with the label; if the figure is right, the model's name may lack what sets the car apart")

    private static let fewest = 8
    private static let years = 2.0

    private let table: VehicleTable
    private let powertrains: [Powertrain]
    /// By model, then in the table's order.
    private let rows: [UInt32]
    /// By code of the model, where its rows start; the end behind the last one.
    private let starts: [Int]
    private let rule: Rule

    /// - Parameter limits: by rule id, instead of the rules' own.
    package init(_ table: VehicleTable, limits: [String: Double] = [:]) {
        rule = Self.rule.limited(by: limits)
        self.table = table
        powertrains = table.powertrains(of: 0..<table.count)
        let models = table[.model]
        var starts = [0]
        for count in models.rowCounts { starts.append(starts.last! + count) }
        var next = starts
        var rows = [UInt32](repeating: 0, count: table.count)
        models.codes.forEach { row, model in
            rows[next[model]] = UInt32(row)
            next[model] += 1
        }
        self.starts = starts
        self.rows = rows
    }

    /// Whether the feeds state what tells which cars may be compared.
    package static func applies(to table: VehicleTable) -> Bool {
        Set([.make, .model, .year, .fuel1, .technology, .combined]).isSubset(of: table.facts)
    }

    /// How many models there are to look at.
    package var count: Int { starts.count - 1 }

    private struct Entry {
        var row: UInt32
        /// The make, and the powertrain in the lowest bits.
        var kind: UInt32
        var year, combined: Double
    }

    /// Looks at some of the models.
    package func audit(_ models: Range<Int>) -> FindingStore {
        var findings = FindingStore()
        let slot = findings.slot(rule)
        let part = rows[starts[models.lowerBound]..<starts[models.upperBound]]
        let makes = table[.make].codes.codes(of: part)
        let years = table[.year].codes.mapped(part, table[.year].numbers)
        let combined = table[.combined].codes.mapped(part, table[.combined].numbers)
        for model in models where starts[model + 1] - starts[model] >= Self.fewest {
            var entries: [Entry] = []
            for place in starts[model]..<starts[model + 1] {
                let index = place - part.startIndex
                guard years[index] > 0, combined[index] > 0 else { continue }
                let kind = makes[index] << 3 | UInt32(powertrains[Int(rows[place])].rawValue)
                entries.append(
                    Entry(row: rows[place], kind: kind, year: years[index], combined: combined[index]))
            }
            entries.sort { ($0.kind, $0.year) < ($1.kind, $1.year) }
            var first = 0
            while first < entries.count {
                let next = entries[first...].firstIndex { $0.kind != entries[first].kind } ?? entries.count
                if next - first >= Self.fewest { audit(entries[first..<next], slot, &findings) }
                first = next
            }
        }
        return findings
    }

    /// Holds each vehicle of one make, model and powertrain against those of its own and of near model years.
    private func audit(_ entries: ArraySlice<Entry>, _ slot: Int, _ findings: inout FindingStore) {
        var (low, high) = (entries.startIndex, entries.startIndex)
        var first = entries.startIndex
        while first < entries.endIndex {
            let year = entries[first].year
            let next = entries[first...].firstIndex { $0.year > year } ?? entries.endIndex
            while entries[low].year < year - Self.years { low += 1 }
            while high < entries.endIndex, entries[high].year <= year + Self.years { high += 1 }
            if high - low >= Self.fewest {
                let median = Statistics.median(entries[low..<high].map(\.combined))
                // Of most nothing more needs to be known: they are near the median, however much all deviate.
                let least = rule.limitInForce * (median / 20)
                let suspects = entries[first..<next].filter { abs($0.combined - median) > least }
                if !suspects.isEmpty {
                    let deviation = Statistics.median(entries[low..<high].map { abs($0.combined - median) })
                    let limit = rule.limitInForce * max(deviation, median / 20)
                    for entry in suspects where abs(entry.combined - median) > limit {
                        report(entry, median: median, of: high - low, slot, &findings)
                    }
                }
            }
            first = next
        }
    }

    private func report(
        _ entry: Entry, median: Double, of count: Int, _ slot: Int, _ findings: inout FindingStore
    ) {
        let row = Int(entry.row)
        var hash = StableHash()
        hash.combine(table.ids[row])
        findings.add(slot, hash: hash.value, at: table.place(of: row)) {
            let years = [entry.year - Self.years, entry.year + Self.years].map(NumberText.short)
            return [
                FindingValue("combined", entry.combined),
                FindingValue("unit", table.quantities[.combined]?.unit.short ?? ""), FindingValue("median", median),
                FindingValue("rows", count), FindingValue("years", years.joined(separator: " to ")),
            ]
        }
    }
}
