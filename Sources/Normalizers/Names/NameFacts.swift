internal import FuelEconomy

/// What the rows of one name say, as evidence for or against its being another's.
struct NameFacts {
    fileprivate static let fields: [Field] = [.baseModel, .vehicleClass, .drive, .displacement, .cylinders, .fuel1]

    private(set) var rows = 0
    private(set) var years: ClosedRange<Int>?
    /// By place in `fields`: what occurs, in order of what it is compared by, absent values left out.
    fileprivate var values: [[(key: String, code: Int)]] = Array(repeating: [], count: fields.count)
    /// Makes only: the keys of the models.
    var models: Set<String> = []
    /// The key of the name whose facts these are.
    var name = ""

    init() {}

    init(_ rows: [UInt32], of table: VehicleTable) {
        self.rows = rows.count
        let indexes = rows[...]
        for year in table[.year].codes.mapped(indexes, table[.year].numbers) where !year.isNaN {
            let number = Int(year)
            years = years.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
        }
        for (place, field) in Self.fields.enumerated() where table.facts.contains(field) {
            let column = table[field]
            var codes = column.codes.codes(of: indexes)
            codes.sort()
            var last: UInt32?
            for code in codes where code != last {
                last = code
                if !column.isAbsent(Int(code)) { values[place].append((Self.key(column, Int(code)), Int(code))) }
            }
            if values[place].count > 1 { values[place].sort { ($0.key, $0.code) < ($1.key, $1.code) } }
        }
    }

    /// Whether the base model is the model's name and no more.
    fileprivate var repeatsName: Bool {
        let place = Self.fields.firstIndex(of: .baseModel)!
        return values[place].allSatisfy { $0.key == name }
    }

    private static func key(_ column: VehicleColumn, _ code: Int) -> String {
        column.numbers[code].isNaN ? NameKey.of(column.texts[code]) : NumberText.exact(column.numbers[code])
    }
}

/// What speaks for two names being one car, and what against it.
struct NameComparison {
    private enum Verdict {
        /// They have so many values in common, the first being of this key.
        case same(String, Int)
        /// The base model is the model's name again, or as short as it: no evidence either way.
        case akin
        case different
    }

    /// A sum of weights, each fact's own.
    private(set) var weight = 0.0
    private var verdicts: [(place: Int, verdict: Verdict)] = []
    private let name: NameFacts
    private let other: NameFacts

    /// - Parameter isShortForm: whether one name is held to be a short form of the other. Then base models that repeat the names
    ///   say nothing: they are as short, and as long.
    init(_ name: NameFacts, _ other: NameFacts, isShortForm: Bool) {
        (self.name, self.other) = (name, other)
        for (place, field) in NameFacts.fields.enumerated() {
            let (mine, theirs) = (name.values[place], other.values[place])
            if mine.isEmpty || theirs.isEmpty { continue }
            let strength = field == .baseModel ? 0.15 : 0.06
            var verdict = Self.verdict(mine.map(\.key), theirs.map(\.key), isPartAkin: field == .baseModel)
            if isShortForm, case .different = verdict, field == .baseModel, name.repeatsName, other.repeatsName {
                verdict = .akin
            }
            switch verdict {
            case .same: weight += strength
            case .akin: break
            case .different: weight -= field == .baseModel ? 0.45 : 2 * strength
            }
            verdicts.append((place, verdict))
        }
        if let mine = name.years, let theirs = other.years {
            let gap = max(mine.lowerBound, theirs.lowerBound) - min(mine.upperBound, theirs.upperBound)
            weight += gap <= 1 ? 0.1 : gap <= 5 ? 0 : -0.1
        }
    }

    /// - Parameters: keys in order.
    private static func verdict(_ mine: [String], _ theirs: [String], isPartAkin: Bool) -> Verdict {
        let known = Set(theirs)
        var common: [String] = []
        for key in mine where known.contains(key) && common.last != key { common.append(key) }
        if let first = common.first { return .same(first, common.count) }
        func isPart(_ key: String, of other: String) -> Bool { other.hasPrefix(key) || other.hasSuffix(key) }
        let isAkin = isPartAkin && mine.contains { a in theirs.contains { isPart(a, of: $0) || isPart($0, of: a) } }
        return isAkin ? .akin : .different
    }

    /// The facts in words.
    func evidence(from table: VehicleTable) -> [String] {
        var evidence: [String] = []
        for (place, verdict) in verdicts {
            let field = NameFacts.fields[place]
            func least(_ facts: NameFacts, _ key: String? = nil) -> String {
                facts.values[place].filter { key == nil || $0.key == key }.map { wording(table[field], $0.code) }.min()!
            }
            switch verdict {
            case .same(let key, let count):
                evidence.append("same \(title(of: field)) \(least(name, key))\(count > 1 ? " and \(count - 1) more" : "")")
            case .akin: evidence.append("\(title(of: field)) \(least(name)) and \(least(other))")
            case .different: evidence.append("\(title(of: field)) \(least(name)) against \(least(other))")
            }
        }
        if let mine = name.years, let theirs = other.years { evidence.append("years \(text(mine)) and \(text(theirs))") }
        return evidence
    }

    private func wording(_ column: VehicleColumn, _ code: Int) -> String {
        column.numbers[code].isNaN ? "\"\(column.texts[code])\"" : NumberText.short(column.numbers[code])
    }

    private func title(of field: Field) -> String {
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
