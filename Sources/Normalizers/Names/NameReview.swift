internal import FuelEconomy

/// Weighs what may be one name by what the rows say.
struct NameReview {
    /// Below this, the evidence does not carry a proposal.
    static let threshold = 0.5

    private let table: VehicleTable
    private let pairs: NamePairs

    init(table: VehicleTable, pairs: NamePairs) {
        self.table = table
        self.pairs = pairs
    }

    /// Makes of which one is a short form of the other, and which have a model in common.
    func addAbbreviations(to makes: inout NameList, lists: [(make: Int, list: NameList)]) {
        if makes.policy[.abbreviation] == .off { return }
        var makesOf: [String: [Int]] = [:]
        for (make, list) in lists {
            for node in list.nodes { makesOf[node.key, default: []].append(make) }
        }
        var seen: Set<[Int]> = []
        for (_, sharing) in makesOf.sorted(by: { $0.key < $1.key }) where sharing.count > 1 && sharing.count <= 16 {
            for a in sharing {
                for b in sharing where a < b && seen.insert([a, b]).inserted {
                    let names = [a, b].map { NameWords(makes.canonical[$0]!).words }
                    if isShortForm(names[0], of: names[1]) || isShortForm(names[1], of: names[0]) {
                        makes.propose(makes.groups[a]![0], makes.groups[b]![0], .abbreviation)
                    }
                }
            }
        }
    }

    /// `vw` of `volkswagen`, `chevy` of `chevrolet`: the letters of the short form, or all but its last, occur in the long
    /// one in their order, from the first on. A whole word less is no short form: BMW Alpina is not BMW.
    private func isShortForm(_ short: [String], of long: [String]) -> Bool {
        let (x, y) = (Array(short.joined().utf8), Array(long.joined().utf8))
        guard x.count >= 2, x.count * 4 <= y.count * 3, x[0] == y[0], !long.starts(with: short) else { return false }
        func occurs(_ letters: ArraySlice<UInt8>) -> Bool {
            var rest = letters
            for letter in y where letter == rest.first { rest.removeFirst() }
            return rest.isEmpty
        }
        if x.count <= 3 { return occurs(x[...]) }
        return x.allSatisfy { $0 &- 0x61 < 26 } && y.starts(with: x.dropLast())
    }

    /// What is worth a person's look: one proposal a pair of names, the likeliest gain first.
    func proposals(of makes: NameList, _ lists: [(make: Int, list: NameList)]) -> [NameProposal] {
        var proposals: [NameProposal] = []
        let asked = Set(makes.candidates.flatMap { [makes.nodes[$0.nodes.0].group, makes.nodes[$0.nodes.1].group] })
        let modelsOf = Dictionary(uniqueKeysWithValues: lists.filter { asked.contains($0.make) }.map { ($0.make, $0.list) })
        // Pairs whose rows have to be looked at.
        var wanted: Set<Int> = []
        for (_, list) in lists {
            for candidate in list.candidates {
                for node in [candidate.nodes.0, candidate.nodes.1] {
                    wanted.formUnion(list.members(of: list.nodes[node].group).map { list.spellings[$0].code })
                }
            }
        }
        for list in modelsOf.values { wanted.formUnion(list.spellings.map(\.code)) }
        let facts = self.facts(of: wanted)

        func factsOfGroup(_ list: NameList, _ group: Int) -> NameFacts {
            var sum = NameFacts()
            for place in list.members(of: group) { facts[list.spellings[place].code].map { sum.add($0) } }
            return sum
        }
        proposals += propose(makes) { group in
            guard let list = modelsOf[group] else { return NameFacts() }
            var sum = NameFacts()
            for spelling in list.spellings { facts[spelling.code].map { sum.add($0) } }
            sum.models = Set(list.nodes.map(\.key))
            return sum
        }
        for (_, list) in lists where !list.candidates.isEmpty || !list.rewritings.isEmpty {
            proposals += propose(list) { factsOfGroup(list, $0) }
        }
        return proposals.sorted { a, b in
            let (x, y) = (a.score * Double(a.rows), b.score * Double(b.rows))
            if x != y { return x > y }
            return (a.make ?? "", a.name, a.other) < (b.make ?? "", b.name, b.other)
        }
    }

