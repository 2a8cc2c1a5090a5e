import FuelEconomy
import Foundation
import Support
import Testing

@testable import FeedReaders
@testable import Normalizers

/// Rows of an EPA feed with the columns that a test speaks of; all others are missing.
func normalized(_ columns: [String], _ rows: [[String]], source: Int = 0) throws -> Normalizer {
    func line(_ fields: [String]) -> String {
        fields.map { $0.contains(",") ? "\"\($0)\"" : $0 }.joined(separator: ",")
    }
    let text = ([columns] + rows).map(line).joined(separator: "\n")
    let layout = Layout.epaVehicles
    let folder = TemporaryFolder()
    let path = folder.file("feed.csv", text)
    let reader = try CSVReader(
        FeedStream(FeedSource(feed: "vehicles", path: path)), path: path, columns: layout.wanted)
    var normalizer = Normalizer(layout, source: source)
    while let batch = try reader.next() { normalizer.add(batch) }
    return normalizer
}

@Suite struct NormalizerTests {
    private let columns = ["id", "year", "make", "model"]

    @Test(arguments: [
        ("co2", "-1", Field.co2, CellValue.absent), ("co2TailpipeGpm", "0.0", .co2Tailpipe, .number(0)),
        ("co2TailpipeGpm", "423.1904761904762", .co2Tailpipe, .number(423.1904761904762)), ("city08", "0", .city, .absent),
        ("city08U", "0.0", .cityUnrounded, .absent), ("comb08", "21", .combined, .number(21)),
        ("cylinders", "NA", .cylinders, .absent),
        ("cylinders", "", .cylinders, .absent), ("displ", "0", .displacement, .absent),
        ("displ", "2.0", .displacement, .number(2)),
        ("rangeA", "280/380", .range2, .text("280/380")), ("rangeA", "0", .range2, .absent),
        ("UCity", "3.0E1", .cityUnadjusted, .number(30)),
        ("engId", "0", .engineID, .absent), ("phevBlended", "false", .blended, .absent),
        ("feScore", "-1", .economyScore, .absent),
        ("createdOn", "Tue Jan 01 00:00:00 EST 2013", .created, .date(CivilDate(year: 2013, month: 1, day: 1)!)),
        ("modifiedOn", "Wed Oct 05 00:00:00 EDT 2016", .modified, .date(CivilDate(year: 2016, month: 10, day: 5)!)),
        ("modifiedOn", "2016-10-05", .modified, .date(CivilDate(year: 2016, month: 10, day: 5)!)),
    ])
    func readsTheAgencysWay(_ column: String, _ spelling: String, _ field: Field, _ value: CellValue) throws {
        let normalizer = try normalized(columns + [column], [["1", "2020", "Audi", "A4", spelling]])
        #expect(normalizer.table.count == 1 && normalizer.findings.count(of: "unparsable-value") == 0)
        #expect(normalizer.table[0][field] == value)
    }

    @Test(arguments: [
        ("city08U", "twenty", "a number"), ("city08", "0x10", "a number"), ("city08", "nan", "a number"),
        ("city08", "-5", "0.1 to 1000"),
        ("cylinders", "99", "1 to 16"), ("createdOn", "Wed Jan 01 00:00:00 EST 2013", "a date"),
        ("createdOn", "yesterday", "a date"),
    ])
    func blanksAFactThatDoesNotFit(_ column: String, _ spelling: String, _ expected: String) throws {
        let normalizer = try normalized(
            columns + [column], [["1", "2020", "Audi", "A4", spelling], ["2", "2020", "Audi", "A6", ""]])
        #expect(normalizer.table.count == 2)
        let finding = try #require(normalizer.findings.found.first?.findings.first)
        #expect(finding.place.vehicle == 1 && finding.place.line == 2 && finding.column == 16)
        #expect(finding.values.map(\.text) == [column, spelling, expected, "taken as absent"])
        #expect(finding.excerpt?.caret == 16)
    }

    @Test(arguments: [
        (["x1", "2020", "Audi", "A4"], "id"), (["1", "n/a", "Audi", "A4"], "year"), (["1", "2020", "", "A4"], "make"),
        (["1", "2020", "Audi", " "], "model"), (["", "2020", "Audi", "A4"], "id"),
        (["123456789012345678", "2020", "Audi", "A4"], "id"),
    ])
    func quarantinesARowWithoutWhatItNeeds(_ row: [String], _ column: String) throws {
        let normalizer = try normalized(columns, [row, ["7", "2020", "Audi", "A4"]])
        #expect(normalizer.table.ids == [7])
        #expect(normalizer.ledger[.normalize, 0].quarantined == ["unparsable-value": 1])
        #expect(normalizer.ledger[.normalize, 0].isClosed)
        #expect(normalizer.findings.found.first?.findings.first?.values.first?.text == column)
    }

