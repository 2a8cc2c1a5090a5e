internal import Writers

/// A text of a bundle as a piece of a line on a terminal: what would steer it, tabs and line ends too, is replaced by U+FFFD.
func shownLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{fffd}" : $0 }))
}

/// A JSON document with all that would steer a terminal as `\u` and digits, which mean the same.
func escaped(_ document: [UInt8]) -> String {
    var text = ""
    for scalar in String(decoding: document, as: UTF8.self).unicodeScalars {
        // The document's own line ends: those in strings are escaped already.
        guard isControl(scalar), scalar != "\n" else {
            text.unicodeScalars.append(scalar)
            continue
        }
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
    return text
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool { isSteering(scalar) || scalar == "\t" || scalar == "\n" }

/// How many columns of a terminal a text takes.
func columns(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + columns(of: $1) } }

/// A text in so many columns, cut or padded.
func fitted(_ text: String, to width: Int) -> String {
    var text = shownLine(text)
    var taken = columns(of: text)
    if taken > width {
        while taken > max(width - 1, 0), let scalar = text.unicodeScalars.popLast() { taken -= columns(of: scalar) }
        if width > 0 {
            text += "…"
            taken += 1
        }
    }
    return text + String(repeating: " ", count: max(width - taken, 0))
}

private func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    return switch scalar.value {
    // Hangul, CJK, full-width forms and pictures, after Unicode's East Asian Width.
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
        0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
        2
    default: 1
    }
}
