package import FuelEconomy

/// All that a bundle and its report tell, before it has a shape.
package struct BundleContent: Sendable {
    /// The pipeline's name.
    package var name: String
    package var pipeline: PipelineTexts
    /// Marque's own version.
    package var version: String
    package var sources: [FeedSource]
    package var table: VehicleTable
    /// Facts of the vehicles that other feeds state, several rows a vehicle, by id; no rows where there is no such feed.
    package var details: VehicleTable
    package var catalog: Catalog
    package var decisions: [NameDecision]
    /// Names that may be one and were left apart, the likeliest gain first.
    package var proposals: [NameProposal]
    /// The keys of all makes, models and options so far, and those of this release's names; `nil` where nobody asked.
    package var keys: (ledger: KeyLedger, names: NameKeys)?
    package var ledger: RowLedger
    package var findings: FindingStore
    /// The whole catalogue, so that a report can say what was looked for and not found.
    package var rules: [Rule]

    /// What is known before there is a tree.
    package init(
        name: String, pipeline: PipelineTexts, version: String, sources: [FeedSource], table: VehicleTable,
        details: VehicleTable = VehicleTable(),
        decisions: [NameDecision], proposals: [NameProposal] = [], rules: [Rule]
    ) {
        self.name = name
        self.pipeline = pipeline
        self.version = version
        self.sources = sources
        self.table = table
        self.details = details
        self.decisions = decisions
        self.proposals = proposals
        self.rules = rules
        catalog = Catalog()
        ledger = RowLedger()
        findings = FindingStore()
    }

    /// The newest date of all feeds.
    package var date: CivilDate? { sources.compactMap(\.date).max() }
}
