internal import FuelEconomy
internal import PickerKit
internal import Writers

/// What `write`, `publish.gzip` and `publish.budgets` say of the bundle's files.
enum WriteDeclaration {
    /// The shapes that a pipeline may ask for, each once.
    static let shapes = {
        var names: [String] = []
        for shape in BundleShape.all where !names.contains(shape.name) { names.append(shape.name) }
        return names
    }()

    /// The keys of a budget.
    static let budget = [
        PipelineKey(name: "size", value: .bytes, meaning: "how large the file may be"),
        PipelineKey(name: "gzip", value: .bytes, meaning: "how large it may be in gzip -9, as servers send it"),
        PipelineKey(name: "decode", value: .duration, meaning: "how long reading it may take"),
    ]

    /// The files that a budget may be for: those of a fixed name.
    static let files = BundleShape.all.map(\.path).filter { !$0.hasSuffix("/") }

    /// - Parameters:
    ///   - node: the list of shapes; all there are where it is left out.
    ///   - faults: what the list and the levels say together that each alone does not.
    static func shapes(_ node: YAMLNode?, of levels: [Catalog.Level], faults: inout [PipelineFault]) -> Set<String> {
        guard let node else { return Set(shapes).subtracting(levels.first == .make ? [] : ["makes"]) }
        let items = node.items.isEmpty ? [node] : node.items
        let names = Set(items.compactMap(\.text))
        guard let makes = items.first(where: { $0.text == "makes" }) else { return names }
        if let first = levels.first, first != .make {
            faults.append(
                PipelineFault(
                    makes.mark, "write: \"makes\" found, of a tree whose outermost level is \"\(first.rawValue)\"",
                    wayOut: "put make first in tree.levels, or leave makes out"))
        }
        if !names.contains("keys") {
            faults.append(
                PipelineFault(
                    makes.mark, "write: \"makes\" found without \"keys\", which the files of makes are called by",
                    wayOut: "add keys to the list"))
        }
        return names
    }

    /// - Returns: by file.
    static func budgets(
        _ node: YAMLNode?, of shapes: Set<String>, faults: inout [PipelineFault]
    ) -> [String: FileBudget] {
        var budgets: [String: FileBudget] = [:]
        for entry in node?.entries ?? [] {
            let shape = BundleShape.all.first { $0.path == entry.key }!.name
            if !shapes.contains(shape) {
                faults.append(
                    PipelineFault(
                        entry.mark, "publish.budgets: \"\(entry.key)\" found, which is not written",
                        wayOut: "add \(shape) to write, or remove the budget"))
            }
            budgets[entry.key] = FileBudget(
                size: entry.value["size"]?.bytes, gzip: entry.value["gzip"]?.bytes,
                decode: entry.value["decode"]?.milliseconds)
        }
        return budgets
    }
}

extension YAMLNode {
    /// `450 KB`, `1.5 MiB`, or a number of bytes; `nil` where it is none, or less than one.
    var bytes: Int? {
        quantity([
            ("", 1), ("B", 1), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("KiB", 0x1p10), ("MiB", 0x1p20), ("GiB", 0x1p30),
        ]).flatMap { Int(exactly: $0.rounded()) }
    }

    /// `40 ms`, `1.5 s`, `30 min`, `2 h`; `nil` where it is none.
    var milliseconds: Double? { quantity([("ms", 1), ("s", 1000), ("min", 60_000), ("h", 3_600_000)]) }

    /// A number larger than 0 and one of some units.
    private func quantity(_ units: [(name: String, factor: Double)]) -> Double? {
        guard let text, let end = text.lastIndex(where: { $0.isNumber }) else { return nil }
        let unit = text[text.index(after: end)...].drop { $0 == " " }
        guard let factor = units.first(where: { $0.name == unit })?.factor, let number = Double(text[...end]),
            number.isFinite, number > 0
        else { return nil }
        return number * factor
    }
}
