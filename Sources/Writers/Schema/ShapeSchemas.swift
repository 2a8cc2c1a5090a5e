package import FuelEconomy
internal import PickerKit

/// The files that apps and other programs read, and the records in them. Members may be added, never renamed.
extension ShapeSchema {
    static let format = BundleFormat.version

    /// By name; beside them stands the schema of the report, see ``writeReportSchema(_:to:)``.
    ///
    /// - Parameter levels: how deep `picker.json` is.
    package static func all(_ levels: [Catalog.Level] = Catalog.usualLevels) -> [ShapeSchema] {
        [
            ShapeSchema(
                name: "catalog", file: BundleFormat.catalog, meaning: "the whole tree as ordered arrays",
                root: .record("Catalog")),
            ShapeSchema(
                name: "changes", file: BundleFormat.changes, meaning: "what became of each vehicle since the bundle before",
                root: .record("Changes")),
            ShapeSchema(
                name: "details", file: BundleFormat.details, meaning: "what other feeds say of vehicles, by id",
                root: .record("Details")),
            ShapeSchema(
                name: "make", file: BundleFormat.make("KEY"), meaning: "the tree and the facts of one make",
                root: .record("Make")),
            ShapeSchema(
                name: "makes", file: BundleFormat.makes, meaning: "the makes, each with the key of its own file",
                root: .record("Makes")),
            ShapeSchema(
                name: "manifest", file: BundleFormat.manifest, meaning: "what the bundle is, and what its files must be",
                root: .record("Manifest")),
            ShapeSchema(
                name: "names", file: BundleFormat.names, meaning: "every spelling in the feeds with the name it became",
                root: .list(.record("NameDecision"))),
            ShapeSchema(
                name: "picker", file: BundleFormat.picker,
                meaning: "a dictionary in a dictionary, a level each, down to the id of the default option",
                root: levels.dropLast().reduce(id) { kind, _ in .map(kind) }),
            ShapeSchema(
                name: "vehicles", file: BundleFormat.vehicles, meaning: "the facts of all vehicles, by id",
                root: .record("Vehicles")),
        ]
    }

    private static let id = Kind.form("^[0-9]+$")
    private static let digest = Kind.form("^[0-9a-f]{64}$")
    private static let places = Kind.list(.integer)
    private static let levels = Kind.list(.oneOf(Catalog.Level.allCases.map(\.rawValue)))
    private static let cause = Kind.oneOf(Comparison.Cause.allCases.map(\.rawValue))

    static let records = tree + facts + [manifest, dataVersion, budget, file, dropped, source, decision, proposal] + changes

    // MARK: The tree

    private static let levelMembers: [Member] = [
        Member("count", places, "by node: how many children it has"),
        Member("default", places, "by node: the child that a wheel below starts at, counted from the node's first"),
        Member("first", places, "by node: where its children begin in the next level"),
    ]
    private static let nameMembers: [Member] = [
        Member("aliases", .map(.list(.text)), "by row: other spellings in the feeds, for search"),
        Member(
            "folded", .map(.text), "by row: what search compares, where it is more than the title's ASCII letters and digits"
        ),
        .optional("key", .list(.text), "by row, of makes and models: what an app saves, for it outlives the title"),
        .optional(
            "sections", .list(.tuple([.text, .integer])),
            "of the outermost level: a letter, or #, and the row where its names begin"),
        Member("title", .list(.text), "by row"),
    ]
    private static let outermost = Member("default", .integer, "the row of the outermost wheel that a picker starts at")
    private static let rules = Member("defaults", .map(.text), "by level: how the row is chosen that a wheel starts at")
    private static let formatMember = Member(
        "format", .integer, "of the bundle; grows when a reader of the old one could misread it")
    private static let spoken = Member("spoken", .map(.text), "by word of a label: what is read aloud in its place")
    private static func level(_ name: String, isRequired: Bool) -> Member {
        Member(name: name, kind: .record("NameLevel"), isRequired: isRequired)
    }

