package import FuelEconomy
package import PickerKit
internal import Platform

/// `deltas/FROM-TO.json`: the last steps from one version of the catalog to the next, this one's last.
///
/// - Returns: the files, the oldest step first.
func writeDeltas(_ content: BundleContent, in folder: String) throws -> [WrittenFile] {
    let path = folder + "/" + BundleFormat.catalog
    guard let deltas = content.deltas, Folder.exists(path) else { return [] }
    let files = try deltas(content.dataVersion, try contents(of: path))
    if files.isEmpty { return [] }
    try Folder.make(BundleFormat.deltaFolder, in: folder)
    return try files.map { file in
        let output = try BundleOutput(folder: folder, path: file.path)
        try output.write(file.text)
        return try output.finish()
    }
}

/// What leads from a published catalog to the one that takes its place.
package struct CatalogDelta {
    package let patch: CatalogPatch
    /// The file's text.
    package let json: [UInt8]

    /// - Parameters:
    ///   - ledger: the new bundle's keys, which say what became of the old ones; `nil` where it has none.
    /// - Returns: `nil` where the trees have other levels, or other members: then nothing is saved by a delta.
    /// - Throws: a ``BundleDamage`` for a text that is no catalog.
    package init?(
        from old: [UInt8], version oldVersion: String, to new: [UInt8], version newVersion: String, ledger: KeyLedger?
    ) throws(BundleDamage) {
        let (before, after) = (try CatalogText(old), try CatalogText(new))
        guard before.names == after.names, before.others["format"] == after.others["format"],
            before.names.allSatisfy({ Set(before.levels[$0]!.keys) == Set(after.levels[$0]!.keys) })
        else { return nil }
        var edits: [String: [CatalogPatch.Edit]] = [:]
        var values: [String: [UInt8]] = [:]
        for (key, value) in after.others where before.others[key] != value { values[key] = value }
        let alignment = Alignment(before, after)
        for (place, name) in before.names.enumerated() {
            for (member, value) in after.levels[name]! {
                switch (before.levels[name]![member]!, value) {
                case (let old, let new) where old == new: break
                case (.items(let old), .items(let new))
                where old.count == alignment.counts[place].old && new.count == alignment.counts[place].new:
                    edits["\(name).\(member)"] = CatalogPatch.Edit.script(old, new, alignment.pairs[place])
                case (_, .items(let new)): values["\(name).\(member)"] = [0x5b] + new.joined(separator: [0x2c]) + [0x5d]
                case (_, .whole(let new)): values["\(name).\(member)"] = new
                case (_, .derived): break
                }
            }
        }
        let migration = SelectionMigration(from: try PickerCatalog(old), to: try PickerCatalog(new), ledger)
        patch = CatalogPatch(
            from: oldVersion, to: newVersion, migration: migration, size: new.count, edits: edits, values: values)
        json = Self.text(from: oldVersion, to: newVersion, size: new.count, edits, values, migration)
    }

    private static func text(
        from: String, to: String, size: Int, _ edits: [String: [CatalogPatch.Edit]], _ values: [String: [UInt8]],
        _ migration: SelectionMigration
    ) -> [UInt8] {
        var json = JSONBytes()
        json.raw("{")
        json.member("edits")
        json.members(edits) { json, steps in
            json.list(steps) { json, step in
                switch step {
                case .keep(let count): json.int(count)
                case .drop(let count): json.int(-count)
                case .add(let items): json.list(items) { $0.raw($1) }
                }
            }
        }
        json.member("format")
        json.int(BundleFormat.version)
        json.member("from")
        json.string(from)
        json.member("ids")
        json.outcomes(migration.ids)
        json.member("keys")
        json.outcomes(migration.keys)
        json.member("size")
        json.int(size)
        json.member("to")
        json.string(to)
        json.member("values")
        json.members(values) { $0.raw($1) }
        json.raw("}\n")
        return json.bytes
    }
}

extension JSONBytes {
    /// An object, a member a line, in order of its keys.
    fileprivate mutating func members<Value>(_ members: [String: Value], _ write: (inout JSONBytes, Value) -> Void) {
        raw("{")
        for (key, value) in members.sorted(by: { ExactText($0.key) < ExactText($1.key) }) {
            member(key)
            write(&self, value)
        }
        raw("}")
    }

    fileprivate mutating func outcomes(_ outcomes: [String: SelectionMigration.Outcome]) {
        var again: [String: [String]] = [:]
        var moved: [String: String] = [:]
        for (key, outcome) in outcomes {
            switch outcome {
            case .same: break
            case .moved(let other): moved[key] = other
            case .chooseAgain(let path): again[key] = path
            }
        }
        raw("{")
        member("again")
        members(again) { $0.strings($1) }
        member("moved")
        members(moved) { $0.string($1) }
        raw("}")
    }
}

extension CatalogPatch.Edit {
    /// The shortest way from one list to another that keeps nothing but pairs of equal items.
    ///
    /// - Parameter pairs: places in both lists, ascending in both.
    fileprivate static func script(
        _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>], _ pairs: [(old: Int, new: Int)]
    ) -> [CatalogPatch.Edit] {
        var steps: [CatalogPatch.Edit] = []
        var (o, n) = (0, 0)
        func go(to oldEnd: Int, _ newEnd: Int) {
            if o < oldEnd {
                if case .drop(let count) = steps.last {
                    steps[steps.count - 1] = .drop(count + oldEnd - o)
                } else {
                    steps.append(.drop(oldEnd - o))
                }
            }
            if n < newEnd {
                let items = new[n..<newEnd].map { Array($0) }
                if case .add(let some) = steps.last {
                    steps[steps.count - 1] = .add(some + items)
                } else {
                    steps.append(.add(items))
                }
            }
            (o, n) = (oldEnd, newEnd)
        }
        for pair in pairs where old[pair.old] == new[pair.new] {
            go(to: pair.old, pair.new)
            if case .keep(let count) = steps.last {
                steps[steps.count - 1] = .keep(count + 1)
            } else {
                steps.append(.keep(1))
            }
            (o, n) = (pair.old + 1, pair.new + 1)
        }
        go(to: old.count, new.count)
        return steps
    }
}

