internal import FuelEconomy
internal import PickerKit

/// Why a spelling became another name.
struct NameReason {
    /// As `names.json` says it.
    var rule: String
    /// The line of a decision file.
    var decidedBy: String?

    init(_ evidence: NameEvidence) { rule = evidence.rawValue }

    init(decision: String, as evidence: NameEvidence? = nil) {
        rule = evidence?.rawValue ?? "decision"
        decidedBy = decision
    }
}

/// One list of names, all makes or the models of one make, on the way from spellings to canonical names.
///
/// Spellings of one key are a node; evidence and decisions link nodes to groups; a group is a canonical name. Decisions come
/// first, and what they keep apart nothing joins. The result does not depend on the order of spellings.
struct NameList: Sendable {
    /// A spelling as it occurs: in how many rows, and of which years.
    struct Spelling {
        var code: Int
        var text: String
        var shown: String
        var rows = 0
        var newest = -Double.infinity
        var oldest = Double.infinity
    }

    struct Outcome {
        var canonical: String
        var reason: NameReason?
    }

    /// Two names that may be one.
    struct Candidate {
        var evidence: NameEvidence
        var doubt: String?
        var nodes: (Int, Int)
    }

    /// One name that may better be another one, which the list does not have.
    struct Rewriting {
        var evidence: NameEvidence
        var node: Int
        var name: String
    }

    struct Node {
        /// As decisions tell names apart: the base, or more where a decision keeps spellings of one base apart.
        var key: String
        var base: String
        var members: [Int] = []
        var group: Int
        var reason: NameReason?
        var curated: Int?
    }

    let level: NameLevel
    /// The canonical make; only with models.
    let make: String?
    let policy: NamePolicy
    let curated: CuratedMakes?
    /// In order of their texts.
    private(set) var spellings: [Spelling]
    var nodes: [Node] = []
    private(set) var findings = FindingStore()
    /// By group, which is the first of its nodes: all of them; empty for the other nodes.
    private(set) var groups: [[Int]] = []
    /// By group: its name once that is chosen.
    private(set) var canonical: [String] = []
    var candidates: [Candidate] = []
    private(set) var rewritings: [Rewriting] = []
    private var rulings: NameRulings
    /// By spelling: what it says once renames, years and repeated makes are taken out.
    var effective: [String] = []
    private var rewrites: [NameReason?] = []
    /// Spellings that may carry a year, by place, and what they are without it.
    private var datings: [(place: Int, name: String)] = []
    private var nodeOf: [Int] = []

    /// - Parameter spellings: in the order of their texts.
    init(
        _ spellings: [Spelling], level: NameLevel, make: String?, policy: NamePolicy, lines: [NameDecisionLine],
        curated: CuratedMakes?
    ) {
        self.level = level
        self.make = make
        self.policy = policy
        self.curated = curated
        self.spellings = spellings
        rulings = NameRulings(lines, level: level)
        rewrite()
        makeNodes()
        if !lines.isEmpty { requireNames() }
        decide()
        gatherEvidence()
        choose()
        findings.merge(rulings.findings)
    }

    /// By the spelling's place: what it became.
    func outcome(of place: Int) -> Outcome {
        let node = nodes[nodeOf[place]]
        let name = canonical[node.group]
        if ExactText(spellings[place].text) == ExactText(name) { return Outcome(canonical: name) }
        if let reason = rewrites[place] { return Outcome(canonical: name, reason: reason) }
        if NameKey.of(name) == node.base {
            var reason = NameReason(.spelling)
            reason.decidedBy = rulings.displays[node.key]?.line.account ?? node.curated.map { curated!.makes[$0].account }
            return Outcome(canonical: name, reason: reason)
        }
        return Outcome(canonical: name, reason: node.reason ?? NameReason(.spelling))
    }

    /// The group that a spelling has come to, by its place.
    func group(of place: Int) -> Int { nodes[nodeOf[place]].group }

    /// All names of a group: as filed, as they became, and as the group is shown.
    func names(of group: Int) -> [String] {
        members(of: group).flatMap { [spellings[$0].shown, effective[$0]] } + [canonical[group]]
    }

    /// The spellings of a group, by place.
    func members(of group: Int) -> [Int] {
        groups[group].count == 1 ? nodes[group].members : groups[group].flatMap { nodes[$0].members }
    }

    /// In how many rows a group is.
    func rows(of group: Int) -> Int { members(of: group).reduce(0) { $0 + spellings[$1].rows } }

    // MARK: From spellings to nodes

