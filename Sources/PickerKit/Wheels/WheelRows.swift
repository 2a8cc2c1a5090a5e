/// The rows of one wheel as it scrolls: which row a place shows, where a row is, and where scrolling has to be brought back from.
///
/// An endless wheel is a long one: its rows repeat some hundred times, and whenever it comes to rest it is put back, unseen, to the
/// same row in the middle. Places on it are *virtual rows*, counted from its top; a wheel that ends has one virtual row a row.
public struct WheelRows: Sendable, Equatable {
    public enum Scrolling: String, Sendable, CaseIterable {
        /// Ends at the first and the last row.
        case `default`
        /// Goes round for ever.
        case infinite
    }

    /// How many rows the data has.
    public let count: Int
    /// How many rows are fully visible at a time.
    public let visibleCount: Int
    /// How many times the rows stand behind each other: an odd number, so that there is a middle.
    private let repeats: Int

    /// A wheel of fewer virtual rows can be flung to its end.
    private static let leastVirtualRows = 1000

    /// Rows that all fit on the wheel, and a single one, do not go round, whatever is wished.
    public init(count: Int, visibleCount: Int, scrolling: Scrolling) {
        self.count = max(count, 0)
        self.visibleCount = max(visibleCount, 1)
        guard scrolling == .infinite, count > 1, count >= self.visibleCount else {
            repeats = 1
            return
        }
        repeats = max(3, (Self.leastVirtualRows + count - 1) / count | 1)
    }

    /// Whether the wheel goes round.
    public var isInfinite: Bool { repeats > 1 }

    /// How many virtual rows there are.
    public var virtualCount: Int { count * repeats }

    /// The row that a virtual row shows; `nil` where there is none.
    public func row(at virtualRow: Int) -> Int? {
        (0..<virtualCount).contains(virtualRow) ? virtualRow % count : nil
    }

    /// The virtual row of a row that is the nearest one to where the wheel stands, so that it turns as little as can be; of two
    /// the later one.
    ///
    /// - Returns: `nil` for a row that the data does not have.
    public func virtualRow(of row: Int, nearestTo virtualRow: Int) -> Int? {
        guard (0..<count).contains(row) else { return nil }
        let from = min(max(virtualRow, 0), virtualCount - 1)
        let before = from - (from - row + virtualCount) % count
        let candidates = [before, before + count].filter { (0..<virtualCount).contains($0) }
        return candidates.last { abs($0 - from) == candidates.map { abs($0 - from) }.min() }
    }

    /// The same row in the middle of the wheel, to which it is put back when it comes to rest.
    public func recentered(_ virtualRow: Int) -> Int? {
        row(at: virtualRow).map { repeats / 2 * count + $0 }
    }

    /// The virtual row that is highlighted at a scroll offset, for rows of one height; offset 0 highlights the first.
    public func virtualRow(atOffset offset: Double, rowHeight: Double) -> Int? {
        guard virtualCount > 0, rowHeight > 0, offset.isFinite else { return nil }
        let row = (offset / rowHeight).rounded(.toNearestOrAwayFromZero)
        return Int(min(max(row, 0), Double(virtualCount - 1)))
    }

    /// The scroll offset at which a virtual row is highlighted.
    public func offset(ofVirtualRow virtualRow: Int, rowHeight: Double) -> Double {
        Double(min(max(virtualRow, 0), max(virtualCount - 1, 0))) * rowHeight
    }
}
