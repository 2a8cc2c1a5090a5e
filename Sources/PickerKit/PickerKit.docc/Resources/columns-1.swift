import PickerKit

enum Span: String, CaseIterable {
    case days, weeks, months
}

let columns = WheelColumns(numbers: 1...99, units: Span.allCases) { $0.rawValue }

func threeWeeks() -> [Int] {
    columns.rows(for: UnitCount(3, .weeks))
}
