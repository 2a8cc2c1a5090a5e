package import FuelEconomy

/// How an agency's feed says what a vehicle is: its form, its columns, what they mean, and how they say "nothing".
package struct Layout: Sendable {
    /// How a column's spellings are read.
    package indirect enum Reading: Sendable {
        /// A whole number without sign; the row's id.
        case id
        case text
        /// Digits with sign, decimal mark and exponent, in the column's unit; `range` is what can be meant.
        case number(in: ClosedRange<Double> = -1e9...1e9)
        /// `Tue Jan 01 00:00:00 EST 2013` as Java's `Date` prints it, `02-Mar-22`, or a date that begins as ISO 8601's.
        case date
        /// The last two digits of a year of this century: `70` of 1900.
        case yearOfCentury(Int)
        /// A code that stands for a word; any other spelling is a fault.
        case word([String: String])
        /// The figure at a place, from 0, among those in a text: in `2.5 (22.3 kWh/100 km)`, 22.3 is at 1.
        case figure(Int, in: ClosedRange<Double>)
        /// The part at a place, from 0, of a list with slashes: in `11/14`, 14 is at 1. A missing part is absent.
        case part(Int, Reading)
        /// The make that a text begins with: the longest of these that fits, or else the first word.
        case make([String])
        /// What follows the make; the whole text where nothing does.
        case modelBehindMake([String])
        /// The model year that a text names (`20MY`, `MY22`, `2021`, `AM 2022`), or none.
        case mentionedYear
    }

    /// What becomes of a value that does not fit.
    package enum FaultPolicy: Sendable {
        /// The whole row is put aside: without the value it is of no use.
        case quarantineRow
        /// The fact is absent, the row stays.
        case blankField
    }

    package struct Column: Sendable {
        /// What the column is called; releases differ, and the first name that the feed has is read.
        package var names: [String]
        /// `nil` for the id, which is no fact.
        package var field: Field?
        package var reading: Reading
        /// What the column's numbers mean; `nil` where they mean what ``Field`` declares.
        package var quantity: Quantity?
        /// Spellings that say "not available", besides the empty one.
        package var absences: Set<String>
        package var policy: FaultPolicy
        package var isRequired: Bool
        package fileprivate(set) var decimalMark: UInt8 = 0x2e

        package init(
            _ names: [String], _ field: Field?, _ reading: Reading, quantity: Quantity? = nil,
            absences: Set<String> = [], required: Bool = false
        ) {
            self.names = names
            self.field = field
            self.reading = reading
            self.quantity = quantity
            self.absences = absences
            policy = required ? .quarantineRow : .blankField
            isRequired = required
        }

        package var name: String { names[0] }

        /// Whether the text holds a name and is none itself.
        var holdsName: Bool {
            switch reading {
            case .make, .modelBehindMake: true
            default: false
            }
        }
    }

    /// What a feed's rows are.
    package enum Role: Sendable {
        case vehicles
        /// Facts of vehicles that another feed lists, joined by id.
        case details
    }

    package var id: String
    package var title: String
    package var role = Role.vehicles
    /// How the text may be cut. The first form fits in which every required column is found.
    package var forms: [FeedForm]
    /// The text's encoding where it carries no mark of its own; `nil`: UTF-8, or told by the first bytes.
    package var encoding: String?
    package var columns: [Column]
    /// Columns that are known and left unread.
    package var ignored: Set<String>
    /// Unread columns that change from release to release without the vehicle changing. Of those that are read, the field
    /// says so.
    package var volatile: Set<String>
    /// The first model year that the feed can have; the last is the year after the feed's newest date.
    package var firstModelYear: Int
    /// Fields that change without the vehicle changing: ids and bookkeeping.
    package var bookkeeping: Set<Field>
    /// What makes a row the vehicle that it is, where the feed has no id: the id is made from these facts. Of details: what tells
    /// the rows of one vehicle apart.
    package var identity: [Field]

    package init(
        id: String, title: String, role: Role = .vehicles, forms: [FeedForm] = [.delimited(.init())],
        encoding: String? = nil, decimalMark: Character = ".", columns: [Column], ignored: Set<String> = [],
        volatile: Set<String> = [], firstModelYear: Int = 1900, bookkeeping: Set<Field> = [], identity: [Field] = []
    ) {
        self.id = id
        self.title = title
        self.role = role
        self.forms = forms
        self.encoding = encoding
        self.columns = columns
        self.ignored = ignored
        self.volatile = volatile
        self.firstModelYear = firstModelYear
        self.bookkeeping = bookkeeping
        self.identity = identity
        for index in columns.indices { self.columns[index].decimalMark = decimalMark.asciiValue ?? 0x2e }
    }

    /// The layouts that pipelines can name.
    package static let all: [Layout] = [
        .epaVehicles, .epaEmissions, .epaMenu, .epaGreenVehicle, .nrcanConventional, .nrcanElectric, .nrcanPlugIn, .vca,
        .ademe, .autoMPG,
    ]

    /// Whether each row says which vehicle it is.
    package var hasIDs: Bool { columns.contains { $0.field == nil } }

    /// Whether a vehicle may be without a model year.
    package var mayLackYear: Bool { !columns.contains { $0.field == .year && $0.isRequired } }

    /// What the numbers of each fact mean.
    package var quantities: [Field: Quantity] {
        var quantities: [Field: Quantity] = [:]
        for column in columns {
            guard let field = column.field, case .number(let declared) = field.kind else { continue }
            quantities[field] = column.quantity ?? declared
        }
        return quantities
    }

    /// What a reader must find.
    package var wanted: WantedColumns {
        WantedColumns(
            layout: id, names: columns.map(\.names), required: Set(columns.indices.filter { columns[$0].isRequired }),
            ignored: ignored)
    }
}

extension [Layout] {
    /// Fields that change in some of the feeds without the vehicle changing.
    package var bookkeeping: Set<Field> { reduce(into: []) { $0.formUnion($1.bookkeeping) } }
}

extension Layout.Column {
    /// What says "not available" besides `given`: of a figure that cannot be zero, `0` and `-1` do so of themselves.
    static func absences(_ given: Set<String>, besides range: ClosedRange<Double>) -> Set<String> {
        range.lowerBound > 0 ? given.union(["0", "0.0", "-1", "-1.0"]) : given
    }

    /// A figure that cannot be zero: `0`, `0.0` and `-1` say "not available".
    static func figure(
        _ names: String..., as field: Field, _ unit: Unit, _ fuel: FuelSlot? = nil, _ cycle: TestCycle? = nil,
        in range: ClosedRange<Double> = 0.0001...1e7, absences: Set<String> = []
    ) -> Layout.Column {
        Layout.Column(
            names, field, .number(in: range), quantity: Quantity(unit, fuel: fuel, cycle: cycle),
            absences: self.absences(absences, besides: range))
    }

    /// A text.
    static func text(
        _ names: String..., as field: Field, absences: Set<String> = [], required: Bool = false
    ) -> Layout.Column {
        Layout.Column(names, field, .text, absences: absences, required: required)
    }
}
