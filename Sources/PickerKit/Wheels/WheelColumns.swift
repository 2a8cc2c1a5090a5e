/// Wheels beside each other that do not depend on each other and together make up a value: of a duration, the number and the unit.
///
/// Turning a wheel changes the value, changing the value turns the wheels. A value that the wheels cannot show, such as 120 days
/// where the numbers end at 99, is shown as the nearest one and stays what it is until a wheel is turned.
public struct WheelColumns<Value: Sendable>: Sendable {
    /// By column: what its rows are called.
    public let titles: [[String]]
    private let rowsOf: @Sendable (Value) -> [Int]
    private let valueOf: @Sendable ([Int]) -> Value

    /// - Parameters:
    ///   - titles: by column; no column without rows.
    ///   - rows: the row of each column that shows a value; brought into range where it is not.
    ///   - value: what rows, all in range, stand for.
    public init(
        titles: [[String]], rows: @escaping @Sendable (Value) -> [Int], value: @escaping @Sendable ([Int]) -> Value
    ) {
        precondition(!titles.isEmpty && titles.allSatisfy { !$0.isEmpty }, "columns have rows")
        self.titles = titles
        rowsOf = rows
        valueOf = value
    }

    /// The row of each column that shows a value.
    public func rows(for value: Value) -> [Int] {
        let rows = rowsOf(value)
        return titles.indices.map { column in
            min(max(rows.indices.contains(column) ? rows[column] : 0, 0), titles[column].count - 1)
        }
    }

    /// Turns one wheel of those that show a value.
    ///
    /// A row that the wheel does not have changes nothing.
    public func select(_ row: Int, in column: Int, of value: inout Value) {
        guard titles.indices.contains(column), titles[column].indices.contains(row) else { return }
        var rows = rows(for: value)
        rows[column] = row
        value = valueOf(rows)
    }
}

/// A number of something: three weeks.
public struct UnitCount<Unit: Sendable & Hashable>: Sendable, Hashable {
    public var number: Int
    public var unit: Unit

    public init(_ number: Int, _ unit: Unit) {
        self.number = number
        self.unit = unit
    }
}

extension WheelColumns {
    /// A wheel of numbers and a wheel of units, the cases of an enumeration in their order.
    ///
    ///     enum Span: String, CaseIterable { case days, weeks, months }
    ///     let columns = WheelColumns(numbers: 1...99, units: Span.allCases) { $0.rawValue }
    public init<Unit: Sendable & Hashable>(
        numbers: ClosedRange<Int>, units: [Unit], title: (Unit) -> String
    ) where Value == UnitCount<Unit> {
        self.init(
            titles: [numbers.map { String($0) }, units.map(title)],
            rows: { value in
                [
                    min(max(value.number, numbers.lowerBound), numbers.upperBound) - numbers.lowerBound,
                    units.firstIndex(of: value.unit) ?? 0,
                ]
            },
            value: { UnitCount(numbers.lowerBound + $0[0], units[$0[1]]) })
    }
}
