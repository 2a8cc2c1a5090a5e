import Foundation
import Support
import Testing

/// `marque why` about ids and lines: what it says of a row is held against a plain scan of the feed, and its pointers are resolved
/// by Foundation's JSON.
@Suite struct WhyCommandTests {
    private let folder = TemporaryFolder()

    private func publish(_ pipeline: String, _ more: String...) throws -> String {
        let out = folder.path + "/out"
        let result = try run(Project.marque, ["run", pipeline, "--out", out] + more)
        #expect(result.status == 0, "\(result.error)")
        return out
    }

    private func why(_ bundle: String, _ word: String, _ more: String...) throws -> String {
        let result = try run(Project.marque, ["why", bundle, word] + more)
        #expect(result.status == 0, "\(result.error)")
        return result.output
    }

    private func document(_ bundle: String, _ word: String, _ more: String...) throws -> [String: Any] {
        let result = try run(Project.marque, ["why", bundle, word, "--json"] + more)
        #expect(result.status == 0, "\(result.error)")
        return try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as! [String: Any]
    }

    /// What a pointer leads to, after RFC 6901.
    private func resolve(_ pointer: [String: String], in bundle: String) throws -> Any? {
        let data = try Data(contentsOf: URL(fileURLWithPath: bundle + "/" + pointer["file"]!))
        var value: Any? = try JSONSerialization.jsonObject(with: data)
        for step in pointer["pointer"]!.components(separatedBy: "/").dropFirst() {
            let key = step.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
            if let object = value as? [String: Any] {
                value = object[key]
            } else if let list = value as? [Any], let place = Int(key), list.indices.contains(place) {
                value = list[place]
            } else {
                return nil
            }
        }
        return value
    }

    private func fields(_ document: [String: Any]) -> [String: [String: Any]] {
        let record = document["record"] as? [String: Any]
        return Dictionary((record?["fields"] as? [[String: Any]] ?? []).map { ($0["column"] as! String, $0) }) { a, _ in a }
    }

    // MARK: The sample feed

    @Test func obeysTheLimitsOfThePipeline() throws {
        for (limit, isFound) in [("1", true), ("50", false)] {
            let pipeline = folder.file(
                "p.yaml",
                "name: x\nfeeds: {vehicles: {layout: epa-vehicles}}\naudit: {limits: {combined-economy-mismatch: \(limit)}}\n"
            )
            let out = try publish(pipeline, "--input", "vehicles=" + sampleFeed)
            #expect(try why(out, "1041").contains("[combined-economy-mismatch]") == isFound)
        }
    }

