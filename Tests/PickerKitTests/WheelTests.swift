import PickerKit
import Testing

/// What people report against wheels of their own making does not happen here.
@MainActor @Suite struct WheelTests {
    private final class App: WheelDataSource, WheelDelegate {
        var titles: [String]
        var chosen: [Int] = []
        var causes: [Wheel.Cause] = []

        init(_ count: Int) { titles = (0..<count).map { "row \($0)" } }

        func numberOfRows(in wheel: Wheel) -> Int { titles.count }
        func wheel(_ wheel: Wheel, titleForRow row: Int) -> String { titles[row] }
        func wheel(_ wheel: Wheel, didSelectRow row: Int, by cause: Wheel.Cause) {
            chosen.append(row)
            causes.append(cause)
        }
        func rowHeight(in wheel: Wheel) -> Double { 30 }
    }

    private func wheel(_ app: App, _ scrolling: WheelRows.Scrolling) -> Wheel {
        let wheel = Wheel(scrolling: scrolling)
        wheel.delegate = app
        wheel.dataSource = app
        return wheel
    }

    @Test func goesRoundBothWaysAlsoFromRowZero() throws {
        let app = App(7)
        let wheel = wheel(app, .infinite)
        #expect(wheel.rows.isInfinite && wheel.selectedRow == 0)
        #expect(wheel.select(0) == wheel.restingOffset)
        // One row up from the first is the last; and a thousand turns later there is still room.
        for turn in 1...1000 {
            let rest = wheel.ended(at: wheel.restingOffset - 30)
            #expect(rest > 30 * 100 && rest < 30 * Double(wheel.rows.virtualCount - 100))
            #expect(wheel.selectedRow == (7000 - turn) % 7)
        }
        #expect(app.chosen.prefix(3) == [6, 5, 4] && app.chosen.count == 1000)
    }

    @Test func selectTurnsTheShortWay() throws {
        let app = App(60)
        let wheel = wheel(app, .infinite)
        let start = wheel.restingOffset
        #expect(wheel.select(59) == start - 30)
        #expect(wheel.select(1) == start + 30)
        #expect(wheel.select(60) == nil && wheel.select(-1) == nil && wheel.selectedRow == 1 && app.chosen.isEmpty)
    }

    @Test func endsAtTheFirstAndTheLastRow() {
        let app = App(50_000)
        let wheel = wheel(app, .default)
        #expect(wheel.ended(at: -900) == 0 && wheel.selectedRow == 0 && app.chosen.isEmpty)
        #expect(wheel.ended(at: 1e12) == 30 * 49_999 && wheel.selectedRow == 49_999)
        #expect(wheel.title(ofVirtualRow: 49_999) == "row 49999" && wheel.title(ofVirtualRow: 50_000) == nil)
        #expect(wheel.ended(at: .nan) == 30 * 49_999 && app.chosen == [49_999])
    }

    @Test(arguments: [0, 1, 4]) func doesNotGoRoundWhereAllRowsAreSeen(_ count: Int) {
        let app = App(count)
        let wheel = wheel(app, .infinite)
        #expect(!wheel.rows.isInfinite && wheel.rows.virtualCount == count)
        #expect(wheel.selectedRow == (count == 0 ? nil : 0))
        #expect(wheel.tapped(count) == nil && wheel.tapped(-1) == nil && app.chosen.isEmpty)
    }

    @Test func highlightsTheRowUnderTheMarkInAFastFling() {
        let app = App(100)
        let wheel = wheel(app, .default)
        for offset in stride(from: 0.0, through: 2990, by: 173) {
            wheel.scrolled(to: offset)
            let marked = (0..<100).filter { wheel.labelStyle(ofVirtualRow: $0).weight == .semibold }
            #expect(marked == [Int((offset / 30).rounded())])
        }
        #expect(app.chosen.isEmpty && wheel.selectedRow == 0)
        #expect(wheel.snapped(1234) == 1230 && wheel.snapped(-5) == 0 && wheel.snapped(99999) == 2970)
    }

    @Test func keepsTheChoiceWhenDataAreReloaded() {
        let app = App(20)
        for scrolling in WheelRows.Scrolling.allCases {
            let wheel = wheel(app, scrolling)
            wheel.select(12)
            wheel.reload()
            #expect(wheel.selectedRow == 12)
            wheel.visibleCount = 40
            #expect(wheel.selectedRow == 12 && !wheel.rows.isInfinite)
            app.titles.removeLast(12)
            wheel.reload()
            #expect(wheel.selectedRow == 7)
            app.titles = []
            wheel.reload()
            #expect(wheel.selectedRow == nil && wheel.restingOffset == 0 && wheel.ended(at: 50) == 0)
            app.titles = App(20).titles
        }
    }

    @Test func tellsHowARowWasChosen() throws {
        let app = App(9)
        let wheel = wheel(app, .infinite)
        let offset = try #require(wheel.tapped(wheel.restingRow + 2))
        #expect(app.chosen == [2] && app.causes == [.tap])
        #expect(wheel.ended(at: offset) == wheel.restingOffset && app.chosen == [2])
        _ = wheel.ended(at: wheel.restingOffset + 44)
        #expect(app.chosen == [2, 3] && app.causes == [.tap, .scroll])
    }
}
