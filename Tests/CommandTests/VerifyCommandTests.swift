import Foundation
import Platform
import Support
import Testing

/// `marque verify`: a sound bundle is proven, and each damage is found and named, whether or not its checksums were made to fit.
@Suite struct VerifyCommandTests {
    private let folder = TemporaryFolder()

    private func verify(_ bundle: String, _ more: String...) throws -> ProcessResult {
        try run(Project.marque, ["verify", bundle] + more)
    }

    /// The sample's bundle: all shapes there are.
    private func published(_ name: String = "out") throws -> String {
        let out = folder.path + "/" + name
        let result = try run(Project.marque, ["run", Project.root + "/pipelines/sample.yaml", "--out", out, "--quiet"])
        #expect(result.status == 0, "\(result.error)")
        return out
    }

    private func files(of bundle: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: bundle).sorted().filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: bundle + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    private func read(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    private func write(_ bytes: Data, _ path: String) throws { try bytes.write(to: URL(fileURLWithPath: path)) }

    private func edit(_ path: String, _ old: String, _ new: String) throws {
        let text = String(decoding: try read(path), as: UTF8.self)
        #expect(text.contains(old), "\(path) has no \(old)")
        try write(Data(text.replacing(old, with: new, maxReplacements: 1).utf8), path)
    }

    private func sha256(_ bytes: Data) -> String { SHA256(of: [UInt8](bytes)).hexadecimal }

    /// Makes the manifest and the checksums fit the files as they are now, and drops files in gzip, which would not fit.
    private func reseal(_ bundle: String) throws {
        for path in try files(of: bundle) where path.hasSuffix(".gz") {
            try FileManager.default.removeItem(atPath: bundle + "/" + path)
        }
        let manifest = bundle + "/manifest.json"
        var document = try JSONSerialization.jsonObject(with: read(manifest)) as! [String: Any]
        document["files"] = try (document["files"] as! [[String: Any]]).compactMap { file -> [String: Any]? in
            let path = bundle + "/" + (file["path"] as! String)
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            let bytes = try read(path)
            return ["path": file["path"]!, "sha256": sha256(bytes), "size": bytes.count]
        }
        try write(JSONSerialization.data(withJSONObject: document), manifest)
        let sums = try files(of: bundle).filter { $0 != "SHA256SUMS" }.map {
            "\(sha256(try read(bundle + "/" + $0)))  \($0)\n"
        }
        try write(Data(sums.joined().utf8), bundle + "/SHA256SUMS")
    }

    @Test func provesASoundBundle() throws {
        let bundle = try published()
        let result = try verify(bundle)
        #expect(result.status == 0, "\(result.output)")
        let ids = try JSONSerialization.jsonObject(with: read(bundle + "/vehicles.json")) as! [String: Any]
        let count = (ids["vehicles"] as! [String: Any]).count
        #expect(
            result.output.contains(
                "catalog.json, vehicles.json, vehicles.ndjson, picker.json, makes.json, catalog.sqlite hold the same \(count) ids"
            ))
        #expect(result.output.contains("\(try files(of: bundle).count - 1) files of "))
        #expect(result.output.contains("\(count) options; each id reached once") && result.output.contains("sound"))
        let json = try JSONSerialization.jsonObject(with: Data(verify(bundle, "--json").output.utf8)) as! [String: Any]
        #expect(json["verdict"] as? String == "sound" && (json["faults"] as? [Any])?.isEmpty == true)
        // Files that were made to fit are sound too, or the tests below would prove nothing.
        try reseal(bundle)
        #expect(try verify(bundle).status == 0)
    }

