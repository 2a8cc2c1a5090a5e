/// The kinds of powertrain that may not stand for each other. In order of precedence where counts tie.
package enum Powertrain: Int, CaseIterable, Sendable {
    case gasoline, diesel, hybrid, plugInHybrid, electric, fuelCell, other

    /// Told from the feed's technology (`atvType`) and first fuel (`fuelType1`).
    package init(technology: String, fuel: String) {
        switch technology {
        case "Plug-in Hybrid": self = .plugInHybrid
        case "EV": self = .electric
        case "FCV": self = .fuelCell
        case "Hybrid": self = .hybrid
        default:
            if fuel.hasSuffix("Gasoline") {
                self = .gasoline
            } else if fuel == "Diesel" {
                self = .diesel
            } else if fuel == "Electricity" {
                self = .electric
            } else if fuel == "Hydrogen" {
                self = .fuelCell
            } else {
                self = .other
            }
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
        let technology = self[.technology]
        let fuel = self[.fuel1]
        var kinds: [Powertrain] = []
        for t in 0..<technology.valueCount {
            for f in 0..<fuel.valueCount {
                kinds.append(Powertrain(technology: technology.texts[t], fuel: fuel.texts[f]))
            }
        }
        let first = technology.codes.mapped(rows, (0..<technology.valueCount).map { UInt32($0 * fuel.valueCount) })
        let second = fuel.codes.mapped(rows, (0..<fuel.valueCount).map { UInt32($0) })
        return zip(first, second).map { kinds[Int($0 + $1)] }
    }
}
