import Foundation
import Support
import Testing

/// Runs the command and gives what it said.
func marque(_ arguments: String..., input: Data? = nil, environment: [String: String]? = nil) throws -> ProcessResult {
    try run(Project.marque, arguments, input: input, environment: environment)
}

/// The files of a bundle by path.
func files(in folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: folder)! {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder), !isFolder.boolValue {
            files[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
        }
    }
    return files
}

/// Reads an object. Every report that a test looks at is held against the schema that stands beside it.
func json(_ path: String) throws -> [String: Any] {
    func read(_ path: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as! [String: Any]
    }
    let document = try read(path)
    if path.hasSuffix("/report/report.json") {
        let schema = try read(path.dropLast("report/report.json".count) + "schema/report.schema.json")
        #expect(SchemaCheck(schema).faults(document) == [])
    }
    return document
}

/// Standard error as objects, each with what all of them have; standard output is empty.
func events(_ result: ProcessResult) throws -> [[String: Any]] {
    #expect(result.output == "")
    return try result.error.split(separator: "\n").map { line in
        let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as! [String: Any]
        #expect(["info", "warning", "error"].contains(event["level"] as! String) && event["event"] is String)
        #expect((event["time"] as! String).contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
        return event
    }
}

let samplePipeline = Project.root + "/pipelines/sample.yaml"
let epaPipeline = Project.root + "/pipelines/epa.yaml"
/// Names merged by spelling alone.
let spellingPipeline = Project.root + "/Tests/CommandTests/epa-spelling.yaml"
let sampleFeed = Project.root + "/sample-data/vehicles.csv.gz"

func sampleText() throws -> String { try run("gzip", ["-dc", sampleFeed]).output }

@Suite struct CommandTests {
    @Test func saysItsVersionAndHowItIsUsed() throws {
        #expect(try marque("--version").output.hasPrefix("marque "))
        for arguments in [
            ["--help"], ["run", "--help"], ["check", "--help"], ["inspect", "--help"], ["diff", "--help"],
            ["rules", "--help"],
        ] {
            let result = try run(Project.marque, arguments)
            #expect(result.status == 0 && result.output.hasPrefix("usage: marque"))
        }
        #expect(try run(Project.marque, []).status == 2)
    }

    @Test(arguments: [
        (
            ["rnu"],
            "unknown command \"rnu\", expected one of \"run\", \"check\", \"inspect\", \"diff\", \"names\", \"accept\", \"why\", \"verify\", \"preview\", \"pick\", \"history\", \"rollback\", \"rules\", \"schema\", \"selftest\", \"completions\", \"manual\", did you mean \"run\""
        ),
        (["run", "--otu", "x", "p"], "unknown option \"--otu\" of \"marque run\", did you mean \"--out\""),
        (["run", "p", "--out"], "option \"--out\" lacks its value, expected DIR"),
        (["run", "--quiet=yes", "p"], "option \"--quiet\" takes no value"), (["run"], "0 pipeline files found, expected 1"),
        (["run", "a", "b"], "2 pipeline files found, expected 1"),
        (["run", "p", "--input", "x"], "--input \"x\" found, expected NAME=PATH"),
        (["run", "p", "--fail-on", "warn"], "--fail-on \"warn\" found, expected \"notice\", \"warning\" or \"error\""),
        (["run", "p", "--jobs", "0"], "--jobs \"0\" found, expected a whole number from 1 to 64"),
        (["rules", "city-above-higway"], "unknown rule \"city-above-higway\", did you mean \"city-above-highway\""),
        (
            ["rules", "city-above-highway", "--json"],
            "\"city-above-highway\" and \"--json\" found, expected one of them"
        ), (["rules", "--html", "x", "--json"], "\"--json\" and \"--html\" found, expected one of them"),
        (["rules", "a", "b"], "\"a\" and \"b\" found, expected one of them"),
        (["check"], "no pipeline file found, expected at least 1"),
    ])
    func refusesWhatItCannotUnderstand(_ arguments: [String], _ message: String) throws {
        let result = try run(Project.marque, arguments)
        #expect(result.status == 2)
        #expect(result.error.contains("marque: error: " + message), "\(result.error)")
    }

