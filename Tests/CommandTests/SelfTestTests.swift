import Foundation
import Support
import Testing

/// The self-test: defects that are planted on purpose, and whether the audit tells them.
@Suite struct SelfTestTests {
    private let folder = TemporaryFolder()

    private struct Outcome {
        var status: Int32
        /// By defect: what became of it, why, and where it was planted.
        var outcomes: [String: String] = [:]
        var reasons: [String: String] = [:]
        var lines: [String: Int] = [:]
        var proven: [String]
        var unexpected: Int

        var missed: [String] { outcomes.filter { $0.value == "missed" }.keys.sorted().map { "\($0): \(reasons[$0] ?? "")" } }
    }

    private func selfTest(_ arguments: String...) throws -> Outcome {
        let result = try run(Project.marque, ["selftest"] + arguments + ["--json"])
        try #require(!result.output.isEmpty, "\(result.error)")
        let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as! [String: Any]
        var outcome = Outcome(
            status: result.status, proven: (document["rules"] as! [String: Any])["proven"] as! [String],
            unexpected: (document["unexpected"] as! [Any]).count)
        for defect in document["defects"] as! [[String: Any]] {
            let id = defect["id"] as! String
            outcome.outcomes[id] = defect["outcome"] as? String
            outcome.reasons[id] = defect["reason"] as? String
            outcome.lines[id] = defect["line"] as? Int
        }
        return outcome
    }

    /// The sample's pipeline with something added.
    private func sample(_ audit: String) -> String {
        folder.file(
            "sample.yaml",
            """
            name: sample
            feeds:
              vehicles: {layout: epa-vehicles, file: \(Project.root)/sample-data/vehicles.csv.gz}
            dedupe: {decisions: [\(Project.root)/pipelines/names/makes.yaml]}
            \(audit)
            publish: {folder: out}
            """)
    }

