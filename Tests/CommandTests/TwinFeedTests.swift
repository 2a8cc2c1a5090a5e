import Foundation
import Support
import Testing

/// Two feeds that should say the same, compared row by row and fact by fact.
@Suite struct TwinFeedTests {
    private let folder = TemporaryFolder()
    private let rows = "1,Audi,A4,2020,20,30,24\n2,BMW,X5,2021,18,25,21\n3,Kia,Rio,2022,30,40,34\n"
    private let head = "id,make,model,year,city08,highway08,comb08\n"

    private func pipeline(_ feeds: String) -> String {
        folder.file("p.yaml", "name: twins\nfeeds:\n\(feeds)publish: {folder: out}\n")
    }

    private func run(_ a: String, _ b: String, suffix: String = "csv") throws -> (result: ProcessResult, lines: [String]) {
        _ = folder.file("a.csv", a)
        _ = folder.file("b." + suffix, b)
        let path = pipeline(
            "  vehicles: {layout: epa-vehicles, file: a.csv}\n  copy: {layout: epa-vehicles, file: b.\(suffix), twin-of: vehicles}\n"
        )
        let result = try marque("run", path, "--verbose")
        let lines = result.output.split(separator: "\n").map(String.init).filter { $0.contains("[twin-") }
        return (result, lines.map { $0.replacingOccurrences(of: folder.path + "/", with: "") })
    }

    private func counts() throws -> [String: Int] {
        let rules = try json(folder.path + "/out/report/report.json")["rules"] as! [[String: Any]]
        return rules.reduce(into: [:]) {
            if ($1["id"] as! String).hasPrefix("twin-") { $0[$1["id"] as! String] = ($1["count"] as! Int) }
        }
    }

    @Test func otherOrderAndOtherSpellingsOfTheSameValuesAgree() throws {
        let copy =
            "comb08,id,make,model,year,city08,highway08\n34.0,3,Kia,Rio,2022,30,40.00\n24,1,Audi,A4,2020,20,30\n21,2,BMW,X5,2021,18,25\n"
        let (result, lines) = try run(head + rows, copy)
        #expect(result.status == 0, "\(result.error)")
        #expect(lines == ["b.csv: notice: 3 rows are held against feed \"vehicles\" and add no vehicle [twin-record]"])
        #expect(try counts() == ["twin-differs": 0, "twin-missing": 0, "twin-record": 1])
        let ledger = try json(folder.path + "/out/report/report.json")["ledger"] as! [String: Any]
        #expect(ledger["read"] as? Int == 6 && ledger["kept"] as? Int == 3 && ledger["merged"] as? Int == 3)
        let vehicles = try json(folder.path + "/out/vehicles.json")["vehicles"] as! [String: Any]
        #expect(vehicles.count == 3)
    }

