internal import FuelEconomy
internal import PickerKit

/// `vehicles.json`: id → facts, a vehicle a line, with the units of all facts said once under `fields`. A fact that the feed
/// does not know is left out.
func writeVehicles(_ content: BundleContent, to output: BundleOutput) throws {
    let fields = Field.declarations.filter(\.isPublished).sorted { $0.key < $1.key }
    var json = JSONBytes()
    json.raw("{\"fields\":")
    json.value(.object(Dictionary(uniqueKeysWithValues: fields.map { ($0.key, meaning($0)) })), indent: nil)
    json.raw(",\n\"format\":")
    json.int(BundleFormat.version)
    json.raw(",\n\"vehicles\":{")

    let table = content.table
    let facts = fields.map { Fragments(table[$0.field], key: $0.key) }
    var isFirst = true
    for row in RowOrder.sorted((0..<UInt32(table.count)).map { $0 }, by: textOrder(table.ids)) {
        json.raw(isFirst ? "\n\"" : ",\n\"")
        isFirst = false
        json.int(Int(table.ids[Int(row)]))
        json.raw("\":")
        let start = json.bytes.count
        for fact in facts { fact.append(Int(row), to: &json.bytes) }
        // Each fragment begins with a comma; the first one opens the object.
        if json.bytes.count == start { json.raw("{") } else { json.bytes[start] = 0x7b }
        json.bytes.append(0x7d)
        try output.flush(&json)
    }
    json.raw("\n}}\n")
    try output.write(json.bytes)
}

private func meaning(_ declaration: Field.Declaration) -> JSON {
    switch declaration.kind {
    case .name, .text: return .object(["type": .string("text")])
    case .date: return .object(["type": .string("date")])
    case .number(let quantity):
        var members: [String: JSON] = ["type": .string("number"), "unit": .string(quantity.unit.rawValue)]
        members["fuel"] = quantity.fuel.map { .string($0.rawValue) }
        members["cycle"] = quantity.cycle.map { .string($0.rawValue) }
        return .object(members)
    }
}

/// Keys that sort numbers of up to 17 digits as their decimal texts sort: 1, 10, 100, 2.
private func textOrder(_ ids: [UInt64]) -> [UInt64] {
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

/// `,"key":value` for each value of a column, rendered once.
private struct Fragments {
    private let codes: CodeVector
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]

    init(_ column: VehicleColumn, key: String) {
        codes = column.codes
        for code in 0..<column.valueCount {
            if !column.isAbsent(code) {
                var json = JSONBytes()
                json.raw(",")
                json.string(key)
                json.raw(":")
                if column.numbers[code].isNaN { json.string(column.texts[code]) } else { json.number(column.numbers[code]) }
                bytes += json.bytes
            }
            ends.append(bytes.count)
        }
    }

    @inline(__always)
    func append(_ row: Int, to target: inout [UInt8]) {
        let code = codes[row]
        let (start, end) = (ends[code], ends[code + 1])
        if start < end { target.append(contentsOf: bytes[start..<end]) }
    }
}
