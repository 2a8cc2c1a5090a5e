internal import FuelEconomy
internal import PickerKit

/// Which row of a wheel a person means by what was typed.
enum RowMatch: Equatable {
    case row(Int)
    /// Each of them may be meant.
    case several([Int])
    case none
}

extension PickerCatalog {
    /// Finds the row of the wheel below a path: by its title, key or id, another spelling, either of these but for case, accents and
    /// punctuation, or the beginnings of its words. The first way that finds any decides.
    func match(_ typed: String, below path: [Int]) -> RowMatch {
        let rows = Array(0..<count(below: path))
        let folded = NameFolding.searchText(typed)
        let ways: [(Int) -> Bool] = [
            { title($0, below: path) == typed },
            { key($0, below: path) == typed || id(at: path + [$0]) == typed },
            { names($0, below: path).contains(typed) },
            { row in !folded.isEmpty && names(row, below: path).contains { NameFolding.searchText($0) == folded } },
        ]
        for way in ways {
            let found = rows.filter(way)
            if found.count == 1 { return .row(found[0]) }
            if !found.isEmpty { return .several(found) }
        }
        let found = self.rows(below: path, beginningAs: typed)
        return found.isEmpty ? .none : found.count == 1 ? .row(found[0]) : .several(found)
    }

    /// The rows of a wheel in whose names each word typed begins a word; none where no word was typed.
    func rows(below path: [Int], beginningAs typed: String) -> [Int] {
        let typed = SearchFolding.words(typed)
        if typed.isEmpty { return [] }
        return (0..<count(below: path)).filter { row in
            let known = names(row, below: path).flatMap { SearchFolding.words($0) + [NameFolding.searchText($0)] }
            return typed.allSatisfy { word in known.contains { $0.hasPrefix(word) } }
        }
    }

    /// The titles of a wheel that are nearest to what was typed, the nearest first.
    func nearest(_ typed: String, below path: [Int], limit: Int = 5) -> [String] {
        let folded = NameFolding.foldedBytes(typed)
        let near: [(title: String, distance: Int)] = (0..<count(below: path)).compactMap { row in
            let distances = names(row, below: path).compactMap { name -> Int? in
                let other = NameFolding.foldedBytes(name)
                let limit = max(1, max(folded.count, other.count) / 3)
                // Each letter too many is an edit.
                if abs(folded.count - other.count) > limit { return nil }
                let distance = NearestName.editDistance(folded, other)
                return distance > limit ? nil : distance
            }
            return distances.min().map { (title(row, below: path) ?? "", $0) }
        }
        // Sorting is stable: of two at one distance, the wheel's order decides.
        return near.sorted { $0.distance < $1.distance }.prefix(limit).map(\.title)
    }

    /// The title of a row, and what else it is called: the spellings of a name, the detail of an option.
    private func names(_ row: Int, below path: [Int]) -> [String] {
        if let option = option(at: path + [row]) { return [options.title[option], options.detail[option]] }
        guard path.count < levels.count, let title = title(row, below: path) else { return [] }
        var first = 0
        for (level, row) in zip(levels, path) { first = Int(level.first[first + row]) }
        return [title] + (levels[path.count].aliases[first + row] ?? [])
    }

    /// What is chosen along a path, from the outermost level on.
    func titles(along path: [Int]) -> [String] {
        path.indices.map { title(path[$0], below: Array(path[..<$0])) ?? "" }
    }

    /// A path with the wheels of one row that follow it.
    func skippingSingleRows(_ path: [Int]) -> [Int] {
        var path = path
        while path.count < levelNames.count, count(below: path) == 1 { path.append(0) }
        return path
    }
}
