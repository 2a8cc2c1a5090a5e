import Foundation
import PickerKit
import Support
import Testing

/// The tree's levels in orders of the pipeline's choice, through the real command; read with Foundation's JSON and no code of
/// the writers.
@Suite struct TreeLevelsTests {
    private let folder = TemporaryFolder()
    private static let dataFiles = ["picker.json", "catalog.json", "vehicles.json", "names.json"]
    private static let orders = [
        ["make", "family", "model", "year", "option"], ["year", "make", "model", "option"],
        ["year", "make", "family", "model", "option"], ["make", "model", "year", "option"],
    ]

    private func publish(_ levels: [String], _ feed: String, _ name: String, _ more: String...) throws -> String {
        let pipeline = folder.file(
            "p.yaml",
            "name: t\nfeeds: {vehicles: {layout: epa-vehicles}}\ntree: {levels: [\(levels.joined(separator: ", "))]}\n")
        let out = folder.path + "/" + name
        let result = try run(
            Project.marque, ["run", pipeline, "--input", "vehicles=" + feed, "--out", out] + more)
        #expect(result.status == 0, "\(result.error)")
        return out
    }

    /// Of the rows whose lines a plain split can take apart, by id: the feed's own word for the family.
    private func bases(_ text: String) throws -> [String: String] {
        let lines = text.split(whereSeparator: \.isNewline)
        let header = lines[0].components(separatedBy: ",")
        let id = try #require(header.firstIndex(of: "id"))
        let base = try #require(header.firstIndex(of: "baseModel"))
        var bases: [String: String] = [:]
        for line in lines.dropFirst() where !line.utf8.contains(0x22) {
            let fields = line.components(separatedBy: ",")
            if fields.count == header.count { bases[fields[id]] = fields[base] }
        }
        return bases
    }

