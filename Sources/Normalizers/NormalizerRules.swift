package import FuelEconomy

/// What normalizing and deduping may find.
package enum NormalizerRules {
    package static let all = [
        unparsableValue, modelYearOutOfRange, duplicateID, repeatedRecord, alikeRecord, sharedIdentity,
        orphanRecord,
    ]

    package static let unparsableValue = Rule(
        id: "unparsable-value", title: "Value that does not fit its column", severity: .warning, family: .values,
        message: "{column} \"{value}\" found, expected {expected}, {result}",
        why: "A word where a figure belongs cannot be shown, sorted or compared; guessing would hide the slip.",
        example: "\"twenty\" as the city economy, or \"-12.0\" as a smog score from 1 to 10",
        fix: "correct the value in the feed; if it means \"not available\", name it among the column's absences")

    package static let modelYearOutOfRange = Rule(
        id: "model-year-out-of-range", title: "Model year that cannot be", severity: .warning, family: .values,
        message: "model year {year} found, expected {first} to {last}, row quarantined",
        why: "A slip of the keyboard, such as 20010, would stand on top of every list of years.",
        source: "the feed's first model year, and the year after the newest date in the feed",
        example: "20010 for 2010, or 96 for 1996",
        fix: "correct the year in the feed")

    package static let duplicateID = Rule(
        id: "duplicate-id", title: "Two rows of one id", severity: .warning, family: .identity,
        message: "id stands on {rows} rows, {result}",
        why:
            "The id looks up the vehicle: two cars of one id make every answer doubtful. Rows that agree in all facts are merged; "
            + "of rows that differ the one last modified is kept, and the others are quarantined.",
        example: "a feed that was joined from two downloads and has each row twice",
        fix: "compare the lines; ask the publisher which one holds")

    package static let repeatedRecord = Rule(
        id: "repeated-record", title: "Exact copy of another row", severity: .notice, family: .identity,
        message: "the row is the same as line {line}, byte for byte, merged",
        why: "The feed has no ids; a row that repeats another one adds no vehicle.",
        example: "NRCan's ratings of 1995 to 1999 have two rows twice, lines 593 and 595",
        fix: "nothing is lost; ask the publisher why the row is repeated")

    package static let alikeRecord = Rule(
        id: "alike-record", title: "Rows that differ only in what is not read", severity: .notice, family: .identity,
        message: "{rows} rows agree in all facts that are read, {result}",
        why:
            "The feed has no ids, and its rows differ in columns that the layout leaves unread: no user could tell them apart.",
        example: "EPA's Green Vehicle list of 2008 has rows that differ only in a score which the layout leaves unread",
        fix: "nothing is lost that reaches the bundle; read more columns if the rows are to stay apart")

    package static let sharedIdentity = Rule(
        id: "shared-identity", title: "Rows of one identity", severity: .notice, family: .identity,
        message: "{rows} rows agree in what identifies a vehicle ({facts}), their ids are made from all facts",
        why:
            "The feed has no ids, so an id is made from what a vehicle is. Where rows agree in that and differ in a figure, the "
            + "figure goes into the id, and a corrected figure will give a new id.",
        example: "1,776 rows of VCA's list of August 2021 share make, model, trim and engine with another row",
        fix: "nothing is lost; ask the publisher what tells the rows apart")

    package static let orphanRecord = Rule(
        id: "orphan-record", title: "Details of a vehicle that is not there", severity: .warning, family: .identity,
        message: "no vehicle has id {id}, {rows} rows quarantined",
        why: "Details are joined to vehicles by id. The vehicle was withdrawn, or the two feeds are of different days.",
        example:
            "98 vehicles of EPA's emissions of 2016-11-22 stand in no vehicles.csv of that day: their ids were "
            + "withdrawn for a while",
        fix: "fetch both feeds of one day; ids that were withdrawn often come back in a later release")
}
