/// Finds places in a tree by what a person types: `toyota cam 2016`.
///
/// Case, accents and punctuation do not matter. Each word typed must begin a word of a title, or of another spelling of a make
/// or model, on the way to what is found. Build it once, and ask it at each key stroke.
public struct PickerSearch: Sendable {
    private let catalog: PickerCatalog
    /// By level above the options and by node: the folded words of its titles and aliases, a blank before each; and the same
    /// without anything between, so that `id4` finds an ID.4.
    private let words: [TextColumn]

    public init(_ catalog: PickerCatalog) {
        self.catalog = catalog
        words = catalog.levels.map { level in
            TextColumn(
                level.title.indices.lazy.map { node in
                    ([level.title[node]] + (level.aliases[node] ?? [])).map(SearchFolding.text).joined()
                })
        }
    }

    /// The places that a query leads to, in the tree's order and at most `limit` of them: each at the outermost level where every
    /// word has been met.
    ///
    /// - Returns: paths; none for a query without letters and digits.
    public func paths(matching query: String, limit: Int = 50) -> [[Int]] {
        let typed = SearchFolding.words(query).prefix(32).map { Array((" " + $0).utf8) }
        var found: [[Int]] = []
        if typed.isEmpty || limit < 1 { return found }
        search(typed, missing: 1 << typed.count - 1, path: [], rows: catalog.levels[0].title.indices, limit, &found)
        return found
    }

    /// - Parameters:
    ///   - missing: the typed words that nothing on the way has met yet, a bit each.
    ///   - rows: the nodes below `path`.
    private func search(
        _ typed: [[UInt8]], missing: Int, path: [Int], rows: Range<Int>, _ limit: Int, _ found: inout [[Int]]
    ) {
        let level = path.count
        for node in rows {
            if found.count >= limit { return }
            var rest = missing
            for (place, word) in typed.enumerated() where rest & 1 << place != 0 && words[level].has(word, in: node) {
                rest &= ~(1 << place)
            }
            let here = path + [node - rows.lowerBound]
            if rest == 0 {
                found.append(here)
            } else if level + 1 < catalog.levels.count {
                search(typed, missing: rest, path: here, rows: catalog.levels[level].children(node), limit, &found)
            }
        }
    }
}

/// What search compares: words of letters and digits without case and accents.
package enum SearchFolding {
    package static func words(_ text: String) -> [String] {
        NameFolding.lettersFolded(text).split { !$0.isLetter && !$0.isNumber }.map { String($0) }
    }

    static func text(_ title: String) -> String {
        let words = words(title)
        return (words + (words.count > 1 ? [words.joined()] : [])).map { " " + $0 }.joined()
    }
}
