import Support
import Testing

@testable import Pipelines

/// What terminals send for keys, whole and cut at every place.
@Suite struct PickKeyTests {
    private let sent: [(bytes: String, key: PickKey)] = [
        ("\u{1b}[A", .up), ("\u{1b}OB", .down), ("\u{1b}[1;5C", .right), ("\u{1b}[D", .left), ("\u{1b}[H", .home),
        ("\u{1b}[4~", .end), ("\u{1b}[5~", .pageUp), ("\u{1b}[6;2~", .pageDown), ("\t", .next), ("\u{1b}[Z", .previous),
        ("\r", .enter), ("\n", .enter), ("\u{7f}", .erase), ("\u{8}", .erase), ("\u{15}", .clear),
        ("\u{3}", .interrupt), ("\u{4}", .endOfInput), ("a", .text("a")), ("ë", .text("ë")), ("軽", .text("軽")),
        ("🚗", .text("🚗")),
    ]

    @Test func keysAreToldHoweverTheyCome() {
        let bytes = sent.flatMap { Array($0.bytes.utf8) }
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            let keys = decoder.keys(Array(bytes[..<cut])) + decoder.keys(Array(bytes[cut...]))
            #expect(keys == sent.map(\.key), "cut at \(cut)")
            #expect(!decoder.isWaiting)
        }
        var decoder = KeyDecoder()
        #expect(bytes.flatMap { decoder.keys([$0]) } == sent.map(\.key))
    }

    @Test func anEscapeThatNothingFollowsIsAKey() {
        var decoder = KeyDecoder()
        #expect(decoder.keys([0x1b]) == [] && decoder.isWaiting)
        #expect(decoder.flush() == [.escape] && !decoder.isWaiting)
        #expect(decoder.keys([0x1b, 0x61]) == [.escape, .text("a")])
    }

    @Test func whatIsNoKeyIsPassedOver() {
        var decoder = KeyDecoder()
        #expect(decoder.keys(Array("\u{1b}[99~\u{1b}[Ib\u{1}".utf8)) == [.text("b")])
        #expect(decoder.keys([0xff, 0x80, 0xc3, 0x28]) == [.text("(")])
    }

    @Test func textsAreCutByTheColumnsTheyTake() {
        #expect(fitted("Audi", to: 6) == "Audi  " && fitted("Audi", to: 3) == "Au…" && fitted("Audi", to: 0) == "")
        #expect(
            fitted("軽自動車", to: 5) == "軽自…" && fitted("軽自動車", to: 4) == "軽… " && fitted("e\u{301}x", to: 3) == "e\u{301}x ")
        #expect(fitted("a\u{1b}[2Jb\tc", to: 9) == "a\u{fffd}[2Jb\u{fffd}c ")
    }
}
