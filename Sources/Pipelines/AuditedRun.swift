internal import Audits
internal import FuelEconomy
internal import Normalizers
internal import PickerTree
internal import Platform
internal import Writers

/// A run up to its audit: all that a bundle tells, before anybody decides what becomes of it.
struct AuditedRun {
    /// Without a tree and an audit until ``audit(_:accepted:after:)``.
    var content: BundleContent
    /// What was found in rows, names and the tree, each with its mark.
    private(set) var findings: FindingStore
    private let named: NamedVehicles
    private let file: PipelineFile
    private let jobs: Int

    init(_ named: NamedVehicles, of file: PipelineFile, jobs: Int) {
        self.named = named
        self.file = file
        self.jobs = jobs
        findings = named.findings
        content = BundleContent(
            name: file.name, pipeline: file.texts, version: PipelineRun.version, sources: named.sources,
            table: named.table, details: named.details, decisions: named.naming.decisions,
            proposals: named.naming.proposals)
    }

    /// Builds the tree, gives keys, and runs all rules.
    ///
    /// - Parameters:
    ///   - accepted: the run that was last accepted.
    ///   - last: the ledger of keys that the last release left; `nil` where nobody wants keys.
    mutating func audit(_ feeds: [PipelineFile.Feed], accepted: Baseline?, after last: KeyLedger?) throws {
        var ledger = named.ledger
        content.catalog = try tree(&ledger)
        let audit = AuditStage(file: file, jobs: jobs, accepted: accepted)
        findings.merge(
            try audit.findings(content.table, content.catalog, bookkeeping: feeds.map(\.layout).bookkeeping))
        if let last { content.keys = keys(after: last) }
        try ledger.requireClosed()
        content.ledger = ledger
        content.audit = audit.result(of: findings, for: content)
    }

    private func tree(_ ledger: inout RowLedger) throws -> Catalog {
        let table = content.table
        let builder = TreeBuilder(table, levels: file.levels)
        let ranges = slices(of: builder.groupCount, jobs: jobs)
        let parts = try parallelMap(ranges.count, jobs: jobs) { builder.part(ranges[$0]) }
        let catalog = builder.catalog(parts)
        ledger.count(table.sources, at: .tree, into: \.read)
        ledger.count(catalog.optionRows.map { table.sources[Int($0)] }, at: .tree, into: \.kept)
        return catalog
    }

    private func keys(after last: KeyLedger) -> (KeyLedger, NameKeys) {
        let assignment = KeyAssignment(
            after: last, of: content.table,
            release: KeyLedger.Release(date: content.date?.text ?? "", sources: content.sources.map(\.sha256)))
        return (assignment.ledger, assignment.keys)
    }
}
