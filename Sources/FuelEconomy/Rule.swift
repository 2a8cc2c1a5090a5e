/// How much a finding matters. `--fail-on` and the pipeline file compare by this order.
package enum Severity: String, CaseIterable, Comparable, Sendable {
    case notice, warning, error

    package static func < (a: Severity, b: Severity) -> Bool {
        a.rank < b.rank
    }

    private var rank: Int { self == .notice ? 0 : self == .warning ? 1 : 2 }
}

/// A kind of finding, declared once: what serves the audit, `marque rules`, the report and the manual.
package struct Rule: Sendable, Equatable {
    /// What a finding of the rule is about.
    package enum Subject: String, Sendable {
        case feed, record, vehicle, name, tree
    }

    /// Stable once published.
    package var id: String
    package var title: String
    package var severity: Severity
    package var subject: Subject
    /// The finding's one line: each `{name}` is replaced by the value of that name.
    package var message: String
    /// Why it matters to somebody who uses the data.
    package var why: String
    /// Where the formula or the limit comes from; `nil` where the rule needs none.
    package var source: String?
    /// What to do about it.
    package var fix: String

    package init(
        id: String, title: String, severity: Severity, subject: Subject, message: String, why: String,
        source: String? = nil, fix: String
    ) {
        self.id = id
        self.title = title
        self.severity = severity
        self.subject = subject
        self.message = message
        self.why = why
        self.source = source
        self.fix = fix
    }

    package static func == (a: Rule, b: Rule) -> Bool { a.id == b.id }

    /// The message with its placeholders filled.
    package func text(_ values: [FindingValue]) -> String {
        var text = ""
        var rest = message[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += rest[..<open]
            let name = rest[rest.index(after: open)..<close]
            text += values.first { $0.name == name }?.text ?? "?"
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}
