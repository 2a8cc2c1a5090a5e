internal import FuelEconomy
internal import PickerKit

/// `picker.json`: a dictionary in a dictionary, a level each, down to an id: {make: {model: {year: id}}} of the usual levels.
/// All strings, keys in order of code points, an outermost node a line. The id is that of the default option; a year that no
/// feed states is called `unknown`. The manifest counts the options that have no place here.
func writePicker(_ content: BundleContent, to output: BundleOutput) throws {
    let catalog = content.catalog
    let ids = catalog.lastNodes.indices.map { node in
        let option = catalog.lastNodes[node].first + catalog.choices[node].defaultOption
        return content.table.ids[Int(catalog.optionRows[option])]
    }
    let levels = PickerLevels(nodes: catalog.nodes.indices.map { PickerLevels.level(catalog, $0) }, ids: ids)
    var json = JSONBytes()
    json.raw("{")
    for (place, node) in levels.byCodePoint(0, 0..<catalog.nodes[0].count).enumerated() {
        json.raw(place == 0 ? "\n" : ",\n")
        json.picker(levels, level: 0, node: node)
        try output.flush(&json)
    }
    json.raw("\n}\n")
    try output.write(json.bytes)
}

/// The levels of the tree as ``writePicker(_:to:)`` walks them.
private struct PickerLevels {
    struct Node {
        var title: String
        /// Which orders most titles.
        var head: UInt128
        var children: Range<Int>
    }

    /// By level.
    var nodes: [[Node]]
    /// By node right above the options.
    var ids: [UInt64]

    static func level(_ catalog: Catalog, _ level: Int) -> [Node] {
        catalog.nodes[level].map { node in
            let isUnknownYear = catalog.levels[level] == .year && node.title == Catalog.unknownYear
            return Node(
                title: isUnknownYear ? BundleFormat.unknownYear : node.title, head: ExactText(node.title).head,
                children: node.first..<node.first + node.count)
        }
    }

    func byCodePoint(_ level: Int, _ range: Range<Int>) -> [Int] {
        range.sorted {
            let (a, b) = (nodes[level][$0], nodes[level][$1])
            return a.head != b.head ? a.head < b.head : ExactText(a.title) < ExactText(b.title)
        }
    }
}

extension JSONBytes {
    /// `"title":"id"` right above the options, `"title":{…}` above that.
    fileprivate mutating func picker(_ tree: PickerLevels, level: Int, node: Int) {
        string(tree.nodes[level][node].title)
        raw(":")
        if level == tree.nodes.count - 1 { return id(tree.ids[node]) }
        raw("{")
        for (place, child) in tree.byCodePoint(level + 1, tree.nodes[level][node].children).enumerated() {
            if place > 0 { raw(",") }
            picker(tree, level: level + 1, node: child)
        }
        raw("}")
    }
}
