internal import FuelEconomy

/// What a run comes to, in one sentence: whether it may be published, what is new, and where to look first.
struct Verdict {
    /// How many new findings reach the severity that refuses a run.
    let failing: Int
    let sentence: String

    init(_ content: BundleContent) {
        let audit = content.audit
        failing = audit.newCount(atOrAbove: content.failOn)
        let since = audit.accepted.map { " since the accepted run of \($0.shownDate)" }
        let counts = Severity.allCases.reversed().map { ($0, audit.newCount(of: $0)) }.filter { $0.1 > 0 }
        var text = failing > 0 ? "Refused: " : "Fit to publish: "
        if counts.isEmpty {
            text +=
                since.map { "nothing new" + $0 }
                ?? (audit.found.isEmpty ? "no rule had anything to say" : "all findings are waived")
        } else {
            text += listed(counts.map { counted($0.1, $0.0.rawValue) })
            if let since {
                text += (counts.map(\.1).reduce(0, +) == 1 ? " is" : " are") + " new" + since
            }
            let first = audit.found.filter { $0.new > 0 }.sorted {
                ($1.rule.severity, $1.new, $0.rule.id) < ($0.rule.severity, $0.new, $1.rule.id)
            }
            text += "; look first at "
            text += listed(first.prefix(3).map { "\(inSentence($0.rule.title)) (\(NumberText.grouped($0.new)))" })
        }
        if audit.fixedCount > 0 { text += "; \(NumberText.grouped(audit.fixedCount)) fixed" }
        sentence = text + "."
    }
}
