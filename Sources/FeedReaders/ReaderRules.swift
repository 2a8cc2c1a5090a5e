package import FuelEconomy

/// What readers may find.
package enum ReaderRules {
    package static let all = [
        bareQuote, unclosedQuote, repeatedElement, trailingBytes, encodingDetected, unknownColumn, missingColumn,
        duplicateColumn,
    ]

    package static let bareQuote = Rule(
        id: "bare-quote", title: "Quotation mark inside an unquoted field", severity: .warning, family: .structure,
        message: "quotation mark inside a field that is not quoted, taken as it is",
        why:
            "An inch mark, as in 19\" wheels, is often not quoted. Readers that open a quotation there swallow the rest of the line.",
        source: "RFC 4180, section 2.5: fields with double quotes must be enclosed in double quotes",
        example:
            "EPA's release of 2019-06-04 has two Teslas, 41418 and 41419, called Model S Performance (19\" "
            + "Wheels) and (21\" Wheels) without quoting",
        fix: "nothing is lost; ask the publisher to quote the field and double the mark")

    package static let unclosedQuote = Rule(
        id: "unclosed-quote", title: "Quotation that is never closed", severity: .warning, family: .structure,
        message: "quotation opened here is never closed, mark taken as it is",
        why: "A quotation without its end would swallow all rows that follow; the mark is read as text instead.",
        source: "RFC 4180, section 2.5",
        example: "1,Audi,\"A4,2020,25 opens a quotation that would reach to the end of the file",
        fix: "check the record by hand; close the quotation or double the mark")

    package static let repeatedElement = Rule(
        id: "repeated-element", title: "Element that stands twice in one record", severity: .warning, family: .structure,
        message: "element \"{column}\" stands again in its record, the first is read",
        why: "A record has one value a column; which of two is meant cannot be known.",
        example:
            "EPA's web service nests an <id> in each <emissionsInfo>; a reader that goes by names alone reads "
            + "it as the vehicle's",
        fix: "if the element is meant to repeat, read it as a table of its own with a layout whose records it is")

    package static let encodingDetected = Rule(
        id: "encoding-detected", title: "Encoding that was told by the bytes", severity: .notice, family: .feed,
        message: "text is {found}, expected {declared}, read as {encoding}",
        why: "The wrong encoding turns accented letters into others, and one name into two.",
        example: "a feed in UTF-16, saved by a spreadsheet, where the layout says UTF-8",
        fix: "declare the encoding in the layout if the feed always has it")

    package static let trailingBytes = Rule(
        id: "trailing-bytes", title: "Bytes behind the packed data", severity: .warning, family: .feed,
        message: "bytes that are no gzip member follow from byte {byte} of the packed file, left unread",
        why: "Something was appended to the file, or its last member is damaged at its first bytes.",
        source: "RFC 1952, section 2.2",
        example: "a download that was appended to an old file, with a line of text between the two",
        fix: "fetch the file again and compare its length")

    package static let unknownColumn = Rule(
        id: "unknown-column", title: "Column that the layout does not know", severity: .notice, family: .feed,
        message: "column \"{column}\" is not known to layout \"{layout}\", left unread{hint}",
        why: "The agency has added or renamed a column; what it holds does not reach the bundle.",
        example:
            "\"baseModel\", which EPA added between 2022-11-08 and 2025-10-28 and by which the 18 columns "
            + "behind it moved",
        fix: "nothing is lost; extend the layout if the column matters")

    package static let missingColumn = Rule(
        id: "missing-column", title: "Column that the layout wants and the feed lacks", severity: .notice, family: .feed,
        message: "column \"{column}\" of layout \"{layout}\" is missing, its facts are absent",
        why: "Older releases lack some columns; a newer one that lacks a column has been changed by the agency.",
        example: "EPA's releases up to 2022-11-08 have no \"baseModel\"",
        fix: "check whether the column was renamed (see unknown-column)")

    package static let duplicateColumn = Rule(
        id: "duplicate-column", title: "Two columns of one name", severity: .warning, family: .feed,
        message: "column \"{column}\" stands {count} times in the header, the first is read",
        why: "Columns go by name; which of two of one name is meant cannot be known.",
        example:
            "NRCan's older files have two columns called MODEL; the layout joins them to their second header "
            + "row",
        fix: "ask the publisher; rename one in the layout's own header")
}
