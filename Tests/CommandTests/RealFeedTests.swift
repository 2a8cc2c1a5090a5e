import Foundation
import Support
import Testing

/// The eight releases of the EPA's feed, held against Python's csv module and an independent count, field by field.
@Suite(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set"), .serialized) struct RealFeedTests {
    /// Rows as Python's csv module counts them, and the findings of the three latest releases as counted by hand.
    static let releases = [
        ("2015-02-06", 35_717), ("2016-11-22", 38_032), ("2018-02-19", 39_542), ("2018-02-26", 39_549),
        ("2019-06-04", 41_144),
        ("2021-07-12", 43_792), ("2022-11-08", 45_777), ("2025-10-28", 49_582),
    ]

    @Test(arguments: releases) func readsAsAnIndependentReaderDoes(_ date: String, _ rows: Int) throws {
        let folder = TemporaryFolder()
        let feed = Project.feeds! + "/epa/vehicles-\(date).csv.gz"
        let result = try marque("run", spellingPipeline, "--input", "vehicles=" + feed, "--out", folder.path + "/out")
        #expect(result.status == 0, "\(result.error)")
        let report = try json(folder.path + "/out/report/report.json")
        #expect((report["ledger"] as! [String: Any])["read"] as! Int == rows)
        let sources = report["sources"] as! [[String: Any]]
        #expect(sources[0]["date"] as! String == date)
        guard Project.hasPython else {
            print("python3 is not there: the comparison with Python's csv module is skipped")
            return
        }
        let oracle = try run("python3", [Project.root + "/Tests/CommandTests/feed_oracle.py", feed, folder.path + "/out"])
        #expect(oracle.status == 0 && oracle.output == "", "\(oracle.output)\(oracle.error)")
    }

    @Test func countsOfTheLatestReleaseAreThoseOfItsProfile() throws {
        let folder = TemporaryFolder()
        let feed = Project.feeds! + "/epa/vehicles-2025-10-28.csv.gz"
        #expect(
            try marque("run", spellingPipeline, "--input", "vehicles=" + feed, "--out", folder.path + "/out").status == 0)
        let report = try json(folder.path + "/out/report/report.json")
        let counts = Dictionary(
            uniqueKeysWithValues: (report["rules"] as! [[String: Any]]).map { ($0["id"] as! String, $0["count"] as! Int) })
        #expect(
            counts.filter { $0.value > 0 } == [
                "gas-guzzler-mismatch": 33, "plug-in-co2-mismatch": 12, "plug-in-electricity-mismatch": 20,
                "displacement-per-cylinder": 6, "transmission-of-electric-car": 9, "flexible-fuel-in-name-only": 9,
                "model-year-gap": 38, "combined-economy-mismatch": 6, "city-above-highway": 10, "co2-economy-mismatch": 7,
                "rounded-differs-from-unrounded": 60, "combined-economy-mismatch-fuel2": 7, "unrounded-economy-mismatch": 8,
                "electricity-economy-mismatch": 9, "combustion-without-engine": 2,
                "economy-outlier": 16, "default-across-powertrains": 803, "wheel-too-long": 14,
                "duplicate-record": 35, "near-duplicate-name": 112,
            ])
        let manifest = try json(folder.path + "/out/manifest.json")
        // 5,583 (make, model) pairs and 25,783 triples as filed, less those that merged. The profile's key has three pairs more,
        // for it drops slashes: but Chrysler's "300/SRT-8" lists two models, and "300 SRT8" is one of them.
        #expect(
            manifest["counts"] as! [String: Int] == [
                "makes": 145, "models": 5468, "years": 25_776, "options": 49_582, "vehicles": 49_582,
            ])
    }

    /// The eight releases in order: each id that was added, withdrawn, returned or renamed stands in the ledger of keys.
    @Test func keysOutliveEightReleases() throws {
        let folder = TemporaryFolder()
        let epa = Project.feeds! + "/epa/"
        let feeds = try FileManager.default.contentsOfDirectory(atPath: epa)
            .filter { $0.hasPrefix("vehicles-") && $0.hasSuffix(".csv.gz") }.sorted().map { epa + $0 }
        #expect(feeds.count == 8)
        for feed in feeds {
            #expect(try marque("run", epaPipeline, "--input", "vehicles=" + feed, "--out", folder.path + "/out").status == 0)
        }
        let ledger = try String(contentsOfFile: folder.path + "/out/keys.tsv", encoding: .utf8)
        let steps = ledger.split(separator: "\n").filter { $0.hasPrefix("release") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).suffix(4).compactMap { Int($0) } }
        // Added and returned, withdrawn, renamed: the table of the feeds' profile.
        #expect(
            steps.dropFirst().map { [$0[0] + $0[2], $0[1], $0[3]] } == [
                [2407, 92, 94], [1525, 15, 69], [7, 0, 0], [1597, 2, 89], [2682, 34, 10], [1987, 2, 4], [3806, 1, 13],
            ])
        #expect(steps.map { $0[2] }.reduce(0, +) == 99, "ids that came back")
        #expect(ledger.contains("model\thummer/h3-4wd\tlive\tH3 4WD"))
        guard Project.hasPython else { return }
        let oracle = try run(
            "python3", [Project.root + "/Tests/CommandTests/keys_oracle.py", folder.path + "/out/keys.tsv"] + feeds)
        #expect(oracle.status == 0 && oracle.output == "", "\(oracle.output)\(oracle.error)")
    }

    /// Pairs judged one by one, over all feeds with the shipped decisions: no wrong merge, and hardly a spelling missed.
    @Test(.enabled(if: Project.hasPython)) func namesAreMergedAsPeopleJudge() throws {
        let folder = TemporaryFolder()
        let result = try run(
            "python3",
            [
                Project.root + "/Tests/CommandTests/names_oracle.py", Project.marque, Project.root, Project.feeds!,
                folder.path,
            ])
        let last = try #require(result.output.split(separator: "\n").last)
        let figures = last.split(separator: ",").compactMap { Double($0.split(separator: " ").last ?? "") }
        #expect(figures.count == 3, "\(result.output)\(result.error)")
        #expect(figures[0] == 1 && figures[1] >= 0.98 && figures[2] >= 0.93, "\(result.output)")
    }

    @Test func theTwoRowsWithInchMarksComeOutWhole() throws {
        let folder = TemporaryFolder()
        let feed = Project.feeds! + "/epa/vehicles-2019-06-04.csv.gz"
        let result = try marque(
            "run", epaPipeline, "--input", "vehicles=" + feed, "--out", folder.path + "/out", "--verbose")
        #expect(result.output.components(separatedBy: "taken as it is [bare-quote]").count == 3)
        let facts = try json(folder.path + "/out/vehicles.json")["vehicles"] as! [String: [String: Any]]
        #expect(facts["41418"]?["model"] as? String == "Model S Performance (19\" Wheels)")
        #expect(facts["41419"]?["model"] as? String == "Model S Performance (21\" Wheels)")
        #expect(facts["41418"]?["make"] as? String == "Tesla" && facts["41418"]?["year"] as? Int == 2019)
    }

    @Test(arguments: ["2018-02-26", "2025-10-28"]) func sameBytesForAnyNumberOfThreadsAndOrderOfRows(_ date: String) throws {
        let folder = TemporaryFolder()
        let feed = Project.feeds! + "/epa/vehicles-\(date).csv.gz"
        func bundle(_ feed: String, _ jobs: String) throws -> [String: Data] {
            #expect(
                try marque("run", epaPipeline, "--input", "vehicles=" + feed, "--out", folder.path + "/out", "--jobs", jobs)
                    .status == 0)
            return try files(in: folder.path + "/out")
        }
        let reference = try bundle(feed, "1")
        for jobs in ["2", "3", "5"] { #expect(try bundle(feed, jobs) == reference) }
        let sorted = folder.path + "/sorted.csv"
        _ = try run(
            "sh",
            [
                "-c",
                "gzip -dc \(feed) | LC_ALL=C awk 'NR == 1 { print; fflush(); next } { print | \"sort -r\" }' > \(sorted)",
            ])
        let other = try bundle(sorted, "2")
        for file in ["picker.json", "catalog.json", "vehicles.json", "names.json"] {
            #expect(other[file] == reference[file], "\(file)")
        }
    }
}