    @Test func everyLineOfTheSampleFeedIsToldAsAPlainScanFindsIt() throws {
        let out = try publish(samplePipeline)
        let text = try run("gzip", ["-dc", sampleFeed]).output
        let vehicles = try json(out + "/vehicles.json")["vehicles"] as! [String: [String: Any]]
        let picker = try json(out + "/picker.json") as! [String: [String: [String: String]]]
        let defaults = Set(picker.values.flatMap { $0.values.flatMap(\.values) })
        // What the feed's own README says is planted.
        let aside: [Int: (String, String)] = [
            32: ("quarantined", "model-year-out-of-range"), 33: ("quarantined", "unparsable-value"),
            77: ("merged", "duplicate-id"),
        ]
        var byte = 0
        var kept: Set<String> = []
        var lost: [String: Int] = [:]
        for (place, line) in text.components(separatedBy: "\r\n").enumerated() {
            let number = place + 1
            defer { byte += line.utf8.count + 2 }
            if line.isEmpty && number > 80 { break }
            let answer = try document(out, "vehicles.csv.gz:\(number)")
            if let kind = [1: "header", 34: "blank", 69: "blank", 45: "ragged"][number] {
                let found = answer["line"] as! [String: Any]
                #expect(found["kind"] as? String == kind && answer["record"] == nil, "\(number)")
                if let rule = found["rule"] as? String { lost[rule, default: 0] += 1 }
                if number > 1 { #expect(found["byte"] as? Int == byte && found["raw"] as? String == line, "\(number)") }
                continue
            }
            let record = answer["record"] as! [String: Any]
            #expect(record["line"] as? Int == number && record["byte"] as? Int == byte, "\(number)")
            #expect(record["raw"] as? String == line)
            let expected = aside[number] ?? ("kept", "")
            #expect(record["outcome"] as? String == expected.0 && record["rule"] as? String ?? "" == expected.1, "\(number)")
            if let rule = record["rule"] as? String { lost[rule, default: 0] += 1 }
            guard expected.0 == "kept" else { continue }
            let vehicle = answer["vehicle"] as! [String: Any]
            let id = vehicle["id"] as! String
            kept.insert(id)
            var found: [String: Any] = [:]
            for pointer in vehicle["pointers"] as! [[String: String]] {
                found[pointer["file"]! + pointer["pointer"]!.prefix(8)] = try resolve(pointer, in: out)
            }
            #expect(
                (found["vehicles.json/vehicle"] as? [String: Any])?["make"] as? String == vehicles[id]?["make"] as? String)
            #expect(found["catalog.json/option/"] as? String == id)
            let pick = found.first { $0.key.hasPrefix("picker.json") }?.value as? String
            #expect(pick == (defaults.contains(id) ? id : nil), "\(number)")
            for step in vehicle["tree"] as! [[String: Any]] where step["level"] as! String != "option" {
                let title = try resolve(step["pointer"] as! [String: String], in: out)
                let fact = vehicles[id]?[step["level"] as! String]
                #expect("\(title!)" == step["title"] as! String && "\(title!)" == "\(fact!)", "\(number): \(step)")
            }
        }
        #expect(kept == Set(vehicles.keys))
        let ledger = try json(out + "/report/report.json")["ledger"] as! [String: Any]
        #expect(lost == ledger["byRule"] as? [String: Int], "what is told line by line is what the run counted")
        for (id, facts) in vehicles.prefix(12) {
            // Each fact that is published is what some field became, and has its value or that of a merged name.
            let became = fields(try document(out, id)).values.filter { $0["became"] != nil }
            #expect(Set(became.map { $0["field"] as! String }) == Set(facts.keys), "\(id)")
        }
    }

    @Test(arguments: [
        ("1043", ["city08U", "\"twenty\"", "does not fit, expected a number: taken as absent", "[unparsable-value]"]),
        ("1043", ["line 46, byte ", "SHA-256 ", "vehicles: vehicles.csv.gz, gzip, UTF-8"]),
        ("1043", ["absent: says \"not available\"", "absent: blank", "mpg or MPGe (US), fuel1, EPA label"]),
        ("1041", ["[combined-economy-mismatch]", "city 23", "highway 35", "bundle", "vehicles.json#/vehicles/1041"]),
        ("1071", ["means", "\"Mini\"", "make \"MINI\" by near-duplicate-name", "picker.json#/MINI/"]),
        (
            "1072",
            ["vehicles.csv.gz:76  kept", "vehicles.csv.gz:77  merged by duplicate-id", "; kept is vehicles.csv.gz:76"]
        ),
        ("1030", ["id 1030: quarantined by model-year-out-of-range", "model year 20010 found", "line 32"]),
        ("1031", ["id 1031: quarantined by unparsable-value", "\"n/a\"", "expected a number: row quarantined"]),
        ("vehicles:34", ["vehicles:34: blank, filtered by blank-record", "line 34, byte "]),
        ("x/vehicles.csv.gz:45", ["83 fields, expected 84, row quarantined by ragged-record"]),
        ("vehicles:1", ["vehicles:1: the header, which names the columns"]),
        ("vehicles:53", ["[bare-quote]", "Model S Performance (19\" Wheels)", "vehicles:53: kept, id 1050"]),
        ("vehicles:9:7", ["vehicles:9:7: kept, id 1007", "live", "key toyota/camry"]),
    ])
    func tells(_ question: String, _ texts: [String]) throws {
        let text = try why(try publish(samplePipeline), question)
        // The rule of a name that was merged by spelling is called as its evidence is.
        for expected in texts {
            let found =
                text.contains(expected)
                || text.contains(expected.replacingOccurrences(of: "near-duplicate-name", with: "spelling"))
            #expect(found, "\(expected) in\n\(text)")
        }
    }

