internal import Audits
internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// The audit of a run: all rules over its vehicles, its tree and its counts, then the review.
struct AuditStage {
    let file: PipelineFile
    let jobs: Int
    /// The run that was last accepted.
    let accepted: Baseline?

    /// Runs the rules that look at vehicles and at the tree.
    func findings(_ table: VehicleTable, _ catalog: Catalog, bookkeeping: Set<Field>) throws -> FindingStore {
        let limits = file.limits
        let duplicates = DuplicateRecords(table, bookkeeping: bookkeeping)
        let outliers = EconomyOutliers.applies(to: table) ? EconomyOutliers(table, limits: limits) : nil
        var tasks: [@Sendable () -> FindingStore] = []
        for rows in slices(of: table.count, jobs: jobs) {
            tasks.append { VehicleRule.audit(rows, of: table, limits: limits) }
        }
        for nodes in slices(of: catalog.choices.count, jobs: jobs) { tasks.append { duplicates.audit(nodes, of: catalog) } }
        if let outliers {
            for models in slices(of: outliers.count, jobs: jobs) { tasks.append { outliers.audit(models) } }
        }
        for rule in TreeRule.all { tasks.append { rule.audit(catalog, of: table, limits: limits) } }
        if AnnualCosts.applies(to: table) { tasks.append { AnnualCosts(table).audit(limits: limits) } }
        let parts = try parallelMap(tasks.count, jobs: jobs) { [tasks] in tasks[$0]() }
        return parts.reduce(into: FindingStore()) { $0.merge($1) }
    }

    /// Adds what the run as a whole says, and holds everything against waivers and the accepted run.
    ///
    /// - Parameter content: complete but for its audit.
    func result(of findings: FindingStore, for content: BundleContent) -> AuditResult {
        var findings = findings
        var rules = RuleCatalogue.applicable(to: content.table, limits: file.limits)
        func leaveOut(_ some: [Rule]) { rules.removeAll { some.contains($0) } }
        if let accepted {
            findings.merge(AcceptedRunRules.audit(Baseline(counts: content), after: accepted, limits: file.limits))
        } else {
            leaveOut(AcceptedRunRules.all)
        }
        if let ledger = content.keys?.ledger, ledger.releases.count > 1 {
            findings.merge(IdentityRules.audit(ledger))
        } else {
            leaveOut(IdentityRules.all)
        }
        if let limit = file.limits[FeedAge.rule.id] {
            let today = CivilDate(days: Machine.today)
            findings.merge(FeedAge.audit(content.sources.map(\.date), today: today, limit: limit))
        } else {
            leaveOut([FeedAge.rule])
        }
        if content.sources.contains(where: { $0.url != nil }) {
            findings.merge(StaleCopy.audit(content.sources, today: CivilDate(days: Machine.today), limits: file.limits))
        } else {
            leaveOut([StaleCopy.rule])
        }
        if file.waivers.isEmpty { leaveOut(WaiverRules.all) }
        if !file.feeds.contains(where: { $0.twinOf != nil }) { leaveOut(TwinFeeds.rules) }
        var review = AuditReview(
            findings, about: content.table, policies: file.severities, waivers: file.waivers, accepted: accepted,
            today: content.date)
        return review.result(rules: rules, read: content.ledger.total.read)
    }
}

extension Baseline {
    /// The accepted run that a pipeline goes by: the one that it names, or the one beside its bundle.
    ///
    /// - Returns: `nil` where none was accepted yet.
    static func accepted(of file: PipelineFile, at place: BundlePlace) throws(RunError) -> Baseline? {
        let path = file.baseline ?? place.accepted
        return Folder.exists(path) ? try read(path) : nil
    }

    static func read(_ path: String) throws(RunError) -> Baseline {
        let text = try contents(of: path)
        do throws(LedgerDamage) {
            return try Baseline(text)
        } catch {
            throw RunError(
                .input, at: "\(path):\(error.line)", "the accepted run is damaged, expected \(error.expected)",
                wayOut: "restore the file, or remove it and accept a run anew with marque accept")
        }
    }
}

extension TrendPoint {
    init(_ content: BundleContent) {
        var counts = [
            "fixed": content.audit.fixedCount, "new": content.audit.newCount(atOrAbove: .notice),
            "read": content.ledger.total.read, "vehicles": content.table.count,
        ]
        for severity in Severity.allCases { counts[severity.rawValue + "s"] = content.audit.count(of: severity) }
        for level in content.catalog.levels where level == .make || level == .model {
            counts[level.plural] = content.catalog.count(of: level)
        }
        self.init(date: content.date?.text ?? "", sources: content.sources.map(\.sha256), counts: counts)
    }

    /// The trend that a published bundle's report tells; empty where there is none, or none that can be read.
    static func published(in folder: String) -> [TrendPoint] {
        let path = folder + "/" + BundleFormat.reportJSON
        guard Folder.exists(path), let text = try? contents(of: path) else { return [] }
        return list(inReport: text)
    }
}
