import Foundation
import Support
import Testing

/// `marque diff` between two files of a feed.
@Suite struct DiffFeedTests {
    private let folder = TemporaryFolder()

    private func changes(_ old: String, _ new: String, _ more: [String] = []) throws -> [String: Any] {
        let result = try run(Project.marque, ["diff", old, new, "--json"] + more)
        #expect(result.status == 0, "\(result.error)")
        return try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as! [String: Any]
    }

    private var old: String {
        folder.file(
            "old.csv",
            """
            id,make,model,year,city08,co2,fuelCost08,hpv
            1,Audi,A4,2013,21,-1,1500,0
            2,Audi,A6,2013,20,400,1500,0
            3,BMW,320i,2014,25,380,1500,9
            4,Kia,Rio,2015,30,300,1200,0
            4,Kia,Rio again,2015,31,300,1200,0
            x,Kia,Soul,2015,30,300,1200,0

            """)
    }

    private var new: String {
        folder.file(
            "new.csv",
            """
            id,year,make,model,baseModel,city08,co2,fuelCost08,hpv
            10,2016,Kia,Rio,Rio,30,300,1300,0
            3,2014,BMW,320i,3,26.5,,1500,11
            2,2013,Audi,A6 quattro,A6,20,400,1600,0
            1,2013,Audi,A4,A4,21.0,,1600,0.0

            """)
    }

