package import FuelEconomy

/// A rule that looks at one vehicle at a time.
package struct VehicleRule: Sendable {
    package var rule: Rule
    /// The figures that the rule's formula is about, as it needs them. The rule has nothing to say where a feed lacks one of
    /// them or states it in another unit or test cycle.
    var figures: [Field: Quantity]
    /// Whether the rule must know hybrids from other cars, which some feeds do not tell.
    var needsTechnology = false
    /// What is wrong with a vehicle, as values; `nil` where nothing is.
    var check: @Sendable (VehicleFigures, Int) -> [FindingValue]?

    /// - Parameter figures: in the meaning that ``Field`` declares.
    init(
        _ rule: Rule, of figures: [Field], needsTechnology: Bool = false,
        check: @escaping @Sendable (VehicleFigures, Int) -> [FindingValue]?
    ) {
        let pairs = figures.compactMap { field in
            if case .number(let quantity) = field.kind { (field, quantity) } else { nil }
        }
        self.init(rule, figures: Dictionary(uniqueKeysWithValues: pairs), check: check)
        self.needsTechnology = needsTechnology
    }

    init(
        _ rule: Rule, figures: [Field: Quantity],
        check: @escaping @Sendable (VehicleFigures, Int) -> [FindingValue]?
    ) {
        self.rule = rule
        self.figures = figures
        self.check = check
    }

    /// Every rule of this kind, in the order of the catalogue.
    package static let all = [
        combinedEconomyMismatch, combinedConsumptionMismatch, cityAboveHighway, co2EconomyMismatch,
        roundedDiffersFromUnrounded,
    ]

    /// Whether the feeds state the figures that the rule is about, in the meaning that it needs.
    package func applies(to table: VehicleTable) -> Bool {
        if needsTechnology, !table.facts.contains(.technology) { return false }
        return figures.allSatisfy { table.quantities[$0.key] == $0.value }
    }

    /// Runs rules over some rows. Parts of a table may be audited on several threads, and the findings merged.
    package static func audit(_ rows: Range<Int>, of table: VehicleTable, rules: [VehicleRule] = all) -> FindingStore {
        var findings = FindingStore()
        let figures = VehicleFigures(table, rows)
        for rule in rules where rule.applies(to: table) {
            let slot = findings.slot(rule.rule)
            for index in 0..<rows.count {
                guard let values = rule.check(figures, index) else { continue }
                let row = rows.lowerBound + index
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

/// The figures of some vehicles, laid out for rules to run over.
struct VehicleFigures: Sendable {
    let city, highway, combined, combinedUnrounded, co2Tailpipe: [Double]
    let powertrain: [Powertrain]
    let fuel1: [String]

    init(_ table: VehicleTable, _ rows: Range<Int>) {
        city = table[.city].numbers(of: rows)
        highway = table[.highway].numbers(of: rows)
        combined = table[.combined].numbers(of: rows)
        combinedUnrounded = table[.combinedUnrounded].numbers(of: rows)
        co2Tailpipe = table[.co2Tailpipe].numbers(of: rows)
        powertrain = table.powertrains(of: rows)
        fuel1 = table[.fuel1].codes.mapped(rows, table[.fuel1].texts)
    }
}
