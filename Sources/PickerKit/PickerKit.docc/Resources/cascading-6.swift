import PickerKit

struct Garage {
    var selection: CascadingSelection<PickerCatalog>
    var cars: [String] = []

    mutating func addCar() {
        if let id = selection.id { cars.append(id) }
    }

    /// - Returns: the wheels to reload; none where the car is not in the data any more.
    mutating func show(_ car: String) -> Range<Int> {
        selection.choose(car)
    }
}
