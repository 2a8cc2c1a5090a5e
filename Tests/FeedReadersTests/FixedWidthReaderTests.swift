import FuelEconomy
import Foundation
import Support
import Testing

@testable import FeedReaders

@Suite struct FixedWidthReaderTests {
    private let form = FeedForm.FixedWidth([.init("mpg", 0, 5), .init("year", 5, 9), .init("name", 9, nil)], heading: "mpg")
    private let text = Array("mpg  year name\n18.0  70 \t\"chevrolet \"\"x\"\n\n 9.  71\r\n  ?   72\tford f250".utf8)

    private func read(sizes: [Int] = []) throws -> Reading {
        let reader = try FixedWidthReader(
            PiecewiseSource(text, sizes: sizes), path: "t", form: form, columns: columns(["name", "mpg", "year"]))
        return try Reading(reader, columns: 3)
    }

    @Test func cutsLinesAtTheirPlaces() throws {
        let reading = try read()
        #expect(reading.rows == [["chevrolet \"\"x", "18.0", "70"], ["", "9.", "71"], ["ford f250", "?", "72"]])
        #expect(reading.lines == [2, 4, 5] && reading.tally.blank == 1 && reading.tally.read == 4)
    }

    @Test func givesTheSameHoweverTheTextIsCut() throws {
        let whole = try read()
        for sizes in cuts(text.count) { #expect(try read(sizes: sizes) == whole) }
    }

    @Test func refusesALayoutThatAsksForMore() {
        let error = #expect(throws: RunError.self) {
            try FixedWidthReader(PiecewiseSource(text), path: "t", form: form, columns: columns(["model"]))
        }
        #expect(error?.message.contains("expected \"model\"") == true)
    }
}

@Suite struct FormSnifferTests {
    private let folder = TemporaryFolder()

    private func sniff(_ text: String, records: [String] = []) throws -> FormSniffer {
        let path = folder.file("feed", text)
        return try FormSniffer(FeedStream(FeedSource(feed: "f", path: path)), records: records)
    }

    @Test(arguments: [",", ";", "\t", "|"]) func findsTheDelimiter(_ delimiter: String) throws {
        let lines = [["id", "make", "price, net"], ["1", "Audi", "3,5"], ["2", "BMW", "4,5"]]
        func field(_ text: String) -> String { text.contains(delimiter) ? "\"\(text)\"" : text }
        let text = lines.map { $0.map(field).joined(separator: delimiter) }.joined(separator: "\r\n")
        let sniffer = try sniff(text)
        #expect(sniffer.form == .delimited(.init(delimiter: delimiter.utf8.first!)))
        #expect(sniffer.columns == ["id", "make", "price, net"])
    }

    @Test func findsPreambleHeaderRowsAndNoHeader() throws {
        let two = try sniff("Ratings of 2020\nMODEL,MAKE,USE\nYEAR,,(L)\n2020,Audi,7.5\n2020,BMW,8\n")
        #expect(two.form == .delimited(.init(preambleLines: 1, headerRows: 2)))
        #expect(two.columns == ["MODEL YEAR", "MAKE", "USE (L)"])
        let none = try sniff("1,Audi,7.5\n2,BMW,8\n")
        #expect(none.form == .delimited(.init(headerRows: 0)) && none.columns == ["1", "2", "3"])
    }

    @Test func findsFixedColumns() throws {
        let sniffer = try sniff("18.0  8 audi 100\n 9.5  4 bmw 2002\n13.0  6 amc\n")
        guard case .fixedWidth(let form) = sniffer.form else { return #expect(Bool(false), "\(sniffer.form)") }
        #expect(form.columns.map(\.start) == [0, 6, 8] && form.columns.last?.end == nil)
    }

    @Test func findsRecordElements() throws {
        let text = "<all><info/><car><id>1</id><e><x>2</x></e></car><car><id>2</id></car></all>"
        let sniffer = try sniff(text)
        #expect(sniffer.form == .xml(.init(records: ["all/car"])) && sniffer.columns == ["id", "e/x"])
        #expect(try sniff("<car><id>1</id></car>").form == .xml(.init(records: ["car"])))
        #expect(try sniff(text, records: ["none", "all/car/e"]).columns == ["x"])
    }
}
