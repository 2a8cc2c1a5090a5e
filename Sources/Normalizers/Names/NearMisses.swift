internal import FuelEconomy

/// Names that look like slips of each other. Looking alike is no evidence yet, only a reason to look.
enum NearMisses {
    /// How many names of one look are held against each other: enough for real feeds, and a bound for made ones.
    private static let bucketLimit = 16

    /// Pairs of names that differ in one word of letters, and there by one letter or two neighbors swapped, never the first
    /// letter: keyboards slip inside words, and `sDrive` and `xDrive` are not the same.
    ///
    /// - Parameter shortest: letters that a word must have.
    static func misspelt(_ names: [[String]], shortest: Int) -> [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        var seen: Set<UInt64> = []
        var buckets: [UInt64: [Int32]] = [:]
        for (index, words) in names.enumerated() {
            for (place, word) in words.enumerated() {
                let letters = Array(word.utf8)
                guard letters.count >= shortest, letters.count <= 64, letters.contains(where: { $0 &- 0x61 < 26 }) else {
                    continue
                }
                var context = StableHash()
                context.combine(UInt64(place))
                for (other, word) in words.enumerated() where other != place { context.combine(word) }
                // Two words a slip apart are equal, or become so, once a letter is left out of one or both.
                for out in 0..<letters.count {
                    var variant = context
                    for (at, letter) in letters.enumerated() where at != out || out == 0 { variant.combine(UInt64(letter)) }
                    let key = variant.value
                    let bucket = buckets[key, default: []]
                    for other in bucket where Int(other) != index {
                        let pair = UInt64(other) << 32 | UInt64(index)
                        if isSlip(names[Int(other)], words), seen.insert(pair).inserted { pairs.append((Int(other), index)) }
                    }
                    if bucket.count < bucketLimit { buckets[key, default: []].append(Int32(index)) }
                }
            }
        }
        return pairs
    }

    private static func isSlip(_ a: [String], _ b: [String]) -> Bool {
        guard a.count == b.count else { return false }
        let differing = a.indices.filter { a[$0] != b[$0] }
        guard differing.count == 1 else { return false }
        let (x, y) = (Array(a[differing[0]].utf8), Array(b[differing[0]].utf8))
        guard x.first == y.first, NearestName.editDistance(x, y) == 1 else { return false }
        // The slip must be one of letters among letters: 4MATC of 4MATIC is, xDrive28i of xDrive28d is none.
        let head = zip(x, y).prefix { $0 == $1 }.count
        func isLetter(_ word: [UInt8]) -> Bool { word.count == head || word[head] &- 0x61 < 26 }
        return isLetter(x) && isLetter(y) && letterRun(x, around: head) >= 4 && letterRun(y, around: head) >= 4
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
        var buckets: [UInt64: [Int32]] = [:]
        var pairs: [(Int, Int)] = []
        for (index, words) in names.enumerated() {
            for (place, word) in words.enumerated() {
                let letters = Array(word.utf8)
                guard letters.count >= 2, letters.allSatisfy({ $0 &- 0x61 < 26 }), !NameWords.telling.contains(word) else {
                    continue
                }
                var context = StableHash()
                context.combine(UInt64(place) << 16 | UInt64(letters[0]) << 8 | UInt64(letters[1]))
                for (other, word) in words.enumerated() where other != place { context.combine(word) }
                let bucket = buckets[context.value, default: []]
                for other in bucket where Int(other) != index && names[Int(other)].count > place {
                    let mate = names[Int(other)][place]
                    let isMine = mate.utf8.count >= word.utf8.count
                    let (short, long) = isMine ? (word, mate) : (mate, word)
                    guard long.utf8.count >= 5, long.utf8.count >= short.utf8.count + 2, long.hasPrefix(short) else {
                        continue
                    }
                    pairs.append(isMine ? (index, Int(other)) : (Int(other), index))
                }
                if bucket.count < bucketLimit { buckets[context.value, default: []].append(Int32(index)) }
            }
        }
        return pairs
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
