/// How a feed's text is cut into records and fields. What a layout declares, a reader obeys, and an inspection guesses.
package enum FeedForm: Sendable, Equatable {
    case delimited(Delimited)
    case fixedWidth(FixedWidth)
    case xml(XML)

    /// Records on lines, fields between delimiters, after RFC 4180.
    package struct Delimited: Sendable, Equatable {
        package var delimiter: UInt8 = 0x2c
        package var quote: UInt8 = 0x22
        /// Lines before the header that are no part of the table.
        package var preambleLines = 0
        /// Rows that make up the header: a column's name is what stands in them, top to bottom, joined with a space. With 0,
        /// columns are called `1`, `2` and so on.
        package var headerRows = 1
        /// Rows that lack a value in a required column are footnotes, if they stand behind a blank row or have nothing but their
        /// first value.
        package var hasFootnotes = false

        package init(
            delimiter: UInt8 = 0x2c, quote: UInt8 = 0x22, preambleLines: Int = 0, headerRows: Int = 1,
            hasFootnotes: Bool = false
        ) {
            self.delimiter = delimiter
            self.quote = quote
            self.preambleLines = preambleLines
            self.headerRows = headerRows
            self.hasFootnotes = hasFootnotes
        }
    }

    /// Records on lines, fields at fixed places.
    package struct FixedWidth: Sendable, Equatable {
        package struct Column: Sendable, Equatable {
            package var name: String
            /// Bytes of the line, from 0; the last column may be open to the right.
            package var start: Int
            package var end: Int?

            package init(_ name: String, _ start: Int, _ end: Int?) {
                self.name = name
                self.start = start
                self.end = end
            }
        }

        package var columns: [Column]
        /// What the file's first line begins with in this form, if it is no record; `nil` where the first line is one.
        package var heading: String?

        package init(_ columns: [Column], heading: String? = nil) {
            self.columns = columns
            self.heading = heading
        }
    }

    /// Records are elements; a column is the path of an element below its record (`a/b`) or of an attribute (`a/@b`).
    package struct XML: Sendable, Equatable {
        /// Paths of record elements from the root, `vehicles/vehicle`; each that occurs is read.
        package var records: [String]

        package init(records: [String]) { self.records = records }
    }

    /// What kind of text it is, for messages.
    package var kind: String {
        switch self {
        case .delimited: "CSV"
        case .fixedWidth: "fixed-width text"
        case .xml: "XML"
        }
    }
}

/// What a reader must find in a feed.
package struct WantedColumns: Sendable {
    /// The layout's id, for messages.
    package var layout: String
    /// By slot of the batch: what the column may be called; the first name that the feed has is read. Names are compared
    /// without case and extra blanks.
    package var names: [[String]]
    /// Slots without which no row can be used.
    package var required: Set<Int>
    /// Columns that the layout knows and leaves unread.
    package var ignored: Set<String>

    package init(layout: String, names: [[String]], required: Set<Int>, ignored: Set<String>) {
        self.layout = layout
        self.names = names
        self.required = required
        self.ignored = ignored
    }
}