    /// What a spelling says once a rename, or the year that it carries, is taken out.
    private mutating func rewrite() {
        effective = spellings.map(\.shown)
        rewrites = Array(repeating: nil, count: spellings.count)
        for place in spellings.indices {
            if rename(place) { continue }
            guard level == .model, policy[.yearInModel] != .off, let bare = stripped(place) else { continue }
            guard bare.isSure, policy[.yearInModel] == .merge else {
                datings.append((place, bare.name))
                continue
            }
            effective[place] = bare.name
            rewrites[place] = NameReason(.yearInModel)
            _ = rename(place)
        }
    }

    /// Follows a rename of what the spelling says, unless another decision speaks against it.
    private mutating func rename(_ place: Int) -> Bool {
        if rulings.renames.isEmpty { return false }
        guard let rename = rulings.renames[rulings.key(effective[place])] else { return false }
        var hindrance = separation(between: effective[place], rename.name)?.place
        if let curated, let from = curated.byKey[NameKey.of(effective[place])],
            let to = curated.byKey[NameKey.of(rename.name)],
            from.make != to.make
        {
            hindrance = "\(curated.makes[to.make].place), where they are two makes"
        }
        if let hindrance {
            rulings.contradict(rename.line, hindrance, outcome: "the names stay apart")
            return false
        }
        effective[place] = rename.name
        rewrites[place] = NameReason(decision: rename.line.account)
        return true
    }

    private func separation(between a: String, _ b: String) -> NameDecisionLine? {
        rulings.apart.isEmpty ? nil : rulings.separation(rulings.key(a), rulings.key(b))
    }

    /// The name without the model year that it mentions, which is sure where all rows are of that year.
    private func stripped(_ place: Int) -> (name: String, isSure: Bool)? {
        let spelling = spellings[place]
        guard let mention = ModelYearMention.find(in: effective[place]), let name = mention.removed(from: effective[place]),
            !isSettled(place), separation(between: effective[place], name) == nil
        else { return nil }
        let isSure = mention.year.map { Double($0) == spelling.oldest && Double($0) == spelling.newest } ?? false
        if !isSure, !mention.isMarked { return nil }
        return (name, isSure)
    }

    /// Whether a decision says how the name is shown, so that nothing may be taken from it.
    private func isSettled(_ place: Int) -> Bool {
        !rulings.displays.isEmpty
            && (rulings.displays[rulings.key(spellings[place].shown)] != nil
                || rulings.displays[rulings.key(effective[place])] != nil)
    }

    /// Notes the decisions that name what the list does not have, as filed, as it became, or under a curated make's name.
    private mutating func requireNames() {
        let keys = Set(spellings.map { rulings.key($0.shown) } + nodes.map(\.key))
        let makes = Set(nodes.compactMap(\.curated))
        let curated = curated
        rulings.requireNames { name, key in
            keys.contains(key) || (curated?.byKey[NameKey.of(name)].map { makes.contains($0.make) } ?? false)
        }
    }

    private mutating func makeNodes() {
        var byKey: [ExactText: Int] = [:]
        byKey.reserveCapacity(spellings.count)
        nodes.reserveCapacity(spellings.count)
        nodeOf = Array(repeating: 0, count: spellings.count)
        func node(_ text: String, in list: inout NameList) -> Int {
            let base = NameKey.of(text)
            let key = list.rulings.key(text, base: base)
            let exact = ExactText(list.policy[.spelling] == .merge ? key : text)
            if let node = byKey[exact] { return node }
            byKey[exact] = list.nodes.count
            list.nodes.append(
                Node(key: key, base: base, group: list.nodes.count, curated: list.curated?.byKey[base]?.make))
            return list.nodes.count - 1
        }
        var repeating: [Int] = []
        for place in spellings.indices {
            if withoutMake(place) != nil {
                repeating.append(place)
                continue
            }
            nodeOf[place] = node(effective[place], in: &self)
            nodes[nodeOf[place]].members.append(place)
        }
        // A model that repeats its make joins the one that does not, if there is one.
        for place in repeating {
            let bare = withoutMake(place)!
            if policy[.makeInModel] == .merge, byKey[ExactText(rulings.key(bare))] != nil {
                effective[place] = bare
                rewrites[place] = rewrites[place] ?? NameReason(.makeInModel)
            }
            nodeOf[place] = node(effective[place], in: &self)
            nodes[nodeOf[place]].members.append(place)
            if policy[.makeInModel] != .off, effective[place] != bare {
                rewritings.append(Rewriting(evidence: .makeInModel, node: nodeOf[place], name: bare))
            }
        }
        for (place, name) in datings where rewrites[place] == nil {
            rewritings.append(Rewriting(evidence: .yearInModel, node: nodeOf[place], name: name))
        }
        groups = nodes.indices.map { [$0] }
    }

