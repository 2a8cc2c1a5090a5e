import PickerKit
import UIKit

@MainActor
func yearsView(_ years: some WheelDataSource & WheelDelegate) -> PickerView {
    let style = WheelStyle(
        highlightedLabel: WheelLabelStyle(weight: .bold, color: .tint), selection: .overlay(opacity: 0.25))
    let view = PickerView(wheel: Wheel(scrolling: .infinite, style: style))
    view.wheel.dataSource = years
    view.wheel.delegate = years
    return view
}
