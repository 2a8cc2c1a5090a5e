internal import FuelEconomy

/// What is left to choose within a year: tells its options apart in as few facts as can be, orders them, and chooses the one
/// that stands for all.
struct OptionChooser: Sendable {
    private let fields = OptionLabel.fields
    private let codes: [CodeVector]
    /// By field and code: the rank of the value's wording, the same for values of one wording.
    private let ranks: [[UInt32]]
    private let powertrains: [Powertrain]
    private let combined: VehicleColumn
    private let ids: [UInt64]

    struct Choice {
        var rows: [UInt32]
        var needsID: [Bool]
        var defaultOption: Int
        var distinction: OptionDistinction
        var mixesPowertrains: Bool
    }

    /// Space that one thread uses again for each year.
    struct Workspace {
        /// Row by row, the rank of each field's wording.
        fileprivate var ranks: [UInt32] = []
    }

    init(_ table: VehicleTable) {
        codes = fields.map { table[$0].codes }
        ranks = fields.map { field in
            let column = table[field]
            let wordings = (0..<column.valueCount).map { OptionLabel.wording(field, column: column, code: $0) }
            let sorted = Set(wordings).sorted { NaturalOrder($0) < NaturalOrder($1) }
            let rank = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, UInt32($0)) })
            return wordings.map { rank[$0]! }
        }
        powertrains = table.powertrains()
        combined = table[.combined]
        ids = table.ids
    }

    /// - Parameter rows: the options of one year, by id.
    func choose(_ rows: ArraySlice<UInt32>, _ workspace: inout Workspace) -> Choice {
        if rows.count == 1 {
            return Choice(
                rows: Array(rows), needsID: [false], defaultOption: 0, distinction: [], mixesPowertrains: false)
        }
        let width = fields.count
        workspace.ranks.removeAll(keepingCapacity: true)
        for row in rows {
            for field in 0..<width { workspace.ranks.append(ranks[field][codes[field][Int(row)]]) }
        }
        let values = workspace.ranks
        let first = rows.startIndex
        func compare(_ a: Int, _ b: Int) -> Int {
            for field in 0..<width {
                let (x, y) = (values[a * width + field], values[b * width + field])
                if x != y { return x < y ? -1 : 1 }
            }
            return 0
        }
        // Rows come by id, so their place decides between those that are alike.
        let sorted = (0..<rows.count).sorted { a, b in
            let order = compare(a, b)
            return order != 0 ? order < 0 : a < b
        }
        var needsID = [Bool](repeating: false, count: rows.count)
        var distinct = [sorted[0]]
        for index in 1..<sorted.count {
            if compare(sorted[index - 1], sorted[index]) == 0 {
                needsID[index - 1] = true
                needsID[index] = true
            } else {
                distinct.append(sorted[index])
            }
        }
        let ordered = sorted.map { rows[first + $0] }
        let kinds = Set(ordered.map { powertrains[Int($0)] })
        return Choice(
            rows: ordered, needsID: needsID, defaultOption: defaultOption(ordered, kinds),
            distinction: distinction(distinct, values), mixesPowertrains: kinds.count > 1)
    }

    /// The fewest fields that tell the distinct options apart; of several such sets the first in order of preference.
    private func distinction(_ distinct: [Int], _ values: [UInt32]) -> OptionDistinction {
        guard distinct.count > 1 else { return [] }
        let width = fields.count
        let varying = (0..<width).filter { field in
            distinct.contains { values[$0 * width + field] != values[distinct[0] * width + field] }
        }
        func tellsApart(_ chosen: [Int]) -> Bool {
            var seen: [UInt64] = []
            seen.reserveCapacity(distinct.count)
            for row in distinct {
                // Exact for up to four fields of 16 bits; more fields only meet here after those have not sufficed.
                var hash = StableHash()
                for field in chosen { hash.combine(UInt64(values[row * width + field])) }
                seen.append(hash.value)
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
        chosen.reduce(into: []) { $0.insert(OptionDistinction($1)) }
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
    private func defaultOption(_ rows: [UInt32], _ kinds: Set<Powertrain>) -> Int {
        var places = Array(rows.indices)
        if kinds.count > 1 {
            let kind = Powertrain.allCases.max { a, b in
                let counts = (
                    rows.count { powertrains[Int($0)] == a }, rows.count { powertrains[Int($0)] == b }
                )
                return counts.0 != counts.1 ? counts.0 < counts.1 : a.rawValue > b.rawValue
            }
            places = places.filter { powertrains[Int(rows[$0])] == kind }
        }
        func economy(_ place: Int) -> Double {
            let number = combined.numbers[combined.codes[Int(rows[place])]]
            return number.isNaN ? .infinity : number
        }
        let ranked = places.sorted { economy($0) < economy($1) }
        let median = economy(ranked[(ranked.count - 1) / 2])
        return places.filter { economy($0) == median }.min { ids[Int(rows[$0])] < ids[Int(rows[$1])] }!
    }
}
