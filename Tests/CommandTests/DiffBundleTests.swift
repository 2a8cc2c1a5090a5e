import Foundation
import Support
import Testing

/// `changes.json`, and `marque diff` between two bundles.
@Suite struct DiffBundleTests {
    private let folder = TemporaryFolder()

    private var out: String { folder.path + "/out" }

    /// Writes the feed anew and runs the pipeline; `decisions` are lines of its decision file.
    @discardableResult
    private func publish(_ rows: String, decisions: String = "", name: String = "p") throws -> [String: Any] {
        _ = folder.file("feed.csv", "id,make,model,year,city,cost\n" + rows)
        _ = folder.file("names.yaml", "author: Ann\ndecisions:\n" + (decisions.isEmpty ? "  []\n" : decisions))
        let pipeline = folder.file(
            "p.yaml",
            """
            name: \(name)
            feeds:
              cars:
                file: feed.csv
                layout:
                  facts: {id: {column: id}, make: {column: make}, model: {column: model}, year: {column: year}, city: {column: city, unit: mpg (US), cycle: EPA label}, annualCost: {column: cost}}
            dedupe: {names: as-filed, decisions: [names.yaml]}
            publish: {folder: out}
            """)
        let result = try marque("run", pipeline)
        #expect(result.status == 0, "\(result.error)")
        return try json(out + "/changes.json")
    }

    private func copy(as name: String) throws -> String {
        let path = folder.path + "/" + name
        try FileManager.default.copyItem(atPath: out, toPath: path)
        return path
    }

    private func counts(_ changes: [String: Any]) -> [String: Int] {
        (changes["counts"] as? [String: Int] ?? [:]).filter { $0.value > 0 }
    }

    private func renames(_ changes: [String: Any]) -> [String] {
        (changes["renamed"] as! [[String: String]]).map { "\($0["id"]!) \($0["from"]!) → \($0["to"]!)" }
    }

    @Test func theFirstBundleSaysThatNoneGoesBefore() throws {
        let first = try publish("1,Audi,A4,2013,21,1500\n")
        #expect(first["from"] is NSNull && first["counts"] == nil && first["added"] == nil)
        #expect((first["to"] as! [String: Any])["rows"] as! Int == 1)
        let manifest = try json(out + "/manifest.json")
        #expect((manifest["files"] as! [[String: Any]]).contains { $0["path"] as! String == "changes.json" })
    }

