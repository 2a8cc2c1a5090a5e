/// What a run found and counted, in a text that people and version control read. Each bundle carries its own; the one that
/// somebody accepts is what later runs are held against.
package struct Baseline: Sendable, Equatable {
    package struct Feed: Sendable, Equatable {
        package var name: String
        package var date: String
        /// All that were read.
        package var rows: Int
        /// Those of them that are no padding, footnotes or fragments; `nil` in a run of format 1, which did not count them.
        package var records: Int?

        package init(name: String, date: String, rows: Int, records: Int?) {
            self.name = name
            self.date = date
            self.rows = rows
            self.records = records
        }
    }

    package struct Finding: Sendable, Equatable {
        package var fingerprint: UInt64
        /// As reports show it; empty for a finding of which no more is known.
        package var message: String

        package init(fingerprint: UInt64, message: String) {
            self.fingerprint = fingerprint
            self.message = message
        }
    }

    package struct RuleFindings: Sendable, Equatable {
        package var rule: String
        package var count: Int
        /// At most ``FindingStore/markLimit``, in the order of their hashes.
        package var findings: [Finding]

        package init(rule: String, count: Int, findings: [Finding]) {
            self.rule = rule
            self.count = count
            self.findings = findings
        }
    }

    /// The pipeline's name, and the newest date of its feeds.
    package var name: String
    package var date: String
    package var feeds: [Feed]
    /// Vehicles by make, as the bundle names them.
    package var makes: [(name: String, rows: Int)]
    /// Those that found something, by id.
    package var rules: [RuleFindings]

    package init(
        name: String, date: String, feeds: [Feed], makes: [(name: String, rows: Int)], rules: [RuleFindings]
    ) {
        self.name = name
        self.date = date
        self.feeds = feeds
        self.makes = makes
        self.rules = rules
    }

    package var shownDate: String { date.isEmpty ? "no stated date" : date }

    package static func == (a: Self, b: Self) -> Bool { a.text == b.text }
}

extension Baseline {
    private static let head = "marque-baseline\t2"
    /// Of the format that did not count records.
    private static let oldHead = "marque-baseline\t1"

    package var text: [UInt8] {
        var out = Array(Self.head.utf8) + [0x0a]
        func line(_ fields: String...) { TabbedLine.append(fields, to: &out) }
        line("run", name, date)
        for feed in feeds {
            TabbedLine.append(
                ["feed", feed.name, feed.date, String(feed.rows)] + (feed.records.map { [String($0)] } ?? []), to: &out)
        }
        for make in makes { line("make", make.name, String(make.rows)) }
        for rule in rules {
            line("rule", rule.rule, String(rule.count))
            for finding in rule.findings {
                line("finding", Fingerprint.text(finding.fingerprint), finding.message)
            }
        }
        line("end", String(rules.count))
        return out
    }

    /// - Throws: ``LedgerDamage`` at the first line that says nothing.
    package init(_ text: [UInt8]) throws(LedgerDamage) {
        self.init(name: "", date: "", feeds: [], makes: [], rules: [])
        var number = 0
        var isWhole = false
        for bytes in text.split(separator: 0x0a, omittingEmptySubsequences: false) {
            number += 1
            func damage(_ expected: String) -> LedgerDamage { LedgerDamage(line: number, expected: expected) }
            if isWhole {
                guard bytes.isEmpty else { throw damage("nothing behind the end") }
                continue
            }
            if number == 1 {
                guard [Self.head, Self.oldHead].contains(where: { bytes.elementsEqual($0.utf8) }) else {
                    throw damage("a baseline of format 1 or 2")
                }
                continue
            }
            let fields = TabbedLine.fields(bytes)
            func count(_ place: Int) throws(LedgerDamage) -> Int {
                guard let count = Int(fields[place]), (0..<1 << 40).contains(count) else { throw damage("a count") }
                return count
            }
            switch (fields[0], fields.count) {
            case ("run", 3): (name, date) = (fields[1], fields[2])
            case ("feed", 4), ("feed", 5):
                let records = fields.count == 5 ? try count(4) : nil
                feeds.append(Feed(name: fields[1], date: fields[2], rows: try count(3), records: records))
            case ("make", 3): makes.append((fields[1], try count(2)))
            case ("rule", 3): rules.append(RuleFindings(rule: fields[1], count: try count(2), findings: []))
            case ("finding", 3):
                guard let print = Fingerprint.read(fields[1]), !rules.isEmpty else {
                    throw damage("a rule's finding: 16 hexadecimal digits and a message")
                }
                rules[rules.count - 1].findings.append(Finding(fingerprint: print, message: fields[2]))
            case ("end", 2):
                guard try count(1) == rules.count else { throw damage("as many rules as the last line says") }
                isWhole = true
            default: throw damage("a run, feed, make, rule, finding or end")
            }
        }
        if !isWhole { throw LedgerDamage(line: number, expected: "a last line that says \"end\"") }
    }
}
