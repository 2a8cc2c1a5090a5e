package import FuelEconomy

/// Compares two releases, vehicle by vehicle and column by column.
///
/// Vehicles are matched by id and columns by name, so neither order matters. The spellings of a column in both releases are
/// held against each other once; rows are then compared by code.
package struct TableComparison: Sendable {
    private let old, new: ComparedTable
    /// By vehicle in both releases: its row in each.
    private var oldRows: [UInt32] = [], newRows: [UInt32] = []
    private var removed: [UInt32] = [], added: [UInt32] = []
    private var repeated = (old: 0, new: 0)
    /// The columns of both releases: their places in each, in the order of the new one.
    private let columns: [(old: Int, new: Int)]

    package init(_ old: ComparedTable, _ new: ComparedTable) {
        self.old = old
        self.new = new
        var places: [String: Int] = [:]
        for (place, column) in old.columns.enumerated() { places[column.name] = place }
        columns = new.columns.indices.compactMap { place in places[new.columns[place].name].map { ($0, place) } }
        match()
    }

    /// Walks both releases in order of ids; of rows with one id the first counts.
    private mutating func match() {
        let before = Self.firstOfEach(old, &repeated.old)
        let after = Self.firstOfEach(new, &repeated.new)
        var place = 0
        for row in after {
            let id = new.ids[Int(row)]
            while place < before.count, old.ids[Int(before[place])] < id {
                removed.append(before[place])
                place += 1
            }
            if place < before.count, old.ids[Int(before[place])] == id {
                oldRows.append(before[place])
                newRows.append(row)
                place += 1
            } else {
                added.append(row)
            }
        }
        removed += before[place...]
    }

    private static func firstOfEach(_ table: ComparedTable, _ repeated: inout Int) -> [UInt32] {
        var rows: [UInt32] = []
        for row in RowOrder.sorted(table.rows, by: table.ids) {
            if let last = rows.last, table.ids[Int(last)] == table.ids[Int(row)] {
                repeated += 1
            } else {
                rows.append(row)
            }
        }
        return rows
    }

    /// How many columns there are to compare.
    package var columnCount: Int { columns.count }

    /// What is different in one column.
    package struct Difference: Sendable {
        fileprivate var column: Comparison.Column
        /// The vehicles whose text is another, and of each the place in `values`; `nil` where it says the same.
        fileprivate var vehicles: [UInt32] = []
        fileprivate var changes: [Int?] = []
        fileprivate var values: [(old: CellValue, new: CellValue)] = []
    }

    /// Compares the column at a place from 0; columns may be compared by several threads.
    package func difference(_ place: Int) -> Difference {
        let (before, after) = (old.columns[columns[place].old], new.columns[columns[place].new])
        var difference = Difference(
            column: Comparison.Column(name: after.name, isVolatile: after.isVolatile, rows: 0, respelled: 0))
        var spellings = after.spellings
        let map = Self.map(before, into: &spellings)
        let oldCodes = before.codes.mapped(oldRows[...], map)
        let newCodes = after.codes.codes(of: newRows[...])
        for vehicle in oldCodes.indices where oldCodes[vehicle] != newCodes[vehicle] {
            difference.vehicles.append(UInt32(vehicle))
        }
        difference.column.rows = difference.vehicles.count
        if after.isVolatile { return difference }
        let isName = columns[place].new == new.make || columns[place].new == new.model
        var known: [UInt64: Int?] = [:]
        for vehicle in difference.vehicles.lazy.map(Int.init) {
            let pair = UInt64(oldCodes[vehicle]) << 32 | UInt64(newCodes[vehicle])
            if known[pair] == nil {
                let (a, b) = (spellings[Int(oldCodes[vehicle])], spellings[Int(newCodes[vehicle])])
                if !isName, Self.saysTheSame(before.meanings(a), after.meanings(b)) {
                    known[pair] = .some(nil)
                } else {
                    known[pair] = difference.values.count
                    difference.values.append((Self.value(a, before, isName), Self.value(b, after, isName)))
                }
            }
            let change = known[pair]!
            difference.changes.append(change)
            if change == nil { difference.column.respelled += 1 }
        }
        return difference
    }

    /// By code of the old column: the code of the same spelling in the new one, which learns those it lacks.
    private static func map(_ column: ComparedTable.Column, into spellings: inout SpellingTable) -> [UInt32] {
        (0..<column.spellings.count).map { spellings.code(of: column.spellings[$0]) }
    }

    /// What cannot be read says nothing that could be the same.
    private static func saysTheSame(_ a: [CellValue], _ b: [CellValue]) -> Bool {
        a == b && a.allSatisfy { if case .fault = $0 { false } else { true } }
    }

    /// A name is shown as it is spelled; so is what is read in several ways, or in none.
    private static func value(_ spelling: [UInt8], _ column: ComparedTable.Column, _ isName: Bool) -> CellValue {
        let meanings = isName ? [] : column.meanings(spelling)
        if meanings.count == 1 {
            if case .fault = meanings[0] {} else { return meanings[0] }
        }
        return spelling.isEmpty ? .absent : .text(String(decoding: spelling, as: UTF8.self))
    }

    /// All of it, once every column has been compared.
    ///
    /// - Parameter differences: in the order of the places.
    package func comparison(_ differences: [Difference], from: Comparison.Release, to: Comparison.Release) -> Comparison {
        var result = Comparison(old: from, new: to)
        (result.old.rows, result.new.rows) = (old.ids.count, new.ids.count)
        (result.old.repeatedIDs, result.new.repeatedIDs) = (repeated.old, repeated.new)
        result.old.withoutID = old.ids.count - old.rows.count
        result.new.withoutID = new.ids.count - new.rows.count
        result.common = oldRows.count
        result.added = added.map { vehicle($0, in: new) }
        result.removed = removed.map { vehicle($0, in: old) }
        let names = (old: Set(old.columns.map(\.name)), new: Set(new.columns.map(\.name)))
        result.onlyOld = old.columns.map(\.name).filter { !names.new.contains($0) }
        result.onlyNew = new.columns.map(\.name).filter { !names.old.contains($0) }
        result.columns = differences.map(\.column)
        collect(differences, in: &result)
        branches(&result)
        return result
    }

    private func collect(_ differences: [Difference], in result: inout Comparison) {
        var isChanged = [Bool](repeating: false, count: oldRows.count)
        var isChangedOutside = isChanged
        var isRestated = isChanged
        var restated: [(vehicle: UInt32, restatement: Comparison.Restatement)] = []
        var renamed: [(vehicle: UInt32, rename: Comparison.Rename)] = []
        for (place, difference) in differences.enumerated() {
            let level: NameLevel? =
                columns[place].new == new.make ? .make : columns[place].new == new.model ? .model : nil
            for vehicle in difference.vehicles { isChanged[Int(vehicle)] = true }
            if difference.column.isVolatile { continue }
            for (vehicle, change) in zip(difference.vehicles, difference.changes) {
                isChangedOutside[Int(vehicle)] = true
                guard let change else { continue }
                let (before, after) = difference.values[change]
                let row = newRows[Int(vehicle)]
                if let level {
                    let rename = Comparison.Rename(
                        vehicle: self.vehicle(row, in: new), level: level, old: before.text, new: after.text)
                    renamed.append((vehicle, rename))
                } else {
                    isRestated[Int(vehicle)] = true
                    let restatement = Comparison.Restatement(
                        vehicle: self.vehicle(row, in: new), column: difference.column.name, old: before, new: after)
                    restated.append((vehicle, restatement))
                }
            }
        }
        result.changed = isChanged.count { $0 }
        result.changedOutsideVolatile = isChangedOutside.count { $0 }
        result.restatedVehicles = isRestated.count { $0 }
        // Stable, so a vehicle's columns stay in the feed's order.
        result.renamed = Self.order(renamed.map(\.vehicle)).map { renamed[$0].rename }
        result.restated = Self.order(restated.map(\.vehicle)).map { restated[$0].restatement }
    }

    private static func order(_ vehicles: [UInt32]) -> [Int] {
        RowOrder.sorted(Array(0..<UInt32(vehicles.count)), by: vehicles.map(UInt64.init)).map(Int.init)
    }

    private func vehicle(_ row: UInt32, in table: ComparedTable) -> Comparison.Vehicle {
        func text(_ place: Int?) -> String {
            place.map { table.columns[$0].text(table.columns[$0].codes[Int(row)]) } ?? ""
        }
        return Comparison.Vehicle(
            id: table.ids[Int(row)], make: text(table.make), model: text(table.model), year: text(table.year))
    }

    // MARK: The tree

    /// The makes, models and years that only one of the releases has, over all rows.
    private func branches(_ result: inout Comparison) {
        var before = [UInt64](repeating: 0, count: old.ids.count)
        var after = [UInt64](repeating: 0, count: new.ids.count)
        var spellings: [SpellingTable] = []
        for (oldPlace, newPlace) in [(old.make, new.make), (old.model, new.model), (old.year, new.year)] {
            var texts = newPlace.map { new.columns[$0].spellings } ?? SpellingTable()
            Self.shift(&before, old, oldPlace) { Self.map($0, into: &texts) }
            Self.shift(&after, new, newPlace) { (0..<UInt32($0.spellings.count)).map { $0 } }
            spellings.append(texts)
        }
        func branches(_ keys: Set<UInt64>) -> [Comparison.Vehicle] {
            let all = keys.map { key in
                let texts = spellings.indices.map { level in
                    let code = Int(key >> UInt64(21 * (spellings.count - 1 - level)) & 0x1f_ffff)
                    return String(decoding: spellings[level][code], as: UTF8.self)
                }
                return Comparison.Vehicle(id: 0, make: texts[0], model: texts[1], year: texts[2])
            }
            return all.map { ($0, [NaturalOrder($0.make), NaturalOrder($0.model), NaturalOrder($0.year)]) }
                .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
        }
        let (oldBranches, newBranches) = (Set(before), Set(after))
        result.branchesAdded = branches(newBranches.subtracting(oldBranches))
        result.branchesRemoved = branches(oldBranches.subtracting(newBranches))
    }

    /// Adds a level's codes to the rows' keys; 0, the empty text, where no column has the level.
    private static func shift(
        _ keys: inout [UInt64], _ table: ComparedTable, _ place: Int?, _ map: (ComparedTable.Column) -> [UInt32]
    ) {
        let codes = place.map { place in
            let column = table.columns[place]
            return column.codes.mapped(0..<keys.count, map(column))
        }
        for row in keys.indices { keys[row] = keys[row] << 21 | UInt64(codes?[row] ?? 0) }
    }
}
