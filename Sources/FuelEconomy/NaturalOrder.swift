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
        a.original.utf8.elementsEqual(b.original.utf8)
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

/// Folding of letters, from the Unicode character database that comes with Swift: no table of ours, no locale.
package enum NameFolding {
    /// ``lettersFolded(_:)`` as UTF-8.
    package static func foldedBytes(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        for index in bytes.indices {
            if bytes[index] >= 0x80 { return Array(lettersFolded(text).utf8) }
            if bytes[index] &- 0x41 < 26 { bytes[index] |= 0x20 }
        }
        return bytes
    }

    /// Lower case, without accents: "Citroën" → "citroen", "Škoda" → "skoda". Everything else stays.
    package static func lettersFolded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return String(decoding: foldedBytes(text), as: UTF8.self) }
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isAccent(scalar) { continue }
            folded.append(contentsOf: base(of: scalar).properties.lowercaseMapping.unicodeScalars)
        }
        return String(folded)
    }

    /// What search compares: letters and digits alone, folded, nothing between them: "Citroën C-4" → "citroenc4".
    package static func searchText(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return asciiSearchText(text) }
        var kept = String.UnicodeScalarView()
        for scalar in lettersFolded(text).unicodeScalars
        where scalar.properties.isAlphabetic || scalar.properties.numericType != nil { kept.append(scalar) }
        return String(kept)
    }

    /// The ASCII letters and digits of a text in lower case: ``searchText(_:)`` as anybody can make it, and the same for
    /// texts of ASCII alone.
    package static func asciiSearchText(_ text: String) -> String {
        let kept = text.utf8.compactMap { byte -> UInt8? in
            if byte &- 0x30 < 10 || byte &- 0x61 < 26 { return byte }
            return byte &- 0x41 < 26 ? byte | 0x20 : nil
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// A mark that combines with letters of any script. Signs of one script, such as vowels, are letters of their own.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36f, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe20...0xfe2f: true
        default: false
        }
    }

    /// The letter under the accents: "É" is named LATIN CAPITAL LETTER E WITH ACUTE, so its base is the letter named
    /// without the tail. Letters of other scripts, and those without such a name, stand for themselves.
    private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar.value > 0x7f, let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return scalar }
        let words = name.split(separator: " ")
        guard let with = words.firstIndex(of: "WITH"), with >= 4, words[2] == "LETTER", words[3].utf8.count == 1,
            let letter = words[3].unicodeScalars.first
        else { return scalar }
        return words[1] == "SMALL" ? Unicode.Scalar(letter.value | 0x20) ?? letter : letter
    }
}