    @Test func namesTheFileOfEachDamagedByte() throws {
        let bundle = try published()
        var generator = SeededGenerator(seed: 6)
        for path in try files(of: bundle) {
            let sound = try read(bundle + "/" + path)
            for _ in 0..<2 {
                var damaged = sound
                let place = Int.random(in: 0..<sound.count, using: &generator)
                damaged[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &generator))
                try write(damaged, bundle + "/" + path)
                let result = try verify(bundle)
                #expect(result.status == 3, "byte \(place) of \(path)")
                #expect((result.output + result.error).contains("\(path)"), "byte \(place) of \(path): \(result.output)")
            }
            try write(sound.dropLast(), bundle + "/" + path)
            #expect(try verify(bundle).status == 3, "\(path) without its last byte")
            try write(sound, bundle + "/" + path)
        }
        #expect(try verify(bundle).status == 0)
    }

    @Test func namesWhatIsMissingAndWhatIsTooMuch() throws {
        let bundle = try published()
        try FileManager.default.removeItem(atPath: bundle + "/makes/audi.json")
        try write(Data("x".utf8), bundle + "/report/extra.txt")
        let result = try verify(bundle)
        #expect(result.status == 3)
        #expect(
            result.output.contains(
                "makes/audi.json: error: no such file\n  fix: copy the bundle again, or run the pipeline again\n"))
        #expect(result.output.contains("report/extra.txt: error: is no file of the bundle\n"))
        try edit(bundle + "/manifest.json", "\"format\": 2", "\"format\": 3")
        let newer = try verify(bundle)
        #expect(newer.status == 3 && newer.error.contains("manifest.json#/format: error: bundle format 3 found, expected 2"))
        let none = try verify(folder.path)
        #expect(none.status == 2 && none.error.contains("is no bundle: it has no manifest.json"))
        #expect(try run(Project.marque, ["verify"]).status == 2)
    }

    /// Checksums fit, and yet the shapes do not hold the same.
    @Test(arguments: [
        ("catalog.json", "\"first\":[0,", "\"first\":[1,", "catalog.json#/make/first/0: error: 1 found"),
        ("picker.json", "\"1003\"", "\"1004\"", "picker.json#/Audi/"),
        ("vehicles.json", "\"1003\":", "\"9999\":", "vehicles.json#/vehicles/9999: error: is no id of the catalog"),
        (
            "vehicles.json", "\"make\":\"Audi\"", "\"make\":\"Audie\"",
            "/make: error: is not what the catalog has above the id"
        ),
        ("vehicles.ndjson", "\"cylinders\":4", "\"cylinders\":5", "vehicles.ndjson#line "),
        ("makes/audi.json", "\"cylinders\":[", "\"cylinders\":[7,", "makes/audi.json"),
        (
            "makes/audi.json", "\"make\":\"Audi\"", "\"make\":\"BMW\"",
            "makes/audi.json#/make: error: \"BMW\" found, expected \"Audi\""
        ),
        (
            "makes.json", "\"title\":[\"Audi\"", "\"title\":[\"Audj\"",
            "makes/audi.json#/make: error: \"Audi\" found, expected \"Audj\""
        ),
        (
            "names.json", "\"canonical\":\"Audi\"", "\"canonical\":\"Audio\"",
            "names.json: error: make \"Audio\" is not in the catalog"
        ),
        ("changes.json", "\"generator\"", "\"generatorr\"", "changes.json: error: no member \"generator\""),
        ("report/report.json", "\"verdict\"", "\"verdikt\"", "report/report.json: error: no member \"verdict\""),
        ("schema/picker.schema.json", "\"type\":\"string\"", "\"type\":\"number\"", "picker.json#/"),
        ("schema/names.schema.json", "\"required\"", "\"requirred\"", "schema/names.schema.json#"),
    ])
    func namesWhereShapesDiffer(_ path: String, _ sound: String, _ damaged: String, _ message: String) throws {
        let bundle = try published()
        try edit(bundle + "/" + path, sound, damaged)
        try reseal(bundle)
        let result = try verify(bundle)
        #expect(result.status == 3 && result.output.contains(message), "\(result.output)\(result.error)")
    }

    @Test func readsTheDatabase() throws {
        guard Project.hasPython else { return print("python3 is not there: no database is damaged") }
        for (statement, message) in [
            ("UPDATE vehicle SET cylinders = 7 WHERE id = 1003", "facts of id \"1003\" differ from vehicles.json"),
            ("UPDATE model SET title = 'X' WHERE row = 0", "row 0 of \"option\" differs from the catalog's id"),
            ("PRAGMA user_version = 9", "user_version 9 found, expected 2"),
            ("DELETE FROM \"option\" WHERE row = 75", "75 options found, expected 76"),
        ] {
            let bundle = try published()
            let script =
                "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute(sys.argv[2])"
            _ = try run("python3", ["-c", script, bundle + "/catalog.sqlite", statement])
            try reseal(bundle)
            let result = try verify(bundle)
            #expect(result.status == 3 && result.output.contains("catalog.sqlite: error: " + message), "\(result.output)")
            try FileManager.default.removeItem(atPath: bundle)
        }
    }

    @Test func tellsWhatIsAboveBudget() throws {
        let pipeline = folder.file(
            "p.yaml",
            """
            name: tight
            feeds: {vehicles: {layout: epa-vehicles}}
            write: [catalog, vehicles, keys]
            publish:
              budgets: {catalog.json: {size: 1 KB, gzip: 1 MB, decode: 1 s}, vehicles.json: {size: 1 MB, gzip: 100 B}}

            """)
        let out = folder.path + "/out"
        let feed = Project.root + "/sample-data/vehicles.csv.gz"
        let made = try run(Project.marque, ["run", pipeline, "--input", "vehicles=" + feed, "--out", out, "--quiet"])
        #expect(made.status == 0, "\(made.error)")
        let result = try verify(out)
        let size = try read(out + "/catalog.json").count
        #expect(result.status == 1)
        #expect(
            result.output.contains("catalog.json: error: \(size / 1000),")
                && result.output.contains(
                    "bytes found, expected at most 1,000 bytes\n  fix: raise publish.budgets, or write less\n")
        )
        #expect(
            result.output.contains("vehicles.json: error: ")
                && result.output.contains("bytes in gzip found, expected at most 100 bytes in gzip"))
        #expect(result.output.contains("above budget"))
    }

    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set")) func provesTheRealBundle() throws {
        let out = folder.path + "/out"
        let feed = Project.feeds! + "/epa/vehicles-2025-10-28.csv.gz"
        let made = try run(
            Project.marque,
            ["run", Project.root + "/pipelines/epa.yaml", "--input", "vehicles=" + feed, "--out", out, "--quiet"])
        #expect(made.status == 0, "\(made.error)")
        let result = try verify(out)
        #expect(result.status == 0 && result.output.contains("49,582 options; each id reached once"), "\(result.output)")
    }
}
