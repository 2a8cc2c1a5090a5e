internal import PickerKit

/// Names of which one writes the other's words shorter: `T12/CTR3` of `TURBO12/CTR3`, `C 230K` of `C 230 KOMPRESSOR`, `318i/is` of
/// `318i/318is`. Digits have no short form, so that only names of the same numbers are held against each other.
enum Shorthand {
    /// Against how many of the names of the same numbers each is held: enough for real feeds, and a bound for made ones.
    private static let reach = 64

    /// The first of each pair is the shorter one.
    static func pairs(_ names: [String]) -> [(short: Int, long: Int)] {
        let all = names.map(tokens)
        var blocks: [[UInt8]: [Int]] = [:]
        for (index, tokens) in all.enumerated() where !tokens.isEmpty { blocks[key(of: tokens), default: []].append(index) }
        var pairs: [(short: Int, long: Int)] = []
        for block in blocks.values where block.count > 1 {
            for (place, a) in block.enumerated() {
                for b in block[(place + 1)...].prefix(reach) where all[a] != all[b] {
                    if isShort(all[a], of: all[b]) {
                        pairs.append((a, b))
                    } else if isShort(all[b], of: all[a]) {
                        pairs.append((b, a))
                    }
                }
            }
        }
        return pairs.sorted { $0 < $1 }
    }

    /// Runs of letters and runs of digits, slashes and marks; `+` as the word that it stands for, wheels without their unit.
    private static func tokens(_ name: String) -> [ArraySlice<UInt8>] {
        let bytes = NameFolding.foldedBytes(name)
        var tokens: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let kind = kind(bytes[start])
            var end = start + 1
            while end < bytes.count, kind <= 1, self.kind(bytes[end]) == kind { end += 1 }
            let token = bytes[start..<end]
            start = end
            if kind == 3 || (token.elementsEqual("/".utf8) && tokens.isEmpty) { continue }
            let isUnit = units.contains { token.elementsEqual($0.utf8) }
            let isBehindNumber = tokens.last?.first.map { self.kind($0) == 1 } ?? false
            if isUnit, isBehindNumber { continue }
            tokens.append(token.elementsEqual("+".utf8) ? plus : token)
        }
        return tokens
    }

    private static let plus = Array("plus".utf8)[...]
    private static let units = ["in", "inch", "inches", "wheel", "wheels"]

    /// Letters, digits, what is a token by itself, and what only parts tokens.
    private static func kind(_ byte: UInt8) -> Int {
        if byte &- 0x30 < 10 { return 1 }
        if byte &- 0x61 < 26 || byte >= 0x80 { return 0 }
        return "/+!#".utf8.contains(byte) ? 2 : 3
    }

    /// What both names of a pair have in common: the first letter or digit, and the numbers, one that is said again left out.
    private static func key(of tokens: [ArraySlice<UInt8>]) -> [UInt8] {
        var key = [tokens[0].first!]
        var last: ArraySlice<UInt8> = []
        for token in tokens where kind(token.first!) == 1 && token != last {
            key.append(0x20)
            key += token
            last = token
        }
        return key
    }

    private static func isShort(_ short: [ArraySlice<UInt8>], of long: [ArraySlice<UInt8>]) -> Bool {
        matches(short[...], long[...], head: long[0])
    }

    /// Whether every token of the one stands for one or more of the other, in their order.
    ///
    /// - Parameter head: how the list item before began, which the next one may leave out.
    private static func matches(
        _ short: ArraySlice<ArraySlice<UInt8>>, _ long: ArraySlice<ArraySlice<UInt8>>, head: ArraySlice<UInt8>
    ) -> Bool {
        guard let token = long.first else { return short.isEmpty }
        guard let mine = short.first else { return false }
        if mine == token {
            let isSlash = mine.elementsEqual("/".utf8)
            if isSlash, long.count > 1, long[long.startIndex + 1] == head,
                matches(short.dropFirst(), long.dropFirst(2), head: head)
            {
                return true
            }
            let next = isSlash ? long.dropFirst().first ?? head : head
            return matches(short.dropFirst(), long.dropFirst(), head: next)
        }
        guard kind(mine.first!) == 0, !NameWords.telling.contains(String(decoding: mine, as: UTF8.self)) else {
            return false
        }
        for count in 1...3 where count <= long.count {
            let words = long.prefix(count)
            guard words.allSatisfy({ kind($0.first!) == 0 }) else { break }
            if isShort(mine, words), matches(short.dropFirst(), long.dropFirst(count), head: head) { return true }
        }
        return false
    }

    /// Whether letters are the beginning of a word, or take some of each of several words, the first one of it always.
    private static func isShort(_ letters: ArraySlice<UInt8>, _ words: ArraySlice<ArraySlice<UInt8>>) -> Bool {
        let count = words.reduce(0) { $0 + $1.count }
        if count < max(4, letters.count + 2) { return false }
        if let word = words.first, words.count == 1 { return word.starts(with: letters) }
        return letters.count <= 8 && covers(letters, words)
    }

    private static func covers(_ letters: ArraySlice<UInt8>, _ words: ArraySlice<ArraySlice<UInt8>>) -> Bool {
        guard let word = words.first else { return letters.isEmpty }
        if letters.count < words.count || letters.first != word.first { return false }
        var rest = letters
        for byte in word where byte == rest.first {
            rest = rest.dropFirst()
            if covers(rest, words.dropFirst()) { return true }
        }
        return false
    }
}
