import Foundation
import Support
import Testing

/// `marque names` and `marque why`, through the command itself.
@Suite struct NamesCommandTests {
    private let folder = TemporaryFolder()

    /// Two spellings that are proposed, two that merge, and one that a decision keeps apart from them.
    private func pipeline(_ decisions: String = "") throws -> String {
        _ = folder.file(
            "feed.csv",
            """
            id,make,model,year,base,displ
            1,Ferrari,Testarossa,1990,Testarossa,4.9
            2,Ferrari,Testarossa,1991,Testarossa,4.9
            3,Ferrari,Testerossa,1991,Testarossa,4.9
            4,Ferrari,Ferrari 456,1995,456,5.5
            5,Mercedes,AMG C63,2014,C,6.2
            6,Mercedes,C63 AMG,2013,C,6.2
            7,mercedes,C 63 AMG,2012,C,6.2

            """)
        if !FileManager.default.fileExists(atPath: folder.path + "/names.yaml") {
            _ = folder.file("names.yaml", decisions)
        }
        return folder.file(
            "p.yaml",
            """
            name: p
            feeds:
              cars:
                file: feed.csv
                layout:
                  facts: {id: {column: id}, make: {column: make}, model: {column: model}, year: {column: year}, baseModel: {column: base}, displacement: {column: displ}}
            dedupe:
              decisions: [names.yaml]
            publish: {folder: out}
            """)
    }

    private func ids(_ pipeline: String) throws -> [String: String] {
        let lines = try marque("names", pipeline).output.split(separator: "\n").dropFirst()
        return Dictionary(uniqueKeysWithValues: lines.map { (String($0.split(separator: "\"")[1]), String($0.prefix(6))) })
    }

