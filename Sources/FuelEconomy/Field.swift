/// A typed fact of a vehicle: one column of a ``VehicleTable``.
package enum Field: Int, CaseIterable, Sendable {
    case make, model, baseModel, year, trim
    case vehicleClass, drive, transmission, transmissionCode
    case cylinders, displacement, engine, engineID
    case fuel, fuel1, fuel2, technology
    case turbocharger, supercharger, guzzler, startStop, manufacturerCode, motor, economyBasis, blended
    case city, highway, combined
    case cityUnrounded, highwayUnrounded, combinedUnrounded
    case city2, highway2, combined2
    case cityUnadjusted, highwayUnadjusted
    case cityElectricity, highwayElectricity, combinedElectricity
    case utilityFactor, fuelOnElectricity
    case co2, co2Fuel2, co2Tailpipe, co2TailpipeFuel2
    case annualCost, barrels
    case range, range2, cityRange, highwayRange, charge240
    case economyScore, greenhouseScore
    case passengerVolume2Door, passengerVolume4Door
    case created, modified
    case low, medium, high, extraHigh, combinedMaximum, combinedImperial, co2Maximum
    case power, weight, acceleration, noise, price
    case engineFamily, salesArea, airScore, airScoreFuel2, smartway, standard, standardText

    package enum Kind: Sendable, Equatable {
        /// A name that dedupe may change: make, model.
        case name
        case text
        case number(Quantity)
        /// Days since 1970-01-01.
        case date
    }
}

extension Field {
    /// What is said of a field once, for tables, reports and bundles alike.
    package struct Declaration: Sendable {
        package var field: Field
        /// The key in JSON: stable once published.
        package var key: String
        /// What a number means where the layout does not say otherwise.
        package var kind: Kind
        /// Whether `vehicles.json` carries it; the others serve dedupe and audit.
        package var isPublished: Bool
        /// Whether it changes from release to release without the vehicle changing: what follows fuel prices, and bookkeeping.
        package var isVolatile: Bool
    }

    package var declaration: Declaration { Self.declarations[rawValue] }
    package var key: String { declaration.key }
    package var kind: Kind { declaration.kind }

    package static let declarations: [Declaration] = {
        let list = published + unpublished
        let sorted = list.sorted { $0.field.rawValue < $1.field.rawValue }
        precondition(sorted.map(\.field) == Array(allCases), "each field is declared once")
        return sorted
    }()

    private static func economy(_ fuel: FuelSlot, _ cycle: TestCycle = .epaLabel) -> Kind {
        .number(Quantity(.milesPerUSGallonEquivalent, fuel: fuel, cycle: cycle))
    }
    private static func number(_ unit: Unit, fuel: FuelSlot? = nil, cycle: TestCycle? = nil) -> Kind {
        .number(Quantity(unit, fuel: fuel, cycle: cycle))
    }
    private static func list(_ rows: [(Field, String, Kind)], isPublished: Bool) -> [Declaration] {
        rows.map {
            Declaration(
                field: $0.0, key: $0.1, kind: $0.2, isPublished: isPublished, isVolatile: volatile.contains($0.0))
        }
    }
    private static let volatile: Set<Field> = [.annualCost, .barrels, .modified]

