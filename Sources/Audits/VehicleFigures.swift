internal import FuelEconomy

/// The figures of some vehicles, laid out for rules to run over; `nan` where the feed says nothing.
struct VehicleFigures: Sendable {
    let city, highway, combined: [Double]
    let cityUnrounded, highwayUnrounded, combinedUnrounded: [Double]
    let city2, highway2, combined2: [Double]
    let cityUnadjusted, highwayUnadjusted: [Double]
    let electricity, barrels, co2, co2Tailpipe: [Double]
    /// Of plug-in hybrids.
    let utilityFactor, fuelOnElectricity: [Double]
    /// Empty where no feed states them.
    let low, medium, high, extraHigh, combinedImperial: [Double]
    let year, cylinders, displacement, range: [Double]
    let isGuzzler: [Bool]
    /// Whether its class is one of cars, not of trucks, vans and the like.
    let isCar: [Bool]
    let fuel1, fuel2: [Fuel]
    let technology: [Technology]
    let powertrain: [Powertrain]

    let isCalledFlexible: [Bool]
    /// Whether its transmission is one that electric cars do not have.
    let hasGearbox: [Bool]
    /// The unit of the combined economy.
    let combinedUnit: Unit?

    private let table: VehicleTable
    private let rows: Range<Int>

    init(_ table: VehicleTable, _ rows: Range<Int>) {
        city = table[.city].numbers(of: rows)
        highway = table[.highway].numbers(of: rows)
        combined = table[.combined].numbers(of: rows)
        cityUnrounded = table[.cityUnrounded].numbers(of: rows)
        highwayUnrounded = table[.highwayUnrounded].numbers(of: rows)
        combinedUnrounded = table[.combinedUnrounded].numbers(of: rows)
        city2 = table[.city2].numbers(of: rows)
        highway2 = table[.highway2].numbers(of: rows)
        combined2 = table[.combined2].numbers(of: rows)
        cityUnadjusted = table[.cityUnadjusted].numbers(of: rows)
        highwayUnadjusted = table[.highwayUnadjusted].numbers(of: rows)
        electricity = table[.combinedElectricity].numbers(of: rows)
        barrels = table[.barrels].numbers(of: rows)
        co2 = table[.co2].numbers(of: rows)
        co2Tailpipe = table[.co2Tailpipe].numbers(of: rows)
        isCalledFlexible = table[.model].codes.mapped(rows, table[.model].texts.map(Self.isCalledFlexible))
        hasGearbox = table[.transmission].codes.mapped(rows, table[.transmission].texts.map(Self.isNoneOfElectricCars))
        combinedUnit = table.quantities[.combined]?.unit
        utilityFactor = table[.utilityFactor].numbers(of: rows)
        fuelOnElectricity = table[.fuelOnElectricity].numbers(of: rows)
        func stated(_ field: Field) -> [Double] { table.facts.contains(field) ? table[field].numbers(of: rows) : [] }
        low = stated(.low)
        medium = stated(.medium)
        high = stated(.high)
        extraHigh = stated(.extraHigh)
        combinedImperial = stated(.combinedImperial)
        year = table[.year].numbers(of: rows)
        isGuzzler = table[.guzzler].codes.mapped(rows, table[.guzzler].texts.map { !$0.isEmpty })
        isCar = table[.vehicleClass].codes.mapped(rows, table[.vehicleClass].texts.map(Self.isCar))
        cylinders = table[.cylinders].numbers(of: rows)
        displacement = table[.displacement].numbers(of: rows)
        range = table[.range].numbers(of: rows)
        fuel1 = table.fuels(.fuel1, of: rows)
        fuel2 = table.fuels(.fuel2, of: rows)
        technology = table.technologies(of: rows)
        powertrain = table.powertrains(of: rows)
        self.table = table
        self.rows = rows
    }

    /// Whether "FFV" is one of the words of a model.
    private static func isCalledFlexible(_ model: String) -> Bool {
        var model = model
        return model.withUTF8 { bytes in
            // The last five bytes, where they are " FFV ".
            let word: UInt64 = 0x20_4646_5620
            var tail: UInt64 = 0x20
            for place in 0..<bytes.count {
                tail = (tail << 8 | UInt64(unsafe bytes[place])) & 0xff_ffff_ffff
                if tail == word { return true }
            }
            return tail & 0xffff_ffff == word >> 8
        }
    }

    /// Whether a transmission has gears that vary, or that are shifted by hand.
    private static func isNoneOfElectricCars(_ transmission: String) -> Bool {
        transmission.hasPrefix("Manual") || transmission.contains("variable")
    }

    private static func isCar(_ vehicleClass: String) -> Bool {
        vehicleClass.hasSuffix(" Cars") || vehicleClass.hasSuffix("Station Wagons") || vehicleClass == "Two Seaters"
    }

    /// Whether a car burns nothing: all its fuels are electricity or hydrogen, and its technology does not say otherwise.
    func isFreeOfCarbon(_ row: Int) -> Bool {
        guard fuel1[row].isFreeOfCarbon, fuel2[row] == .none || fuel2[row].isFreeOfCarbon else { return false }
        return powertrain[row] == .electric || powertrain[row] == .fuelCell
    }

    /// Whether a car drives on electricity and on nothing else.
    func isElectric(_ row: Int) -> Bool {
        fuel1[row] == .electricity && fuel2[row] == .none && powertrain[row] == .electric
    }

    /// The feed's own word, for findings.
    func word(_ field: Field, _ row: Int) -> String { table.text(field, rows.lowerBound + row) }

    /// The unit that the feed states a figure in.
    func unit(_ field: Field) -> String { table.quantities[field]?.unit.rawValue ?? "" }
}
