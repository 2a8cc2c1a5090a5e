/// How an app's user likes to read fuel economy.
///
/// All four say the same: distance by volume, or volume by distance. The factors are exact by definition: the international
/// mile is 1.609344 km, the US gallon 3.785411784 L, the imperial gallon 4.54609 L.
public enum EconomyUnit: String, Sendable, CaseIterable {
    case milesPerUSGallon = "mpg (US)"
    case milesPerImperialGallon = "mpg (imperial)"
    case litersPer100Kilometers = "L/100 km"
    case kilometersPerLiter = "km/L"

    static let kilometersPerMile = 1.609344
    private static let litersPerUSGallon = 3.785411784
    private static let litersPerImperialGallon = 4.54609

    /// Kilometers a liter of an economy in this unit.
    ///
    /// - Returns: `nil` for an economy that no car has: zero, negative, not finite.
    private func kilometersPerLiter(_ value: Double) -> Double? {
        guard value > 0, value.isFinite else { return nil }
        return switch self {
        case .milesPerUSGallon: value * Self.kilometersPerMile / Self.litersPerUSGallon
        case .milesPerImperialGallon: value * Self.kilometersPerMile / Self.litersPerImperialGallon
        case .litersPer100Kilometers: 100 / value
        case .kilometersPerLiter: value
        }
    }

    /// An economy in this unit, from one in another.
    ///
    /// - Returns: `nil` for an economy that no car has: zero, negative, not finite.
    public func value(of economy: Double, in unit: EconomyUnit) -> Double? {
        if unit == self { return economy > 0 && economy.isFinite ? economy : nil }
        return unit.kilometersPerLiter(economy).map { kilometersPerLiter in
            switch self {
            case .milesPerUSGallon: kilometersPerLiter * Self.litersPerUSGallon / Self.kilometersPerMile
            case .milesPerImperialGallon: kilometersPerLiter * Self.litersPerImperialGallon / Self.kilometersPerMile
            case .litersPer100Kilometers: 100 / kilometersPerLiter
            case .kilometersPerLiter: kilometersPerLiter
            }
        }
    }

    /// Whether distances are told in miles.
    var isOfMiles: Bool { self == .milesPerUSGallon || self == .milesPerImperialGallon }
}

/// A figure of a vehicle in the unit that the user likes.
public struct EconomyFigure: Sendable, Equatable {
    public let value: Double
    /// Such as `mpg`, `MPGe` or `kWh/100 km`.
    public let unit: String
    /// What the figure is worth showing of, as publishers round it.
    public let decimals: Int

    /// The figure and its unit, as in `31 mpg` or `7,6 L/100 km`.
    public func text(_ style: NumberStyle = NumberStyle()) -> String {
        "\(style.text(value, decimals: decimals)) \(unit)"
    }
}

extension VehicleFacts {
    /// An economy or consumption in the unit that the user likes.
    ///
    /// Figures of the fuel of an electric or hydrogen car are in gallons or liters *equivalent* and say so, by 33.705 kWh a
    /// US gallon (40 CFR 600.002); consumptions of electricity go from miles to kilometers and back.
    ///
    /// - Returns: `nil` where the fact is absent, or no economy.
    public func economy(_ key: String, in preferred: EconomyUnit) -> EconomyFigure? {
        guard let fact = self[key], let number = fact.number, let unit = fact.meaning.unit else { return nil }
        let own: EconomyUnit
        var isEquivalent = false
        switch unit {
        case "mpg or MPGe (US)":
            own = .milesPerUSGallon
            isEquivalent = !isLiquid(fact.meaning.fuel)
        case "Le/100 km":
            own = .litersPer100Kilometers
            isEquivalent = true
        case "gal/100 mi (US)":
            return number > 0 ? figure(100 / number, .milesPerUSGallon, preferred, isEquivalent: false) : nil
        case "kWh/100 mi": return electricity(number, preferred)
        case "kWh/100 km": return electricity(number * EconomyUnit.kilometersPerMile, preferred)
        case "Wh/km": return electricity(number / 10 * EconomyUnit.kilometersPerMile, preferred)
        default:
            guard let unit = EconomyUnit(rawValue: unit) else { return nil }
            own = unit
        }
        return figure(number, own, preferred, isEquivalent: isEquivalent)
    }

    private func figure(_ number: Double, _ own: EconomyUnit, _ preferred: EconomyUnit, isEquivalent: Bool) -> EconomyFigure?
    {
        preferred.value(of: number, in: own).map { value in
            // Labels have whole miles a gallon, and a decimal of all else.
            let isWhole = own == preferred && preferred.isOfMiles && number == number.rounded()
            return EconomyFigure(
                value: value, unit: preferred.symbol(isEquivalent: isEquivalent), decimals: isWhole ? 0 : 1)
        }
    }

    /// - Parameter number: kilowatt hours for 100 miles.
    private func electricity(_ number: Double, _ preferred: EconomyUnit) -> EconomyFigure? {
        guard number > 0, number.isFinite else { return nil }
        return preferred.isOfMiles
            ? EconomyFigure(value: number, unit: "kWh/100 mi", decimals: 1)
            : EconomyFigure(value: number / EconomyUnit.kilometersPerMile, unit: "kWh/100 km", decimals: 1)
    }

    /// Whether a fuel is filled in by volume: all but electricity, hydrogen and natural gas.
    private func isLiquid(_ fuel: String?) -> Bool {
        guard let fuel, let value = self[fuel]?.value, case .text(let name) = value else { return fuel != "electricity" }
        return !["Electricity", "Hydrogen", "Natural Gas"].contains(name)
    }
}

extension EconomyUnit {
    fileprivate func symbol(isEquivalent: Bool) -> String {
        switch self {
        case .milesPerUSGallon: isEquivalent ? "MPGe" : "mpg"
        case .milesPerImperialGallon: isEquivalent ? "MPGe (imperial)" : "mpg (imperial)"
        case .litersPer100Kilometers: isEquivalent ? "Le/100 km" : "L/100 km"
        case .kilometersPerLiter: isEquivalent ? "km/Le" : "km/L"
        }
    }
}

/// How a locale writes numbers. An app takes it from its system:
///
///     NumberStyle(decimalSeparator: Locale.current.decimalSeparator ?? ".")
public struct NumberStyle: Sendable, Equatable {
    public var decimalSeparator: String
    /// Between thousands; empty for none.
    public var groupingSeparator: String

    public init(decimalSeparator: String = ".", groupingSeparator: String = "") {
        self.decimalSeparator = decimalSeparator
        self.groupingSeparator = groupingSeparator
    }

    /// A number of so many decimals, from 0 to 6, halves rounded away from zero.
    public func text(_ number: Double, decimals: Int) -> String {
        let decimals = min(max(decimals, 0), 6)
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        guard let scaled = Int(exactly: (abs(number) * scale).rounded(.toNearestOrAwayFromZero)) else { return "\(number)" }
        let digits = String(scaled / Int(scale))
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { text += groupingSeparator }
            text.append(digit)
        }
        if decimals > 0 {
            let rest = String(scaled % Int(scale))
            text += decimalSeparator + String(repeating: "0", count: decimals - rest.count) + rest
        }
        return number < 0 && scaled > 0 ? "-" + text : text
    }
}
