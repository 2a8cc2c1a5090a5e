internal import FuelEconomy

/// What spellings of one name have in common: letters without case and accents, digits, `+`, `!` and `#`.
///
/// Spaces and punctuation fall away, so that `GS 300`, `GS300` and `GS-300` are one; but a mark between two digits keeps them
/// parted, so that `4/2` is not `42`. A name of nothing but punctuation is its own key.
enum NameKey {
    static func of(_ name: String) -> String {
        if let key = ofASCII(name) { return key }
        var key = String.UnicodeScalarView()
        var isParted = false
        for scalar in NameFolding.lettersFolded(name).unicodeScalars {
            let isDigit = scalar.value &- 0x30 < 10
            guard
                isDigit || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "+!#".unicodeScalars.contains(scalar)
            else {
                isParted = true
                continue
            }
            if isParted, isDigit, let last = key.last, last.value &- 0x30 < 10 { key.append(" ") }
            isParted = false
            key.append(scalar)
        }
        return key.isEmpty ? name : String(key)
    }

    /// The same for names of ASCII alone, which nearly all are; `nil` for the others.
    private static func ofASCII(_ name: String) -> String? {
        var key: [UInt8] = []
        var isParted = false
        for byte in name.utf8 {
            guard byte < 0x80 else { return nil }
            let letter = byte | 0x20
            let isDigit = byte &- 0x30 < 10
            guard isDigit || letter &- 0x61 < 26 || byte == 0x2b || byte == 0x21 || byte == 0x23 else {
                isParted = true
                continue
            }
            if isParted, isDigit, let last = key.last, last &- 0x30 < 10 { key.append(0x20) }
            isParted = false
            key.append(isDigit || byte < 0x40 ? byte : letter)
        }
        return key.isEmpty ? name : String(decoding: key, as: UTF8.self)
    }
}
