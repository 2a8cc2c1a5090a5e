internal import FuelEconomy
internal import PickerKit
internal import Platform

/// The tree with all that its shapes say of it beyond its arrays: made once, and shared by those who write it.
struct CatalogShape: Sendable {
    /// What search needs of a level's names, and what an app saves of them.
    struct Names: Sendable {
        /// By node: other spellings in the feeds that search would not find by the title.
        var aliases: [Int: [String]] = [:]
        /// By node: what search compares, where that is more than the title's ASCII letters and digits.
        var folded: [Int: String] = [:]
        /// By node; `nil` where the level or the bundle has none.
        var keys: [String]?
    }

    let catalog: Catalog
    /// By level above the options; years have none.
    let names: [Names?]
    /// By option.
    let ids: [UInt64]
    let options: OptionTexts

    init(_ content: BundleContent) throws {
        catalog = content.catalog
        ids = catalog.optionRows.map { content.table.ids[Int($0)] }
        let spellings = OtherSpellings(content.decisions)
        names = content.catalog.nodes.indices.map { Self.names(of: $0, content, spellings) }
        options = try OptionTexts(content)
    }

    private static func names(of place: Int, _ content: BundleContent, _ spellings: OtherSpellings) -> Names? {
        let (catalog, table) = (content.catalog, content.table)
        let level = catalog.levels[place]
        if level == .year { return nil }
        var names = Names()
        let nodes = catalog.nodes[place]
        let rows = nodes.indices.map { catalog.firstRow(below: $0, at: place) }
        for (node, row) in zip(nodes.indices, rows) {
            let title = nodes[node].title
            let folded = NameFolding.searchText(title)
            if folded != NameFolding.asciiSearchText(title) { names.folded[node] = folded }
            let aliases =
                switch level {
                case .make: spellings.ofMake(title, folded)
                case .model: spellings.ofModel(title, folded, make: table.text(.make, row))
                default: [String]()
                }
            if !aliases.isEmpty { names.aliases[node] = aliases }
        }
        if let keys = content.keys?.names {
            switch level {
            case .make: names.keys = rows.map { keys.make(of: $0, in: table) }
            case .model: names.keys = rows.map { keys.model(of: $0, in: table) }
            default: break
            }
        }
        return names
    }

    /// By initial letter where the names of the outermost level begin with it, `#` for all that is no letter from A to Z; in the
    /// order of the rows.
    var sections: [(title: String, row: Int)]? {
        guard let names = names[0] else { return nil }
        var sections: [(title: String, row: Int)] = []
        for (row, node) in catalog.nodes[0].enumerated() {
            let initial = (names.folded[row] ?? NameFolding.asciiSearchText(node.title)).utf8.first ?? 0
            let title = initial &- 0x61 < 26 ? String(decoding: [initial - 0x20], as: UTF8.self) : "#"
            if sections.last?.title != title { sections.append((title, row)) }
        }
        return sections
    }
}

/// The spellings that became other names, by the name.
private struct OtherSpellings {
    private struct Name: Hashable {
        var make: ExactText?
        var name: ExactText
    }

    private var byName: [Name: [String]] = [:]

    init(_ decisions: [NameDecision]) {
        for decision in decisions where ExactText(decision.spelling) != ExactText(decision.canonical) {
            let make = decision.level == .model ? decision.make.map(ExactText.init) : nil
            byName[Name(make: make, name: ExactText(decision.canonical)), default: []].append(decision.spelling)
        }
    }

    func ofMake(_ title: String, _ folded: String) -> [String] { others(Name(make: nil, name: ExactText(title)), folded) }

    func ofModel(_ title: String, _ folded: String, make: String) -> [String] {
        others(Name(make: ExactText(make), name: ExactText(title)), folded)
    }

    private func others(_ name: Name, _ folded: String) -> [String] {
        guard let spellings = byName[name] else { return [] }
        return Set(spellings.map(ExactText.init)).sorted().map(\.text).filter { NameFolding.searchText($0) != folded }
    }
}
