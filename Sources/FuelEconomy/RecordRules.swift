/// What several stages say of records: readers find it, the normalizer counts it in the ledger.
package enum RecordRules {
    package static let all = [blankRecord, raggedRecord, footnote, undecodableByte]

    /// Only in the row ledger: blank lines are no news.
    package static let blankRecord = Rule(
        id: "blank-record", title: "Blank line or row of delimiters only", severity: .notice, family: .structure,
        message: "blank record",
        why: "Spreadsheets pad their exports; such rows hold no vehicle. They are counted in the ledger and left out.",
        example: "NRCan's ratings of 2023 end in 6,501 rows of commas alone behind 821 cars",
        fix: "nothing to do")

    package static let raggedRecord = Rule(
        id: "ragged-record", title: "Record with too few or too many fields", severity: .warning, family: .structure,
        message: "{found} fields, expected {expected}, row quarantined",
        why:
            "After a missing or added field every later value stands in the wrong column, so none of the row can be trusted.",
        source: "RFC 4180, section 2.4: each line should contain the same number of fields",
        example:
            "a row of four fields below a header of five: \"1,Audi,A4,2020\" lacks its economy, or one of the "
            + "others",
        fix: "look for a delimiter that is not quoted, or one too many, in the record")

    /// Only in the row ledger: the layout says that they are there.
    package static let footnote = Rule(
        id: "footnote", title: "Row of notes behind the data", severity: .notice, family: .structure,
        message: "footnote",
        why:
            "Some agencies explain their codes below the table, behind a blank row. Such rows lack a value without which there is "
            + "no vehicle. They are counted in the ledger and left out.",
        example:
            "NRCan explains its codes under \"Understanding the table\", below the last car and a row of commas",
        fix: "nothing to do")

    package static let undecodableByte = Rule(
        id: "undecodable-byte", title: "Byte that does not decode", severity: .warning, family: .values,
        message: "byte {byte} of the text is not {encoding}, shown as \"\u{fffd}\"",
        why: "A name with a damaged letter would be a name of its own; which letter was meant cannot be known.",
        source: "the feed's declared encoding, or else UTF-8",
        example: "the byte EB, which is \"ë\" in windows-1252, in a feed of UTF-8: \"Citroën\" loses a letter",
        fix: "declare the feed's encoding, for example encoding: windows-1252 under the feed; marque inspect proposes one")
}
