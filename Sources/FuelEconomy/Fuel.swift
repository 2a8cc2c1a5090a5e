/// What a car drives on, told from the words that layouts give for it.
package enum Fuel: Sendable {
    /// The feed states none.
    case none
    case gasoline, diesel, ethanol, naturalGas, propane, electricity, hydrogen
    /// A word that is none of those.
    case other

    package init(_ word: String) {
        switch word {
        case "": self = .none
        case "Diesel": self = .diesel
        case "E85", "Ethanol": self = .ethanol
        case "Natural Gas", "CNG": self = .naturalGas
        case "Propane", "LPG": self = .propane
        case "Electricity": self = .electricity
        case "Hydrogen": self = .hydrogen
        default: self = word.hasSuffix("Gasoline") ? .gasoline : .other
        }
    }

    /// Whether it is burnt in an engine and leaves carbon at the tailpipe.
    package var isBurnt: Bool {
        switch self {
        case .gasoline, .diesel, .ethanol, .naturalGas, .propane: true
        case .none, .electricity, .hydrogen, .other: false
        }
    }

    /// Whether nothing burns and no carbon leaves: electricity and hydrogen.
    package var isFreeOfCarbon: Bool { self == .electricity || self == .hydrogen }
}

/// The word that the EPA's `atvType` has for a car, which layouts of other feeds speak too.
package enum Technology: Sendable {
    /// The feed states none: a car with nothing but an engine.
    case none
    case hybrid, plugInHybrid, electric, fuelCell, diesel, flexibleFuel, naturalGas, bifuelNaturalGas, bifuelPropane
    /// A word that is none of those.
    case other

    package init(_ word: String) {
        switch word {
        case "": self = .none
        case "Hybrid": self = .hybrid
        case "Plug-in Hybrid": self = .plugInHybrid
        case "EV": self = .electric
        case "FCV": self = .fuelCell
        case "Diesel": self = .diesel
        case "FFV": self = .flexibleFuel
        case "CNG": self = .naturalGas
        case "Bifuel (CNG)": self = .bifuelNaturalGas
        case "Bifuel (LPG)": self = .bifuelPropane
        default: self = .other
        }
    }
}

extension VehicleTable {
    /// The first or second fuels of some rows.
    package func fuels(_ field: Field, of rows: Range<Int>) -> [Fuel] {
        self[field].codes.mapped(rows, self[field].texts.map(Fuel.init))
    }

    /// The technologies of some rows.
    package func technologies(of rows: Range<Int>) -> [Technology] {
        self[.technology].codes.mapped(rows, self[.technology].texts.map(Technology.init))
    }
}
