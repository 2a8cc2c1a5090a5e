import Foundation
import Support
import Testing

/// What is new, known, waived and fixed from run to run, and how a run is accepted.
@Suite struct AcceptCommandTests {
    private let folder = TemporaryFolder()
    private var out: String { folder.path + "/out" }
    private let head = "id,make,model,year,city08,highway08,comb08\n"
    /// Combined economy that does not follow from city and highway.
    private let bad1 = "1,Audi,A4,2020,20,30,40\n"
    private let bad2 = "2,BMW,X5,2021,18,25,30\n"
    private let good = "3,Kia,Rio,2022,30,40,34\n"

    private func run(_ rows: String, audit: String = "", failOn: String = "warning", feed: String = "feed.csv") throws
        -> ProcessResult
    {
        _ = folder.file(feed, head + rows)
        let pipeline = folder.file(
            "p.yaml",
            "name: test\nfeeds:\n  vehicles: {layout: epa-vehicles, file: \(feed)}\n\(audit)publish: {folder: out}\n")
        return try marque("run", pipeline, "--fail-on", failOn, "--verbose")
    }

    private func entry(_ rule: String, of bundle: String? = nil) throws -> [String: Any] {
        let report = try json((bundle ?? out) + "/report/report.json")
        return (report["rules"] as! [[String: Any]]).first { $0["id"] as? String == rule }!
    }

    private func states(_ bundle: String? = nil) throws -> [Int] {
        let entry = try entry("combined-economy-mismatch", of: bundle)
        return ["new", "known", "waived", "fixed"].map { entry[$0] as! Int }
    }

