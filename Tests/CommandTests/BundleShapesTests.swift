import Foundation
import Support
import Testing

/// The shapes of a bundle beside those of old: files of makes, lines, tables, packed files, schemas, budgets; through the real
/// command, read with Python's own libraries and Foundation.
@Suite struct BundleShapesTests {
    private let folder = TemporaryFolder()
    private static let all = "picker, catalog, makes, vehicles, ndjson, sqlite, names, keys, changes, report"

    private func pipeline(
        _ levels: String = "make, model, year, option", write: String = all, publish: String = "gzip: true"
    ) -> String {
        folder.file(
            "p.yaml",
            """
            name: t
            feeds: {vehicles: {layout: epa-vehicles}}
            tree: {levels: [\(levels)]}
            write: [\(write)]
            publish: {\(publish)}

            """)
    }

    private func publish(_ pipeline: String, _ feed: String, _ name: String = "out", _ more: String...) throws -> String {
        let out = folder.path + "/" + name
        let result = try run(Project.marque, ["run", pipeline, "--input", "vehicles=" + feed, "--out", out] + more)
        #expect(result.status == 0, "\(result.error)")
        return out
    }

    /// What the oracles have to say against a bundle.
    private func faults(of bundle: String) throws -> String {
        guard Project.hasPython else {
            print("python3 is not there: the shapes are not held against each other")
            return ""
        }
        let shapes = try run("python3", [Project.root + "/Tests/CommandTests/shapes_oracle.py", bundle])
        let schemas = try run("python3", [Project.root + "/Tests/CommandTests/schema_oracle.py", bundle])
        if schemas.status == 3 {
            print("Python's jsonschema is not there: schemas are checked by this project's own reader alone")
        }
        let checked = Int(schemas.output.trimmingCharacters(in: .newlines))
        return shapes.output + shapes.error + (checked != nil || schemas.status == 3 ? "" : schemas.output + schemas.error)
    }

    @Test(arguments: [
        ("make, model, year, option", all), ("make, family, model, year, option", all),
        ("year, make, model, option", "picker, catalog, vehicles, ndjson, sqlite, names, changes, report"),
        ("make, year, family, model, option", "picker, catalog, vehicles, sqlite, names, report"),
    ])
    func tellTheSameInAnyOrderOfLevels(_ levels: String, _ write: String) throws {
        #expect(try faults(of: publish(pipeline(levels, write: write), sampleFeed)) == "")
    }

    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set"))
    func tellTheSameOfTheRealFeed() throws {
        let out = try publish(pipeline(), Project.feeds! + "/epa/vehicles-2025-10-28.csv.gz")
        #expect(try faults(of: out) == "")
        // What an app has to load: the whole of the tree, or the wheel of makes and one make.
        func size(_ path: String) throws -> Int { try Data(contentsOf: URL(fileURLWithPath: out + "/" + path)).count }
        #expect(try size("catalog.json.gz") <= 450_000 && size("makes.json") <= 16_000)
    }

