internal import FuelEconomy

/// Names that look like slips of each other. Looking alike is no evidence yet, only a reason to look.
enum NearMisses {
    /// Pairs of names that differ in one word of letters, and there by one letter or two neighbors swapped, never the first
    /// letter: keyboards slip inside words, and `sDrive` and `xDrive` are not the same.
    ///
    /// - Parameter shortest: letters that a word must have.
    static func misspelt(_ names: [[String]], shortest: Int) -> [(Int, Int)] {
        var looks = Looks()
        for (index, words) in names.enumerated() {
            let contexts = contexts(of: words)
            for (place, word) in words.enumerated() {
                let letters = Array(word.utf8)
                guard letters.count >= shortest, letters.count <= 64, letters.contains(where: { $0 &- 0x61 < 26 }) else {
                    continue
                }
                // Two words a slip apart are equal, or become so, once a letter is left out of one or both. Each letter's part
                // of the hash is known, so that leaving it out costs nothing.
                var heads: [UInt64] = [1]
                for letter in letters { heads.append(heads.last! &* base &+ UInt64(letter)) }
                looks.add(contexts[place] ^ heads.last!, index)
                var power: UInt64 = 1
                for out in letters.indices.reversed() where out > 0 {
                    let tail = heads.last! &- heads[out + 1] &* power
                    looks.add(contexts[place] ^ (heads[out] &* power &+ tail), index)
                    power = power &* base
                }
            }
        }
        return looks.pairs { isSlip(names[$0], names[$1]) }
    }

    private static let base: UInt64 = 0x9e37_79b9_7f4a_7c15

    /// By word: a hash of the other words and of the word's place.
    private static func contexts(of words: [String]) -> [UInt64] {
        let hashes = words.map { word in
            var hash = StableHash()
            hash.combine(word)
            return hash.value
        }
        return words.indices.map { place in
            var context = StableHash()
            context.combine(UInt64(place))
            for (other, hash) in hashes.enumerated() where other != place { context.combine(hash) }
            return context.value
        }
    }

    /// Names by what they look like.
    private struct Looks {
        /// How many names of one look are held against each other: enough for real feeds, and a bound for made ones.
        private static let limit = 16

        private var keys: [UInt64] = []
        private var owners: [UInt32] = []

        mutating func add(_ look: UInt64, _ owner: Int) {
            keys.append(look)
            owners.append(UInt32(owner))
        }

        /// Pairs of one look, each once, that are what is looked for; the first is the smaller one.
        func pairs(where isWanted: (Int, Int) -> Bool) -> [(Int, Int)] {
            let all = (0..<UInt32(keys.count)).map { $0 }
            let order =
                keys.count < 4096
                ? all.sorted { (keys[Int($0)], $0) < (keys[Int($1)], $1) } : RowOrder.sorted(all, by: keys)
            var pairs: [(Int, Int)] = []
            var seen: Set<UInt64> = []
            var start = 0
            while start < order.count {
                var end = start + 1
                while end < order.count, keys[Int(order[end])] == keys[Int(order[start])] { end += 1 }
                let alike = order[start..<min(end, start + Self.limit)].map { Int(owners[Int($0)]) }
                for (place, b) in alike.enumerated().dropFirst() {
                    for a in alike[..<place] where a != b {
                        let pair = UInt64(min(a, b)) << 32 | UInt64(max(a, b))
                        if !seen.contains(pair), isWanted(min(a, b), max(a, b)) {
                            seen.insert(pair)
                            pairs.append((min(a, b), max(a, b)))
                        }
                    }
                }
                start = end
            }
            return pairs.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        }
    }

    /// Where two names have other words, if that is one place.
    private static func onlyDifference(_ a: [String], _ b: [String]) -> Int? {
        guard a.count == b.count, let place = a.indices.first(where: { a[$0] != b[$0] }),
            a[(place + 1)...] == b[(place + 1)...]
        else { return nil }
        return place
    }

    private static func isSlip(_ a: [String], _ b: [String]) -> Bool {
        guard let place = onlyDifference(a, b) else { return false }
        let (x, y) = (Array(a[place].utf8), Array(b[place].utf8))
        guard x.first == y.first, abs(x.count - y.count) <= 1 else { return false }
        let head = zip(x, y).prefix { $0 == $1 }.count
        guard isOneEdit(x, y, at: head) else { return false }
        // The slip must be one of letters among letters: 4MATC of 4MATIC is, xDrive28i of xDrive28d is none.
        func isLetter(_ word: [UInt8]) -> Bool { word.count == head || word[head] &- 0x61 < 26 }
        return isLetter(x) && isLetter(y) && letterRun(x, around: head) >= 4 && letterRun(y, around: head) >= 4
    }

