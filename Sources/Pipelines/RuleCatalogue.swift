internal import Audits
internal import FeedReaders
internal import FuelEconomy
internal import Normalizers
internal import Platform
internal import Writers

/// Every rule there is, by id: what `marque rules` lists and a pipeline file may name.
public enum RuleCatalogue {
    static let all: [Rule] =
        (RecordRules.all + ReaderRules.all + NormalizerRules.all + NameRules.all + VehicleRule.all.map(\.rule)
        + TreeRule.all.map(\.rule) + [DuplicateRecords.rule, EconomyOutliers.rule, AnnualCosts.rule] + WaiverRules.all
        + AcceptedRunRules.all + IdentityRules.all + TwinFeeds.rules + [FeedAge.rule, StaleCopy.rule])
        .sorted { $0.id < $1.id }

    /// Those that have something to look at: a rule about figures that no feed states was not obeyed, only not asked.
    ///
    /// - Parameter limits: by rule id, instead of the rules' own.
    static func applicable(to table: VehicleTable, limits: [String: Double]) -> [Rule] {
        var silent = Set(VehicleRule.all.filter { !$0.applies(to: table) }.map(\.rule.id))
        if !EconomyOutliers.applies(to: table) { silent.insert(EconomyOutliers.rule.id) }
        if !AnnualCosts.applies(to: table) { silent.insert(AnnualCosts.rule.id) }
        return all.filter { !silent.contains($0.id) }.map { $0.limited(by: limits) }
    }

    /// The ids, sorted.
    public static var ids: [String] { all.map(\.id) }

    /// A line a rule: id, severity, title.
    public static var listing: String {
        let width = all.map(\.id.count).max() ?? 0
        return all.map { rule in
            rule.id + String(repeating: " ", count: width - rule.id.count + 2)
                + rule.severity.rawValue + String(repeating: " ", count: 9 - rule.severity.rawValue.count) + rule.title
        }.joined(separator: "\n") + "\n"
    }

    /// All that is said of a rule; `nil` where there is none of this id.
    public static func explanation(of id: String) -> String? {
        guard let rule = all.first(where: { $0.id == id }) else { return nil }
        var lines = [
            "\(rule.id) (\(rule.severity.rawValue), \(rule.family.rawValue))", "  \(rule.title)", "",
            "why:     \(rule.why)", "message: \(rule.message)",
        ]
        if let source = rule.source { lines.append("source:  \(source)") }
        if let limit = rule.limit { lines.append("limit:   \(limit.text): \(limit.meaning)") }
        lines.append("example: \(rule.example)")
        lines.append("fix:     \(rule.fix)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The whole catalogue as one JSON document.
    public static var json: String { String(decoding: ruleManualJSON(all, version: PipelineRun.version), as: UTF8.self) }

    /// Writes the whole catalogue as one page.
    public static func writeHTML(to path: String) throws(RunFailure) {
        do throws(RunError) {
            let file = try OpenFile.writing(path)
            let page = ruleManualHTML(all, version: PipelineRun.version)
            try file.write(page.span)
        } catch {
            throw RunFailure(error)
        }
    }

    /// `, did you mean "…"` or nothing.
    public static func hint(_ id: String) -> String { NearestName.hint(id, in: ids) }
}