    @Test func sameBytesForAnyNumberOfThreads() throws {
        let pipeline = pipeline()
        let reference = try files(in: publish(pipeline, sampleFeed, "reference", "--jobs", "1"))
        #expect(reference.keys.contains("catalog.sqlite") && reference.keys.contains("makes/ford.json"))
        for jobs in ["2", "4"] { #expect(try files(in: publish(pipeline, sampleFeed, "jobs", "--jobs", jobs)) == reference) }
    }

    /// Packing changes no data, so the version of the data stays.
    @Test func packedFilesAreNoData() throws {
        let plain = try publish(pipeline(publish: "gzip: false"), sampleFeed, "plain")
        let packed = try publish(pipeline(publish: "gzip: true"), sampleFeed, "packed")
        func version(_ out: String) throws -> String {
            (try json(out + "/manifest.json")["data"] as! [String: Any])["version"] as! String
        }
        #expect(try version(plain) == version(packed))
        let names = try Set(files(in: packed).keys).subtracting(files(in: plain).keys)
        #expect(names.contains("vehicles.json.gz") && names.allSatisfy { $0.hasSuffix(".gz") })
        #expect(try run("sh", ["-c", "cd '\(packed)' && sha256sum --quiet -c SHA256SUMS"]).status == 0)
    }

    @Test func writesAFileAMake() throws {
        let feed = folder.file(
            "f.csv",
            """
            id,make,model,year,engine,mpg
            1,Audi,A4,2013,Manual,30
            2,Škoda,Octavia,2013,,41.5
            3,Škoda,Octavia,2013,Manual,
            4,Škoda,Citigo,,Manual,50

            """)
        let facts = [
            "id: {column: id}", "make: {column: make}", "model: {column: model}", "year: {column: year}",
            "transmission: {column: engine}", "combined: {column: mpg, unit: mpg (US), cycle: not stated}",
        ].joined(separator: ", ")
        let pipeline = folder.file(
            "p.yaml", "name: t\nfeeds: {v: {layout: {facts: {\(facts)}}, file: \(feed)}}\nwrite: [makes, keys]\n")
        let out = folder.path + "/out"
        let result = try marque("run", pipeline, "--out", out)
        #expect(result.status == 0, "\(result.error)")
        #expect(
            try String(contentsOfFile: out + "/makes/skoda.json", encoding: .utf8) == """
                {"facts":{"combined":[50,null,41.5],
                "transmission":["Manual","Manual",null]},
                "format":2,
                "levels":["model","year","option"],
                "make":"Škoda",
                "model":{"aliases":{},
                "count":[1,1],
                "default":[0,0],
                "first":[0,1],
                "folded":{},
                "key":["skoda/citigo","skoda/octavia"],
                "title":["Citigo","Octavia"]},
                "option":{"detail":[0,0,1],
                "id":["4","3","2"],
                "text":["Manual","No transmission stated"],
                "title":[0,0,1]},
                "year":{"count":[1,2],
                "default":[0,1],
                "first":[0,1],
                "title":[0,2013]}}

                """)
        let makes = try String(contentsOfFile: out + "/makes.json", encoding: .utf8)
        #expect(makes.contains("{\"default\":1,\n") && makes.contains("\"folded\":{\"1\":\"skoda\"},\n"))
        #expect(makes.contains("\"sections\":[[\"A\",0],[\"S\",1]],\n") && !makes.contains("\"first\""))
    }

