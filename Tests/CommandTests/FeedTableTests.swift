import Foundation
import Support
import Testing

/// Every real feed that a layout knows, through `Scripts/feeds`, held against counts and readings by Python's own modules.
@Suite(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set"), .serialized) struct FeedTableTests {
    struct Row {
        var file: String
        var read, kept, merged, quarantined, filtered: Int
    }

    /// What the script prints; made once.
    static let table: [Row] = {
        let result = try? run(
            Project.root + "/Scripts/feeds", [Project.feeds ?? ""],
            environment: ProcessInfo.processInfo.environment.merging(["MARQUE_BIN": Project.marque]) { $1 })
        return (result?.output ?? "").split(separator: "\n").dropFirst().compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 7 else { return nil }
            let numbers = words[1...5].compactMap { Int($0) }
            return Row(
                file: words[0], read: numbers[0], kept: numbers[1], merged: numbers[2], quarantined: numbers[3],
                filtered: numbers[4])
        }
    }()

    @Test func coversEveryFeedButThoseWithoutADescription() throws {
        let files = try #require(FileManager.default.enumerator(atPath: Project.feeds!))
        let expected = files.compactMap { $0 as? String }.filter { name in
            let isFile = [".gz", ".zip", ".xml", ".data", ".data-original"].contains { name.hasSuffix($0) }
            return isFile && !name.contains("legacy-") && !name.contains(".json")
        }
        #expect(Self.table.map(\.file).sorted() == expected.sorted())
        for row in Self.table {
            #expect(row.read == row.kept + row.merged + row.quarantined + row.filtered, "\(row.file)")
        }
    }

    /// Figures that were counted by hand once, with Python's csv module.
    @Test func countsAreThoseOfTheProfile() {
        func row(_ part: String) -> Row { Self.table.first { $0.file.contains(part) }! }
        let ratings = Self.table.filter {
            $0.file.hasPrefix("nrcan/") && !$0.file.lowercased().contains("lug-in")
                && !$0.file.lowercased().contains("attery")
        }
        #expect(ratings.count == 17 && ratings.map { $0.kept + $0.merged }.reduce(0, +) == 35_220)
        #expect(row("1995-1999").merged == 2 && row("2000-2004").merged == 1)
        #expect(
            row("2022_Fuel_Consumption_Ratings_2023-02").kept == 959
                && row("2022_Fuel_Consumption_Ratings_2023-05").kept == 974)
        #expect(row("Battery-electric_vehicles_2012-2023_2023-04").kept == 419)
        #expect(row("Battery-electric_vehicles_2012-2023_2023-05").kept == 424)
        #expect(row("Plug-in_hybrid_electric_vehicles_2012-2023_2023-04").kept == 248)
        #expect(row("Plug-in_hybrid_electric_vehicles_2012-2023_2023-05").kept == 249)
        #expect(
            row("2023_Fuel_Consumption_Ratings_2023-04").kept == 821
                && row("2023_Fuel_Consumption_Ratings_2023-04").filtered == 6523)
        #expect(row("vca/").read == 6334 && row("ademe/").read == 7679)
        #expect(row("auto-mpg.data").read == 398 && row("data-original").read == 406)
        for packing in ["csv.gz", "csv.zip"] {
            let emissions = row("emissions-2016-11-22." + packing)
            #expect(emissions.read == 31_588 && emissions.quarantined == 191)
        }
        #expect(row("emissions-2024").read == 49_363 && row("emissions-2024").merged == 10)
        #expect(row("alpha_08.csv").read == 2404 && row("alpha_18.csv").read == 2648)
    }

    static let kinds: [(part: String, kind: String, pipeline: String, feed: String)] = [
        ("attery", "nrcan-electric", "nrcan-electric", "ratings"), ("lug-in", "nrcan-plug-in", "nrcan-plug-in", "ratings"),
        ("nrcan/", "nrcan-conventional", "nrcan", "ratings"), ("vca/", "vca", "vca", "vehicles"),
        ("ademe/", "ademe", "ademe", "vehicles"), ("greenvehicle", "green", "epa-green-vehicle", "vehicles"),
        ("auto-mpg", "auto-mpg", "auto-mpg", "vehicles"), ("xml", "xml", "epa", "vehicles"),
    ]

    @Test func factsAreWhatAnIndependentReaderReads() throws {
        guard Project.hasPython else {
            print("python3 is not there: the comparison with Python's csv and xml modules is skipped")
            return
        }
        let folder = TemporaryFolder()
        var mismatches = 0
        var britain: [String: Int] = [:]
        for row in Self.table {
            guard let kind = Self.kinds.first(where: { row.file.contains($0.part) }) else { continue }
            let path = Project.feeds! + "/" + row.file
            let out = folder.path + "/out"
            let result = try marque(
                "run", Project.root + "/pipelines/\(kind.pipeline).yaml", "--input", "\(kind.feed)=\(path)", "--out", out)
            #expect(result.status == 0, "\(result.error)")
            let oracle = try run("python3", [Project.root + "/Tests/CommandTests/layout_oracle.py", kind.kind, path, out])
            #expect(oracle.status == 0, "\(oracle.error)")
            guard oracle.status == 0 else { continue }
            let counts = try JSONSerialization.jsonObject(with: Data(oracle.output.utf8)) as! [String: Int]
            #expect(row.read == counts["read"] && row.filtered == counts["filtered"], "\(row.file): \(row) \(counts)")
            let report = try json(out + "/report/report.json")
            let rules = (report["rules"] as! [[String: Any]]).reduce(into: [String: Int]()) {
                $0[$1["id"] as! String] = ($1["count"] as! Int)
            }
            #expect(rules["repeated-record"] == counts["copies"], "\(row.file)")
            for (rule, count) in counts where rules[rule] != nil {
                #expect(rules[rule] == count, "\(row.file): \(rule)")
                if kind.kind == "vca" { britain[rule] = count }
            }
            mismatches += rules["combined-consumption-mismatch"] ?? 0
        }
        #expect(
            britain == [
                "co2-consumption-mismatch": 214, "economy-out-of-range": 31, "imperial-economy-mismatch": 98,
                "phases-consumption-mismatch": 153,
            ])
        #expect(mismatches == 47, "as counted by hand over the ratings of 1995 to 2023")
    }

    @Test func bothFormsOfOneDayGiveTheSameBytes() throws {
        let folder = TemporaryFolder()
        for date in ["2016-11-22", "2025-10-28"] {
            var bundles: [[String: Data]] = []
            for form in ["csv", "rebuilt.xml"] {
                let feed = Project.feeds! + "/epa/vehicles-\(date).\(form).gz"
                let out = folder.path + "/" + form
                #expect(try marque("run", epaPipeline, "--input", "vehicles=" + feed, "--out", out).status == 0)
                bundles.append(try files(in: out))
            }
            for name in ["picker.json", "catalog.json", "vehicles.json", "names.json"] {
                #expect(bundles[0][name] == bundles[1][name], "\(date) \(name)")
            }
        }
    }

    @Test func emissionsAreTheSameFromEveryForm() throws {
        let folder = TemporaryFolder()
        let epa = Project.feeds! + "/epa/"
        var details: [Data] = []
        for (vehicles, emissions) in [
            ("vehicles-2016-11-22.csv.gz", "emissions-2016-11-22.csv.gz"),
            ("vehicles-2016-11-22.csv.gz", "emissions-2016-11-22.csv.zip"),
            ("vehicles-2016-11-22.rebuilt.xml.gz", "vehicles-2016-11-22.rebuilt.xml.gz"),
        ] {
            let result = try marque(
                "run", Project.root + "/pipelines/epa-emissions.yaml", "--input", "vehicles=" + epa + vehicles, "--input",
                "emissions=" + epa + emissions, "--out", folder.path + "/out")
            #expect(result.status == 0, "\(result.error)")
            details.append(try files(in: folder.path + "/out")["details.json"] ?? Data())
        }
        #expect(details[0].count > 1_000_000 && details[0] == details[1] && details[0] == details[2])
        // 98 ids have no vehicle that day.
        let report = try json(folder.path + "/out/report/report.json")
        #expect((report["ledger"] as! [String: Any])["read"] as! Int == 38_032 + 31_397)
    }

    /// The ratings of 2022 came out twice, and a third time with one header row and a header edited by hand.
    @Test func idsThatAreMadeStayFromFileToFile() throws {
        let folder = TemporaryFolder()
        let ids = try [
            "2022_Fuel_Consumption_Ratings_2023-02-03", "2022_Fuel_Consumption_Ratings_2023-05-12",
            "1header_bom_MY2022_Fuel_Consumption_Ratings",
        ].map { name in
            let feed = Project.feeds! + "/nrcan/\(name).csv.gz"
            let out = folder.path + "/out"
            #expect(
                try marque("run", Project.root + "/pipelines/nrcan.yaml", "--input", "ratings=" + feed, "--out", out).status
                    == 0)
            return Set((try json(out + "/vehicles.json")["vehicles"] as! [String: Any]).keys)
        }
        #expect(ids[0] == ids[2] && ids[0].count == 959)
        #expect(ids[0].intersection(ids[1]).count == 955 && ids[1].count == 974)
    }

    @Test func inspectsEveryFileAndDraftsAPipelineThatHolds() throws {
        let folder = TemporaryFolder()
        let files = try #require(FileManager.default.enumerator(atPath: Project.feeds!))
        var inspected = 0
        for case let name as String in files
        where [".gz", ".zip", ".xml", ".data", "original"].contains(where: name.hasSuffix) {
            if name.contains(".json") { continue }
            let path = Project.feeds! + "/" + name
            let result = try marque("inspect", path, "--draft")
            if name.hasSuffix("zip"), name.contains("legacy") {
                let isSeveral = result.error.contains("has 3 entries")
                #expect(result.status == 3 && (isSeveral || result.error.contains("method 6 (implode)")), "\(result.error)")
                continue
            }
            #expect(result.status == 0, "\(name): \(result.error)")
            let draft = folder.file("draft.yaml", result.output)
            #expect(try marque("check", draft).status == 0, "\(name)")
            inspected += 1
        }
        #expect(inspected > 60)
        let imploded = try marque("inspect", Project.feeds! + "/epa/legacy-78data.zip", "--entry", "78FG.DAT")
        #expect(imploded.status == 3 && imploded.error.contains("packed by method 6 (implode)"))
        let deflated = try marque("inspect", Project.feeds! + "/epa/legacy-80data.zip", "--entry", "80FG.DAT")
        #expect(
            deflated.status == 0 && deflated.output.contains("fixed-width text") && deflated.output.contains("rows      956")
        )
    }
}
