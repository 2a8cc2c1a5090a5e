internal import FuelEconomy

/// What spellings of one name have in common: letters without case and accents, digits, `+` and `!`.
///
/// Spaces and punctuation fall away, so that `GS 300`, `GS300` and `GS-300` are one; but a mark between two digits keeps them
/// parted, so that `4/2` is not `42`. A name of nothing but punctuation is its own key.
enum NameKey {
    static func of(_ name: String) -> String {
        var key = String.UnicodeScalarView()
        var isParted = false
        for scalar in NameFolding.lettersFolded(name).unicodeScalars {
            let isDigit = scalar.value &- 0x30 < 10
            guard isDigit || scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "+" || scalar == "!"
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
}