    @Test func listsAndExplainsRules() throws {
        let list = try marque("rules").output
        for rule in ["combined-economy-mismatch", "ragged-record", "near-duplicate-name", "duplicate-id"] {
            #expect(list.contains(rule))
        }
        let text = try marque("rules", "co2-economy-mismatch").output
        for part in [
            "(warning, physics)", "8,887 g a gallon", "off by more than 10 %", "limit:   10 %: ", "example: 33298, a Mazda",
        ] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(!(try marque("rules", "bare-quote").output.contains("limit:")))
    }

    @Test func writesTheWholeCatalogueAsJSONAndAsAPage() throws {
        let ids = try marque("rules").output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        let catalogue = try JSONSerialization.jsonObject(with: Data(try marque("rules", "--json").output.utf8))
        let rules = (catalogue as! [String: Any])["rules"] as! [[String: Any]]
        #expect(rules.map { $0["id"] as! String } == ids)
        let limit = rules.first { $0["id"] as! String == "wheel-too-long" }!["limit"] as! [String: Any]
        #expect(limit["value"] as! Double == 100 && limit["unit"] as! String == "rows")
        #expect(rules.first { $0["id"] as! String == "bare-quote" }!["limit"] is NSNull)

        let folder = TemporaryFolder()
        let path = folder.path + "/rules.html"
        #expect(try marque("rules", "--html", path).output == "")
        let page = try String(contentsOfFile: path, encoding: .utf8)
        for rule in rules {
            let id = rule["id"] as! String
            #expect(page.contains("<details id=\"\(id)\"") && page.contains("<a href=\"#\(id)\">"), "\(id)")
            #expect(page.contains("<section id=\"family-\(rule["family"] as! String)\">"))
        }
        #expect(!page.contains("://") && !page.contains("src="), "nothing is fetched")
        #expect(page.contains("prefers-color-scheme: dark"))
        let refused = try run(Project.marque, ["rules", "--html", folder.path + "/none/rules.html"])
        #expect(refused.status != 0 && refused.error.contains("none/rules.html"), "\(refused.error)")
    }

    @Test func checksPipelineFiles() throws {
        let good = try marque("check", samplePipeline, epaPipeline)
        #expect(good.status == 0 && good.output.hasSuffix("epa.yaml: ok\n"))
        let folder = TemporaryFolder()
        let bad = try marque("check", folder.file("bad.yaml", "name: x\nfeedz: 1\n"))
        #expect(bad.status == 2 && bad.error.contains("bad.yaml:2:1: error: unknown key \"feedz\""))
        #expect(try marque("check", folder.path + "/none.yaml").status == 2)
    }
}

/// What sample-data/README.md says is planted, the report shows, no more and no less.
@Suite struct SampleTests {
    @Test func findsWhatIsPlanted() throws {
        let folder = TemporaryFolder()
        let result = try marque("run", samplePipeline, "--out", folder.path + "/out")
        #expect(result.status == 0, "\(result.error)")
        let report = try json(folder.path + "/out/report/report.json")
        let rules = report["rules"] as! [[String: Any]]
        let planted: [String: Set<String>] = [
            "combined-economy-mismatch": ["44 1041"], "city-above-highway": ["63 1060"], "co2-economy-mismatch": ["47 1044"],
            "rounded-differs-from-unrounded": ["58 1055"], "unrounded-economy-mismatch": ["44 1041", "58 1055"],
            "model-year-out-of-range": ["32 1030"],
            "duplicate-id": ["76 1072"],
            "unparsable-value": ["33 1031", "46 1043"], "ragged-record": ["45 "], "bare-quote": ["53 1050"],
            "duplicate-record": ["9 1007"],
            "default-across-powertrains": ["2 1000", "42 1039", "54 1051", "68 1065", "73 1069"],
            "near-duplicate-name": [" "],
        ]
        for rule in rules {
            let id = rule["id"] as! String
            let samples = (rule["samples"] as! [[String: Any]]).map {
                "\(($0["line"] as? Int).map(String.init) ?? "") \($0["vehicle"] as? String ?? "")"
            }
            #expect(Set(samples) == planted[id] ?? [], "\(id)")
            #expect(rule["count"] as! Int == (id == "near-duplicate-name" ? 4 : planted[id]?.count ?? 0), "\(id)")
        }
        let ledger = report["ledger"] as! [String: Any]
        #expect(["read", "kept", "merged", "quarantined", "filtered"].map { ledger[$0] as! Int } == [82, 76, 1, 3, 2])
        let names = try String(contentsOfFile: folder.path + "/out/names.json", encoding: .utf8)
        #expect(names.contains("\"canonical\":\"XC90 AWD\"") && names.contains("\"canonical\":\"XC90 FWD\""))
    }