    @Test(arguments: 1...5) func allThatTheSampleCanCarryIsTold(_ seed: Int) throws {
        let outcome = try selfTest(samplePipeline, "--seed", String(seed))
        #expect(outcome.status == 0)
        #expect(outcome.missed == [] && outcome.unexpected == 0)
        // Each of these stands in sample-data/README.md, so the sample has the rows for it.
        for rule in [
            "ragged-record", "blank-record", "bare-quote", "model-year-out-of-range", "unparsable-value", "duplicate-id",
            "duplicate-record", "near-duplicate-name", "combined-economy-mismatch", "co2-economy-mismatch",
            "city-above-highway", "rounded-differs-from-unrounded", "electric-with-cylinders", "trailing-bytes", "make-gone",
            "id-reused", "row-count-drop", "encoding-detected", "unclosed-quote", "decision-unmatched", "decision-cycle",
            "decision-contradicted", "decision-expired", "waiver-unmatched", "waiver-expired", "feed-too-old", "hidden-make",
            "wheel-too-long", "twin-record", "twin-differs", "twin-missing",
        ] { #expect(outcome.proven.contains(rule), "\(rule)") }
        #expect(outcome.reasons["row-twice"] == "the feed has ids of its own")
        #expect(outcome.reasons["zip-truncated"] == "the feed is gzip, not zip")
        #expect(outcome.reasons["repeated-element"] == "the text is not XML")
    }

    @Test func oneSeedIsOneOutcome() throws {
        let texts = try (0..<2).map { _ in try marque("selftest", samplePipeline, "--seed", "7").output }
        #expect(texts[0] == texts[1])
        #expect(texts[0].contains("defects    ") && texts[0].contains(" 0 missed, "))
        #expect(try marque("selftest", samplePipeline, "--seed", "7", "--jobs", "1").output == texts[0])
        let (a, b) = (try selfTest(samplePipeline, "--seed", "1").lines, try selfTest(samplePipeline, "--seed", "2").lines)
        #expect(a != b && a.keys.sorted() == b.keys.sorted())
    }

    /// The feed, and what was published, are as they were.
    @Test func nothingIsPublishedAndNothingIsLeft() throws {
        let temporary = folder.path + "/tmp"
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
        let pipeline = sample("")
        let result = try run(
            Project.marque, ["selftest", pipeline],
            environment: ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary]) { $1 })
        #expect(result.status == 0, "\(result.output)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
    }

    @Test func aRuleThatIsOffIsNotTested() throws {
        let outcome = try selfTest(sample("audit: {severity: {city-above-highway: \"off\"}}"))
        #expect(outcome.status == 0)
        #expect(outcome.reasons["city-above-highway"] == "the pipeline turns city-above-highway off")
        #expect(outcome.proven.contains("co2-economy-mismatch") && !outcome.proven.contains("city-above-highway"))
    }

    /// An audit that is made blind must be noticed: by a limit that nothing passes, and by waivers of everything.
    @Test func aBlindAuditIsNoticed() throws {
        let limited = try selfTest(sample("audit: {limits: {barrels-economy-mismatch: 5000}}"))
        #expect(limited.status == 6)
        #expect(limited.missed == ["barrels-off: nothing was found there"])

        let makes = [
            "Audi", "BMW", "Ford", "GMC", "Honda", "Lexus", "MINI", "Mazda", "Mercedes-Benz", "Tesla", "Toyota", "Volvo",
        ]
        let waivers = makes.map { "  - {rule: no-engine, make: \($0), reason: test}\n" }.joined()
            .replacingOccurrences(of: "no-engine", with: "combustion-without-engine")
        _ = folder.file("w.yaml", "owner: Ann\nwaivers:\n" + waivers)
        let waived = try selfTest(sample("audit: {waivers: [w.yaml]}"))
        #expect(waived.status == 6)
        #expect(waived.missed.count == 1)
        #expect(waived.missed[0].hasPrefix("no-engine: the finding is waived by w.yaml:"))
        let text = try marque("selftest", sample("audit: {waivers: [w.yaml]}"))
        #expect(text.status == 6)
        #expect(text.output.contains("MISSED     no-engine "))
        #expect(text.output.contains("unproven   combustion-without-engine"))
    }

    /// Semicolons, CRLF, quoted fields, two header rows, a preamble, windows-1252, decimal commas.
    @Test func anyDialectCanBeEdited() throws {
        var text = "Autos;2020\r\nMarca;Modelo;\"Versão\";Ano;Consumo;Consumo;Preço\r\n;;;;cidade;estrada;\r\n"
        for row in 0..<60 {
            let make = ["Citroën", "Renault", "Fiat"][row % 3]
            let model = ["Picasso Grande", "Clio Estate", "Panorama Wagon"][row % 3] + (row % 2 == 0 ? "" : " Familiale")
            text +=
                "\(make);\"\(model)\";\"linha \"\"\(row)\"\"; longa\";\(2000 + row / 6);\(8 + row % 4),5;\(10 + row % 5),2;\(9000 + row)\r\n"
        }
        _ = folder.file("feed.csv", text.data(using: .windowsCP1252)!)
        let pipeline = folder.file(
            "p.yaml",
            """
            name: test
            feeds:
              cars:
                file: feed.csv
                layout:
                  title: test
                  form: csv
                  delimiter: ";"
                  preamble-lines: 1
                  header-rows: 2
                  encoding: windows-1252
                  decimal-mark: ","
                  first-model-year: 1990
                  facts:
                    make: {column: Marca}
                    model: {column: Modelo}
                    trim: {column: Versão}
                    year: {column: Ano, required: true}
                    city: {column: Consumo cidade, unit: km/L, cycle: not stated, from: 1, to: 100}
                    highway: {column: Consumo estrada, unit: km/L, cycle: not stated, from: 1, to: 100}
                    price: {column: Preço, unit: EUR, from: 1, to: 1000000}
            publish: {folder: out}
            """)
        #expect(try marque("run", pipeline).status == 0)
        for seed in 1...3 {
            let outcome = try selfTest(pipeline, "--seed", String(seed))
            #expect(outcome.status == 0)
            #expect(outcome.missed == [] && outcome.unexpected == 0)
            for rule in [
                "ragged-record", "blank-record", "model-year-out-of-range", "unparsable-value", "repeated-record",
                "near-duplicate-name", "word-order", "misspelling", "make-in-model", "legal-form", "row-count-drop",
            ] { #expect(outcome.proven.contains(rule), "\(rule)") }
            #expect(outcome.outcomes["column-required-renamed"] == "told")
            #expect(outcome.outcomes["no-records"] == "told")
            #expect(outcome.reasons["id-twice-alike"] == "the feed has no ids of its own")
            #expect(outcome.reasons["gzip-truncated"] == "the feed is plain, not gzip")
        }
    }

    @Test func refusesWhatItCannotDo() throws {
        let seed = try marque("selftest", samplePipeline, "--seed", "one")
        #expect(seed.status == 2 && seed.error.contains("--seed \"one\" found, expected a whole number"))
        #expect(try marque("selftest").status == 2)
        let missing = try marque("selftest", samplePipeline, "--input", "vehicles=/nowhere")
        #expect(missing.status == 3)
        let rows = "id,make,model,year\n" + (1...60).map { "\($0),Audi,A\($0 % 6),2010\n" }.joined()
        let wide = folder.file("wide.csv", Data([0xff, 0xfe]) + rows.data(using: .utf16LittleEndian)!)
        let refused = try marque("selftest", epaPipeline, "--input", "vehicles=" + wide)
        #expect(refused.status == 3)
        #expect(refused.error.contains("is in UTF-16LE, expected UTF-8 or an encoding of one byte a letter"))
        // Standard input is needed more than once, and can be read.
        let piped = try marque("selftest", epaPipeline, "--input", "vehicles=-", input: Data(rows.utf8))
        #expect(piped.status == 0, "\(piped.output)\(piped.error)")
        #expect(piped.output.contains("ok         year-20010"))
    }

    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set"), arguments: 1...3)
    func allThatTheEPAFeedCanCarryIsTold(_ seed: Int) throws {
        let feed = Project.feeds! + "/epa/vehicles-2025-10-28.csv.gz"
        let outcome = try selfTest(epaPipeline, "--input", "vehicles=" + feed, "--seed", String(seed))
        #expect(outcome.status == 0)
        #expect(outcome.missed == [] && outcome.unexpected == 0)
        #expect(outcome.proven.count >= 69, "\(outcome.proven)")
        #expect(outcome.outcomes["legal-form-known"] == "told")
        for rule in [
            "model-year-gap", "default-across-powertrains", "economy-outlier", "misspelling", "truncation", "abbreviation",
            "annual-cost-mismatch", "id-returned",
        ] {
            #expect(outcome.proven.contains(rule), "\(rule)")
        }
    }

    static let otherFeeds = [
        ("epa-xml", "vehicles", "epa/vehicles-2025-10-28.rebuilt.xml.gz"),
        ("nrcan", "ratings", "nrcan/2023_Fuel_Consumption_Ratings_2023-04-04.csv.gz"),
        ("nrcan", "ratings", "nrcan/1header_MY2023_Fuel_Consumption_Ratings.csv.gz"),
        ("vca", "vehicles", "vca/Euro_6_latest-2021-08.csv.gz"),
        ("ademe", "vehicles", "ademe/ADEME-CarLabelling-2024-02.csv.gz"),
    ]

    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set"), arguments: otherFeeds)
    func whatOtherFeedsCanCarryIsTold(_ pipeline: String, _ name: String, _ file: String) throws {
        let path = Project.feeds! + "/" + file
        var arguments = ["\(Project.root)/pipelines/\(pipeline).yaml", "--input", "\(name)=\(path)"]
        if pipeline == "epa-xml" { arguments += ["--input", "emissions=" + path] }
        let result = try run(Project.marque, ["selftest"] + arguments)
        #expect(result.status == 0, "\(result.output.split(separator: "\n").filter { $0.hasPrefix("MISSED") })")
        #expect(result.output.contains("ok         make-gone"))
        // The rebuilt XML stands on one line, where ids tell the rows.
        if pipeline == "epa-xml" { #expect(result.output.contains("ok         model-spelling")) }
        #expect(result.output.contains(" 0 missed, "))
    }
}
