internal import Audits
internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// What a candidate has to come up to before it is published.
struct PublishGates: Sendable {
    typealias Threshold = SeverityPolicy.Threshold

    var rows: Threshold?
    var makes: Threshold?
    var idsGone: Threshold?
    /// By severity or rule.
    var findings: [(of: String, limit: Int)] = []
    var budgets = false

    static let idRule = "id-withdrawn"

    /// Why the candidate may not be published, a reason each; none where it may.
    ///
    /// - Parameter folder: where the candidate is.
    func refusals(_ content: BundleContent, in folder: String) throws -> [String] {
        var reasons: [String] = []
        func say(_ gate: String, _ found: String, _ expected: String) {
            reasons.append("\(gate): \(found) found, expected \(expected)")
        }
        if let accepted = content.audit.accepted {
            let now = Baseline(counts: content)
            let (before, after) = Self.records(accepted, now)
            if let rows, before - after > rows.count(of: before) {
                say(
                    "rows", "\(NumberText.grouped(after)) rows",
                    "at least \(NumberText.grouped(before - rows.count(of: before))) of the accepted run's \(NumberText.grouped(before))"
                )
            }
            let names = Set(now.makes.map { ExactText($0.name) })
            let gone = accepted.makes.map(\.name).filter { !names.contains(ExactText($0)) }
            if let makes, gone.count > makes.count(of: accepted.makes.count) {
                let shown = gone.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ") + (gone.count > 5 ? ", …" : "")
                say(
                    "makes", "\(NumberText.grouped(accepted.makes.count - gone.count)) of the accepted run's makes",
                    "at least \(NumberText.grouped(accepted.makes.count - makes.count(of: accepted.makes.count))); gone: \(shown)"
                )
            }
        }
        let withdrawn = content.audit[Self.idRule]?.new ?? 0
        if let limit = idsGone?.count(of: content.table.count + withdrawn), withdrawn > limit {
            say(
                "ids-gone", "\(NumberText.grouped(withdrawn)) ids gone without a waiver",
                "at most \(NumberText.grouped(limit))")
        }
        for (name, limit) in findings {
            let count = Severity(rawValue: name).map(content.audit.newCount(of:)) ?? content.audit[name]?.new ?? 0
            if count <= limit { continue }
            say("findings", "\(NumberText.grouped(count)) new of \(name)", "at most \(NumberText.grouped(limit))")
        }
        if budgets {
            var check = VerifyCheck("budgets")
            try VerifiedBundle(folder).checkBudgets(&check)
            reasons += check.faults.map { "budgets: \($0.file): \($0.message)" }
        }
        return reasons
    }

    /// What the gates cannot look at.
    func warning(_ content: BundleContent, _ place: BundlePlace) -> RunError? {
        let names = [rows == nil ? nil : "\"rows\"", makes == nil ? nil : "\"makes\""].compactMap(\.self)
        if names.isEmpty || content.audit.accepted != nil { return nil }
        return RunError(
            .refused, at: place.target, "gates \(names.joined(separator: " and ")) have no accepted run to hold it against",
            wayOut: "look at the report, then accept it: marque accept \(place.target)")
    }

    /// Records of the accepted run's feeds, then and now: of a run that did not count them, rows.
    private static func records(_ accepted: Baseline, _ now: Baseline) -> (before: Int, after: Int) {
        var (before, after) = (0, 0)
        for feed in accepted.feeds {
            let same = now.feeds.first { $0.name == feed.name }
            before += feed.records ?? feed.rows
            after += (feed.records == nil ? same?.rows : same?.records) ?? 0
        }
        return (before, after)
    }
}
