package import FuelEconomy

/// Builds the tree make → model → year → option from vehicles with canonical names.
///
/// The work is cut by years of models, which are independent: ``part(_:)`` may be called from several threads.
package struct TreeBuilder: Sendable {
    private let table: VehicleTable
    /// Rows by make, model, year (newest first), then id.
    private let order: [UInt32]
    /// Where each (make, model, year) begins in `order`, and the end.
    private let groups: [Int]
    private let chooser: OptionChooser

    /// The years of a range of groups, with their options in order.
    package struct Part: Sendable {
        fileprivate var years: [Catalog.Year] = []
        fileprivate var rows: [UInt32] = []
        fileprivate var needsID: [Bool] = []
    }

    package init(_ table: VehicleTable) {
        self.table = table
        let makeRanks = NaturalOrder.ranks(of: table[.make].texts)
        let modelRanks = NaturalOrder.ranks(of: table[.model].texts)
        let years = table[.year]
        let all = 0..<table.count
        let make = table[.make].codes.mapped(all, makeRanks.map { UInt64($0) << 44 })
        let model = table[.model].codes.mapped(all, modelRanks.map { UInt64($0) << 18 })
        let year = years.codes.mapped(all, years.numbers.map { $0.isNaN ? (1 << 18) - 1 : UInt64(max(0, 99_999 - $0)) })
        let keys = all.map { make[$0] | model[$0] | year[$0] }
        let order = RowOrder.sorted(RowOrder.sorted((0..<UInt32(table.count)).map { $0 }, by: table.ids), by: keys)
        var groups: [Int] = []
        for (index, row) in order.enumerated() where index == 0 || keys[Int(row)] != keys[Int(order[index - 1])] {
            groups.append(index)
        }
        self.order = order
        self.groups = groups + [order.count]
        chooser = OptionChooser(table)
    }

    /// How many (make, model, year) there are.
    package var groupCount: Int { groups.count - 1 }

    package func part(_ range: Range<Int>) -> Part {
        var part = Part()
        if range.isEmpty { return part }
        let all = order[groups[range.lowerBound]..<groups[range.upperBound]]
        let workspace = chooser.workspace(for: all)
        for group in range {
            let rows = order[groups[group]..<groups[group + 1]]
            let choice = chooser.choose(rows, at: rows.startIndex - all.startIndex, in: workspace)
            let year = table.number(.year, Int(rows.first!))
            part.years.append(
                Catalog.Year(
                    year: year.isNaN ? Catalog.unknownYear : Int(year), first: 0, count: rows.count,
                    defaultOption: choice.defaultOption, distinction: choice.distinction,
                    mixesPowertrains: choice.mixesPowertrains))
            part.rows += choice.rows
            part.needsID += choice.needsID
        }
        return part
    }

    /// Joins parts that cover all groups, in order.
    package func catalog(_ parts: [Part]) -> Catalog {
        var catalog = Catalog()
        for part in parts {
            catalog.years += part.years
            catalog.optionRows += part.rows
            catalog.optionNeedsID += part.needsID
        }
        precondition(catalog.years.count == groupCount, "the parts cover the tree")
        var first = 0
        var lastPair: (make: Int, model: Int)?
        for index in catalog.years.indices {
            catalog.years[index].first = first
            let row = Int(catalog.optionRows[first])
            let pair = (make: table[.make].codes[row], model: table[.model].codes[row])
            if pair.make != lastPair?.make {
                catalog.makes.append(
                    Catalog.Name(title: table[.make].texts[pair.make], first: catalog.models.count, count: 0))
            }
            if pair.make != lastPair?.make || pair.model != lastPair?.model {
                catalog.makes[catalog.makes.count - 1].count += 1
                catalog.models.append(Catalog.Name(title: table[.model].texts[pair.model], first: index, count: 0))
            }
            catalog.models[catalog.models.count - 1].count += 1
            lastPair = pair
            first += catalog.years[index].count
        }
        return catalog
    }
}
