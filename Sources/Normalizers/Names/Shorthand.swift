internal import FuelEconomy
internal import PickerKit

/// Names of which one writes the other's words shorter: `T12/CTR3` of `TURBO12/CTR3`, `C 230K` of `C 230 KOMPRESSOR`, `318i/is` of
/// `318i/318is`. Digits have no short form, so that only names of the same numbers are held against each other.
enum Shorthand {
    /// Against how many of the names of the same numbers each is held: enough for real feeds, and a bound for made ones.
    private static let reach = 16

    /// The first of each pair is the shorter one.
    static func pairs(_ names: [String]) -> [(short: Int, long: Int)] {
        let all = names.map(Tokens.init)
        let order = all.indices.sorted { (all[$0].key, $0) < (all[$1].key, $1) }
        var pairs: [(short: Int, long: Int)] = []
        for (place, a) in order.enumerated() {
            for b in order[(place + 1)...].prefix(reach) {
                if all[a].key != all[b].key { break }
                if all[a].isShort(of: all[b]) {
                    pairs.append((a, b))
                } else if all[b].isShort(of: all[a]) {
                    pairs.append((b, a))
                }
            }
        }
        return pairs.sorted { $0 < $1 }
    }

    /// A name in runs of letters, runs of digits, slashes and marks; `+` as the word that it stands for, wheels without unit.
    private struct Tokens {
        private enum Kind {
            case letters, digits, mark
        }

        /// What both names of a pair have in common: the first letter or digit, and the numbers, one that is said again at
        /// once left out.
        private(set) var key: UInt64 = 0
        private let bytes: [UInt8]
        private var ranges: [Range<Int>] = []

        init(_ name: String) {
            let folded = NameFolding.foldedBytes(name)
            bytes = folded.contains(0x2b) ? folded.flatMap { $0 == 0x2b ? Array(" plus ".utf8) : [$0] } : folded
            var hash = StableHash()
            var number: ArraySlice<UInt8> = []
            var start = 0
            while start < bytes.count {
                let kind = Self.kind(bytes[start])
                var end = start + 1
                while end < bytes.count, kind == .letters || kind == .digits, Self.kind(bytes[end]) == kind { end += 1 }
                let range = start..<end
                start = end
                guard let kind, !isWheelUnit(range), kind != .mark || !ranges.isEmpty else { continue }
                if ranges.isEmpty { hash.combine(UInt64(bytes[range.lowerBound])) }
                if kind == .digits, bytes[range] != number {
                    number = bytes[range]
                    hash.combine(number)
                    hash.combine(0x20 as UInt64)
                }
                ranges.append(range)
            }
            key = hash.value
        }

        /// `nil` for what only parts others.
        private static func kind(_ byte: UInt8) -> Kind? {
            if byte &- 0x30 < 10 { return .digits }
            if byte &- 0x61 < 26 || byte >= 0x80 { return .letters }
            return byte == 0x2f || byte == 0x21 || byte == 0x23 ? .mark : nil
        }

        private func isLetters(_ place: Int) -> Bool { Self.kind(bytes[ranges[place].lowerBound]) == .letters }

        /// `in`, `inch`, `wheels` and such behind a number.
        private func isWheelUnit(_ range: Range<Int>) -> Bool {
            guard let last = ranges.last, Self.kind(bytes[last.lowerBound]) == .digits else { return false }
            return ["in", "inch", "inches", "wheel", "wheels"].contains { bytes[range].elementsEqual($0.utf8) }
        }

        func isShort(of long: Tokens) -> Bool {
            let isEqual = ranges.count == long.ranges.count && ranges.indices.allSatisfy { equals($0, long, $0) }
            return !isEqual && !ranges.isEmpty && matches(long, 0, 0, head: 0)
        }

        /// Whether each token from a place on stands for one or more of the other name's, in their order.
        ///
        /// - Parameter head: where the other name's list item before begins, of which the next one may leave that out.
        private func matches(_ long: Tokens, _ mine: Int, _ other: Int, head: Int) -> Bool {
            if other == long.ranges.count { return mine == ranges.count }
            if mine == ranges.count { return false }
            if equals(mine, long, other) {
                if bytes[ranges[mine].lowerBound] != 0x2f { return matches(long, mine + 1, other + 1, head: head) }
                let next = other + 1
                if next < long.ranges.count, long.text(next) == long.text(head),
                    matches(long, mine + 1, next + 1, head: head)
                {
                    return true
                }
                return matches(long, mine + 1, next, head: min(next, long.ranges.count - 1))
            }
            guard isLetters(mine) else { return false }
            var end = other
            while end < min(other + 3, long.ranges.count), long.isLetters(end) {
                end += 1
                if isShort(mine, of: long, other..<end), matches(long, mine + 1, end, head: head) { return true }
            }
            return false
        }

        private func text(_ place: Int) -> ArraySlice<UInt8> { bytes[ranges[place]] }

        private func equals(_ mine: Int, _ long: Tokens, _ other: Int) -> Bool {
            ranges[mine].count == long.ranges[other].count && text(mine) == long.text(other)
        }

        /// Whether letters are the beginning of a word, or take some of each of several words, the first one of it always.
        private func isShort(_ mine: Int, of long: Tokens, _ words: Range<Int>) -> Bool {
            let letters = text(mine)
            if letters.first != long.text(words.lowerBound).first { return false }
            let count = long.ranges[words].reduce(0) { $0 + $1.count }
            if count < max(4, letters.count + 2) || letters.count > 8 { return false }
            let isShort =
                words.count == 1
                ? long.text(words.lowerBound).starts(with: letters) : Self.covers(letters, long, words)
            return isShort && !NameWords.telling.contains(String(decoding: letters, as: UTF8.self))
        }

        private static func covers(_ letters: ArraySlice<UInt8>, _ long: Tokens, _ words: Range<Int>) -> Bool {
            if words.isEmpty { return letters.isEmpty }
            let word = long.text(words.lowerBound)
            if letters.count < words.count || letters.first != word.first { return false }
            var rest = letters
            for byte in word where byte == rest.first {
                rest = rest.dropFirst()
                if covers(rest, long, words.dropFirst()) { return true }
            }
            return false
        }
    }
}
