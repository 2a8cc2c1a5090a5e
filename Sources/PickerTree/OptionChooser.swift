internal import FuelEconomy

/// What is left to choose below a node right above the options: tells its options apart in as few facts as can be, orders them, and chooses the one
/// that stands for all.
struct OptionChooser: Sendable {
    /// The fields, as places in ``OptionLabel/fields``, that can tell options apart: those with more than one wording.
    private let fields: [Int]
    /// By field: its codes, and by code the rank of the value's wording, the same for values of one wording.
    private let columns: [(codes: CodeVector, ranks: [UInt32])]
    private let powertrains: [Powertrain]
    private let combined: VehicleColumn
    /// -1 where the combined figure is a consumption, so that the larger one is the worse.
    private let sign: Double

    /// An option by its place among a workspace's rows.
    struct Option {
        var place: Int
        /// Whether nothing but its id tells it from another one.
        var needsID = false
    }

    /// What many rows are told apart by, gathered at once.
    final class Workspace: Sendable {
        /// By field: where its ranks stand.
        fileprivate let places: [LevelKeys.Place]
        /// Row by row, the words that hold the ranks of all fields.
        private let words: [UInt64]
        /// How many words a row has.
        fileprivate let width: Int
        fileprivate let economy: [Double]
        fileprivate let kinds: [Powertrain]

        fileprivate init(_ keys: LevelKeys, economy: [Double], kinds: [Powertrain]) {
            places = keys.places
            width = keys.words.count
            var words = [UInt64](repeating: 0, count: kinds.count * width)
            for (word, column) in keys.words.enumerated() {
                for (row, key) in column.enumerated() { words[row * width + word] = key }
            }
            self.words = words
            self.economy = economy
            self.kinds = kinds
        }

        fileprivate func word(_ word: Int, of row: Int) -> UInt64 { words[row * width + word] }

        /// The rank of a row's wording in a field.
        fileprivate func rank(_ field: Int, of row: Int) -> UInt64 {
            (word(places[field].word, of: row) & places[field].mask) >> places[field].shift
        }

        fileprivate func areAlike(_ a: Int, _ b: Int) -> Bool {
            for word in 0..<width where self.word(word, of: a) != self.word(word, of: b) { return false }
            return true
        }

        /// Rows come by id, so their place decides between those that are alike.
        fileprivate func precedes(_ a: Int, _ b: Int) -> Bool {
            for word in 0..<width where self.word(word, of: a) != self.word(word, of: b) {
                return self.word(word, of: a) < self.word(word, of: b)
            }
            return a < b
        }
    }

    init(_ table: VehicleTable) {
        fields = OptionLabel.fields.indices.filter { table[OptionLabel.fields[$0]].valueCount > 1 }
        columns = fields.map { place in
            let field = OptionLabel.fields[place]
            let column = table[field]
            let wordings = (0..<column.valueCount).map { OptionLabel.wording(field, of: table, code: $0) }
            return (column.codes, NaturalOrder.ranks(of: wordings))
        }
        powertrains = table.powertrains(of: 0..<table.count)
        combined = table[.combined]
        sign = table.quantities[.combined]?.unit.isConsumption == true ? -1 : 1
    }

    /// - Parameter rows: those of a node stand together, by id.
    func workspace(for rows: ArraySlice<UInt32>) -> Workspace {
        Workspace(
            LevelKeys(columns, rows: rows),
            economy: combined.codes.mapped(rows, combined.numbers.map { [sign] in $0.isNaN ? .infinity : $0 * sign }),
            kinds: rows.map { powertrains[Int($0)] })
    }

    /// - Parameter places: those of one node's options.
    /// - Returns: the options in their order.
    func choose(_ places: Range<Int>, in workspace: Workspace) -> (options: [Option], choice: Catalog.Choice) {
        var options = places.map { Option(place: $0) }
        if options.count == 1 {
            let choice = Catalog.Choice(
                defaultOption: 0, distinction: OptionDistinction(fields: []), mixesPowertrains: false)
            return (options, choice)
        }
        options.sort { workspace.precedes($0.place, $1.place) }
        var distinct = [options[0].place]
        for index in 1..<options.count {
            if workspace.areAlike(options[index - 1].place, options[index].place) {
                options[index - 1].needsID = true
                options[index].needsID = true
            } else {
                distinct.append(options[index].place)
            }
        }
        let first = workspace.kinds[places.lowerBound]
        let mixes = places.contains { workspace.kinds[$0] != first }
        let stand = defaultPlace(places, in: workspace, mixes: mixes)
        let choice = Catalog.Choice(
            defaultOption: options.firstIndex { $0.place == stand }!,
            distinction: OptionDistinction(fields: distinction(distinct, workspace).map { fields[$0] }),
            mixesPowertrains: mixes)
        return (options, choice)
    }

