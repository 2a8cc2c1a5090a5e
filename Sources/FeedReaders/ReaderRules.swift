package import FuelEconomy

/// What readers may find.
package enum ReaderRules {
    package static let all = [
        blankRecord, raggedRecord, bareQuote, unclosedQuote, trailingBytes, unknownColumn, missingColumn, duplicateColumn,
    ]

    /// Only in the row ledger: blank lines are no news.
    package static let blankRecord = Rule(
        id: "blank-record", title: "Blank line or row of delimiters only", severity: .notice, subject: .record,
        message: "blank record",
        why: "Spreadsheets pad their exports; such rows hold no vehicle. They are counted in the ledger and left out.",
        fix: "nothing to do")

    package static let raggedRecord = Rule(
        id: "ragged-record", title: "Record with too few or too many fields", severity: .warning, subject: .record,
        message: "{found} fields, expected {expected}, row quarantined",
        why:
            "After a missing or added field every later value stands in the wrong column, so none of the row can be trusted.",
        source: "RFC 4180, section 2.4: each line should contain the same number of fields",
        fix: "look for a delimiter that is not quoted, or one too many, in the record")

    package static let bareQuote = Rule(
        id: "bare-quote", title: "Quotation mark inside an unquoted field", severity: .warning, subject: .record,
        message: "quotation mark inside a field that is not quoted, taken as it is",
        why:
            "An inch mark, as in 19\" wheels, is often not quoted. Readers that open a quotation there swallow the rest of the line.",
        source: "RFC 4180, section 2.5: fields with double quotes must be enclosed in double quotes",
        fix: "nothing is lost; ask the publisher to quote the field and double the mark")

    package static let unclosedQuote = Rule(
        id: "unclosed-quote", title: "Quotation that is never closed", severity: .warning, subject: .record,
        message: "quotation opened here is never closed, mark taken as it is",
        why: "A quotation without its end would swallow all rows that follow; the mark is read as text instead.",
        source: "RFC 4180, section 2.5", fix: "check the record by hand; close the quotation or double the mark")

    package static let trailingBytes = Rule(
        id: "trailing-bytes", title: "Bytes behind the packed data", severity: .warning, subject: .feed,
        message: "bytes that are no gzip member follow from byte {byte} of the packed file, left unread",
        why: "Something was appended to the file, or its last member is damaged at its first bytes.",
        source: "RFC 1952, section 2.2", fix: "fetch the file again and compare its length")

    package static let unknownColumn = Rule(
        id: "unknown-column", title: "Column that the layout does not know", severity: .notice, subject: .feed,
        message: "column \"{column}\" is not known to layout \"{layout}\", left unread{hint}",
        why: "The agency has added or renamed a column; what it holds does not reach the bundle.",
        fix: "nothing is lost; extend the layout if the column matters")

    package static let missingColumn = Rule(
        id: "missing-column", title: "Column that the layout wants and the feed lacks", severity: .notice, subject: .feed,
        message: "column \"{column}\" of layout \"{layout}\" is missing, its facts are absent",
        why: "Older releases lack some columns; a newer one that lacks a column has been changed by the agency.",
        fix: "check whether the column was renamed (see unknown-column)")

    package static let duplicateColumn = Rule(
        id: "duplicate-column", title: "Two columns of one name", severity: .warning, subject: .feed,
        message: "column \"{column}\" stands {count} times in the header, the first is read",
        why: "Columns go by name; which of two of one name is meant cannot be known.",
        fix: "ask the publisher; rename one in the layout's own header")
}
