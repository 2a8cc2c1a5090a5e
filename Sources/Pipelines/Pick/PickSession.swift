internal import PickerKit
internal import Platform

extension BundlePicker {
    /// Lets a person pick: on wheels where the terminal has a screen, else by a line a level, read from standard input.
    ///
    /// - Returns: the answer; or, where a signal ended it, no answer and the signal's exit status.
    /// - Throws: a usage error where nothing was chosen.
    public func ask(asJSON: Bool) throws(RunFailure) -> (answer: String, exitStatus: Int32) {
        guard Terminal.hasScreen else { return (try answer(at: try promptedPath(), asJSON: asJSON), 0) }
        let screen = PickScreen(
            catalog, facts: try vehicles(), unit: unit, hasColor: Machine.environment("NO_COLOR") == nil)
        guard let terminal = KeyTerminal() else { return (try answer(at: try promptedPath(), asJSON: asJSON), 0) }
        let (path, signal) = turn(screen, on: terminal)
        terminal.leave()
        if let signal { return ("", 128 + signal) }
        guard let path else { throw refused("nothing was chosen", "choose the last wheel's row with enter") }
        return (try answer(at: path, asJSON: asJSON), 0)
    }

    /// - Returns: the path chosen, or the signal that ended it; neither where the person left, or the terminal is gone.
    private func turn(_ start: PickScreen, on terminal: KeyTerminal) -> (path: [Int]?, signal: Int32?) {
        /// How long after an escape the rest of a key's sequence may come.
        let patience = Machine.environment("ESCDELAY").flatMap { Int32($0) }.map { min(max($0, 1), 60_000) } ?? 50
        var screen = start
        var decoder = KeyDecoder()
        while true {
            let size = KeyTerminal.size
            Machine.write(toStandardOutput: screen.drawing(columns: size.columns, rows: size.rows))
            var keys: [PickKey] = []
            switch terminal.next(within: decoder.isWaiting ? patience : nil) {
            case .bytes(let bytes): keys = decoder.keys(bytes)
            case .resized: continue
            case .signal(let number): return (nil, number)
            case .end: return (nil, nil)
            case nil: keys = decoder.flush()
            }
            for key in keys {
                switch screen.press(key, page: PickScreen.wheelHeight(of: size.rows) - 1) {
                case .goingOn: continue
                case .chosen: return (screen.selection.path, nil)
                case .left: return (nil, nil)
                case .interrupted: return (nil, KeyTerminal.interrupt)
                }
            }
        }
    }

    // MARK: Prompts

    /// Asks for each level with a choice. Lists and prompts go to standard error: the output is the answer alone.
    private func promptedPath() throws(RunFailure) -> [Int] {
        var path: [Int] = []
        while path.count < catalog.levelNames.count {
            if !path.isEmpty, catalog.count(below: path) == 1 {
                path.append(0)
                continue
            }
            let titles = catalog.titles(below: path)
            let width = String(titles.count).count
            for (row, title) in titles.enumerated() {
                let number = String(row + 1)
                Terminal.error(String(repeating: " ", count: width - number.count + 2) + "\(number)  \(shownLine(title))\n")
            }
            path.append(try promptedRow(titles, below: path))
        }
        return path
    }

    /// Asks until a row is named: by its number, its name, or an empty line for the default.
    private func promptedRow(_ titles: [String], below path: [Int]) throws(RunFailure) -> Int {
        let level = catalog.levelNames[path.count]
        let defaultRow = catalog.defaultRow(below: path) ?? 0
        while true {
            Terminal.error("\(level) (1 to \(titles.count), or its name; enter for \"\(shownLine(titles[defaultRow]))\")? ")
            guard let typed = Terminal.readLine() else {
                Terminal.error("\n")
                throw refused(
                    "the input ended before the \(level) was chosen",
                    "give a line for each level, or name \(catalog.levelNames.joined(separator: ", ")) as operands")
            }
            if typed.isEmpty { return defaultRow }
            // A title that is a number, such as a year, comes first.
            if let row = titles.firstIndex(of: typed) { return row }
            if let number = Int(typed), titles.indices.contains(number - 1) { return number - 1 }
            do {
                return try row(typed, below: path)
            } catch {
                Terminal.error(error.text + "\n")
            }
        }
    }
}
