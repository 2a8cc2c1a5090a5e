import FuelEconomy
import Foundation
import Support
import Testing

@testable import FeedReaders
@testable import Normalizers

/// Reads a text by a layout, down to the rows that enter the tree.
func admitted(
    _ text: String, _ layout: Layout, constants: [Field: String] = [:]
) throws -> (table: VehicleTable, findings: FindingStore, ledger: RowLedger) {
    let folder = TemporaryFolder()
    let stream = try FeedStream(
        FeedSource(feed: "f", path: folder.file("feed", text)), encoding: "UTF-8")
    let reader = try RecordReaders.open(stream, forms: layout.forms, columns: layout.wanted)
    var normalizer = Normalizer(layout, source: 0, constants: constants)
    while let batch = try reader.next() { normalizer.add(batch) }
    for (rule, values) in try reader.drift { normalizer.note(rule, values: values) }
    var table = normalizer.table
    var admission = RecordAdmission()
    admission.admit(&table, layouts: [layout])
    var findings = normalizer.findings
    findings.merge(admission.findings)
    var ledger = normalizer.ledger
    ledger.merge(admission.ledger)
    return (table, findings, ledger)
}

@Suite struct ReadingTests {
    private func value(_ reading: Layout.Reading, _ text: String, mark: Character = ".") -> CellValue {
        let column = Layout.Column(["c"], .combined, reading)
        return Layout(id: "", title: "", decimalMark: mark, columns: [column]).columns[0].value(of: Array(text.utf8))
    }

    @Test func readsDecimalCommas() {
        #expect(value(.number(), "7,25", mark: ",") == .number(7.25) && value(.number(), "-0,5", mark: ",") == .number(-0.5))
        #expect(value(.number(), "7.25", mark: ",") == .fault(expected: "a number"))
        #expect(value(.number(), "7,25") == .fault(expected: "a number"))
        #expect(value(.number(), "1.234,5", mark: ",") == .fault(expected: "a number"))
    }

    @Test(arguments: [
        ("XC40, MY22", 2022), ("Defender, 20MY", 2020), ("Civic 2021", 2021), ("Range Rover Evoque, 20.5MY", 2020),
        ("5 PORTES (AM 2022) (82ch)", 2022), ("MY2023 Kona", 2023), ("Polo AM22", 2022),
        ("C Class Estate Model Year 2020.5", 2020), ("S-Class Saloon MY 2022", 2022), ("Evoque, 20.25MY", 2020),
    ])
    func findsTheYearThatATextNames(_ text: String, _ year: Int) {
        #expect(value(.mentionedYear, text) == .number(Double(year)))
    }

    // A model may be called like a year: the 2008 is a Peugeot.
    @Test(arguments: [
        "2008", "e-2008", "2008 GT", "A4 2.0 TDI", "MYTHOS 40", "Model 3", "AMG 63", "X 2019 2020",
        "Focus Model Year Pre 2021.75",
        "Focus Model Year Post 2021.75",
    ])
    func findsNoYearWhereNoneIsNamed(_ text: String) {
        #expect(value(.mentionedYear, text) == .absent)
    }

    @Test func takesFiguresPartsAndWords() {
        let plugIn = "2.7 ([23.2 kWh + 0.1 L]/100 km)"
        #expect(
            (0..<5).map { value(.figure($0, in: 0...1000), plugIn) } == [
                .number(2.7), .number(23.2), .number(0.1), .number(100), .absent,
            ])
        #expect(
            value(.figure(0, in: 1...16), "(6 cyl)") == .number(6)
                && value(.figure(0, in: 1...16), "six") == .fault(expected: "a figure"))
        #expect(value(.part(0, .number()), "11/14") == .number(11) && value(.part(1, .number()), "11/14") == .number(14))
        #expect(
            value(.part(1, .number()), "11") == .absent && value(.part(0, .number()), "x/1") == .fault(expected: "a number"))
        #expect(value(.word(["X": "Regular", "-": ""]), "X") == .text("Regular") && value(.word(["-": ""]), "-") == .absent)
        #expect(value(.word(["X": "Regular", "Z": "Premium"]), "Q") == .fault(expected: "one of \"X\", \"Z\""))
        #expect(
            value(.yearOfCentury(1900), "70.") == .number(1970)
                && value(.yearOfCentury(1900), "170") == .fault(expected: "1900 to 1999"))
    }

    @Test func partsMakesFromModels() {
        let makes = ["ASTON MARTIN", "LAND ROVER"]
        for (text, make, model) in [
            ("ACURA MDX", "ACURA", "MDX"), ("ASTON MARTIN DB9 Volante", "ASTON MARTIN", "DB9 Volante"),
            ("LAND ROVERX 1", "LAND", "ROVERX 1"), ("hi", "hi", "hi"), ("LAND ROVER", "LAND ROVER", "LAND ROVER"),
        ] {
            #expect(value(.make(makes), text) == .text(make) && value(.modelBehindMake(makes), text) == .text(model))
        }
    }

    @Test func trimsBlanksOfEveryKind() {
        #expect(value(.text, "\u{a0} Mégane\u{a0}RS \t") == .text("Mégane RS"))
        #expect(value(.date, "02-Mar-22") == .date(CivilDate(year: 2022, month: 3, day: 2)!))
    }
}

