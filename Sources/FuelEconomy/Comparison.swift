/// What became of the vehicles from one release to another.
package struct Comparison: Sendable {
    /// One of the two releases: a feed's file, or a bundle.
    package struct Release: Sendable {
        package var name: String
        package var date: String?
        /// Of a bundle's data; `nil` for a feed, and for a bundle that is being made.
        package var version: String?
        /// 0 where nobody knows.
        package var rows = 0
        /// Rows whose id an earlier row has; they are not compared.
        package var repeatedIDs = 0
        /// Rows without an id, where ids are made also copies of others; they are not compared.
        package var withoutID = 0

        package init(name: String, date: String?, version: String? = nil) {
            self.name = name
            self.date = date
            self.version = version
        }
    }

    package struct Vehicle: Sendable {
        package var id: UInt64
        package var make, model, year: String
        /// What made it come or go.
        package var cause: Cause?

        package init(id: UInt64, make: String, model: String, year: String) {
            self.id = id
            self.make = make
            self.model = model
            self.year = year
        }
    }

    /// How many vehicles have another text in a column.
    package struct Column: Sendable {
        package var name: String
        package var isVolatile: Bool
        package var rows: Int
        /// Those in which the text is another and what it says is not: `21` and `21.0`. Not counted for volatile columns.
        package var respelled: Int

        package init(name: String, isVolatile: Bool, rows: Int, respelled: Int) {
            self.name = name
            self.isVolatile = isVolatile
            self.rows = rows
            self.respelled = respelled
        }
    }

    /// What changed a value.
    package enum Cause: String, CaseIterable, Sendable {
        case feed
        /// The pipeline's rules, or people's decisions.
        case rules
        case both
    }

    package struct Rename: Sendable {
        package var vehicle: Vehicle
        package var level: NameLevel
        package var old, new: String
        package var cause: Cause?

        package init(vehicle: Vehicle, level: NameLevel, old: String, new: String) {
            self.vehicle = vehicle
            self.level = level
            self.old = old
            self.new = new
        }
    }

    package struct Rekeying: Sendable {
        package var id: UInt64
        package var old, new: String

        package init(id: UInt64, old: String, new: String) {
            self.id = id
            self.old = old
            self.new = new
        }
    }

    package struct Restatement: Sendable {
        package var vehicle: Vehicle
        package var column: String
        package var old, new: CellValue
        package var cause: Cause?

        package init(vehicle: Vehicle, column: String, old: CellValue, new: CellValue) {
            self.vehicle = vehicle
            self.column = column
            self.old = old
            self.new = new
        }

        /// By how much, where both are numbers; to six decimals.
        package var difference: Double? {
            guard case .number(let old) = old, case .number(let new) = new else { return nil }
            return ((new - old) * 1e6).rounded() / 1e6
        }
    }

    package var old, new: Release
    /// Vehicles in both releases.
    package var common = 0
    /// Of those: the ones with any other text, and the ones with another text outside volatile columns.
    package var changed = 0, changedOutsideVolatile = 0
    /// Of those: the ones with a restatement.
    package var restatedVehicles = 0
    package var columns: [Column] = []
    /// Columns that only one of the releases has, which cannot be compared.
    package var onlyOld: [String] = [], onlyNew: [String] = []
    // Each by id, the restatements then by column.
    package var added: [Vehicle] = [], removed: [Vehicle] = []
    /// Those that a release before the old one had; they are not among ``added``. Known where there is a ledger of keys.
    package var returned: [Vehicle] = []
    package var renamed: [Rename] = []
    package var rekeyed: [Rekeying] = []
    package var restated: [Restatement] = []
    /// Makes, models and years, the id left 0, that only one of the releases has, in natural order.
    package var branchesAdded: [Vehicle] = [], branchesRemoved: [Vehicle] = []
    /// What changed all of it, where that is one and the same; else each change has its own, where causes are known.
    package var cause: Cause?
    /// What the reader must know besides: why something is left out.
    package var remarks: [String] = []
    /// Whether the releases could be compared; where not, a remark says why, and all of the above means nothing.
    package var isComplete = true

    package init(old: Release, new: Release) {
        self.old = old
        self.new = new
    }

    /// In how many vehicles a text is another and says the same, column by column.
    package var respelled: Int { columns.map(\.respelled).reduce(0, +) }

    /// Tells added ids that the old ledger knows from new ones, and finds models that have another key.
    package mutating func follow(_ oldKeys: KeyLedger?, _ newKeys: KeyLedger?) {
        guard let oldKeys, let newKeys else {
            remarks.append(
                "without a ledger of keys in both bundles, what returned counts as added, and keys are not compared")
            return
        }
        returned = added.filter { oldKeys.option($0.id) != nil }
        added = added.filter { oldKeys.option($0.id) == nil }
        var place = 0
        for option in newKeys.options where option.state.isThere {
            while place < oldKeys.options.count, oldKeys.options[place].id < option.id { place += 1 }
            guard place < oldKeys.options.count else { break }
            let before = oldKeys.options[place]
            guard before.id == option.id, before.state.isThere else { continue }
            let (old, new) = (oldKeys.filed[before.filed].key, newKeys.filed[option.filed].key)
            if ExactText(old) != ExactText(new) { rekeyed.append(Rekeying(id: option.id, old: old, new: new)) }
        }
    }
}

extension CellValue {
    /// For a person; empty where absent.
    package var text: String {
        switch self {
        case .absent, .fault: ""
        case .number(let number): NumberText.exact(number)
        case .text(let text), .damaged(let text, _): text
        case .date(let date): date.text
        }
    }
}
