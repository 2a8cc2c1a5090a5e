import FuelEconomy
import Foundation
import Normalizers
import Support
import Testing

@testable import Pipelines

@Suite struct LayoutDeclarationTests {
    private let folder = TemporaryFolder()

    private func faults(_ text: String) throws -> [String] {
        let path = folder.file("p.yaml", text)
        guard case .faults(let faults) = try PipelineFile.load(path) else { return [] }
        return faults.map { $0.replacingOccurrences(of: path, with: "p.yaml") }
    }

    private func layout(_ text: String) throws -> Layout {
        let path = folder.file("p.yaml", "name: x\nfeeds:\n  cars:\n    layout:\n" + text)
        switch try PipelineFile.load(path) {
        case .pipeline(let file): return file.feeds[0].layout
        case .faults(let faults): throw TestFault(text: faults.joined(separator: "\n"))
        }
    }

    private struct TestFault: Error { var text: String }

    @Test func takesEveryKey() throws {
        let layout = try layout(
            """
                  title: Cars of a club
                  form: csv
                  delimiter: ";"
                  quote: "'"
                  preamble-lines: 2
                  header-rows: 2
                  footnotes: true
                  encoding: windows-1252
                  decimal-mark: ","
                  first-model-year: 1950
                  identity: [make, model]
                  ignore: [Notes]
                  facts:
                    id: {column: Ref}
                    make: {column: [Marque, Make]}
                    model: {column: Modèle}
                    year: {column: An, read: year-of-century, century: 2000, required: true}
                    combined: {column: Conso, unit: L/100 km, cycle: NEDC, absent: [n/a, ""], from: 1, to: 40}
                    fuel1: {column: Energie, words: {E: Gasoline, D: Diesel, X: ""}}
                    range: {column: Autonomie, figure: 2, unit: km}
                    fuel2: {column: Energie, part: 2}
            """)
        #expect(layout.id == "cars" && layout.title == "Cars of a club" && layout.encoding == "windows-1252")
        #expect(
            layout.forms == [
                .delimited(.init(delimiter: 0x3b, quote: 0x27, preambleLines: 2, headerRows: 2, hasFootnotes: true))
            ])
        #expect(layout.firstModelYear == 1950 && layout.identity == [.make, .model] && layout.ignored == ["Notes"])
        #expect(layout.hasIDs && !layout.mayLackYear)
        #expect(
            layout.columns.map(\.names) == [
                ["Ref"], ["Marque", "Make"], ["Modèle"], ["An"], ["Conso"], ["Energie"], ["Autonomie"], ["Energie"],
            ])
        #expect(layout.columns.map(\.isRequired) == [true, true, true, true, false, false, false, false])
        #expect(layout.quantities[.combined] == Quantity(.litersPer100Kilometers, fuel: .first, cycle: .nedc))
        #expect(layout.quantities[.range] == Quantity(.kilometers, fuel: .first, cycle: nil))
        #expect(layout.columns[4].absences == ["n/a", ""] && layout.columns[4].decimalMark == 0x2c)
    }

    @Test func makesFixedWidthAndXML() throws {
        let fixed = try layout(
            """
                  form: fixed-width
                  heading: mpg
                  facts: {make: {at: 1-10}, model: {at: 11-}}
            """)
        #expect(fixed.forms == [.fixedWidth(.init([.init("make", 0, 10), .init("model", 10, nil)], heading: "mpg"))])
        #expect(!fixed.hasIDs && fixed.identity == [.make, .model] && fixed.mayLackYear)
        let xml = try layout(
            """
                  form: xml
                  records: [cars/car]
                  facts: {make: {column: "@brand"}, model: {column: names/model}}
            """)
        #expect(xml.forms == [.xml(.init(records: ["cars/car"]))])
    }

    @Test func reportsWhatKeysSayTogether() throws {
        let found = try faults(
            """
            name: x
            feeds:
              a:
                layout:
                  form: fixed-width
                  facts:
                    make: {at: 9-3}
                    trim: {at: 1-5, unit: km}
              b:
                layout:
                  form: xml
                  facts:
                    make: {column: m}
                    model: {}
                    combined: {column: c, unit: km/L}
                    city: {column: d, from: 5, to: 1, unit: mpg (US), cycle: not stated}
              c: {layout: nrcan-conventional, constants: {year: 2020, price: cheap, trim: x}}
            """)
        let fix = { (fault: String) in fault.split(separator: "\n")[0] }
        #expect(
            found.map(fix)
                == [
                    "p.yaml:7:9: error: fact \"model\" is missing",
                    "p.yaml:7:20: error: make: \"9-3\" found, expected bytes such as 11-20",
                    "p.yaml:8:31: error: trim: a unit found, expected none for what is no number",
                    "p.yaml:11:7: error: key \"records\" is missing",
                    "p.yaml:14:9: error: key \"model.column\" is missing",
                    "p.yaml:15:9: error: key \"combined.cycle\" is missing",
                    "p.yaml:16:40: error: city: \"to\" is below \"from\"",
                    "p.yaml:17:3: error: feed \"c\": city is L/100 km, fuel1, NRCan rating, but of feed \"b\" it is mpg (US), fuel1, not stated",
                    "p.yaml:17:3: error: feed \"c\": combined is L/100 km, fuel1, NRCan rating, but of feed \"b\" it is km/L, fuel1, EPA label",
                    "p.yaml:17:47: error: constant \"year\" found, which layout \"nrcan-conventional\" reads",
                    "p.yaml:17:66: error: price: \"cheap\" found, expected a number",
                ].map { Substring($0) })
    }

    @Test(arguments: [
        ("delimiter: ab", "delimiter: \"ab\" found, expected one character, or tab"),
        ("footnotes: maybe", "footnotes: \"maybe\" found, expected true or false"),
        ("decimal-mark: \"'\"", "decimal-mark: \"'\" found, expected one of \".\", \",\""),
        ("header-rows: 9", "header-rows: \"9\" found, expected a whole number from 0 to 4"),
        ("encoding: klingon", "encoding: \"klingon\" found, expected one of"),
        ("fact: {}", "unknown key \"feeds.cars.layout.fact\", did you mean \"facts\""),
    ])
    func reportsEachKeysOwnFault(_ line: String, _ message: String) throws {
        let found = try faults(
            "name: x\nfeeds:\n  cars:\n    layout:\n      \(line)\n      facts: {make: {column: a}, model: {column: b}}\n")
        #expect(found.count == 1 && found[0].contains(message), "\(found)")
    }

    @Test func refusesDetailsWithoutVehicles() throws {
        let found = try faults("name: x\nfeeds: {e: {layout: epa-emissions}}\n")
        #expect(found.count == 1 && found[0].contains("no feed of vehicles found"))
    }

    @Test func everyPipelineOfTheProjectIsSound() throws {
        let folder = Project.root + "/pipelines"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
        #expect(files.count >= 11)
        for file in files {
            guard case .pipeline = try PipelineFile.load(folder + "/" + file) else {
                #expect(Bool(false), "\(file)")
                continue
            }
        }
        let used = try files.map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }.joined()
        for layout in Layout.all where layout.id != "epa-menu" {
            #expect(used.contains("layout: \(layout.id)"), "\(layout.id)")
        }
    }
}