    private func key(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// Every id of `vehicles.json` stands once in `catalog.json`, under its own names; `picker.json` has the same nodes, and
    /// under each the default; `PickerCatalog` finds them all.
    private func check(_ out: String, _ levels: [String], bases: [String: String]) throws {
        let catalog = try json(out + "/catalog.json")
        let vehicles = try json(out + "/vehicles.json")["vehicles"] as! [String: [String: Any]]
        #expect(catalog["levels"] as! [String] == levels)
        let tables = levels.dropLast().map { (catalog[$0] as! [String: Any]).compactMapValues { $0 as? [Any] } }
        let titles = tables.map { $0["title"]!.map { $0 as? Int == 0 ? "unknown" : "\($0)" } }
        let ids = (catalog["option"] as! [String: [Any]])["id"] as! [String]
        var byPath: [[String]: String] = [:]
        var seen: [String: [String]] = [:]
        func walk(_ level: Int, _ range: Range<Int>, _ path: [String]) {
            let names = titles[level][range]
            #expect(Set(names).count == names.count && !names.isEmpty, "\(path)")
            if levels[level] == "year" { #expect(Array(names) == names.sorted(by: newest), "\(path)") }
            for node in range {
                let first = tables[level]["first"]![node] as! Int
                let children = first..<first + (tables[level]["count"]![node] as! Int)
                let here = path + [titles[level][node]]
                #expect(children.indices.contains(first + (tables[level]["default"]![node] as! Int)))
                if level < levels.count - 2 {
                    walk(level + 1, children, here)
                } else {
                    for option in children { #expect(seen.updateValue(here, forKey: ids[option]) == nil, "\(ids[option])") }
                    byPath[here] = ids[first + (tables[level]["default"]![node] as! Int)]
                    #expect(children.contains { ids[$0] == byPath[here] })
                }
            }
        }
        func newest(_ a: String, _ b: String) -> Bool { (Int(a) ?? 0) > (Int(b) ?? 0) }
        walk(0, titles[0].indices, [])
        #expect(seen.count == ids.count && Set(seen.keys) == Set(vehicles.keys))

        var families: [[String]: String] = [:]
        var wrong: [String] = []
        for (id, path) in seen {
            let facts = vehicles[id]!
            for (level, title) in zip(levels, path) {
                switch level {
                case "family":
                    guard let base = bases[id] else { continue }
                    let name = [facts["make"] as! String, key(base)]
                    if key(title) != name[1] || families.updateValue(title, forKey: name) ?? title != title {
                        wrong.append(id)
                    }
                case "year": if "\(facts["year"] ?? "unknown")" != title { wrong.append(id) }
                default: if facts[level] as? String != title { wrong.append(id) }
                }
            }
        }
        #expect(wrong == [])
        #expect(levels.contains("family") == (families.count > 5))

        if Project.hasPython {
            let oracle = try run("python3", [Project.root + "/Tests/CommandTests/catalog_oracle.py", out])
            #expect(oracle.status == 0 && oracle.output == "", "\(oracle.output)\(oracle.error)")
        }

        var picked: [[String]: String] = [:]
        func open(_ node: Any, _ path: [String]) {
            if let id = node as? String { picked[path] = id }
            for (title, child) in node as? [String: Any] ?? [:] { open(child, path + [title]) }
        }
        open(try json(out + "/picker.json"), [])
        #expect(picked == byPath)

        let manifest = try json(out + "/manifest.json")
        let plurals = ["make": "makes", "family": "families", "model": "models", "year": "years"]
        var counts = ["options": ids.count, "vehicles": vehicles.count]
        for (level, titles) in zip(levels, titles) { counts[plurals[level]!] = titles.count }
        #expect(manifest["counts"] as! [String: Int] == counts)
        #expect((manifest["picker"] as! [String: Any])["drops"] as! Int == ids.count - byPath.count)

        let reader = try PickerCatalog(Data(contentsOf: URL(fileURLWithPath: out + "/catalog.json")))
        var read: [[String]: String] = [:]
        func wheel(_ rows: [Int], _ path: [String]) {
            if rows.count == reader.levels.count {
                read[path] = reader.defaultID(at: rows)
                return
            }
            for (row, title) in reader.titles(below: rows).enumerated() { wheel(rows + [row], path + [title]) }
        }
        wheel([], [])
        #expect(read == byPath)
    }

    @Test(arguments: orders) func holdsEveryVehicleOnce(_ levels: [String]) throws {
        try check(try publish(levels, sampleFeed, "out"), levels, bases: bases(sampleText()))
    }

    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set"), arguments: orders)
    func holdsEveryVehicleOfTheRealFeedOnce(_ levels: [String]) throws {
        let feed = Project.feeds! + "/epa/vehicles-2025-10-28.csv.gz"
        let text = try run("gzip", ["-dc", feed]).output
        try check(try publish(levels, feed, "out"), levels, bases: bases(text))
    }

    @Test(arguments: orders) func sameBytesForAnyNumberOfThreadsAndOrderOfRows(_ levels: [String]) throws {
        var random = SeededGenerator(seed: 11)
        let reference = try files(in: publish(levels, sampleFeed, "reference"))
        for jobs in ["1", "3"] { #expect(try files(in: publish(levels, sampleFeed, "jobs", "--jobs", jobs)) == reference) }
        let lines = try sampleText().components(separatedBy: "\r\n").filter { !$0.isEmpty }
        let shuffled = folder.file(
            "rows.csv", ([lines[0]] + lines.dropFirst().shuffled(using: &random)).joined(separator: "\n"))
        let other = try files(in: publish(levels, shuffled, "rows"))
        for file in Self.dataFiles { #expect(other[file] == reference[file], "\(file)") }
    }

    @Test(arguments: [
        (
            "make, model, year, option",
            """
            {
            "A":{"m":{"2005":"3"},"x":{"unknown":"4"}},
            "B":{"m":{"1999":"1","unknown":"2"}}
            }

            """, "[2005,0,1999,0]"
        ),
        (
            "year, make, model, option",
            """
            {
            "1999":{"B":{"m":"1"}},
            "2005":{"A":{"m":"3"}},
            "unknown":{"A":{"x":"4"},"B":{"m":"2"}}
            }

            """, "[2005,1999,0]"
        ),
    ])
    func writesYearsThatNobodyStates(_ levels: String, _ picker: String, _ years: String) throws {
        let feed = folder.file("f.csv", "id,make,model,year\n1,B,m,1999\n2,B,m,\n3,A,m,2005\n4,A,x,\n")
        let facts = ["id", "make", "model", "year"].map { "\($0): {column: \($0)}" }.joined(separator: ", ")
        let pipeline = folder.file(
            "p.yaml", "name: t\nfeeds: {v: {layout: {facts: {\(facts)}}, file: \(feed)}}\ntree: {levels: [\(levels)]}\n")
        let out = folder.path + "/out"
        let result = try marque("run", pipeline, "--out", out)
        #expect(result.status == 0, "\(result.error)")
        #expect(try String(contentsOfFile: out + "/picker.json", encoding: .utf8) == picker)
        #expect(try String(contentsOfFile: out + "/catalog.json", encoding: .utf8).contains("\"title\":\(years)}"))
        let reader = try PickerCatalog(Data(contentsOf: URL(fileURLWithPath: out + "/catalog.json")))
        #expect(reader.levels.first { $0.name == "year" }?.title.last == "unknown")
    }

    /// What is said of vehicles does not depend on the order in which they are chosen, nor does the default of a model and year.
    @Test func findsAndPrefersTheSameInAnyOrder() throws {
        let usual = try publish(["make", "model", "year", "option"], sampleFeed, "usual")
        func rules(_ out: String) throws -> NSArray {
            let rules = try json(out + "/report/report.json")["rules"] as! [[String: Any]]
            let ofTheTree = ["default-across-powertrains", "wheel-too-long"]
            return rules.filter { !ofTheTree.contains($0["id"] as! String) } as NSArray
        }
        for levels in Self.orders { #expect(try rules(publish(levels, sampleFeed, "out")) == rules(usual)) }
        let byYear = try publish(["year", "make", "model", "option"], sampleFeed, "year")
        let picker = try json(usual + "/picker.json") as! [String: [String: [String: String]]]
        var turned: [String: [String: [String: String]]] = [:]
        for (make, models) in picker {
            for (model, years) in models {
                for (year, id) in years { turned[year, default: [:]][make, default: [:]][model] = id }
            }
        }
        #expect(try json(byYear + "/picker.json") as! [String: [String: [String: String]]] == turned)
    }

    @Test func guessesFamiliesWhereTheFeedHasNone() throws {
        let lines = try sampleText().components(separatedBy: "\r\n").filter {
            !$0.contains("\"") && $0.components(separatedBy: ",").count == 84
        }
        let base = try #require(lines[0].components(separatedBy: ",").firstIndex(of: "baseModel"))
        let text = lines.map { line in
            var fields = line.components(separatedBy: ",")
            fields.remove(at: base)
            return fields.joined(separator: ",")
        }.joined(separator: "\n")
        let levels = ["make", "family", "model", "year", "option"]
        let out = try publish(levels, folder.file("nobase.csv", text), "out")
        let picker = try json(out + "/picker.json") as! [String: [String: [String: [String: String]]]]
        #expect(picker["Volvo"]?["XC90"]?.keys.sorted() == ["XC90 AWD", "XC90 FWD"])
        #expect(picker["Ford"]?["F150"]?["F150 Pickup 2WD"]?.keys.sorted() == ["1985", "2025"])
    }

    @Test(arguments: [
        (
            "[make, model, yaer, option]",
            [
                "3:24: error: tree.levels: \"yaer\" found, expected one of \"make\", \"family\", \"model\", \"year\", \"option\", did you mean \"year\""
            ]
        ),
        ("[make, option, model, year]", ["3:17: error: tree.levels: \"option\" found before \"year\", expected it last"]),
        ("[model, make, year, option]", ["3:11: error: tree.levels: \"model\" found before \"make\", expected it behind"]),
        (
            "[family, make, model, year, option]",
            ["3:11: error: tree.levels: \"family\" found before \"make\", expected it behind"]
        ),
        (
            "[make, model, year, family, option]",
            ["3:17: error: tree.levels: \"model\" found before \"family\", expected it behind"]
        ),
        ("[make, model, model, year, option]", ["3:24: error: tree.levels: \"model\" stands twice"]),
        (
            "[make, family, option]",
            ["3:10: error: tree.levels: \"model\" is missing", "3:10: error: tree.levels: \"year\" is missing"]
        ),
        (
            "model",
            [
                "3:10: error: tree.levels: \"make\" is missing", "3:10: error: tree.levels: \"year\" is missing",
                "3:10: error: tree.levels: \"option\" is missing",
            ]
        ),
        (
            "[option, year, model, make]",
            [
                "3:11: error: tree.levels: \"option\" found before \"make\", expected it last",
                "3:25: error: tree.levels: \"model\" found before \"make\", expected it behind",
            ]
        ),
        ("{make: 1}", ["3:10: error: tree.levels: a map found, expected a list"]),
    ])
    func namesTheFaultsOfLevels(_ levels: String, _ faults: [String]) throws {
        // The list stands in the third line, so that a place has something to tell.
        let pipeline = folder.file(
            "p.yaml", "name: t\ntree:\n levels: \(levels)\nfeeds: {vehicles: {layout: epa-vehicles}}\n")
        let result = try marque("check", pipeline)
        #expect(result.status == 2)
        let lines = result.error.components(separatedBy: "\n")
        #expect(lines.filter { $0.contains(": error: ") } == faults.map { folder.path + "/p.yaml:" + $0 }, "\(result.error)")
        #expect(lines.filter { $0.hasPrefix("  fix: ") }.count == (faults[0].contains("found, expected") ? 0 : faults.count))
    }
}
