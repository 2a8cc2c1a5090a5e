internal import FuelEconomy

/// What the rows of one name say, as evidence for or against its being another's.
struct NameFacts {
    private static let fields: [Field] = [.baseModel, .vehicleClass, .drive, .displacement, .cylinders, .fuel1]

    private(set) var rows = 0
    private(set) var years: ClosedRange<Int>?
    /// By place in `fields`: the codes that occur, absent ones left out.
    private var codes: [Set<Int>] = Array(repeating: [], count: fields.count)
    /// Makes only: the keys of the models.
    var models: Set<String> = []
    /// The key of the name whose facts these are.
    var name = ""

    /// Adds rows, a column at a time.
    mutating func add(_ rows: [Int], of table: VehicleTable) {
        self.rows += rows.count
        let indexes = rows.map { UInt32($0) }[...]
        for year in table[.year].codes.mapped(indexes, table[.year].numbers) where !year.isNaN {
            let number = Int(year)
            years = years.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
        }
        for (place, field) in Self.fields.enumerated() where table.facts.contains(field) {
            var last: UInt32?
            for code in table[field].codes.codes(of: indexes) where code != last {
                last = code
                if !table[field].isAbsent(Int(code)) { codes[place].insert(Int(code)) }
            }
        }
    }

    mutating func add(_ other: NameFacts) {
        rows += other.rows
        if let range = other.years {
            years = years.map { min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound) } ?? range
        }
        for place in codes.indices { codes[place].formUnion(other.codes[place]) }
        models.formUnion(other.models)
    }

    /// What speaks for two names being one car, and what against it.
    ///
    /// - Returns: a sum of weights, each fact's own, and the facts in words, the strongest first.
    func comparison(with other: NameFacts, in table: VehicleTable) -> (weight: Double, evidence: [String]) {
        var weight = 0.0
        var evidence: [String] = []
        for (place, field) in Self.fields.enumerated() where !codes[place].isEmpty && !other.codes[place].isEmpty {
            let column = table[field]
            func keys(_ codes: Set<Int>) -> [String: String] {
                Dictionary(codes.map { code in (key(column, code), wording(field, column, code)) }, uniquingKeysWith: min)
            }
            let (mine, theirs) = (keys(codes[place]), keys(other.codes[place]))
            let common = mine.keys.filter { theirs[$0] != nil }.sorted()
            let strength = field == .baseModel ? 0.15 : 0.06
            if let first = common.first {
                weight += strength
                evidence.append(
                    "same \(name(of: field)) \(mine[first]!)\(common.count > 1 ? " and \(common.count - 1) more" : "")")
            } else if field == .baseModel,
                saysOnlyName(mine.keys) && other.saysOnlyName(theirs.keys)
                    || mine.keys.contains(where: { a in theirs.keys.contains { isPart(a, of: $0) || isPart($0, of: a) } })
            {
                // The base model is the model's name again, or as short as it: no evidence either way.
                evidence.append("\(name(of: field)) \(mine.values.min()!) and \(theirs.values.min()!)")
            } else {
                weight -= field == .baseModel ? 0.45 : 2 * strength
                evidence.append("\(name(of: field)) \(mine.values.min()!) against \(theirs.values.min()!)")
            }
        }
        if let mine = years, let theirs = other.years {
            let gap = max(mine.lowerBound, theirs.lowerBound) - min(mine.upperBound, theirs.upperBound)
            weight += gap <= 1 ? 0.1 : gap <= 5 ? 0 : -0.1
            evidence.append("years \(text(mine)) and \(text(theirs))")
        }
        return (weight, evidence)
    }

    private func saysOnlyName(_ baseModels: Dictionary<String, String>.Keys) -> Bool { baseModels.allSatisfy { $0 == name } }

    private func isPart(_ key: String, of other: String) -> Bool { other.hasPrefix(key) || other.hasSuffix(key) }

    private func key(_ column: VehicleColumn, _ code: Int) -> String {
        column.numbers[code].isNaN ? NameKey.of(column.texts[code]) : NumberText.exact(column.numbers[code])
    }

    private func wording(_ field: Field, _ column: VehicleColumn, _ code: Int) -> String {
        column.numbers[code].isNaN ? "\"\(column.texts[code])\"" : NumberText.short(column.numbers[code])
    }

    private func name(of field: Field) -> String {
        switch field {
        case .baseModel: "base model"
        case .vehicleClass: "class"
        case .drive: "drivetrain"
        case .fuel1: "fuel"
        default: field.key
        }
    }

    private func text(_ years: ClosedRange<Int>) -> String {
        years.count == 1 ? "\(years.lowerBound)" : "\(years.lowerBound)–\(years.upperBound)"
    }
}
