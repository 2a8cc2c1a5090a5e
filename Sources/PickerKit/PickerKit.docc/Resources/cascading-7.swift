import PickerKit

struct Garage {
    let vehicles: PickerVehicles
    var unit = EconomyUnit.litersPer100Kilometers

    /// `7,6 L/100 km`
    func economy(of car: String) -> String? {
        vehicles[car]?.economy("combined", in: unit)?.text(NumberStyle(decimalSeparator: ","))
    }
}