    @Test(arguments: [
        (["why", "B"], "1 operands found, expected a bundle and an id, a line (FILE:LINE), or a make and a model"),
        (
            ["why", "B", "5000"],
            "id 5000 found, which neither the bundle nor its feeds have: its 76 ids go from 994 to 1072, and 1072 is"
        ),
        (["why", "B", "vehicles:84"], "vehicles.csv.gz:84: error: the line is behind the end: the text has 83 lines"),
        (
            ["why", "B", "vehicle.csv.gz:3"],
            "expected one of \"vehicles\", \"vehicles.csv.gz\", did you mean \"vehicles.csv.gz\""
        ),
        (["why", "B", "Lada"], "\"Lada\" found, which no vehicle of the bundle has"),
        (["why", "B", "Toyota", "Lada"], "\"Toyota\" \"Lada\" found, which no vehicle of the bundle has"),
        (
            ["why", "B", "1043", "--input", "vehicle=x"],
            "feed \"vehicle\" found, expected one of \"vehicles\", did you mean"
        ),
        (["why", "B", "1043", "--input", "x"], "--input \"x\" found, expected NAME=PATH"),
    ])
    func refusesWhatIsNotThere(_ arguments: [String], _ message: String) throws {
        let out = try publish(samplePipeline)
        let result = try run(Project.marque, arguments.map { $0 == "B" ? out : $0 })
        #expect(result.status == 2 && result.error.contains(message), "\(result.error)")
    }

    @Test func tellsWhatTheBundleAloneKnowsWhereTheFeedIsGone() throws {
        let feed = folder.file("vehicles.csv.gz", try Data(contentsOf: URL(fileURLWithPath: sampleFeed)))
        let out = try publish(samplePipeline, "--input", "vehicles=" + feed)
        let whole = try why(out, "1041")
        #expect(whole.contains("line 44"))
        let moved = folder.file("moved.gz", try Data(contentsOf: URL(fileURLWithPath: feed)))
        try FileManager.default.removeItem(atPath: feed)
        func expectBundleAlone(_ message: String) throws {
            for question in ["1041", "vehicles:44"] {
                let text = try why(out, question)
                #expect(text.contains(message) && text.contains("--input vehicles=PATH"), "\(text)")
                #expect(!text.contains("fields"))
            }
            let text = try why(out, "1041")
            #expect(
                text.contains("id 1041: filed as \"BMW\" \"328i\", live") && text.contains("vehicles.json#/vehicles/1041"))
            #expect(text.contains("[combined-economy-mismatch]"))
        }
        try expectBundleAlone("the feed cannot be read: no such file")
        _ = folder.file("vehicles.csv.gz", "id,make\n")
        try expectBundleAlone("the feed has changed: SHA-256 ")
        try FileManager.default.removeItem(atPath: folder.path + "/.out.run")
        try expectBundleAlone("nobody has noted where feed \"vehicles\" was read from")
        #expect(try why(out, "1041", "--input", "vehicles=" + moved) == whole)

