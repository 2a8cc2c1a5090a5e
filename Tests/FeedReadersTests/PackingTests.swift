import FuelEconomy
import Foundation
import Support
import Testing

@testable import FeedReaders

@Suite struct PackingTests {
    private let folder = TemporaryFolder()
    private static let text = Data(("id,make\n" + (0..<3000).map { "\($0),Citroën \($0 % 9)\n" }.joined()).utf8)

    private func read(
        _ bytes: Data, entry: String? = nil, encoding: String? = nil, limits: UnpackLimits = .standard
    ) throws -> (Data, FeedStream) {
        var source = FeedSource(feed: "f", path: folder.file("feed", bytes))
        source.entry = entry
        let stream = try FeedStream(source, encoding: encoding, limits: limits)
        var all = Data()
        var piece = [UInt8](repeating: 0, count: 1000)
        while true {
            let count = try stream.read(into: &piece, at: 0, count: piece.count)
            if count == 0 { return (all, stream) }
            all.append(contentsOf: piece.prefix(count))
        }
    }

    private func refusal(_ bytes: Data, entry: String? = nil, limits: UnpackLimits = .standard) -> String {
        let error = #expect(throws: RunError.self) { try read(bytes, entry: entry, limits: limits) }
        #expect(error?.kind == .input)
        return error?.message ?? ""
    }