    @Test func reportsBytesThatAreNotUTF8() throws {
        let layout = Layout.epaVehicles
        let damaged: [UInt8] = [0x43, 0x69, 0x74, 0x72, 0x6f, 0xeb, 0x6e]
        #expect(layout.columns[2].value(of: damaged) == .damaged("Citro\u{fffd}n", at: 5))
        #expect(layout.columns[1].value(of: damaged) == .fault(expected: "UTF-8 text"))
        for (bytes, at) in [
            ([0xeb], 0), ([0x61, 0xc3, 0xab, 0xc3], 3), ([0xe2, 0x82, 0x61], 0), ([0xc3, 0xab, 0xff, 0x61], 2),
        ] {
            guard case .damaged(_, let found) = layout.columns[2].value(of: bytes.map(UInt8.init)) else {
                #expect(Bool(false), "\(bytes)")
                continue
            }
            #expect(found == at, "\(bytes)")
        }
    }

    @Test func readsDecimalsAsTheStandardLibraryDoes() {
        let column = Layout.epaVehicles.columns.first { $0.name == "co2TailpipeGpm" }!
        var random = SeededGenerator(seed: 5)
        for _ in 0..<5000 {
            let text = String(Double.random(in: 0...5000, using: &random)).prefix(Int.random(in: 3...18, using: &random))
            guard let expected = Double(text), text.last != "." else { continue }
            #expect(column.value(of: Array(text.utf8)) == .number(expected), "\(text)")
        }
    }
}

@Suite struct NameKeyTests {
    @Test(arguments: [
        ("GS 300", "GS300"), ("S-Line", "S line"), ("MINI", "Mini"), ("Funeral Coach / Hearse", "Funeral Coach/Hearse"),
        ("Citroën", "CITROEN"),
        ("Journey  AWD", "Journey AWD"), ("Vanden Plas S.C.", "Vanden Plas SC"), ("F 40", "F40"),
        ("19\" Wheels", "19in Wheels"),
        ("Caf\u{e9}", "Cafe\u{301}"),
    ])
    func meets(_ a: String, _ b: String) { #expect(NameKey.of(a) == NameKey.of(b)) }

    @Test(arguments: [
        ("XC90 AWD", "XC90 FWD"), ("A4 Avant", "S4 Avant"), ("325i", "325ci"), ("911 Carrera 4/2", "911 Carrera 42"),
        ("Prius", "Prius+"),
        ("Th!nk", "Thnk"), ("2.5", "25"), ("500SL", "SL500"), ("-", "--"), ("300/SRT-8", "300 SRT8"),
        ("Golf/GTI", "Golf GTI"), ("9-3", "9.3"),
        ("GVWR>7599", "GVWR<7599"), ("กิ", "กุ"),
    ])
    func keepsApart(_ a: String, _ b: String) { #expect(NameKey.of(a) != NameKey.of(b)) }

    @Test func isTheSameForASCIIOnBothWays() {
        // The accent sends the same letters down the other way.
        for name in ["A4 1.8 T", "F150 5.0L 2WD FFV GVWR>7599 LBS", "4/2 +!", "Model 3  AWD"] {
            #expect(NameKey.of(name + "é").dropLast() == NameKey.of(name)[...])
        }
    }
}

@Suite struct NameMergingTests {
    @Test func showsTheMostFrequentSpellingThenTheNewest() throws {
        var table = try normalized(
            ["id", "year", "make", "model"],
            [
                ["1", "2001", "MINI", "Cooper S"], ["2", "2002", "MINI", "Cooper-S"], ["3", "2024", "Mini", "COOPER S"],
                ["4", "1990", "Lexus", "GS 300"], ["5", "1991", "Lexus", "GS300"],
            ]
        ).table
        var naming = NameMerging()
        naming.merge(in: &table)
        #expect((0..<5).map { table.text(.make, $0) } == ["MINI", "MINI", "MINI", "Lexus", "Lexus"])
        // One row each: the newest spelling is shown.
        #expect((0..<5).map { table.text(.model, $0) } == ["COOPER S", "COOPER S", "COOPER S", "GS300", "GS300"])
        #expect(naming.findings.count(of: "near-duplicate-name") == 3)
        let lexus = naming.decisions.filter { $0.make == "Lexus" }
        #expect(lexus.map(\.spelling) == ["GS 300", "GS300"] && lexus.map(\.rule) == ["spelling", "as-filed"])
        #expect(naming.decisions.filter { $0.level == .make }.map(\.rows).reduce(0, +) == 5)
        #expect(table.namesAsFiled?.make.texts.contains("Mini") == true)
    }

    @Test func leavesSpellingsWhereAsked() throws {
        var table = try normalized(
            ["id", "year", "make", "model"], [["1", "2001", "MINI", "A"], ["2", "2002", "Mini", "A"]]
        ).table
        var naming = NameMerging(policy: .asFiled)
        naming.merge(in: &table)
        #expect(table.text(.make, 0) == "MINI" && table.text(.make, 1) == "Mini")
    }
}

@Suite struct RecordAdmissionTests {
    private let columns = ["id", "year", "make", "model", "comb08", "modifiedOn"]

    private func admit(_ rows: [[String]]) throws -> (VehicleTable, RecordAdmission) {
        var table = try normalized(columns, rows).table
        var admission = RecordAdmission()
        admission.admit(&table, layouts: [.epaVehicles])
        return (table, admission)
    }

    @Test func quarantinesYearsThatCannotBe() throws {
        let date = "Tue Oct 28 00:00:00 EDT 2025"
        let (table, admission) = try admit([
            ["1", "1984", "A", "B", "20", date], ["2", "1983", "A", "B", "20", date], ["3", "2026", "A", "B", "20", date],
            ["4", "2027", "A", "B", "20", date], ["5", "20010", "A", "B", "20", date],
            ["6", "1999.5", "A", "B", "20", date],
        ])
        #expect(table.ids == [1, 3])
        #expect(admission.ledger[.dedupe, 0].quarantined == ["model-year-out-of-range": 4])
        #expect(
            admission.findings.found.first?.findings.contains { $0.values.map(\.text) == ["20010", "1984", "2026"] }
                == true)
    }

    @Test(arguments: 1...6) func keepsTheLastModifiedRowWhateverTheOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rows = [
            ["1", "2000", "A", "B", "20", "Tue Jan 01 00:00:00 EST 2013"],
            ["1", "2000", "A", "B", "25", "Tue Oct 28 00:00:00 EDT 2025"],
            ["1", "2000", "A", "B", "25", "Tue Oct 28 00:00:00 EDT 2025"], ["2", "2000", "A", "B", "30", ""],
        ].shuffled(using: &random)
        let (table, admission) = try admit(rows)
        #expect(table.ids.sorted() == [1, 2])
        #expect(table.number(.combined, table.ids.firstIndex(of: 1)!) == 25)
        #expect(admission.ledger[.dedupe, 0].merged == ["duplicate-id": 1])
        #expect(admission.ledger[.dedupe, 0].quarantined == ["duplicate-id": 1])
        #expect(admission.ledger[.dedupe, 0].isClosed && admission.findings.count(of: "duplicate-id") == 1)
    }
}