        let piped = try marque(
            "run", samplePipeline, "--out", out, "--input", "vehicles=-",
            input: Data(contentsOf: URL(fileURLWithPath: moved)))
        #expect(piped.status == 0)
        try expectBundleAlone("the feed was read from standard input and is gone")
        try FileManager.default.removeItem(atPath: out + "/report/pipeline.json")
        let older = try why(out, "1041")
        #expect(older.contains("the bundle has no report/pipeline.json") && older.contains("run it again"), "\(older)")
    }

    @Test func saysWhichFileOfTheBundleIsDamaged() throws {
        for (file, message) in [
            ("names.json", "names.json:"), ("keys.tsv", "keys.tsv:"), ("report/report.json", "report.json:"),
            ("report/pipeline.json", "pipeline.json:"), ("manifest.json", "manifest.json:"),
        ] {
            try? FileManager.default.removeItem(atPath: folder.path + "/out")
            let out = try publish(samplePipeline)
            var text = try String(contentsOfFile: out + "/" + file, encoding: .utf8)
            // A value that is none, and of the ledger a state that is none.
            text = text.replacingOccurrences(of: "\tlive", with: "\tlvie").replacingOccurrences(of: ":\"", with: ":`\"")
                .replacingOccurrences(of: ": \"", with: ": `\"")
            try text.write(toFile: out + "/" + file, atomically: true, encoding: .utf8)
            let result = try marque("why", out, "1041")
            let said = result.output + result.error
            #expect(said.contains(message) && said.contains("damaged, expected"), "\(file): \(said)")
            #expect(result.status == (file == "report/pipeline.json" ? 0 : 3), "\(file)")
        }
    }

    // MARK: Other forms of feeds

    private func pipeline(_ feed: String, _ more: String = "", file: String) -> String {
        folder.file(
            "p.yaml",
            """
            name: p
            feeds:
              cars:
                file: \(file)
                \(feed)
            \(more)
            """)
    }

    private static let layout =
        "layout: {facts: {id: {column: id}, make: {column: make}, model: {column: model}, year: {column: year, required: true}}}"

    /// A record on several lines, one in another order of line ends, and marks that are doubled.
    @Test(arguments: [false, true]) func findsRecordsOfSeveralLines(_ isPacked: Bool) throws {
        let text = "id,make,model,year\n1,Audi,\"A4\nquattro \"\"S\"\"\",2001\r\n2,BMW,\"3,\r\n\n16i\",2002\r3,Fiat,500,2003"
        let bytes = isPacked ? try gzipped(Data(text.utf8)) : Data(text.utf8)
        let file = folder.file("cars.dat", bytes)
        let out = try publish(pipeline(Self.layout, file: file))
        for (line, id, first, last) in [
            (2, "1", 2, 3), (3, "1", 2, 3), (4, "2", 4, 6), (5, "2", 4, 6), (6, "2", 4, 6), (7, "3", 7, 7),
        ] {
            let answer = try document(out, "cars.dat:\(line)")
            let record = answer["record"] as! [String: Any]
            #expect((answer["vehicle"] as! [String: Any])["id"] as? String == id, "\(line)")
            #expect(record["line"] as? Int == first && record["lastLine"] as? Int == last, "\(line)")
            let raw = record["raw"] as! String
            let byte = record["byte"] as! Int
            #expect(Array(text.utf8)[byte...].starts(with: Array(raw.utf8)) && raw.hasPrefix(id + ","), "\(line)")
        }
        #expect(fields(try document(out, "1"))["model"]?["raw"] as? String == "A4\nquattro \"S\"")
        #expect(try why(out, "2").contains("lines 4 to 6, byte "))
    }

    @Test func readsAMemberOfAZipArchive() throws {
        let text = "id,make,model,year\n1,Audi,A4,2001\n2,Audi,A6,n/a\n"
        let file = folder.file(
            "cars.zip",
            try ZipArchive.bytes([.init("read.me", Data("x".utf8)), .init("data/cars.csv", Data(text.utf8), deflated: true)])
        )
        let out = try publish(pipeline(Self.layout + "\n    entry: cars.csv", file: file))
        let answer = try why(out, "cars.zip:3")
        #expect(answer.contains("cars: cars.zip, zip, entry data/cars.csv"), "\(answer)")
        #expect(
            answer.contains("quarantined by unparsable-value") && answer.contains("line 3, byte 34 of the text"), "\(answer)"
        )
    }

    @Test func tellsRecordsOfMarkupApart() throws {
        let layout =
            "layout: {form: xml, records: [cars/car], facts: {id: {column: id}, make: {column: make}, model: {column: model}, year: {column: year}}}"
        func car(_ id: Int, _ model: String) -> String {
            "<car><id>\(id)</id><make>Audi</make><model>\(model)</model><year>2001</year></car>"
        }
        let one = "<cars>" + car(1, "A4") + " " + car(2, "A6 &amp; more") + "</cars>"
        var out = try publish(pipeline(layout, file: folder.file("one.xml", one)))
        let result = try marque("why", out, "one.xml:1")
        #expect(
            result.status == 2 && result.error.contains("2 records stand on the line, expected a column too"),
            "\(result.error)")
        let second = 1 + "<cars>".count + car(1, "A4").count + 1
        #expect(result.error.contains("give one of one.xml:1:7, one.xml:1:\(second)"), "\(result.error)")
        for (id, column) in [("1", 7), ("2", second)] {
            let answer = try document(out, "one.xml:1:\(column + 3)")
            let record = answer["record"] as! [String: Any]
            #expect((answer["vehicle"] as! [String: Any])["id"] as? String == id)
            #expect(record["byte"] as? Int == column - 1 && record["column"] as? Int == column)
            #expect(record["raw"] as? String == (id == "1" ? car(1, "A4") : car(2, "A6 &amp; more")))
        }
        let lines =
            "<cars>\n<!-- none -->\n<car>\n<id>7</id>\n<make>Audi</make><model>A4</model><year>2001</year></car>\n</cars>\n"
        out = try publish(pipeline(layout, file: folder.file("lines.xml", lines)))
        for line in 3...5 {
            #expect(try why(out, "lines.xml:\(line)").contains("lines.xml:\(line): kept, id 7\n"), "\(line)")
        }
        for line in [2, 6] {
            #expect(try why(out, "lines.xml:\(line)").contains("lines.xml:\(line): no record stands there"))
        }
        #expect(try marque("why", out, "lines.xml:7").error.contains("the text has 6 lines"))
    }

    /// Preamble, footnotes, windows-1252, and no ids: copies have none of their own.
    @Test func tellsOfAFeedWithoutIDs() throws {
        let out = try publish(Project.root + "/pipelines/own-layout.yaml")
        for (line, expected) in [
            (1, "of the 3 lines of preamble and header"), (3, "of the 3 lines of preamble and header"),
            (19, "quarantined by unparsable-value"), (20, "merged by repeated-record"), (20, "; kept is consumo.csv:18"),
            (21, "blank, filtered by blank-record"), (22, "a footnote, filtered by footnote"),
            (23, "a footnote, filtered by footnote"),
            (14, "make \"Citroën\" by "), (17, "\"Pólo\""), (4, "13.6 km/L, fuel1, not stated"),
            (18, "consumo.csv:20  merged by repeated-record"), (19, "\"dois mil\""),
        ] {
            let text = try why(out, "consumo.csv:\(line)")
            #expect(text.contains(expected), "\(line): \(expected) in\n\(text)")
        }
        let vehicles = try json(out + "/vehicles.json")["vehicles"] as! [String: [String: Any]]
        for (id, facts) in vehicles {
            let answer = try document(out, id)
            let line = (answer["record"] as! [String: Any])["line"] as! Int
            #expect((4...18).contains(line) && fields(answer)["Versão"]?["value"] as? String == facts["trim"] as? String)
            #expect(try document(out, "cars:\(line)")["vehicle"] as? NSDictionary == answer["vehicle"] as? NSDictionary)
        }
    }

    @Test func tellsOfHiddenMakesAndConstants() throws {
        let file = folder.file("cars.csv", "id,make,model\n1,Audi,A4\n2,Dabryan Coach Builders,Town Car\n")
        _ = folder.file(
            "names.yaml", "author: Ann\nmakes:\n  - {name: Dabryan, legal-form: [Dabryan Coach Builders], tier: converter}\n"
        )
        let out = try publish(
            pipeline(
                "layout: {facts: {id: {column: id}, make: {column: make}, model: {column: model}}}\n    constants: {year: 2004}",
                "dedupe: {decisions: [names.yaml], tiers: {converter: hide}}", file: file))
        for question in ["2", "cars:3"] {
            #expect(try why(out, question).contains("\(question == "2" ? "id 2" : question): filtered by hidden-make"))
        }
        let text = try why(out, "1")
        #expect(text.contains("\"2004\"  2004, a constant of the pipeline  year 2004"), "\(text)")
    }

    @Test func tellsOfDetailsAndOfAFileThatTwoFeedsRead() throws {
        let vehicles = folder.file("cars.csv", "id,make,model,year\n5,Audi,A4,2001\n")
        let details = folder.file(
            "more.csv", "id,efid,salesArea,score,standard\n5,B,CA,7,L2\n5,A,FA,6,B5\n5,A,FA,6,B5\n9,C,CA,1,X\n")
        let pipeline = folder.file(
            "p.yaml",
            """
            name: p
            feeds:
              cars: {file: \(vehicles), \(Self.layout)}
              emissions: {file: \(details), layout: epa-emissions}
            """)
        let out = try publish(pipeline)
        let text = try why(out, "5")
        #expect(
            text.contains("more.csv:4  merged by repeated-record") && text.contains("details.json#/details/5\n"), "\(text)")
        for (line, score) in [(2, 7), (3, 6)] {
            let answer = try document(out, "emissions:\(line)")
            let record = answer["record"] as! [String: Any]
            let detail = try resolve(record["pointer"] as! [String: String], in: out) as! [String: Any]
            #expect(detail["airScore"] as? Int == score, "\(line)")
            #expect(fields(answer)["score"]?["became"] as? Int == score)
        }
        #expect(try why(out, "more.csv:5").contains("more.csv:5: quarantined by orphan-record"))
        let twice = folder.file(
            "p.yaml",
            """
            name: p
            feeds:
              cars: {file: \(vehicles), \(Self.layout)}
              others: {file: \(vehicles), \(Self.layout)}
            """)
        _ = try publish(twice)
        let result = try marque("why", out, "cars.csv:2")
        #expect(
            result.status == 2 && result.error.contains("which is that of the feeds \"cars\" and \"others\""),
            "\(result.error)")
        #expect(result.error.contains("name the feed instead: cars:LINE"))
        let outcomes = try ["cars:2", "others:2"].map { try document(out, $0)["record"] as! [String: Any] }.map {
            $0["outcome"] as! String
        }
        #expect(outcomes.sorted() == ["kept", "merged"])
    }
}

