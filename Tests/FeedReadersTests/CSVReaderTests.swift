import FuelEconomy
import Foundation
import Support
import Testing

@testable import FeedReaders

@Suite struct CSVReaderTests {
    @Test(arguments: ["\n", "\r\n", "\r"]) func takesEveryLineEnd(_ end: String) throws {
        let reading = try Reading(["a,b,c", "1,2,3", "4,5,6"].joined(separator: end))
        #expect(reading.rows == [["1", "2", "3"], ["4", "5", "6"]])
        #expect(reading.lines == [2, 3])
    }

    @Test func readsQuotationsAsTheStandardSays() throws {
        let reading = try Reading("a,b,c\n\"x, y\",\"say \"\"hi\"\"\",\"two\r\nlines\"\n,\"\",z\n")
        #expect(reading.rows == [["x, y", "say \"hi\"", "two\r\nlines"], ["", "", "z"]])
        #expect(reading.lines == [2, 4])
        #expect(reading.oddities.isEmpty)
    }

    @Test func keepsAnInchMarkAndSaysSo() throws {
        let reading = try Reading("a,b,c\n1,Model S (19\" Wheels),x\n2,\"19\"\" ok\",y\n")
        #expect(reading.rows[0][1] == "Model S (19\" Wheels)")
        #expect(reading.rows[1][1] == "19\" ok")
        #expect(reading.oddities == ["2 bare-quote"])
    }

    @Test func doesNotLetAnUnclosedQuotationSwallowTheRest() throws {
        let reading = try Reading("a,b,c\n1,\"open,x\n2,y,z\n3,\"Vans, Cargo\",w\n")
        #expect(reading.rows == [["1", "\"open", "x"], ["2", "y", "z"], ["3", "Vans, Cargo", "w"]])
        #expect(reading.oddities == ["2 unclosed-quote"])
        let last = try Reading("a,b,c\n1,2,\"never\n4,5,6\n")
        #expect(last.rows == [["1", "2", "\"never"], ["4", "5", "6"]])
    }

    @Test func countsBlankAndRaggedRecordsAndGoesOn() throws {
        let reading = try Reading("a,b,c\n\n1,2,3\n,,\n4,5\n6,7,8,9\n10,11,12\n")
        #expect(reading.rows == [["1", "2", "3"], ["10", "11", "12"]])
        #expect(reading.tally.read == 6 && reading.tally.blank == 2 && reading.tally.ragged == 2)
        #expect(reading.oddities == ["5 ragged-record", "6 ragged-record"])
    }

    @Test func takesColumnsByNameInAnyOrderAndAByteOrderMark() throws {
        let reading = try Reading("\u{feff}x,c,a,b\n0,3,1,2\n")
        #expect(reading.rows == [["1", "2", "3"]])
        #expect(try Reading("a,c\n1,3\n").rows == [["1", "", "3"]])
    }

