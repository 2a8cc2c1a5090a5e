import FuelEconomy
import Foundation
import Support
import Testing

@testable import FeedReaders

@Suite struct XMLReaderTests {
    private func read(
        _ bytes: [UInt8], _ names: [String] = ["id", "make", "model"], records: [String] = ["cars/car", "car"],
        required: Set<Int> = [0], ignored: Set<String> = [], sizes: [Int] = []
    ) throws -> Reading {
        let reader = XMLReader(
            PiecewiseSource(bytes, sizes: sizes), path: "test.xml", form: .init(records: records),
            columns: columns(names, required: required, ignored: ignored))
        return try Reading(reader, columns: names.count)
    }

    private func read(_ text: String, _ names: [String] = ["id", "make", "model"]) throws -> Reading {
        try read(Array(text.utf8), names)
    }

    private static let one = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- cars --><cars xmlns:x="urn:x">
          <car><model>A &amp; B &#233;&lt;</model><make/><id>1</id></car><?pi data?>
          <car n="5"><id>2</id><list><item><id>9</id><v>a</v></item><item><id>8</id></item></list><make></make>
            <model><![CDATA[<C> & ]]>D<!-- in --> E</model></car>
          <x:car><x:id>3</x:id><x:make>Škoda</x:make></x:car>
        </cars>
        """

    @Test func readsElementsWhateverTheirOrderAndSpelling() throws {
        let reading = try read(Self.one)
        #expect(
            reading.rows == [["1", "", "A & B é<"], ["2", "", "<C> & D E"], ["3", "Škoda", ""]])
        #expect(reading.lines == [3, 4, 6])
        #expect(reading.tally.read == 3 && reading.oddities.isEmpty)
        #expect(
            reading.drift == [
                "unknown-column list", "unknown-column list/item", "unknown-column list/item/id",
                "unknown-column list/item/v",
            ])
        #expect(try read("<car><id>7</id></car>", ["id"]).rows == [["7"]])
    }

    @Test func tellsWhereARecordBegins() throws {
        let text = Array(Self.one.utf8)
        let reading = try read(text)
        for place in reading.places {
            #expect(text[place.byte] == UInt8(ascii: "<") && text[place.end - 1] == UInt8(ascii: ">"))
            let record = String(decoding: text[place.byte..<place.end], as: UTF8.self)
            #expect(record.hasSuffix("car>") && !record.dropLast(6).contains("</car>"), "\(record)")
            #expect(place.column == place.byte - (text[..<place.byte].lastIndex(of: UInt8(ascii: "\n")) ?? 0))
        }
        let line = try read("<cars><car><id>1</id></car><car><id>2</id></car></cars>", ["id"])
        #expect(line.places.map(\.column) == line.places.map { $0.byte + 1 } && line.lines == [1, 1])
    }

    @Test func takesPathsAndAttributesAndRecordsThatRepeatInside() throws {
        let paths = try read(Array(Self.one.utf8), ["id", "@n", "list/item/v"], ignored: ["list"])
        #expect(paths.rows == [["1", "", ""], ["2", "5", "a"], ["3", "", ""]])
        let inside = try read(Array(Self.one.utf8), ["id", "v"], records: ["cars/car/list/item"])
        #expect(inside.rows == [["9", "a"], ["8", ""]])
        let shared = try read(Array(Self.one.utf8), ["id", "id"])
        #expect(shared.rows.map { $0[0] } == shared.rows.map { $0[1] })
    }

    @Test func readsTheFirstOfTwoAndSaysSo() throws {
        let reading = try read("<cars><car><id>1</id>\n<make>a</make><make>b</make></car></cars>")
        #expect(reading.rows == [["1", "a", ""]] && reading.oddities == ["2 repeated-element"])
    }

    @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-8", "windows-1252", "ISO-8859-1"])
    func decodesWhatTheDocumentDeclares(_ encoding: String) throws {
        let name = encoding.hasPrefix("UTF-16") ? "UTF-16" : encoding
        let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n<cars><car><id>1</id><make>Citroën</make></car></cars>"
        let encodings: [String: String.Encoding] = [
            "UTF-16LE": .utf16LittleEndian, "UTF-16BE": .utf16BigEndian, "UTF-8": .utf8, "windows-1252": .windowsCP1252,
            "ISO-8859-1": .isoLatin1,
        ]
        var bytes = [UInt8](text.data(using: encodings[encoding]!)!)
        if encoding == "UTF-16LE" { bytes = [0xff, 0xfe] + bytes }
        if encoding == "UTF-16BE" { bytes = [0xfe, 0xff] + bytes }
        #expect(try read(bytes, ["id", "make"]).rows == [["1", "Citroën"]])
    }

    @Test func givesTheSameHoweverTheTextIsCut() throws {
        let bytes = Array(Self.one.utf8)
        let whole = try read(bytes)
        for sizes in cuts(bytes.count) { #expect(try read(bytes, sizes: sizes) == whole, "\(sizes.prefix(2))") }
        let long = Array(
            ("<cars>" + (0..<4000).map { "<car><id>\($0)</id><make>m\($0 % 7)</make></car>" }.joined() + "</cars>").utf8)
        let reading = try read(long, ["id", "make"])
        #expect(reading.rows == (0..<4000).map { ["\($0)", "m\($0 % 7)"] })
        #expect(try read(long, ["id", "make"], sizes: Array(repeating: 997, count: 1000)) == reading)
    }

    @Test(arguments: [
        ("<cars><car><id>1</id></make></car></cars>", "1:29", "not well-formed XML: opening and ending tag mismatch"),
        ("<cars><car><id>1</car></id></cars>", "1:", "not well-formed XML: opening and ending tag mismatch"),
        ("<cars><car a=1/></cars>", "1:", "not well-formed XML: attValue"),
        ("<cars><car><id>&nosuch;</id></car></cars>", "1:", "not well-formed XML: entity 'nosuch' not defined"),
        ("<cars><car><id>\u{1}</id></car></cars>", "1:", "not well-formed XML"),
        ("<cars></cars><more/>", "1:", "not well-formed XML: extra content at the end of the document"),
        ("<!DOCTYPE cars><cars/>", "1:", "document type declaration found, expected none"),
        ("<other><thing/></other>", "", "has no record \"cars/car\" or \"car\", found root element \"other\""),
        ("<cars><car><make>x</make></car></cars>", "", "lacks columns of layout \"test\", found \"make\", expected \"id\""),
    ])
    func refusesWithThePlace(_ text: String, _ place: String, _ message: String) {
        let error = #expect(throws: RunError.self) { try read(text) }
        #expect(error?.kind == .input && error?.message.hasPrefix(message) == true, "\(String(describing: error))")
        #expect(error?.place?.hasPrefix("test.xml" + (place.isEmpty ? "" : ":" + place)) == true)
    }

    @Test func refusesBytesThatDoNotFitTheEncoding() {
        let bytes = Array("<cars><car><id>1</id><make>Citro".utf8) + [0xeb] + Array("n</make></car></cars>".utf8)
        let error = #expect(throws: RunError.self) { try read(bytes) }
        #expect(
            error?.message.contains("input is not proper UTF-8") == true && error?.place?.hasPrefix("test.xml:1") == true)
    }

    @Test func namesTheElementThatATruncationLeavesOpen() throws {
        let bytes = Array(Self.one.utf8)
        for end in 1..<bytes.count {
            let error = #expect(throws: RunError.self, "\(end)") { try read(Array(bytes[..<end])) }
            #expect(error?.kind == .input)
        }
        let between = #expect(throws: RunError.self) { try read("<cars>\n<car><id>1</id></car>\n") }
        #expect(
            between?.message == "truncated at byte 29 of the text: element \"cars\" of line 1 is never closed")
        let inside = #expect(throws: RunError.self) { try read("<cars>\n<car><id>1</id><make>A") }
        #expect(
            inside?.message.contains("element \"make\" of line 2 is never closed") == true, "\(String(describing: inside))")
    }

    @Test func limitsDepthTextAndPaths() {
        let deep = String(repeating: "<a>", count: 100)
        let depth = #expect(throws: RunError.self) { try read("<cars>" + deep) }
        #expect(depth?.message == "elements are nested more than 64 deep")
        let long = "<cars><car><id>1</id><note>" + String(repeating: "x", count: XMLReader.textLimit + 9) + "</note>"
        let text = #expect(throws: RunError.self) { try read(long) }
        #expect(text?.message == "text of element \"note\" is longer than 1 MiB")
        let many = "<cars><car>" + (0..<5000).map { "<e\($0)/>" }.joined()
        let paths = #expect(throws: RunError.self) { try read(many) }
        #expect(paths?.message == "more than 4096 different elements found, expected a table")
    }

    @Test func refusesEntitiesOfAnyKindAtOnce() {
        let bomb =
            "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">"
            + (1..<20).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 == 1 ? "" : "\($0 - 1)");", count: 10))\">" }
            .joined()
            + "]><cars><car><id>&a19;</id></car></cars>"
        let file = "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><cars><car><id>&e;</id></car></cars>"
        let net = "<!DOCTYPE x SYSTEM \"http://127.0.0.1:1/x.dtd\"><cars/>"
        for text in [bomb, file, net] {
            let error = #expect(throws: RunError.self) { try read(text) }
            #expect(error?.message.hasPrefix("document type declaration found") == true)
        }
    }
}