    @Test func tellsWhatBecameOfEachVehicle() throws {
        try publish(
            "1,Audi,A4,2013,21,1500\n2,Audi,\"A\"\"6\",2013,20,1500\n3,BMW,320i,2014,25,1500\n4,Kia,Rio,2015,30,1200\n")
        let version = (try json(out + "/manifest.json")["data"] as! [String: Any])["version"] as! String
        let changes = try publish(
            "5,Kia,Ceed,2016,28,1300\n1,Audi,A4,2013,21,1600\n2,Audi,\"A\"\"6 quattro\",2013,20,1500\n3,BMW,320i,2014,,1500\n"
        )
        #expect((changes["from"] as! [String: Any])["version"] as! String == version)
        #expect((changes["to"] as! [String: Any])["version"] == nil)
        #expect(
            counts(changes) == [
                "common": 3, "added": 1, "removed": 1, "renamed": 1, "restated": 1, "restatedVehicles": 1, "changed": 3,
                "changedOutsideVolatile": 2, "branchesAdded": 2, "branchesRemoved": 2,
            ])
        #expect(renames(changes) == ["2 A\"6 → A\"6 quattro"])
        let restated = changes["restated"] as! [[String: Any]]
        #expect(restated[0]["from"] as! Int == 25 && restated[0]["to"] is NSNull && restated[0]["difference"] == nil)
        #expect(changes["cause"] as! String == "feed")
        let columns = changes["columns"] as! [[String: Any]]
        #expect(columns.first { $0["column"] as! String == "annualCost" }?["rows"] as! Int == 1)
    }

    @Test func followsRenamesThatFlipAndIDsThatComeBack() throws {
        let (plain, flexible) = ("1,Chrysler,Sebring,2008,21,1500\n", "1,Chrysler,Sebring FFV,2008,21,1500\n")
        let other = "2,Audi,A4,2013,21,1500\n"
        try publish(plain + other)
        let gone = try publish(flexible)
        #expect(renames(gone) == ["1 Sebring → Sebring FFV"] && counts(gone)["removed"] == 1)
        let back = try publish(plain + other + "3,Audi,A5,2013,20,1500\n")
        #expect(renames(back) == ["1 Sebring FFV → Sebring"])
        #expect((back["returned"] as! [[String: String]]).map { $0["id"]! } == ["2"])
        #expect((back["added"] as! [[String: String]]).map { $0["id"]! } == ["3"])
    }

    @Test func aRunThatChangesNothingKeepsTheAccountOfHowTheDataCameToBe() throws {
        let rows = "1,Audi,A4,2013,21,1500\n"
        try publish(rows)
        let first = try files(in: out)
        try publish(rows)
        #expect(try files(in: out) == first)
        try publish(rows + "2,Audi,A6,2013,20,1500\n")
        let second = try files(in: out)
        let again = try publish(rows + "2,Audi,A6,2013,20,1500\n")
        #expect(try files(in: out) == second && counts(again)["added"] == 1)
    }

    @Test func tellsTheFeedFromTheDecisions() throws {
        let decisions = "  - {make: Ferrari, rename: Testerossa, to: Testarossa, reason: a slip}\n"
        let old =
            "1,Audi,A4,2013,21,1500\n2,Ferrari,Testarossa,1991,9,1500\n3,Ferrari,Testerossa,1991,9,1500\n4,Kia,Foo,2015,30,1200\n"
        try publish(old)
        let before = try copy(as: "before")
        let changes = try publish(
            old.replacingOccurrences(of: "2013,21", with: "2013,22").replacingOccurrences(of: "Foo", with: "Bar")
                + "5,Kia,Bar,2016,30,1200\n",
            decisions: decisions + "  - {make: Kia, rename: Bar, to: Baz, reason: as the maker writes it}\n")
        #expect(changes["cause"] == nil)
        let causes = (changes["renamed"] as! [[String: String]])
            .map { "\($0["id"]!) \($0["from"]!) → \($0["to"]!): \($0["cause"] ?? "")" }
        #expect(causes == ["3 Testerossa → Testarossa: rules", "4 Foo → Baz: both"])
        #expect((changes["restated"] as! [[String: Any]]).map { $0["cause"] as! String } == ["feed"])
        #expect((changes["added"] as! [[String: String]]).map { $0["cause"]! } == ["feed"])

        // The same between bundles: the run remembers where its feed is, as long as it is that feed.
        let text = try marque("diff", before, out).output
        #expect(text.contains("cause      2 by the feed, 1 by rules or decisions, 1 by both"), "\(text)")
        let after = try copy(as: "after")
        let unknown = try marque("diff", before, after).output
        #expect(unknown.contains("causes are not known: the pipelines differ; give the new feeds with --input NAME=PATH"))
        let feed = folder.path + "/feed.csv"
        #expect(try marque("diff", before, after, "--input", "cars=" + feed).output.contains("1 by rules or decisions"))
        let wrong = try marque("diff", before, after, "--input", "cars=" + folder.file("other.csv", "id,make\n"))
        #expect(wrong.status == 2 && wrong.error.contains("is not the file of feed \"cars\""))
        let misnamed = try marque("diff", before, after, "--input", "car=" + feed)
        #expect(misnamed.status == 2 && misnamed.error.contains("feed \"car\" found, expected one of \"cars\""))
    }

    @Test func saysWhyACauseIsNotKnown() throws {
        let rows = "1,Audi,A4,2013,21,1500\n"
        try publish(rows)
        let decisions = "  - {make: Audi, rename: A4, to: A 4, reason: a test}\n"
        _ = folder.file("names.yaml", "author: Ann\ndecisions:\n" + decisions)
        let piped = try run(
            Project.marque, ["run", folder.path + "/p.yaml", "--input", "cars=-"],
            input: Data("id,make,model,year,city,cost\n1,Audi,A4,2013,22,1500\n".utf8))
        #expect(piped.status == 0, "\(piped.error)")
        var changes = try json(out + "/changes.json")
        #expect(
            changes["remarks"] as! [String] == [
                "causes are not known: standard input cannot be read again by the old pipeline"
            ])
        #expect(counts(changes)["restated"] == 1 && changes["cause"] == nil)
        try FileManager.default.removeItem(atPath: out + "/report/pipeline.json")
        changes = try publish(rows)
        #expect(
            (changes["remarks"] as! [String])[0].hasPrefix(
                "causes are not known: the old pipeline: the bundle has no report/"))
    }

    /// A damaged bundle is no reason not to publish the next one, and no reason to crash.
    @Test(arguments: [
        ("\"city\":21", "\"cty\":21", "vehicles.json:4", "facts that the first line declares"),
        ("\"1\":{", "\"x\":{", "vehicles.json:4", "a vehicle's id"),
        ("\"format\":2", "\"format\":1", "vehicles.json:2", "format 2"),
        ("}\n}}\n", "}\n", "vehicles.json:5", "\",\" or the end"), ("}}\n", "}}\n ", "vehicles.json:5", "the end"),
        ("\"A4\"", "\"A4", "vehicles.json:4", "the end of the vehicle"),
        ("{\"fields\":", "{\"field\":", "vehicles.json:1", "the meanings of the facts"),
        ("\"A4\"", "\"A\\x4\"", "vehicles.json:4", "an escape"), ("21", "", "vehicles.json:4", "a value"),
    ])
    func namesTheLineThatIsDamaged(_ found: String, _ damaged: String, _ place: String, _ expected: String) throws {
        try publish("1,Audi,A4,2013,21,1500\n")
        let path = out + "/vehicles.json"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try #require(text.contains(found))
        try text.replacingOccurrences(of: found, with: damaged).write(toFile: path, atomically: true, encoding: .utf8)
        let result = try marque("diff", out, out)
        #expect(
            result.status == 3 && result.error.contains(place + ": error: damaged, expected " + expected), "\(result.error)")
        let changes = try publish("1,Audi,A4,2013,22,1500\n")
        #expect((changes["remarks"] as! [String])[0].hasPrefix("the published bundle cannot be compared: \(place): damaged"))
        #expect(changes["counts"] == nil && (changes["from"] as! [String: Any])["rows"] as! Int == 1)
    }

    @Test func refusesBundlesThatCannotBeCompared() throws {
        try publish("1,Audi,A4,2013,21,1500\n")
        let mixed = try marque("diff", out, folder.path + "/feed.csv")
        #expect(mixed.status == 2 && mixed.error.contains("feed.csv: error: is no bundle, and \(out) is one"))
        let layout = try marque("diff", out, out, "--layout", "vca")
        #expect(layout.status == 2 && layout.error.contains("--layout: error: tells how a feed is read, and bundles found"))
        let lacking = try copy(as: "lacking")
        try FileManager.default.removeItem(atPath: lacking + "/vehicles.json")
        let result = try marque("diff", lacking, out)
        #expect(result.status == 2 && result.error.contains("the bundle has no vehicles.json"))
        let other = try copy(as: "other")
        let manifest = try String(contentsOfFile: other + "/manifest.json", encoding: .utf8)
        for (text, message) in [
            (
                manifest.replacingOccurrences(of: "\"format\": 2", with: "\"format\": 1"),
                "format \"1\" found, expected \"2\""
            ),
            ("{", "damaged, expected a string"), ("{}", "format of no number found, expected \"2\""),
        ] {
            try text.write(toFile: other + "/manifest.json", atomically: true, encoding: .utf8)
            let result = try marque("diff", other, out)
            #expect(result.status == 3 && result.error.contains(message), "\(result.error)")
        }
        // Without ledgers there is no telling what returned.
        let bare = try copy(as: "bare")
        try FileManager.default.removeItem(atPath: bare + "/keys.tsv")
        #expect(try marque("diff", bare, out).output.contains("note       without a ledger of keys in both bundles"))
    }

    /// A model's key stays with its first name; another key is told.
    @Test func tellsModelsOfAnotherKey() throws {
        try publish("1,Audi,A4,2013,21,1500\n2,Audi,A6,2013,20,1500\n")
        let before = try copy(as: "before")
        let keys = out + "/keys.tsv"
        let text = try String(contentsOfFile: keys, encoding: .utf8)
        try text.replacingOccurrences(of: "audi/a6", with: "audi/a6-old").write(
            toFile: keys, atomically: true, encoding: .utf8)
        let result = try marque("diff", before, out, "--json").output
        #expect(result.contains("\"rekeyed\":[\n{\"id\":\"2\",\"from\":\"audi/a6\",\"to\":\"audi/a6-old\"}]"))
    }
}
