/// What is chosen on cascading wheels: a row on each, where turning one refills those below it.
///
/// A plain value: keep it in an app's model, ask it what the wheels show, tell it what was turned, and reload the levels that it
/// names. Whatever is called in whatever order, each wheel has a row chosen that it really has.
///
///     var selection = CascadingSelection(catalog)
///     let changed = selection.select(3, in: 0)   // the fourth make: reload wheels 1, 2 and 3
///     selection.title(0, in: 1)                  // "A4"
///     selection.id                               // looks up the vehicle
public struct CascadingSelection<Rows: CascadingRows>: Sendable {
    /// Where the wheels below a turned one go.
    public enum Reset: String, Sendable, CaseIterable {
        /// To their first rows, as cascading pickers of old do.
        case first
        /// To the rows that the data names.
        case `default`
        /// To the row of the same title where the refilled wheel has it, else to the row that the data names.
        case keep
    }

    /// What is chosen from.
    public private(set) var rows: Rows
    /// The row chosen on each wheel, from the outermost on; empty where there is nothing to choose from.
    public private(set) var path: [Int] = []
    public var reset: Reset
    /// Whether wheels of one row, below the outermost, are left out of ``visibleLevels``.
    public var skipsSingleRows: Bool

    /// Starts at the first rows, or where the data says.
    public init(_ rows: Rows, reset: Reset = .first, skipsSingleRows: Bool = false) {
        self.rows = rows
        self.reset = reset
        self.skipsSingleRows = skipsSingleRows
        path = path(from: [], startingFirst: reset == .first)
    }

    // MARK: What wheels show

    public var levelCount: Int { rows.levelNames.count }

    /// How many rows a wheel has; 0 for a level that is not there.
    public func count(in level: Int) -> Int { above(level).map(rows.count(below:)) ?? 0 }

    /// What a row of a wheel is called; `nil` where the wheel has no such row.
    public func title(_ row: Int, in level: Int) -> String? {
        above(level).flatMap { rows.title(row, below: $0) }
    }

    /// The row chosen on a wheel; `nil` for a level that is not there.
    public func row(in level: Int) -> Int? { path.indices.contains(level) ? path[level] : nil }

    /// What is chosen, in words, from the outermost level on.
    public var titles: [String] { path.indices.map { title(path[$0], in: $0) ?? "" } }

    /// The levels that an app should show: all of them, or all with a choice.
    public var visibleLevels: [Int] { path.indices.filter { !skipsSingleRows || $0 == 0 || count(in: $0) > 1 } }

    /// What the app acts on.
    public var id: String? { rows.id(at: path) }

    /// The path above a level: what its wheel's rows depend on.
    private func above(_ level: Int) -> [Int]? {
        level == 0 ? [] : path.indices.contains(level) ? Array(path[..<level]) : nil
    }

    // MARK: Turning

    /// Chooses a row, as a wheel does when it stops.
    ///
    /// A row that the wheel does not have, such as -1 of a wheel that never turned or the row of a longer list, changes nothing;
    /// neither does one whose rows below are not loaded yet.
    ///
    /// - Returns: the levels below, which are refilled and to be reloaded; none where nothing changed.
    @discardableResult
    public mutating func select(_ row: Int, in level: Int) -> Range<Int> {
        guard let above = above(level), (0..<rows.count(below: above)).contains(row), row != self.row(in: level) else {
            return 0..<0
        }
        let kept = reset == .keep ? titles.map { Kept(title: $0) } : []
        let new = path(from: above + [row], keeping: kept, startingFirst: reset == .first)
        if new.isEmpty { return 0..<0 }
        path = new
        return level + 1..<path.count
    }

    /// Goes to an id, such as that of a saved car.
    ///
    /// - Returns: the levels to be reloaded: from the outermost one whose row is another now; none where the id is not there.
    @discardableResult
    public mutating func choose(_ id: String) -> Range<Int> {
        guard let new = rows.path(to: id), let first = new.indices.first(where: { row(in: $0) != new[$0] }) else {
            return 0..<0
        }
        path = new
        return first..<path.count
    }

    /// Goes on with other data, such as a newer bundle: each wheel keeps its row by key, else by title, else goes where the data
    /// says.
    ///
    /// - Returns: the levels whose titles or chosen row are others now.
    @discardableResult
    public mutating func replace(_ rows: Rows) -> [Int] {
        let old = self
        let kept = path.indices.map { Kept(title: title(path[$0], in: $0), key: self.rows.key(path[$0], below: above($0)!)) }
        self.rows = rows
        path = path(from: [], keeping: kept, startingFirst: false)
        return (0..<max(old.levelCount, levelCount)).filter { level in
            old.row(in: level) != row(in: level) || !old.showsSame(as: self, in: level)
        }
    }

    /// What a wheel tries to find again.
    private struct Kept {
        var title: String?
        var key: String?
    }

    /// Completes a path downward; an empty one where a wheel has no rows.
    private func path(from start: [Int], keeping kept: [Kept] = [], startingFirst: Bool) -> [Int] {
        var path = start
        while path.count < levelCount {
            let found = kept.indices.contains(path.count) ? find(kept[path.count], below: path) : nil
            guard let row = found ?? (startingFirst ? 0 : rows.defaultRow(below: path)),
                (0..<rows.count(below: path)).contains(row)
            else { return [] }
            path.append(row)
        }
        return path
    }

    private func find(_ kept: Kept, below path: [Int]) -> Int? {
        let all = 0..<rows.count(below: path)
        if let key = kept.key, let row = all.first(where: { rows.key($0, below: path) == key }) { return row }
        return all.first { rows.title($0, below: path) == kept.title }
    }

    private func showsSame(as other: Self, in level: Int) -> Bool {
        count(in: level) == other.count(in: level)
            && (0..<count(in: level)).allSatisfy { title($0, in: level) == other.title($0, in: level) }
    }
}
