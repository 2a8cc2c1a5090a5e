internal import FuelEconomy
internal import PickerKit

/// What spellings of one name have in common: letters without case and accents, digits, `+`, `!` and `#`.
///
/// Spaces and punctuation fall away, so that `GS 300`, `GS300` and `GS-300` are one; but a mark between two digits keeps them
/// parted, so that `4.2` is not `42`, and a point is not a hyphen; a slash stays, for `Golf/GTI` lists two models and `Golf GTI`
/// is one; and the inch mark of `19"` says `in`. A name of nothing but punctuation is its own key.
enum NameKey {
    static func of(_ name: String) -> String {
        if let key = ofASCII(name) { return key }
        var key = String.UnicodeScalarView()
        var isParted = false
        var isListed = false
        var isPointed = false
        for scalar in NameFolding.lettersFolded(name).unicodeScalars {
            let isDigit = scalar.value &- 0x30 < 10
            let isInch = !isParted && (scalar == "\"" || scalar == "\u{201d}" || scalar == "\u{2033}")
            if isInch, let last = key.last, last.value &- 0x30 < 10 {
                key.append(contentsOf: "in".unicodeScalars)
                continue
            }
            guard
                isDigit || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "+!#<>".unicodeScalars.contains(scalar)
            else {
                isParted = true
                isListed = isListed || scalar == "/"
                isPointed = scalar == "." || scalar == ","
                continue
            }
            if isParted, let last = key.last {
                if isListed {
                    key.append("/")
                } else if isDigit, last.value &- 0x30 < 10 {
                    key.append(isPointed ? "." : " ")
                }
            }
            isParted = false
            isListed = false
            key.append(scalar)
        }
        return key.isEmpty ? name : String(key)
    }

    /// `+`, `!`, `#`, `<`, `>`
    private static func isMark(_ byte: UInt8) -> Bool {
        byte == 0x2b || byte == 0x21 || byte == 0x23 || byte == 0x3c || byte == 0x3e
    }

    /// The same for names of ASCII alone, which nearly all are; `nil` for the others.
    private static func ofASCII(_ name: String) -> String? {
        let bytes = Array(name.utf8)
        var key: [UInt8] = []
        key.reserveCapacity(bytes.count)
        var last: UInt8 = 0
        var isParted = false
        var isListed = false
        var isPointed = false
        for byte in bytes {
            guard byte < 0x80 else { return nil }
            let letter = byte | 0x20
            let isDigit = byte &- 0x30 < 10
            if byte == 0x22, !isParted, last &- 0x30 < 10 {
                key += [0x69, 0x6e]
                last = 0x6e
                continue
            }
            guard isDigit || letter &- 0x61 < 26 || isMark(byte) else {
                isParted = true
                isListed = isListed || byte == 0x2f
                isPointed = byte == 0x2e || byte == 0x2c
                continue
            }
            if isParted, last != 0 {
                if isListed {
                    key.append(0x2f)
                } else if isDigit, last &- 0x30 < 10 {
                    key.append(isPointed ? 0x2e : 0x20)
                }
            }
            isParted = false
            isListed = false
            last = isDigit || byte < 0x40 ? byte : letter
            key.append(last)
        }
        return key.isEmpty ? name : String(decoding: key, as: UTF8.self)
    }
}
