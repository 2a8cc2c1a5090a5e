/// What a name names.
package enum NameLevel: String, Sendable {
    case make, model
}

/// What became of one spelling of a make or model: a line of `names.json`.
package struct NameDecision: Sendable, Equatable {
    package var level: NameLevel
    /// The canonical make; only with models.
    package var make: String?
    package var spelling: String
    package var canonical: String
    /// The class of evidence that decided, `decision` where a decision file did, or `as-filed` where the spelling stayed as
    /// it was.
    package var rule: String
    /// How many rows have the spelling.
    package var rows: Int
    /// The line of a decision file that decided, with its reason and author.
    package var decidedBy: String?

    package init(
        level: NameLevel, make: String?, spelling: String, canonical: String, rule: String, rows: Int,
        decidedBy: String? = nil
    ) {
        self.level = level
        self.make = make
        self.spelling = spelling
        self.canonical = canonical
        self.rule = rule
        self.rows = rows
        self.decidedBy = decidedBy
    }
}

/// Two names that may be one, which nobody has decided yet.
package struct NameProposal: Sendable, Equatable {
    package var level: NameLevel
    /// The canonical make; only with models.
    package var make: String?
    /// The canonical name that would stay.
    package var name: String
    /// The canonical name that would become the other.
    package var other: String
    /// The class of evidence.
    package var rule: String
    /// From 0 to 1: how well the evidence carries.
    package var score: Double
    /// How many rows would change their name.
    package var rows: Int
    /// What speaks for it and against it, in words.
    package var evidence: [String]

    package init(
        level: NameLevel, make: String?, name: String, other: String, rule: String, score: Double, rows: Int,
        evidence: [String]
    ) {
        self.level = level
        self.make = make
        self.name = name
        self.other = other
        self.rule = rule
        self.score = score
        self.rows = rows
        self.evidence = evidence
    }
}
