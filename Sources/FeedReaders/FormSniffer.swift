package import FuelEconomy

/// Guesses how an unknown feed is cut into records, from its first bytes. What it says is a proposal, for a person to check.
package struct FormSniffer {
    package let form: FeedForm
    /// The columns' names, in the feed's order; those without a name, and second ones of a name, are left out.
    package let columns: [String]
    /// What was told from the text, in words: the delimiter, line ends, header.
    package let remarks: [String]

    /// - Parameter records: paths of record elements that layouts know.
    /// - Throws: an input error where the text is no table.
    package init(_ stream: FeedStream, records: [String]) throws {
        if stream.isXML {
            let outline = XMLOutline(stream.first)
            guard let record = outline.record(preferring: records) else {
                throw RunError(
                    .input, at: stream.path, "is XML without a record, found root element \"\(outline.root ?? "")\"",
                    wayOut: "name the record elements in a layout of your own")
            }
            form = .xml(.init(records: [record.path]))
            columns = record.columns
            remarks = ["XML, records are \"\(record.path)\" elements"]
            return
        }
        let text = stream.first
        // The last line may be cut.
        let isWhole = stream.isWhole
        let ends = Self.lineEnds(text)
        if let delimited = Self.delimited(text, isWhole: isWhole) {
            form = .delimited(delimited.form)
            var told: Set<String> = []
            columns = delimited.columns.filter { !$0.isEmpty && told.insert($0).inserted }
            let unnamed = delimited.columns.count { $0.isEmpty }
            let repeated = delimited.columns.count - unnamed - columns.count
            let name = delimited.form.delimiter == 0x09 ? "tab" : String(UnicodeScalar(delimited.form.delimiter))
            remarks =
                ["CSV, delimiter \"\(name)\"", "line ends \(ends)"]
                + (delimited.form.preambleLines > 0 ? ["\(delimited.form.preambleLines) lines before the header"] : [])
                + ["\(delimited.form.headerRows) header row\(delimited.form.headerRows == 1 ? "" : "s")"]
                + (unnamed > 0 ? ["\(unnamed) columns without a name"] : [])
                + (repeated > 0 ? ["\(repeated) columns that repeat a name"] : [])
        } else {
            let fixed = Self.fixedWidth(text, isWhole: isWhole)
            form = .fixedWidth(fixed)
            columns = fixed.columns.map(\.name)
            remarks = ["fixed-width text", "line ends \(ends)"] + (fixed.heading.map { ["heading \"\($0)\""] } ?? [])
        }
    }

    // MARK: Lines and delimiters

    private static func lineEnds(_ text: [UInt8]) -> String {
        var counts = (lf: 0, crlf: 0, cr: 0)
        for (place, byte) in text.enumerated() {
            if byte == 0x0a { if place > 0, text[place - 1] == 0x0d { counts.crlf += 1 } else { counts.lf += 1 } }
            if byte == 0x0d, place + 1 < text.count, text[place + 1] != 0x0a { counts.cr += 1 }
        }
        let kinds = [("LF", counts.lf), ("CRLF", counts.crlf), ("CR", counts.cr)].filter { $0.1 > 0 }
        return kinds.isEmpty ? "none" : kinds.map(\.0).joined(separator: " and ")
    }

    /// A record as fields, and its line.
    private struct Row {
        var fields: [String]
        var line: Int

        var filled: Int { fields.count { !$0.isEmpty } }
    }

    /// Some first records of a text.
    private static func rows(_ text: [UInt8], delimiter: UInt8, isWhole: Bool, limit: Int = 200) -> [Row] {
        let padded = text + [UInt8](repeating: 0, count: RecordBatch.padding)
        var tokenizer = CSVTokenizer(delimiter: delimiter)
        var records: [Row] = []
        var line = 1
        var at = 0
        while records.count < limit, at < text.count {
            guard let record = tokenizer.wholeRecord(padded, from: at, to: text.count, isLast: isWhole) else { break }
            // Blank lines before the record are counted in; one that spans lines is taken for its last.
            line += record.lines
            records.append(Row(fields: record.fields, line: line - 1))
            at = record.next
        }
        return records
    }

    private static func delimited(
        _ text: [UInt8], isWhole: Bool
    ) -> (form: FeedForm.Delimited, columns: [String])? {
        var best: (delimiter: UInt8, width: Int, share: Double)?
        var records: [UInt8: [Row]] = [:]
        for delimiter: UInt8 in [0x2c, 0x3b, 0x09, 0x7c] {
            let rows = Self.rows(text, delimiter: delimiter, isWhole: isWhole)
            records[delimiter] = rows
            let widths = Dictionary(grouping: rows.map(\.fields.count)) { $0 }.mapValues(\.count)
            guard let (width, count) = widths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), width > 1 else {
                continue
            }
            let share = Double(count) / Double(rows.count)
            // A tab inside fixed-width text parts every line in two; that is no table of two columns.
            let spaced = rows.count { $0.fields[0].contains("  ") || $0.fields.count < 2 }
            if width == 2, delimiter == 0x09, spaced * 10 >= rows.count * 9 { continue }
            if share >= 0.6, share * Double(width) > (best.map { $0.share * Double($0.width) } ?? 0) {
                best = (delimiter, width, share)
            }
        }
        guard let best, let rows = records[best.delimiter] else { return nil }
        var form = FeedForm.Delimited(delimiter: best.delimiter)
        // The header is as wide as the table and says something in most of its columns.
        let usual = rows.map(\.filled).sorted()[rows.count / 2]
        let start = rows.firstIndex { $0.fields.count == best.width && $0.filled * 5 >= usual * 3 } ?? 0
        let table = rows.dropFirst(start).map(\.fields)
        form.preambleLines = rows[start].line - 1
        let figures = table.prefix(8).map { row in row.count { isFigure($0) } }
        if let first = figures.first, first > 0 {
            form.headerRows = 0
        } else if figures.count > 2, figures[1] == 0, figures[2] > 0, hasTwoRowHeader(Array(table.prefix(2))) {
            form.headerRows = 2
        }
        let padded = text + [UInt8](repeating: 0, count: RecordBatch.padding)
        guard let header = CSVReader.header(padded, form, from: 0, to: text.count, isLast: isWhole) else { return nil }
        return (form, header.names)
    }

    private static func isFigure(_ text: String) -> Bool {
        guard let first = text.utf8.first(where: { $0 != 0x20 }), first &- 0x30 < 10 || first == 0x2d else { return false }
        return Double(String(text.filter { $0 != " " }.map { $0 == "," ? "." : $0 })) != nil
    }

    /// A second header row leaves cells empty where the first one says all.
    private static func hasTwoRowHeader(_ rows: [[String]]) -> Bool {
        let filled = zip(rows[0], rows[1]).filter { !$0.isEmpty || !$1.isEmpty }
        return filled.contains { $0.isEmpty || $1.isEmpty }
    }

    // MARK: Fixed width

    private static func fixedWidth(_ text: [UInt8], isWhole: Bool) -> FeedForm.FixedWidth {
        var lines = text.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }).map(Array.init)
        if !isWhole, lines.count > 1 { lines.removeLast() }
        var heading: String?
        if lines.count > 2, !lines[0].contains(where: { $0 &- 0x30 < 10 }), lines[1].contains(where: { $0 &- 0x30 < 10 }) {
            heading = String(decoding: lines.removeFirst().prefix(16), as: UTF8.self)
        }
        let width = lines.map(\.count).max() ?? 0
        var filled = [Int](repeating: 0, count: width)
        for line in lines {
            for (place, byte) in line.enumerated() where byte != 0x20 && byte != 0x09 { filled[place] += 1 }
        }
        // A place that is blank in all but a few lines parts two columns.
        let limit = lines.count / 100
        var columns: [FeedForm.FixedWidth.Column] = []
        var start: Int?
        for place in 0...width {
            let isBlank = place == width || filled[place] <= limit
            if !isBlank, start == nil { start = place }
            if isBlank, let begin = start {
                columns.append(.init("column \(columns.count + 1)", begin, place))
                start = nil
            }
        }
        // Blanks inside the last text would part it where most lines are short: what is ragged to the right is one column.
        if let ragged = columns.firstIndex(where: { column in lines.contains { $0.count <= column.start } }), ragged > 0 {
            columns.removeSubrange(ragged...)
        }
        if !columns.isEmpty { columns[columns.count - 1].end = nil }
        return .init(columns, heading: heading)
    }
}