    private static let tree = [
        Record(
            "Catalog", "The whole tree: a member a level, which stand in the order of `levels`.",
            [
                outermost, Member("defaultOption", .text, "how the default among options is chosen"), rules, formatMember,
                Member("levels", levels, "from the outermost to the options"), spoken, level("make", isRequired: true),
                level("family", isRequired: false), level("model", isRequired: true), Member("year", .record("YearLevel")),
                Member("option", .record("Options")),
            ]),
        Record("NameLevel", "A level of names, in natural order.", levelMembers + nameMembers),
        Record(
            "YearLevel", "A level of model years, newest first.",
            levelMembers + [Member("title", places, "by row; 0 is a year that no feed states")]),
        Record(
            "Options", "What is left to choose below all levels.",
            [
                Member("detail", places, "by option: the text that describes it on its own"),
                Member("id", .list(id), "by option: what looks up the vehicle"),
                Member("text", .list(.text), "each once, in order of first use: by titles, then by details"),
                Member("title", places, "by option: the shortest text that tells it from those beside it"),
            ]),
        Record(
            "Makes", "The outermost wheel alone.",
            [
                outermost, rules, Member("fields", .map(.record("Field")), "by fact"), formatMember,
                Member("levels", levels, "from the outermost to the options"), Member("make", .record("MakeLevel")), spoken,
            ]),
        Record(
            "MakeLevel", "The makes, in natural order.",
            levelMembers.filter { $0.name != "first" }
                + nameMembers.map { member in
                    var member = member
                    // Its own file is called by the key.
                    if member.name == "key" { member.isRequired = true }
                    return member
                }),
        Record(
            "Make", "One make: rows are counted from the file's own beginning.",
            [
                Member("facts", .map(.list(.value)), "by fact: a value an option, null where the feed does not know it"),
                formatMember, Member("levels", levels, "those below the make"), Member("make", .text, "its title"),
                level("family", isRequired: false), level("model", isRequired: true), Member("year", .record("YearLevel")),
                Member("option", .record("Options")),
            ]),
    ]

    // MARK: Facts

    private static let facts = [
        Record(
            "Field", "What a fact is.",
            [
                Member("type", .oneOf(["text", "number", "date"])), .optional("unit", .text), .optional("fuel", .text),
                .optional("cycle", .text, "the test cycle"),
            ]),
        Record(
            "Vehicles", "Facts by id; one that the feed does not know is left out.",
            [
                Member("fields", .map(.record("Field")), "by fact"), formatMember,
                Member("vehicles", .map(.map(.value)), "by id, by fact"),
            ]),
        Record(
            "Details", "What other feeds say, several rows a vehicle.",
            [
                Member("details", .map(.list(.map(.value))), "by id"), Member("fields", .map(.record("Field")), "by fact"),
                formatMember,
            ]),
    ]

    // MARK: The manifest

    private static let manifest = Record(
        "Manifest", "What the bundle is.",
        [
            .optional("budgets", .map(.record("Budget")), "by file: what it may come to"),
            Member("counts", .map(.integer), "nodes of each level, and vehicles"), Member("data", .record("DataVersion")),
            Member("defaultOption", .text, "how the default among options is chosen"),
            Member("files", .list(.record("File")), "all but the manifest and the checksums"), formatMember,
            Member("generator", .text), Member("name", .text, "the pipeline's"), Member("picker", .record("PickerDrops")),
            Member("sources", .list(.record("Source"))),
        ])
    private static let dataVersion = Record(
        "DataVersion", "Which data it is.",
        [
            Member("date", .orNull(.text), "the newest of all feeds"),
            Member("version", .form("^[0-9a-f]{16}$"), "another one for other data"),
        ])
    private static let budget = Record(
        "Budget", "What a file may come to.",
        [
            .optional("decode", .number, "milliseconds"), .optional("gzip", .size, "bytes, packed by gzip -9"),
            .optional("size", .size, "bytes"),
        ])
    private static let file = Record(
        "File", "A file of the bundle.", [Member("path", .text), Member("sha256", digest), Member("size", .size)])
    private static let dropped = Record(
        "PickerDrops", "What picker.json has no place for.", [Member("drops", .integer, "options"), Member("why", .text)])
    private static let source = Record(
        "Source", "A feed.",
        [
            Member("date", .orNull(.text)), Member("encoding", .text),
            Member("entry", .orNull(.text), "of a packed file with several"), Member("feed", .text),
            Member("name", .text, "the file's"), Member("packedSize", .size), Member("packing", .text),
            Member("sha256", digest), Member("unpackedSize", .size),
            .optional("url", .text, "where it was fetched from, without query"),
        ])

