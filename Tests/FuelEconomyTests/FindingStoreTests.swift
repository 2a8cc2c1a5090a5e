import FuelEconomy
import Support
import Testing

@Suite struct FindingStoreTests {
    private let rule = Rule(
        id: "test", title: "", severity: .warning, family: .structure, message: "", why: "", example: "", fix: "")

    private func store(_ hashes: [UInt64], _ part: some Sequence<Int>) -> FindingStore {
        var store = FindingStore()
        for index in part {
            store.add(rule, hash: hashes[index], at: Finding.Place(source: 0, line: UInt32(index))) {
                [FindingValue("n", index)]
            }
        }
        return store
    }

    @Test(arguments: 1...5) func mergesToTheSameFindingsHoweverTheWorkIsCut(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = 5 * FindingStore.findingLimit
        let hashes = (0..<count).map { _ in UInt64.random(in: 0...20_000, using: &random) }
        let whole = store(hashes, 0..<count)
        let cut = Int.random(in: 0...count, using: &random)
        var forward = store(hashes, 0..<cut)
        forward.merge(store(hashes, cut..<count))
        var backward = store(hashes, (cut..<count).reversed())
        backward.merge(store(hashes, (0..<cut).shuffled(using: &random)))
        let expected = hashes.indices.sorted { (hashes[$0], $0) < (hashes[$1], $1) }
        for merged in [whole, forward, backward] {
            let entry = merged.found[0]
            #expect(entry.count == count)
            #expect(entry.marks.map { Int($0.place.line!) } == expected)
            #expect(entry.findings.map { Int($0.place.line!) } == Array(expected.prefix(FindingStore.findingLimit)))
        }
    }

    @Test func isBoundedWhereEveryRowIsBad() {
        let count = 3 * FindingStore.markLimit
        var store = FindingStore()
        var made = 0
        for index in 0..<count {
            var hash = StableHash()
            hash.combine(UInt64(index))
            store.add(rule, hash: hash.value) {
                made += 1
                return [FindingValue("n", index)]
            }
        }
        let entry = store.found[0]
        #expect(entry.count == count)
        #expect(entry.marks.count == FindingStore.markLimit && entry.findings.count == FindingStore.findingLimit)
        #expect(made < count / 10, "findings are made only where they may be kept")
    }
}
