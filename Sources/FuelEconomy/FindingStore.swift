/// Findings by rule: exact counts, what each finding is about, and a bounded choice of findings in full.
///
/// What is kept are the findings with the smallest hash of what they are about, without their line. So the choice does not
/// depend on the order of rows or on how the work was cut, and stores merge to the same findings. Memory is bounded, also
/// when every row is bad.
package struct FindingStore: Sendable {
    /// What a finding is about, in few bytes: for comparing with another run, and for waivers.
    package struct Mark: Sendable, Equatable {
        package var hash: UInt64
        package var place: Finding.Place
    }

    package struct Entry: Sendable {
        package var rule: Rule
        package var count = 0
        fileprivate var kept = Smallest<Sample>(limit: FindingStore.findingLimit)
        fileprivate var known = Smallest<Mark>(limit: FindingStore.markLimit)

        /// By ascending hash.
        package var marks: [Mark] { known.sorted }
        /// Those of the first marks, in their order.
        package var findings: [Finding] { kept.sorted.map(\.finding) }
    }

    /// How many findings of a rule are kept in full, and of how many it is known what they are about.
    package static let findingLimit = 1000
    package static let markLimit = 1 << 16

    fileprivate struct Sample: Sendable {
        var mark: Mark
        var finding: Finding
    }

    private var entries: [Entry] = []
    private var indexes: [String: Int] = [:]

    package init() {}

    /// Entries that have a finding, by rule id.
    package var found: [Entry] {
        entries.filter { $0.count > 0 }.sorted { $0.rule.id < $1.rule.id }
    }

    package func count(of id: String) -> Int { indexes[id].map { entries[$0].count } ?? 0 }

    package var counts: [(rule: Rule, count: Int)] { found.map { ($0.rule, $0.count) } }

    /// The rule's place in this store, for adding many findings of it.
    package mutating func slot(_ rule: Rule) -> Int {
        if let index = indexes[rule.id] { return index }
        indexes[rule.id] = entries.count
        entries.append(Entry(rule: rule))
        return entries.count - 1
    }

    /// Counts a finding, and makes it only if it is kept.
    ///
    /// - Parameter hash: of what the finding is about: vehicle and values, never its line.
    package mutating func add(
        _ slot: Int, hash: UInt64, at place: Finding.Place = Finding.Place(), _ values: () -> [FindingValue]
    ) {
        entries[slot].count += 1
        let mark = Mark(hash: hash, place: place)
        entries[slot].known.add(mark)
        if entries[slot].kept.mayKeep(hash) {
            entries[slot].kept.add(Sample(mark: mark, finding: Finding(at: place, values: values())))
        }
    }

    package mutating func add(
        _ rule: Rule, hash: UInt64, at place: Finding.Place = Finding.Place(), _ values: () -> [FindingValue]
    ) {
        add(slot(rule), hash: hash, at: place, values)
    }

    /// Counts a finding that shows a piece of its record.
    package mutating func add(
        _ rule: Rule, hash: UInt64, at place: Finding.Place, values: [FindingValue],
        sight: () -> (column: Int?, excerpt: Finding.Excerpt)
    ) {
        let slot = slot(rule)
        entries[slot].count += 1
        let mark = Mark(hash: hash, place: place)
        entries[slot].known.add(mark)
        if entries[slot].kept.mayKeep(hash) {
            var finding = Finding(at: place, values: values)
            (finding.column, finding.excerpt) = sight()
            entries[slot].kept.add(Sample(mark: mark, finding: finding))
        }
    }

    /// Counts findings of which nothing more is known.
    package mutating func add(_ rule: Rule, unknown count: Int) {
        if count > 0 { entries[slot(rule)].count += count }
    }

    package mutating func merge(_ other: FindingStore) {
        for entry in other.entries {
            let slot = slot(entry.rule)
            entries[slot].count += entry.count
            entries[slot].kept.merge(entry.kept)
            entries[slot].known.merge(entry.known)
        }
    }
}

private protocol Ranked: Sendable {
    var hash: UInt64 { get }
    func precedes(_ other: Self) -> Bool
}

extension FindingStore.Mark: Ranked {
    fileprivate func precedes(_ other: Self) -> Bool {
        if hash != other.hash { return hash < other.hash }
        return (place.source ?? -1, place.line ?? 0) < (other.place.source ?? -1, other.place.line ?? 0)
    }
}

extension FindingStore.Sample: Ranked {
    var hash: UInt64 { mark.hash }
    func precedes(_ other: Self) -> Bool { mark.precedes(other.mark) }
}

/// The smallest of many items, whatever the order in which they came.
private struct Smallest<Item: Ranked>: Sendable {
    private var items: [Item] = []
    /// Nothing above it can be among the smallest.
    private var bound = UInt64.max
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func mayKeep(_ hash: UInt64) -> Bool { hash <= bound }

    mutating func add(_ item: Item) {
        guard mayKeep(item.hash) else { return }
        items.append(item)
        if items.count >= 2 * limit { cut() }
    }

    mutating func merge(_ other: Self) {
        items += other.items
        if items.count >= 2 * limit { cut() }
    }

    private mutating func cut() {
        items = sorted
        bound = items.last?.hash ?? .max
    }

    var sorted: [Item] { Array(items.sorted { $0.precedes($1) }.prefix(limit)) }
}
