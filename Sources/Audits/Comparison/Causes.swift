package import FuelEconomy

extension Comparison {
    /// Says of each change whether the feed or our rules and decisions made it.
    ///
    /// A change that the old rules make of the new feed too is the feed's; one that they do not make at all is the rules'.
    ///
    /// - Parameter table: what the old rules make of the new feed.
    package mutating func attribute(byOldRules table: ComparedTable) {
        let order = RowOrder.sorted(table.rows, by: table.ids)
        let places = Dictionary(table.columns.enumerated().map { ($1.name, $0) }) { first, _ in first }

        func row(of id: UInt64) -> Int? {
            var (low, high) = (0, order.count)
            while low < high {
                let middle = (low + high) / 2
                if table.ids[Int(order[middle])] < id { low = middle + 1 } else { high = middle }
            }
            return low < order.count && table.ids[Int(order[low])] == id ? Int(order[low]) : nil
        }

        func value(_ id: UInt64, _ column: String) -> CellValue? {
            guard let row = row(of: id), let place = places[column] else { return nil }
            let column = table.columns[place]
            return column.meanings(column.spellings[column.codes[row]]).first
        }

        func cause(_ value: CellValue?, _ old: CellValue, _ new: CellValue) -> Cause {
            value == new ? .feed : value == old ? .rules : .both
        }

        for index in renamed.indices {
            let rename = renamed[index]
            let name = value(rename.vehicle.id, rename.level == .make ? Field.make.key : Field.model.key)
            renamed[index].cause = cause(name, .text(rename.old), .text(rename.new))
        }
        for index in restated.indices {
            let restatement = restated[index]
            let value = value(restatement.vehicle.id, restatement.column)
            restated[index].cause = cause(value, restatement.old, restatement.new)
        }
        // Of being there and not being there, the old rules on the new feed say one or the other.
        for index in added.indices { added[index].cause = row(of: added[index].id) == nil ? .rules : .feed }
        for index in returned.indices { returned[index].cause = row(of: returned[index].id) == nil ? .rules : .feed }
        for index in removed.indices { removed[index].cause = row(of: removed[index].id) == nil ? .feed : .rules }
    }
}
