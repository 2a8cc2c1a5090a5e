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
