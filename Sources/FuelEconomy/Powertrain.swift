/// The kinds of powertrain that may not stand for each other. In order of precedence where counts tie.
package enum Powertrain: Int, CaseIterable, Sendable {
    case gasoline, diesel, hybrid, plugInHybrid, electric, fuelCell, other

    /// Told from the feed's technology (`atvType`), its first fuel (`fuelType1`), and whether there is a second one.
    package init(technology: String, fuel: String, hasSecondFuel: Bool = false) {
        switch Technology(technology) {
        case .plugInHybrid: self = .plugInHybrid
        case .electric: self = .electric
        case .fuelCell: self = .fuelCell
        case .hybrid: self = .hybrid
        default:
            switch Fuel(fuel) {
            case .gasoline: self = .gasoline
            case .diesel: self = .diesel
            case .electricity: self = hasSecondFuel ? .plugInHybrid : .electric
            case .hydrogen: self = .fuelCell
            default: self = .other
            }
        }
    }

    /// As it stands in findings.
    package var words: String {
        switch self {
        case .plugInHybrid: "plug-in hybrid"
        case .fuelCell: "fuel cell"
        case .gasoline: "gasoline"
        case .diesel: "diesel"
        case .hybrid: "hybrid"
        case .electric: "electric"
        case .other: "other"
        }
    }

    /// Whether it recovers energy when braking or drives on electricity, so that city economy may well beat highway economy.
    package var drivesElectrically: Bool {
        switch self {
        case .hybrid, .plugInHybrid, .electric, .fuelCell: true
        case .gasoline, .diesel, .other: false
        }
    }
}

extension VehicleTable {
    /// The powertrains of some rows.
    package func powertrains(of rows: Range<Int>) -> [Powertrain] {
        let (technology, first, second) = (self[.technology], self[.fuel1], self[.fuel2])
        var kinds: [Powertrain] = []
        for t in 0..<technology.valueCount {
            for f in 0..<first.valueCount {
                for hasSecondFuel in [false, true] {
                    kinds.append(
                        Powertrain(
                            technology: technology.texts[t], fuel: first.texts[f], hasSecondFuel: hasSecondFuel))
                }
            }
        }
        let stride = first.valueCount * 2
        let places = technology.codes.mapped(rows, (0..<technology.valueCount).map { UInt32($0 * stride) })
        let fuels = first.codes.mapped(rows, (0..<first.valueCount).map { UInt32($0 * 2) })
        let seconds = second.codes.mapped(rows, second.texts.map { $0.isEmpty ? 0 : UInt32(1) })
        return places.indices.map { kinds[Int(places[$0] + fuels[$0] + seconds[$0])] }
    }
}
