internal import FuelEconomy

/// Renders the facts of some vehicles column by column: `{"city":[19,null],"fuel":["Regular","Diesel"]}`.
struct FactColumns: Sendable {
    private var fragments = Fragments()
    /// By field: `,"key":[`, the codes, and by code the piece `value,` or `null,`.
    private var columns: [(key: UInt32, codes: CodeVector, pieces: [UInt32], absent: UInt32)] = []

    init(_ table: VehicleTable, _ fields: [Field.Declaration]) {
        let absent = fragments.add("null,")
        for field in fields {
            let column = table[field.field]
            var key = JSONBytes()
            key.string(field.key)
            let head = fragments.add(key.bytes + Array(":[".utf8))
            let pieces = (0..<column.valueCount).map { code in
                if column.isAbsent(code) { return absent }
                var json = JSONBytes()
                json.value(of: column, code)
                return fragments.add(json.bytes + [0x2c])
            }
            columns.append((head, column.codes, pieces, absent))
        }
        fragments.seal()
    }

    /// - Parameter rows: of vehicles, in the order wanted. A fact that none of them has is left out.
    func columns(of rows: ArraySlice<UInt32>) -> [UInt8] {
        var bytes: [UInt8] = [0x7b]
        for column in columns {
            let pieces = column.codes.mapped(rows, column.pieces)
            if pieces.allSatisfy({ $0 == column.absent }) { continue }
            if bytes.count > 1 { bytes += [0x2c, 0x0a] }
            fragments.append([column.key] + pieces, to: &bytes)
            // The last comma becomes the end of the list.
            bytes[bytes.count - 1] = 0x5d
        }
        return bytes + [0x7d]
    }
}
