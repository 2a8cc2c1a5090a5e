internal import FuelEconomy

/// Names that look like slips of each other. Looking alike is no evidence yet, only a reason to look.
///
/// Names that differ in one word are found by that word: a list has few words that are slips or beginnings of each other, and
/// the name with the other word in its place is there or not.
struct NearMisses {
    private let names: [[UInt32]]
    private let lexicon: NameLexicon
    /// By hash of all words: the first of the names; and by name the next one.
    private var firsts: [UInt64: Int] = [:]
    private var nexts: [Int?]
    /// The words that occur, in the order of their bytes.
    private var words: [(code: UInt32, bytes: [UInt8])] = []

    /// - Parameter names: the words of each.
    init(_ names: [[UInt32]], _ lexicon: NameLexicon) {
        self.names = names
        self.lexicon = lexicon
        nexts = Array(repeating: nil, count: names.count)
        firsts.reserveCapacity(names.count)
        var isUsed = [Bool](repeating: false, count: lexicon.traits.count)
        for (name, words) in names.enumerated().reversed() {
            nexts[name] = firsts.updateValue(name, forKey: Self.hash(words[...]))
            for word in words { isUsed[Int(word)] = true }
        }
        words = isUsed.indices.filter { isUsed[$0] }.map { (UInt32($0), lexicon.bytes(of: UInt32($0))) }
        words.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    private static func hash(_ words: ArraySlice<UInt32>) -> UInt64 {
        words.reduce(0) { NameLexicon.mixed($0 ^ UInt64($1)) }
    }

    /// The names of just these words.
    private func names(of words: ArraySlice<UInt32>) -> [Int] {
        var found: [Int] = []
        var next = firsts[Self.hash(words)]
        while let name = next {
            if names[name][...] == words { found.append(name) }
            next = nexts[name]
        }
        return found
    }

    /// Pairs of names that differ in one word only, where the first has a word and the second one of its others.
    ///
    /// - Parameters:
    ///   - others: by word.
    ///   - isWanted: asked for the first name's words and the place of the one that differs.
    private func pairs(_ others: [UInt32: [UInt32]], where isWanted: ([UInt32], Int) -> Bool = { _, _ in true }) -> [(
        Int, Int
    )] {
        if others.isEmpty { return [] }
        var hasOthers = [Bool](repeating: false, count: lexicon.traits.count)
        for word in others.keys { hasOthers[Int(word)] = true }
        var pairs: [(Int, Int)] = []
        for (name, words) in names.enumerated() {
            for (place, word) in words.enumerated() where hasOthers[Int(word)] && isWanted(words, place) {
                var changed = words
                for other in others[word]! {
                    changed[place] = other
                    pairs += names(of: changed[...]).map { (name, $0) }
                }
            }
        }
        return pairs.sorted { (min($0.0, $0.1), max($0.0, $0.1)) < (min($1.0, $1.1), max($1.0, $1.1)) }
    }

    // MARK: Slips

    /// Pairs of names that differ in one word of letters, and there by one letter or two neighbors swapped, never the first
    /// letter: keyboards slip inside words, and `sDrive` and `xDrive` are not the same. The first is the smaller one.
    ///
    /// - Parameter shortest: letters that a word must have.
    func misspelt(shortest: Int) -> [(Int, Int)] {
        // Two words a slip apart are equal, or become so, once a letter is left out of one or both. Each letter's part of the
        // hash is known, so that leaving it out costs nothing.
        var looks: [UInt64] = []
        func add(_ hash: UInt64, _ word: Int) {
            looks.append(NameLexicon.mixed(hash) & ~0xffff_ffff | UInt64(word))
        }
        for (index, word) in words.enumerated() {
            let letters = word.bytes
            guard letters.count >= shortest, letters.count <= 64, Self.longestRun(letters) >= Self.letters else { continue }
            var heads: [UInt64] = [1]
            for letter in letters { heads.append(heads.last! &* Self.base &+ UInt64(letter)) }
            add(heads.last!, index)
            var power: UInt64 = 1
            for out in letters.indices.reversed() where out > 0 {
                let tail = heads.last! &- heads[out + 1] &* power
                if letters[out] &- 0x61 < 26 { add(heads[out] &* power &+ tail, index) }
                power = power &* Self.base
            }
        }
        looks.sort()
        var others: [UInt32: [UInt32]] = [:]
        var start = 0
        while start < looks.count {
            var end = start + 1
            while end < looks.count, looks[end] >> 32 == looks[start] >> 32 { end += 1 }
            if end == start + 1 {
                start = end
                continue
            }
            let alike = looks[start..<min(end, start + Self.limit)].map { words[Int($0 & 0xffff_ffff)] }
            for (place, b) in alike.enumerated().dropFirst() {
                for a in alike[..<place] where Self.isSlip(a.bytes, b.bytes) {
                    if others[a.code]?.contains(b.code) != true { others[a.code, default: []].append(b.code) }
                }
            }
            start = end
        }
        return pairs(others).map { (min($0, $1), max($0, $1)) }
    }

    private static let base: UInt64 = 0x9e37_79b9_7f4a_7c15
    /// How many words of one look are held against each other: enough for real feeds, and a bound for made ones.
    private static let limit = 16
    /// Letters in a row that a slip must stand in.
    private static let letters = 4

    private static func longestRun(_ word: [UInt8]) -> Int {
        var (longest, run) = (0, 0)
        for byte in word {
            run = byte &- 0x61 < 26 ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    private static func isSlip(_ x: [UInt8], _ y: [UInt8]) -> Bool {
        guard x != y, x.first == y.first, abs(x.count - y.count) <= 1 else { return false }
        let head = zip(x, y).prefix { $0 == $1 }.count
        guard isOneEdit(x, y, at: head) else { return false }
        // The slip must be one of letters among letters: 4MATC of 4MATIC is, xDrive28i of xDrive28d is none.
        func isLetter(_ word: [UInt8]) -> Bool { word.count == head || word[head] &- 0x61 < 26 }
        return isLetter(x) && isLetter(y) && letterRun(x, around: head) >= letters && letterRun(y, around: head) >= letters
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

    // MARK: Words that begin another

    /// By word: the words that it begins with and goes on from, by what is wanted of such a pair.
    private func beginnings(where isWanted: ((code: UInt32, bytes: [UInt8]), (code: UInt32, bytes: [UInt8])) -> Bool)
        -> [UInt32: [UInt32]]
    {
        var found: [UInt32: [UInt32]] = [:]
        // In the order of bytes a word's beginnings stand before it, each the beginning of the next.
        var open: [Int] = []
        for (index, word) in words.enumerated() {
            while let last = open.last, !word.bytes.starts(with: words[last].bytes) { open.removeLast() }
            for short in open where isWanted(words[short], word) { found[word.code, default: []].append(words[short].code) }
            open.append(index)
        }
        return found
    }

    /// Pairs of which the second goes on, inside its last word, where the first ends.
    ///
    /// - Parameter longest: letters that may be missing.
    func truncated(longest: Int) -> [(Int, Int)] {
        let cut = beginnings { short, long in
            let rest = long.bytes[short.bytes.count...]
            return rest.count <= longest && rest.allSatisfy { $0 &- 0x61 < 26 } && short.bytes.count >= 3
                && short.bytes.suffix(3).allSatisfy { $0 &- 0x61 < 26 }
        }
        return pairs(cut) { words, place in place == words.count - 1 }.map { ($1, $0) }
            .filter { names[$0.0].reduce(names[$0.0].count - 1) { $0 + lexicon.bytes(of: $1).count } >= 8 }
    }

    /// Pairs that differ in one word of letters, which in the first is cut short: `Exec` of `Executive`.
    func shortened() -> [(Int, Int)] {
        let cut = beginnings { short, long in
            short.bytes.count >= 2 && long.bytes.count >= max(5, short.bytes.count + 2)
                && [short.code, long.code].allSatisfy { lexicon.has(.letters, $0) && !lexicon.has(.telling, $0) }
        }
        return pairs(cut).map { ($1, $0) }
    }

    /// Pairs of which the second has a word or more in front or behind, none of them telling: `C36` and `C36 AMG`.
    func lengthened() -> [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        for (index, words) in names.enumerated() where words.count > 1 {
            func add(_ kept: ArraySlice<UInt32>, without extra: ArraySlice<UInt32>) {
                if extra.allSatisfy(isPlain), let short = names(of: kept).first { pairs.append((short, index)) }
            }
            for more in 1..<min(words.count, 4) {
                add(words.dropLast(more), without: words.suffix(more))
                add(words.dropFirst(more), without: words.prefix(more))
            }
        }
        return pairs
    }

    /// Whether a word more or less may leave a name what it is.
    private func isPlain(_ word: UInt32) -> Bool { lexicon.traits[Int(word)].isDisjoint(with: [.telling, .hasDigit]) }

    // MARK: Letters that look alike

    /// Pairs that are the same to the eye: `850cl` and `850ci`, `F355FI` and `F355F1`.
    ///
    /// - Parameter keys: of the names.
    static func lookalikes(_ keys: [String]) -> [(Int, Int)] {
        func look(_ byte: UInt8) -> UInt8 {
            switch byte {
            case 0x6c, 0x31: 0x69
            case 0x6f: 0x30
            default: byte
            }
        }
        var firsts: [UInt64: Int] = [:]
        firsts.reserveCapacity(keys.count)
        var pairs: [(Int, Int)] = []
        for (index, key) in keys.enumerated() {
            var hash = base
            for byte in Array(key.utf8) { hash = (hash ^ UInt64(look(byte))) &* 0x100_0000_01b3 }
            guard let other = firsts[hash] else {
                firsts[hash] = index
                continue
            }
            if keys[other].utf8.lazy.map(look).elementsEqual(key.utf8.lazy.map(look)) { pairs.append((other, index)) }
        }
        return pairs
    }
}