    @Test func keepsBudgetsInTheManifest() throws {
        let budgets = "budgets: {catalog.json: {size: 3 MB, gzip: 450 KB, decode: 1.5 s}, catalog.sqlite: {size: 64KiB}}"
        let out = try publish(pipeline(publish: budgets), sampleFeed)
        let kept = try json(out + "/manifest.json")["budgets"] as! [String: [String: Double]]
        #expect(
            kept == [
                "catalog.json": ["size": 3_000_000, "gzip": 450_000, "decode": 1500], "catalog.sqlite": ["size": 65_536],
            ])
    }

    @Test(arguments: [
        (
            "tree: {levels: [year, make, model, option]}\nwrite: [makes, keys]",
            "3:9: error: write: \"makes\" found, of a tree whose outermost level is \"year\""
        ),
        (
            "write: [picker, makes]",
            "2:17: error: write: \"makes\" found without \"keys\", which the files of makes are called by"
        ),
        ("write: makes", "2:8: error: write: \"makes\" found without \"keys\""),
        ("write: [sqlit]", "2:9: error: write: \"sqlit\" found, expected one of"),
        ("publish: {gzip: yes}", "2:17: error: publish.gzip: \"yes\" found, expected true or false"),
        (
            "publish: {budgets: {catalog.jsn: {size: 1 KB}}}",
            "2:21: error: unknown key \"publish.budgets.catalog.jsn\", did you mean \"catalog.json\""
        ),
        (
            "write: [picker]\npublish: {budgets: {catalog.json: {size: 1 KB}}}",
            "3:21: error: publish.budgets: \"catalog.json\" found, which is not written"
        ),
        (
            "publish: {budgets: {catalog.json: {size: 3 Mb}}}",
            "2:42: error: publish.budgets.catalog.json.size: \"3 Mb\" found, expected a size such as 450 KB or 1.5 MiB"
        ),
        (
            "publish: {budgets: {catalog.json: {gzip: -1 KB}}}",
            "2:42: error: publish.budgets.catalog.json.gzip: \"-1 KB\" found, expected a size"
        ),
        (
            "publish: {budgets: {catalog.json: {decode: 40}}}",
            "2:44: error: publish.budgets.catalog.json.decode: \"40\" found, expected a time such as 40 ms, 1.5 s or 30 min"
        ),
        (
            "publish: {budgets: {catalog.json: {sise: 1 KB}}}",
            "2:36: error: unknown key \"publish.budgets.catalog.json.sise\""
        ),
    ])
    func namesTheFaultsOfThePipelineFile(_ text: String, _ fault: String) throws {
        let pipeline = folder.file("p.yaml", "{name: t, feeds: {vehicles: {layout: epa-vehicles}}}\n")
        let whole = "name: t\n\(text)\nfeeds: {vehicles: {layout: epa-vehicles}}\n"
        try whole.write(toFile: pipeline, atomically: true, encoding: .utf8)
        let result = try marque("check", pipeline)
        #expect(result.status == 2 && result.error.contains(pipeline + ":" + fault), "\(result.error)")
    }

    @Test func writesAllThatCanBeWhereNobodySays() throws {
        for (levels, hasMakes) in [("make, model, year, option", true), ("year, make, model, option", false)] {
            let pipeline = folder.file(
                "p.yaml", "name: t\nfeeds: {vehicles: {layout: epa-vehicles}}\ntree: {levels: [\(levels)]}\n")
            let names = try Set(files(in: publish(pipeline, sampleFeed)).keys)
            #expect(names.contains("makes.json") == hasMakes && names.contains("catalog.sqlite"))
        }
    }

    // MARK: Schemas

    @Test func everyFileIsAsItsSchemaSays() throws {
        let out = try publish(pipeline(), sampleFeed)
        var checked: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: out + "/schema") {
            let schema = try json(out + "/schema/" + name)
            let title = schema["title"] as! String
            let file =
                name == "report.schema.json" ? "report/report.json" : title.replacingOccurrences(of: "KEY", with: "ford")
            let value = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: out + "/" + file)))
            #expect(SchemaCheck(schema).faults(value).prefix(5) == [], "\(file)")
            checked.insert(name.replacingOccurrences(of: ".schema.json", with: ""))
            #expect(
                try marque("schema", name.replacingOccurrences(of: ".schema.json", with: "")).output.utf8.elementsEqual(
                    Data(contentsOf: URL(fileURLWithPath: out + "/schema/" + name))))
        }
        #expect(
            checked == ["catalog", "changes", "make", "makes", "manifest", "names", "picker", "report", "vehicles"])
        let listed = try marque("schema").output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(Set(listed.map(String.init)) == checked.union(["details"]) && listed == listed.sorted())
    }

    @Test func namesTheFaultsOfTheSchemaCommand() throws {
        for (arguments, message) in [
            (["catalogue"], "unknown shape \"catalogue\", did you mean \"catalog\""),
            (["catalog", "--kotlin"], "\"catalog\" and \"--kotlin\" found, expected one of them"),
            (["--typscript"], "unknown option \"--typscript\" of \"marque schema\", did you mean \"--typescript\""),
        ] {
            let result = try run(Project.marque, ["schema"] + arguments)
            #expect(result.status == 2 && result.error.contains(message), "\(result.error)")
        }
    }

    /// Each member of each record stands in both languages, where it may be missing as one that may.
    @Test func typesHaveTheMembersOfTheSchemas() throws {
        let (typeScript, kotlin) = (try marque("schema", "--typescript").output, try marque("schema", "--kotlin").output)
        for name in ["catalog", "changes", "details", "make", "makes", "manifest", "names", "vehicles"] {
            let schema = try JSONSerialization.jsonObject(with: Data(marque("schema", name).output.utf8)) as! [String: Any]
            for (record, definition) in schema["$defs"] as! [String: [String: Any]] {
                let script = try #require(body(of: "export interface \(record) {", in: typeScript, end: "\n}"))
                let data = try #require(body(of: "data class \(record)(", in: kotlin, end: "\n)"))
                let required = definition["required"] as! [String]
                for member in (definition["properties"] as! [String: Any]).keys {
                    #expect(script.contains("\n  \(member)\(required.contains(member) ? "" : "?"): "), "\(record).\(member)")
                    let line = data.split(separator: "\n").first { $0.hasPrefix("    val \(member): ") }
                    #expect(line?.contains("? = null") == !required.contains(member), "\(record).\(member)")
                }
            }
        }
        #expect(
            typeScript.contains("\nexport type Picker = { [key: string]: { [key: string]: { [key: string]: string } } };\n"))
        #expect(kotlin.contains("\ntypealias Picker = Map<String, Map<String, Map<String, String>>>\n"))
    }

    private func body(of head: String, in text: String, end: String) -> String? {
        guard let start = text.range(of: head), let stop = text.range(of: end, range: start.upperBound..<text.endIndex)
        else {
            return nil
        }
        return String(text[start.upperBound..<stop.upperBound])
    }
}