    /// The fewest fields that tell the distinct options apart; of several such sets the first in order of preference.
    private func distinction(_ distinct: [Int], _ workspace: Workspace) -> [Int] {
        if distinct.count == 1 { return [] }
        var differing = [UInt64](repeating: 0, count: workspace.width)
        for row in distinct.dropFirst() {
            for word in differing.indices {
                differing[word] |= workspace.word(word, of: row) ^ workspace.word(word, of: distinct[0])
            }
        }
        let varying = fields.indices.filter { differing[workspace.places[$0].word] & workspace.places[$0].mask != 0 }
        if distinct.count == 2 { return [varying[0]] }
        var ranks = RankTable(of: distinct, in: varying, workspace)
        for size in 1...min(4, varying.count) {
            var combination = Combination(of: size, among: varying.count)
            repeat {
                if ranks.tellApart(combination.chosen) { return combination.chosen.map { varying[$0] } }
            } while combination.advance()
        }
        // Five and more: all, less what can be spared, the least preferred first.
        var chosen = Array(varying.indices)
        for place in varying.indices.reversed() {
            let fewer = chosen.filter { $0 != place }
            if ranks.tellApart(fewer) { chosen = fewer }
        }
        return chosen.map { varying[$0] }
    }

    /// See ``Catalog/defaultRule(of:)``; of several options the first one is that of the smallest id.
    private func defaultPlace(_ places: Range<Int>, in workspace: Workspace, mixes: Bool) -> Int {
        var candidates = Array(places)
        if mixes {
            var counts = [Int](repeating: 0, count: Powertrain.allCases.count)
            for place in places { counts[workspace.kinds[place].rawValue] += 1 }
            let most = counts.firstIndex(of: counts.max()!)!
            candidates.removeAll { workspace.kinds[$0].rawValue != most }
        }
        candidates.sort { (workspace.economy[$0], $0) < (workspace.economy[$1], $1) }
        let median = workspace.economy[candidates[(candidates.count - 1) / 2]]
        return candidates.first { workspace.economy[$0] == median }!
    }
}

/// The ranks of some rows in the fields in which they vary.
private struct RankTable {
    private let rowCount: Int
    /// Row by row.
    private var ranks: [UInt64] = []
    /// By field: how many bits hold a rank.
    private let widths: [UInt64]
    private var keys: [UInt64] = []

    init(of rows: [Int], in fields: [Int], _ workspace: OptionChooser.Workspace) {
        rowCount = rows.count
        widths = fields.map { workspace.places[$0].width }
        ranks.reserveCapacity(rows.count * fields.count)
        for row in rows {
            for field in fields { ranks.append(workspace.rank(field, of: row)) }
        }
        keys.reserveCapacity(rows.count)
    }

    /// Whether no two rows are alike in all of some fields.
    mutating func tellApart(_ fields: [Int]) -> Bool {
        keys.removeAll(keepingCapacity: true)
        // Exact in 64 bits; the hash of more is as good as exact.
        let isExact = fields.reduce(0) { $0 + widths[$1] } <= 64
        let isShort = rowCount <= 8
        for row in 0..<rowCount {
            var key: UInt64 = 0
            for field in fields {
                let rank = ranks[row * widths.count + field]
                key = isExact ? key << widths[field] | rank : (key ^ rank) &* 0x9e37_79b9_7f4a_7c15
            }
            if isShort, keys.contains(key) { return false }
            keys.append(key)
        }
        if isShort { return true }
        keys.sort()
        return !zip(keys, keys.dropFirst()).contains { $0 == $1 }
    }
}

/// Some of a number of items, by their places; all combinations follow each other in lexicographic order.
private struct Combination {
    private let count: Int
    private(set) var chosen: [Int]

    init(of size: Int, among count: Int) {
        self.count = count
        chosen = Array(0..<size)
    }

    /// - Returns: whether there was another one.
    mutating func advance() -> Bool {
        var at = chosen.count - 1
        while at >= 0, chosen[at] == count - chosen.count + at { at -= 1 }
        if at < 0 { return false }
        chosen[at] += 1
        for next in at + 1..<chosen.count { chosen[next] = chosen[next - 1] + 1 }
        return true
    }
}