/// The same on real feeds.
@Suite(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set"), .serialized) struct WhyRealFeedTests {
    @Test(.enabled(if: Project.hasPython)) func placesOfRandomVehiclesAreThoseOfAPlainScan() throws {
        let folder = TemporaryFolder()
        let feed = Project.feeds! + "/epa/vehicles-2025-10-28.csv.gz"
        let out = folder.path + "/out"
        #expect(try marque("run", epaPipeline, "--input", "vehicles=" + feed, "--out", out).status == 0)
        let oracle = try run(
            "python3", [Project.root + "/Tests/CommandTests/why_oracle.py", Project.marque, out, feed, "200"])
        #expect(oracle.status == 0 && oracle.output == "", "\(oracle.output)\(oracle.error)")
    }

    /// The feed has no ids: what is made for a row is found again by its line, and the other way round.
    @Test func aRowWithoutAnIDIsFoundByItsLine() throws {
        let folder = TemporaryFolder()
        let feed = Project.feeds! + "/nrcan/1995-1999_Fuel_Consumption_Ratings.csv.gz"
        let out = folder.path + "/out"
        let result = try marque("run", Project.root + "/pipelines/nrcan.yaml", "--input", "ratings=" + feed, "--out", out)
        #expect(result.status == 0, "\(result.error)")
        let text = try String(data: gunzipped(feed), encoding: .windowsCP1252)!
        let lines = text.components(separatedBy: text.contains("\r\n") ? "\r\n" : "\n")
        for number in [3, 100, 1234] {
            let answer = try run(Project.marque, ["why", out, "ratings:\(number)", "--json"])
            let told = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as! [String: Any]
            let record = told["record"] as! [String: Any]
            let id = (told["vehicle"] as! [String: Any])["id"] as! String
            let values = lines[number - 1].components(separatedBy: ",")
            #expect(record["raw"] as? String == lines[number - 1])
            let raw = (record["fields"] as! [[String: Any]]).prefix(3).map { $0["raw"] as! String }
            #expect(raw.allSatisfy(values.contains), "\(raw)")
            #expect(try marque("why", out, id).output.contains("line \(number), byte "))
        }
    }

    private func gunzipped(_ path: String) throws -> Data {
        let folder = TemporaryFolder()
        _ = try run("sh", ["-c", "gzip -dc \(path) > \(folder.path)/text"])
        return try Data(contentsOf: URL(fileURLWithPath: folder.path + "/text"))
    }
}
