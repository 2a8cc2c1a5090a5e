package import FuelEconomy
internal import Platform

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
    /// The text of `changes.json`, which depends on the version of the data; `nil` where nobody asked.
    package var changes: (@Sendable (_ dataVersion: String) throws -> [UInt8])?
    /// What shapes of the tree share; see ``shape()``.
    private var sharedShape = Guarded<Result<CatalogShape, any Error>?>(nil)
    /// The files of `deltas/`, which depend on the version of the data and on the catalog; `nil` where nobody asked.
    package var deltas: (@Sendable (_ dataVersion: String, _ catalog: [UInt8]) throws -> [(path: String, text: [UInt8])])?
    /// Known once all files that hold data are written.
    var dataVersion = ""
    package var ledger: RowLedger
    package var audit: AuditResult
    /// New findings of this severity and above refuse the run.
    package var failOn = Severity.error
    /// By file of the bundle: what it may come to.
    package var budgets: [String: FileBudget] = [:]
    /// What published runs came to, this one last.
    package var trend: [TrendPoint] = []

    /// What is known before there is a tree.
    package init(
        name: String, pipeline: PipelineTexts, version: String, sources: [FeedSource], table: VehicleTable,
        details: VehicleTable = VehicleTable(),
        decisions: [NameDecision], proposals: [NameProposal] = []
    ) {
        self.name = name
        self.pipeline = pipeline
        self.version = version
        self.sources = sources
        self.table = table
        self.details = details
        self.decisions = decisions
        self.proposals = proposals
        catalog = Catalog()
        ledger = RowLedger()
        audit = AuditResult()
    }

    /// The tree as its shapes have it. The first one who asks makes it, the others wait.
    ///
    /// - Precondition: ``catalog`` and ``keys`` are there, and stay as they are.
    func shape() throws -> CatalogShape {
        try sharedShape.with { shared in
            let shape = shared ?? Result { try CatalogShape(self) }
            shared = shape
            return shape
        }.get()
    }

    /// The newest date of all feeds.
    package var date: CivilDate? { sources.compactMap(\.date).max() }
}

/// What a file of the bundle may come to, in the apps that read it.
package struct FileBudget: Sendable, Equatable {
    /// In bytes.
    package var size: Int?
    /// In bytes, packed by gzip -9.
    package var gzip: Int?
    /// In milliseconds.
    package var decode: Double?

    package init(size: Int?, gzip: Int?, decode: Double?) {
        self.size = size
        self.gzip = gzip
        self.decode = decode
    }
}

extension BundleContent {
    /// A finding's one line, with the vehicle that it is about.
    package func message(_ finding: Finding, of rule: Rule) -> String {
        (finding.place.vehicle.map { "id \($0): " } ?? "") + rule.text(finding.values)
    }
}

extension Baseline {
    /// What a run counted.
    package init(counts content: BundleContent) {
        let makes = content.table[.make]
        self.init(
            name: content.name, date: content.date?.text ?? "",
            feeds: content.sources.enumerated().map { index, source in
                let read = content.ledger[.read, index]
                return Feed(name: source.feed, date: source.date?.text ?? "", rows: read.read, records: read.kept)
            },
            makes: zip(makes.texts, makes.rowCounts).filter { $0.1 > 0 }.map { (name: $0.0, rows: $0.1) }
                .sorted { ExactText($0.name) < ExactText($1.name) }, rules: [])
    }

    /// What a run counted and found.
    init(_ content: BundleContent) {
        self.init(counts: content)
        rules = content.audit.entries.filter { $0.count > 0 }.map { entry in
            let messages = Dictionary(
                entry.items.map { ($0.fingerprint, content.message($0.finding, of: entry.rule)) },
                uniquingKeysWith: { first, _ in first })
            return RuleFindings(
                rule: entry.rule.id, count: entry.count,
                findings: entry.fingerprints.map { Finding(fingerprint: $0, message: messages[$0] ?? "") })
        }
    }
}