@Suite struct IdentityTests {
    private let header =
        "Model year,Make,Model,Vehicle class,Engine size (L),Cylinders,Transmission,Fuel type,City (L/100 km),Highway (L/100 km),Combined (L/100 km),Combined (mpg),CO2 emissions (g/km)"
    private let rows = [
        "2020,Acura,ILX,Compact,2.4,4,AM8,Z,9.9,7,8.6,33,199", "2020,Acura,MDX,SUV,3.5,6,AS9,Z,12.2,9.0,10.8,26,252",
        "2020,Acura,MDX,SUV,3.5,6,AS9,Z,12.4,9.2,11.0,25,256", "2020,BMW,X5,SUV,3,6,AS8,Z,11,9,10,28,234",
    ]

    private func ids(_ rows: [String]) throws -> [String: UInt64] {
        let table = try admitted(([header] + rows).joined(separator: "\n"), .nrcanConventional).table
        return Dictionary(
            uniqueKeysWithValues: (0..<table.count).map { row in
                ("\(table.text(.model, row)) \(table.number(.city, row))", table.ids[row])
            })
    }

    @Test func idsStayWhenRowsMoveOrAreSpelledOtherwise() throws {
        let base = try ids(rows)
        #expect(base.count == 4 && Set(base.values).count == 4)
        #expect(base.values.allSatisfy { $0 > 0 && $0 < 1 << 53 })
        #expect(try ids(rows.reversed()) == base)
        #expect(
            try ids(rows.dropLast() + ["2020,BMW , x-5,suv,3.0,6,AS8,Z,11.5,9,10,28,230"])["x-5 11.5"] == base["X5 11.0"])
        // A car of another model year is another one, and a new row takes no id from an old one.
        #expect(try ids(rows + ["2021,BMW,X5,SUV,3,6,AS8,Z,12,9,10,28,234"])["X5 11.0"] == base["X5 11.0"])
        let more = try ids(rows + ["2020,Acura,MDX,SUV,3.5,6,AS9,Z,13,9.2,11.0,25,256"])
        #expect(more["MDX 12.2"] == base["MDX 12.2"] && more["MDX 12.4"] == base["MDX 12.4"])
    }

    @Test func mergesCopiesAndSaysWhere() throws {
        let text = ([header] + rows + [rows[0], rows[3], rows[0]]).joined(separator: "\n")
        let result = try admitted(text, .nrcanConventional)
        #expect(result.table.count == 4)
        #expect(result.ledger[.dedupe, 0].merged == ["repeated-record": 3] && result.ledger[.dedupe, 0].isClosed)
        let lines = result.findings.found.first { $0.rule.id == "repeated-record" }!.findings
        #expect(Set(lines.map { $0.place.line! }) == [6, 7, 8])
        #expect(result.findings.count(of: "shared-identity") == 1)
    }

    @Test func mergesRowsThatDifferOnlyInWhatIsNotRead() throws {
        let text = [header + ",Colour"] + rows.map { $0 + ",red" } + [rows[0] + ",blue"]
        let result = try admitted(text.joined(separator: "\n"), .nrcanConventional)
        #expect(result.table.count == 4 && result.ledger[.dedupe, 0].merged == ["alike-record": 1])
        #expect(result.findings.count(of: "alike-record") == 1 && result.findings.count(of: "unknown-column") == 1)
    }

    @Test(arguments: 1...10) func partsMergeToTheSameIDs(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let all = (0..<60).map { _ in
            "20\(Int.random(in: 18...20, using: &random)),Acura,M\(Int.random(in: 0...4, using: &random)),SUV,2,4,A,X,\(Int.random(in: 8...10, using: &random)),7,8,33,199"
        }
        let whole = try admitted(([header] + all).joined(separator: "\n"), .nrcanConventional)
        let shuffled = try admitted(([header] + all.shuffled(using: &random)).joined(separator: "\n"), .nrcanConventional)
        #expect(whole.table.ids.sorted() == shuffled.table.ids.sorted(), "seed \(seed)")
        #expect(whole.ledger == shuffled.ledger && Set(whole.table.ids).count == whole.table.count)
    }
}

@Suite struct DetailJoinTests {
    @Test func joinsRowsToVehiclesAndReportsOrphans() throws {
        let vehicles = VehicleTable(rows: [(5, [:]), (7, [:]), (40, [:])])
        let rows = ["5,3,B9", "7,3,L2", "40,3,B9", "5,3,B9", "6,3,B9", "5,7,L2", "6,3,L2", "99,3,B9"]
        let layout = Layout.epaEmissions
        let folder = TemporaryFolder()
        let path = folder.file("feed", "id,salesArea,standard\n" + rows.joined(separator: "\n"))
        let stream = try FeedStream(FeedSource(feed: "f", path: path))
        let reader = try RecordReaders.open(stream, forms: layout.forms, columns: layout.wanted)
        var normalizer = Normalizer(layout, source: 1)
        while let batch = try reader.next() { normalizer.add(batch) }
        var join = DetailJoin()
        let details = join.join(normalizer.table, to: vehicles)
        let found = (0..<details.count).map { "\(details.ids[$0]) \(details.text(.standard, $0))" }
        #expect(found == ["5 B9", "5 L2", "7 L2", "40 B9"])
        let entry = join.ledger[.dedupe, 1]
        #expect(entry.read == 8 && entry.kept == 4 && entry.isClosed)
        #expect(entry.merged == ["repeated-record": 1] && entry.quarantined == ["orphan-record": 3])
        #expect(join.findings.count(of: "orphan-record") == 2)
    }
}
