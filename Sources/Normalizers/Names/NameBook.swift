package import FuelEconomy

/// A line of a decision file: what somebody decided about names, and why.
package struct NameDecisionLine: Sendable, Equatable {
    package enum Act: Sendable, Equatable {
        /// All of these are one name.
        case merge([String])
        /// No rule and no merge may make any two of these one.
        case neverMerge([String])
        /// The first is another name for the second.
        case rename(String, to: String)
        /// How a name is shown.
        case display(String)
    }

    package var act: Act
    /// The make whose models are meant; `nil`: makes are meant.
    package var make: String?
    package var reason: String
    package var author: String
    package var expires: CivilDate?
    /// `names/epa.yaml:12`
    package var place: String

    package init(act: Act, make: String?, reason: String, author: String, expires: CivilDate?, place: String) {
        self.act = act
        self.make = make
        self.reason = reason
        self.author = author
        self.expires = expires
        self.place = place
    }

    /// The line, for `names.json` and `marque why`.
    var account: String { "\(place): \(reason) (\(author))" }

    /// What the line wants, for findings.
    var wording: String {
        func quoted(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
        return switch act {
        case .merge(let names): "merge of \(quoted(names))"
        case .neverMerge(let names): "never-merge of \(quoted(names))"
        case .rename(let name, let new): "rename of \"\(name)\" to \"\(new)\""
        case .display(let name): "display of \"\(name)\""
        }
    }

    /// The names that must be there for the line to have something to do.
    var names: [String] {
        switch act {
        case .merge(let names), .neverMerge(let names): names
        case .rename(let name, _), .display(let name): [name]
        }
    }
}

/// A make as the world knows it, whichever way the agencies write it.
package struct CuratedMake: Sendable, Equatable {
    /// What is shown: the maker's own form.
    package var name: String
    /// Other names and slips under which the make is filed, and what each is.
    package var aliases: [(name: String, evidence: NameEvidence?)]
    package var tier: MakeTier?
    package var reason: String?
    package var place: String

    package init(
        name: String, aliases: [(name: String, evidence: NameEvidence?)], tier: MakeTier?, reason: String?, place: String
    ) {
        self.name = name
        self.aliases = aliases
        self.tier = tier
        self.reason = reason
        self.place = place
    }

    package static func == (a: CuratedMake, b: CuratedMake) -> Bool {
        a.name == b.name && a.place == b.place && a.tier == b.tier
    }

    var account: String { place + (reason.map { ": " + $0 } ?? "") }
}

/// Firms that are in the feeds as makes and make no cars of their own.
package enum MakeTier: String, CaseIterable, Sendable {
    /// Sells other makes' cars.
    case importer
    /// Rebuilds other makes' cars: coaches, limousines, hearses, other engines.
    case converter

    /// What pickers call all firms of the tier where they are grouped.
    package var group: String { self == .importer ? "Importers" : "Converters" }
}

/// What becomes of the firms of a tier.
package enum TierPolicy: String, CaseIterable, Sendable {
    /// Each is a make.
    case keep
    /// All of them are one make, and each model is named with its firm.
    case group
    /// Their rows are put aside.
    case hide
}

/// All decisions that a pipeline replays.
package struct NameBook: Sendable {
    /// In the order of the files, and in each of its lines.
    package var lines: [NameDecisionLine] = []
    package var tiers: [MakeTier: TierPolicy] = [:]
    private(set) var curated = CuratedMakes()

    package init() {}

    /// Adds a make.
    ///
    /// - Returns: the name that another make has already, and that make; `nil` where all is well.
    package mutating func add(_ make: CuratedMake) -> (spelling: String, other: CuratedMake)? { curated.add(make) }
}

/// The curated makes, by key of every name of theirs.
struct CuratedMakes: Sendable {
    struct Entry {
        var make: Int
        var evidence: NameEvidence?
        var account: String
    }

    private(set) var makes: [CuratedMake] = []
    private(set) var byKey: [String: Entry] = [:]

    fileprivate mutating func add(_ make: CuratedMake) -> (spelling: String, other: CuratedMake)? {
        var conflict: (spelling: String, other: CuratedMake)?
        for (name, evidence) in [(make.name, NameEvidence.spelling)] + make.aliases {
            let key = NameKey.of(name)
            if let other = byKey[key], other.make != makes.count {
                conflict = conflict ?? (name, makes[other.make])
            } else if byKey[key] == nil {
                byKey[key] = Entry(make: makes.count, evidence: evidence, account: make.account)
            }
        }
        makes.append(make)
        return conflict
    }
}
