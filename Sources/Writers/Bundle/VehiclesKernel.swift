internal import FuelEconomy
internal import PickerKit

/// `vehicles.json`: id → facts, a vehicle a line, with the units of all facts said once under `fields`. A fact that the feed
/// does not know is left out.
func writeVehicles(_ content: BundleContent, to output: BundleOutput) throws {
    let fields = publishedFields(of: content.table)
    var json = JSONBytes()
    json.raw("{\"fields\":")
    json.value(factMeanings(fields, in: content.table), indent: nil)
    json.raw(",\n\"format\":")
    json.int(BundleFormat.version)
    json.raw(",\n\"vehicles\":{")

    try output.write(json.bytes)
    try writeLines(of: content, FactLines(content.table, fields, .members), to: output)
    try output.write(Array("\n}}\n".utf8))
}

/// `vehicles.ndjson`: the same lines, each an object of its own with the id in it.
func writeVehicleLines(_ content: BundleContent, to output: BundleOutput) throws {
    try writeLines(of: content, FactLines(content.table, publishedFields(of: content.table), .objects), to: output)
}

/// The facts that `vehicles.json` has, by key.
func publishedFields(of table: VehicleTable) -> [Field.Declaration] {
    Field.declarations.filter { $0.isPublished && table.facts.contains($0.field) }.sorted { $0.key < $1.key }
}

/// By fact: what it is.
func factMeanings(_ fields: [Field.Declaration], in table: VehicleTable) -> JSON {
    .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.key, factMeaning($0, in: table)) }))
}

/// Vehicles in order of the texts of their ids.
private func writeLines(of content: BundleContent, _ facts: FactLines, to output: BundleOutput) throws {
    let rows = RowOrder.sorted((0..<UInt32(content.table.count)).map { $0 }, by: textOrder(content.table.ids))
    let blocks = stride(from: 0, to: rows.count, by: FactLines.blockSize).map {
        rows[$0..<min($0 + FactLines.blockSize, rows.count)]
    }
    try output.write(blocks: blocks.count) { facts.lines(blocks[$0], isFirst: $0 == 0) }
}

/// Renders vehicles as lines, a block at a time.
private struct FactLines: Sendable {
    static let blockSize = 4096

    /// What a line is.
    enum Form {
        /// A member of an object: `"1":{…}`, with the comma and the line end in front.
        case members
        /// An object: `{"id":"1",…}`, with the line end behind it.
        case objects
    }

    private var fragments = Fragments()
    private let ids: [UInt64]
    /// By field: the codes, and by code the piece `,"key":value`. The piece behind it opens the object instead of going on
    /// with it; a value that is absent is ``nothing``.
    private var columns: [(codes: CodeVector, pieces: [UInt32])] = []
    private let numbers: NumberPieces
    private let nothing, firstLine, nextLine, end, empty: UInt32

    init(_ table: VehicleTable, _ fields: [Field.Declaration], _ form: Form) {
        ids = table.ids
        let isMember = form == .members
        nothing = fragments.add("")
        firstLine = fragments.add(isMember ? "\n\"" : "{\"id\":\"")
        nextLine = isMember ? fragments.add(",\n\"") : firstLine
        end = fragments.add(isMember ? "}" : "}\n")
        empty = fragments.add(isMember ? "\":{}" : "\"}\n")
        let opening = Array((isMember ? "\":{" : "\",").utf8)
        numbers = NumberPieces(&fragments)
        for field in fields {
            let column = table[field.field]
            var pieces: [UInt32] = []
            for code in 0..<column.valueCount {
                if column.isAbsent(code) {
                    pieces.append(nothing)
                    continue
                }
                var json = JSONBytes()
                json.fact(field, column, code)
                pieces.append(fragments.add(Array(",".utf8) + json.bytes))
                fragments.add(opening + json.bytes)
            }
            columns.append((column.codes, pieces))
        }
        fragments.seal()
    }

    func lines(_ rows: ArraySlice<UInt32>, isFirst: Bool) -> [UInt8] {
        let width = columns.count
        var matrix = [UInt32](repeating: 0, count: rows.count * width)
        for (place, column) in columns.enumerated() {
            var at = place
            for piece in column.codes.mapped(rows, column.pieces) {
                matrix[at] = piece
                at += width
            }
        }
        var heads: [UInt32] = []
        var headEnds: [Int] = []
        for (place, row) in rows.enumerated() {
            heads.append(isFirst && place == 0 ? firstLine : nextLine)
            numbers.append(ids[Int(row)], to: &heads)
            headEnds.append(heads.count)
        }
        let most = matrix.count + heads.count + rows.count
        let pieces = unsafe [UInt32](unsafeUninitializedCapacity: most) { pieces, count in
            func add(_ piece: UInt32) {
                unsafe pieces[count] = piece
                count += 1
            }
            var head = 0
            for place in 0..<rows.count {
                while head < headEnds[place] {
                    add(heads[head])
                    head += 1
                }
                let start = count
                for piece in matrix[place * width..<(place + 1) * width] where piece != nothing {
                    add(piece + (count == start ? 1 : 0))
                }
                add(count > start ? end : empty)
            }
        }
        var bytes: [UInt8] = []
        fragments.append(pieces, to: &bytes)
        return bytes
    }
}

extension JSONBytes {
    /// `"key":value` of a fact that is not absent.
    mutating func fact(_ field: Field.Declaration, _ column: VehicleColumn, _ code: Int) {
        string(field.key)
        raw(":")
        value(of: column, code)
    }

    mutating func value(of column: VehicleColumn, _ code: Int) {
        if column.numbers[code].isNaN { string(column.texts[code]) } else { number(column.numbers[code]) }
    }
}

/// What a fact is, said once: its type, and of a number unit, fuel and test cycle.
func factMeaning(_ declaration: Field.Declaration, in table: VehicleTable) -> JSON {
    switch declaration.kind {
    case .name, .text: return .object(["type": .string("text")])
    case .date: return .object(["type": .string("date")])
    case .number(let declared):
        let quantity = table.quantities[declaration.field] ?? declared
        var members: [String: JSON] = ["type": .string("number"), "unit": .string(quantity.unit.rawValue)]
        members["fuel"] = quantity.fuel.map { .string($0.rawValue) }
        members["cycle"] = quantity.cycle.map { .string($0.rawValue) }
        return .object(members)
    }
}

/// Keys that sort numbers of up to 17 digits as their decimal texts sort: 1, 10, 100, 2.
func textOrder(_ ids: [UInt64]) -> [UInt64] {
    var powers: [UInt64] = [1]
    while powers.count <= 17 { powers.append(powers.last! * 10) }
    func digits(_ id: UInt64) -> Int { max(1, powers.firstIndex { id < $0 } ?? 18) }
    let most = ids.max().map(digits) ?? 1
    return ids.map { id in
        let own = digits(id)
        // Left-aligned digits first, then the shorter text.
        return id * powers[most - own] * 32 + UInt64(own)
    }
}