/// Which nodes of two trees are the same ones: those with the same titles from the outermost level on; of options, the same id.
private struct Alignment {
    /// By level: places in both, ascending in both.
    private(set) var pairs: [[(old: Int, new: Int)]] = []
    private(set) var counts: [(old: Int, new: Int)] = []

    init(_ old: CatalogText, _ new: CatalogText) {
        var above: (old: [UInt32], new: [UInt32]) = ([], [])
        for (place, name) in old.names.enumerated() {
            let isLast = place == old.names.count - 1
            let member = isLast ? "id" : "title"
            let titles = (old: old.items(name, member), new: new.items(name, member))
            counts.append((titles.old.count, titles.new.count))
            // A node is known by a number that two nodes share only where all titles on the way to them are equal.
            var numbers: [Node: UInt32] = [:]
            func number(_ title: ArraySlice<UInt8>, _ parent: UInt32) -> UInt32 {
                let node = Node(parent: isLast ? 0 : parent, title: title)
                if let known = numbers[node] { return known }
                numbers[node] = UInt32(numbers.count)
                return UInt32(numbers.count - 1)
            }
            let oldNumbers = titles.old.enumerated().map { number($1, place == 0 ? 0 : above.old[$0]) }
            let newNumbers = titles.new.enumerated().map { number($1, place == 0 ? 0 : above.new[$0]) }
            pairs.append(Self.longest(oldNumbers, newNumbers, count: numbers.count))
            if isLast { break }
            above = (
                zip(oldNumbers, old.items(name, "count")).flatMap { Array(repeating: $0, count: Self.int($1)) },
                zip(newNumbers, new.items(name, "count")).flatMap { Array(repeating: $0, count: Self.int($1)) }
            )
        }
    }

    private struct Node: Hashable {
        var parent: UInt32
        var title: ArraySlice<UInt8>
    }

    private static func int(_ json: ArraySlice<UInt8>) -> Int { Int(String(decoding: json, as: UTF8.self)) ?? 0 }

    /// The longest list of places that ascends in both, of numbers that each list has once (patience sorting).
    private static func longest(_ old: [UInt32], _ new: [UInt32], count: Int) -> [(old: Int, new: Int)] {
        var places = [Int](repeating: -1, count: count)
        for (place, number) in old.enumerated() { places[Int(number)] = place }
        // By length of a list: its last pair, the one that ends the earliest in the old list; and of each pair the one before.
        var ends: [Int] = []
        var pairs: [(old: Int, new: Int)] = []
        var before: [Int] = []
        for (place, number) in new.enumerated() where places[Int(number)] >= 0 {
            let end = places[Int(number)]
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].old < end { low = middle + 1 } else { high = middle }
            }
            before.append(low == 0 ? -1 : ends[low - 1])
            pairs.append((end, place))
            if low == ends.count { ends.append(pairs.count - 1) } else { ends[low] = pairs.count - 1 }
        }
        var longest: [(old: Int, new: Int)] = []
        var pair = ends.last ?? -1
        while pair >= 0 {
            longest.append(pairs[pair])
            pair = before[pair]
        }
        return longest.reversed()
    }
}

extension SelectionMigration {
    /// - Parameter ledger: what became of keys; without it a key that is gone is to be chosen again.
    fileprivate init(from old: PickerCatalog, to new: PickerCatalog, _ ledger: KeyLedger?) {
        self.init()
        var into: [String: String] = [:]
        for entry in (ledger?.makes ?? []) + (ledger?.models ?? []) { into[entry.key] = entry.into }
        let newKeys = Set(new.levels.flatMap { $0.key.map { $0 } })
        for key in Set(old.levels.flatMap { $0.key.map { $0 } }).subtracting(newKeys) {
            var target = key
            // A merge may have gone on; rounds are bounded, for a ledger by hand may go round.
            for _ in 0..<into.count where !newKeys.contains(target) { target = into[target] ?? target }
            let make = KeyLedger.make(ofModel: key)
            keys[key] =
                newKeys.contains(target)
                ? .moved(to: target) : .chooseAgain(below: make != key && newKeys.contains(make) ? [make] : [])
        }
        let newIDs = Set(new.options.id)
        let reused = Set((ledger?.options ?? []).filter { $0.state == .reused }.map { String($0.id) })
        for (option, id) in old.options.id.enumerated() where !newIDs.contains(id) || reused.contains(id) {
            ids[id] = .chooseAgain(below: Self.remains(of: old.path(ofOption: option), in: old, new))
        }
    }

    /// What a new tree still has of the way to an option of an old one.
    private static func remains(of path: [Int], in old: PickerCatalog, _ new: PickerCatalog) -> [String] {
        var steps: [String] = []
        var newPath: [Int] = []
        for level in old.levels.indices {
            let above = Array(path[..<level])
            let (key, title) = (old.key(path[level], below: above), old.title(path[level], below: above))
            let rows = 0..<new.count(below: newPath)
            guard
                let row = rows.first(where: { key != nil && new.key($0, below: newPath) == key })
                    ?? rows.first(where: { new.title($0, below: newPath) == title })
            else { break }
            steps.append(new.key(row, below: newPath) ?? title ?? "")
            newPath.append(row)
        }
        return steps
    }
}
