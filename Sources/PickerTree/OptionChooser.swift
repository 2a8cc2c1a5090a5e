internal import FuelEconomy

/// What is left to choose below a node right above the options: tells its options apart in as few facts as can be, orders them, and chooses the one
/// that stands for all.
struct OptionChooser: Sendable {
    /// The fields, as places in ``OptionLabel/fields``, that can tell options apart: those with more than one wording.
    private let fields: [Int]
    private let codes: [CodeVector]
    /// By field and code: the rank of the value's wording, the same for values of one wording.
    private let ranks: [[UInt32]]
    private let powertrains: [Powertrain]
    private let combined: VehicleColumn
    /// -1 where the combined figure is a consumption, so that the larger one is the worse.
    private let sign: Double
    private let ids: [UInt64]

    /// The options of one node in their order.
    struct Chosen {
        var rows: [UInt32]
        var needsID: [Bool]
        var choice: Catalog.Choice
    }

    /// What many rows are told apart by, gathered at once.
    struct Workspace {
        /// Row by row, the rank of each field's wording.
        fileprivate var ranks: [UInt32]
        /// How many fields a row has.
        fileprivate var width: Int
        fileprivate var economy: [Double]
        fileprivate var kinds: [Powertrain]
        fileprivate var ids: [UInt64]

        /// Where in `ranks` two rows first differ, counted in fields; `nil` where they are alike.
        fileprivate func firstDifference(_ a: Int, _ b: Int) -> Int? {
            let (x, y) = (a * width, b * width)
            return (0..<width).first { ranks[x + $0] != ranks[y + $0] }
        }

        fileprivate func precedes(_ a: Int, _ b: Int) -> Bool {
            guard let field = firstDifference(a, b) else { return a < b }
            return ranks[a * width + field] < ranks[b * width + field]
        }
    }

    init(_ table: VehicleTable) {
        fields = OptionLabel.fields.indices.filter { table[OptionLabel.fields[$0]].valueCount > 1 }
        codes = fields.map { table[OptionLabel.fields[$0]].codes }
        ranks = fields.map { place in
            let field = OptionLabel.fields[place]
            return NaturalOrder.ranks(
                of: (0..<table[field].valueCount).map { OptionLabel.wording(field, of: table, code: $0) })
        }
        powertrains = table.powertrains(of: 0..<table.count)
        combined = table[.combined]
        sign = table.quantities[.combined]?.unit.isConsumption == true ? -1 : 1
        ids = table.ids
    }

    func workspace(for rows: ArraySlice<UInt32>) -> Workspace {
        var matrix = [UInt32](repeating: 0, count: rows.count * fields.count)
        for field in fields.indices {
            var at = field
            for rank in codes[field].mapped(rows, ranks[field]) {
                matrix[at] = rank
                at += fields.count
            }
        }
        return Workspace(
            ranks: matrix, width: fields.count,
            economy: combined.codes.mapped(rows, combined.numbers.map { [sign] in $0.isNaN ? .infinity : $0 * sign }),
            kinds: rows.map { powertrains[Int($0)] }, ids: rows.map { ids[Int($0)] })
    }

    /// - Parameters:
    ///   - rows: the options of one node, by id.
    ///   - start: where they begin in the workspace.
    func choose(_ rows: ArraySlice<UInt32>, at start: Int, in workspace: Workspace) -> Chosen {
        if rows.count == 1 {
            return Chosen(
                rows: Array(rows), needsID: [false],
                choice: Catalog.Choice(defaultOption: 0, distinction: [], mixesPowertrains: false))
        }
        // Rows come by id, so their place decides between those that are alike.
        let sorted = (start..<start + rows.count).sorted { workspace.precedes($0, $1) }
        var needsID = [Bool](repeating: false, count: rows.count)
        var distinct = [sorted[0]]
        for index in 1..<sorted.count {
            if workspace.firstDifference(sorted[index - 1], sorted[index]) == nil {
                needsID[index - 1] = true
                needsID[index] = true
            } else {
                distinct.append(sorted[index])
            }
        }
        let first = workspace.kinds[sorted[0]]
        let mixes = sorted.contains { workspace.kinds[$0] != first }
        return Chosen(
            rows: sorted.map { rows[rows.startIndex + $0 - start] }, needsID: needsID,
            choice: Catalog.Choice(
                defaultOption: defaultOption(sorted, in: workspace, mixes: mixes),
                distinction: distinction(distinct, workspace), mixesPowertrains: mixes))
    }