@Suite struct MergeTests {
    /// Law 2: a release cut in two at any row, each half accumulated alone and merged in either order, gives the same.
    @Test(arguments: 1...12) func halvesMergeToTheWhole(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let columns = ["id", "year", "make", "model", "comb08", "displ"]
        let rows = (1...60).map { id in
            [
                "\(id)", id % 17 == 0 ? "n/a" : "\(1990 + id % 9)", ["Audi", "AUDI", "BMW"].randomElement(using: &random)!,
                ["A 4", "A4", "a4", "M3"].randomElement(using: &random)!, "\(id % 40)",
                id % 11 == 0 ? "big" : "2.\(id % 10)",
            ]
        }
        func finished(_ normalizer: Normalizer) -> [String] {
            var table = normalizer.table
            var naming = NameMerging()
            naming.merge(in: &table)
            let order = RowOrder.sorted((0..<UInt32(table.count)).map { $0 }, by: table.ids)
            return order.map { row in
                let vehicle = table[Int(row)]
                return "\(vehicle.id) " + Field.allCases.map { "\(vehicle[$0])" }.joined(separator: " ")
            } + naming.decisions.map { "\($0)" } + ["\(normalizer.findings.counts.map { "\($0.rule.id) \($0.count)" })"]
                + normalizer.findings.found.flatMap { $0.findings.map { "\($0.values)" } }
        }
        let whole = finished(try normalized(columns, rows))
        let cut = Int.random(in: 1...59, using: &random)
        var forward = try normalized(columns, Array(rows[..<cut]))
        var backward = try normalized(columns, Array(rows[cut...]))
        let (first, second) = (forward, backward)
        forward.merge(second)
        backward.merge(first)
        #expect(finished(forward) == whole, "cut at \(cut), seed \(seed)")
        #expect(finished(backward) == whole, "cut at \(cut), seed \(seed)")
        #expect(forward.ledger == backward.ledger)
    }
}
