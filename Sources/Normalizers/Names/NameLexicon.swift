internal import FuelEconomy

/// The words of a list of names, each with a code: where the codes are equal, the words are.
struct NameLexicon: Sendable {
    /// What is to be known of a word.
    struct Traits: OptionSet {
        let rawValue: UInt8
        /// Nothing but digits and points.
        static let number = Traits(rawValue: 1)
        static let hasDigit = Traits(rawValue: 2)
        /// Nothing but letters of ASCII.
        static let letters = Traits(rawValue: 4)
        /// A list with slashes.
        static let list = Traits(rawValue: 8)
        /// `20in`, `20inch`, and `inch`, which may stand behind a number.
        static let inches = Traits(rawValue: 16)
        /// Says how a car is driven, built or fueled.
        static let telling = Traits(rawValue: 32)
        /// Has a usual form, or begins a phrase that has one.
        static let usual = Traits(rawValue: 64)
    }

    /// Words in any order, each as often: a sum of what stands for each, wide enough that no two sums meet.
    struct Sum: Hashable {
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        init(_ words: some Sequence<UInt32>) {
            for word in words {
                low &+= NameLexicon.mixed(UInt64(word))
                high &+= NameLexicon.mixed(UInt64(word) | 1 << 32)
            }
        }

        func hash(into hasher: inout Hasher) { hasher.combine(low) }
    }

    private var table = SpellingTable()
    /// By code; code 0 is the empty word.
    private(set) var traits: [Traits] = [[]]

    /// With the words alone that are known to every list.
    init() { self = Self.known.lexicon }

    // MARK: Words

    /// The codes of a name's words.
    mutating func words(of name: String) -> [UInt32] {
        let cut = NameWords(name)
        let (fields, bytes) = (cut.fields, cut.bytes)
        var codes = fields.map { _ in 0 as UInt32 }
        var codeSpan = codes.mutableSpan
        unsafe table.encode(fields.span, in: bytes.span.bytes, into: &codeSpan)
        describe()
        return codes
    }

    /// The code of a text that is one word.
    mutating func code(of word: [UInt8]) -> UInt32 {
        let code = table.code(of: word)
        describe()
        return code
    }

    func bytes(of word: UInt32) -> [UInt8] { table[Int(word)] }

    func text(of word: UInt32) -> String { String(decoding: bytes(of: word), as: UTF8.self) }

    func has(_ trait: Traits, _ word: UInt32) -> Bool { traits[Int(word)].contains(trait) }

    /// What at least one of the words has.
    func traits(of words: [UInt32]) -> Traits { words.reduce(into: []) { $0.formUnion(traits[Int($1)]) } }

