import Foundation
import Support
import Testing

/// The layout of a feed of a few columns, on one line.
let smallLayout = {
    let economy = [("city", "city08"), ("highway", "highway08"), ("combined", "comb08")].map {
        "\($0): {column: \($1), unit: mpg (US), cycle: EPA label}"
    }
    let names = ["id", "make", "model", "year"].map { "\($0): {column: \($0)}" }
    return "{facts: {\((names + economy).joined(separator: ", "))}}"
}()

/// A place at which nights publish two feeds in turn, of which each makes another bundle, and always the same one.
struct Nights {
    enum Layout: CaseIterable, Sendable {
        case folder, versions

        var keys: String { self == .versions ? ", keep: 3" : "" }
    }

    let folder = TemporaryFolder()
    let layout: Layout
    /// By feed: the checksums of the bundle's data, and what tells the bundle from all others.
    private(set) var sums: [String] = []
    private(set) var identities: [String] = []
    /// How long a run takes that publishes.
    private(set) var seconds = 1.0
    private let pipeline: String

    var out: String { folder.path + "/out" }
    var metrics: String { folder.path + "/m.prom" }

    /// - Parameter count: of the first feed's rows; the second has half as many more.
    init(_ layout: Layout, rows count: Int = 60, shapes: String = "picker, catalog, vehicles, ndjson") throws {
        self.layout = layout
        for (name, rows) in [("a", count), ("b", count * 3 / 2)] {
            let lines = (1...rows).map { "\($0),Kia,\(name.uppercased())\($0),2023,30,40,34\n" }
            _ = folder.file("\(name).csv", "id,make,model,year,city08,highway08,comb08\n" + lines.joined())
        }
        pipeline = folder.file(
            "p.yaml",
            """
            name: nights
            feeds:
              vehicles:
                layout: \(smallLayout)
            audit: {severity: {row-count-drop: warning}}
            write: [\(shapes)]
            publish: {hooks: {published: ["true"]}\(layout.keys)}

            """)
        for number in [0, 1, 0, 1, 0, 1] {
            let start = Date()
            let result = try run(number, out: folder.path + "/measured")
            seconds = min(seconds, Date().timeIntervalSince(start))
            #expect(result.status == 0, "\(result.error)")
            if sums.count == 2 { continue }
            let file = folder.path + "/measured/SHA256SUMS"
            sums.append(try Self.sums(folder.path + "/measured"))
            identities.append(String(try Support.run("sha256sum", [file]).output.prefix(64)))
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.contains("measured") {
            try FileManager.default.removeItem(atPath: folder.path + "/" + name)
        }
    }

    /// All checksums but those of the report, which says what has been before, and of the manifest, which names them.
    private static func sums(_ bundle: String) throws -> String {
        let lines = try String(contentsOfFile: bundle + "/SHA256SUMS", encoding: .utf8).split(separator: "\n")
        return lines.filter { !$0.contains(" report/") && !$0.hasSuffix(" manifest.json") }.joined(separator: "\n")
    }

    func arguments(_ number: Int, out: String? = nil) -> [String] {
        let feed = folder.path + "/" + ["a", "b"][number] + ".csv"
        return ["run", pipeline, "--input", "vehicles=" + feed, "--out", out ?? self.out, "--metrics", metrics]
    }

    func run(_ number: Int, _ more: [String] = [], out: String? = nil, environment: [String: String]? = nil) throws
        -> ProcessResult
    {
        try Support.run(Project.marque, arguments(number, out: out) + more, environment: environment)
    }

    /// Which of the two is published; `nil` where none is.
    func published(_ out: String? = nil) throws -> Int? {
        let out = out ?? self.out
        guard FileManager.default.fileExists(atPath: out + "/manifest.json") else { return nil }
        return sums.firstIndex(of: try Self.sums(out))
    }

    /// What lies beside the bundle, but for what the test has put there.
    func beside() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).subtracting([
            "a.csv", "b.csv", "p.yaml", "m.prom",
        ])
    }

    var versions: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: out + ".versions")) ?? []).filter { $0 != "current" }.sorted()
    }

    /// After whatever happened: a night publishes, and nothing is left but what always is.
    func expectRecovery(_ comment: Comment = "") throws {
        for _ in 0..<2 {
            let other = 1 - (try published() ?? 1)
            let result = try run(other)
            #expect(result.status == 0, "\(comment) \(result.error)")
            #expect(try published() == other, comment)
        }
        #expect(try marque("verify", out).status == 0, comment)
        #expect(try marque("history", out).status == 0, comment)
        let usual: Set = ["out", ".out.lock", ".out.run", "out.history.sqlite"]
        #expect(try beside() == usual.union([layout == .versions ? "out.versions" : ".out.previous"]), comment)
        if layout == .versions { #expect(versions.count <= 3, comment) }
    }
}
