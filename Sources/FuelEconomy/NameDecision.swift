/// What became of one spelling of a make or model: a line of `names.json`.
package struct NameDecision: Sendable, Equatable {
    package enum Level: String, Sendable {
        case make, model
    }

    package var level: Level
    /// The canonical make; only with models.
    package var make: String?
    package var spelling: String
    package var canonical: String
    /// The id of the rule that decided, or `as-filed` where the spelling stayed as it was.
    package var rule: String
    /// How many rows have the spelling.
    package var rows: Int

    package init(level: Level, make: String?, spelling: String, canonical: String, rule: String, rows: Int) {
        self.level = level
        self.make = make
        self.spelling = spelling
        self.canonical = canonical
        self.rule = rule
        self.rows = rows
    }
}
