/// Tells a wheel its rows.
@MainActor public protocol WheelDataSource: AnyObject {
    func numberOfRows(in wheel: Wheel) -> Int
    /// Asked for rows of the data only, never for one beyond it.
    func wheel(_ wheel: Wheel, titleForRow row: Int) -> String
}

/// Hears of what is chosen on a wheel, and may say how it looks.
@MainActor public protocol WheelDelegate: AnyObject {
    /// Told once a wheel has come to rest on another row, or a row was tapped; not of rows that the app selects itself.
    func wheel(_ wheel: Wheel, didSelectRow row: Int, by cause: Wheel.Cause)
    /// In points; all rows are of one height.
    func rowHeight(in wheel: Wheel) -> Double
    func labelStyle(in wheel: Wheel, isHighlighted: Bool) -> WheelLabelStyle
}

extension WheelDelegate {
    public func wheel(_ wheel: Wheel, didSelectRow row: Int, by cause: Wheel.Cause) {}
    public func rowHeight(in wheel: Wheel) -> Double { wheel.style.rowHeight }
    public func labelStyle(in wheel: Wheel, isHighlighted: Bool) -> WheelLabelStyle {
        isHighlighted ? wheel.style.highlightedLabel : wheel.style.label
    }
}

/// One wheel, without its pixels: which row is chosen, which is highlighted while it turns, and where it has to be scrolled.
///
/// A view asks it for its virtual rows (see ``WheelRows``), tells it of scrolls and taps, and moves to the offsets that it answers.
/// Offset 0 has the first virtual row highlighted.
@MainActor public final class Wheel {
    public enum Cause: Sendable { case scroll, tap }

    public weak var dataSource: (any WheelDataSource)? { didSet { reload() } }
    public weak var delegate: (any WheelDelegate)?
    public var style: WheelStyle
    public var scrolling: WheelRows.Scrolling { didSet { reload() } }
    /// How many rows are fully visible: what the view measured.
    public var visibleCount: Int { didSet { if visibleCount != oldValue { reload() } } }

    public private(set) var rows = WheelRows(count: 0, visibleCount: 1, scrolling: .default)
    /// The virtual row that the wheel rests on, or rested on before it began to turn.
    public private(set) var restingRow = 0
    /// The virtual row under the mark, also while the wheel turns.
    public private(set) var highlightedRow = 0

    public init(scrolling: WheelRows.Scrolling = .default, style: WheelStyle = WheelStyle(), visibleCount: Int = 5) {
        self.scrolling = scrolling
        self.style = style
        self.visibleCount = visibleCount
    }

    /// The row chosen; `nil` where there are none.
    public var selectedRow: Int? { rows.row(at: restingRow) }

    public var rowHeight: Double { max(delegate?.rowHeight(in: self) ?? style.rowHeight, 1) }
    /// Where the view has to stand for the wheel to rest.
    public var restingOffset: Double { rows.offset(ofVirtualRow: restingRow, rowHeight: rowHeight) }

    public func title(ofVirtualRow virtualRow: Int) -> String? {
        rows.row(at: virtualRow).flatMap { dataSource?.wheel(self, titleForRow: $0) }
    }

    public func labelStyle(ofVirtualRow virtualRow: Int) -> WheelLabelStyle {
        let isHighlighted = virtualRow == highlightedRow
        return delegate?.labelStyle(in: self, isHighlighted: isHighlighted)
            ?? (isHighlighted ? style.highlightedLabel : style.label)
    }

    // MARK: What an app does

    /// Asks the data source again. The chosen row stays where the data still has it, else the last row is chosen.
    ///
    /// - Returns: where the view has to stand, without animation.
    @discardableResult
    public func reload() -> Double {
        let selected = selectedRow ?? 0
        rows = WheelRows(
            count: dataSource?.numberOfRows(in: self) ?? 0, visibleCount: visibleCount, scrolling: scrolling)
        rest(on: min(selected, max(rows.count - 1, 0)))
        return restingOffset
    }

    /// Chooses a row, turning as little as can be; the delegate is not told.
    ///
    /// - Returns: where the view has to scroll to; `nil` for a row that the data does not have, which changes nothing.
    @discardableResult
    public func select(_ row: Int) -> Double? {
        guard let virtualRow = rows.virtualRow(of: row, nearestTo: highlightedRow) else { return nil }
        restingRow = virtualRow
        highlightedRow = virtualRow
        return restingOffset
    }

    // MARK: What a view tells

    /// The view has scrolled.
    ///
    /// - Returns: the rows, before and now, whose style changes; none where the same row is highlighted.
    @discardableResult
    public func scrolled(to offset: Double) -> [Int] {
        guard let row = rows.virtualRow(atOffset: offset, rowHeight: rowHeight), row != highlightedRow else { return [] }
        defer { highlightedRow = row }
        return [highlightedRow, row]
    }

    /// Where a turn that would end at an offset should end, so that a row is under the mark.
    public func snapped(_ offset: Double) -> Double {
        rows.virtualRow(atOffset: offset, rowHeight: rowHeight).map {
            rows.offset(ofVirtualRow: $0, rowHeight: rowHeight)
        } ?? 0
    }

    /// The view has come to rest.
    ///
    /// - Returns: where it has to stand now, without animation: an endless wheel goes back to its middle, where the same row is.
    public func ended(at offset: Double) -> Double {
        scrolled(to: offset)
        choose(highlightedRow, by: .scroll)
        return restingOffset
    }

    /// A virtual row was tapped.
    ///
    /// - Returns: where the view has to scroll to; `nil` where there is no such row.
    public func tapped(_ virtualRow: Int) -> Double? {
        guard rows.row(at: virtualRow) != nil else { return nil }
        let offset = rows.offset(ofVirtualRow: virtualRow, rowHeight: rowHeight)
        choose(virtualRow, by: .tap, recenters: false)
        return offset
    }

    private func choose(_ virtualRow: Int, by cause: Cause, recenters: Bool = true) {
        guard let row = rows.row(at: virtualRow) else { return }
        let isOther = row != selectedRow
        if recenters {
            rest(on: row)
        } else {
            restingRow = virtualRow
            highlightedRow = virtualRow
        }
        if isOther { delegate?.wheel(self, didSelectRow: row, by: cause) }
    }

    /// Rests on a row in the middle of an endless wheel.
    private func rest(on row: Int) {
        restingRow = rows.recentered(row) ?? 0
        highlightedRow = restingRow
    }
}