    /// The fewest fields that tell the distinct options apart; of several such sets the first in order of preference.
    private func distinction(_ distinct: [Int], _ workspace: Workspace) -> OptionDistinction {
        if distinct.count == 1 { return [] }
        if distinct.count == 2 {
            return set([workspace.firstDifference(distinct[0], distinct[1])!])
        }
        let width = fields.count
        let varying = (0..<width).filter { field in
            let first = workspace.ranks[distinct[0] * width + field]
            return distinct.contains { workspace.ranks[$0 * width + field] != first }
        }
        func tellsApart(_ chosen: [Int]) -> Bool {
            var seen: [UInt64] = []
            seen.reserveCapacity(distinct.count)
            for row in distinct {
                var key: UInt64 = 0
                // Up to four fields are exact, 16 bits each; the hash of more is as good as exact.
                for field in chosen {
                    let rank = UInt64(workspace.ranks[row * width + field])
                    key = chosen.count <= 4 && rank < 1 << 16 ? key << 16 | rank : (key ^ rank) &* 0x9e37_79b9_7f4a_7c15
                }
                seen.append(key)
            }
            if seen.count <= 8 {
                for a in 1..<seen.count where seen[..<a].contains(seen[a]) { return false }
                return true
            }
            seen.sort()
            return !zip(seen, seen.dropFirst()).contains { $0 == $1 }
        }
        for size in 1...min(4, varying.count) {
            if let found = firstChoice(of: size, from: varying, where: tellsApart) { return set(found) }
        }
        // Five and more: all, less what can be spared, the least preferred first.
        var chosen = varying
        for field in varying.reversed() where tellsApart(chosen.filter { $0 != field }) { chosen.removeAll { $0 == field } }
        return set(chosen)
    }

    private func set(_ chosen: [Int]) -> OptionDistinction {
        chosen.reduce(into: []) { $0.insert(OptionDistinction(fields[$1])) }
    }

    /// The first combination, in lexicographic order, that fits.
    private func firstChoice(of size: Int, from items: [Int], where fits: ([Int]) -> Bool) -> [Int]? {
        var places = Array(0..<size)
        while true {
            let chosen = places.map { items[$0] }
            if fits(chosen) { return chosen }
            var at = size - 1
            while at >= 0, places[at] == items.count - size + at { at -= 1 }
            if at < 0 { return nil }
            places[at] += 1
            for next in at + 1..<size where next < size { places[next] = places[next - 1] + 1 }
        }
    }

    /// See ``Catalog/defaultRule``.
    ///
    /// - Returns: the place in `sorted`.
    private func defaultOption(_ sorted: [Int], in workspace: Workspace, mixes: Bool) -> Int {
        var candidates = sorted
        if mixes {
            var counts = [Int](repeating: 0, count: Powertrain.allCases.count)
            for row in sorted { counts[workspace.kinds[row].rawValue] += 1 }
            let most = counts.firstIndex(of: counts.max()!)!
            candidates = sorted.filter { workspace.kinds[$0].rawValue == most }
        }
        let economies = candidates.map { workspace.economy[$0] }.sorted()
        let median = economies[(economies.count - 1) / 2]
        let chosen = candidates.filter { workspace.economy[$0] == median }.min { workspace.ids[$0] < workspace.ids[$1] }!
        return sorted.firstIndex(of: chosen)!
    }
}
