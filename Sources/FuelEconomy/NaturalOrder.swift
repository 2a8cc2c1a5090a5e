internal import PickerKit

/// The order in which people expect names: case and accents do not matter, and runs of digits count as numbers,
/// so "A4" stands before "A10". Equal names fall back to the order of their UTF-8 bytes, so that the order is total.
///
/// Independent of locale. Fold once with `init`, then compare cheaply.
package struct NaturalOrder: Comparable, Sendable {
    private var folded: [UInt8]
    private var original: String

    package init(_ text: String) {
        folded = NameFolding.foldedBytes(text)
        original = text
    }

    /// By index: the text's place among all of `texts`; equal texts have one place.
    package static func ranks(of texts: [String]) -> [UInt32] {
        let keys = texts.map(NaturalOrder.init)
        var ranks = [UInt32](repeating: 0, count: texts.count)
        var rank: UInt32 = 0
        var last: Int?
        for index in texts.indices.sorted(by: { keys[$0] < keys[$1] }) {
            if let last, keys[last] != keys[index] { rank += 1 }
            ranks[index] = rank
            last = index
        }
        return ranks
    }

    package static func == (a: NaturalOrder, b: NaturalOrder) -> Bool {
        ExactText(a.original) == ExactText(b.original)
    }

    package static func < (a: NaturalOrder, b: NaturalOrder) -> Bool {
        let x = a.folded
        let y = b.folded
        var i = 0
        var j = 0
        while i < x.count, j < y.count {
            if isDigit(x[i]), isDigit(y[j]) {
                let (xStart, xEnd) = number(in: x, from: i)
                let (yStart, yEnd) = number(in: y, from: j)
                if xEnd - xStart != yEnd - yStart { return xEnd - xStart < yEnd - yStart }
                for k in 0..<(xEnd - xStart) where x[xStart + k] != y[yStart + k] {
                    return x[xStart + k] < y[yStart + k]
                }
                i = xEnd
                j = yEnd
            } else {
                if x[i] != y[j] { return x[i] < y[j] }
                i += 1
                j += 1
            }
        }
        if x.count - i != y.count - j { return x.count - i < y.count - j }
        return a.original.utf8.lexicographicallyPrecedes(b.original.utf8)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// The run of digits at `start`, without its leading zeros.
    private static func number(in bytes: [UInt8], from start: Int) -> (Int, Int) {
        var end = start
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        var first = start
        while first < end - 1, bytes[first] == 0x30 { first += 1 }
        return (first, end)
    }
}
