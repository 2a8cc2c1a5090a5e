internal import PickerKit

/// The wheels as a screen of a terminal: what is chosen, which wheel takes the keys, what was typed to filter it.
struct PickScreen {
    enum Outcome: Equatable { case goingOn, chosen, left, interrupted }

    private(set) var selection: CascadingSelection<PickerCatalog>
    private var level = 0
    private var filter = ""
    /// The rows of the wheel that fit the filter.
    private var matches: [Int] = []
    private let facts: PickerVehicles?
    private let unit: EconomyUnit?
    private let hasColor: Bool

    init(_ catalog: PickerCatalog, facts: PickerVehicles?, unit: EconomyUnit?, hasColor: Bool) {
        selection = CascadingSelection(catalog, reset: .default, skipsSingleRows: true)
        self.facts = facts
        self.unit = unit
        self.hasColor = hasColor
        narrow()
    }

    // MARK: Keys

    /// - Parameter page: how many rows a page is.
    mutating func press(_ key: PickKey, page: Int) -> Outcome {
        switch key {
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: move(by: -max(page, 1))
        case .pageDown: move(by: max(page, 1))
        case .home: move(by: -matches.count)
        case .end: move(by: matches.count)
        case .left, .previous: focus(selection.visibleLevels.last { $0 < level })
        case .right, .next: focus(selection.visibleLevels.first { $0 > level })
        case .enter:
            // What is not shown is not chosen.
            if matches.isEmpty { return .goingOn }
            guard let below = selection.visibleLevels.first(where: { $0 > level }) else { return .chosen }
            focus(below)
        case .escape:
            if filter.isEmpty { return .left }
            filter = ""
            narrow()
        case .erase:
            _ = filter.popLast()
            narrow()
        case .clear:
            filter = ""
            narrow()
        case .text(let text):
            if text != " " || !filter.isEmpty { filter += text }
            narrow()
        case .interrupt: return .interrupted
        case .endOfInput: return .left
        }
        return .goingOn
    }

    private mutating func move(by rows: Int) {
        guard let place = matches.firstIndex(of: selection.path[level]) else { return }
        selection.select(matches[min(max(place + rows, 0), matches.count - 1)], in: level)
    }

    private mutating func focus(_ other: Int?) {
        guard let other else { return }
        level = other
        filter = ""
        narrow()
    }

    /// Finds what fits the filter, and goes to the first of it.
    private mutating func narrow() {
        let above = Array(selection.path[..<level])
        matches =
            filter.isEmpty
            ? Array(0..<selection.count(in: level)) : selection.rows.rows(below: above, beginningAs: filter)
        if !filter.isEmpty, let first = matches.first { selection.select(first, in: level) }
    }

    // MARK: Drawing

    /// How many rows of a wheel fit on a screen of so many lines.
    static func wheelHeight(of lines: Int) -> Int { max(lines - (lines > 5 ? 4 : lines > 2 ? 1 : 0), 1) }

    private struct Column {
        var level: Int
        var heading: String
        /// From top to bottom; `nil` for none, and whether it is the one chosen.
        var cells: [(text: String, isChosen: Bool)?]
        var width: Int

        init(level: Int, heading: String, cells: [(text: String, isChosen: Bool)?]) {
            self.level = level
            self.heading = heading
            self.cells = cells
            // A mark stands before each.
            width = cells.reduce(columns(of: heading)) { max($0, columns(of: shownLine($1?.text ?? ""))) } + 2
        }
    }

    /// What a terminal is sent to show the wheels on all of its screen.
    func drawing(columns width: Int, rows height: Int) -> String {
        let wheelHeight = Self.wheelHeight(of: height)
        var shown = selection.visibleLevels.map { column($0, wheelHeight) }
        fit(&shown, into: width)
        var lines: [String] = []
        if height > 2 { lines.append(shown.map { heading($0) }.joined(separator: " ")) }
        for row in 0..<wheelHeight { lines.append(shown.map { cell($0, row) }.joined(separator: " ")) }
        if height > 5 {
            let id = selection.id ?? ""
            let option = selection.rows.option(at: selection.path)
            lines.append(fitted(carLine(of: selection.titles, facts?[id], unit), to: width))
            lines.append(fitted("id \(id)  " + (option.map { selection.rows.options.detail[$0] } ?? ""), to: width))
            lines.append(fitted(status, to: width))
        }
        return "\u{1b}[H" + lines.joined(separator: "\u{1b}[K\n") + "\u{1b}[K\u{1b}[J"
    }

    private var status: String {
        let name = selection.rows.levelNames[level]
        if filter.isEmpty { return "type to filter · ↑ ↓ turn · tab next wheel · enter choose · esc leave" }
        if matches.isEmpty { return "\(name): \(filter)  (nothing fits, esc shows all)" }
        return "\(name): \(filter)  (\(matches.count) of \(selection.count(in: level)))"
    }

    /// A wheel with its chosen row in the middle, and no more than its rows.
    private func column(_ level: Int, _ height: Int) -> Column {
        let rows = level == self.level ? matches : Array(0..<selection.count(in: level))
        let chosen = selection.path[level]
        let place = rows.firstIndex(of: chosen) ?? 0
        let top = min(max(place - height / 2, 0), max(rows.count - height, 0))
        let cells = (0..<height).map { line -> (text: String, isChosen: Bool)? in
            guard rows.indices.contains(top + line) else { return nil }
            return (selection.title(rows[top + line], in: level) ?? "", rows[top + line] == chosen)
        }
        return Column(level: level, heading: selection.rows.levelNames[level], cells: cells)
    }

    /// Takes from the widest column until all fit; where there is no room for all, those farthest from the keys go.
    private func fit(_ shown: inout [Column], into width: Int) {
        func total() -> Int { shown.reduce(shown.count - 1) { $0 + $1.width } }
        while shown.count > 1, shown.count * 7 - 1 > width {
            if shown[0].level < level { shown.removeFirst() } else { shown.removeLast() }
        }
        while total() > width, let widest = shown.indices.max(by: { shown[$0].width < shown[$1].width }),
            shown[widest].width > 1
        {
            shown[widest].width -= 1
        }
    }

    private func heading(_ column: Column) -> String {
        let text = fitted("  " + column.heading, to: column.width)
        return hasColor ? "\u{1b}[36m\(text)\u{1b}[0m" : text
    }

    private func cell(_ column: Column, _ row: Int) -> String {
        guard let cell = column.cells[row] else { return fitted("", to: column.width) }
        let text = fitted((cell.isChosen ? "> " : "  ") + cell.text, to: column.width)
        if !cell.isChosen { return text }
        return "\u{1b}[\(column.level == level ? 7 : 1)m\(text)\u{1b}[0m"
    }
}
