/// A line of fields with tabs between them, as ledgers that people and version control read have it: tab, line ends and
/// backslash in a field are written with a backslash.
package enum TabbedLine {
    /// What stands behind the backslash for a byte that would end a field or a line.
    private static func mark(of byte: UInt8) -> UInt8? {
        switch byte {
        case 0x09: 0x74
        case 0x0a: 0x6e
        case 0x0d: 0x72
        case 0x5c: 0x5c
        default: nil
        }
    }

    package static func append(_ fields: [String], to out: inout [UInt8]) {
        for (place, field) in fields.enumerated() {
            if place > 0 { out.append(0x09) }
            let start = out.count
            out.append(contentsOf: field.utf8)
            if out[start...].contains(where: { mark(of: $0) != nil }) {
                out.replaceSubrange(
                    start..., with: field.utf8.flatMap { byte in mark(of: byte).map { [0x5c, $0] } ?? [byte] })
            }
        }
        out.append(0x0a)
    }

    /// The fields of a line, without its end.
    package static func fields(_ line: ArraySlice<UInt8>) -> [String] {
        line.split(separator: 0x09, omittingEmptySubsequences: false).map(unescaped)
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(0x5c) else { return String(decoding: bytes, as: UTF8.self) }
        var out: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                out.append(byte == 0x74 ? 0x09 : byte == 0x6e ? 0x0a : byte == 0x72 ? 0x0d : byte)
                isEscaped = false
            } else if byte == 0x5c {
                isEscaped = true
            } else {
                out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

/// A ledger's line that cannot be read.
package struct LedgerDamage: Error, Equatable {
    /// From 1.
    package var line: Int
    package var expected: String

    package init(line: Int, expected: String) {
        self.line = line
        self.expected = expected
    }
}
