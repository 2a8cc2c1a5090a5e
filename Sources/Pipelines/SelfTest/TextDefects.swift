internal import FuelEconomy

/// Slips in the text of a record.
extension RowDefect {
    static let ofText: [Defect] = [
        .row(
            "ragged-short", "ragged-record", "leaves out the record's last field", companions: dropped, unless: notDelimited
        ) { row in
            guard case .delimited(let form) = row.bed.text.form else { return nil }
            let cells = FeedText.cells(of: row.bytes, form)
            guard cells.count > 2 else { return nil }
            return RowChange(
                .rewrite(Array(row.bytes[..<(cells[cells.count - 1].lowerBound - 1)])),
                told: "\(cells.count - 1) fields")
        },
        .row(
            "ragged-long", "ragged-record", "adds a field to the record", companions: dropped, unless: notDelimited
        ) { row in
            guard case .delimited(let form) = row.bed.text.form else { return nil }
            return RowChange(
                .rewrite(row.bytes + [form.delimiter, 0x78]),
                told: "\(FeedText.cells(of: row.bytes, form).count + 1) fields")
        },
        .row("blank-line", "blank-record", "puts an empty line behind the record", unless: notDelimited) { _ in
            RowChange(.blankLineBehind, at: .ledger)
        },
        .row(
            "footnote", "footnote", "puts a row of notes behind the record",
            unless: { bed in
                if case .delimited(let form) = bed.text.form, form.hasFootnotes { return nil }
                return "the layout knows of no footnotes"
            }
        ) { row in
            guard case .delimited(let form) = row.bed.text.form else { return nil }
            let count = FeedText.cells(of: row.bytes, form).count
            let note = Array("a note".utf8) + [UInt8](repeating: form.delimiter, count: count - 1)
            return RowChange(.rewrite(row.bytes + row.bed.text.lineEnd + note), at: .ledger)
        },
        .row("bare-quote", "bare-quote", "puts an inch mark into a field without quotation marks", unless: notDelimited) {
            row in
            textCell(of: row) { $0 + Array(" 19\" x".utf8) }
        },
        .row(
            "undecodable-byte", "undecodable-byte", "puts a byte into a text that its encoding does not have",
            companions: ["encoding-detected"],
            unless: { bed in
                if case .xml = bed.text.form { return "an XML parser ends at such a byte" }
                let knowsAll = !["UTF-8", "ASCII", "windows-1252"].contains(bed.text.encoding)
                return knowsAll ? "the encoding \(bed.text.encoding) may have a letter for every byte" : nil
            }
        ) { row in
            // 0x81 is no letter in windows-1252, and in UTF-8 the rest of one that has no beginning.
            textCell(of: row) { $0 + [0x81] }
        },
        .row(
            "repeated-element", "repeated-element", "writes an element of the record twice",
            unless: { bed in
                if case .xml = bed.text.form { return nil }
                return "the text is not XML"
            }
        ) { row in
            guard let names = plainText(of: row.bed).flatMap({ row.bed.names(of: $0) }),
                let element = XMLRecord(row.bytes).elements.first(where: { names.contains($0.name) })
            else { return nil }
            let end = element.whole.upperBound
            return RowChange(
                .rewrite(Array(row.bytes[..<end]) + row.bytes[element.whole] + row.bytes[end...]), told: element.name)
        },
    ]

    /// What else may be said of a row that is put aside.
    static let dropped: Set<String> = ["orphan-record"]

    @Sendable static func notDelimited(_ bed: SeedBed) -> String? {
        if case .delimited = bed.text.form { return nil }
        return "the text is \(bed.text.form.kind)"
    }

    /// A text that no rule looks into.
    private static func plainText(of bed: SeedBed) -> Field? {
        bed.first(of: [.engine, .transmissionCode, .trim, .standard, .salesArea, .engineID, .transmission, .vehicleClass])
    }

    /// Changes the bytes of a text that is not quoted.
    private static func textCell(of row: SeedRow, _ change: ([UInt8]) -> [UInt8]) -> RowChange? {
        guard let names = plainText(of: row.bed).flatMap({ row.bed.names(of: $0) }),
            let place = row.bed.text.place(of: names)
        else { return nil }
        let record = row.bytes
        let range: Range<Int>
        switch row.bed.text.form {
        case .delimited(let form): range = FeedText.cells(of: record, form)[place]
        case .fixedWidth(let fixed):
            // Only the last column has room for more.
            let column = fixed.columns[place]
            guard column.end == nil, column.start < record.count else { return nil }
            range = column.start..<record.count
        case .xml: return nil
        }
        let cell = Array(record[range])
        guard let first = cell.first, first != 0x22, first < 0x80, cell.contains(where: { $0 > 0x40 }) else { return nil }
        return RowChange(.rewrite(Array(record[..<range.lowerBound]) + change(cell) + record[range.upperBound...]))
    }
}
