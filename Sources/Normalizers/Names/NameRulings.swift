internal import FuelEconomy

/// The decisions about one list of names, ready to be asked by key; and what is wrong with them.
struct NameRulings {
    /// By key: what the name is called instead, and by which line.
    private(set) var renames: [String: (name: String, line: NameDecisionLine)] = [:]
    /// By key: how the name is shown, and by which line.
    private(set) var displays: [String: (name: String, line: NameDecisionLine)] = [:]
    /// Keys that are one name.
    private(set) var merges: [(keys: [String], line: NameDecisionLine)] = []
    /// By key: the keys that it may not be one with.
    private(set) var apart: [String: [(key: String, line: NameDecisionLine)]] = [:]
    private(set) var findings = FindingStore()
    private let level: NameLevel

    private let lines: [NameDecisionLine]

    /// - Parameter lines: those about this list, without the expired ones.
    init(_ lines: [NameDecisionLine], level: NameLevel) {
        self.level = level
        self.lines = lines
        var raw: [String: (name: String, line: NameDecisionLine)] = [:]
        var shown = raw
        for line in lines {
            switch line.act {
            case .merge(let names): merges.append((names.map(NameKey.of), line))
            case .neverMerge(let names):
                let keys = names.map(NameKey.of)
                for key in keys {
                    for other in keys where other != key { apart[key, default: []].append((other, line)) }
                }
            case .rename(let name, let new): declare(NameKey.of(name), new, line, in: &raw)
            case .display(let name): declare(NameKey.of(name), name, line, in: &shown)
            }
        }
        displays = shown
        follow(raw)
    }

    /// Notes the lines that name what the list does not have.
    ///
    /// - Parameter keys: of all names in the list, as filed and as they became.
    mutating func requireNames(in keys: Set<String>) {
        for line in lines {
            let missing = line.names.filter { !keys.contains(NameKey.of($0)) }
            if !missing.isEmpty { noteMissing(missing, line) }
        }
    }

    /// The line that keeps two names apart.
    func separation(_ a: String, _ b: String) -> NameDecisionLine? { apart[a]?.first { $0.key == b }?.line }

    private mutating func declare(
        _ key: String, _ name: String, _ line: NameDecisionLine,
        in table: inout [String: (name: String, line: NameDecisionLine)]
    ) {
        if let first = table[key], first.name != name {
            contradict(line, first.line.place, outcome: "the first of them holds")
        } else if table[key] == nil {
            table[key] = (name, line)
        }
    }

    /// Renames may go on from one to the next, but not in a circle.
    private mutating func follow(_ raw: [String: (name: String, line: NameDecisionLine)]) {
        var known: Set<String> = []
        for (start, rename) in raw.sorted(by: { $0.key < $1.key }) {
            var name = rename.name
            var way = [start]
            var circle: ArraySlice<String> = []
            // A rename to a name of the same key only changes how it is shown.
            while case let key = NameKey.of(name), key != way.last {
                if let first = way.firstIndex(of: key) {
                    circle = way[first...]
                    break
                }
                guard let next = raw[key] else { break }
                way.append(key)
                name = next.name
            }
            if circle.isEmpty {
                renames[start] = (name, rename.line)
            } else if known.isDisjoint(with: circle) {
                known.formUnion(circle)
                note(
                    NameRules.decisionCycle, rename.line,
                    [FindingValue("way", circle.compactMap { raw[$0] }.map { "\"\($0.name)\"" }.joined(separator: ", "))])
            }
        }
    }

    mutating func contradict(_ line: NameDecisionLine, _ other: String, outcome: String) {
        note(
            NameRules.contradictedDecision, line,
            [FindingValue("other", other), FindingValue("outcome", outcome)])
    }

    private mutating func noteMissing(_ names: [String], _ line: NameDecisionLine) {
        note(
            NameRules.unmatchedDecision, line,
            [
                FindingValue("level", level.rawValue + (line.make.map { " of \"\($0)\"" } ?? "")),
                FindingValue("missing", names.map { "\"\($0)\"" }.joined(separator: " or ")),
            ])
    }

    private mutating func note(_ rule: Rule, _ line: NameDecisionLine, _ values: [FindingValue]) {
        findings.add(rule, about: line, values)
    }
}

extension FindingStore {
    /// A finding about a line of a decision file.
    mutating func add(_ rule: Rule, about line: NameDecisionLine, _ values: [FindingValue]) {
        var hash = StableHash()
        hash.combine(line.wording)
        hash.combine(line.make ?? "")
        for value in values { hash.combine(value.text) }
        add(rule, hash: hash.value) {
            Finding(values: [FindingValue("place", line.place), FindingValue("act", line.wording)] + values)
        }
    }
}