    @Test func aDifferenceIsFoundAtItsLineInBoth() throws {
        let xml = """
            <vehicles>
            <vehicle><id>2</id><make>BMW</make><model>X5</model><year>2021</year><city08>19</city08><highway08>25</highway08><comb08/></vehicle>
            <vehicle><id>3</id><make>Kia</make><model>Rio</model><year>2022</year><city08>30</city08><highway08>40</highway08><comb08>34</comb08></vehicle>
            <vehicle><id>9</id><make>Saab</make><model>9-3</model><year>2000</year><city08>20</city08><highway08>30</highway08><comb08>24</comb08></vehicle>
            </vehicles>
            """
        let (result, lines) = try run(head + rows, xml, suffix: "xml")
        #expect(result.status == 0, "\(result.error)")
        #expect(
            Set(lines) == [
                "a.csv:3: warning: id 2: city is \"18\" here, and \"19\" in feed \"copy\", line 2 [twin-differs]",
                "a.csv:3: warning: id 2: combined is \"21\" here, and absent in feed \"copy\", line 2 [twin-differs]",
                "a.csv:2: warning: id 1: feed \"vehicles\" has the row, feed \"copy\" has not [twin-missing]",
                "b.xml:4: warning: id 9: feed \"copy\" has the row, feed \"vehicles\" has not [twin-missing]",
                "b.xml: notice: 2 rows are held against feed \"vehicles\" and add no vehicle [twin-record]",
            ])
    }

    @Test func aColumnThatOneOfThemLacksIsNotCompared() throws {
        let (_, lines) = try run(head + rows, "id,make,model,year\n1,Audi,A4,2020\n2,BMW,X5,2021\n3,Kia,Rio,2022\n")
        #expect(lines.count == 1)
    }

    @Test(arguments: [
        (
            "  a: {layout: epa-vehicles}\n  b: {layout: epa-vehicles, twin-of: c}\n",
            "twin-of: \"c\" found, expected a feed of vehicles above"
        ),
        (
            "  a: {layout: epa-vehicles}\n  b: {layout: epa-vehicles, twin-of: aa}\n",
            "expected a feed of vehicles above, did you mean \"a\""
        ),
        ("  a: {layout: epa-vehicles, twin-of: a}\n", "twin-of: \"a\" found, expected a feed of vehicles above"),
        (
            "  a: {layout: epa-vehicles}\n  b: {layout: epa-emissions, twin-of: a}\n",
            "twin-of: \"a\" found, expected a feed of details above"
        ),
        (
            "  v: {layout: epa-vehicles}\n  a: {layout: epa-emissions}\n  b: {layout: epa-vehicles, twin-of: a}\n",
            "twin-of: \"a\" found, expected a feed of vehicles above"
        ),
        ("  a: {layout: vca}\n  b: {layout: epa-vehicles, twin-of: a}\n", "but of feed \"a\" it is"),
    ]) func twinsThatCannotBeAreRefused(_ feeds: String, _ fault: String) throws {
        let result = try marque("check", pipeline(feeds))
        #expect(result.status == 2 && result.error.contains(fault), "\(result.error)")
    }

    /// Details have several rows an id, told apart by what the layout says, and exact copies by their number.
    @Test func detailsAreComparedRowByRow() throws {
        let head = "id,efid,salesArea,score,standard\n"
        _ = folder.file("v.csv", self.head + rows)
        _ = folder.file("a.csv", head + "1,E1,3,5,B5\n1,E1,7,5,L2\n2,E2,3,6,B5\n2,E2,3,6,B5\n3,E3,3,-1,B8\n")
        _ = folder.file("b.csv", head + "3,E3,3,4,B8\n2,E2,3,6.0,B5\n1,E1,7,6,L2\n1,E1,3,5.0,B5\n1,E9,3,5,B5\n")
        let path = pipeline(
            "  v: {layout: epa-vehicles, file: v.csv}\n  a: {layout: epa-emissions, file: a.csv}\n  b: {layout: epa-emissions, file: b.csv, twin-of: a}\n"
        )
        let result = try marque("run", path, "--verbose")
        #expect(result.status == 0, "\(result.error)")
        let lines = result.output.split(separator: "\n").filter { $0.contains("[twin-") }.map {
            $0.replacingOccurrences(of: folder.path + "/", with: "")
        }
        #expect(
            Set(lines) == [
                "a.csv:3: warning: id 1: airScore is \"5\" here, and \"6\" in feed \"b\", line 4 [twin-differs]",
                "a.csv:6: warning: id 3: airScore is \"-1\" here, and \"4\" in feed \"b\", line 2 [twin-differs]",
                "a.csv:5: warning: id 2: feed \"a\" has the row, feed \"b\" has not [twin-missing]",
                "b.csv:6: warning: id 1: feed \"b\" has the row, feed \"a\" has not [twin-missing]",
                "b.csv: notice: 4 rows are held against feed \"a\" and add no vehicle [twin-record]",
            ])
        let details = try json(folder.path + "/out/details.json")["details"] as! [String: [Any]]
        #expect(details.mapValues(\.count) == ["1": 2, "2": 1, "3": 1])
    }

    /// The XML of a release nests what its emissions list says, but for the 191 rows of 98 ids that have no vehicle.
    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set")) func realEmissionsAgree() throws {
        let path = pipeline(
            "  v: {layout: epa-vehicles}\n  a: {layout: epa-emissions}\n  b: {layout: epa-emissions, twin-of: a}\n")
        let epa = Project.feeds! + "/epa/"
        let result = try marque(
            "run", path, "--input", "v=\(epa)vehicles-2016-11-22.csv.gz", "--input", "a=\(epa)emissions-2016-11-22.csv.gz",
            "--input", "b=\(epa)vehicles-2016-11-22.rebuilt.xml.gz")
        #expect(result.status == 0, "\(result.error)")
        #expect(try counts() == ["twin-differs": 0, "twin-missing": 191, "twin-record": 1])
        #expect(result.output.contains("31,397 merged (twin-record), 191 quarantined (orphan-record)"))
    }

    /// A release in both of its forms; the web service's document and the release that it is said to be of; two copies of
    /// NRCan's table in unlike dialects.
    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set")) func realTwinsDifferAsTheirProfileSays() throws {
        func run(_ layout: String, _ a: String, _ b: String) throws -> [String] {
            let path = pipeline("  a: {layout: \(layout)}\n  b: {layout: \(layout), twin-of: a}\n")
            let result = try marque(
                "run", path, "--verbose", "--input", "a=\(Project.feeds!)/\(a)", "--input", "b=\(Project.feeds!)/\(b)")
            #expect(result.status == 0, "\(result.error)")
            return result.output.split(separator: "\n").filter { $0.contains("[twin-differs]") }.map(String.init).sorted()
        }
        let release = "epa/vehicles-2016-11-22"
        #expect(try run("epa-vehicles", release + ".csv.gz", release + ".rebuilt.xml.gz") == [])
        #expect(try counts() == ["twin-differs": 0, "twin-missing": 0, "twin-record": 1])
        let differences = try run("epa-vehicles", "epa/vehicles-2015-02-06.csv.gz", "epa/vehicle-31873-excerpt.xml")
        #expect(differences.count == 2)
        #expect(
            differences[0].contains(
                ":24031: warning: id 31873: annualCost is \"2050\" here, and \"3250\" in feed \"b\", line 1 "))
        #expect(
            differences[1].contains(
                ":24031: warning: id 31873: co2Fuel2 is \"620.2\" here, and \"629.5\" in feed \"b\", line 1 "))
        #expect(try counts() == ["twin-differs": 2, "twin-missing": 35_716, "twin-record": 1])
        let copies = (
            "nrcan/2022_Fuel_Consumption_Ratings_2023-02-03.csv.gz",
            "nrcan/1header_bom_MY2022_Fuel_Consumption_Ratings.csv.gz"
        )
        #expect(try run("nrcan-conventional", copies.0, copies.1) == [])
        #expect(try counts() == ["twin-differs": 0, "twin-missing": 0, "twin-record": 1])
    }
}
