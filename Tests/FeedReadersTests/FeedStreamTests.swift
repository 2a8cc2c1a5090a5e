import FuelEconomy
import Foundation
import Support
import Testing

@testable import FeedReaders

@Suite struct FeedStreamTests {
    private let folder = TemporaryFolder()
    private static let text = Data((0..<3000).map { "\($0),Audi,A\($0 % 9)\n" }.joined().utf8)

    private func read(_ bytes: Data, name: String = "feed", limits: UnpackLimits = .standard, prefetching: Bool = false)
        throws
        -> (Data, FeedSource, FeedStream)
    {
        let path = folder.file(name, bytes)
        let stream = try FeedStream(FeedSource(feed: "f", path: path), limits: limits)
        if prefetching { stream.prefetch() }
        var all = Data()
        var piece = [UInt8](repeating: 0, count: 1000)
        while true {
            let count = try stream.read(into: &piece, at: 0, count: piece.count)
            if count == 0 { return (all, stream.source, stream) }
            all.append(contentsOf: piece.prefix(count))
        }
    }

    @Test(arguments: [false, true]) func unpacksGzipWhateverItsName(prefetching: Bool) throws {
        let packed = try gzipped(Self.text)
        let (bytes, source, _) = try read(packed, name: "feed.csv", prefetching: prefetching)
        #expect(bytes == Self.text)
        #expect(source.packing == "gzip" && source.packedSize == packed.count && source.unpackedSize == Self.text.count)
        let sum = try run("sha256sum", [folder.path + "/feed.csv"]).output.prefix(64)
        #expect(source.sha256 == String(sum))
        let (plain, plainSource, _) = try read(Self.text, name: "plain.gz", prefetching: prefetching)
        #expect(plain == Self.text && plainSource.packing == "plain")
    }

    @Test func readsEveryMemberAndSkipsZeroPadding() throws {
        let member = try gzipped(Self.text)
        let empty = try gzipped(Data())
        let (bytes, _, stream) = try read(member + empty + member + Data(repeating: 0, count: 700))
        #expect(bytes == Self.text + Self.text)
        #expect(stream.findings.isEmpty)
        let twice = try read(try gzipped(member)).0
        #expect(twice == Self.text)
    }

    @Test func notesOtherBytesBehindTheLastMember() throws {
        let member = try gzipped(Self.text)
        let (bytes, _, stream) = try read(member + Data("junk".utf8))
        #expect(bytes == Self.text)
        #expect(stream.findings.map(\.rule.id) == ["trailing-bytes"])
        #expect(stream.findings[0].values.map(\.text) == ["\(member.count)"])
    }

    @Test func namesTheByteOfATruncationAnywhere() throws {
        let packed = try gzipped(Self.text)
        for count in Array(2..<40) + Array(stride(from: 40, to: packed.count, by: 97))
            + Array(packed.count - 9..<packed.count)
        {
            let error = #expect(throws: RunError.self) { try read(packed.prefix(count)) }
            #expect(
                error?.kind == .input && error?.message.hasPrefix("truncated at byte \(count) of the packed file") == true,
                "\(count)")
        }
        // Truncated inside a later member.
        #expect(throws: RunError.self) { try read(packed + packed.prefix(packed.count - 3)) }
    }

    @Test func saysWhichCheckFailed() throws {
        let packed = try gzipped(Self.text)
        var wrongSum = packed
        wrongSum[packed.count - 8] ^= 1
        #expect(throws: (any Error).self) { try read(wrongSum) }
        let sum = #expect(throws: RunError.self) { try read(wrongSum) }
        #expect(sum?.message.contains("wrong CRC-32") == true)
        var wrongLength = packed
        wrongLength[packed.count - 1] ^= 1
        let length = #expect(throws: RunError.self) { try read(wrongLength) }
        #expect(length?.message.contains("wrong length") == true)
        // A flipped bit in the body never passes.
        for at in stride(from: 12, to: packed.count - 9, by: 211) {
            var flipped = packed
            flipped[at] ^= 4
            #expect(throws: RunError.self, "\(at)") { try read(flipped) }
        }
    }

    @Test func stopsABomb() throws {
        let bomb = try gzipped(Data(repeating: 0x61, count: 40_000_000))
        let ratio = #expect(throws: RunError.self) { try read(bomb) }
        #expect(ratio?.message.contains("500 times its size") == true)
        let size = #expect(throws: RunError.self) { try read(bomb, limits: UnpackLimits(size: 1_000_000, ratio: 2000)) }
        #expect(size?.message.contains("more than 1000000 bytes") == true)
    }

    @Test(arguments: [
        ("", "is empty"), ("<!DOCTYPE html><html>", "an HTML page"), ("  <html lang=en>", "an HTML page"),
        ("{\"error\":404}", "a JSON document"), ("PK\u{3}\u{4}rest", "damaged zip archive"),
        ("\0\0\0\0abc", "binary data"),
    ])
    func refusesWhatIsNoFeed(_ text: String, _ looks: String) throws {
        for bytes in text.isEmpty ? [Data()] : [Data(text.utf8), try gzipped(Data(text.utf8))] {
            let error = #expect(throws: RunError.self) { try read(bytes) }
            #expect(error?.kind == .input && error?.message.contains(looks) == true)
        }
    }
}
