internal import FuelEconomy

/// Changes in one record's bytes: its encoding and quoting stay as they are.
extension FeedText {
    /// A record with other values in some columns.
    ///
    /// - Parameter values: by what the columns may be called; an empty value clears the field.
    /// - Returns: `nil` where the record has no such field, or no room for the value.
    func record(_ bytes: [UInt8], with values: [(names: [String], value: String)]) -> [UInt8]? {
        values.reduce(bytes) { record, change in
            guard let record, let value = encoded(change.value) else { return nil }
            switch form {
            case .delimited(let delimited):
                guard let place = place(of: change.names) else { return nil }
                return Self.replace(cell: place, of: record, with: value, delimited)
            case .fixedWidth(let fixed):
                guard let place = place(of: change.names) else { return nil }
                return Self.replace(fixed.columns[place], of: record, with: value)
            case .xml:
                return XMLRecord(record).replacing(change.names, with: value)
            }
        }
    }

    /// The bytes of a record's field, as they stand there.
    func value(of names: [String], in number: Int) -> [UInt8] {
        let record = Array(bytes[records[number].range])
        switch form {
        case .delimited(let delimited):
            let cells = Self.cells(of: record, delimited)
            return place(of: names).flatMap { $0 < cells.count ? Array(record[cells[$0]]) : nil } ?? []
        case .fixedWidth(let fixed):
            guard let column = place(of: names).map({ fixed.columns[$0] }), column.start < record.count else { return [] }
            return Array(record[column.start..<min(column.end ?? record.count, record.count)])
        case .xml:
            return XMLRecord(record).elements.first { names.contains($0.name) }.map { Array(record[$0.content]) } ?? []
        }
    }

    /// Where a record's cells stand in it, each with its quotation marks.
    static func cells(of record: [UInt8], _ form: FeedForm.Delimited) -> [Range<Int>] {
        var cells: [Range<Int>] = []
        var start = 0
        while true {
            var at = start
            if at < record.count, record[at] == form.quote {
                at += 1
                while at < record.count {
                    if record[at] != form.quote {
                        at += 1
                    } else if at + 1 < record.count, record[at + 1] == form.quote {
                        at += 2
                    } else {
                        break
                    }
                }
            }
            while at < record.count, record[at] != form.delimiter { at += 1 }
            cells.append(start..<at)
            if at >= record.count { return cells }
            start = at + 1
        }
    }

    private static func replace(
        cell place: Int, of record: [UInt8], with value: [UInt8], _ form: FeedForm.Delimited
    ) -> [UInt8]? {
        let cells = cells(of: record, form)
        guard place < cells.count else { return nil }
        let cell = cells[place]
        let isQuoted = !cell.isEmpty && record[cell.lowerBound] == form.quote
        let mustBeQuoted = value.contains { $0 == form.delimiter || $0 == form.quote || $0 == 0x0a || $0 == 0x0d }
        var text = value
        if isQuoted || mustBeQuoted {
            text = [form.quote] + value.flatMap { $0 == form.quote ? [$0, $0] : [$0] } + [form.quote]
        }
        return Array(record[..<cell.lowerBound]) + text + record[cell.upperBound...]
    }

    private static func replace(
        _ column: FeedForm.FixedWidth.Column, of record: [UInt8], with value: [UInt8]
    ) -> [UInt8]? {
        let end = min(column.end ?? record.count, record.count)
        guard column.start <= end else { return nil }
        let isLast = column.end == nil
        // A blank stays before the next column.
        guard isLast || value.count < end - column.start else { return nil }
        let padding = isLast ? [] : [UInt8](repeating: 0x20, count: end - column.start - value.count)
        return Array(record[..<column.start]) + value + padding + record[end...]
    }
}

/// The bytes of one record element, and the elements right inside it.
struct XMLRecord {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    struct Element {
        var name: String
        /// From its `<` to behind its end.
        var whole: Range<Int>
        /// Between its tags; empty where it is one tag.
        var content: Range<Int>
        var isEmptyTag: Bool
    }

    /// Those right below the record, in order.
    var elements: [Element] {
        var found: [Element] = []
        var depth = 0
        var open: (start: Int, content: Int)?
        var at = 0
        while let start = bytes[at...].firstIndex(of: 0x3c) {
            if let end = end(ofMarkupThatIsNoTagAt: start) {
                at = end
                continue
            }
            guard let close = bytes[start...].firstIndex(of: 0x3e) else { return found }
            let isEnd = bytes[start + 1] == 0x2f
            let isEmptyTag = bytes[close - 1] == 0x2f
            if isEnd {
                depth -= 1
                if depth == 1, let tag = open {
                    found.append(
                        Element(
                            name: name(at: tag.start), whole: tag.start..<close + 1, content: tag.content..<start,
                            isEmptyTag: false))
                    open = nil
                }
            } else if isEmptyTag {
                if depth == 1 {
                    found.append(
                        Element(
                            name: name(at: start), whole: start..<close + 1, content: close + 1..<close + 1,
                            isEmptyTag: true))
                }
            } else {
                if depth == 1 { open = (start, close + 1) }
                depth += 1
            }
            at = close + 1
        }
        return found
    }

    /// Behind a comment or a section of plain characters.
    private func end(ofMarkupThatIsNoTagAt start: Int) -> Int? {
        for (opening, closing) in [("<!--", "-->"), ("<![CDATA[", "]]>")] where bytes[start...].starts(with: opening.utf8) {
            let end = Array(closing.utf8)
            var at = start + opening.utf8.count
            while at < bytes.count, !bytes[at...].starts(with: end) { at += 1 }
            return min(bytes.count, at + end.count)
        }
        return nil
    }

    private func name(at start: Int) -> String {
        String(
            decoding: bytes[(start + 1)...].prefix { ![0x20, 0x09, 0x0a, 0x0d, 0x2f, 0x3e].contains($0) }, as: UTF8.self)
    }

    /// The record with another text in the first element that has one of some names, which is added where none has.
    ///
    /// - Returns: `nil` for columns that are no elements right below the record.
    func replacing(_ names: [String], with value: [UInt8]) -> [UInt8]? {
        guard let name = names.first, !name.contains("/"), !name.contains("@") else { return nil }
        let text = value.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x26: Array("&amp;".utf8)
            case 0x3c: Array("&lt;".utf8)
            case 0x3e: Array("&gt;".utf8)
            default: [byte]
            }
        }
        let element = Array("<\(name)>".utf8) + text + Array("</\(name)>".utf8)
        if let old = elements.first(where: { names.contains($0.name) }) {
            let range = old.isEmptyTag ? old.whole : old.content
            return Array(bytes[..<range.lowerBound]) + (old.isEmptyTag ? element : text) + bytes[range.upperBound...]
        }
        guard let end = bytes.lastIndex(of: 0x3c) else { return nil }
        return Array(bytes[..<end]) + element + bytes[end...]
    }
}
