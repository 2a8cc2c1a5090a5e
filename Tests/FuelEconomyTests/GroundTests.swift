import FuelEconomy
import Foundation
import PickerKit
import Support
import Testing

@Suite struct CivilDateTests {
    @Test func agreesWithFoundationOverFourCenturies() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        for days in stride(from: -80_000, through: 80_000, by: 37) {
            let parts = calendar.dateComponents(
                [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(days) * 86_400))
            let date = CivilDate(days: days)
            #expect(date.components.year == parts.year && date.components.month == parts.month)
            #expect(date.components.day == parts.day)
            #expect(date.weekday == parts.weekday! - 1)
            #expect(CivilDate(year: parts.year!, month: parts.month!, day: parts.day!) == date)
        }
    }

    @Test func refusesDaysThatTheCalendarLacks() {
        #expect(CivilDate(year: 2023, month: 2, day: 29) == nil)
        #expect(CivilDate(year: 2024, month: 2, day: 29)?.text == "2024-02-29")
        #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
        #expect(CivilDate(year: 2024, month: 13, day: 1) == nil)
        #expect(CivilDate(year: 2024, month: 4, day: 31) == nil)
    }
}

@Suite struct NaturalOrderTests {
    @Test(arguments: [
        ("A4", "A10"), ("a4", "A5"), ("3", "6"), ("6", "626"), ("Citroen", "Citroën"), ("i3", "i3s"), ("C 250", "C 1500"),
        ("X5 xDrive35d", "X5 xDrive40i"), ("Škoda", "Tesla"), ("", "a"), ("A04", "A10"),
    ])
    func putsTheFirstBeforeTheSecond(_ first: String, _ second: String) {
        #expect(NaturalOrder(first) < NaturalOrder(second))
        #expect(!(NaturalOrder(second) < NaturalOrder(first)))
    }

    @Test(arguments: 1...20) func isATotalOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters = Array("aAbB01290 -é")
        let texts = (0..<12).map { _ in
            String((0..<Int.random(in: 0...5, using: &random)).map { _ in letters.randomElement(using: &random)! })
        }
        for a in texts {
            for b in texts {
                let (x, y) = (NaturalOrder(a), NaturalOrder(b))
                #expect([x < y, y < x, a.utf8.elementsEqual(b.utf8)].filter { $0 }.count == 1, "\(a) \(b), seed \(seed)")
                for c in texts where x < y && y < NaturalOrder(c) { #expect(x < NaturalOrder(c)) }
            }
        }
    }

    @Test func foldsAccentsOfLatinLetters() {
        #expect(NameFolding.lettersFolded("Citroën Škoda ÅÉÍÑÖØ") == "citroen skoda aeinoo")
        #expect(NameFolding.lettersFolded("Cafe\u{301}") == "cafe")
        #expect(NameFolding.foldedBytes("MINI Cooper") == Array("mini cooper".utf8))
    }
}

@Suite struct SpellingTableTests {
    @Test(arguments: 1...30) func givesEachSpellingOneCode(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var text: [UInt8] = []
        var fields: [FieldRange] = []
        for _ in 0..<500 {
            let length = Int.random(in: 0...20, using: &random)
            let start = text.count
            text += (0..<length).map { _ in UInt8.random(in: 0x30...0x32, using: &random) }
            fields.append(FieldRange(start: UInt32(start), end: UInt32(text.count)))
        }
        let padded = text + [UInt8](repeating: 0x31, count: RecordBatch.padding)
        var table = SpellingTable()
        var codes = [UInt32](repeating: 0, count: fields.count)
        var span = codes.mutableSpan
        table.encode(fields.span, in: padded.span.bytes, into: &span)
        var known: [[UInt8]: UInt32] = [[]: 0]
        for (field, code) in zip(fields, codes) {
            let spelling = Array(text[Int(field.start)..<Int(field.end)])
            if let before = known[spelling] { #expect(before == code) }
            known[spelling] = code
            #expect(table[Int(code)] == spelling, "seed \(seed)")
            #expect(table.code(of: spelling) == code)
        }
        #expect(table.count == known.count)
    }

    @Test func codesWidenWithoutLoss() {
        var vector = CodeVector()
        let codes = (0..<UInt32(70_000)).map { $0 }
        for start in stride(from: 0, to: codes.count, by: 97) {
            let part = Array(codes[start..<min(start + 97, codes.count)])
            vector.append(part.span, below: start + part.count)
        }
        #expect(vector.count == codes.count)
        #expect((0..<codes.count).allSatisfy { vector[$0] == $0 })
    }
}

@Suite struct RowOrderTests {
    @Test(arguments: 1...20) func sortsStablyLikeTheStandardLibrary(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let keys = (0..<300).map { _ in UInt64.random(in: 0...(seed % 2 == 0 ? 9 : .max), using: &random) }
        let rows = (0..<UInt32(300)).shuffled(using: &random)
        let expected = rows.enumerated().sorted { (keys[Int($0.1)], $0.0) < (keys[Int($1.1)], $1.0) }.map(\.1)
        #expect(RowOrder.sorted(rows, by: keys) == expected)
    }
}

@Suite struct FindingTests {
    private let rule = Rule(
        id: "test", title: "", severity: .warning, family: .structure, message: "{a} and {b}", why: "", example: "", fix: "")

    @Test func fillsMessagesFromValues() {
        #expect(rule.text([FindingValue("a", 83.65), FindingValue("b", "x")]) == "83.65 and x")
        #expect(NumberText.short(-0.0004) == "0" && NumberText.short(1234.5) == "1234.5")
        #expect(NumberText.exact(423.1904761904762) == "423.1904761904762" && NumberText.exact(21) == "21")
        #expect(NumberText.grouped(1_234_567) == "1,234,567" && NumberText.grouped(12) == "12")
    }
}

@Suite struct RowLedgerTests {
    @Test func refusesALedgerThatDoesNotClose() {
        var ledger = RowLedger()
        ledger[.read, 0].read = 10
        ledger[.read, 0].kept = 9
        #expect(throws: RunError.self) { try ledger.requireClosed() }
        ledger[.read, 0].quarantined["ragged-record"] = 1
        for stage in [RowLedger.Stage.normalize, .dedupe, .tree] {
            ledger[stage, 0].read = 9
            ledger[stage, 0].kept = 9
        }
        #expect(throws: Never.self) { try ledger.requireClosed() }
        ledger[.dedupe, 0].read = 8
        ledger[.dedupe, 0].kept = 8
        #expect(throws: RunError.self) { try ledger.requireClosed() }
    }
}

@Suite struct NearestNameTests {
    @Test func findsWhatWasMeant() {
        #expect(NearestName.of("feed", in: ["name", "feeds", "write"]) == "feeds")
        #expect(NearestName.of("severty", in: ["severity", "fail-on"]) == "severity")
        #expect(NearestName.of("zzz", in: ["name", "feeds"]) == nil)
        #expect(NearestName.editDistance(Array("abcd".utf8), Array("abdc".utf8)) == 1)
    }
}
