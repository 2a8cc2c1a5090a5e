import FuelEconomy
import Testing

@Suite struct BaselineTests {
    private let baseline = Baseline(
        name: "a\tb", date: "2025-10-28", feeds: [Baseline.Feed(name: "vehicles", date: "", rows: 7, records: 5)],
        makes: [("Audi", 3), ("Mini\\Cooper", 4)],
        rules: [
            Baseline.RuleFindings(
                rule: "test", count: 3,
                findings: [
                    Baseline.Finding(fingerprint: 1, message: "two\nlines"),
                    Baseline.Finding(fingerprint: .max, message: ""),
                ])
        ])

    @Test func isReadAsItWasWritten() throws {
        #expect(try Baseline(baseline.text) == baseline)
        #expect(String(decoding: baseline.text, as: UTF8.self).contains("finding\t0000000000000001\ttwo\\nlines\n"))
    }

    @Test func theFirstFormatIsStillRead() throws {
        let old = "marque-baseline\t1\nrun\ta\tb\nfeed\tvehicles\t2025-10-28\t7\nend\t0\n"
        #expect(
            try Baseline(Array(old.utf8)).feeds == [
                Baseline.Feed(name: "vehicles", date: "2025-10-28", rows: 7, records: nil)
            ])
    }

    @Test(arguments: [
        ("", 1, "a baseline of format 1 or 2"), ("marque-keys\t1\n", 1, "a baseline of format 1 or 2"),
        ("marque-baseline\t1\nrun\ta\tb\n", 3, "a run, feed, make, rule, finding or end"),
        ("marque-baseline\t1\nmake\tAudi\t-1\nend\t0\n", 2, "a count"),
        (
            "marque-baseline\t1\nfinding\t0000000000000001\t\nend\t0\n", 2,
            "a rule's finding: 16 hexadecimal digits and a message"
        ),
        (
            "marque-baseline\t1\nrule\ta\t1\nfinding\t1\t\nend\t1\n", 3,
            "a rule's finding: 16 hexadecimal digits and a message"
        ),
        ("marque-baseline\t1\nend\t1\n", 2, "as many rules as the last line says"),
        ("marque-baseline\t1\nend\t0\nrun\ta\tb\n", 3, "nothing behind the end"),
    ]) func saysWhereItIsDamaged(_ text: String, line: Int, expected: String) {
        #expect(throws: LedgerDamage(line: line, expected: expected)) { try Baseline(Array(text.utf8)) }
    }
}
