/// What a person presses while picking.
enum PickKey: Equatable {
    case up, down, left, right, home, end, pageUp, pageDown
    case next, previous, enter, escape, erase, clear, interrupt, endOfInput
    case text(String)
}

/// Tells keys by what terminals send for them, which may come in pieces.
struct KeyDecoder {
    private var pending: [UInt8] = []

    /// Whether an escape has come that may be a key of its own, or the beginning of another's sequence.
    var isWaiting: Bool { !pending.isEmpty }

    mutating func keys(_ bytes: [UInt8]) -> [PickKey] {
        pending += bytes
        var keys: [PickKey] = []
        while let (key, length) = first() {
            pending.removeFirst(length)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// What was pending, where nothing follows it any more.
    mutating func flush() -> [PickKey] {
        let isEscape = pending.first == 0x1b
        pending = []
        return isEscape ? [.escape] : []
    }

    /// The first key and how many bytes it takes; `nil` where they are not all there.
    private func first() -> (PickKey?, Int)? {
        guard let byte = pending.first else { return nil }
        switch byte {
        case 0x1b: return sequence()
        case 0x03: return (.interrupt, 1)
        case 0x04: return (.endOfInput, 1)
        case 0x08, 0x7f: return (.erase, 1)
        case 0x09: return (.next, 1)
        case 0x0a, 0x0d: return (.enter, 1)
        case 0x0e: return (.down, 1)
        case 0x10: return (.up, 1)
        case 0x15: return (.clear, 1)
        case ..<0x20: return (nil, 1)
        default: return character(byte)
        }
    }

    private func character(_ lead: UInt8) -> (PickKey?, Int)? {
        let length = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0
        if length == 0 { return (nil, 1) }
        if pending.count < length { return nil }
        guard let text = String(validating: pending.prefix(length), as: UTF8.self) else { return (nil, 1) }
        return (.text(text), length)
    }

    /// `ESC [` parameters and a last byte, or `ESC O` and a byte.
    private func sequence() -> (PickKey?, Int)? {
        guard pending.count > 1 else { return nil }
        if pending[1] == UInt8(ascii: "O") {
            return pending.count > 2 ? (Self.letters[pending[2]], 3) : nil
        }
        guard pending[1] == UInt8(ascii: "[") else { return (.escape, 1) }
        guard let last = pending.dropFirst(2).firstIndex(where: { $0 >= 0x40 }) else { return nil }
        if pending[last] != UInt8(ascii: "~") { return (Self.letters[pending[last]], last + 1) }
        // Parameters behind the first say which keys were held too.
        let number = String(decoding: pending[2..<last].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        return (Self.numbers[number], last + 1)
    }

    private static let letters: [UInt8: PickKey] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "Z"): .previous, UInt8(ascii: "M"): .enter,
    ]
    private static let numbers: [String: PickKey] = [
        "1": .home, "7": .home, "4": .end, "8": .end, "5": .pageUp, "6": .pageDown,
    ]
}
