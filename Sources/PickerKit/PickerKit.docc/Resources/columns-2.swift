import PickerKit
import SwiftUI

enum Span: String, CaseIterable {
    case days, weeks, months
}

struct ReminderForm: View {
    @State private var interval = UnitCount(3, Span.weeks)

    var body: some View {
        Form {
            Text("Remind me every \(interval.number) \(interval.unit.rawValue)")
            ColumnsPicker(
                WheelColumns(numbers: 1...99, units: Span.allCases) { $0.rawValue }, value: $interval,
                labels: ["Number", "Unit"])
        }
    }
}
