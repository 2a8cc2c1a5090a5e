/// What a bundle's files are called and how they are versioned: one definition for those who write and those who read.
public enum BundleFormat {
    /// Grows when a reader of the old version could misread the new one.
    public static let version = 2

    /// What `picker.json` and ``PickerCatalog`` call a model year that the feed does not state.
    public static let unknownYear = "unknown"
    /// What `catalog.json` has for it.
    public static let unknownYearNumber = 0

    public static let manifest = "manifest.json"
    public static let picker = "picker.json"
    public static let catalog = "catalog.json"
    public static let makes = "makes.json"
    public static let vehicles = "vehicles.json"
    public static let vehicleLines = "vehicles.ndjson"
    public static let database = "catalog.sqlite"
    public static let makeFolder = "makes"
    public static let deltaFolder = "deltas"
    public static let details = "details.json"
    public static let names = "names.json"
    public static let keys = "keys.tsv"
    public static let changes = "changes.json"
    public static let checksums = "SHA256SUMS"
    public static let reportFolder = "report"
    public static let schemaFolder = "schema"
    public static let reportJSON = "report/report.json"
    public static let reportHTML = "report/report.html"
    public static let reportMarkdown = "report/report.md"
    public static let reportFindings = "report/findings.csv"
    public static let reportSARIF = "report/findings.sarif"
    public static let reportJUnit = "report/junit.xml"
    public static let reportSchema = schema("report")
    public static let reportPipeline = "report/pipeline.json"
    public static let reportBaseline = "report/baseline.tsv"

    /// The file of the make that has a key.
    public static func make(_ key: String) -> String { "\(makeFolder)/\(key).json" }

    /// The step from one version of the data to another.
    public static func delta(from: String, to: String) -> String { "\(deltaFolder)/\(from)-\(to).json" }

    /// The versions that a step's file is called by; `nil` for any other file.
    package static func versions(ofDelta path: String) -> (from: String, to: String)? {
        let suffix = ".json"
        guard path.hasPrefix(deltaFolder + "/"), path.hasSuffix(suffix) else { return nil }
        let name = path.dropFirst(deltaFolder.count + 1).dropLast(suffix.count)
        return name.firstIndex(of: "-").map { (String(name[..<$0]), String(name[name.index(after: $0)...])) }
    }

    /// The JSON Schema of a shape.
    public static func schema(_ name: String) -> String { "\(schemaFolder)/\(name).schema.json" }
}