    @Test func namesUnknownMissingAndDoubledColumns() throws {
        let reader = try CSVReader(
            PiecewiseSource(Array("a,bb,A ,zz\n".utf8)), path: "t", columns: columns(["a", "b"], ignored: ["zz"]))
        let said = reader.drift.map { $0.rule.id + ": " + $0.rule.text($0.values) }
        #expect(
            said == [
                "unknown-column: column \"bb\" is not known to layout \"test\", left unread, did you mean \"b\"",
                "missing-column: column \"b\" of layout \"test\" is missing, its facts are absent",
                "duplicate-column: column \"a\" stands 2 times in the header, the first is read",
            ])
    }

    @Test func refusesAFileOfOtherColumnsAndSaysWhichItWanted() {
        let error = #expect(throws: RunError.self) { try Reading("alpha,Years,gamma\n1,2,3\n", columns: ["year"]) }
        #expect(error?.message.contains("found \"alpha\", \"Years\", \"gamma\"") == true)
        #expect(error?.message.contains("expected \"year\" (near: \"Years\")") == true)
    }

    @Test func cutsANameThatIsAsLongAsAPage() {
        let error = #expect(throws: RunError.self) {
            try Reading(String(repeating: "n", count: 400_000) + ",b\n1,2\n", columns: ["name"])
        }
        #expect(error?.message.contains("found \"" + String(repeating: "n", count: 60) + "…\", \"b\", expected") == true)
    }

    @Test func endsARunAtARecordWithoutEnd() {
        let huge = "a,b,c\n" + String(repeating: "x", count: CSVReader.recordLimit + 1000)
        let error = #expect(throws: RunError.self) { try Reading(huge) }
        #expect(error?.message == "a record is longer than 16 MiB" && error?.place == "test.csv:2")
    }

    @Test func countsFieldsBeyondAnyLimit() throws {
        let reading = try Reading("a,b,c\n" + String(repeating: "1,", count: 200_000) + "\n1,2,3\n")
        #expect(reading.rows == [["1", "2", "3"]])
        #expect(reading.tally.ragged == 1)
    }

    /// Text of the bytes that matter, so that short texts hold every odd combination.
    private func oddText(_ random: inout SeededGenerator, length: Int) -> [UInt8] {
        let bytes = Array("a,,,\"\"\n\n\r x".utf8)
        return (0..<length).map { _ in bytes.randomElement(using: &random)! }
    }

    @Test(arguments: 1...400) func agreesWithItsPlainTwin(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = Array("a,b,c\n".utf8) + oddText(&random, length: Int.random(in: 0...300, using: &random))
        let reading = try Reading(bytes, columns: ["a", "b", "c"])
        let plain = PlainTokenizer(bytes)
        let whole = plain.records.dropFirst()
        let good = whole.filter { $0.fields.count == 3 }
        #expect(reading.rows == good.map(\.fields), "seed \(seed)")
        #expect(reading.lines == good.map(\.line), "seed \(seed)")
        #expect(reading.tally.blank == plain.blank && reading.tally.ragged == whole.count - good.count, "seed \(seed)")
        let odd = whole.flatMap { record in
            record.fields.count == 3 ? record.oddities.map { "\(record.line) \($0)" } : ["\(record.line) ragged-record"]
        }
        #expect(reading.oddities.sorted() == odd.sorted(), "seed \(seed)")
    }

    @Test(arguments: 1...40) func givesTheSameHoweverTheTextIsCut(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = Array("a,b,c\n".utf8) + oddText(&random, length: 120)
        let whole = try Reading(bytes, columns: ["a", "b", "c"])
        #expect(try Reading(bytes, columns: ["a", "b", "c"], sizes: Array(repeating: 1, count: bytes.count)) == whole)
        for cut in 1..<bytes.count {
            #expect(try Reading(bytes, columns: ["a", "b", "c"], sizes: [cut]) == whole, "cut at \(cut), seed \(seed)")
        }
    }

    @Test func knowsTheByteWhereEachRecordBegins() throws {
        let lines = (0..<3000).map { "r\($0),\(String(repeating: "z", count: $0 % 70)),\"a\nb\"" }
        let text = Array(("\u{feff}a,b,c\r\n" + lines.joined(separator: "\r\n")).utf8)
        let reader = try CSVReader(PiecewiseSource(text), path: "t", columns: columns(["a", "b", "c"]))
        var count = 0
        while let batch = try reader.next() {
            for record in 0..<batch.recordCount {
                let start = batch.byte(of: record)
                #expect(String(decoding: text[start..<start + batch.records[record].count], as: UTF8.self) == lines[count])
                count += 1
            }
        }
        #expect(count == 3000)
    }

    @Test func joinsHeaderRowsBehindAPreamble() throws {
        let form = FeedForm.Delimited(delimiter: 0x3b, preambleLines: 2, headerRows: 2)
        let text = "Ratings\r\n\r\nMODEL;MAKE;Use ;\r\nYEAR;;(L);\r\n2020;\"A;B\";7;\r\n"
        let reading = try Reading(text, columns: ["Model year", "make", "Use (L)"], form: form)
        #expect(reading.rows == [["2020", "A;B", "7"]] && reading.lines == [5])
        let error = #expect(throws: RunError.self) { try Reading(text, columns: ["seats"], form: form) }
        #expect(error?.place == "test.csv:3")
        let bare = try Reading("1,2,3\n4,5,6\n", columns: ["2", "3"], form: .init(headerRows: 0))
        #expect(bare.rows == [["2", "3"], ["5", "6"]] && bare.lines == [1, 2])
    }

    @Test func takesTheFirstNameThatTheFeedHas() throws {
        let wanted = WantedColumns(layout: "t", names: [["new", "old"], ["B"]], required: [0, 1], ignored: [])
        for (header, values, row) in [
            ("old,b", "x,y", ["x", "y"]), ("b,NEW,old", "y,x,z", ["x", "y"]), ("old,b,new", "x,y,z", ["z", "y"]),
        ] {
            let reader = try CSVReader(PiecewiseSource(Array("\(header)\n\(values)\n".utf8)), path: "t", columns: wanted)
            #expect(reader.drift.isEmpty)
            #expect(try Reading(reader, columns: 2).rows == [row])
        }
    }

    /// Each piece may not cost a look at the whole header: that would be hours here.
    @Test func readsALongHeaderThatComesInSmallPieces() throws {
        let names = (0..<40_000).map { "column \($0)" }
        let text = Array(
            (names.joined(separator: ",") + "\n" + names.indices.map(String.init).joined(separator: ",") + "\n").utf8)
        let reading = try Reading(
            text, columns: ["column 0", "column 39999"], sizes: Array(repeating: 16, count: text.count / 16 + 1))
        #expect(reading.rows == [["0", "39999"]])
    }

    @Test func tellsFootnotesFromRecordsBehindABlankRow() throws {
        let text = "a,b,c\n1,2,3\n,2,3\n*a note,,\n,,\nNotes,,\n,x = y,\n4,5,6\n7,8\nz\n"
        let notes = try Reading(text, columns: ["a", "b"], form: .init(hasFootnotes: true), required: [0, 1])
        #expect(notes.rows == [["1", "2"], ["", "2"], ["4", "5"]])
        #expect(notes.tally.footnotes == 4 && notes.tally.blank == 1 && notes.tally.ragged == 1)
        let plain = try Reading(text, columns: ["a", "b"])
        #expect(plain.tally.footnotes == 0 && plain.rows.count == 6)
    }

    @Test func readsOverManyBatches() throws {
        let rows = (0..<5000).map { "\($0),\(String(repeating: "y", count: $0 % 90)),\"q\($0)\"" }
        let reading = try Reading("a,b,c\r\n" + rows.joined(separator: "\r\n") + "\r\n")
        #expect(reading.rows.count == 5000)
        #expect(reading.rows.enumerated().allSatisfy { $1 == ["\($0)", String(repeating: "y", count: $0 % 90), "q\($0)"] })
        #expect(reading.lines == Array(2...5001))
    }

    /// Wherever the text is cut, each line is seen once, as what the reader made of it.
    @Test func tellsWhatStandsOnALine() throws {
        let text = "a,b\r\n1,\"x\ny\"\r\n\n2\r3,z\n,\n4,\"\""
        let expected: [UInt32: (RecordBatch.Sighting.Outcome, ClosedRange<UInt32>, String)] = [
            2: (.record(0), 2...3, "1,\"x\ny\""), 3: (.record(0), 2...3, "1,\"x\ny\""), 4: (.blank, 4...4, ""),
            5: (.ragged, 5...5, "2"), 6: (.record(1), 6...6, "3,z"), 7: (.blank, 7...7, ","),
            8: (.record(2), 8...8, "4,\"\""),
        ]
        for sizes in cuts(text.utf8.count) {
            for line in UInt32(1)...9 {
                let reader = try CSVReader(
                    PiecewiseSource(Array(text.utf8), sizes: sizes), path: "test.csv", columns: columns(["a", "b"]),
                    watching: line)
                #expect(reader.headLines == 1)
                var seen: [(RecordBatch.Sighting.Outcome, ClosedRange<UInt32>, String)] = []
                while let batch = try reader.next() {
                    seen += batch.sightings.map { ($0.outcome, $0.lines, batch.text($0.raw)) }
                }
                #expect(seen.count == (expected[line] == nil ? 0 : 1), "\(line), \(sizes)")
                if let (found, wanted) = seen.first.flatMap({ found in expected[line].map { (found, $0) } }) {
                    #expect(found == wanted, "\(line), \(sizes)")
                }
                #expect(reader.lineCount == 8)
            }
        }
    }
}
