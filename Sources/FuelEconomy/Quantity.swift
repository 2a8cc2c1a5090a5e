/// A unit of measure of a vehicle's fact. The raw value is what a bundle and a report print.
package enum Unit: String, Sendable, CaseIterable {
    case milesPerUSGallonEquivalent = "mpg or MPGe (US)"
    case kilowattHoursPer100Miles = "kWh/100 mi"
    case gramsPerMile = "g/mi"
    case miles = "mi"
    case hours = "h"
    case liters = "L"
    case barrelsPerYear = "barrels/year"
    case dollarsPerYear = "USD/year"
    case cubicFeet = "ft³"
    case score = "score, 1 to 10"
    case cylinders = "cylinders"
    case year = "model year"
}

/// Which of a vehicle's energy sources a figure speaks of.
package enum FuelSlot: String, Sendable {
    case first = "fuel1"
    case second = "fuel2"
    case electricity
}

/// The procedure that a figure was measured by. Figures of different cycles may not be compared.
package enum TestCycle: String, Sendable {
    /// The adjusted figure that stands on the EPA's window sticker.
    case epaLabel = "EPA label"
    /// The laboratory figure, before the adjustment for the label.
    case epaUnadjusted = "EPA unadjusted"
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