    /// What comes out of packed bytes that arrive in pieces.
    private func arrived(_ bytes: Data, _ sizes: [Int]) -> String {
        do {
            let source = PiecewiseSource([UInt8](bytes), sizes: sizes)
            let stream = try FeedStream(FeedSource(feed: "f", path: "f"), of: source)
            var all: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 64)
            while true {
                let count = try stream.read(into: &piece, at: 0, count: piece.count)
                if count == 0 { break }
                all += piece.prefix(count)
            }
            let findings = stream.findings.map { $0.rule.id + " " + $0.values[0].text }
            return String(decoding: all, as: UTF8.self) + "\(findings)" + stream.source.sha256
        } catch {
            return "refused"
        }
    }

    @Test func unpacksTheSameHoweverTheBytesArrive() throws {
        let member = try gzipped(Data("id,make\n1,Audi\n".utf8))
        for packed in [
            member, member + member, member + Data([0x1f, 0x8f, 0x08, 0]), member + Data([0, 0, 0x1f]), try gzipped(member),
            member.dropLast(), try ZipArchive.bytes([.init("a.csv", Data("id\n1\n".utf8), deflated: true)]),
            Data([0xff, 0xfe]) + "id,make\n1,Škoda\n".data(using: .utf16LittleEndian)!,
        ] {
            let whole = arrived(packed, [])
            // In two at every place where the kind of packing is told, and at some of the others.
            let places =
                Array(1..<24) + Array(stride(from: 24, to: packed.count - 12, by: 7))
                + Array(packed.count - 12..<packed.count)
            for sizes in [Array(repeating: 1, count: packed.count)] + places.map({ [$0] }) {
                #expect(arrived(packed, sizes) == whole, "\(sizes.prefix(2))")
            }
        }
    }

    // MARK: zip

    @Test(arguments: [false, true]) func findsTheOneEntryThatIsData(deflated: Bool) throws {
        let zip = try ZipArchive.bytes([
            .init("folder/", Data()), .init("__MACOSX/._feed.csv", Data("junk".utf8)), .init("readme.txt", Data("hi".utf8)),
            .init("folder/feed.csv", Self.text, deflated: deflated),
        ])
        let (bytes, stream) = try read(zip)
        #expect(bytes == Self.text && stream.source.packing == "zip" && stream.source.entry == "folder/feed.csv")
        #expect(stream.source.packedSize == zip.count && stream.source.unpackedSize == Self.text.count)
        let only = try ZipArchive.bytes([.init("whatever", Self.text, deflated: deflated)])
        #expect(try read(only).0 == Self.text)
    }

    @Test func asksWhichOfSeveralIsMeant() throws {
        let zip = try ZipArchive.bytes([.init("a/one.csv", Self.text), .init("two.csv", Data("id\n1\n".utf8))])
        #expect(refusal(zip) == "has 2 entries, expected one: \"a/one.csv\", \"two.csv\"")
        #expect(try read(zip, entry: "one.csv").0 == Self.text)
        #expect(try read(zip, entry: "a/one.csv").0 == Self.text)
        #expect(refusal(zip, entry: "three.csv") == "has no entry \"three.csv\", found \"a/one.csv\", \"two.csv\"")
        #expect(refusal(try ZipArchive.bytes([])) == "has no entry, expected a feed")
    }

    @Test func refusesWhatCannotBeUnpacked() throws {
        var imploded = ZipArchive.Entry("78FG.DAT", Self.text)
        imploded.method = 6
        #expect(
            refusal(try ZipArchive.bytes([imploded]))
                == "entry \"78FG.DAT\" is packed by method 6 (implode), expected stored or deflated")
        var secret = ZipArchive.Entry("feed.csv", Self.text)
        secret.flags = 1
        #expect(refusal(try ZipArchive.bytes([secret])).hasPrefix("entry \"feed.csv\" is encrypted"))
        for deflated in [false, true] {
            var wrong = ZipArchive.Entry("feed.csv", Self.text, deflated: deflated)
            wrong.crc = 0x1234_5678
            #expect(refusal(try ZipArchive.bytes([wrong])).contains("wrong CRC-32"))
        }
        let bomb = try ZipArchive.bytes([.init("b.csv", Data(repeating: 0x61, count: 40_000_000), deflated: true)])
        #expect(refusal(bomb).contains("unpacks to more than 500 times its size"))
    }

    @Test func noticesDamageAnywhereInAnArchive() throws {
        let zip = try ZipArchive.bytes([.init("feed.csv", Self.text, deflated: true)])
        for count in stride(from: 4, to: zip.count, by: 131) {
            #expect(refusal(zip.prefix(count)).contains("damaged zip archive"), "cut at \(count)")
        }
        for at in stride(from: 40, to: zip.count - 100, by: 97) {
            var damaged = zip
            damaged[at] ^= 0x10
            #expect(throws: RunError.self, "\(at)") { try read(damaged) }
        }
        #expect(try read(try gzipped(zip)).0 == Self.text)
    }

    @Test func neverWritesToAPathThatAnArchiveNames() throws {
        let zip = try ZipArchive.bytes([.init("../../evil.csv", Self.text)])
        let (bytes, stream) = try read(zip)
        #expect(bytes == Self.text && stream.source.entry == "../../evil.csv")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/../../evil.csv"))
    }

    // MARK: Encodings

    private static let encodings: [(String, String.Encoding, [UInt8])] = [
        ("UTF-8", .utf8, []), ("UTF-8", .utf8, [0xef, 0xbb, 0xbf]), ("UTF-16LE", .utf16LittleEndian, [0xff, 0xfe]),
        ("UTF-16BE", .utf16BigEndian, [0xfe, 0xff]), ("UTF-16LE", .utf16LittleEndian, []),
        ("UTF-16BE", .utf16BigEndian, []), ("windows-1252", .windowsCP1252, []),
    ]

    @Test(arguments: 0..<7) func tellsTheEncodingByTheBytes(_ index: Int) throws {
        let (name, encoding, mark) = Self.encodings[index]
        let text = String(decoding: Self.text, as: UTF8.self)
        let (bytes, stream) = try read(Data(mark) + text.data(using: encoding)!)
        let decoded = String(decoding: bytes, as: UTF8.self)
        #expect(decoded == (mark.isEmpty ? "" : "\u{feff}") + text)
        #expect(stream.source.encoding == name)
        #expect(stream.findings.map(\.rule.id) == (name == "UTF-8" ? [] : ["encoding-detected"]))
        #expect(stream.undecodable.count == 0)
    }

    /// One byte that is no letter anywhere, or one amid very much that is ASCII, is damage; more of them are an encoding.
    @Test func aFewOddBytesMakeNoOtherEncoding() throws {
        func encoding(_ odd: [UInt8], in size: Int) throws -> String {
            let words = Data("id,make,model\n".utf8) + Data(repeating: 0x61, count: size / 2)
            return try read(words + Data(odd) + Data(repeating: 0x61, count: size / 2)).1.source.encoding
        }
        #expect(try encoding([0x81], in: 200) == "UTF-8")
        #expect(try encoding([0xe9], in: 200) == "windows-1252")
        #expect(try encoding([0xe9], in: 40_000) == "UTF-8")
        #expect(try encoding([0xe9, 0x20, 0xe8], in: 40_000) == "windows-1252")
        #expect(try encoding([0xe9, 0x20, 0xe8], in: 100_000) == "UTF-8")
        #expect(try encoding([0xe9, 0x20, 0xe8, 0x20, 0xe7], in: 100_000) == "windows-1252")
    }

    @Test func readsWhatIsDeclaredAndSaysWhereAMarkDisagrees() throws {
        let latin = Data("id,make\n1,50 \u{a4}\n".unicodeScalars.map { UInt8($0.value) })
        let (bytes, declared) = try read(latin, encoding: "ISO-8859-15")
        #expect(String(decoding: bytes, as: UTF8.self) == "id,make\n1,50 €\n" && declared.findings.isEmpty)
        let marked = try read(Data([0xef, 0xbb, 0xbf]) + Self.text, encoding: "windows-1252").1
        #expect(marked.source.encoding == "UTF-8")
        let said = marked.findings[0]
        #expect(said.rule.text(said.values) == "text is marked as UTF-8, expected windows-1252, read as UTF-8")
    }

    @Test func placesEveryByteThatDoesNotDecode() throws {
        // 0x81 and 0x9d stand for nothing in windows-1252.
        let bytes: [UInt8] = Array("id\n".utf8) + [0x81] + Array("caf".utf8) + [0xe9, 0x9d, 0x0a]
        let (text, stream) = try read(Data(bytes), encoding: "windows-1252")
        #expect(String(decoding: text, as: UTF8.self) == "id\n\u{fffd}café\u{fffd}\n")
        #expect(stream.undecodable.count == 2)
        #expect(stream.undecodable.samples.map { $0.map(\.text) } == [["3", "windows-1252"], ["8", "windows-1252"]])
        // Half a character at the end, and a surrogate on its own.
        let odd: [UInt8] = [0x61, 0, 0x00, 0xd8, 0x62, 0, 0x63]
        let wide = try read(Data(odd), encoding: "UTF-16LE")
        #expect(String(decoding: wide.0, as: UTF8.self) == "a\u{fffd}b\u{fffd}")
        #expect(wide.1.undecodable.samples.map { $0[0].text } == ["2", "6"])
    }

    @Test(arguments: ["UTF-16LE", "windows-1252", "UTF-8"])
    func decodesTheSameHoweverTheTextIsCut(_ encoding: String) throws {
        let text = "id,make\r\n1,Citroën “x”\r\n2,Škoda"
        let bytes: [UInt8] =
            switch encoding {
            case "UTF-16LE": [UInt8](text.data(using: .utf16LittleEndian)!)
            case "UTF-8": Array(text.utf8)
            default: [UInt8]("id\r\n1,Citroën “x”\r\n".data(using: .windowsCP1252)!) + [0x81, 0x0a]
            }
        func decoded(_ sizes: [Int]) throws -> ([UInt8], [Int]) {
            let decoder = TextDecoder(PiecewiseSource(bytes, sizes: sizes), encoding: encoding)
            var all: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 5)
            while true {
                let count = try decoder.read(into: &piece, at: 0, count: 5)
                if count == 0 { return (all, decoder.undecodable.places) }
                all += piece.prefix(count)
            }
        }
        let whole = try decoded([])
        for sizes in cuts(bytes.count) {
            let cut = try decoded(sizes)
            #expect(cut.0 == whole.0 && cut.1 == whole.1, "\(sizes.prefix(2))")
        }
    }
}
