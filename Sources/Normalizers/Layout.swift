package import FuelEconomy

/// How an agency's feed says what a vehicle is: its columns, what they mean, and how they say "nothing".
package struct Layout: Sendable {
    /// How a column's spellings are read.
    package enum Reading: Sendable {
        /// A decimal number without sign; the row's id.
        case id
        case text
        /// Digits with sign, point and exponent, in the field's unit; `range` is what can be meant.
        case number(in: ClosedRange<Double> = -1e9...1e9)
        /// `Tue Jan 01 00:00:00 EST 2013`, as Java's `Date` prints it, or a date that begins as ISO 8601's.
        case date
    }

    /// What becomes of a value that does not fit.
    package enum FaultPolicy: Sendable {
        /// The whole row is put aside: without the value it is of no use.
        case quarantineRow
        /// The fact is absent, the row stays.
        case blankField
    }

    package struct Column: Sendable {
        package var name: String
        /// `nil` for the id, which is no fact.
        package var field: Field?
        package var reading: Reading
        /// Spellings that say "not available", besides the empty one.
        package var absences: Set<String>
        package var policy: FaultPolicy
        package var isRequired: Bool
    }

    package var id: String
    package var title: String
    package var columns: [Column]
    /// Columns that are known and left unread.
    package var ignored: Set<String>
    /// The first model year that the feed can have; the last is the year after the feed's newest date.
    package var firstModelYear: Int
    /// Fields that change without the vehicle changing: ids and bookkeeping.
    package var bookkeeping: Set<Field>

    /// The layouts that pipelines can name.
    package static let all: [Layout] = [.epaVehicles]
}