    /// The model's name behind its make's; `nil` where the name does not begin with it.
    private func withoutMake(_ place: Int) -> String? {
        guard level == .model, let make, policy[.makeInModel] != .off, !isSettled(place) else { return nil }
        let name = effective[place].utf8
        let count = make.utf8.count
        guard name.count > count + 1, name.dropFirst(count).first == 0x20 else { return nil }
        let start = String(decoding: name.prefix(count), as: UTF8.self)
        guard NameFolding.foldedBytes(start) == NameFolding.foldedBytes(make) else { return nil }
        let bare = String(decoding: name.dropFirst(count + 1).drop { $0 == 0x20 }, as: UTF8.self)
        return bare.isEmpty || separation(between: effective[place], bare) != nil ? nil : bare
    }

    // MARK: From nodes to groups

    private mutating func decide() {
        if !rulings.merges.isEmpty {
            var byKey = Dictionary(nodes.indices.map { (nodes[$0].key, [$0]) }, uniquingKeysWith: +)
            for place in spellings.indices {
                let key = rulings.key(spellings[place].shown)
                if byKey[key]?.contains(nodeOf[place]) != true { byKey[key, default: []].append(nodeOf[place]) }
            }
            let makes = Dictionary(grouping: nodes.indices.filter { nodes[$0].curated != nil }) { nodes[$0].curated! }
            for merge in rulings.merges {
                let found = merge.keys.flatMap { key in
                    byKey[key] ?? curated?.byKey[key].flatMap { makes[$0.make] } ?? []
                }
                for other in found.dropFirst() {
                    guard let hindrance = hindrance(found[0], other) else {
                        join(found[0], other, NameReason(decision: merge.line.account))
                        continue
                    }
                    rulings.contradict(merge.line, hindrance, outcome: "the names stay apart")
                }
            }
        }
        guard let curated else { return }
        var first: [Int: Int] = [:]
        for node in nodes.indices {
            guard let make = nodes[node].curated else { continue }
            let reason = curated.byKey[nodes[node].base]!
            nodes[node].reason = nodes[node].reason ?? NameReason(decision: reason.account, as: reason.evidence)
            if let other = first[make] {
                if let line = separation(other, node) {
                    rulings.contradict(line, curated.makes[make].place, outcome: "the names stay apart")
                } else {
                    join(other, node, NameReason(decision: reason.account, as: reason.evidence))
                }
            } else {
                first[make] = node
            }
        }
    }

    private func separation(_ a: Int, _ b: Int) -> NameDecisionLine? {
        if rulings.apart.isEmpty { return nil }
        for x in groups[nodes[a].group] {
            for y in groups[nodes[b].group] {
                if let line = rulings.separation(nodes[x].key, nodes[y].key) { return line }
            }
        }
        return nil
    }

    /// What keeps two nodes from becoming one name, in words; `nil` where nothing does.
    func hindrance(_ a: Int, _ b: Int) -> String? {
        if let line = separation(a, b) { return line.place }
        guard let curated else { return nil }
        let makes = [a, b].map { node in groups[nodes[node].group].lazy.compactMap { nodes[$0].curated }.first }
        guard let x = makes[0], let y = makes[1], x != y else { return nil }
        return "\(curated.makes[x].place), where they are two makes"
    }

    mutating func join(_ a: Int, _ b: Int, _ reason: NameReason) {
        let (kept, gone) = (min(nodes[a].group, nodes[b].group), max(nodes[a].group, nodes[b].group))
        for node in [a, b] { nodes[node].reason = nodes[node].reason ?? reason }
        if kept == gone { return }
        for node in groups[gone] { nodes[node].group = kept }
        groups[kept] += groups[gone]
        groups[gone] = []
    }

    // MARK: Names

    /// The name that is shown: what a decision says; else the spelling of most rows; ties go to the newest model year, then to
    /// the first in order of bytes.
    private mutating func choose() {
        canonical = Array(repeating: "", count: groups.count)
        for (group, nodes) in groups.enumerated() where !nodes.isEmpty {
            let name = decided(nodes) ?? evident(withoutLegalForm(members(of: group)))
            canonical[group] = name
            for node in nodes { report(node, as: name) }
        }
    }

    private mutating func decided(_ members: [Int]) -> String? {
        if !rulings.displays.isEmpty {
            let displays = members.compactMap { rulings.displays[nodes[$0].key] }.sorted { $0.line.place < $1.line.place }
            for other in displays.dropFirst() where other.name != displays[0].name {
                rulings.contradict(other.line, displays[0].line.place, outcome: "the first of them holds")
            }
            if let first = displays.first { return first.name }
        }
        if let curated, let make = members.compactMap({ nodes[$0].curated }).first, owns(members[0], make) {
            return curated.makes[make].name
        }
        if rulings.renames.isEmpty { return nil }
        return members.flatMap { nodes[$0].members }.filter { rewrites[$0]?.rule == "decision" }
            .map { ExactText(effective[$0]) }.min()?.text
    }

