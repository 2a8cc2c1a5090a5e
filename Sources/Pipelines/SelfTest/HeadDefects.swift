internal import FuelEconomy
internal import Normalizers

/// How a defect is planted in a feed's head, before a few of its records.
struct HeadDefect: Sendable {
    enum Change: Sendable {
        /// A column gets another name.
        case rename(String, to: String)
        /// All records are gone.
        case noRecords
        /// It is written in UTF-16.
        case wide
        /// A quotation opens in a column of some names and is never closed.
        case openQuote([String])
    }

    /// What is done, and what the message must carry; `nil` where the feed has no column for it.
    var plan: @Sendable (SeedBed) -> (change: Change, told: String)?
    /// Why there may be no plan.
    var hindrance = ""

    static let all: [Defect] = [
        .head(
            "column-unknown", "unknown-column", "gives a column that is not read a name that nobody knows",
            unless: "the feed has no column that the layout leaves unread"
        ) { bed in
            bed.unreadColumn.map { (.rename($0, to: "surprise"), "\"surprise\"") }
        },
        .head(
            "column-renamed", "missing-column", "gives a column that is read another name",
            unless: "the feed has no column that it may lack", companions: ["unknown-column"]
        ) { bed in
            column(of: bed, isRequired: false).map { (.rename($0.seen, to: $0.seen + "New"), "\"\($0.name)\"") }
        },
        .head(
            "column-twice", "duplicate-column", "gives a column that is not read the name of one that is",
            unless: "the feed has no column that the layout leaves unread"
        ) { bed in
            guard let name = bed.unreadColumn, let other = column(of: bed, isRequired: false) else { return nil }
            return (.rename(name, to: other.seen), "stands 2 times")
        },
        .head(
            "column-required-renamed", nil, "gives a column without which there is no vehicle another name",
            unless: "the feed has no head that names its columns"
        ) { bed in
            column(of: bed, isRequired: true).map { (.rename($0.seen, to: "surprise"), "lacks columns of layout") }
        },
        .head(
            "encoding-other", "encoding-detected", "writes the text in UTF-16",
            unless: "the text is XML, which says its encoding, or is not UTF-8"
        ) { bed in
            if case .xml = bed.text.form { return nil }
            return bed.text.encoding == "UTF-8" ? (.wide, "UTF-16LE") : nil
        },
        .head(
            "quote-open", "unclosed-quote", "opens a quotation in the last record", unless: "the text has no quotations"
        ) { bed in
            guard case .delimited = bed.text.form, let names = bed.names(of: .model) else { return nil }
            return (.openQuote(names), "never closed")
        },
        .head("no-records", nil, "leaves out all records", unless: "the feed has no head") { bed in
            if case .fixedWidth = bed.text.form { return nil }
            return (.noRecords, "no record")
        },
    ]

    /// A column that is read, as the layout and as the feed calls it.
    private static func column(of bed: SeedBed, isRequired: Bool) -> (name: String, seen: String)? {
        let required = Set(bed.layout.columns.filter(\.isRequired).flatMap(\.names))
        for column in bed.layout.columns where column.isRequired == isRequired {
            if !isRequired, !required.isDisjoint(with: column.names) { continue }
            switch bed.text.form {
            case .xml where !column.name.contains("/") && !column.name.contains("@"): return (column.name, column.name)
            case .delimited:
                guard let place = bed.text.place(of: column.names) else { continue }
                let seen = bed.text.columns[place]
                if seen.utf8.allSatisfy({ $0 < 0x80 }) { return (column.name, seen) }
            default: continue
            }
        }
        return nil
    }
}

extension Defect {
    fileprivate static func head(
        _ id: String, _ rule: String?, _ meaning: String, unless hindrance: String, companions: Set<String> = [],
        plan: @escaping @Sendable (SeedBed) -> (change: HeadDefect.Change, told: String)?
    ) -> Defect {
        Defect(id, rule, meaning, .head(HeadDefect(plan: plan, hindrance: hindrance)), companions: companions)
    }
}

extension FeedText {
    /// The text's head and first records, changed.
    ///
    /// - Returns: `nil` where the form has no head.
    func head(_ change: HeadDefect.Change) -> [UInt8]? {
        let kept = records.prefix(300)
        guard let last = kept.last, let end = records.last?.range.upperBound else { return nil }
        var tail = lineEnd
        if case .xml = form { tail = Array(bytes[end...]) }
        switch change {
        case .wide:
            let text = String(decoding: bytes[..<last.range.upperBound] + tail, as: UTF8.self)
            let mark: Unicode.Scalar = "\u{feff}"
            return (text.unicodeScalars.first == mark ? text : String(mark) + text).utf16.flatMap {
                [UInt8($0 & 0xff), UInt8($0 >> 8)]
            }
        case .openQuote(let names):
            guard case .delimited(let delimited) = form, let place = place(of: names),
                let record = kept.last(where: { !bytes[$0.range].contains(delimited.quote) }),
                case let cells = Self.cells(of: Array(bytes[record.range]), delimited), place < cells.count
            else { return nil }
            let at = record.range.lowerBound + cells[place].lowerBound
            return bytes[..<at] + [delimited.quote] + bytes[at..<record.range.upperBound] + tail
        case .noRecords:
            if case .xml = form { return Array(bytes[..<headEnd]) + tail }
            return Array(bytes[..<headEnd])
        case .rename(let old, let new):
            switch form {
            case .fixedWidth: return nil
            case .delimited(let delimited):
                guard let place = columns.firstIndex(of: old), let head = header(delimited, naming: place, new) else {
                    return nil
                }
                return head + bytes[headEnd..<last.range.upperBound] + tail
            case .xml:
                let edits = kept.flatMap { record -> [(range: Range<Int>, bytes: [UInt8])] in
                    XMLRecord(Array(bytes[record.range])).elements.filter { $0.name == old }.map { element in
                        let start = record.range.lowerBound
                        let text = bytes[(start + element.content.lowerBound)..<(start + element.content.upperBound)]
                        return (
                            start + element.whole.lowerBound..<start + element.whole.upperBound,
                            Array("<\(new)>".utf8) + text + Array("</\(new)>".utf8)
                        )
                    }
                }
                let all = edits + [(last.range.upperBound..<bytes.count, tail)]
                return replacing(all)
            }
        }
    }

    /// The head with another name for a column: in its first row, and nothing in those below it.
    private func header(_ form: FeedForm.Delimited, naming place: Int, _ name: String) -> [UInt8]? {
        guard let name = encoded(name), form.headerRows > 0 else { return nil }
        var head: [UInt8] = []
        var line = 0
        var at = 0
        while at < headEnd {
            let end = bytes[at..<headEnd].firstIndex { $0 == 0x0a || $0 == 0x0d } ?? headEnd
            var row = Array(bytes[at..<end])
            let number = line - form.preambleLines
            if (0..<form.headerRows).contains(number) {
                let cells = Self.cells(of: row, form)
                guard place < cells.count else { return nil }
                row.replaceSubrange(cells[place], with: number == 0 ? name : [])
            }
            head += row
            at = end
            if at < headEnd {
                let isPair = bytes[at] == 0x0d && at + 1 < headEnd && bytes[at + 1] == 0x0a
                head += bytes[at..<at + (isPair ? 2 : 1)]
                at += isPair ? 2 : 1
            }
            line += 1
        }
        return head
    }
}
