import Support
import Testing

@testable import FuelEconomy

@Suite struct KeyLedgerTests {
    private func ledger(seed: UInt64) -> KeyLedger {
        var random = SeededGenerator(seed: seed)
        let names = ["A 4", "tab\there", "line\nend", "back\\slash", "é", ""]
        func name() -> String { names.randomElement(using: &random)! }
        var ledger = KeyLedger()
        for day in 1...3 {
            var release = KeyLedger.Release(date: "2020-01-0\(day)", sources: ["abc", "def"])
            (release.added, release.renamed) = (day, 2 * day)
            ledger.releases.append(release)
        }
        ledger.makes = [KeyLedger.Entry(key: "a", state: .live, name: name())]
        ledger.models = [
            KeyLedger.Entry(key: "a/b", state: .merged, name: name(), into: "a/c"),
            KeyLedger.Entry(key: "a/c", state: .returned, name: name()),
        ]
        for place in 0..<5 { ledger.filed.append(KeyLedger.Filed(make: name(), model: name() + "\(place)", key: "a/b")) }
        for id in 1...20 where Bool.random(using: &random) {
            ledger.options.append(
                KeyLedger.Option(
                    id: UInt64(id) << 40, filed: Int.random(in: 0..<5, using: &random),
                    state: [.live, .withdrawn, .returned, .renamed].randomElement(using: &random)!))
        }
        ledger.events = [
            KeyLedger.Event(release: 1, subject: .option, key: "7", state: .renamed, from: name(), to: name()),
            KeyLedger.Event(release: 2, subject: .model, key: "a/b", state: .merged, from: name(), to: "a/c"),
        ]
        return ledger
    }

    @Test(arguments: 1...20) func readsWhatItWrites(seed: UInt64) throws {
        let ledger = ledger(seed: seed)
        #expect(try KeyLedger(ledger.text) == ledger)
    }

    /// Cut anywhere, it is not taken for a whole one.
    @Test func noticesEveryCut() {
        let text = ledger(seed: 3).text
        for end in 0..<text.count - 1 {
            #expect(throws: LedgerDamage.self, "cut at \(end)") { try KeyLedger(Array(text[..<end])) }
        }
    }

    @Test(arguments: [
        ("marque-keys\t1\nmake\ta\tlive\tA\t\nmake\ta\tlive\tA\t\n", 3), ("marque-keys\t1\nmake\ta/b\tlive\tA\t\n", 2),
        ("marque-keys\t1\nmake\ta\tmerged\tA\t\n", 2),
        ("marque-keys\t1\nrelease\t2020\tabc\t9223372036854775807\t0\t0\t0\n", 2),
        ("marque-keys\t1\nfiled\ta/b\tA\tB\n", 2), ("x\n", 1), ("marque-keys\t1\nmake\ta\tlive\n", 2),
        ("marque-keys\t1\nmake\ta\tdead\tA\t\n", 2),
        ("marque-keys\t1\noption\t1\t0\n", 2),
        ("marque-keys\t1\nmodel\ta/b\tlive\tB\t\nfiled\ta/b\tA\tB\noption\t2\t0\noption\t1\t0\n", 5),
        ("marque-keys\t1\nevent\t0\toption\t1\trenamed\ta\tb\n", 2), ("marque-keys\t1\nend\t1\n", 2),
        ("marque-keys\t1\nend\t0\nmore\n", 3), ("marque-keys\t1\nrelease\t2020\tabc\t1\tx\t0\t0\n", 2),
    ])
    func namesTheLineThatSaysNothing(_ text: String, _ line: Int) {
        do throws(LedgerDamage) {
            _ = try KeyLedger(Array(text.utf8))
            Issue.record("read")
        } catch {
            #expect(error.line == line && !error.expected.isEmpty)
        }
    }
}
