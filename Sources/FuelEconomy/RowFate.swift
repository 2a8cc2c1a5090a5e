/// Where one row left the flow, told by the code that put it aside.
package struct RowFate: Sendable, Equatable {
    package enum Verdict: String, Sendable {
        case merged, quarantined, filtered
    }

    package struct Row: Sendable, Hashable {
        package var source: Int
        package var line: UInt32

        package init(source: Int, line: UInt32) {
            self.source = source
            self.line = line
        }
    }

    package var row: Row
    /// 0 for a row that has no id.
    package var vehicle: UInt64
    package var stage: RowLedger.Stage
    package var verdict: Verdict
    /// The rule's id.
    package var rule: String
    /// The row that stands in its stead, where there is one.
    package var instead: Row?
}

/// The fates of all rows that were put aside, where somebody asks for them; where nobody does, telling costs nothing.
package struct RowFates: Sendable {
    package let areAsked: Bool
    package private(set) var told: [RowFate] = []

    package init(areAsked: Bool) { self.areAsked = areAsked }

    package mutating func tell(
        _ verdict: RowFate.Verdict, _ rule: Rule, _ row: Int, of table: VehicleTable, at stage: RowLedger.Stage,
        instead other: Int? = nil
    ) {
        if !areAsked { return }
        told.append(
            RowFate(
                row: table.feedRow(row), vehicle: table.ids[row], stage: stage, verdict: verdict, rule: rule.id,
                instead: other.map(table.feedRow)))
    }

    package mutating func merge(_ other: RowFates) { told += other.told }
}

extension VehicleTable {
    /// The feeds' row that a row of the table is.
    package func feedRow(_ row: Int) -> RowFate.Row { RowFate.Row(source: Int(sources[row]), line: lines[row]) }
}
