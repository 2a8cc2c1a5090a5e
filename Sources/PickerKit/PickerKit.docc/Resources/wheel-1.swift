import PickerKit

@MainActor
final class Years: WheelDataSource, WheelDelegate {
    private let years = Array((1984...2026).reversed())

    func numberOfRows(in wheel: Wheel) -> Int { years.count }
    func wheel(_ wheel: Wheel, titleForRow row: Int) -> String { String(years[row]) }
    func wheel(_ wheel: Wheel, didSelectRow row: Int, by cause: Wheel.Cause) { print(years[row]) }
}
