/// A named value of a finding, kept as data: reports print it, comparisons read it.
package struct FindingValue: Sendable, Equatable {
    package enum Payload: Sendable, Equatable {
        case text(String)
        case number(Double)
    }

    package var name: String
    package var payload: Payload

    package init(_ name: String, _ text: String) {
        self.name = name
        payload = .text(text)
    }

    package init(_ name: String, _ number: Double) {
        self.name = name
        payload = .number(number)
    }

    package init(_ name: String, _ number: Int) {
        self.init(name, Double(number))
    }

    package var text: String {
        switch payload {
        case .text(let text): text
        case .number(let number): NumberText.short(number)
        }
    }
}

/// Numbers as people read them.
package enum NumberText {
    /// Up to three decimals, without trailing zeros: 83.6501 → `83.65`, 12 → `12`.
    package static func short(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
        let scaled = (abs(number) * 1000).rounded()
        let whole = Int(scaled) / 1000
        var decimals = String(Int(scaled) % 1000 + 1000).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        let sign = number < 0 && scaled > 0 ? "-" : ""
        return sign + String(whole) + (decimals.isEmpty ? "" : "." + decimals)
    }

    /// The shortest text that gives the same number again, whole numbers without a fraction: `21`, `493.72222222222223`.
    package static func exact(_ number: Double) -> String {
        if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
        return "\(number)"
    }

    /// With commas between groups of three: 49582 → `49,582`.
    package static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}

/// Something that a rule has to say about a record, a vehicle, a name or the tree.
package struct Finding: Sendable, Equatable {
    /// The number of the source in the run's list.
    package var source: Int?
    package var line: UInt32?
    /// From 1, in bytes.
    package var column: Int?
    package var vehicle: UInt64?
    package var values: [FindingValue]
    /// The raw record around the place, where the reader has it.
    package var excerpt: Excerpt?

    /// A piece of a record, and where in it the finding's column stands.
    package struct Excerpt: Sendable, Equatable {
        package var text: String
        /// From 1, in characters; `nil` where the whole record is meant.
        package var caret: Int?
    }

    package init(
        source: Int? = nil, line: UInt32? = nil, column: Int? = nil, vehicle: UInt64? = nil, values: [FindingValue],
        excerpt: Excerpt? = nil
    ) {
        self.source = source
        self.line = line
        self.column = column
        self.vehicle = vehicle
        self.values = values
        self.excerpt = excerpt
    }
}

/// Findings by rule: exact counts, and a bounded choice of samples.
///
/// The samples are those with the smallest hash of what the finding is about, without its line. So the choice does not
/// depend on the order of rows or on how the work was cut, and stores merge to the same samples. Memory is bounded, also
/// when every row is bad.
package struct FindingStore: Sendable {
    package struct Entry: Sendable {
        package var rule: Rule
        package var count = 0
        /// By ascending hash, then line.
        package fileprivate(set) var samples: [(hash: UInt64, finding: Finding)] = []
    }

    package static let sampleLimit = 20

    private var entries: [Entry] = []
    private var indexes: [String: Int] = [:]

    package init() {}

    /// Entries that have a finding, by rule id.
    package var found: [Entry] {
        entries.filter { $0.count > 0 }.sorted { $0.rule.id < $1.rule.id }
    }

    package func count(of id: String) -> Int { indexes[id].map { entries[$0].count } ?? 0 }

    package var counts: [(rule: Rule, count: Int)] { found.map { ($0.rule, $0.count) } }

    /// How many findings have this severity.
    package func count(of severity: Severity) -> Int {
        entries.filter { $0.rule.severity == severity }.map(\.count).reduce(0, +)
    }

    /// How many findings have at least this severity.
    package func count(atOrAbove severity: Severity) -> Int {
        entries.filter { $0.rule.severity >= severity }.map(\.count).reduce(0, +)
    }

    /// The rule's place in this store, for adding many findings of it.
    package mutating func slot(_ rule: Rule) -> Int {
        if let index = indexes[rule.id] { return index }
        indexes[rule.id] = entries.count
        entries.append(Entry(rule: rule))
        return entries.count - 1
    }

    /// Counts a finding, and makes it only if it becomes a sample.
    ///
    /// - Parameter hash: of what the finding is about: vehicle and values, never its line.
    package mutating func add(_ slot: Int, hash: UInt64, _ make: () -> Finding) {
        entries[slot].count += 1
        if entries[slot].samples.count >= Self.sampleLimit, hash > entries[slot].samples.last!.hash { return }
        keep(slot, hash, make())
    }

    package mutating func add(_ rule: Rule, hash: UInt64, _ make: () -> Finding) {
        add(slot(rule), hash: hash, make)
    }

    /// Counts findings of which no sample is known.
    package mutating func add(_ rule: Rule, withoutSamples count: Int) {
        if count > 0 { entries[slot(rule)].count += count }
    }

    package mutating func merge(_ other: FindingStore) {
        for entry in other.entries {
            let slot = slot(entry.rule)
            entries[slot].count += entry.count
            for sample in entry.samples { keep(slot, sample.hash, sample.finding) }
        }
    }

    /// Changes each rule's severity to what `severity` says; `nil` removes the rule and its findings.
    package mutating func apply(_ severity: (Rule) -> Severity?) {
        for index in entries.indices {
            if let severity = severity(entries[index].rule) {
                entries[index].rule.severity = severity
            } else {
                entries[index].count = 0
                entries[index].samples = []
            }
        }
    }

    private mutating func keep(_ slot: Int, _ hash: UInt64, _ finding: Finding) {
        func precedes(_ a: (hash: UInt64, finding: Finding), _ b: (hash: UInt64, finding: Finding)) -> Bool {
            if a.hash != b.hash { return a.hash < b.hash }
            return (a.finding.source ?? -1, a.finding.line ?? 0) < (b.finding.source ?? -1, b.finding.line ?? 0)
        }
        let sample = (hash, finding)
        let place = entries[slot].samples.firstIndex { precedes(sample, $0) } ?? entries[slot].samples.count
        entries[slot].samples.insert(sample, at: place)
        if entries[slot].samples.count > Self.sampleLimit { entries[slot].samples.removeLast() }
    }
}
