internal import FuelEconomy
internal import PickerKit
internal import Writers

/// What all shapes of a bundle must hold: which id stands at which place of the tree, and with which facts.
struct BundleRelation {
    let catalog: PickerCatalog
    private let rows: [String: Int]
    /// By option: a sum over its facts; the order in which facts come does not matter. `nil` until a shape with facts was read.
    var facts: [UInt64]?
    var factCount: Int?
    /// How many options a shape of one id a node has no place for.
    var dropped: Int?

    init(_ catalog: PickerCatalog) {
        self.catalog = catalog
        rows = Dictionary(catalog.options.id.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    var count: Int { catalog.options.id.count }

    func id(_ row: Int) -> String { catalog.options.id[row] }
    func row(of id: String) -> Int? { rows[id] }

    /// What is chosen on each wheel for an option, the option too.
    func titles(_ row: Int) -> [String] {
        let path = catalog.path(ofOption: row)
        return path.indices.map { catalog.title(path[$0], below: Array(path[..<$0])) ?? "" }
    }

    /// Whether an option stands below a node of a title; a level that the tree does not have is no matter.
    func hasTitle(_ title: String, at level: String, of row: Int) -> Bool {
        guard let place = catalog.levels.firstIndex(where: { $0.name == level }) else { return true }
        return catalog.title(at: place, aboveOption: row) == title
    }

    /// Visits the nodes right above the options, with the id that stands for each.
    func eachNode(_ visit: (_ titles: [String], _ id: String) -> Void) {
        var row = 0
        let last = catalog.levels[catalog.levels.count - 1]
        for node in last.count.indices {
            visit(titles(row).dropLast(), catalog.options.id[row + Int(last.defaultRow[node])])
            row += Int(last.count[node])
        }
    }

    /// Titles as one text; what parts them stands in no title.
    static func key(_ titles: [String]) -> String { titles.joined(separator: "\u{1f}") }
}

/// Facts as numbers that can be summed: two vehicles with the same sum have the same facts.
enum FactHash {
    /// The tree has these, so not every shape says them again.
    private static let ofTree: Set<String> = ["make", "model", "year"]

    /// FNV-1a over a fact's key and its value as JSON has it.
    private static func hash(_ key: String, _ value: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ 0x3a) &* 0x100_0000_01b3
        for byte in value { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }

    /// Reads a vehicle's object.
    ///
    /// - Parameter id: told the member `id`, which is no fact.
    /// - Returns: its sum, how many facts there are, and what it says of the tree.
    static func vehicle(
        _ cursor: inout JSONCursor, id: (String) -> Void = { _ in }
    ) throws(BundleDamage) -> (sum: UInt64, count: Int, titles: [(key: String, title: String)]) {
        var sum: UInt64 = 0
        var count = 0
        var titles: [(key: String, title: String)] = []
        try cursor.object { (cursor, key) throws(BundleDamage) in
            if key == "id" { return id(try cursor.string()) }
            count += 1
            if ofTree.contains(key) {
                let isText = cursor.peek() == UInt8(ascii: "\"")
                titles.append((key, isText ? try cursor.string() : String(try cursor.int())))
                return
            }
            sum &+= hash(key, try cursor.raw())
        }
        return (sum, count, titles)
    }

    /// Reads the member `facts` of a make's file.
    ///
    /// - Returns: the sum of each option.
    static func columns(_ text: [UInt8], count: Int) throws(BundleDamage) -> [UInt64] {
        var sums = [UInt64](repeating: 0, count: count)
        var cursor = JSONCursor(text)
        try cursor.object { (cursor, member) throws(BundleDamage) in
            guard member == "facts" else { return try cursor.skip() }
            try cursor.object { (cursor, key) throws(BundleDamage) in
                try cursor.array { (cursor, row) throws(BundleDamage) in
                    let value = try cursor.raw()
                    if row < count, value.first != UInt8(ascii: "n") { sums[row] &+= hash(key, value) }
                }
            }
        }
        return sums
    }

    /// Sums the rows of a table of a fact a column, the id first. Values come again and again, so each is put into JSON once.
    struct Cells {
        private var ofText: [[String: UInt64]] = []
        private var ofNumber: [[Double: UInt64]] = []

        mutating func sum(_ cells: SQLiteRow) -> UInt64 {
            if ofText.isEmpty {
                ofText = Array(repeating: [:], count: cells.count)
                ofNumber = Array(repeating: [:], count: cells.count)
            }
            var sum: UInt64 = 0
            for column in 1..<cells.count {
                if cells.isNull(column) { continue }
                let isNumber = cells.isNumber(column)
                let key = cells.name(column)
                if ofTree.contains(key) { continue }
                if isNumber {
                    let number = cells.number(column)
                    let known = ofNumber[column][number] ?? hash(key, JSON.number(number).compact)
                    ofNumber[column][number] = known
                    sum &+= known
                } else {
                    let text = cells.text(column) ?? ""
                    let known = ofText[column][text] ?? hash(key, JSON.string(text).compact)
                    ofText[column][text] = known
                    sum &+= known
                }
            }
            return sum
        }
    }
}
