/// How many findings of a rule a report shows; `findings.csv` has more.
package let sampleLimit = 20

/// What an audit found, held against the run that was last accepted and against the waivers.
package struct AuditResult: Sendable {
    package enum State: String, Sendable {
        /// Nobody has accepted or waived it.
        case new
        /// The accepted run had it too.
        case known
        case waived
    }

    package struct Item: Sendable {
        package var fingerprint: UInt64
        /// Its place has the vehicle's make and model, where there is one.
        package var finding: Finding
        package var year: Int?
        package var state: State
        /// The place in ``AuditResult/waivers``.
        package var waiver: Int?

        package init(fingerprint: UInt64, finding: Finding, year: Int?, state: State, waiver: Int?) {
            self.fingerprint = fingerprint
            self.finding = finding
            self.year = year
            self.state = state
            self.waiver = waiver
        }
    }

    package struct Entry: Sendable {
        /// With the severity that is in force.
        package var rule: Rule
        package var count = 0
        package var known = 0
        package var waived = 0
        /// Findings of the accepted run that are there no more.
        package var fixed = 0
        /// Of all findings, or of ``FindingStore/markLimit`` of them: in the order of their hashes.
        package var fingerprints: [UInt64] = []
        /// At most ``FindingStore/findingLimit``: new ones first, then those with the smallest fingerprint.
        package var items: [Item] = []
        /// Those of the fixed findings of which the accepted run says more than their number.
        package var fixedFindings: [Baseline.Finding] = []

        package var new: Int { count - known - waived }
        /// Those of the items that are new.
        package var newItems: [Item] { items.filter { $0.state == .new } }

        package init(rule: Rule) { self.rule = rule }
    }

    /// Every rule that had something to look at, by id.
    package var entries: [Entry] = []
    /// The run that "known" and "fixed" speak of; `nil` where none was accepted yet.
    package var accepted: Baseline?
    package var waivers: [Waiver] = []

    package init() {}

    /// Those that found something, or of whose accepted findings some are fixed; the gravest first.
    package var told: [Entry] {
        entries.filter { $0.count + $0.fixed > 0 }.sorted {
            ($1.rule.severity, $0.rule.id) < ($0.rule.severity, $1.rule.id)
        }
    }

    /// Those that found something, the gravest first.
    package var found: [Entry] { told.filter { $0.count > 0 } }

    package subscript(id: String) -> Entry? { entries.first { $0.rule.id == id } }

    package func count(of severity: Severity) -> Int {
        entries.filter { $0.rule.severity == severity }.map(\.count).reduce(0, +)
    }

    /// Of a severity, without what is known or waived.
    package func newCount(of severity: Severity) -> Int {
        entries.filter { $0.rule.severity == severity }.map(\.new).reduce(0, +)
    }

    /// The same of at least this severity.
    package func newCount(atOrAbove severity: Severity) -> Int {
        entries.filter { $0.rule.severity >= severity }.map(\.new).reduce(0, +)
    }

    package var fixedCount: Int { entries.map(\.fixed).reduce(0, +) }
}