    @Test func tellsEveryKindOfChange() throws {
        let changes = try changes(old, new)
        #expect(
            changes["counts"] as! [String: Int] == [
                "common": 3, "added": 1, "removed": 1, "returned": 0, "renamed": 1, "rekeyed": 0,
                // 320i: city, CO2 and a column that the layout does not read.
                "restated": 3, "restatedVehicles": 1,
                // 21 and 21.0, two ways to say nothing, and 0 and 0.0 in the column that is not read.
                "respelled": 3, "changed": 3, "changedOutsideVolatile": 3, "branchesAdded": 2, "branchesRemoved": 4,
            ])
        let from = changes["from"] as! [String: Any]
        #expect(from["rows"] as! Int == 6 && from["repeatedIds"] as! Int == 1 && from["withoutId"] as! Int == 1)
        #expect(changes["added"] as! [[String: String]] == [["id": "10", "make": "Kia", "model": "Rio", "year": "2016"]])
        #expect(changes["removed"] as! [[String: String]] == [["id": "4", "make": "Kia", "model": "Rio", "year": "2015"]])
        #expect(
            changes["renamed"] as! [[String: String]] == [["id": "2", "level": "model", "from": "A6", "to": "A6 quattro"]])
        let restated = (changes["restated"] as! [[String: Any]]).map { entry in
            ["id", "column", "from", "to", "difference"].map { entry[$0].map { "\($0)" } ?? "–" }.joined(separator: " ")
        }
        #expect(restated == ["3 city08 25 26.5 1.5", "3 co2 380 <null> –", "3 hpv 9 11 2"])
        let columns = (changes["columns"] as! [[String: Any]]).map {
            "\($0["column"]!) \($0["rows"]!) \($0["respelled"] ?? 0) \($0["volatile"] ?? 0)"
        }
        #expect(columns == ["model 1 0 0", "city08 2 1 0", "co2 2 1 0", "fuelCost08 2 0 1", "hpv 2 1 0"])
        #expect(changes["onlyTo"] as! [String] == ["baseModel"] && changes["onlyFrom"] as! [String] == [])
        let tree = changes["tree"] as! [String: [[String: String]]]
        #expect(tree["added"]!.map { $0["model"]! } == ["A6 quattro", "Rio"])
        #expect(tree["removed"]!.map { $0["model"]! } == ["A6", "Rio", "Rio again", "Soul"])
    }

    @Test func saysItToAPerson() throws {
        let text = try marque("diff", old, new, "--limit", "1").output
        for line in [
            "from       old.csv: 6 rows, 1 of them with the id of an earlier row, 1 of them left out, as a run would\n",
            "vehicles   1 added, 1 removed, 3 in both\n",
            "restated   3 values of 1 vehicle; 3 only respelled\n", "renamed    1 model, 0 makes\n",
            "columns    only the new one has baseModel\n", "  2 city08, 1 only respelled\n", "  2 fuelCost08 (volatile)\n",
            "  2  Audi \"A6\" → \"A6 quattro\"\n",
            "  3  2014 BMW 320i: city08 25 → 26.5 (+1.5), co2 380 → nothing, hpv 9 → 11 (+2)\n",
            "gone from the tree (4)\n  2013 Audi A6\n  and 3 more; --limit N shows more\n",
        ] { #expect(text.contains(line), "\(line) in \(text)") }
        #expect(
            try marque("diff", old, old).output.contains("vehicles   0 added, 0 removed, 4 in both\nchanged    0 vehicles"))
    }

    @Test func writesAPageThatIsWellFormedAndEscaped() throws {
        let tricky = folder.file(
            "tricky.csv", "id,make,model,year,city08\n2,Audi,<b>A6 & \"co\"</b>,2013,20\n3,BMW,320i,2014,24\n")
        let page = folder.path + "/page.html"
        let result = try marque("diff", old, tricky, "--html", page)
        #expect(result.status == 0 && result.output == "")
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.hasPrefix("<!doctype html>") && html.hasSuffix("</html>\n"))
        #expect(html.contains("&lt;b&gt;A6 &amp; &quot;co&quot;&lt;/b&gt;") && !html.contains("<b>A6"))
        #expect(!html.contains("://") && html.contains("prefers-color-scheme: dark"))
        #expect(html.contains("3  2014 BMW 320i: city08 25 → 24 (-1), co2 380 → nothing") == false, "co2 is not compared")
        #expect(html.contains("3  2014 BMW 320i: city08 25 → 24 (-1)"))
    }

    @Test func writesJSONToAFile() throws {
        let out = folder.path + "/changes.json"
        #expect(try marque("diff", old, new, "--json", "--out", out).output == "")
        #expect(try String(contentsOfFile: out, encoding: .utf8) == marque("diff", old, new, "--json").output)
    }

    /// Without ids, a vehicle is what its row says it is.
    @Test func comparesFeedsWithoutIDs() throws {
        let head = "Model year,Make,Model,Vehicle class,Engine size (L),Cylinders,Transmission,Fuel type,City (L/100 km)"
        let old = folder.file(
            "a.csv", head + "\n2023,Acura,ILX,Compact,2.4,4,AM8,Z,9.9\n2023,Acura,MDX,SUV,3.5,6,AS10,Z,12.6\n")
        let new = folder.file(
            "b.csv",
            head.replacingOccurrences(of: "City (L", with: "Fuel consumption city (L")
                + "\n2023,Acura,MDX,SUV,3.5,6,AS10,Z,12.4\n2023,Acura,TLX,Compact,2.0,4,AS10,Z,11.3\n")
        let changes = try changes(old, new, ["--layout", "nrcan-conventional"])
        #expect((changes["added"] as! [[String: Any]]).map { $0["model"] as! String } == ["TLX"])
        #expect((changes["removed"] as! [[String: Any]]).map { $0["model"] as! String } == ["ILX"])
        let restated = changes["restated"] as! [[String: Any]]
        #expect(restated.count == 1 && restated[0]["difference"] as! Double == -0.2)
    }

    @Test func readsAsThePipelineSays() throws {
        let pipeline = folder.file(
            "p.yaml",
            """
            name: p
            feeds:
              one: {layout: {delimiter: ";", decimal-mark: ",", facts: {id: {column: nr}, make: {column: m}, model: {column: n}, year: {column: y}, city: {column: c, unit: L/100 km, cycle: WLTP}}}}
              two: {layout: {facts: {id: {column: id}, make: {column: make}, model: {column: model}, year: {column: year}}}}
            publish: {folder: out}
            """)
        let old = folder.file("o.csv", "nr;m;n;y;c\n1;Audi;A4;2013;7,5\n")
        let new = folder.file("n.csv", "nr;m;n;y;c\n1;Audi;A4;2013;7,50\n")
        let changes = try changes(old, new, ["--pipeline", pipeline, "--feed", "one"])
        #expect((changes["counts"] as! [String: Int])["respelled"] == 1)
        let result = try marque("diff", old, new, "--pipeline", pipeline)
        #expect(result.status == 2 && result.error.contains("2 feeds of vehicles found: \"one\", \"two\""))
        let wrong = try marque("diff", old, new, "--pipeline", pipeline, "--feed", "on")
        #expect(
            wrong.status == 2 && wrong.error.contains("\"on\" found, expected one of \"one\", \"two\", did you mean \"one\"")
        )
    }

    @Test(arguments: [
        (["O"], 2, "1 operands found, expected an old release and a new one"),
        (["O", "N", "--out", "f"], 2, "\"--out\" found without \"--json\""),
        (["O", "N", "--feed", "f"], 2, "\"--feed\" found without \"--pipeline FILE\""),
        (
            ["O", "N", "--layout", "vca", "--pipeline", "p"], 2,
            "\"--layout\" and \"--pipeline\" found, expected one of them"
        ),
        (["O", "N", "--limit", "x"], 2, "--limit \"x\" found, expected a whole number from 1 to 100000"),
        (["O", "N", "--layout", "epa-vehicle"], 2, "--layout: error: \"epa-vehicle\" found, expected one of"),
        (["O", "N", "--layout", "epa-vehicle"], 2, "did you mean \"epa-vehicles\""),
        (["O", "N", "--layout", "epa-emissions"], 2, "layout \"epa-emissions\" is of details of vehicles"),
        (["O", "N", "--input", "a=b"], 2, "--input: error: tells what a bundle was made of, and files of a feed found"),
        (["O", "F"], 2, "is no bundle: it has no manifest.json"),
        (["O", "-"], 2, "is standard input, expected a file"),
        (["O", "O/none"], 3, "error: "),
        (["T", "T"], 2, "none of the built-in layouts fits"),
        (["O", "T", "--layout", "epa-vehicles"], 3, "of layout \"epa-vehicles\", found \"a\", \"b\""),
        (["O", "H"], 3, "has a header and no records"),
    ])
    func refusesWhatItCannotCompare(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let table = folder.file("table.csv", "a,b\n1,2\n3,4\n")
        let header = folder.file("header.csv", "id,make,model,year,city08\n")
        let paths = ["O": old, "N": new, "T": table, "H": header, "F": folder.path, "O/none": folder.path + "/none.csv"]
        let result = try run(Project.marque, ["diff"] + arguments.map { paths[$0] ?? $0 })
        #expect(result.status == status && result.error.contains(message), "\(result.error)")
    }
}

