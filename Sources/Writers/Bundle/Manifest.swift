internal import FuelEconomy
internal import PickerKit
internal import Platform

/// `manifest.json`: what the bundle is, what it was made of, and what its files must be.
func manifest(of content: BundleContent, files: [WrittenFile]) -> [UInt8] {
    let catalog = content.catalog
    let last = catalog.lastLevel.rawValue
    var members: [String: JSON] = [
        "counts": .object(nodeCounts(of: content)),
        "data": .object([
            "date": .optional(content.date?.text), "version": .string(content.dataVersion),
        ]),
        "defaultOption": .string(catalog.defaultRule(of: .option)),
        "files": .array(
            files.map {
                .object(["path": .string($0.path), "sha256": .string($0.sha256), "size": .int($0.size)])
            }),
        "format": .int(BundleFormat.version),
        "generator": .string("marque \(content.version)"),
        "name": .string(content.name),
        "picker": .object([
            "drops": .int(catalog.optionsBehindDefaults),
            "why": .string("picker.json has one id a \(last); the other options of the \(last) are in catalog.json only"),
        ]),
        "sources": .array(content.sources.map(json)),
    ]
    if !content.budgets.isEmpty { members["budgets"] = .object(content.budgets.mapValues(json)) }
    return JSON.object(members).document
}

private func json(_ budget: FileBudget) -> JSON {
    var members: [String: JSON] = [:]
    members["decode"] = budget.decode.map(JSON.number)
    members["gzip"] = budget.gzip.map(JSON.int)
    members["size"] = budget.size.map(JSON.int)
    return .object(members)
}

/// What tells the data of one bundle from those of another.
///
/// - Parameter files: by path, those that hold data and others.
func dataVersion(of files: [WrittenFile]) -> String {
    var digest = SHA256()
    for file in files where file.isData {
        digest.update(Array("\(file.sha256)  \(file.path)\n".utf8).span)
    }
    return String(digest.hexadecimal.prefix(16))
}

/// The nodes of each level as they stand in the tree: a model of two makes counts twice, and so does a make in two years.
package func nodeCounts(of content: BundleContent) -> [String: JSON] {
    var counts: [String: JSON] = ["vehicles": .int(content.table.count)]
    for level in content.catalog.levels {
        let key = level == .year ? "years" : level.plural
        counts[key] = .int(content.catalog.count(of: level))
    }
    return counts
}

func json(_ source: FeedSource) -> JSON {
    var members: [String: JSON] = [
        "date": .optional(source.date?.text), "encoding": .string(source.encoding), "entry": .optional(source.entry),
        "feed": .string(source.feed), "name": .string(source.name),
        "packedSize": .int(source.packedSize), "packing": .string(source.packing), "sha256": .string(source.sha256),
        "unpackedSize": .int(source.unpackedSize),
    ]
    if let url = source.url { members["url"] = .string(url) }
    return .object(members)
}
