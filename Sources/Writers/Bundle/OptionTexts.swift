internal import FuelEconomy
internal import Platform

/// The labels of all options, each distinct text once: makers word their cars alike, so there are a tenth as many.
struct OptionTexts: Sendable {
    /// In order of first use: by the titles in order of the options, then by the details.
    let texts: [[UInt8]]
    /// By option: the place in ``texts`` of the shortest text that tells it apart from those beside it.
    let titles: [UInt32]
    /// By option: the place in ``texts`` of what describes it on its own.
    let details: [UInt32]
    /// The words of ``OptionLabel/spoken`` that stand in some text.
    let spoken: [String: String]

    init(_ content: BundleContent) throws {
        let renderer = OptionRenderer(content)
        let parts = try parallelMap(2, jobs: 2) { renderer.interned(isLong: $0 == 1) }
        // Code 0 of a table is the empty text, which no label is.
        var table = parts[0].table
        titles = parts[0].codes.map { $0 - 1 }
        let places = (0..<parts[1].table.count).map { $0 == 0 ? 0 : table.code(of: parts[1].table[$0]) - 1 }
        details = parts[1].codes.map { places[Int($0)] }
        texts = (1..<table.count).map { table[$0] }
        spoken = renderer.spokenWords(in: zip(parts[0].used, parts[1].used).map { $0 || $1 })
    }
}

/// Renders the labels of options, a block at a time.
private struct OptionRenderer: Sendable {
    private static let blockSize = 256

    private var fragments = Fragments()
    private let ids: [UInt64]
    private let nodes: [Catalog.Node]
    private let choices: [Catalog.Choice]
    private let optionRows: [UInt32]
    private let optionNeedsID: [Bool]
    /// In the order of ``OptionLabel/fields``: the codes, and by code the piece `, wording`, marked where the value is absent. The
    /// piece behind it opens the label instead of going on with it.
    private var columns: [(codes: CodeVector, pieces: [UInt32])] = []
    private static let absentMark: UInt32 = 1 << 31
    /// What a long label states even if it tells nothing apart; not where the value is absent.
    private let stated: OptionDistinction
    private let numbers: NumberPieces
    private let idMark: UInt32

    init(_ content: BundleContent) {
        ids = content.table.ids
        nodes = content.catalog.lastNodes
        choices = content.catalog.choices
        optionRows = content.catalog.optionRows
        optionNeedsID = content.catalog.optionNeedsID
        idMark = fragments.add(", id ")
        numbers = NumberPieces(&fragments)
        stated = OptionLabel.fields.indices.reduce(into: []) { stated, field in
            if OptionLabel.stated.contains(OptionLabel.fields[field]) { stated.insert(OptionDistinction(field)) }
        }
        for field in OptionLabel.fields {
            let column = content.table[field]
            var pieces: [UInt32] = []
            for code in 0..<column.valueCount {
                let wording = OptionLabel.wording(field, of: content.table, code: code)
                pieces.append(fragments.add(", " + wording) | (column.isAbsent(code) ? Self.absentMark : 0))
                fragments.add(wording)
            }
            columns.append((column.codes, pieces))
        }
        fragments.seal()
    }

    /// The distinct labels, by option the code of its own, and by piece whether some label has it.
    func interned(isLong: Bool) -> (table: SpellingTable, codes: [UInt32], used: [Bool]) {
        var table = SpellingTable()
        var codes: [UInt32] = []
        codes.reserveCapacity(optionRows.count)
        var used = [Bool](repeating: false, count: Int(fragments.count))
        for start in stride(from: 0, to: nodes.count, by: Self.blockSize) {
            let (bytes, labels) = labels(of: start..<min(start + Self.blockSize, nodes.count), isLong, &used)
            var block = [UInt32](repeating: 0, count: labels.count)
            let span = bytes.span
            var target = block.mutableSpan
            unsafe table.encode(labels.span, in: span.bytes, into: &target)
            codes += block
        }
        return (table, codes, used)
    }

    /// Those of ``OptionLabel/spoken`` that stand in some of the pieces: no word goes on from one piece into the next.
    func spokenWords(in used: [Bool]) -> [String: String] {
        var found: [String: String] = [:]
        for (piece, isUsed) in used.enumerated() where isUsed {
            for word in fragments.text(of: UInt32(piece)).unicodeScalars.split(whereSeparator: {
                !$0.properties.isAlphabetic
            }) {
                let word = String(word)
                found[word] = OptionLabel.spoken[word]
            }
        }
        return found
    }

    /// - Parameter range: of nodes right above the options.
    /// - Returns: the labels' bytes behind each other, with padding, and where each stands.
    private func labels(of range: Range<Int>, _ isLong: Bool, _ used: inout [Bool]) -> ([UInt8], [FieldRange]) {
        let start = nodes[range.lowerBound].first
        let rows = optionRows[start..<nodes[range.upperBound - 1].first + nodes[range.upperBound - 1].count]
        var wanted: OptionDistinction = isLong ? stated : []
        for choice in choices[range] {
            wanted.rawValue |= choice.distinction.rawValue == 0 ? stated.rawValue : choice.distinction.rawValue
        }
        // Only the fields that some label of the block needs; gathered at once, because rows lie far apart.
        var known: [UInt32] = []
        known.reserveCapacity(rows.count * columns.count)
        for field in columns.indices {
            known +=
                wanted.has(field)
                ? columns[field].codes.mapped(rows, columns[field].pieces) : Array(repeating: 0, count: rows.count)
        }
        var pieces: [UInt32] = []
        var labels: [FieldRange] = []
        var end: UInt32 = 0
        for node in range {
            let distinction = choices[node].distinction.rawValue
            for option in nodes[node].first..<nodes[node].first + nodes[node].count {
                let first = pieces.count
                label(known, option - start, rows.count, distinction, isLong, to: &pieces)
                if optionNeedsID[option] {
                    pieces.append(idMark)
                    numbers.append(ids[Int(optionRows[option])], to: &pieces)
                }
                let length = fragments.length(of: pieces[first...])
                labels.append(FieldRange(start: end, end: end + length))
                end += length
            }
        }
        for piece in pieces { used[Int(piece)] = true }
        var bytes: [UInt8] = []
        fragments.append(pieces, to: &bytes)
        bytes += [UInt8](repeating: 0, count: RecordBatch.padding)
        return (bytes, labels)
    }

    /// The short label is what tells the option apart, or the first thing known of an only one; the long one is all that is
    /// usually stated of a car, and what tells it apart.
    ///
    /// - Parameters:
    ///   - known: by field and row, `count` rows a field: the piece.
    ///   - distinction: an ``OptionDistinction``'s bits.
    private func label(
        _ known: [UInt32], _ index: Int, _ count: Int, _ distinction: UInt32, _ isLong: Bool, to pieces: inout [UInt32]
    ) {
        let chosen = isLong || distinction == 0 ? distinction | stated.rawValue : distinction
        var isOpen = false
        var rest = chosen
        while rest != 0 {
            let field = rest.trailingZeroBitCount
            rest &= rest - 1
            let piece = known[field * count + index]
            if piece & Self.absentMark != 0, distinction & (1 << UInt32(field)) == 0 { continue }
            pieces.append(piece & ~Self.absentMark + (isOpen ? 0 : 1))
            isOpen = true
            if distinction == 0, !isLong { return }
        }
        if !isOpen {
            let field = chosen.trailingZeroBitCount
            pieces.append(known[field * count + index] & ~Self.absentMark + 1)
        }
    }
}