    private func facts(of codes: Set<Int>) -> [Int: NameFacts] {
        if codes.isEmpty { return [:] }
        var isWanted = [Bool](repeating: false, count: pairs.count)
        for code in codes { isWanted[code] = true }
        var rows: [Int: [Int]] = [:]
        for (row, pair) in pairs.ofRow.enumerated() where isWanted[Int(pair)] { rows[Int(pair), default: []].append(row) }
        return rows.mapValues { rows in
            var facts = NameFacts()
            facts.add(rows, of: table)
            return facts
        }
    }

    private func propose(_ list: NameList, _ facts: (Int) -> NameFacts) -> [NameProposal] {
        var proposals: [NameProposal] = []
        var seen: Set<[Int]> = []
        var known: [Int: NameFacts] = [:]
        for candidate in list.candidates {
            let groups = [list.nodes[candidate.nodes.0].group, list.nodes[candidate.nodes.1].group].sorted()
            if groups[0] == groups[1] || !seen.insert(groups).inserted { continue }
            for group in groups where known[group] == nil {
                known[group] = facts(group)
                known[group]!.name = NameKey.of(list.canonical[group]!)
            }
            let ranked = groups.map { (group: $0, facts: known[$0]!) }.sorted { a, b in
                if a.facts.rows != b.facts.rows { return a.facts.rows > b.facts.rows }
                return list.canonical[a.group]! < list.canonical[b.group]!
            }
            guard let (score, evidence) = score(candidate, list.level, ranked[0].facts, ranked[1].facts) else { continue }
            proposals.append(
                NameProposal(
                    level: list.level, make: list.make, name: list.canonical[ranked[0].group]!,
                    other: list.canonical[ranked[1].group]!, rule: candidate.evidence.rawValue, score: score,
                    rows: ranked[1].facts.rows, evidence: evidence))
        }
        var renamed: Set<Int> = []
        for rewriting in list.rewritings {
            let group = list.nodes[rewriting.node].group
            let name = list.canonical[group]!
            if NameKey.of(name) == NameKey.of(rewriting.name) || !renamed.insert(group).inserted { continue }
            proposals.append(
                NameProposal(
                    level: list.level, make: list.make, name: rewriting.name, other: name,
                    rule: rewriting.evidence.rawValue, score: rewriting.evidence == .makeInModel ? 0.9 : 0.6,
                    rows: list.members(of: group).map { list.spellings[$0].rows }.reduce(0, +),
                    evidence: [
                        rewriting.evidence == .makeInModel
                            ? "the make says it already" : "the text speaks of a model year that the rows do not state"
                    ]))
        }
        return proposals
    }

    /// - Returns: `nil` where the evidence does not carry.
    private func score(
        _ candidate: NameList.Candidate, _ level: NameLevel, _ name: NameFacts, _ other: NameFacts
    ) -> (Double, [String])? {
        var score: Double
        var evidence: [String] = candidate.doubt.map { [$0] } ?? []
        switch level {
        case .model:
            let (weight, words) = name.comparison(with: other, in: table)
            evidence += words
            switch candidate.evidence {
            case .spelling, .wordOrder, .legalForm: score = 0.75 + weight / 2
            case .abbreviation where candidate.doubt == nil: score = 0.65 + weight / 2
            case .truncation where candidate.doubt == NameList.wordsMissing:
                // Both names in one year are two models; the same engine in neighboring years may be one.
                guard weight >= 0.25, let mine = name.years, let theirs = other.years, !mine.overlaps(theirs) else {
                    return nil
                }
                score = 0.3 + weight
            default:
                // Letters alone are no evidence.
                if weight <= 0 { return nil }
                score = 0.5 + weight
            }
        case .make:
            let common = name.models.intersection(other.models)
            if let first = common.min() {
                evidence.append(
                    common.count == 1
                        ? "model \"\(first)\" in common" : "\(common.count) models in common, such as \"\(first)\"")
            }
            let isRare = other.rows * 20 <= name.rows
            if isRare { evidence.append("\(other.rows) row\(other.rows == 1 ? "" : "s") against \(name.rows)") }
            score = 0.45 + (common.isEmpty ? 0 : 0.3) + (isRare ? 0.15 : 0)
            if candidate.evidence == .legalForm || candidate.evidence == .truncation { score += 0.15 }
            if let mine = name.years, let theirs = other.years, mine.overlaps(theirs) { score += 0.08 }
        }
        score = (min(score, 0.99) * 100).rounded() / 100
        return score < Self.threshold ? nil : (score, evidence)
    }
}