    // MARK: Names

    private static let decision = Record(
        "NameDecision", "What became of a spelling.",
        [
            Member("canonical", .text, "the name"), .optional("decision", .text, "the line of a decision file that decided"),
            Member("level", .oneOf(["make", "model"])), .optional("make", .text, "with models"),
            .optional("proposed", .list(.record("NameProposal")), "what it may be one with"), Member("rows", .integer),
            Member("rule", .text, "the evidence that decided"), Member("spelling", .text),
        ])
    private static let proposal = Record(
        "NameProposal", "A name that may be the same.",
        [Member("canonical", .text), Member("rule", .text), Member("score", .number, "from 0 to 1")])

    // MARK: Changes

    private static let vehicle: [Member] = [.optional("make", .text), .optional("model", .text), .optional("year", .text)]
    private static let changes = [
        Record(
            "Changes", "What became of each vehicle; lists are missing where nothing went before or it cannot be compared.",
            [
                .optional("cause", cause), .optional("remarks", .list(.text)), formatMember, Member("generator", .text),
                Member("from", .orNull(.record("Release")), "null for the first bundle"), Member("to", .record("Release")),
                .optional("counts", .map(.integer), "of each kind of change"),
                .optional("columns", .list(.record("ChangedColumn"))), .optional("onlyFrom", .list(.text), "columns"),
                .optional("onlyTo", .list(.text), "columns"), .optional("added", .list(.record("ChangedVehicle"))),
                .optional("removed", .list(.record("ChangedVehicle"))),
                .optional("returned", .list(.record("ChangedVehicle"))),
                .optional("renamed", .list(.record("Rename"))), .optional("rekeyed", .list(.record("Rekeying"))),
                .optional("restated", .list(.record("Restatement"))), .optional("tree", .record("TreeChanges")),
            ]),
        Record(
            "Release", "One of the two that are compared.",
            [
                Member("date", .orNull(.text)), Member("name", .text), .optional("repeatedIds", .integer),
                .optional("rows", .integer), .optional("version", .text), .optional("withoutId", .integer),
            ]),
        Record(
            "ChangedColumn", "How many vehicles have another value.",
            [
                Member("column", .text), Member("rows", .integer),
                .optional("respelled", .integer, "the same value, written otherwise"),
                .optional("volatile", .flag, "follows fuel prices, or is bookkeeping"),
            ]),
        Record("ChangedVehicle", "One that came or went.", vehicle + [Member("id", id), .optional("cause", cause)]),
        Record(
            "Rename", "A make or model that is called otherwise.",
            [
                Member("id", id), Member("level", .oneOf(["make", "model"])), Member("from", .text), Member("to", .text),
                .optional("cause", cause),
            ]),
        Record(
            "Rekeying", "A car whose model has another key.", [Member("id", id), Member("from", .text), Member("to", .text)]),
        Record(
            "Restatement", "A fact that is stated otherwise.",
            [
                Member("id", id), Member("column", .text), .optional("difference", .number), Member("from", .value),
                Member("to", .value), .optional("cause", cause),
            ]),
        Record(
            "TreeChanges", "Branches that came or went.",
            [Member("added", .list(.record("Branch"))), Member("removed", .list(.record("Branch")))]),
        Record("Branch", "A make, model and year.", vehicle),
    ]
}
