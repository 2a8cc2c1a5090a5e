import Foundation
import Support
import Testing

/// What is told of runs: the history and the command that shows it, hooks, lineage, and the service manager.
@Suite struct HistoryTests {
    private let folder = TemporaryFolder()
    private var out: String { folder.path + "/out" }
    private var history: String { out + ".history.sqlite" }

    /// A run of the sample; what `publish` has besides the folder, and options.
    private func sample(_ publish: String = "", _ more: [String] = [], environment: [String: String] = [:]) throws
        -> ProcessResult
    {
        var text = try String(contentsOfFile: samplePipeline, encoding: .utf8)
        text.replace(/publish:\n(  .*\n)*/, with: "")
        text.replace(/file: .*\n/, with: "file: \(sampleFeed)\n")
        for kind in ["names", "waivers"] {
            text.replace("[\(kind)/", with: "[\(Project.root)/pipelines/\(kind)/")
        }
        let pipeline = folder.file("p.yaml", text + "publish: {folder: out\(publish)}\n")
        return try Support.run(Project.marque, ["run", pipeline] + more, environment: environment)
    }

    /// Rows of a query, by Python's sqlite3.
    private func query(_ sql: String) throws -> [[String]] {
        let script = """
            import sqlite3, sys, json
            print(json.dumps([[str(x) for x in row] for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2])]))
            """
        let result = try run("python3", ["-c", script, history, sql])
        #expect(result.status == 0, "\(result.error)")
        return try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as! [[String]]
    }

