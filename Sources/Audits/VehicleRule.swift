package import FuelEconomy

/// A rule that looks at one vehicle at a time.
package struct VehicleRule: Sendable {
    package var rule: Rule
    /// The figures that the rule's formula is about, as it needs them. The rule has nothing to say where a feed lacks one of
    /// them or states it in another unit or test cycle.
    var figures: [Field: Quantity]
    /// The other facts that the feeds must be able to state, in whatever unit: what tells hybrids, and what may be missing.
    var facts: Set<Field>
    /// What is wrong with a vehicle, as values; `nil` where nothing is.
    var check: @Sendable (VehicleFigures, Int) -> [FindingValue]?

    /// - Parameter figures: in the meaning that ``Field`` declares.
    init(
        _ rule: Rule, of figures: [Field] = [], facts: Set<Field> = [],
        check: @escaping @Sendable (VehicleFigures, Int) -> [FindingValue]?
    ) {
        let pairs = figures.compactMap { field in
            if case .number(let quantity) = field.kind { (field, quantity) } else { nil }
        }
        self.init(rule, figures: Dictionary(uniqueKeysWithValues: pairs), facts: facts, check: check)
    }

    init(
        _ rule: Rule, figures: [Field: Quantity], facts: Set<Field> = [],
        check: @escaping @Sendable (VehicleFigures, Int) -> [FindingValue]?
    ) {
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
    ]

    /// Whether the feeds state the figures that the rule is about, in the meaning that it needs.
    package func applies(to table: VehicleTable) -> Bool {
        facts.isSubset(of: table.facts) && figures.allSatisfy { table.quantities[$0.key] == $0.value }
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
                findings.add(slot, hash: hash.value, at: table.place(of: row)) { values }
            }
        }
        return findings
    }
}

/// The figures of some vehicles, laid out for rules to run over; `nan` where the feed says nothing.
struct VehicleFigures: Sendable {
    let city, highway, combined: [Double]
    let cityUnrounded, highwayUnrounded, combinedUnrounded: [Double]
    let city2, highway2, combined2: [Double]
    let electricity, barrels, co2, co2Tailpipe: [Double]
    let cylinders, displacement, range: [Double]
    let fuel1, fuel2: [Fuel]
    let technology: [Technology]
    let powertrain: [Powertrain]

    private let table: VehicleTable
    private let rows: Range<Int>

    init(_ table: VehicleTable, _ rows: Range<Int>) {
        city = table[.city].numbers(of: rows)
        highway = table[.highway].numbers(of: rows)
        combined = table[.combined].numbers(of: rows)
        cityUnrounded = table[.cityUnrounded].numbers(of: rows)
        highwayUnrounded = table[.highwayUnrounded].numbers(of: rows)
        combinedUnrounded = table[.combinedUnrounded].numbers(of: rows)
        city2 = table[.city2].numbers(of: rows)
        highway2 = table[.highway2].numbers(of: rows)
        combined2 = table[.combined2].numbers(of: rows)
        electricity = table[.combinedElectricity].numbers(of: rows)
        barrels = table[.barrels].numbers(of: rows)
        co2 = table[.co2].numbers(of: rows)
        co2Tailpipe = table[.co2Tailpipe].numbers(of: rows)
        cylinders = table[.cylinders].numbers(of: rows)
        displacement = table[.displacement].numbers(of: rows)
        range = table[.range].numbers(of: rows)
        fuel1 = table.fuels(.fuel1, of: rows)
        fuel2 = table.fuels(.fuel2, of: rows)
        technology = table.technologies(of: rows)
        powertrain = table.powertrains(of: rows)
        self.table = table
        self.rows = rows
    }

    /// Whether a car burns nothing: all its fuels are electricity or hydrogen, and its technology does not say otherwise.
    func isFreeOfCarbon(_ row: Int) -> Bool {
        guard fuel1[row].isFreeOfCarbon, fuel2[row] == .none || fuel2[row].isFreeOfCarbon else { return false }
        return powertrain[row] == .electric || powertrain[row] == .fuelCell
    }

    /// Whether a car drives on electricity and on nothing else.
    func isElectric(_ row: Int) -> Bool {
        fuel1[row] == .electricity && fuel2[row] == .none && powertrain[row] == .electric
    }

    /// The feed's own word, for findings.
    func word(_ field: Field, _ row: Int) -> String { table.text(field, rows.lowerBound + row) }

    /// The unit that the feed states a figure in.
    func unit(_ field: Field) -> String { table.quantities[field]?.unit.rawValue ?? "" }
}
