package import FuelEconomy
internal import PickerKit

/// Tells each vehicle's family, the level that a tree may have between make and model: `Golf` of every `Golf GTI`, `7 Series` of
/// every `740i`.
///
/// The feed's own word goes first (``Field/baseModel``); spellings of one key within a make are one family, shown as most of its
/// rows spell it (ties: the newest model year, then the first in order of bytes). Of a row that has no such word, the model tells:
/// 1. other rows of that model: the family that most of them have;
/// 2. families of the make that are known: the longest one with whose words the model's name begins;
/// 3. the make's other models: the name without the words at its end that say drivetrain, body or fuel, or the shortest such
///    name of the make with whose words it begins. That is a guess.
package enum Families {
    /// - Parameter table: with canonical names.
    package static func column(of table: VehicleTable) -> VehicleColumn {
        let (kinds, kindOfRow) = kinds(of: table)
        var texts = CanonicalTexts()
        var codeOfKind = [UInt32](repeating: 0, count: kinds.count)
        for group in Dictionary(grouping: kinds.indices, by: { kinds[$0].make }).values {
            let families = MakeFamilies(group.map { kinds[$0] }, of: table)
            for kind in group {
                codeOfKind[kind] = texts.code(of: families[kinds[kind]])
            }
        }
        var column = CodeVector()
        let rows = kindOfRow.map { codeOfKind[Int($0)] }
        column.append(rows.span, below: texts.texts.count)
        return VehicleColumn(texts: texts.texts, codes: column)
    }

    /// What rows have in common that tells their family.
    fileprivate struct Kind {
        var make: UInt64
        var model: UInt64
        var base: UInt64
        var tally = Tally()
    }

    private static func kinds(of table: VehicleTable) -> (kinds: [Kind], kindOfRow: [UInt32]) {
        let all = 0..<table.count
        func codes(_ field: Field) -> [UInt64] {
            table[field].codes.mapped(all, (0..<table[field].valueCount).map { UInt64($0) })
        }
        let (makes, models, bases) = (codes(.make), codes(.model), codes(.baseModel))
        let names = all.map { makes[$0] << 32 | models[$0] }
        let years = table[.year].numbers(of: all)
        var kinds: [Kind] = []
        var kindOfRow = [UInt32](repeating: 0, count: table.count)
        var last: Int?
        for row in RowOrder.sorted(RowOrder.sorted(all.map { UInt32($0) }, by: bases), by: names).lazy.map(Int.init) {
            if last.map({ names[$0] != names[row] || bases[$0] != bases[row] }) ?? true {
                kinds.append(Kind(make: makes[row], model: models[row], base: bases[row]))
            }
            kinds[kinds.count - 1].tally.add(rows: 1, newest: years[row])
            kindOfRow[row] = UInt32(kinds.count - 1)
            last = row
        }
        return (kinds, kindOfRow)
    }

    /// The name without what its end says of drivetrain, body or fuel: `F150 Pickup 2WD` → `F150`. A name of nothing but such
    /// words keeps those of the body, and every name its first word.
    static func stripped(_ name: String) -> String {
        var words = name.split(whereSeparator: \.isWhitespace).map(String.init)
        func isNoted(_ word: String, _ list: Set<String>) -> Bool { list.contains(NameFolding.lettersFolded(word)) }
        func isName(_ word: String) -> Bool { !isNoted(word, bodies) && !isNoted(word, drivetrains) }
        while words.count > 1, let last = words.last {
            if last.hasSuffix(")"), let open = words.lastIndex(where: { $0.hasPrefix("(") }), open > 0 {
                words.removeSubrange(open...)
            } else if isNoted(last, drivetrains) || isNoted(last, bodies) && words.dropLast().contains(where: isName) {
                words.removeLast()
            } else {
                break
            }
        }
        return words.joined(separator: " ")
    }

    private static let drivetrains: Set = [
        "2wd", "4wd", "awd", "fwd", "rwd", "2wd/4wd", "4x2", "4x4", "quattro", "xdrive", "sdrive", "4matic", "4motion",
        "all4",
        "ffv", "cng", "bifuel", "diesel", "hybrid", "plug-in", "phev", "hev", "ev", "electric",
    ]
    private static let bodies: Set = [
        "convertible", "cabriolet", "coupe", "roadster", "sedan", "hatchback", "wagon", "avant", "sportback", "pickup",
        "cab",
        "chassis", "cab/chassis", "van", "cargo", "passenger", "conversion", "incomplete", "2door", "4door", "2dr", "4dr",
        "lwb",
        "swb",
    ]
}

/// The families of one make.
private struct MakeFamilies {
    private let table: VehicleTable
    /// By key: what the family is called.
    private var names: [String: String] = [:]
    /// By a model's code: the key of the family that the feed gives most of its rows.
    private var stated: [UInt64: String] = [:]
    /// By the code of a model to which the feed gives no family: the key.
    private var told: [UInt64: String] = [:]

    init(_ kinds: [Families.Kind], of table: VehicleTable) {
        self.table = table
        var spellings: [String: NameVotes] = [:]
        var models: [UInt64: NameVotes] = [:]
        for kind in kinds where !base(of: kind).isEmpty {
            let key = NameKey.of(base(of: kind))
            spellings[key, default: NameVotes()].add(base(of: kind), kind.tally)
            models[kind.model, default: NameVotes()].add(key, kind.tally)
        }
        names = spellings.mapValues(\.winner)
        stated = models.mapValues(\.winner)
        guess(kinds.filter { base(of: $0).isEmpty && stated[$0.model] == nil })
    }

    private mutating func guess(_ kinds: [Families.Kind]) {
        var guesses: [(model: UInt64, name: String)] = []
        var spellings: [String: NameVotes] = [:]
        for kind in kinds {
            let name = table[.model].texts[Int(kind.model)]
            if let known = Self.prefixes(of: name).last(where: { names[$0] != nil }) {
                told[kind.model] = known
            } else {
                let name = Families.stripped(name)
                guesses.append((kind.model, name))
                spellings[NameKey.of(name), default: NameVotes()].add(name, kind.tally)
            }
        }
        for (model, name) in guesses {
            // A name is a prefix of itself.
            told[model] = Self.prefixes(of: name).first { spellings[$0] != nil }
        }
        names.merge(spellings.mapValues(\.winner)) { known, _ in known }
    }

    /// The keys of the first word, the first two, and so on to the whole name.
    private static func prefixes(of name: String) -> [String] {
        let words = name.split(whereSeparator: \.isWhitespace)
        return words.indices.map { NameKey.of(words[...$0].joined(separator: " ")) }
    }

    subscript(kind: Families.Kind) -> String {
        let base = base(of: kind)
        let key = base.isEmpty ? stated[kind.model] ?? told[kind.model] : NameKey.of(base)
        return key.flatMap { names[$0] } ?? ""
    }

    private func base(of kind: Families.Kind) -> String { table[.baseModel].texts[Int(kind.base)] }
}
