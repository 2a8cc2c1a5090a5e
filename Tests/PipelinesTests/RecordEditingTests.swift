import Foundation
import FuelEconomy
import Support
import Testing

@testable import Pipelines

/// What a self-test writes into records: nothing but the field that is meant may change.
@Suite struct RecordEditingTests {
    private let folder = TemporaryFolder()

    private func text(_ bytes: [UInt8], encoding: String = "UTF-8") throws -> (FeedText, PipelineFile.Feed) {
        let path = folder.file("feed", .init(bytes))
        let pipeline = folder.file(
            "p.yaml", "name: test\nfeeds:\n  cars: {layout: epa-vehicles, file: \(path)}\npublish: {folder: out}\n")
        guard case .pipeline(let file) = try PipelineFile.load(pipeline) else { fatalError("the pipeline has faults") }
        return (try FeedText(file.feeds[0], encoding: encoding), file.feeds[0])
    }

    private func edited(_ feed: String, _ record: Int, _ name: String, _ value: String) throws -> String? {
        let (text, _) = try text(Array(feed.utf8))
        let range = text.records[record].range
        return text.record(Array(text.bytes[range]), with: [([name], value)]).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func delimitedRecordsKeepTheirQuotation() throws {
        let feed = "id,make,model,year\r\n1,\"Audi\",\"A4, \"\"quattro\"\"\",2020\r\n2,BMW,X5,2021\r\n"
        #expect(try edited(feed, 0, "year", "20010") == "1,\"Audi\",\"A4, \"\"quattro\"\"\",20010")
        #expect(try edited(feed, 0, "make", "Kia") == "1,\"Kia\",\"A4, \"\"quattro\"\"\",2020")
        #expect(try edited(feed, 0, "model", "19\" x") == "1,\"Audi\",\"19\"\" x\",2020")
        #expect(try edited(feed, 1, "model", "a, b") == "2,BMW,\"a, b\",2021")
        #expect(try edited(feed, 1, "id", "") == ",BMW,X5,2021")
        #expect(try edited(feed, 1, "trim", "x") == nil)
    }

    @Test func recordsAndLinesAreWhereTheFeedHasThem() throws {
        let feed = "\u{feff}id,make,model,year\r\n1,Audi,\"A4\r\nAvant\",2020\r\n\r\n2,BMW,X5,2021"
        let (text, _) = try text(Array(feed.utf8))
        #expect(text.records.map(\.line) == [2, 5])
        #expect(String(decoding: text.bytes[text.records[1].range], as: UTF8.self) == "2,BMW,X5,2021")
        #expect(text.lineEnd == [0x0d, 0x0a])
        #expect(FeedText.lineCount("a\r\nb\nc\rd".utf8) == 3)
        let replaced = text.replacing([(text.records[1].range, Array("3".utf8))])
        #expect(String(decoding: replaced, as: UTF8.self) == feed.replacingOccurrences(of: "2,BMW,X5,2021", with: "3"))
    }

    /// Bytes of a one-byte encoding are handed on as they are, and letters beyond ASCII are not written.
    @Test func bytesOfOtherEncodingsStay() throws {
        let feed = Array("id,make,model,year\n1,Citro".utf8) + [0xeb] + Array("n,C3,2020\n".utf8)
        let (text, _) = try text(feed, encoding: "windows-1252")
        #expect(text.bytes == feed)
        let record = Array(text.bytes[text.records[0].range])
        #expect(text.record(record, with: [(["year"], "1")]) == Array("1,Citro".utf8) + [0xeb] + Array("n,C3,1".utf8))
        #expect(text.record(record, with: [(["make"], "Škoda")]) == nil)
    }

    @Test func elementsRightBelowTheRecordAreReplaced() throws {
        let record = XMLRecord(
            Array(
                "<vehicle><list><id>9</id></list><!-- <id>8</id> --><id>1</id><make>A&amp;B</make><trim/></vehicle>".utf8))
        #expect(record.elements.map(\.name) == ["list", "id", "make", "trim"])
        func replaced(_ name: String, _ value: String) -> String? {
            record.replacing([name], with: Array(value.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        let whole = "<vehicle><list><id>9</id></list><!-- <id>8</id> --><id>1</id><make>A&amp;B</make><trim/></vehicle>"
        #expect(replaced("id", "2") == whole.replacingOccurrences(of: "<id>1</id>", with: "<id>2</id>"))
        #expect(replaced("make", "C<D") == whole.replacingOccurrences(of: "A&amp;B", with: "C&lt;D"))
        #expect(replaced("trim", "S") == whole.replacingOccurrences(of: "<trim/>", with: "<trim>S</trim>"))
        #expect(replaced("year", "1") == whole.replacingOccurrences(of: "</vehicle>", with: "<year>1</year></vehicle>"))
        #expect(replaced("list/id", "1") == nil)
    }
}
