/// A unit of measure of a vehicle's fact. The raw value is what a bundle and a report print, and a layout in a pipeline
/// file names.
package enum Unit: String, Sendable, CaseIterable {
    case milesPerUSGallonEquivalent = "mpg or MPGe (US)"
    case milesPerUSGallon = "mpg (US)"
    case milesPerImperialGallon = "mpg (imperial)"
    case litersPer100Kilometers = "L/100 km"
    case gasolineLitersPer100Kilometers = "Le/100 km"
    case kilometersPerLiter = "km/L"
    case gallonsPer100Miles = "gal/100 mi (US)"
    case kilowattHoursPer100Miles = "kWh/100 mi"
    case kilowattHoursPer100Kilometers = "kWh/100 km"
    case wattHoursPerKilometer = "Wh/km"
    case gramsPerMile = "g/mi"
    case gramsPerKilometer = "g/km"
    case miles = "mi"
    case kilometers = "km"
    case hours = "h"
    case seconds = "s"
    case liters = "L"
    case cubicCentimeters = "cm³"
    case cubicInches = "in³"
    case kilowatts = "kW"
    case horsepower = "hp"
    case kilograms = "kg"
    case pounds = "lb"
    case decibels = "dB(A)"
    case barrelsPerYear = "barrels/year"
    case dollarsPerYear = "USD/year"
    case euros = "EUR"
    case cubicFeet = "ft³"
    case score = "score, 1 to 10"
    case share = "share, 0 to 1"
    case cylinders = "cylinders"
    case year = "model year"

    /// Whether it counts energy by distance, so that the smaller figure is the thriftier car.
    package var isConsumption: Bool {
        switch self {
        case .litersPer100Kilometers, .gasolineLitersPer100Kilometers, .gallonsPer100Miles, .kilowattHoursPer100Miles,
            .kilowattHoursPer100Kilometers, .wattHoursPerKilometer:
            true
        default: false
        }
    }

    /// As it stands behind a figure in a label: `mpg` for all that are called so.
    package var short: String {
        switch self {
        case .milesPerUSGallonEquivalent, .milesPerUSGallon: "mpg"
        case .milesPerImperialGallon: "mpg (imp.)"
        default: rawValue
        }
    }
}

/// Which of a vehicle's energy sources a figure speaks of.
package enum FuelSlot: String, Sendable, CaseIterable {
    case first = "fuel1"
    case second = "fuel2"
    case electricity
}

/// The procedure that a figure was measured by. Figures of different cycles may not be compared.
package enum TestCycle: String, Sendable, CaseIterable {
    /// The adjusted figure that stands on the EPA's window sticker.
    case epaLabel = "EPA label"
    /// The laboratory figure, before the adjustment for the label.
    case epaUnadjusted = "EPA unadjusted"
    /// Natural Resources Canada's rating: five cycles from model year 2015 on, older ratings adjusted to be comparable.
    case nrcanRating = "NRCan rating"
    /// New European Driving Cycle, in force until 2018.
    case nedc = "NEDC"
    /// Worldwide Harmonized Light Vehicles Test Procedure.
    case wltp = "WLTP"
    /// The source does not say.
    case unstated = "not stated"
}

/// What a number means: its unit, and where it applies its fuel and its test cycle.
package struct Quantity: Sendable, Equatable {
    package var unit: Unit
    package var fuel: FuelSlot?
    package var cycle: TestCycle?

    package init(_ unit: Unit, fuel: FuelSlot? = nil, cycle: TestCycle? = nil) {
        self.unit = unit
        self.fuel = fuel
        self.cycle = cycle
    }
}

extension Quantity: CustomStringConvertible {
    /// `L/100 km, fuel1, WLTP`.
    package var description: String {
        ([unit.rawValue] + [fuel?.rawValue, cycle?.rawValue].compactMap { $0 }).joined(separator: ", ")
    }
}
