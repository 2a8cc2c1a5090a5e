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
    /// Spellings that are kept apart from others of their key.
    private var exact: Set<ExactText> = []

    /// - Parameter lines: those about this list, without the expired ones.
    init(_ lines: [NameDecisionLine], level: NameLevel) {
        self.level = level
        self.lines = lines
        var raw: [String: (name: String, line: NameDecisionLine)] = [:]
        var shown = raw
        // Names of one key that somebody keeps apart are told by their letters.
        for case .neverMerge(let names) in lines.lazy.map(\.act) {
            let bases = Dictionary(grouping: names) { NameKey.of($0) }
            for group in bases.values where group.count > 1 { exact.formUnion(group.map(ExactText.init)) }
        }
        for line in lines {
            switch line.act {
            case .merge(let names): merges.append((names.map { key($0) }, line))
            case .neverMerge(let names):
                let keys = names.map { key($0) }
                for key in keys {
                    for other in keys where other != key { apart[key, default: []].append((other, line)) }
                }
            case .rename(let name, let new): declare(key(name), new, line, in: &raw)
            case .display(let name): declare(key(name), name, line, in: &shown)
            }
        }
        displays = shown
        follow(raw)
    }

    /// Notes the lines that name what the list does not have.
    ///
    /// - Parameter isThere: asked for a name and its key.
    mutating func requireNames(isThere: (String, String) -> Bool) {
        for line in lines {
            let missing = line.names.filter { !isThere($0, key($0)) }
            if !missing.isEmpty { noteMissing(missing, line) }
        }
    }

    /// By what a name is known to the decisions: its key, and its letters where a decision tells it from others of its key.
    func key(_ name: String, base: String? = nil) -> String {
        let base = base ?? NameKey.of(name)
        return !exact.isEmpty && exact.contains(ExactText(name)) ? base + "\u{0}" + name : base
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
        // By key: the last name of its way; nil where the way goes round for ever.
        var ends: [String: String?] = [:]
        for start in raw.keys.sorted() where ends[start] == nil {
            var way: [String] = []
            var places: [String: Int] = [:]
            var next = start
            var end: String?
            while true {
                if let known = ends[next] {
                    end = known
                    break
                }
                if let first = places[next] {
                    noteCycle(way[first...].map { raw[$0]! })
                    break
                }
                guard let rename = raw[next] else { break }
                places[next] = way.count
                way.append(next)
                end = rename.name
                // A rename to a name of the same key only changes how it is shown.
                if key(rename.name) == next { break }
                next = key(rename.name)
            }
            if places[next] != nil, key(raw[next]!.name) != next { end = nil }
            for key in way { ends.updateValue(end, forKey: key) }
        }
        for (start, rename) in raw { if let end = ends[start] ?? nil { renames[start] = (end, rename.line) } }
    }

    private mutating func noteCycle(_ circle: [(name: String, line: NameDecisionLine)]) {
        note(
            NameRules.decisionCycle, circle[0].line,
            [FindingValue("way", circle.map { "\"\($0.name)\"" }.joined(separator: ", "))])
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
        add(rule, hash: hash.value, at: Finding.Place(make: line.make)) {
            [FindingValue("place", line.place), FindingValue("act", line.wording)] + values
        }
    }
}