    @Test func listsShowsAndExplains() throws {
        let pipeline = try pipeline()
        let ids = try ids(pipeline)
        #expect(Set(ids.keys) == ["Testerossa", "Ferrari 456"])
        let shown = try marque("names", pipeline, "--show", ids["Testerossa"]!).output
        for text in [
            "misspelling, score ", "Ferrari: \"Testerossa\" → \"Testarossa\"", "same base model \"Testarossa\"",
            "rows           2              1", "years          1990–1991      1991", "displacement   4.9            4.9",
        ] { #expect(shown.contains(text), "\(shown)") }
        let explained = try marque("names", pipeline, "--explain", "Mercedes", "C63 AMG").output
        #expect(explained.contains("model \"C63 AMG\" (1 row) is shown as \"AMG C63\": word-order"))
        let open = try marque("names", pipeline, "--explain", "Ferrari", "Testerossa").output
        #expect(open.contains("may be \"Testarossa\": misspelling") && open.contains(ids["Testerossa"]!))
        #expect(try marque("names", pipeline, "--limit", "1").output.contains("and 1 more"))
    }

    @Test func whatIsAcceptedAndForbiddenHoldsInTheNextRun() throws {
        let pipeline = try pipeline()
        let into = folder.path + "/names.yaml"
        let ids = try ids(pipeline)
        for (act, name) in [("--accept", "Testerossa"), ("--forbid", "Ferrari 456")] {
            let result = try marque(
                "names", pipeline, act, ids[name]!, "--into", into, "--author", "Ann", "--reason", "seen")
            #expect(result.status == 0 && result.output.contains("added - {make: \"Ferrari\""), "\(result)")
        }
        #expect(try self.ids(pipeline).isEmpty, "nothing is open any more")
        #expect(try marque("run", pipeline).status == 0)
        let picker = try json(folder.path + "/out/picker.json") as! [String: [String: [String: String]]]
        #expect(picker["Ferrari"].map { Set($0.keys) } == ["Testarossa", "Ferrari 456"])
        let report = try json(folder.path + "/out/report/report.json")
        for rule in report["rules"] as! [[String: Any]] where (rule["id"] as! String).hasPrefix("decision") {
            #expect(rule["count"] as! Int == 0, "\(rule)")
        }
        let why = try marque("why", folder.path + "/out", "3").output
        for text in [
            "id 3: filed as \"Ferrari\" \"Testerossa\", live", "is shown as \"Testarossa\": decision",
            "decided by names.yaml:2: seen (Ann)", "key ferrari/testarossa, live",
        ] { #expect(why.contains(text), "\(why)") }
        #expect(try marque("why", folder.path + "/out", "Mercedes", "C 63 AMG").output.contains("\"AMG C63\""))
    }

    @Test(arguments: [
        (["names"], "0 operands found, expected a pipeline file"),
        (["names", "P", "--accept", "x"], "\"--accept\" found without \"--into FILE\""),
        (["names", "P", "--accept", "x", "--forbid", "y"], "\"--accept\" and \"--forbid\" found, expected one of them"),
        (["names", "P", "--review", "--into", "f"], "\"--review\" found without a terminal"),
        (["names", "P", "--accept", "123456", "--into", "f"], "proposal \"123456\" found, which is not open"),
        (["names", "P", "--show", "123456"], "proposal \"123456\" found, which is not open"),
        (["names", "P", "--limit", "0"], "--limit \"0\" found, expected a whole number"),
        (["names", "P", "--explain"], "1 operands found, expected a pipeline file, a make"),
        (["names", "P", "--explain", "Lada"], "\"Lada\" found, which no feed has"),
        (["why"], "0 operands found, expected a bundle and an id, a line (FILE:LINE)"),
        (["why", "F", "1"], "is no bundle: it has no manifest.json"),
    ])
    func refusesWhatItCannotUnderstand(_ arguments: [String], _ message: String) throws {
        let pipeline = try pipeline()
        let words = arguments.map { $0 == "P" ? pipeline : $0 == "F" ? folder.path : $0 }
        let result = try run(
            Project.marque, words, environment: ["USER": "ann", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""])
        #expect(result.status == 2 && result.error.contains(message), "\(result.error)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/f"))
    }

    /// A person at a terminal: yes, a slip, no.
    @Test(.enabled(if: Project.hasPython)) func asksOnATerminal() throws {
        let pipeline = try pipeline()
        let script = """
            import os, pty, sys
            answers = [b"y\\n", b"what\\n", b"n\\n"]
            def read(fd):
                data = os.read(fd, 1024)
                if b"stop (q)? " in data and answers:
                    os.write(fd, answers.pop(0))
                return data
            status = pty.spawn(sys.argv[1:], read)
            sys.exit(os.waitstatus_to_exitcode(status))
            """
        let result = try run(
            "python3",
            [
                "-c", script, Project.marque, "names", pipeline, "--review", "--into", folder.path + "/names.yaml",
                "--author", "Ann",
            ])
        #expect(result.status == 0, "\(result.output)\(result.error)")
        let decided = try String(contentsOfFile: folder.path + "/names.yaml", encoding: .utf8)
        #expect(decided.components(separatedBy: "\n").filter { $0.contains("author: \"Ann\"") }.count == 2, "\(decided)")
        #expect(try ids(pipeline).isEmpty)
    }

    @Test func goesOnFromALedgerThatIsGiven() throws {
        let pipeline = try pipeline()
        #expect(try marque("run", pipeline).status == 0)
        let keys = folder.path + "/out/keys.tsv"
        var text = try String(contentsOfFile: keys, encoding: .utf8)
        text = text.replacingOccurrences(of: "ferrari/testarossa\t", with: "ferrari/old-key\t")
        let given = folder.file("given.tsv", text)
        #expect(try marque("run", pipeline, "--keys", given, "--out", folder.path + "/other").status == 0)
        #expect(
            try String(contentsOfFile: folder.path + "/other/keys.tsv", encoding: .utf8).contains("ferrari/old-key\tlive"))
        let catalog = try json(folder.path + "/other/catalog.json")
        #expect(((catalog["model"] as! [String: Any])["key"] as! [String]).contains("ferrari/old-key"))

        let damaged = folder.file("damaged.tsv", text.replacingOccurrences(of: "\tlive\t", with: "\tlvie\t"))
        let result = try marque("run", pipeline, "--keys", damaged, "--out", folder.path + "/third")
        #expect(
            result.status == 3
                && result.error.contains("damaged.tsv:3: error: the ledger of keys is damaged, expected a state"))
        #expect(result.error.contains("--keys FILE") && !FileManager.default.fileExists(atPath: folder.path + "/third"))
        #expect(try marque("run", pipeline, "--keys", folder.path + "/none").status == 3)
    }
}
