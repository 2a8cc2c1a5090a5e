internal import FuelEconomy

/// How evidence links the names of a list.
extension NameList {
    mutating func gatherEvidence() {
        if policy[.spelling] == .propose {
            var byKey: [String: Int] = [:]
            for node in nodes.indices {
                if let other = byKey[nodes[node].key] { link(other, node, .spelling) } else { byKey[nodes[node].key] = node }
            }
        }
        if nodes.count < 2 { return }
        switch level {
        case .make: linkMakes()
        case .model: linkModels()
        }
    }

    private mutating func link(_ a: Int, _ b: Int, _ evidence: NameEvidence, doubt: String? = nil) {
        if a == b || policy[evidence] == .off || nodes[a].group == nodes[b].group || hindrance(a, b) != nil { return }
        if doubt == nil, policy[evidence] == .merge {
            join(a, b, NameReason(evidence))
        } else {
            candidates.append(Candidate(evidence: evidence, doubt: doubt, nodes: (a, b)))
        }
    }

    static let wordsMissing = "one has words that the other lacks"
    static let wordCut = "one word is cut short"
    static let wordsShortened = "words are written shorter"

    private enum Form: Comparable {
        case words, units, list, slashless, expanded
    }

    /// A name that others of the same words are to be linked with, and how it came to those words.
    private struct Holder {
        var node: Int
        var form: Form
        var numbers: [UInt32]
        /// The next one of the same words.
        var next: Int?
    }

    private mutating func linkModels() {
        let looksAtWords = [.wordOrder, .abbreviation, .misspelling, .truncation].contains { policy[$0] != .off }
        if !looksAtWords { return }
        var lexicon = NameLexicon()
        var names: [[UInt32]] = []
        var holders: [Holder] = []
        var firsts: [NameLexicon.Sum: Int] = [:]
        firsts.reserveCapacity(nodes.count)
        for node in nodes.indices {
            let members = nodes[node].members
            names.append(lexicon.words(of: effective[members[0]]))
            var texts = [names[node]]
            for place in members.dropFirst() where ExactText(effective[place]) != ExactText(effective[members[0]]) {
                texts.append(lexicon.words(of: effective[place]))
            }
            for words in texts where !words.isEmpty {
                let numbers = lexicon.numberPlaces(words)
                for (words, form) in Self.forms(of: words, &lexicon) {
                    let sum = NameLexicon.Sum(words)
                    var isHeld = false
                    var last: Int?
                    var next = firsts[sum]
                    while let place = next {
                        let other = holders[place]
                        link(other.node, node, max(form, other.form), areNumbersInPlace: other.numbers == numbers)
                        isHeld = isHeld || (other.form == form && other.numbers == numbers)
                        (last, next) = (next, other.next)
                    }
                    // One holder a form and place of numbers: who links with it links with all of its kind.
                    if isHeld { continue }
                    if let last { holders[last].next = holders.count } else { firsts[sum] = holders.count }
                    holders.append(Holder(node: node, form: form, numbers: numbers))
                }
            }
        }
        linkNearMisses(NearMisses(names, lexicon))
    }

    /// A name's words, and all that they become where what says the same is alike.
    private static func forms(of words: [UInt32], _ lexicon: inout NameLexicon) -> [(words: [UInt32], form: Form)] {
        var forms = [(words: words, form: Form.words)]
        if lexicon.traits(of: words).isDisjoint(with: [.inches, .list, .usual]) { return forms }
        if let alike = lexicon.inchesAlike(words) { forms.append((alike, .units)) }
        forms += lexicon.listsInOrder(words).map { ($0, .list) }
        if let expanded = lexicon.usualForms(words) { forms.append((expanded, .expanded)) }
        if let items = lexicon.slashless(words) { forms.append((items, .slashless)) }
        return forms
    }

    private mutating func link(_ a: Int, _ b: Int, _ form: Form, areNumbersInPlace: Bool) {
        switch form {
        case .expanded: link(a, b, .abbreviation)
        case .slashless: link(a, b, .spelling, doubt: "a slash may part two models")
        case .list: link(a, b, .wordOrder, doubt: "the order differs inside a list")
        case .units: link(a, b, .spelling)
        case .words: link(a, b, .wordOrder, doubt: areNumbersInPlace ? nil : "a number stands elsewhere")
        }
    }

    private mutating func linkNearMisses(_ misses: NearMisses) {
        if policy[.abbreviation] != .off {
            for (short, long) in misses.shortened() { link(short, long, .abbreviation, doubt: Self.wordCut) }
            for (short, long) in Shorthand.pairs(nodes.map { effective[$0.members[0]] }) {
                link(short, long, .abbreviation, doubt: Self.wordsShortened)
            }
        }
        if policy[.truncation] != .off {
            for (short, long) in misses.truncated(longest: 3) { link(short, long, .truncation) }
            for (short, long) in misses.lengthened() where !sharesYears(short, long) {
                link(short, long, .truncation, doubt: Self.wordsMissing)
            }
        }
        if policy[.misspelling] != .off {
            for (a, b) in misses.misspelt(shortest: 5) { link(a, b, .misspelling) }
            for (a, b) in NearMisses.lookalikes(nodes.map(\.base)) { link(a, b, .misspelling) }
        }
    }

    /// Whether both names may stand in one year, and so are two models.
    private func sharesYears(_ a: Int, _ b: Int) -> Bool {
        let (x, y) = (years(of: a), years(of: b))
        return !(x.newest < y.oldest || y.newest < x.oldest)
    }

    private func years(of node: Int) -> (oldest: Double, newest: Double) {
        let members = nodes[node].members
        return (members.map { spellings[$0].oldest }.min()!, members.map { spellings[$0].newest }.max()!)
    }

    private mutating func linkMakes() {
        let names = nodes.map { CompanyName(effective[$0.members[0]]) }
        if policy[.legalForm] != .off {
            var plain: [[String]: Int] = [:]
            var bare: [[String]: Int] = [:]
            for node in nodes.indices {
                // A make that is known has its name also where the feed files it under another.
                let known = nodes[node].curated.map { CompanyName(curated!.makes[$0].name).plain }
                for name in [names[node].plain, known ?? []] where !name.isEmpty {
                    if let other = plain[name] { link(other, node, .legalForm) } else { plain[name] = node }
                }
            }
            for node in nodes.indices {
                if let other = bare[names[node].bare] {
                    link(other, node, .legalForm, doubt: "trade words differ")
                } else {
                    bare[names[node].bare] = node
                }
            }
        }
        var lexicon = NameLexicon()
        if policy[.truncation] != .off {
            let whole = names.map { [lexicon.code(of: Array($0.plain.joined(separator: " ").utf8))] }
            for (short, long) in NearMisses(whole, lexicon).truncated(longest: 12) { link(short, long, .truncation) }
        }
        if policy[.misspelling] != .off {
            let bare = names.map { $0.bare.map { lexicon.code(of: Array($0.utf8)) } }
            for (a, b) in NearMisses(bare, lexicon).misspelt(shortest: 4) { link(a, b, .misspelling) }
        }
    }

    /// Adds a candidate that the list alone could not see.
    mutating func propose(_ a: Int, _ b: Int, _ evidence: NameEvidence) {
        if policy[evidence] != .off, nodes[a].group != nodes[b].group, hindrance(a, b) == nil {
            candidates.append(Candidate(evidence: evidence, doubt: nil, nodes: (a, b)))
        }
    }
}