/// The eight releases of the EPA's feed, step by step.
@Suite(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set"), .serialized) struct DiffRealFeedTests {
    /// The table of the feeds' profile, counted with Python's csv on the raw text: added, removed, rows with any change, rows
    /// changed outside volatile columns, renamed models, tree + and −.
    static let steps: [(String, String, [Int])] = [
        ("2015-02-06", "2016-11-22", [2407, 92, 35_625, 5848, 94, 1651, 44]),
        ("2016-11-22", "2018-02-19", [1525, 15, 38_017, 1154, 69, 1013, 46]),
        ("2018-02-19", "2018-02-26", [7, 0, 39_541, 1, 0, 4, 0]),
        ("2018-02-26", "2019-06-04", [1597, 2, 39_547, 738, 89, 1127, 64]),
        ("2019-06-04", "2021-07-12", [2682, 34, 41_110, 1467, 10, 1976, 34]),
        ("2021-07-12", "2022-11-08", [1987, 2, 43_790, 462, 4, 1462, 5]),
        ("2022-11-08", "2025-10-28", [3806, 1, 45_776, 816, 13, 3202, 12]),
    ]

    private func feed(_ date: String) -> String { Project.feeds! + "/epa/vehicles-\(date).csv.gz" }

    @Test(arguments: steps) func equalsTheProfile(_ old: String, _ new: String, _ expected: [Int]) throws {
        let folder = TemporaryFolder()
        let out = folder.path + "/changes.json"
        let result = try marque("diff", feed(old), feed(new), "--json", "--out", out)
        #expect(result.status == 0, "\(result.error)")
        let changes = try json(out)
        let counts = changes["counts"] as! [String: Int]
        let names = [
            "added", "removed", "changed", "changedOutsideVolatile", "renamed", "branchesAdded", "branchesRemoved",
        ]
        #expect(names.map { counts[$0]! } == expected)
        guard Project.hasPython else { return }
        let oracle = try run(
            "python3", [Project.root + "/Tests/CommandTests/diff_oracle.py", feed(old), feed(new), out])
        #expect(oracle.status == 0 && oracle.output == "", "\(oracle.output)\(oracle.error)")
    }

    /// The XML of a release says what its CSV says, dates in another zone aside.
    @Test func theTwoFormsOfAReleaseAreOne() throws {
        let result = try marque(
            "diff", feed("2016-11-22"), Project.feeds! + "/epa/vehicles-2016-11-22.rebuilt.xml.gz", "--json")
        let changes = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as! [String: Any]
        let counts = changes["counts"] as! [String: Int]
        for name in ["added", "removed", "renamed", "restated", "branchesAdded", "branchesRemoved"] {
            #expect(counts[name] == 0, "\(name)")
        }
        #expect(counts["common"] == 38_032)
        #expect(
            Set((changes["columns"] as! [[String: Any]]).map { $0["column"] as! String }) == ["createdOn", "modifiedOn"])
    }
}