    private static let published = list(
        [
            (.make, "make", .name),
            (.model, "model", .name),
            (.year, "year", number(.year)),
            (.trim, "trim", .text),
            (.vehicleClass, "class", .text),
            (.drive, "drive", .text),
            (.transmission, "transmission", .text),
            (.cylinders, "cylinders", number(.cylinders)),
            (.displacement, "displacement", number(.liters)),
            (.fuel, "fuel", .text),
            (.fuel1, "fuel1", .text),
            (.fuel2, "fuel2", .text),
            (.technology, "technology", .text),
            (.city, "city", economy(.first)),
            (.highway, "highway", economy(.first)),
            (.combined, "combined", economy(.first)),
            (.city2, "city2", economy(.second)),
            (.highway2, "highway2", economy(.second)),
            (.combined2, "combined2", economy(.second)),
            (
                .combinedElectricity, "electricity",
                number(.kilowattHoursPer100Miles, fuel: .electricity, cycle: .epaLabel)
            ),
            (.co2Tailpipe, "co2", number(.gramsPerMile, fuel: .first, cycle: .epaLabel)),
            (.range, "range", number(.miles, fuel: .first)),
            (.range2, "range2", .text),
            (.annualCost, "annualCost", number(.dollarsPerYear, fuel: .first)),
            (.economyScore, "economyScore", number(.score)),
            (.greenhouseScore, "greenhouseScore", number(.score, fuel: .first)),
            (.low, "low", number(.litersPer100Kilometers, fuel: .first, cycle: .wltp)),
            (.medium, "medium", number(.litersPer100Kilometers, fuel: .first, cycle: .wltp)),
            (.high, "high", number(.litersPer100Kilometers, fuel: .first, cycle: .wltp)),
            (.extraHigh, "extraHigh", number(.litersPer100Kilometers, fuel: .first, cycle: .wltp)),
            (.combinedMaximum, "combinedMaximum", number(.litersPer100Kilometers, fuel: .first, cycle: .wltp)),
            (.combinedImperial, "combinedImperial", number(.milesPerImperialGallon, fuel: .first, cycle: .nrcanRating)),
            (.co2Maximum, "co2Maximum", number(.gramsPerKilometer, fuel: .first, cycle: .wltp)),
            (.power, "power", number(.kilowatts)),
            (.weight, "weight", number(.kilograms)),
            (.acceleration, "acceleration", number(.seconds)),
            (.price, "price", number(.euros)),
            (.airScore, "airScore", number(.score, fuel: .first)),
            (.standard, "standard", .text),
        ], isPublished: true)

    private static let unpublished = list(
        [
            (.baseModel, "baseModel", .text),
            (.transmissionCode, "transmissionCode", .text),
            (.engine, "engine", .text),
            (.engineID, "engineId", .text),
            (.turbocharger, "turbocharger", .text),
            (.supercharger, "supercharger", .text),
            (.guzzler, "guzzler", .text),
            (.startStop, "startStop", .text),
            (.manufacturerCode, "manufacturerCode", .text),
            (.motor, "motor", .text),
            (.economyBasis, "economyBasis", .text),
            (.blended, "blended", .text),
            (.cityUnrounded, "cityUnrounded", economy(.first)),
            (.highwayUnrounded, "highwayUnrounded", economy(.first)),
            (.combinedUnrounded, "combinedUnrounded", economy(.first)),
            (.cityUnadjusted, "cityUnadjusted", economy(.first, .epaUnadjusted)),
            (.highwayUnadjusted, "highwayUnadjusted", economy(.first, .epaUnadjusted)),
            (
                .cityElectricity, "cityElectricity",
                number(.kilowattHoursPer100Miles, fuel: .electricity, cycle: .epaLabel)
            ),
            (
                .highwayElectricity, "highwayElectricity",
                number(.kilowattHoursPer100Miles, fuel: .electricity, cycle: .epaLabel)
            ),
            (.utilityFactor, "utilityFactor", number(.share, cycle: .epaLabel)),
            (.fuelOnElectricity, "fuelOnElectricity", number(.gallonsPer100Miles, fuel: .first, cycle: .epaLabel)),
            (.co2, "co2Label", number(.gramsPerMile, fuel: .first, cycle: .epaLabel)),
            (.co2Fuel2, "co2LabelFuel2", number(.gramsPerMile, fuel: .second, cycle: .epaLabel)),
            (.co2TailpipeFuel2, "co2Fuel2", number(.gramsPerMile, fuel: .second, cycle: .epaLabel)),
            (.barrels, "barrels", number(.barrelsPerYear, fuel: .first)),
            (.cityRange, "cityRange", number(.miles, fuel: .first)),
            (.highwayRange, "highwayRange", number(.miles, fuel: .first)),
            (.charge240, "charge240", number(.hours, fuel: .electricity)),
            (.passengerVolume2Door, "passengerVolume2Door", number(.cubicFeet)),
            (.passengerVolume4Door, "passengerVolume4Door", number(.cubicFeet)),
            (.noise, "noise", number(.decibels)),
            (.engineFamily, "engineFamily", .text),
            (.salesArea, "salesArea", .text),
            (.airScoreFuel2, "airScoreFuel2", number(.score, fuel: .second)),
            (.smartway, "smartway", .text),
            (.standardText, "standardText", .text),
            (.created, "created", .date),
            (.modified, "modified", .date),
        ], isPublished: false)
}
