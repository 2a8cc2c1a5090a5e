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

    private mutating func linkModels() {
        var words: [NameWords] = []
        var holders: [String: [(node: Int, form: Form, numbers: String)]] = [:]
        let looksAtWords = [.wordOrder, .abbreviation, .misspelling, .truncation].contains { policy[$0] != .off }
        if !looksAtWords { return }
        for node in nodes.indices {
            words.append(NameWords(effective[nodes[node].members[0]]))
            var texts = [words[node]]
            for place in nodes[node].members.dropFirst()
            where ExactText(effective[place]) != ExactText(effective[nodes[node].members[0]]) {
                texts.append(NameWords(effective[place]))
            }
            for name in texts where !name.words.isEmpty {
                var keys = [(name.orderKey, Form.words)]
                if let key = name.unitKey { keys.append((key, .units)) }
                keys += name.listKeys.map { ($0, .list) }
                if let key = name.expandedKey { keys.append((key, .expanded)) }
                if let key = name.slashlessKey { keys.append((key, .slashless)) }
                for (key, form) in keys {
                    for other in holders[key] ?? [] {
                        switch max(form, other.form) {
                        case .expanded: link(other.node, node, .abbreviation)
                        case .slashless: link(other.node, node, .spelling, doubt: "a slash may part two models")
                        case .list: link(other.node, node, .wordOrder, doubt: "the order differs inside a list")
                        case .units: link(other.node, node, .spelling)
                        case .words:
                            link(
                                other.node, node, .wordOrder,
                                doubt: other.numbers == name.numberPlaces ? nil : "a number stands elsewhere")
                        }
                    }
                    // One holder a form and place of numbers: who links with it links with all of its kind.
                    if holders[key]?.contains(where: { $0.form == form && $0.numbers == name.numberPlaces }) != true {
                        holders[key, default: []].append((node, form, name.numberPlaces))
                    }
                }
            }
        }
        let names = words.map(\.words)
        if policy[.abbreviation] != .off {
            for (short, long) in NearMisses.shortened(names) { link(short, long, .abbreviation, doubt: Self.wordCut) }
            for (short, long) in Shorthand.pairs(nodes.map { effective[$0.members[0]] }) {
                link(short, long, .abbreviation, doubt: Self.wordsShortened)
            }
        }
        if policy[.truncation] != .off {
            for (short, long) in NearMisses.truncated(names, longest: 3) { link(short, long, .truncation) }
            for (short, long) in NearMisses.lengthened(names) where !sharesYears(short, long) {
                link(short, long, .truncation, doubt: Self.wordsMissing)
            }
        }
        if policy[.misspelling] != .off {
            for (a, b) in NearMisses.misspelt(names, shortest: 5) { link(a, b, .misspelling) }
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
        if policy[.truncation] != .off {
            let all = names.map { [$0.plain.joined(separator: " ")] }
            for (short, long) in NearMisses.truncated(all, longest: 12) { link(short, long, .truncation) }
        }
        if policy[.misspelling] != .off {
            for (a, b) in NearMisses.misspelt(names.map(\.bare), shortest: 4) { link(a, b, .misspelling) }
        }
    }

    /// Adds a candidate that the list alone could not see.
    mutating func propose(_ a: Int, _ b: Int, _ evidence: NameEvidence) {
        if policy[evidence] != .off, nodes[a].group != nodes[b].group, hindrance(a, b) == nil {
            candidates.append(Candidate(evidence: evidence, doubt: nil, nodes: (a, b)))
        }
    }
}
