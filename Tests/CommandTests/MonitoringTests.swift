import Foundation
import Support
import Testing

/// What a run tells programs that watch it: the textfile for Prometheus, and the log of JSON lines.
@Suite struct MonitoringTests {
    private let folder = TemporaryFolder()
    private var out: String { folder.path + "/out" }
    private var metrics: String { folder.path + "/marque.prom" }

    private func sample(_ more: String..., now: Int = 1_800_000_000) throws -> ProcessResult {
        try run(
            Project.marque, ["run", samplePipeline, "--out", out] + more, environment: ["SOURCE_DATE_EPOCH": String(now)])
    }

    /// The samples of a textfile, each with its labels but for `pipeline`; faults of its form are issues.
    private func figures(pipeline: String = "sample") throws -> [String: Double] {
        let text = try String(contentsOfFile: metrics, encoding: .utf8)
        #expect(text.hasSuffix("\n"))
        var figures: [String: Double] = [:]
        var name = ""
        var isHelped = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let words = line.split(separator: " ")
            if line.hasPrefix("# HELP ") {
                #expect(words.count > 3 && !isHelped)
                name = String(words[2])
                isHelped = true
            } else if line.hasPrefix("# TYPE ") {
                #expect(words.dropFirst(2) == [Substring(name), "gauge"] && isHelped)
                isHelped = false
            } else {
                let start = "\(name){pipeline=\"\(pipeline)\""
                let end = try #require(line.lastIndex(of: "}"), "\(line)")
                #expect(line.hasPrefix(start) && !isHelped, "\(line)")
                let labels = line[..<end].dropFirst(start.count)
                #expect(labels == "" || labels.contains(/^(,[a-z]+="[a-z]+")+$/), "\(line)")
                #expect(figures.updateValue(try #require(Double(words.last!)), forKey: name + labels) == nil, "\(line)")
            }
        }
        return figures
    }

    private static let hasPromtool: Bool = {
        let isThere = (try? run("promtool", ["--version"]).status == 0) ?? false
        if !isThere { print("promtool is not there: the check of the metrics by it is skipped") }
        return isThere
    }()

    private func checkWithPromtool() throws {
        guard Self.hasPromtool else { return }
        let check = try run("promtool", ["check", "metrics"], input: Data(contentsOf: URL(fileURLWithPath: metrics)))
        #expect(check.status == 0 && check.output + check.error == "", "\(check.output)\(check.error)")
    }

    @Test func metricsSayWhatTheBundleSays() throws {
        #expect(try sample("--metrics", metrics).status == 0)
        try checkWithPromtool()
        var figures = try self.figures()
        let duration = try #require(figures["marque_run_duration_seconds"])
        #expect(duration > 0)
        figures["marque_run_duration_seconds"] = nil
        let report = try json(out + "/report/report.json")
        let ledger = report["ledger"] as! [String: Any]
        let rows = { (key: String) in Double(ledger[key] as! Int) }
        var expected = [
            "marque_run_exit_status": 0, "marque_run_timestamp_seconds": 1_800_000_000,
            "marque_last_success_timestamp_seconds": 1_800_000_000,
            // Lines of the file, less its header.
            "marque_rows_read": Double(
                try sampleText().split(separator: "\r\n", omittingEmptySubsequences: false).count - 2),
            "marque_rows,fate=\"kept\"": rows("kept"),
            "marque_rows,fate=\"merged\"": rows("merged"), "marque_rows,fate=\"quarantined\"": rows("quarantined"),
            "marque_rows,fate=\"filtered\"": rows("filtered"),
            // Of 79 vehicles, three have rows that are put aside.
            "marque_vehicles": 76,
            "marque_bundle_size_bytes": Double(try files(in: out).values.map(\.count).reduce(0, +)),
        ]
        let day = ISO8601DateFormatter().date(
            from: (report["sources"] as! [[String: Any]])[0]["date"] as! String + "T00:00:00Z")!
        expected["marque_data_timestamp_seconds"] = day.timeIntervalSince1970
        expected["marque_data_age_seconds"] = 1_800_000_000 - day.timeIntervalSince1970
        let rules = report["rules"] as! [[String: Any]]
        for severity in ["notice", "warning", "error"] {
            for state in ["new", "known", "waived"] {
                expected["marque_findings,severity=\"\(severity)\",state=\"\(state)\""] = Double(
                    rules.filter { $0["severity"] as! String == severity }.map { $0[state] as? Int ?? 0 }.reduce(0, +))
            }
        }
        #expect(figures == expected)
    }

    @Test func metricsOfRunsThatDoNotPublishKeepTheLastSuccess() throws {
        #expect(try sample("--metrics", metrics, "--fail-on", "notice").status == 1)
        #expect(try figures()["marque_last_success_timestamp_seconds"] == nil)
        #expect(try sample("--metrics", metrics).status == 0)
        #expect(try sample("--metrics", metrics, "--fail-on", "notice", now: 1_800_086_400).status == 1)
        try checkWithPromtool()
        var last = try figures()
        #expect(last["marque_run_exit_status"] == 1 && last["marque_run_timestamp_seconds"] == 1_800_086_400)
        #expect(last["marque_last_success_timestamp_seconds"] == 1_800_000_000 && last["marque_vehicles"] == 76)
        let missing = ["--metrics", metrics, "--input", "vehicles=" + folder.path + "/none.csv"]
        #expect(try sample(missing[0], missing[1], missing[2], missing[3], now: 1_800_172_800).status == 3)
        try checkWithPromtool()
        last = try figures()
        #expect(last["marque_run_exit_status"] == 3 && last["marque_run_timestamp_seconds"] == 1_800_172_800)
        #expect(last["marque_last_success_timestamp_seconds"] == 1_800_000_000)
        // What is published is still there, and older.
        #expect(last["marque_vehicles"] == 76)
        #expect(last["marque_data_age_seconds"] == 1_800_172_800 - last["marque_data_timestamp_seconds"]!)
        let words = [folder.path + "/.out.lock", Project.marque, "run", samplePipeline, "--out", out, "--metrics", metrics]
        #expect(try run("flock", words).status == 5)
        #expect(try figures()["marque_run_exit_status"] == 5)
        // A wrong command line is no run.
        #expect(try sample("--metrics", metrics, "--input", "no=x").status == 2)
        #expect(try figures()["marque_run_exit_status"] == 5)
    }

    @Test func metricsNeedAPlace() throws {
        var result = try sample("--metrics", folder.path + "/none/x.prom")
        #expect(
            result.status == 2
                && result.error
                    == "\(folder.path)/none/x.prom: error: \"\(folder.path)/none\" is no folder\n  fix: name a file in a folder with --metrics\n"
        )
        result = try sample("--metrics", folder.path)
        #expect(
            result.status == 2
                && result.error
                    == "\(folder.path): error: is a folder, expected a file\n  fix: name a file in it with --metrics\n"
        )
        // A device is not replaced.
        result = try sample("--metrics", "/dev/null")
        #expect(
            result.status == 2
                && result.error.contains(
                    "/dev/null: error: is no ordinary file, and replacing it would remove it\n  fix: name")
        )
        // What is written first is in the way: the bundle is there all the same.
        try FileManager.default.createDirectory(atPath: metrics + ".new", withIntermediateDirectories: true)
        result = try sample("--metrics", metrics)
        #expect(
            result.status == 0
                && result.error
                    == "\(metrics): warning: the metrics file is not written: file exists\n  fix: check the file given by --metrics; the run ended as it says\n"
        )
        let line = try #require(
            try events(sample("--metrics", metrics, "--log", "json")).first { $0["event"] as! String == "warning" })
        #expect(line["level"] as! String == "warning" && line["place"] as! String == metrics)
    }

    @Test func labelsAreEscaped() throws {
        let text = "name: 'a\"b\\c'\nfeeds:\n  vehicles:\n    layout: epa-vehicles\nwrite: [catalog]\n"
        let pipeline = folder.file("p.yaml", text)
        let words = ["run", pipeline, "--input", "vehicles=" + sampleFeed, "--out", out, "--metrics", metrics]
        let result = try run(Project.marque, words)
        #expect(result.status == 0, "\(result.error)")
        try checkWithPromtool()
        #expect(try figures(pipeline: "a\\\"b\\\\c")["marque_vehicles"] == 76)
    }

    @Test func logTellsARunFromItsStartToItsEnd() throws {
        let lines = try events(sample("--log", "json", now: 1_800_012_345))
        // As `date -u -d @1800012345` has it.
        #expect(lines.allSatisfy { $0["time"] as! String == "2027-01-15T11:25:45.000Z" })
        let names = lines.map { $0["event"] as! String }
        #expect(names.filter { $0 != "findings" } == ["started", "read", "kept", "tree", "published"])
        let report = try json(out + "/report/report.json")
        let ledger = report["ledger"] as! [String: Any]
        #expect(lines[1]["rows"] as? Int == ledger["read"] as? Int && lines[1]["feed"] as? String == "vehicles")
        #expect(lines[2]["rows"] as? Int == ledger["kept"] as? Int)
        for fate in ["merged", "quarantined", "filtered"] {
            #expect((lines[2][fate] as! [String: Int]).values.reduce(0, +) == ledger[fate] as? Int)
        }
        #expect(lines[3]["makes"] as? Int == 12 && lines[3]["vehicles"] as? Int == 76)
        let counts = lines.filter { $0["event"] as! String == "findings" }.map {
            ($0["rule"] as! String, $0["count"] as! Int)
        }
        let told = (report["rules"] as! [[String: Any]]).map { ($0["id"] as! String, $0["count"] as! Int) }.filter {
            $0.1 > 0
        }
        #expect(Dictionary(uniqueKeysWithValues: counts) == Dictionary(uniqueKeysWithValues: told))
        #expect(lines.last!["folder"] as? String == out && lines.last!["exit_status"] as? Int == 0)
        let sizes = try files(in: out).values.map(\.count)
        #expect(lines.last!["bytes"] as? Int == sizes.reduce(0, +))
    }

    @Test func logSaysMoreOrLess() throws {
        let findings = try events(sample("--log", "json", "--verbose")).filter { $0["event"] as! String == "finding" }
        let unread = try #require(findings.first { $0["line"] as? Int == 46 && $0["rule"] as! String == "unparsable-value" })
        #expect(unread["message"] as! String == "id 1043: city08U \"twenty\" found, expected a number, taken as absent")
        #expect(unread["level"] as! String == "warning" && (unread["file"] as! String).hasSuffix("/vehicles.csv.gz"))
        #expect(try events(sample("--log", "json", "--quiet")).allSatisfy { $0["level"] as! String == "error" })
        let text = try sample("--log", "text", "--fail-on", "error")
        #expect(text.error == "" && text.output.contains("\nunchanged  "))
    }

    @Test func logSaysWhyNothingIsPublished() throws {
        let refused = try events(sample("--log", "json", "--fail-on", "notice")).last!
        #expect(refused["event"] as! String == "refused" && refused["exit_status"] as! Int == 1)
        #expect(refused["candidate"] as! String == out + ".rejected" && refused["fail_on"] as! String == "notice")
        let missing = folder.path + "/none.csv"
        let failed = try events(sample("--log", "json", "--input", "vehicles=" + missing)).last!
        #expect(failed["event"] as! String == "failed" && failed["exit_status"] as! Int == 3)
        #expect(failed["place"] as! String == missing && failed["message"] as! String == "no such file or directory")
        let pipeline = folder.file("p.yaml", "name: x\nfeedz: {}\n")
        let faults = try events(marque("run", pipeline, "--log", "json"))
        #expect(faults.count == 1 && faults[0]["exit_status"] as! Int == 2)
        #expect((faults[0]["faults"] as! [String]).contains { $0.hasPrefix(pipeline + ":2:1: error: ") })
        let usage = try events(sample("--log", "json", "--jobs", "none"))
        #expect(
            usage.count == 1
                && usage[0]["message"] as! String == "--jobs \"none\" found, expected a whole number from 1 to 64")
    }

    @Test func unknownFormsOfTheLogAreRefused() throws {
        let result = try sample("--log", "jsno")
        #expect(
            result.status == 2
                && result.error
                    == "marque: error: --log \"jsno\" found, expected \"text\" or \"json\", did you mean \"json\"\n  fix: see marque run --help\n"
        )
    }
}
