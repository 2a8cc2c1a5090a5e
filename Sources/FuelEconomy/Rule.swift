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
    /// What kind of trouble a rule looks for, in the order of the manual.
    package enum Family: String, CaseIterable, Sendable {
        case feed, structure, values, identity, names, physics, logic, statistics, tree

        /// Whether its rules look at what was read, and the others at what was kept of it.
        package var isAboutRows: Bool {
            switch self {
            case .feed, .structure, .values, .identity: true
            case .names, .physics, .logic, .statistics, .tree: false
            }
        }

        /// What its rules have in common.
        package var meaning: String {
            switch self {
            case .feed: "the file as a whole: its packing, encoding and columns"
            case .structure: "how records and fields are marked off"
            case .values: "what stands in a field"
            case .identity: "which rows are one vehicle"
            case .names: "what makes and models are called, and what was decided about it"
            case .physics: "figures that follow from each other"
            case .logic: "facts that exclude or demand each other"
            case .statistics: "figures held against those of other vehicles of the feed"
            case .tree: "what a user chooses from"
            }
        }
    }

    /// How far is too far; a pipeline file may say otherwise.
    package struct Limit: Sendable {
        package var value: Double
        package var unit: String
        /// What may not be larger, in a few words.
        package var meaning: String

        package init(_ value: Double, _ unit: String, _ meaning: String) {
            self.value = value
            self.unit = unit
            self.meaning = meaning
        }

        /// `10 %`, `1 mpg`.
        package var text: String { NumberText.short(value) + " " + unit }
    }

    /// Stable once published.
    package var id: String
    package var title: String
    package var severity: Severity
    package var family: Family
    /// The finding's one line: each `{name}` is replaced by the value of that name, `{limit}` by the limit.
    package var message: String
    /// `nil` where nothing can be more or less wrong.
    package var limit: Limit?
    /// Why it matters to somebody who uses the data.
    package var why: String
    /// Where the formula or the limit comes from; `nil` where the rule needs none.
    package var source: String? { sourceText.map { filled($0, []) } }
    /// A case of it: from a real feed, where one has it.
    package var example: String
    /// What to do about it.
    package var fix: String

    private var sourceText: String?

    package init(
        id: String, title: String, severity: Severity, family: Family, message: String, limit: Limit? = nil, why: String,
        source: String? = nil, example: String, fix: String
    ) {
        self.id = id
        self.title = title
        self.severity = severity
        self.family = family
        self.message = message
        self.limit = limit
        self.why = why
        sourceText = source
        self.example = example
        self.fix = fix
    }

    package static func == (a: Rule, b: Rule) -> Bool { a.id == b.id }

    /// The message with its placeholders filled.
    package func text(_ values: [FindingValue]) -> String { filled(message, values) }

    /// The limit's number; infinite where there is none.
    package var limitInForce: Double { limit?.value ?? .infinity }

    /// The rule with the limit that is given for it, by id.
    package func limited(by limits: [String: Double]) -> Rule {
        var rule = self
        if let value = limits[id] { rule.limit?.value = value }
        return rule
    }

    private func filled(_ template: String, _ values: [FindingValue]) -> String {
        var text: [UInt8] = []
        let template = Array(template.utf8)
        var rest = template[...]
        while let open = rest.firstIndex(of: 0x7b), let close = rest[open...].firstIndex(of: 0x7d) {
            text += rest[..<open]
            let name = String(decoding: rest[(open + 1)..<close], as: UTF8.self)
            let value = values.first { $0.name == name }?.text
            text += (value ?? (name == "limit" ? limit?.text : nil) ?? "?").utf8
            rest = rest[(close + 1)...]
        }
        text += rest
        return String(decoding: text, as: UTF8.self)
    }
}