    @Test func onlyWhatIsNewFailsARun() throws {
        // Two bad rows: refused, looked at, and accepted.
        #expect(try run(bad1 + good).status == 1)
        #expect(try states(out + ".rejected") == [1, 0, 0, 0])
        let accepted = try marque("accept", out + ".rejected")
        #expect(accepted.status == 0)
        #expect(accepted.output.hasSuffix("in \(out).accepted.tsv\n"))
        let second = try run(bad1 + good)
        #expect(second.status == 0)
        #expect(!second.output.contains("[combined-economy-mismatch]"), "known findings are not shown again")
        #expect(second.output.contains("1 warning combined-economy-mismatch\n"))
        #expect(try states() == [0, 1, 0, 0])

        // The same, moved to another line, and a new one.
        let third = try run(good + bad2 + bad1)
        #expect(third.status == 1)
        #expect(third.output.contains("feed.csv:3: warning: id 2: combined 30 mpg found"))
        #expect(!third.output.contains("id 1: combined"))
        #expect(third.error.contains("refused    1 new findings of severity warning or above"))
        #expect(third.error.contains("2 warning combined-economy-mismatch  1 new"))
        #expect(try states(out + ".rejected") == [1, 1, 0, 0])

        // A refused run does not move the baseline; a corrected row is fixed.
        let fourth = try run("1,Audi,A4,2020,20,30,24\n" + good)
        #expect(fourth.status == 0)
        #expect(try states() == [0, 0, 0, 1])
        let fixed = try entry("combined-economy-mismatch")["fixedSamples"] as! [[String: Any]]
        #expect(
            fixed.map { $0["message"] as! String } == [
                "id 1: combined 40 mpg found, expected 23.529 from city 20 and highway 30"
            ])
    }

    @Test func waiversExcuseUntilTheyExpire() throws {
        _ = folder.file(
            "w.yaml", "owner: Ann\nwaivers:\n  - {rule: combined-economy-mismatch, id: 1, reason: as filed}\n")
        let audit = "audit: {waivers: w.yaml}\n"
        let first = try run(bad1 + good, audit: audit)
        #expect(first.status == 0)
        #expect(first.output.contains("1 warning combined-economy-mismatch  1 waived"))
        #expect(try states() == [0, 0, 1, 0])
        let sample = (try entry("combined-economy-mismatch")["samples"] as! [[String: Any]])[0]
        #expect(sample["state"] as? String == "waived" && sample["waiver"] as? Int == 0)
        #expect(
            (try json(out + "/report/report.json")["waivers"] as! [[String: Any]])[0]["reason"] as? String == "as filed")
        let later = try run(good, audit: audit)
        #expect(
            later.output.contains(
                "w.yaml:3: waiver of combined-economy-mismatch for id 1 by Ann matches no finding [waiver-unmatched]"))
        #expect(later.status == 1)
    }

    @Test func aShareDecidesHowGraveARuleIs() throws {
        let audit = "audit: {severity: {combined-economy-mismatch: {warning: 20 %, error: 60 %}}}\n"
        #expect(try run(bad1 + good + "4,Kia,Rio,2023,30,40,34\n", audit: audit, failOn: "error").status == 0)
        #expect(try entry("combined-economy-mismatch")["severity"] as? String == "warning")
        #expect(try run(bad1 + bad2 + good, audit: audit, failOn: "error").status == 1)
        #expect(try entry("combined-economy-mismatch", of: out + ".rejected")["severity"] as? String == "error")
    }

    @Test func aShorterFeedIsRefusedAndAcceptedOnPurpose() throws {
        #expect(try run(good + "4,Kia,Rio,2023,30,40,34\n5,Audi,A4,2023,20,30,24\n").status == 0)
        #expect(try marque("accept", out).status == 0)
        let short = try run(good, failOn: "error")
        #expect(short.status == 1)
        #expect(
            short.output.contains(
                "error: feed \"vehicles\" has 1 rows, expected about 3 as in the accepted run of no stated date [row-count-drop]"
            ))
        #expect(short.output.contains("make \"Audi\" is gone"))
        #expect(try marque("accept", out + ".rejected").status == 0)
        #expect(try run(good).status == 0)
    }

    @Test func withdrawnReturnedAndReusedIdsAreFound() throws {
        let other = "4,Kia,Ceed,2023,30,40,34\n"
        #expect(try run(good + other).status == 0)
        #expect(
            try run(good, feed: "b.csv").output.contains(
                "notice: id 4: Kia Ceed was in the last release and is gone [id-withdrawn]"))
        #expect(
            try run(good + other, feed: "c.csv").output.contains(
                "notice: id 4: Kia Ceed is there again, as Kia Ceed [id-returned]"))
        let reused = try run(good + "4,Audi,A4,2023,20,30,24\n", failOn: "error", feed: "d.csv")
        #expect(reused.status == 1)
        #expect(reused.output.contains("error: id 4: Audi A4 found, expected Kia Ceed as in the last release [id-reused]"))
    }

    @Test func refusesWhatNoRunWrote() throws {
        #expect(try run(bad1).status == 1)
        let bundle = out + ".rejected"
        let path = bundle + "/report/baseline.tsv"
        try (String(contentsOfFile: path, encoding: .utf8) + " ").write(toFile: path, atomically: true, encoding: .utf8)
        let tampered = try marque("accept", bundle)
        #expect(tampered.status == 3)
        #expect(tampered.error.contains("is not the file that the run wrote"))
        #expect(!FileManager.default.fileExists(atPath: out + ".accepted.tsv"))
        let none = try marque("accept", folder.path)
        #expect(none.status == 2)
        #expect(none.error.contains("is no bundle with a report"))
        #expect(try marque("accept").status == 2)
    }

    @Test func aDamagedBaselineEndsARun() throws {
        _ = folder.file("base.tsv", "marque-baseline\t1\nend\n")
        let result = try run(good, audit: "audit: {baseline: base.tsv}\n")
        #expect(result.status == 3)
        #expect(
            result.error.contains(
                "base.tsv:2: error: the accepted run is damaged, expected a run, feed, make, rule, finding or end"))
    }

    @Test func theTrendGoesOnFromRunToRun() throws {
        #expect(try run(good).status == 0)
        #expect(try run(good).status == 0)
        #expect(try run(good + "4,Kia,Ceed,2023,30,40,34\n").status == 0)
        let trend = try json(out + "/report/report.json")["trend"] as! [[String: Any]]
        #expect(trend.map { ($0["counts"] as! [String: Int])["vehicles"] } == [1, 2])
    }

    @Test func theAgeOfAFeedIsAskedForWhereALimitIsSet() throws {
        let feed = folder.file("dated.csv", "id,make,model,year,modifiedOn\n1,Kia,Rio,2022,2025-10-28\n")
        func found(_ audit: String, on day: Int) throws -> Bool {
            let pipeline = folder.file(
                "age.yaml",
                "name: age\nfeeds:\n  vehicles: {layout: epa-vehicles, file: \(feed)}\n\(audit)publish: {folder: aged}\n")
            let seconds = String((day * 24 + 12) * 3600)
            let result = try marque("run", pipeline, environment: ["SOURCE_DATE_EPOCH": seconds])
            #expect(result.status == 0, "\(result.error)")
            return result.output.contains("feed-too-old")
        }
        let day = 20_389  // 2025-10-28
        let audit = "audit: {limits: {feed-too-old: 10}}\n"
        #expect(try !found(audit, on: day + 10))
        #expect(try found(audit, on: day + 11))
        #expect(try !found("", on: day + 1000))
    }
}
