internal import FuelEconomy

/// A slip that a self-test makes on purpose, and what must tell it.
struct Defect: Sendable {
    /// What is changed: each kind is planted and proven in its own way.
    enum Kind: Sendable {
        /// One row of the feed: planted with the others in one copy.
        case row(RowDefect)
        /// The feed's head: a run of its own over its first records.
        case head(HeadDefect)
        /// The file as it was packed: a run of its own.
        case file(FileDefect)
        /// What a release has less of than the one before: runs over a later release.
        case release(ReleaseDefect)
        /// Decisions, waivers and limits: one run of a changed pipeline over the feed as it is.
        case pipeline(PipelineDefect)
        /// A second feed that should say the same: a run over both.
        case twin(TwinDefect)
    }

    var id: String
    /// The rule that must have a finding; `nil` where the run must end with an error, or where no rule may join two names.
    var rule: String?
    /// What is done, in a sentence without its subject.
    var meaning: String
    var kind: Kind
    /// Other rules that may find it too.
    var companions: Set<String> = []

    /// Every defect, in the order of the flow. Adding one is an entry in one of these lists.
    static let all: [Defect] =
        FileDefect.all + HeadDefect.all + RowDefect.ofText + RowDefect.ofValues + RowDefect.ofIDs + RowDefect.ofNames
        + RowDefect.ofFigures + RowDefect.ofPowertrains + ReleaseDefect.all + PipelineDefect.all + TwinDefect.all

    init(_ id: String, _ rule: String?, _ meaning: String, _ kind: Kind, companions: Set<String> = []) {
        self.id = id
        self.rule = rule
        self.meaning = meaning
        self.kind = kind
        self.companions = companions
    }

    /// A defect of a row, declared at once.
    static func row(
        _ id: String, _ rule: String?, _ meaning: String, needs: [Field] = [], companions: Set<String> = [],
        unless hindrance: @escaping @Sendable (SeedBed) -> String? = { _ in nil },
        change: @escaping @Sendable (SeedRow) -> RowChange?
    ) -> Defect {
        Defect(
            id, rule, meaning, .row(RowDefect(needs: needs, hindrance: hindrance, change: change)),
            companions: companions)
    }
}

/// How a defect is planted in a row.
struct RowDefect: Sendable {
    /// Facts whose columns are written to, and which a feed must state.
    var needs: [Field] = []
    /// Why the feed cannot carry it, whatever its rows; `nil` where it can.
    var hindrance: @Sendable (SeedBed) -> String? = { _ in nil }
    /// What is done to a row; `nil` for a row that is not fit for it.
    var change: @Sendable (SeedRow) -> RowChange?
}

/// What is done to a row, and where its finding must be.
struct RowChange: Sendable {
    enum Act: Sendable {
        /// Other values in some columns; an empty one clears the field.
        case set([Field: String])
        case setID(String)
        /// Other bytes.
        case rewrite([UInt8])
        /// A copy behind the row, with other values and perhaps another id.
        case copy([Field: String] = [:], id: String? = nil, unread: String? = nil)
        case blankLineBehind
    }

    enum Place: Sendable {
        /// At the row's line.
        case row
        /// At the line of the copy.
        case copy
        /// About the vehicle, at whichever of its lines.
        case vehicle
        /// About a vehicle of the row's model.
        case model
        /// About the name that was written.
        case name
        /// The row ledger counts one row more.
        case ledger
        /// The names are still two.
        case apart
    }

    var act: Act
    var place = Place.row
    /// What the finding's message must carry.
    var told: String?

    init(_ act: Act, at place: Place = .row, told: String? = nil) {
        self.act = act
        self.place = place
        self.told = told
    }

    static func set(_ values: [Field: String], told: String? = nil) -> RowChange { RowChange(.set(values), told: told) }
}
