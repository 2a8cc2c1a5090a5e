import Foundation
import Support
import Testing

/// The report's forms tell one story, each in a form that its readers accept.
@Suite struct ReportFormsTests {
    private let folder = TemporaryFolder()
    private var out: String { folder.path + "/out" }

    /// What the oracle and the schema of JUnit files have to say against a bundle.
    private func faults(of bundle: String) throws -> String {
        var faults = ""
        if Project.hasPython {
            let oracle = try run("python3", [Project.root + "/Tests/CommandTests/report_oracle.py", bundle])
            faults += oracle.output + oracle.error
        } else {
            print("python3 is not there: the forms of the report are not held against each other")
        }
        if try run("which", ["xmllint"]).status == 0 {
            let schema = Project.root + "/Tests/CommandTests/junit.xsd"
            let lint = try run("xmllint", ["--noout", "--schema", schema, bundle + "/report/junit.xml"])
            if lint.status != 0 { faults += lint.error }
        } else {
            print("xmllint is not there: junit.xml is not held against its schema")
        }
        return faults
    }

    @Test func allFormsOfTheSampleAgree() throws {
        #expect(try marque("run", samplePipeline, "--out", out).status == 0)
        #expect(try faults(of: out) == "")
        let page = try String(contentsOfFile: out + "/report/report.md", encoding: .utf8)
        #expect(
            page.hasPrefix(
                "# Consistency report: `sample`, 2025-10-21\n\n**Fit to publish: 11 warnings and 10 notices; look first at ")
        )
        #expect(
            page.contains(
                "- `vehicles.csv.gz:46:34` `2016 GMC Canyon 2WD` `id 1043: city08U \"twenty\" found, expected a number, taken as absent`"
            ))
        let junit = try String(contentsOfFile: out + "/report/junit.xml", encoding: .utf8)
        #expect(junit.contains("<testsuite name=\"warning\"") && !junit.contains("<failure"))
    }

    /// What a rule finds about a vehicle shows how its record begins, in all forms that show records, escaped and cut.
    @Test func aRulesFindingShowsItsRecord() throws {
        let text = "<b>\u{1f}é " + String(repeating: "ä", count: 100)
        let rows = ["1,Audi,A4,2020,20,30,40,short", "2,\"A, B\",C,2020,20,30,40,\(text)"]
        let pipeline = folder.file(
            "p.yaml",
            "name: test\nfeeds:\n  vehicles: {layout: epa-vehicles, file: feed.csv}\nwrite: [report]\npublish: {folder: out}\n"
        )
        _ = folder.file(
            "feed.csv", "id,make,model,year,city08,highway08,comb08,eng_dscr\n" + rows.joined(separator: "\n") + "\n")
        for jobs in ["1", "4"] {
            let result = try marque("run", pipeline, "--verbose", "--jobs", jobs)
            let rules = try json(out + "/report/report.json")["rules"] as! [[String: Any]]
            let samples = rules.first { $0["id"] as? String == "combined-economy-mismatch" }!["samples"] as! [[String: Any]]
            let excerpts = samples.reduce(into: [:]) { $0[$1["vehicle"] as! String] = ($1["excerpt"] as! String) }
            #expect(excerpts["1"] == rows[0])
            #expect(excerpts["2"]?.hasPrefix("2,\"A, B\",C,2020,20,30,40,<b> é ää") == true)
            #expect(excerpts["2"]?.utf8.count ?? 0 <= 166 && excerpts["2"]?.hasSuffix("…") == true)
            #expect(result.output.contains("  2 | 1,Audi,A4,2020,20,30,40,short\n"))
            let page = try String(contentsOfFile: out + "/report/report.html", encoding: .utf8)
            #expect(page.contains("2 | 1,Audi,A4,2020,20,30,40,short</pre>") && page.contains("40,&lt;b&gt; é ää"))
        }
    }

    /// Of markup, the elements that were read; also where all records stand on one line.
    @Test func aRulesFindingShowsItsElements() throws {
        func vehicle(_ id: Int, _ combined: Int) -> String {
            "<vehicle><comb08>\(combined)</comb08><id>\(id)</id><make>Kia</make><model>R\(id)</model><year>2020</year>"
                + "<city08>20</city08><highway08>30</highway08></vehicle>"
        }
        _ = folder.file("feed.xml", "<vehicles>" + vehicle(1, 24) + vehicle(2, 40) + vehicle(3, 50) + "</vehicles>")
        let pipeline = folder.file(
            "p.yaml", "name: test\nfeeds:\n  vehicles: {layout: epa-vehicles, file: feed.xml}\npublish: {folder: out}\n")
        #expect(try marque("run", pipeline).status == 0)
        let rules = try json(out + "/report/report.json")["rules"] as! [[String: Any]]
        let samples = rules.first { $0["id"] as? String == "combined-economy-mismatch" }!["samples"] as! [[String: Any]]
        #expect(samples.count == 2)
        for sample in samples {
            let (id, excerpt) = (sample["vehicle"] as! String, sample["excerpt"] as! String)
            #expect(excerpt.contains("<id>\(id)</id>") && excerpt.contains("<model>R\(id)</model>"), "\(excerpt)")
        }
    }

    /// The real feed's records, found by their lines.
    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set")) func excerptsAreTheFeedsOwnBytes() throws {
        let feed = Project.feeds! + "/epa/vehicles-2025-10-28.csv.gz"
        #expect(try marque("run", epaPipeline, "--input", "vehicles=" + feed, "--out", out).status == 0)
        let lines = try run("gzip", ["-dc", feed]).output.components(separatedBy: "\r\n")
        var count = 0
        for rule in try json(out + "/report/report.json")["rules"] as! [[String: Any]] {
            for sample in rule["samples"] as! [[String: Any]] {
                guard let line = sample["line"] as? Int, sample["vehicle"] is String else { continue }
                count += 1
                #expect(sample["excerpt"] as? String == lines[line - 1].prefix(160) + "…")
            }
        }
        #expect(count > 100)
    }

    @Test func aRefusedRunFailsItsCases() throws {
        let result = try marque("run", samplePipeline, "--out", out, "--fail-on", "warning")
        #expect(result.status == 1)
        let bundle = out + ".rejected"
        #expect(try faults(of: bundle) == "")
        #expect(try json(bundle + "/report/report.json")["failOn"] as? String == "warning")
        let page = try String(contentsOfFile: bundle + "/report/report.md", encoding: .utf8)
        #expect(page.contains("**Refused: 11 warnings and 10 notices; look first at "))
        let junit = try String(contentsOfFile: bundle + "/report/junit.xml", encoding: .utf8)
        // Nine rules of severity warning find something in the sample.
        #expect(junit.components(separatedBy: "<failure").count - 1 == 9)
    }

    @Test func statesAreToldInEveryForm() throws {
        let head = "id,make,model,year,city08,highway08,comb08\n"
        func go(_ rows: String) throws -> ProcessResult {
            _ = folder.file("feed.csv", head + rows)
            _ = folder.file(
                "w.yaml",
                "owner: Ann\nwaivers:\n  - {rule: combined-economy-mismatch, id: 3, reason: as filed, expires: 2099-12-31}\n"
            )
            let pipeline = folder.file(
                "p.yaml",
                "name: test\nfeeds:\n  vehicles: {layout: epa-vehicles, file: feed.csv}\naudit: {waivers: w.yaml}\npublish: {folder: out}\n"
            )
            return try marque("run", pipeline)
        }
        let (known, fixed) = ("1,Audi,A4,2020,20,30,40\n", "2,BMW,X5,2021,18,25,30\n")
        let (waived, new) = ("3,Kia,Rio,2022,30,40,44\n", "4,Kia,Ceed,2022,30,40,44\n")
        #expect(try go(known + fixed + waived).status == 0)
        #expect(try marque("accept", out).status == 0)
        #expect(try go(known + waived + new).status == 0)
        #expect(try faults(of: out) == "")
        let page = try String(contentsOfFile: out + "/report/report.md", encoding: .utf8)
        #expect(
            page.contains(
                "| `combined-economy-mismatch` | Combined economy that does not follow from city and highway | 1 | 1 | 1 | 1 |"
            ))
        #expect(page.contains("`id 4: combined 44 mpg found") && !page.contains("id 1: combined"))
        let rows = try String(contentsOfFile: out + "/report/findings.csv", encoding: .utf8)
            .components(separatedBy: "\r\n").filter { $0.hasPrefix("combined-economy-mismatch,") }
        #expect(rows.map { $0.split(separator: ",")[2] } == ["new", "known", "waived", "fixed"])
        #expect(rows[2].hasSuffix(",as filed,Ann,2099-12-31"))
        let sarif = try json(out + "/report/findings.sarif")
        let results = ((sarif["runs"] as! [[String: Any]])[0]["results"] as! [[String: Any]])
            .filter { $0["ruleId"] as? String == "combined-economy-mismatch" }
        #expect(results.map { $0["baselineState"] as! String } == ["new", "unchanged", "unchanged", "absent"])
        let html = try String(contentsOfFile: out + "/report/report.html", encoding: .utf8)
        for text in ["waived by Ann until 2099-12-31: as filed", "data-state=\"fixed\"", "id=\"trend\"", "id=\"waivers\""] {
            #expect(html.contains(text), "\(text)")
        }
    }

    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set")) func allFormsOfTheRealFeedAgree() throws {
        let feed = Project.feeds! + "/epa/vehicles-2025-10-28.csv.gz"
        #expect(try marque("run", epaPipeline, "--input", "vehicles=" + feed, "--out", out).status == 0)
        #expect(try faults(of: out) == "")
        // The profile counts six vehicles whose combined economy is off, and seven whose CO₂ is.
        let html = try String(contentsOfFile: out + "/report/report.html", encoding: .utf8)
        #expect(html.contains("6 of 49,582 vehicles are off by more than 1 mpg"))
        #expect(html.contains("7 of 47,720 vehicles are off by more than 10 %"))
    }

    @Test func plotsAreLeftOutWhereTheFiguresMeanSomethingElse() throws {
        #expect(try marque("run", Project.root + "/pipelines/own-layout.yaml", "--out", out).status == 0)
        let html = try String(contentsOfFile: out + "/report/report.html", encoding: .utf8)
        #expect(!html.contains("City against highway") && html.contains("Vehicles by make"))
    }
}
