package import FuelEconomy

/// A rule that looks at one vehicle at a time.
package struct VehicleRule: Sendable {
    /// What is wrong with a vehicle, as values; `nil` where nothing is.
    typealias Check = @Sendable (VehicleFigures, _ row: Int, _ limit: Double) -> [FindingValue]?

    package var rule: Rule
    /// The figures that the rule's formula is about, as it needs them. The rule has nothing to say where a feed lacks one of
    /// them or states it in another unit or test cycle; of several sets, each of one cycle, one is enough.
    var figures: [[Field: Quantity]]
    /// The other facts that the feeds must be able to state, in whatever unit: what tells hybrids, and what may be missing.
    var facts: Set<Field>
    var check: Check

    /// - Parameter figures: in the meaning that ``Field`` declares.
    init(_ rule: Rule, of figures: [Field] = [], facts: Set<Field> = [], check: @escaping Check) {
        let pairs = figures.compactMap { field in
            if case .number(let quantity) = field.kind { (field, quantity) } else { nil }
        }
        self.init(rule, figures: [Dictionary(uniqueKeysWithValues: pairs)], facts: facts, check: check)
    }

    init(_ rule: Rule, figures: [[Field: Quantity]], facts: Set<Field> = [], check: @escaping Check) {
        self.rule = rule
        self.figures = figures
        self.facts = facts
        self.check = check
    }

    /// Every rule of this kind, in the order of the catalogue.
    package static let all = [
        combinedEconomyMismatch, combinedEconomyMismatchOfFuel2, unroundedEconomyMismatch, combinedConsumptionMismatch,
        electricityEconomyMismatch, barrelsEconomyMismatch, cityAboveHighway, co2EconomyMismatch, co2ColumnsDiffer,
        co2OfElectricCar, roundedDiffersFromUnrounded, technologyContradictsFuel, plugInWithoutSecondFuel,
        secondFuelWithoutEconomy, electricWithCylinders, combustionWithoutEngine, electricRangeMissing,
        gasGuzzlerMismatch, plugInCO2Mismatch, plugInElectricityMismatch, displacementPerCylinder,
        transmissionOfElectricCar, economyOutOfRange, imperialEconomyMismatch, co2ConsumptionMismatch,
        phasesConsumptionMismatch, flexibleFuelInNameOnly,
    ]

    /// Whether the feeds state the figures that the rule is about, in the meaning that it needs.
    package func applies(to table: VehicleTable) -> Bool {
        facts.isSubset(of: table.facts)
            && figures.contains { set in set.allSatisfy { table.quantities[$0.key] == $0.value } }
    }

    /// Runs rules over some rows. Parts of a table may be audited on several threads, and the findings merged.
    ///
    /// - Parameter limits: by rule id, instead of the rules' own.
    package static func audit(
        _ rows: Range<Int>, of table: VehicleTable, rules: [VehicleRule] = all, limits: [String: Double] = [:]
    ) -> FindingStore {
        var findings = FindingStore()
        let figures = VehicleFigures(table, rows)
        for rule in rules where rule.applies(to: table) {
            let declared = rule.rule.limited(by: limits)
            let slot = findings.slot(declared)
            let limit = declared.limitInForce
            for index in 0..<rows.count {
                guard let values = rule.check(figures, index, limit) else { continue }
                findings.add(slot, values, row: rows.lowerBound + index, of: table)
            }
        }
        return findings
    }
}

extension FindingStore {
    /// Adds what was found about a vehicle.
    mutating func add(_ slot: Int, _ values: [FindingValue], row: Int, of table: VehicleTable) {
        var hash = StableHash()
        hash.combine(table.ids[row])
        for value in values { hash.combine(value.text) }
        add(slot, hash: hash.value, at: table.place(of: row)) { values }
    }
}
