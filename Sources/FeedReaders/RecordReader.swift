package import FuelEconomy

/// Cuts a feed into batches of records. Nothing behind it knows which form the feed had.
package protocol RecordReader: AnyObject {
    /// - Returns: `nil` at the end.
    /// - Throws: an input error for what is damaged or beyond a limit, and what the source throws.
    func next() throws -> RecordBatch?

    /// What the feed's columns say that the layout does not expect; known at the end.
    ///
    /// - Throws: an input error where a required column never stood in the feed.
    var drift: [(rule: Rule, values: [FindingValue])] { get throws }

    /// The encoding that the text itself declares; known at the end. `nil` where its form has no place for it.
    var encoding: String? { get }

    /// The lines before the first record: of a preamble and a header.
    var headLines: Int { get }

    /// How many lines the text has; known at the end.
    var lineCount: Int { get }
}

extension RecordReader {
    package var encoding: String? { nil }

    /// The columns that the layout wants and the feed does not have, as the layout calls them.
    package var missingColumns: Set<String> {
        get throws {
            Set(try drift.filter { $0.rule.id == ReaderRules.missingColumn.id }.map { $0.values[0].text })
        }
    }
}

/// Chooses the reader that a feed's text wants.
package enum RecordReaders {
    /// - Parameter line: what stands there is told in the ``RecordBatch/sightings``; 0 is none.
    /// - Throws: an input error where the text is in none of the forms.
    package static func open(
        _ stream: FeedStream, forms: [FeedForm], columns: WantedColumns, watching line: UInt32 = 0
    ) throws -> any RecordReader {
        let form = try choose(forms, for: stream, columns)
        switch form {
        case .xml(let xml):
            return XMLReader(stream, path: stream.path, form: xml, columns: columns, watching: line)
        case .delimited(let delimited):
            return try CSVReader(stream, path: stream.path, form: delimited, columns: columns, watching: line)
        case .fixedWidth(let fixed):
            return try FixedWidthReader(stream, path: stream.path, form: fixed, columns: columns, watching: line)
        }
    }

    /// The first form that fits; where none does, the one that fits best, whose reader will say what is amiss.
    package static func choose(
        _ forms: [FeedForm], for stream: FeedStream, _ columns: WantedColumns
    ) throws -> FeedForm {
        let fitting = forms.filter { if case .xml = $0 { stream.isXML } else { !stream.isXML } }
        guard let first = fitting.first else {
            var kinds: [String] = []
            for form in forms where !kinds.contains(form.kind) { kinds.append(form.kind) }
            throw RunError(
                .input, at: stream.path,
                "looks like \(stream.isXML ? "an XML document" : "plain text"), expected \(kinds.joined(separator: " or "))",
                wayOut: "check where the file was fetched from, or choose a layout that reads this form")
        }
        if fitting.count == 1 { return first }
        var best = (form: first, matches: -1)
        for form in fitting {
            switch form {
            case .xml: return form
            case .fixedWidth(let fixed):
                guard let heading = fixed.heading else { return form }
                if stream.first.starts(with: heading.utf8) { return form }
            case .delimited(let delimited):
                let end = stream.first.count
                guard
                    let header = CSVReader.header(
                        stream.first + [UInt8](repeating: 0, count: RecordBatch.padding), delimited, from: 0, to: end,
                        isLast: true)
                else { continue }
                let drift = ColumnDrift(header.names, wanted: columns)
                if drift.lacking.isEmpty { return form }
                if drift.matches > best.matches { best = (form, drift.matches) }
            }
        }
        return best.form
    }
}