    @Test func keepsEveryRunWithWhatItCameTo() throws {
        let environment = ["SOURCE_DATE_EPOCH": "1800000000"]
        #expect(try sample(environment: environment).status == 0)
        #expect(try sample(environment: environment).status == 0)
        #expect(try sample("", ["--fail-on", "warning"], environment: environment).status == 1)
        #expect(try sample("", ["--input", "vehicles=" + folder.path + "/none"], environment: environment).status == 3)
        #expect(
            try query("SELECT id, started, pipeline, result, exit_status, read > kept, files > 10 FROM run") == [
                ["1", "2027-01-15T08:00:00.000Z", "sample", "published", "0", "1", "1"],
                ["2", "2027-01-15T08:00:00.000Z", "sample", "unchanged", "0", "1", "1"],
                ["3", "2027-01-15T08:00:00.000Z", "sample", "refused", "1", "1", "1"],
                ["4", "2027-01-15T08:00:00.000Z", "sample", "failed", "3", "0", "0"],
            ])
        #expect(
            try query("SELECT reason FROM run WHERE id > 2") == [
                ["11 findings of severity warning or above"], ["\(folder.path)/none: no such file or directory"],
            ])
        let report = try json(out + "/report/report.json")
        let rules = (report["rules"] as! [[String: Any]]).filter { ($0["count"] as! Int) > 0 }
        #expect(
            try query("SELECT rule, count FROM finding WHERE run = 1 ORDER BY rule")
                == rules.map { ["\($0["id"]!)", "\($0["count"]!)"] }.sorted { $0[0] < $1[0] })
        let digest = try run("sha256sum", [sampleFeed]).output.prefix(64)
        #expect(
            try query("SELECT feed, name, sha256, rows FROM input WHERE run = 1") == [
                ["vehicles", "vehicles.csv.gz", String(digest), "\((report["ledger"] as! [String: Any])["read"]!)"]
            ])
        let sums = try query("SELECT sum(rows) FROM lost WHERE run = 1")
        #expect(try query("SELECT read - kept FROM run WHERE id = 1") == sums)

        let list = try marque("history", out)
        let lines = list.output.split(separator: "\n")
        #expect(list.status == 0 && lines.count == 5 && lines[0].hasPrefix("run  started"))
        #expect(lines[1].contains(#/^ {2}1 {2}2027-01-15T08:00:00Z {2}published +0 +76 {2}11 warning, \d+ notice {2}/#))
        #expect(lines[4].contains(#/^ {2}4 {2}.* {2}failed +3 +- {2}- {2}/#))
        #expect(try marque("history", out, "--limit", "1").output.hasSuffix("3 older ones; --limit N shows more\n"))
        let one = try marque("history", out, "4").output
        #expect(
            one.contains("result     failed, exit status 3\n           \(folder.path)/none: no such file or directory\n"))
        let shown = try marque("history", out, "1").output
        #expect(shown.contains("sha256 \(digest)") && shown.contains("76 vehicles"))
        let compared = try marque("history", out, "1", "4").output
        #expect(compared.contains(#/\nvehicles +76 +- +−76\n/#), "\(compared)")
        let document = try marque("history", out, "1", "--json").output
        let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as! [String: Any]
        #expect(object["id"] as? Int == 1 && object["result"] as? String == "published")
    }

    @Test func historyTellsWhatItCannotShow() throws {
        #expect(try marque("history", out).error.contains("out: error: has no history \"\(history)\"\n  fix: "))
        #expect(try sample().status == 0)
        var result = try marque("history", out, "9")
        #expect(result.status == 2 && result.error.contains("run \"9\" found, expected one of 1 to 1"))
        result = try marque("history", out, "x")
        #expect(result.status == 2 && result.error.contains("run \"x\" found, expected a number as marque history shows it"))
        result = try marque("history", out, "--limit", "0")
        #expect(result.status == 2 && result.error.contains("--limit \"0\" found, expected a whole number larger than 0"))
        result = try marque("history")
        #expect(result.status == 2 && result.error.contains("0 operands found, expected a bundle and up to two runs"))
        _ = try query("PRAGMA user_version = 7")
        #expect(try marque("history", out).error.contains("version \"7\" found, expected \"1\""))
        // A later marque's history is left alone.
        result = try sample("", ["--verbose"])
        #expect(
            result.status == 0
                && result.error.contains("warning: the history is not written: version \"7\" found, expected at most \"1\""))
        #expect(try query("SELECT count(*) FROM run") == [["1"]])
    }

    @Test func keepsTheLastThousandRuns() throws {
        #expect(try sample().status == 0)
        let script = """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1])
            for i in range(2, 1001):
                c.execute("INSERT INTO run SELECT ?, started, seconds, pipeline, result, exit_status, reason, data_date, data_version, "
                          "version, read, kept, files, size FROM run WHERE id = 1", (i,))
            c.commit()
            """
        #expect(try run("python3", ["-c", script, history]).status == 0)
        #expect(try sample().status == 0)
        #expect(try query("SELECT min(id), max(id), count(*) FROM run") == [["2", "1001", "1000"]])
        // What belonged to the first went with it.
        #expect(try query("SELECT count(*) FROM finding WHERE run = 1") == [["0"]])
    }

    @Test func aDamagedOrLockedHistoryCostsNoBundle() throws {
        #expect(try sample().status == 0)
        let whole = try Data(contentsOf: URL(fileURLWithPath: history))
        for damage in [
            Data(
                "no database at all, and longer than a header of a hundred bytes \(String(repeating: ".", count: 99))".utf8),
            whole.prefix(5000),
        ] {
            try damage.write(to: URL(fileURLWithPath: history))
            let result = try sample("", ["--verbose"])
            #expect(result.status == 0)
            #expect(
                result.error.contains("warning: the history is damaged (")
                    && result.error.contains("), a new one was begun"),
                "\(result.error)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: history + ".damaged")) == damage)
            #expect(try query("SELECT count(*) FROM run") == [["1"]])
        }
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script =
            "import sqlite3, sys, time; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN EXCLUSIVE'); print('held', flush=True); time.sleep(30)"
        holder.arguments = ["python3", "-c", script, history]
        let told = Pipe()
        holder.standardOutput = told
        try holder.run()
        _ = told.fileHandleForReading.availableData
        let result = try sample(", gzip: true")
        holder.terminate()
        holder.waitUntilExit()
        #expect(result.status == 0 && result.error.contains("warning: the history is not written: database is locked"))
        #expect(try marque("verify", out).status == 0)
        // Truncated to nothing it is an empty database.
        try Data().write(to: URL(fileURLWithPath: history))
        #expect(try sample(", gzip: true").error == "")
        #expect(try query("SELECT id, result FROM run") == [["1", "unchanged"]])
    }

    // MARK: Hooks

    @Test func hooksAreGivenTheAccountOfTheRun() throws {
        let command = "[sh, -c, \"cat > \(folder.path)/$MARQUE_RESULT.json; echo $MARQUE_BUNDLE >&2\"]"
        let hooks = ", hooks: {published: \(command), unchanged: \(command), refused: \(command), failed: \(command)}"
        #expect(try sample(hooks).error == "\(out)\n")
        #expect(try sample(hooks).status == 0)
        #expect(try sample(hooks, ["--fail-on", "warning"]).status == 1)
        #expect(try sample(hooks, ["--input", "vehicles=/none"]).status == 3)
        for (result, status) in [("published", 0), ("unchanged", 0), ("refused", 1), ("failed", 3)] {
            let account = try json(folder.path + "/\(result).json")
            #expect(account["result"] as? String == result && account["exitStatus"] as? Int == status)
            #expect(account["pipeline"] as? String == "sample" && account["folder"] as? String == out)
        }
        let report = try json(out + "/report/report.json")
        let account = try json(folder.path + "/unchanged.json")
        #expect((account["rows"] as! [String: Int])["read"] == (report["ledger"] as! [String: Any])["read"] as? Int)
    }

    @Test func hooksThatFailAreToldAndChangeNothing() throws {
        func warning(_ command: String, _ more: String = "") throws -> String {
            let result = try sample(", hooks: {published: \(command), unchanged: \(command)\(more)}")
            #expect(result.status == 0)
            return result.error
        }
        #expect(
            try warning("[sh, -c, \"exit 7\"]").hasPrefix(
                "publish.hooks.published: error: \"sh\" ended with status 7, expected 0\n  fix: "))
        #expect(try warning("[sh, -c, \"kill -9 $$\"]").contains("\"sh\" was ended by signal 9"))
        #expect(try warning("/no/such/command").contains("\"/no/such/command\" cannot be run: no such file or directory"))
        // It and what it has started are ended, also where it does not want to.
        let start = Date()
        let stubborn = "[sh, -c, \"trap '' TERM; sleep 60 & echo $! > \(folder.path)/child; sleep 60\"]"
        #expect(try warning(stubborn, ", timeout: 200 ms").contains("took longer than 0.2 s and was ended"))
        #expect(Date().timeIntervalSince(start) < 10)
        let child = try String(contentsOfFile: folder.path + "/child", encoding: .utf8).trimmingCharacters(in: .newlines)
        usleep(100_000)
        let state = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
        #expect(state == "" || state.contains(") Z "), "\(state)")
        // A large account, nobody reads it.
        #expect(try warning("\"true\"") == "")
    }

    // MARK: Lineage and the service manager

    @Test func lineageIsAnEventOfItsOwnForEachEnd() throws {
        let file = folder.path + "/lineage.json"
        var ids: Set<String> = []
        func event(_ more: String...) throws -> [String: Any] {
            _ = try sample("", ["--lineage", file] + more, environment: ["SOURCE_DATE_EPOCH": "1800000000"])
            let event = try json(file)
            for key in ["eventTime", "producer", "schemaURL", "run", "job"] { #expect(event[key] != nil) }
            #expect(event["eventTime"] as? String == "2027-01-15T08:00:00.000Z")
            let id = (event["run"] as! [String: Any])["runId"] as! String
            #expect(id.contains(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/), "\(id)")
            #expect(ids.insert(id).inserted)
            return event
        }
        let published = try event()
        #expect(published["eventType"] as? String == "COMPLETE")
        let output = (published["outputs"] as! [[String: Any]])[0]
        #expect(output["name"] as? String == out)
        let statistics = (output["outputFacets"] as! [String: Any])["outputStatistics"] as! [String: Any]
        #expect(
            statistics["rowCount"] as? Int == 76
                && (statistics["_schemaURL"] as! String).hasPrefix("https://openlineage.io/spec/facets/"))
        let input = (published["inputs"] as! [[String: Any]])[0]
        let version = ((input["facets"] as! [String: Any])["version"] as! [String: Any])["datasetVersion"] as! String
        #expect(try run("sha256sum", [sampleFeed]).output.hasPrefix(version))
        #expect(try event("--fail-on", "warning")["eventType"] as? String == "ABORT")
        let failed = try event("--input", "vehicles=/none")
        #expect(failed["eventType"] as? String == "FAIL" && (failed["outputs"] as! [Any]).isEmpty)
        let facets = (failed["run"] as! [String: Any])["facets"] as! [String: Any]
        #expect((facets["errorMessage"] as! [String: Any])["message"] as? String == "/none: no such file or directory")
        let nowhere = try sample("", ["--lineage", folder.path + "/no/x"])
        #expect(nowhere.status == 2 && nowhere.error.contains("is no folder\n  fix: name a file in a folder with --lineage"))
    }

    @Test func tellsTheServiceManagerWhatItIsAt() throws {
        let script = """
            import socket, subprocess, sys
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.bind(sys.argv[1])
            s.settimeout(0.2)
            subprocess.run(sys.argv[2:], check=True, stdout=subprocess.DEVNULL)
            try:
                while True: print(s.recv(4096).decode())
            except TimeoutError: pass
            """
        for (name, place) in [("plain", folder.path + "/notify"), ("abstract", "@marque-test-\(getpid())")] {
            let bound = place.hasPrefix("@") ? "\\0" + place.dropFirst() : place
            let text = script.replacingOccurrences(of: "sys.argv[1]", with: "'\(bound)'")
            let result = try run(
                "env",
                [
                    "NOTIFY_SOCKET=" + place, "python3", "-c", text, "-", Project.marque, "run", samplePipeline, "--out",
                    out + name,
                ])
            #expect(
                result.output == "STATUS=reading vehicles\nSTATUS=building \(out + name)\nSTATUS=publishing \(out + name)\n",
                "\(result.error)")
        }
    }
}
