package import FuelEconomy

/// What normalizing and deduping may find.
package enum NormalizerRules {
    package static let all = [
        unparsableValue, modelYearOutOfRange, duplicateID, nearDuplicateName,
    ]

    package static let unparsableValue = Rule(
        id: "unparsable-value", title: "Value that does not fit its column", severity: .warning, subject: .record,
        message: "{column} \"{value}\" found, expected {expected}, {result}",
        why: "A word where a figure belongs cannot be shown, sorted or compared; guessing would hide the slip.",
        fix: "correct the value in the feed; if it means \"not available\", name it among the column's absences")

    package static let modelYearOutOfRange = Rule(
        id: "model-year-out-of-range", title: "Model year that cannot be", severity: .warning, subject: .vehicle,
        message: "model year {year} found, expected {first} to {last}, row quarantined",
        why: "A slip of the keyboard, such as 20010, would stand on top of every list of years.",
        source: "the feed's first model year, and the year after the newest date in the feed",
        fix: "correct the year in the feed")

    package static let duplicateID = Rule(
        id: "duplicate-id", title: "Two rows of one id", severity: .warning, subject: .vehicle,
        message: "id stands on {rows} rows, {result}",
        why:
            "The id looks up the vehicle: two cars of one id make every answer doubtful. Rows that agree in all facts are merged; "
            + "of rows that differ the one last modified is kept, and the others are quarantined.",
        fix: "compare the lines; ask the publisher which one holds")

    package static let nearDuplicateName = Rule(
        id: "near-duplicate-name", title: "One name in several spellings", severity: .notice, subject: .name,
        message: "{level} {name} is spelled {spellings}, shown as \"{canonical}\"",
        why:
            "Typed by hand over forty years, a name varies in case, spaces and punctuation; a picker would show each variant as "
            + "a car of its own.",
        source: "same letters, digits, \"+\" and \"!\" in the same order, where digits that a mark parts stay parted",
        fix: "nothing to do; names.json lists every spelling with its rows")
}