    static func isNumber(_ word: some Sequence<UInt8>) -> Bool {
        word.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2e || $0 == 0x2c }
    }

    /// A number that has little to do with the one given, the same in every run.
    static func mixed(_ number: UInt64) -> UInt64 {
        var hash = (number &+ 0x9e37_79b9_7f4a_7c15) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ hash >> 33) &* 0xc4ce_b9fe_1a85_ec53
        return hash ^ hash >> 33
    }

    private mutating func describe() {
        while traits.count < table.count {
            let word = table[traits.count]
            var found: Traits = []
            if Self.isNumber(word) { found.insert(.number) }
            if word.contains(where: { $0 &- 0x30 < 10 }) { found.insert(.hasDigit) }
            if word.allSatisfy({ $0 &- 0x61 < 26 }) { found.insert(.letters) }
            if word.contains(0x2f) { found.insert(.list) }
            if Self.inches.contains(Array(word.drop { $0 &- 0x30 < 10 })) { found.insert(.inches) }
            traits.append(found)
        }
    }

    private static let inches = ["in", "inch", "inches"].map { Array($0.utf8) }

    // MARK: Names that say the same

    /// Where the bare numbers stand, each behind a word: `SL 500` and `500 SL` are of the same words, and may be two cars.
    func numberPlaces(_ words: [UInt32]) -> [UInt32] {
        guard traits(of: words).contains(.number) else { return [] }
        return words.indices.filter { has(.number, words[$0]) }.flatMap { [$0 == 0 ? 0 : words[$0 - 1], words[$0]] }
    }

    /// The words with inches in one form; `nil` without any.
    mutating func inchesAlike(_ words: [UInt32]) -> [UInt32]? {
        guard traits(of: words).contains(.inches) else { return nil }
        var alike: [UInt32] = []
        var isChanged = false
        for word in words {
            if appendInches(word, to: &alike) { isChanged = true } else { alike.append(word) }
        }
        return isChanged ? alike : nil
    }

    /// Adds `20in` for `20in`, `20inch`, and for `inch` behind `20`, which it takes in.
    ///
    /// - Returns: `false` for a word of another kind.
    private mutating func appendInches(_ word: UInt32, to list: inout [UInt32]) -> Bool {
        guard has(.inches, word) else { return false }
        let number = bytes(of: word).prefix { $0 &- 0x30 < 10 }
        if !number.isEmpty {
            list.append(code(of: number + [0x69, 0x6e]))
            return true
        }
        guard let last = list.last, has(.number, last) else { return false }
        list[list.count - 1] = code(of: bytes(of: last) + [0x69, 0x6e])
        return true
    }

    /// The words of the name where a list stands in an order of its own, by the words that are lists, and by the lists'
    /// items of several words; empty without a list.
    mutating func listsInOrder(_ words: [UInt32]) -> [[UInt32]] {
        guard traits(of: words).contains(.list) else { return [] }
        let byWord = words.map { has(.list, $0) ? code(of: Self.inOrder(bytes(of: $0), partedBy: 0x2f)) : $0 }
        if words.count == 1 { return [byWord] }
        let items = Self.joined(words.map { bytes(of: $0) }, by: 0x20).split(separator: 0x2f)
        let byItem = Self.joined(
            items.map { Self.inOrder($0, partedBy: 0x20) }.sorted { $0.lexicographicallyPrecedes($1) }, by: 0x2f)
        return [byWord, byItem.split(separator: 0x20).map { code(of: Array($0)) }]
    }

    private static func inOrder(_ text: some Collection<UInt8>, partedBy mark: UInt8) -> [UInt8] {
        joined(text.split(separator: mark).sorted { $0.lexicographicallyPrecedes($1) }, by: mark)
    }

    private static func joined(_ parts: [some Collection<UInt8>], by mark: UInt8) -> [UInt8] {
        var text: [UInt8] = []
        for part in parts {
            if !text.isEmpty { text.append(mark) }
            text.append(contentsOf: part)
        }
        return text
    }

    /// The words with lists taken apart; `nil` without a list.
    mutating func slashless(_ words: [UInt32]) -> [UInt32]? {
        guard traits(of: words).contains(.list) else { return nil }
        return words.flatMap { has(.list, $0) ? bytes(of: $0).split(separator: 0x2f).map { code(of: Array($0)) } : [$0] }
    }

    /// The words once usual short forms are alike; `nil` where there is none.
    mutating func usualForms(_ words: [UInt32]) -> [UInt32]? {
        guard !traits(of: words).isDisjoint(with: [.usual, .inches]) else { return nil }
        var expanded: [UInt32] = []
        var isChanged = false
        var place = 0
        while place < words.count {
            let word = words[place]
            let isUsual = has(.usual, word)
            if isUsual, let phrase = Self.known.phrases.first(where: { words[place...].starts(with: $0.words) }) {
                expanded.append(phrase.short)
                place += phrase.words.count - 1
                isChanged = true
            } else if appendInches(word, to: &expanded) {
                isChanged = isChanged || expanded.last != word
            } else if isUsual, let form = Self.known.forms[word] {
                if form != 0 { expanded.append(form) }
                isChanged = true
            } else {
                expanded.append(word)
            }
            place += 1
        }
        return isChanged ? expanded : nil
    }

    // MARK: What every list knows

    private struct Known {
        var lexicon = NameLexicon(empty: ())
        var phrases: [(words: [UInt32], short: UInt32)] = []
        var forms: [UInt32: UInt32] = [:]
    }

    private static let known: Known = {
        var known = Known()
        func code(_ word: String) -> UInt32 { known.lexicon.code(of: Array(word.utf8)) }
        for word in NameWords.telling.sorted().map(code) { known.lexicon.traits[Int(word)].insert(.telling) }
        known.phrases = NameWords.phrases.map { ($0.words.map(code), code($0.short)) }
        known.forms = Dictionary(uniqueKeysWithValues: NameWords.forms.map { (code($0), code($1)) })
        for word in known.phrases.map({ $0.words[0] }) + Array(known.forms.keys) {
            known.lexicon.traits[Int(word)].insert(.usual)
        }
        return known
    }()

    private init(empty: ()) {}
}
