/// Reads JSON (RFC 8259) from front to back without building a tree of values: who reads says what comes next.
///
/// Members of an object that nobody asked for are skipped, so that a bundle may have more than this reader knows.
package struct JSONCursor {
    private let bytes: [UInt8]
    package private(set) var at = 0
    private let depthLimit = 64

    package init(_ bytes: [UInt8], at start: Int = 0) {
        self.bytes = bytes
        at = start
    }

    package typealias Damage = BundleDamage

    /// What was expected where the cursor stands.
    package func damage(_ expected: String) -> Damage { Damage(.malformed(byte: at, expected: expected)) }

    // MARK: Structure

    private mutating func skipBlanks() {
        while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x0a || bytes[at] == 0x0d || bytes[at] == 0x09 { at += 1 }
    }

    /// Takes a byte if it comes next.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func require(_ byte: UInt8) throws(Damage) {
        if !take(byte) { throw damage("\"\(Character(Unicode.Scalar(byte)))\"") }
    }

    package mutating func requireEnd() throws(Damage) {
        skipBlanks()
        if at < bytes.count { throw damage("the end") }
    }

    /// Takes a `null` if it comes next.
    package mutating func takeNull() throws(Damage) -> Bool {
        skipBlanks()
        guard at < bytes.count, bytes[at] == 0x6e else { return false }
        try word("null")
        return true
    }

    package mutating func word(_ word: String) throws(Damage) {
        for byte in word.utf8 {
            guard at < bytes.count, bytes[at] == byte else { throw damage("\(word)") }
            at += 1
        }
    }

    /// Visits the members of an object; `member` must read the value.
    package mutating func object(_ member: (inout JSONCursor, _ key: String) throws(Damage) -> Void) throws(Damage) {
        try require(0x7b)
        if take(0x7d) { return }
        repeat {
            let key = try string()
            try require(0x3a)
            do throws(Damage) {
                try member(&self, key)
            } catch {
                throw error.below(key)
            }
        } while take(0x2c)
        try require(0x7d)
    }

    /// Visits the items of an array; `item` must read the value.
    package mutating func array(_ item: (inout JSONCursor, _ index: Int) throws(Damage) -> Void) throws(Damage) {
        try require(0x5b)
        if take(0x5d) { return }
        var index = 0
        repeat {
            do throws(Damage) {
                try item(&self, index)
            } catch {
                throw error.below(String(index))
            }
            index += 1
        } while take(0x2c)
        try require(0x5d)
    }

    /// Passes over any value.
    package mutating func skip() throws(Damage) { try skip(depth: 0) }

    /// Passes over any value, and gives its bytes.
    package mutating func raw() throws(Damage) -> ArraySlice<UInt8> {
        skipBlanks()
        let start = at
        try skip()
        return bytes[start..<at]
    }

    private mutating func skip(depth: Int) throws(Damage) {
        guard depth < depthLimit else { throw damage("less depth") }
        skipBlanks()
        guard at < bytes.count else { throw damage("a value") }
        switch bytes[at] {
        case 0x22: try passString()
        case 0x7b:
            at += 1
            if take(0x7d) { return }
            repeat {
                skipBlanks()
                try passString()
                try require(0x3a)
                try skip(depth: depth + 1)
            } while take(0x2c)
            try require(0x7d)
        case 0x5b:
            at += 1
            if take(0x5d) { return }
            repeat { try skip(depth: depth + 1) } while take(0x2c)
            try require(0x5d)
        case 0x74: try word("true")
        case 0x66: try word("false")
        case 0x6e: try word("null")
        default: try passNumber()
        }
    }

    /// Passes over a number as RFC 8259 writes it.
    private mutating func passNumber() throws(Damage) {
        let start = at
        if at < bytes.count, bytes[at] == 0x2d { at += 1 }
        var isSound = passDigits()
        if at < bytes.count, bytes[at] == 0x2e {
            at += 1
            isSound = passDigits() && isSound
        }
        if at < bytes.count, bytes[at] | 0x20 == 0x65 {
            at += 1
            if at < bytes.count, bytes[at] == 0x2b || bytes[at] == 0x2d { at += 1 }
            isSound = passDigits() && isSound
        }
        if isSound { return }
        at = start
        throw damage("a value")
    }

    private mutating func passDigits() -> Bool {
        let start = at
        while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
        return at > start
    }

    // MARK: Scalars

    package mutating func int() throws(Damage) -> Int {
        skipBlanks()
        let start = at
        let isNegative = at < bytes.count && bytes[at] == 0x2d
        if isNegative { at += 1 }
        var value = 0
        let digits = at
        while at < bytes.count, bytes[at] &- 0x30 < 10, at - digits < 18 {
            value = value * 10 + Int(bytes[at] &- 0x30)
            at += 1
        }
        guard at > digits else {
            at = start
            throw damage("an integer")
        }
        return isNegative ? -value : value
    }

    package mutating func number() throws(Damage) -> Double {
        skipBlanks()
        let start = at
        do throws(Damage) {
            try passNumber()
        } catch {
            throw damage("a number")
        }
        // Most numbers are short and whole.
        if at - start <= 15, bytes[start..<at].allSatisfy({ $0 &- 0x30 < 10 }) {
            return Double(bytes[start..<at].reduce(0) { $0 * 10 + Int($1 &- 0x30) })
        }
        guard let number = Double(String(decoding: bytes[start..<at], as: UTF8.self)), number.isFinite else {
            at = start
            throw damage("a number")
        }
        return number
    }

    /// The member `format`: one that this reader knows. Told at once, for another format may have any shape.
    mutating func format() throws(Damage) -> Int {
        let found = try int()
        guard found == BundleFormat.version else { throw Damage(.unknownFormat(found)) }
        return found
    }

    /// `[1,2,3]`; the hot loop of reading a catalog, so it makes no call an item.
    mutating func ints() throws(Damage) -> [Int32] {
        var values: [Int32] = []
        try require(0x5b)
        if take(0x5d) { return values }
        while true {
            let start = at
            var value: Int32 = 0
            while at < bytes.count, bytes[at] &- 0x30 < 10, at - start < 9 {
                value = value &* 10 &+ Int32(bytes[at] &- 0x30)
                at += 1
            }
            if at > start, at < bytes.count, bytes[at] == 0x2c || bytes[at] == 0x5d {
                values.append(value)
            } else {
                // Blanks, a sign, ten digits, or no number at all.
                at = start
                do throws(Damage) {
                    values.append(try smallInt())
                } catch {
                    throw error.below(String(values.count))
                }
                skipBlanks()
            }
            guard at < bytes.count, bytes[at] == 0x2c else { break }
            at += 1
        }
        try require(0x5d)
        return values
    }

    private mutating func smallInt() throws(Damage) -> Int32 {
        let start = at
        if let value = Int32(exactly: try int()) { return value }
        at = start
        throw damage("a smaller integer")
    }

    mutating func strings() throws(Damage) -> TextColumn {
        var column = TextColumn()
        try array { (cursor, _) throws(Damage) in
            try cursor.string(into: &column.bytes); column.endText()
        }
        return column
    }

    package mutating func string() throws(Damage) -> String {
        var text: [UInt8] = []
        try string(into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The byte that comes next, blanks passed over: it tells what kind of value it begins. `nil` at the end.
    package mutating func peek() -> UInt8? {
        skipBlanks()
        return at < bytes.count ? bytes[at] : nil
    }

    private mutating func passString() throws(Damage) {
        guard at < bytes.count, bytes[at] == 0x22 else { throw damage("a string") }
        at += 1
        while at < bytes.count, bytes[at] != 0x22 {
            guard bytes[at] >= 0x20 else { throw damage("a character") }
            at += bytes[at] == 0x5c ? 2 : 1
        }
        guard at < bytes.count else { throw damage("the string's end") }
        at += 1
    }

    /// Appends a string's text, its escapes resolved.
    private mutating func string(into text: inout [UInt8]) throws(Damage) {
        skipBlanks()
        guard at < bytes.count, bytes[at] == 0x22 else { throw damage("a string") }
        at += 1
        var start = at
        while at < bytes.count, bytes[at] != 0x22 {
            guard bytes[at] >= 0x20 else { throw damage("a character") }
            guard bytes[at] == 0x5c else {
                at += 1
                continue
            }
            text += bytes[start..<at]
            at += 1
            try escape(into: &text)
            start = at
        }
        guard at < bytes.count else { throw damage("the string's end") }
        text += bytes[start..<at]
        at += 1
    }

    /// Takes what follows a backslash.
    private mutating func escape(into text: inout [UInt8]) throws(Damage) {
        guard at < bytes.count else { throw damage("an escape") }
        switch bytes[at] {
        case 0x22, 0x5c, 0x2f: text.append(bytes[at])
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0c)
        case 0x6e: text.append(0x0a)
        case 0x72: text.append(0x0d)
        case 0x74: text.append(0x09)
        case 0x75:
            at += 1
            text += String(try scalar()).utf8
            return
        default: throw damage("an escape")
        }
        at += 1
    }

    /// Four hexadecimal digits, or two times four for what lies beyond them.
    private mutating func scalar() throws(Damage) -> Unicode.Scalar {
        let high = try unit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xdc00, at + 1 < bytes.count, bytes[at] == 0x5c, bytes[at + 1] == 0x75 else {
            throw damage("a low surrogate")
        }
        at += 2
        let low = try unit()
        guard (0xdc00...0xdfff).contains(low), let scalar = Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
        else { throw damage("a low surrogate") }
        return scalar
    }

    private mutating func unit() throws(Damage) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard at < bytes.count, let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue else {
                throw damage("four hexadecimal digits")
            }
            unit = unit << 4 | UInt32(digit)
            at += 1
        }
        return unit
    }
}

extension BundleDamage {
    /// The same one step further out.
    fileprivate func below(_ key: String) -> BundleDamage {
        var damage = self
        damage.place = Self.pointer(to: key) + place
        return damage
    }

    /// A step of a JSON pointer (RFC 6901), in which "~" and "/" have a meaning of their own.
    package static func pointer(to step: String) -> String {
        var text = "/"
        for scalar in step.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    package func `in`(_ file: String) -> BundleDamage {
        var damage = self
        damage.file = file
        return damage
    }

    /// Reads a file: damage in it names it.
    static func naming<Value>(
        _ file: String, _ read: () throws(BundleDamage) -> Value
    ) throws(BundleDamage) -> Value {
        do throws(BundleDamage) {
            return try read()
        } catch {
            throw error.in(file)
        }
    }
}
