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
        var makesOf: [ExactText: [Int]] = [:]
        makesOf.reserveCapacity(lists.reduce(0) { $0 + $1.list.nodes.count })
        for (make, list) in lists {
            for node in list.nodes { makesOf[ExactText(node.key), default: []].append(make) }
        }
        let wordsOf = Dictionary(
            uniqueKeysWithValues: lists.map { make, _ in
                (make, NameWords(makes.canonical[make]).words.map { Array($0.utf8) })
            })
        var seen: Set<[Int]> = []
        var found: [(Int, Int)] = []
        for sharing in makesOf.values where sharing.count > 1 && sharing.count <= 16 {
            for a in sharing {
                for b in sharing where a < b && seen.insert([a, b]).inserted {
                    let (x, y) = (wordsOf[a]!, wordsOf[b]!)
                    if isShortForm(x, of: y) || isShortForm(y, of: x) { found.append((a, b)) }
                }
            }
        }
        for (a, b) in found.sorted(by: <) { makes.propose(makes.groups[a][0], makes.groups[b][0], .abbreviation) }
    }

    /// `vw` of `volkswagen`, `chevy` of `chevrolet`: the letters of the short form, or all but its last, occur in the long
    /// one in their order, from the first on. A whole word less is no short form: BMW Alpina is not BMW.
    private func isShortForm(_ short: [[UInt8]], of long: [[UInt8]]) -> Bool {
        let (x, y) = (short.flatMap { $0 }, long.flatMap { $0 })
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
        let listOf = Dictionary(uniqueKeysWithValues: lists.map { ($0.make, $0.list) })
        let askedMakes = Self.asked(makes)
        var factsOfMakes = facts(of: askedMakes.map { listOf[$0]?.spellings.map(\.code) ?? [] })
        for (place, make) in askedMakes.enumerated() {
            factsOfMakes[place].models = Set(listOf[make]?.nodes.map(\.key) ?? [])
        }
        var proposals = propose(makes, Dictionary(uniqueKeysWithValues: zip(askedMakes, factsOfMakes)))
        // The models of all makes at once, for that takes one way through the rows.
        let asked = lists.map { Self.asked($0.list) }
        var rest = facts(
            of: zip(lists, asked).flatMap { entry, groups in
                groups.map { entry.list.members(of: $0).map { entry.list.spellings[$0].code } }
            })[...]
        for ((_, list), groups) in zip(lists, asked) where !list.candidates.isEmpty || !list.rewritings.isEmpty {
            proposals += propose(list, Dictionary(uniqueKeysWithValues: zip(groups, rest.prefix(groups.count))))
            rest = rest.dropFirst(groups.count)
        }
        return proposals.sorted { a, b in
            let (x, y) = (a.score * Double(a.rows), b.score * Double(b.rows))
            if x != y { return x > y }
            return (a.make ?? "", a.name, a.other) < (b.make ?? "", b.name, b.other)
        }
    }

    /// The groups of a list that are candidates.
    private static func asked(_ list: NameList) -> [Int] {
        var groups: Set<Int> = []
        for (a, b) in list.candidates.map({ (list.nodes[$0.nodes.0].group, list.nodes[$0.nodes.1].group) }) where a != b {
            groups.formUnion([a, b])
        }
        return groups.sorted()
    }

    /// - Parameter groups: the pairs of each; no pair is of two.
    private func facts(of groups: [[Int]]) -> [NameFacts] {
        if groups.isEmpty { return [] }
        var groupOf = [Int](repeating: groups.count, count: pairs.count)
        for (group, codes) in groups.enumerated() { for code in codes { groupOf[code] = group } }
        var rows: [[UInt32]] = Array(repeating: [], count: groups.count)
        for (row, pair) in pairs.ofRow.enumerated() where groupOf[Int(pair)] < groups.count {
            rows[groupOf[Int(pair)]].append(UInt32(row))
        }
        return rows.map { NameFacts($0, of: table) }
    }

    /// - Parameter facts: by group.
    private func propose(_ list: NameList, _ facts: [Int: NameFacts]) -> [NameProposal] {
        var facts = facts
        for group in facts.keys { facts[group]!.name = NameKey.of(list.canonical[group]) }
        var proposals: [NameProposal] = []
        var seen: Set<[Int]> = []
        for candidate in list.candidates {
            let groups = [list.nodes[candidate.nodes.0].group, list.nodes[candidate.nodes.1].group].sorted()
            if groups[0] == groups[1] || !seen.insert(groups).inserted { continue }
            let ranked = groups.sorted { a, b in
                let (x, y) = (facts[a]!.rows, facts[b]!.rows)
                return x != y ? x > y : list.canonical[a] < list.canonical[b]
            }
            let (name, other) = (ranked[0], ranked[1])
            guard let (score, evidence) = score(candidate, list.level, facts[name]!, facts[other]!) else { continue }
            proposals.append(
                NameProposal(
                    level: list.level, make: list.make, name: list.canonical[name], other: list.canonical[other],
                    rule: candidate.evidence.rawValue, score: score, rows: facts[other]!.rows, evidence: evidence))
        }
        var renamed: Set<Int> = []
        for rewriting in list.rewritings {
            let group = list.nodes[rewriting.node].group
            let name = list.canonical[group]
            if NameKey.of(name) == NameKey.of(rewriting.name) || !renamed.insert(group).inserted { continue }
            proposals.append(
                NameProposal(
                    level: list.level, make: list.make, name: rewriting.name, other: name,
                    rule: rewriting.evidence.rawValue, score: rewriting.evidence == .makeInModel ? 0.9 : 0.6,
                    rows: list.rows(of: group),
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
        var comparison: NameComparison?
        var evidence: [String] = candidate.doubt.map { [$0] } ?? []
        switch level {
        case .model:
            let facts = NameComparison(name, other, isShortForm: candidate.evidence == .abbreviation)
            let weight = facts.weight
            comparison = facts
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
        if score < Self.threshold { return nil }
        return (score, evidence + (comparison?.evidence(from: table) ?? []))
    }
}
