package import FuelEconomy

/// All that a bundle and its report tell, before it has a shape.
package struct BundleContent: Sendable {
    /// The pipeline's name.
    package var name: String
    /// Marque's own version.
    package var version: String
    package var sources: [FeedSource]
    package var table: VehicleTable
    package var catalog: Catalog
    package var decisions: [NameDecision]
    package var ledger: RowLedger
    package var findings: FindingStore
    /// The whole catalogue, so that a report can say what was looked for and not found.
    package var rules: [Rule]

    package init(
        name: String, version: String, sources: [FeedSource], table: VehicleTable, catalog: Catalog,
        decisions: [NameDecision], ledger: RowLedger, findings: FindingStore, rules: [Rule]
    ) {
        self.name = name
        self.version = version
        self.sources = sources
        self.table = table
        self.catalog = catalog
        self.decisions = decisions
        self.ledger = ledger
        self.findings = findings
        self.rules = rules
    }

    /// The newest date of all feeds.
    package var date: CivilDate? { sources.compactMap(\.date).max() }
}
