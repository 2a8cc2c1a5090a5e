import Foundation
import Support
import Testing

/// The page of `marque preview` in a browser, what it says of a bundle that is damaged, and the client that the page is made with.
@Suite(.serialized) struct PreviewTests {
    private let folder = TemporaryFolder()

    /// What a script finds wrong; nothing where what it needs is not there, which it says by status 77.
    private func faults(_ program: String, _ arguments: [String], isSilent: Bool = false) throws -> String {
        let result = try run(program, arguments)
        if [77, 127].contains(result.status) {
            print("\(result.status == 127 ? program + " is not there" : result.output): \(arguments.last!) is not tested")
            return ""
        }
        if result.status == 0, isSilent { return "" }
        return result.output.trimmingCharacters(in: .newlines) + (result.status == 0 ? "" : result.error)
    }

    private func sample() throws -> String {
        let out = folder.path + "/sample"
        #expect(try marque("run", samplePipeline, "--out", out).status == 0)
        return out
    }

    @Test func thePageOfTheSampleWorks() throws {
        let script = Project.root + "/Tests/CommandTests/preview_page.py"
        #expect(try faults("python3", [script, Project.marque, try sample()]) == "")
    }

    /// 49,582 vehicles: less than 2 MB, the same for the same bundle, and one file.
    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set")) func thePageOfTheRealFeedIsSmall() throws {
        let out = folder.path + "/epa"
        let feed = Project.feeds! + "/epa/vehicles-2025-10-28.csv.gz"
        #expect(try marque("run", epaPipeline, "--input", "vehicles=" + feed, "--out", out).status < 2)
        let pages = try ["a.html", "b.html"].map { name in
            let result = try marque("preview", out, "--out", folder.path + "/" + name)
            let page = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
            #expect(result.status == 0 && result.output.hasPrefix("written  \(folder.path)/\(name): "), "\(result)")
            return page
        }
        #expect(pages[0] == pages[1])
        #expect(pages[0].count < 2_000_000)
        let text = String(decoding: pages[0], as: UTF8.self)
        #expect(
            !text.contains("\nimport ") && !text.contains("\nexport ") && !text.contains("src=")
                && text.components(separatedBy: "<script").count == 4)
    }

    @Test func theVectorsAreTheModels() throws {
        #expect(try faults("python3", [Project.root + "/Tests/Vectors/make.py", "--check"]) == "")
    }

    @Test func theClientFollowsTheVectors() throws {
        let client = Project.root + "/Clients/TypeScript"
        let tests = ["vectors", "catalog"].map { client + "/tests/\($0).test.js" }
        #expect(try faults("node", ["--test"] + tests, isSilent: true) == "")
    }

    /// The types that the client is published with are those of its comments.
    @Test func theClientsTypesFit() throws {
        let client = Project.root + "/Clients/TypeScript"
        #expect(try faults("tsc", ["-p", client]) == "")
        let copy = folder.path + "/client"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: client)
        where name.hasSuffix(".js") || name == "tsconfig.json" {
            try FileManager.default.copyItem(atPath: client + "/" + name, toPath: copy + "/" + name)
        }
        let types = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly"]
        #expect(try faults("tsc", ["-p", copy] + types) == "")
        for name in try FileManager.default.contentsOfDirectory(atPath: copy) where name.hasSuffix(".d.ts") {
            let made = try String(contentsOfFile: copy + "/" + name, encoding: .utf8)
            #expect(try made == String(contentsOfFile: client + "/" + name, encoding: .utf8), "npm run types")
        }
    }

    // MARK: What is refused

    /// Changes a file of the sample's bundle, and has the manifest agree.
    private func damaged(_ path: String, _ change: (String) -> String) throws -> String {
        let bundle = try sample()
        func sum(_ path: String) throws -> String { String(try run("sha256sum", [path]).output.prefix(64)) }
        let file = URL(fileURLWithPath: bundle + "/" + path)
        let (old, size) = (try sum(file.path), try Data(contentsOf: file).count)
        try change(String(contentsOf: file, encoding: .utf8)).write(to: file, atomically: true, encoding: .utf8)
        let manifest = URL(fileURLWithPath: bundle + "/manifest.json")
        try String(contentsOf: manifest, encoding: .utf8).replacing(old, with: try sum(file.path))
            .replacing("\"size\": \(size)", with: "\"size\": \(try Data(contentsOf: file).count)")
            .write(to: manifest, atomically: true, encoding: .utf8)
        return bundle
    }

    private func refusal(_ bundle: String, _ status: Int32, _ message: String) throws {
        let page = folder.path + "/page.html"
        let result = try marque("preview", bundle, "--out", page)
        #expect(result.status == status)
        #expect(result.error.hasPrefix(bundle + message), "\(result.error)")
        #expect(!FileManager.default.fileExists(atPath: page))
    }

    @Test func whatIsNoBundleIsAMatterOfUsage() throws {
        try refusal(
            folder.path, 2,
            ": error: is no bundle: it has no manifest.json\n  fix: name the folder that marque run has published")
        let result = try marque("preview")
        #expect(result.status == 2 && result.error.contains("marque: error: 0 operands found, expected a bundle"))
    }

    @Test func aFileThatIsMissingIsNamed() throws {
        let bundle = try sample()
        try FileManager.default.removeItem(atPath: bundle + "/catalog.json")
        try refusal(bundle, 3, ": error: catalog.json: no such file\n  fix: run the pipeline again")
    }

    @Test func anotherFormatIsNamed() throws {
        let bundle = try damaged("catalog.json") { $0.replacing("\"format\":2", with: "\"format\":3") }
        try refusal(bundle, 3, ": error: catalog.json#/format: bundle format 3 found, expected 2")
    }

    @Test func anOffsetThatLeadsNowhereIsNamed() throws {
        let bundle = try damaged("catalog.json") { $0.replacing("\"first\":[0,", with: "\"first\":[1,", maxReplacements: 1) }
        try refusal(
            bundle, 3, ": error: catalog.json#/make/first/0: 1 found, expected a place that follows on the one before")
    }

    @Test func aFileThatTheManifestDoesNotKnowIsRefused() throws {
        let bundle = try sample()
        let file = URL(fileURLWithPath: bundle + "/catalog.json")
        try String(contentsOf: file, encoding: .utf8).replacing("\"format\":2", with: "\"format\":3")
            .write(to: file, atomically: true, encoding: .utf8)
        try refusal(bundle, 3, ": error: catalog.json: sha256 ")
    }

    @Test func vehiclesThatCannotBeReadAreNamed() throws {
        let bundle = try damaged("vehicles.json") { String($0.dropLast(20)) }
        try refusal(bundle, 3, "/vehicles.json:")
    }
}