    @Test func writesABundleThatItsOwnManifestAndChecksumsDescribe() throws {
        let folder = TemporaryFolder()
        let out = folder.path + "/out"
        #expect(try marque("run", samplePipeline, "--out", out, "--quiet").output == "")
        let check = try run("sh", ["-c", "cd \(out) && sha256sum --strict -c SHA256SUMS"])
        #expect(check.status == 0, "\(check.output)\(check.error)")
        let manifest = try json(out + "/manifest.json")
        let listed = Set((manifest["files"] as! [[String: Any]]).map { $0["path"] as! String })
        let found = Set(try files(in: out).keys)
        #expect(found == listed.union(["manifest.json", "SHA256SUMS"]))
        let counts = manifest["counts"] as! [String: Int]
        #expect(counts == ["makes": 12, "models": 40, "years": 54, "options": 76, "vehicles": 76])
        #expect((manifest["picker"] as! [String: Any])["drops"] as! Int == 22)
    }

    @Test func printsFindingsAsLinesThatEditorsParse() throws {
        let folder = TemporaryFolder()
        let lines = try marque("run", samplePipeline, "--out", folder.path + "/out", "--verbose").output
        #expect(
            lines.contains(
                "sample-data/vehicles.csv.gz:46:34: warning: id 1043: city08U \"twenty\" found, expected a number, taken as absent [unparsable-value]\n  46 | "
            ))
        // The mark stands under the byte that is meant.
        let all = lines.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
        let index = try #require(all.firstIndex { String($0).contains("[bare-quote]") })
        let column = try #require(all[index + 2].firstIndex(of: "^"))
        #expect(all[index + 1][column] == "\"")
    }

    @Test func keepsTheBundleWhereFindingsReachTheLimit() throws {
        let folder = TemporaryFolder()
        let out = folder.path + "/out"
        #expect(try marque("run", samplePipeline, "--out", out).status == 0)
        let before = try files(in: out)
        let result = try marque("run", samplePipeline, "--out", out, "--fail-on", "warning")
        #expect(result.status == 1 && result.error.contains("refused    11 findings of severity warning or above"))
        #expect(try files(in: out) == before)
        let data = { (name: String) in !name.hasPrefix("report/") && name != "manifest.json" && name != "SHA256SUMS" }
        let rejected = try files(in: out + ".rejected")
        #expect(rejected.filter { data($0.key) } == before.filter { data($0.key) })
        #expect(Set(rejected.keys) == Set(before.keys))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                ".out.lock", ".out.rejected.run", ".out.run", "out", "out.history.sqlite", "out.rejected",
            ])
    }

    @Test func changesSeveritiesAsThePipelineSays() throws {
        let folder = TemporaryFolder()
        let pipeline = folder.file(
            "p.yaml",
            """
            name: strict
            feeds: {vehicles: {layout: epa-vehicles, file: \(sampleFeed)}}
            audit: {severity: {city-above-highway: error, bare-quote: off}}
            write: [picker, report]
            publish: {folder: out}
            """)
        let result = try marque("run", pipeline)
        #expect(result.status == 1)
        let report = try json(folder.path + "/out.rejected/report/report.json")
        let rules = Dictionary(uniqueKeysWithValues: (report["rules"] as! [[String: Any]]).map { ($0["id"] as! String, $0) })
        #expect(rules["city-above-highway"]!["severity"] as! String == "error" && rules["bare-quote"] == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.rejected/catalog.json"))
    }
}
