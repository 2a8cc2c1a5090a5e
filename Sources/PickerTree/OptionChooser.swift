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
    struct Workspace {
        /// By field: where its ranks stand.
        fileprivate var places: [LevelKeys.Place]
        /// Row by row, the words that hold the ranks of all fields.
        fileprivate var words: [UInt64]
        /// How many words a row has.
        fileprivate var width: Int
        fileprivate var economy: [Double]
        fileprivate var kinds: [Powertrain]

        fileprivate func areAlike(_ a: Int, _ b: Int) -> Bool {
            (0..<width).allSatisfy { words[a * width + $0] == words[b * width + $0] }
        }

        /// Rows come by id, so their place decides between those that are alike.
        fileprivate func precedes(_ a: Int, _ b: Int) -> Bool {
            for word in 0..<width where words[a * width + word] != words[b * width + word] {
                return words[a * width + word] < words[b * width + word]
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
        let keys = LevelKeys(columns, rows: rows)
        let width = keys.words.count
        var words = [UInt64](repeating: 0, count: rows.count * width)
        for (word, column) in keys.words.enumerated() {
            for (place, key) in column.enumerated() { words[place * width + word] = key }
        }
        return Workspace(
            places: keys.places, words: words, width: width,
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
        let width = workspace.width
        var differing = [UInt64](repeating: 0, count: width)
        for place in distinct.dropFirst() {
            for word in 0..<width {
                differing[word] |= workspace.words[place * width + word] ^ workspace.words[distinct[0] * width + word]
            }
        }
        let varying = fields.indices.filter { differing[workspace.places[$0].word] & workspace.places[$0].mask != 0 }
        if distinct.count == 2 { return [varying[0]] }
        var seen: [UInt64] = []
        seen.reserveCapacity(distinct.count)
        func tellsApart(_ chosen: [Int]) -> Bool {
            // Exact in 64 bits; the hash of more is as good as exact.
            let isExact = chosen.reduce(0) { $0 + workspace.places[$1].width } <= 64
            seen.removeAll(keepingCapacity: true)
            for row in distinct {
                var key: UInt64 = 0
                for field in chosen {
                    let place = workspace.places[field]
                    let word = workspace.words[row * width + place.word] & place.mask
                    key = isExact ? key << place.width | word >> place.shift : (key ^ word) &* 0x9e37_79b9_7f4a_7c15
                }
                if distinct.count <= 8, seen.contains(key) { return false }
                seen.append(key)
            }
            if distinct.count <= 8 { return true }
            seen.sort()
            return !zip(seen, seen.dropFirst()).contains { $0 == $1 }
        }
        for size in 1...min(4, varying.count) {
            if let found = firstChoice(of: size, from: varying, where: tellsApart) { return found }
        }
        // Five and more: all, less what can be spared, the least preferred first.
        var chosen = varying
        for field in varying.reversed() where tellsApart(chosen.filter { $0 != field }) { chosen.removeAll { $0 == field } }
        return chosen
    }

    /// The first combination, in lexicographic order, that fits.
    private func firstChoice(of size: Int, from items: [Int], where fits: ([Int]) -> Bool) -> [Int]? {
        var places = Array(0..<size)
        var chosen = Array(items[..<size])
        while !fits(chosen) {
            var at = size - 1
            while at >= 0, places[at] == items.count - size + at { at -= 1 }
            if at < 0 { return nil }
            places[at] += 1
            for next in at + 1..<size { places[next] = places[next - 1] + 1 }
            for place in at..<size { chosen[place] = items[places[place]] }
        }
        return chosen
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
