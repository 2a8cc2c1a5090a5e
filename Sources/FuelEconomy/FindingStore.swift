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

    /// What was found of a rule.
    package struct Entry: Sendable {
        package var rule: Rule
        package var count: Int
        /// By ascending hash.
        package var marks: [Mark]
        /// Those of the first marks, in their order.
        package var findings: [Finding]
    }

    /// How many findings of a rule are kept in full, and of how many it is known what they are about.
    package static let findingLimit = 1000
    package static let markLimit = 1 << 16

    fileprivate struct Sample: Sendable {
        var mark: Mark
        var finding: Finding
    }

    /// What is gathered of a rule, in no order.
    private struct Tally: Sendable {
        var rule: Rule
        var count = 0
        var samples = Smallest<Sample>(limit: FindingStore.findingLimit)
        var marks = Smallest<Mark>(limit: FindingStore.markLimit)
    }

    private var tallies: [Tally] = []
    private var indexes: [String: Int] = [:]

    package init() {}

    /// Rules that have a finding, by id. Puts all that is kept in order: not to be asked for twice.
    package var found: [Entry] {
        tallies.filter { $0.count > 0 }.sorted { $0.rule.id < $1.rule.id }.map { tally in
            Entry(
                rule: tally.rule, count: tally.count, marks: tally.marks.sorted,
                findings: tally.samples.sorted.map(\.finding))
        }
    }

    package func count(of id: String) -> Int { indexes[id].map { tallies[$0].count } ?? 0 }

    package var counts: [(rule: Rule, count: Int)] {
        tallies.filter { $0.count > 0 }.sorted { $0.rule.id < $1.rule.id }.map { ($0.rule, $0.count) }
    }

    /// The rule's place in this store, for adding many findings of it.
    package mutating func slot(_ rule: Rule) -> Int {
        if let index = indexes[rule.id] { return index }
        indexes[rule.id] = tallies.count
        tallies.append(Tally(rule: rule))
        return tallies.count - 1
    }

    /// Counts a finding, and makes it only if it is kept.
    ///
    /// - Parameter hash: of what the finding is about: vehicle and values, never its line.
    package mutating func add(
        _ slot: Int, hash: UInt64, at place: Finding.Place = Finding.Place(), _ values: () -> [FindingValue]
    ) {
        note(slot, Mark(hash: hash, place: place)) { Finding(at: place, values: values()) }
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
        note(slot(rule), Mark(hash: hash, place: place)) {
            var finding = Finding(at: place, values: values)
            (finding.column, finding.excerpt) = sight()
            return finding
        }
    }

    @inline(__always)
    private mutating func note(_ slot: Int, _ mark: Mark, _ make: () -> Finding) {
        tallies[slot].count += 1
        tallies[slot].marks.add(mark)
        if tallies[slot].samples.mayKeep(mark.hash) { tallies[slot].samples.add(Sample(mark: mark, finding: make())) }
    }

    /// Counts findings of which nothing more is known.
    package mutating func add(_ rule: Rule, unknown count: Int) {
        if count > 0 { tallies[slot(rule)].count += count }
    }

    package mutating func merge(_ other: FindingStore) {
        for tally in other.tallies {
            let slot = slot(tally.rule)
            tallies[slot].count += tally.count
            tallies[slot].samples.merge(tally.samples)
            tallies[slot].marks.merge(tally.marks)
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