    /// Whether two words that part at a place are one letter more, less or other there, or have two swapped.
    private static func isOneEdit(_ x: [UInt8], _ y: [UInt8], at head: Int) -> Bool {
        if x.count != y.count {
            let (short, long) = x.count < y.count ? (x, y) : (y, x)
            return short[head...] == long[(head + 1)...]
        }
        if x[(head + 1)...] == y[(head + 1)...] { return true }
        return head + 1 < x.count && x[head] == y[head + 1] && x[head + 1] == y[head] && x[(head + 2)...] == y[(head + 2)...]
    }

    private static func letterRun(_ word: [UInt8], around place: Int) -> Int {
        let head = word[..<place].reversed().prefix { $0 &- 0x61 < 26 }.count
        return head + word[place...].prefix { $0 &- 0x61 < 26 }.count
    }

    /// Pairs of which the second goes on, inside a word, where the first ends.
    ///
    /// - Parameter longest: letters that may be missing.
    static func truncated(_ names: [[String]], longest: Int) -> [(Int, Int)] {
        let texts = names.map { Array($0.joined(separator: " ").utf8) }
        let order = texts.indices.sorted { texts[$0].lexicographicallyPrecedes(texts[$1]) }
        var pairs: [(Int, Int)] = []
        for (place, short) in order.enumerated() {
            let text = texts[short]
            guard text.count >= 8, text.suffix(3).allSatisfy({ $0 &- 0x61 < 26 }) else { continue }
            for long in order[(place + 1)...].prefix(4) {
                guard texts[long].starts(with: text) else { break }
                let rest = texts[long].dropFirst(text.count)
                if !rest.isEmpty, rest.count <= longest, rest.allSatisfy({ $0 &- 0x61 < 26 }) { pairs.append((short, long)) }
            }
        }
        return pairs
    }

    /// Pairs that differ in one word of letters, which in the first is cut short: `Exec` of `Executive`.
    static func shortened(_ names: [[String]]) -> [(Int, Int)] {
        var looks = Looks()
        for (index, words) in names.enumerated() {
            let contexts = contexts(of: words)
            for (place, word) in words.enumerated() {
                let letters = word.utf8
                guard letters.count >= 2, letters.allSatisfy({ $0 &- 0x61 < 26 }), !NameWords.telling.contains(word) else {
                    continue
                }
                let start = letters.prefix(2).reduce(0) { $0 << 8 | UInt64($1) }
                looks.add(contexts[place] &+ start, index)
            }
        }
        return looks.pairs { cut(names[$0], names[$1]) != nil }.map { cut(names[$0], names[$1])! ? ($0, $1) : ($1, $0) }
    }

    /// Whether the first (or the second) of two names is the other with one word cut short; `nil` where neither is.
    private static func cut(_ a: [String], _ b: [String]) -> Bool? {
        guard let place = onlyDifference(a, b) else { return nil }
        let (x, y) = (a[place], b[place])
        let isFirst = x.utf8.count < y.utf8.count
        let (short, long) = isFirst ? (x, y) : (y, x)
        guard long.utf8.count >= 5, long.utf8.count >= short.utf8.count + 2, long.hasPrefix(short) else { return nil }
        return isFirst
    }

    /// Pairs that are the same to the eye: `850cl` and `850ci`, `F355FI` and `F355F1`.
    ///
    /// - Parameter keys: of the names.
    static func lookalikes(_ keys: [String]) -> [(Int, Int)] {
        var first: [[UInt8]: Int] = [:]
        var pairs: [(Int, Int)] = []
        for (index, key) in keys.enumerated() {
            let look = key.utf8.map { byte -> UInt8 in
                switch byte {
                case 0x6c, 0x31: 0x69
                case 0x6f: 0x30
                default: byte
                }
            }
            if let other = first[look] { pairs.append((other, index)) } else { first[look] = index }
        }
        return pairs
    }

    /// Pairs of which the second has a word or more in front or behind, none of them telling: `C36` and `C36 AMG`.
    static func lengthened(_ names: [[String]]) -> [(Int, Int)] {
        let byWords = Dictionary(names.indices.map { (names[$0], $0) }, uniquingKeysWith: min)
        var pairs: [(Int, Int)] = []
        for (index, words) in names.enumerated() where words.count > 1 {
            for more in 1..<min(words.count, 4) {
                for (kept, extra) in [
                    (words.dropLast(more), words.suffix(more)), (words.dropFirst(more), words.prefix(more)),
                ] {
                    guard extra.allSatisfy(isPlain), let short = byWords[Array(kept)] else { continue }
                    pairs.append((short, index))
                }
            }
        }
        return pairs
    }

    /// Whether a word more or less may leave a name what it is.
    private static func isPlain(_ word: String) -> Bool {
        !NameWords.telling.contains(word) && !word.utf8.contains { $0 &- 0x30 < 10 }
    }
}