    /// Whether a group is the one that has a curated make's name: where a decision parts the make, the one that is filed so.
    private func owns(_ node: Int, _ make: Int) -> Bool {
        let key = NameKey.of(curated!.makes[make].name)
        let all = nodes.indices.filter { nodes[$0].curated == make }
        return nodes[node].group == nodes[all.first { nodes[$0].base == key } ?? all[0]].group
    }

    /// Of a company filed with and without its legal form, the spellings without.
    private func withoutLegalForm(_ places: [Int]) -> [Int] {
        if level == .model || places.count == 1 { return places }
        let plain = places.filter { CompanyName(effective[$0]).plain == NameWords(effective[$0]).words }
        return plain.isEmpty ? places : plain
    }

    private func evident(_ places: [Int]) -> String {
        if places.count == 1 { return effective[places[0]] }
        var votes = NameVotes()
        for place in places {
            votes.add(effective[place], Tally(rows: spellings[place].rows, newest: spellings[place].newest))
        }
        return votes.winner
    }

    private mutating func report(_ node: Int, as name: String) {
        // Nearly all names have one spelling, and that is theirs.
        if nodes[node].members.count == 1, nodes[node].reason == nil, rewrites[nodes[node].members[0]] == nil { return }
        let written = nodes[node].members.filter { rewrites[$0] == nil }
        if written.count > 1 { reportSpellings(written, as: name) }
        for place in nodes[node].members {
            if let reason = rewrites[place], let evidence = NameEvidence(rawValue: reason.rule) {
                findings.addName(
                    evidence, level: level, make: make, names: (name, spellings[place].text), outcome: "merged",
                    rows: spellings[place].rows)
            }
        }
        guard let reason = nodes[node].reason, reason.decidedBy == nil, NameKey.of(name) != nodes[node].base,
            let evidence = NameEvidence(rawValue: reason.rule)
        else { return }
        if evidence == .spelling {
            return reportSpellings(members(of: nodes[node].group), as: name)
        }
        findings.addName(
            evidence, level: level, make: make, names: (name, effective[nodes[node].members[0]]), outcome: "merged",
            rows: nodes[node].members.map { spellings[$0].rows }.reduce(0, +))
    }

    private mutating func reportSpellings(_ places: [Int], as canonical: String) {
        let ranked = places.map { spellings[$0] }.sorted { a, b in
            if a.rows != b.rows { return a.rows > b.rows }
            return a.newest != b.newest ? a.newest > b.newest : ExactText(a.text) < ExactText(b.text)
        }
        var hash = StableHash()
        hash.combine(make ?? "")
        hash.combine(canonical)
        let place = Finding.Place(make: make ?? canonical, model: make.map { _ in canonical })
        findings.add(NameRules.spelling, hash: hash.value, at: place) {
            [
                FindingValue("level", level.rawValue), FindingValue("name", make.map { "of \($0)" } ?? "\"\(canonical)\""),
                FindingValue("canonical", canonical), FindingValue("outcome", "shown as \"\(canonical)\""),
                FindingValue(
                    "spellings",
                    ranked.map { "\"\($0.text)\" (\($0.rows) row\($0.rows == 1 ? "" : "s"))" }.joined(separator: ", ")),
                FindingValue("rows", ranked.map(\.rows).reduce(0, +)),
            ]
        }
    }
}

extension FindingStore {
    /// A finding of a class of evidence about two names.
    mutating func addName(
        _ evidence: NameEvidence, level: NameLevel, make: String?, names: (String, String), outcome: String, rows: Int
    ) {
        var hash = StableHash()
        hash.combine(make ?? "")
        hash.combine(names.0)
        hash.combine(names.1)
        let place = Finding.Place(make: make ?? names.0, model: make.map { _ in names.0 })
        add(evidence.rule, hash: hash.value, at: place) {
            [
                FindingValue("level", level.rawValue),
                FindingValue("name", evidence == .spelling ? make.map { "of \($0)" } ?? "\"\(names.0)\"" : names.0),
                FindingValue("other", names.1), FindingValue("make", make.map { " of \($0)" } ?? ""),
                FindingValue("spellings", "\"\(names.0)\", \"\(names.1)\""), FindingValue("outcome", outcome),
                FindingValue("rows", rows),
            ]
        }
    }
}
