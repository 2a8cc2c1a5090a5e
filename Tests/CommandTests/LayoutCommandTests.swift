import Foundation
import Support
import Testing

/// Feeds of other kinds than the EPA's CSV, through the real command.
@Suite struct LayoutCommandTests {
    private let folder = TemporaryFolder()
    private var out: String { folder.path + "/out" }
    private let ownFeed = Project.root + "/sample-data/consumo.csv"

    @Test func readsAFeedByTheLayoutInItsPipelineFile() throws {
        let result = try marque("run", Project.root + "/pipelines/own-layout.yaml", "--out", out)
        #expect(result.status == 0, "\(result.error)")
        #expect(result.output.contains("consumo.csv: 20 rows, "))
        #expect(result.output.contains("in windows-1252"))
        let report = try json(out + "/report/report.json")
        let ledger = report["ledger"] as! [String: Any]
        #expect(ledger["kept"] as! Int == 15)
        #expect(
            ledger["byRule"] as! [String: Int] == [
                "blank-record": 1, "footnote": 2, "repeated-record": 1, "unparsable-value": 1,
            ])
        let rules = Set((report["rules"] as! [[String: Any]]).map { $0["id"] as! String })
        #expect(
            rules.contains("unparsable-value") && !rules.contains("co2-economy-mismatch"), "not asked of a feed without CO₂")
        let picker = try json(out + "/picker.json") as! [String: [String: [String: String]]]
        #expect(Set(picker.keys) == ["Chevrolet", "Citroën", "Fiat", "Toyota", "Volkswagen"])
        #expect(picker["Volkswagen"]?.keys.sorted() == ["Polo"])
        let vehicles = try json(out + "/vehicles.json")
        let fields = vehicles["fields"] as! [String: [String: String]]
        #expect(fields["city"] == ["type": "number", "unit": "km/L", "fuel": "fuel1", "cycle": "not stated"])
        let facts = vehicles["vehicles"] as! [String: [String: Any]]
        let onix = facts.values.first { $0["trim"] as? String == "LT 1.0" }
        #expect(onix?["city"] as? Double == 13.9 && onix?["displacement"] as? Double == 1)
        let bolt = facts.values.first { $0["model"] as? String == "Bolt" }
        #expect(bolt?["displacement"] == nil && bolt?["transmission"] as? String == "Automático")
    }

    @Test func inspectsAFeedAndDraftsAPipelineThatRuns() throws {
        let text = try marque("inspect", ownFeed).output
        for part in [
            "encoding  windows-1252", "CSV, delimiter \";\", line ends CRLF, 2 lines before the header, 1 header row",
            "rows      19, and 1 blank, 2 of them nearly empty and behind a blank one",
            "Motor (L): number with decimal comma from 1 to 2", "does not fit: \"dois mil\" 1",
            "  Fiat | Argo | Drive 1.0 | 2023 | 1,0 | Manual | E/G | 13,6 | 14,8", "year: {column: Ano}",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        let draft = folder.file("draft.yaml", try marque("inspect", ownFeed, "--draft").output)
        #expect(try marque("check", draft).output == draft + ": ok\n")
        #expect(try marque("run", draft, "--out", out).status == 0)
        let picker = try json(out + "/picker.json") as! [String: [String: [String: String]]]
        #expect(picker["Fiat"]?["Argo"]?["2023"] != nil)
    }

    @Test func saysHowEachReadingOfNothingChangesTheMean() throws {
        let feed = folder.file("f.csv", "make,model,city\nA,B,20\nA,C,0\nA,D,\nA,E,-1\nA,F,41\nA,G,n/a\n")
        let lines = try marque("inspect", feed).output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.contains("city: number from -1 to 41, 5 filled, 6 distinct"))
        #expect(lines.contains("empty in 1 row: mean of the others 15"))
        #expect(lines.contains("\"0\" in 1 row: mean 15 as a figure, 20 as \"not available\""))
        #expect(lines.contains("\"-1\" in 1 row: mean 15 as a figure, 20.333 as \"not available\""))
        #expect(lines.contains("\"n/a\" in 1 row: mean of the others 15"))
    }

    @Test func joinsTheMenuOfTheWebService() throws {
        let vehicle = folder.file(
            "v.xml", "<vehicle><id>31873</id><year>2012</year><make>Ford</make><model>E150 Van FFV</model></vehicle>")
        let menu = folder.file(
            "m.xml", "<menuItems><menuItem><text>Auto 4-spd, 8 cyl, 4.6 L</text><value>31873</value></menuItem></menuItems>")
        let empty = folder.file("e.xml", "<menuItems></menuItems>")
        let pipeline = folder.file(
            "p.yaml", "name: m\nfeeds:\n  vehicles: {layout: epa-vehicles}\n  menu: {layout: epa-menu}\n")
        for (file, expected) in [(menu, ["31873": [["trim": "Auto 4-spd, 8 cyl, 4.6 L"]]]), (empty, [:])] {
            let result = try marque(
                "run", pipeline, "--input", "vehicles=" + vehicle, "--input", "menu=" + file, "--out", out)
            #expect(result.status == 0, "\(result.error)")
            #expect(try json(out + "/details.json")["details"] as! [String: [[String: String]]] == expected)
        }
    }

    @Test func refusesToMixWhatCannotBeCompared() throws {
        let pipeline = folder.file(
            "p.yaml", "name: m\nfeeds:\n  us: {layout: epa-vehicles}\n  canada: {layout: nrcan-conventional}\n")
        let result = try marque("check", pipeline)
        #expect(result.status == 2)
        #expect(
            result.error.contains(
                "p.yaml:4:3: error: feed \"canada\": city is L/100 km, fuel1, NRCan rating, but of feed \"us\" it is mpg or MPGe (US), fuel1, EPA label"
            ))
    }

    @Test func explainsEveryKeyOfAPipelineFile() throws {
        let help = try marque("check", "--help").output
        for key in [
            "preamble-lines:", "facts: (required)", "constants:", "levels:", "fail-on:", "combinedImperial",
            "wheel-too-long:\n          how many",
        ] {
            #expect(help.contains(key), "\(key)")
        }
    }

    @Test func refusesAnUnknownEncodingAndAMissingEntry() throws {
        let encoding = try marque("inspect", ownFeed, "--encoding", "windows-1253x")
        #expect(encoding.status == 2 && encoding.error.contains("--encoding \"windows-1253x\" found, expected one of"))
        #expect(try marque("inspect").status == 2)
        #expect(try marque("inspect", folder.path + "/none").status == 3)
    }
}
