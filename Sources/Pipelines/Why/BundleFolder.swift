internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// A published bundle, and the files in it that somebody asks for.
struct BundleFolder {
    let path: String
    let sources: [Source]

    /// A feed of the bundle, as its manifest has it.
    struct Source: Sendable {
        var feed: String
        /// The file's name without its folder.
        var name: String
        var entry: String?
        var packing: String
        var encoding: String
        var sha256: String
        var date: CivilDate?
    }

    /// - Throws: a usage error where the folder is no bundle, an input error where its manifest is damaged.
    init(_ path: String) throws(RunError) {
        self.path = path
        try Self.requireBundle(path)
        let manifest = try Self.json(path + "/" + BundleFormat.manifest)
        sources = (manifest["sources"]?.items ?? []).map { source in
            Source(
                feed: source["feed"]?.text ?? "", name: source["name"]?.text ?? "", entry: source["entry"]?.text,
                packing: source["packing"]?.text ?? "plain", encoding: source["encoding"]?.text ?? "UTF-8",
                sha256: source["sha256"]?.text ?? "", date: source["date"]?.text.flatMap(CivilDate.init(iso:)))
        }
    }

    /// - Throws: a usage error where the folder is no bundle.
    static func requireBundle(_ path: String) throws(RunError) {
        if Folder.exists(path + "/" + BundleFormat.manifest) { return }
        throw RunError(
            .usage, at: path, "is no bundle: it has no \(BundleFormat.manifest)",
            wayOut: "name the folder that marque run has published")
    }

    /// The bundle as apps read it, each file held against the manifest.
    func pickerBundle() throws -> PickerBundle {
        let path = path
        return try PickerBundle(digest: { SHA256(of: $0).hexadecimal }) { file in
            Folder.exists(path + "/" + file) ? try contents(of: path + "/" + file) : nil
        }
    }

    func has(_ file: String) -> Bool { Folder.exists(path + "/" + file) }

    /// A file to be looked into; `nil` where the bundle does not have it.
    func text(_ file: String) throws(RunError) -> JSONText? {
        has(file) ? JSONText(try contents(of: path + "/" + file)) : nil
    }

    /// A small file, read as a whole; `nil` where the bundle does not have it.
    func json(_ file: String) throws(RunError) -> JSON? { has(file) ? try Self.json(path + "/" + file) : nil }

    private static func json(_ path: String) throws(RunError) -> JSON {
        let text = try contents(of: path)
        do throws(JSONDamage) {
            return try JSON(text)
        } catch {
            throw RunError(
                .input, at: "\(path):\(error.offset)", "damaged, expected \(error.expected)",
                wayOut: "run the pipeline again")
        }
    }
}

/// The place of a value in a JSON file: a pointer after RFC 6901.
struct JSONPointer: Sendable, Equatable {
    var file: String
    var pointer: String

    init(_ file: String, _ steps: String...) { self.init(file, steps) }

    init(_ file: String, _ steps: [String]) {
        self.file = file
        pointer = steps.map(BundleDamage.pointer(to:)).joined()
    }
}

/// Where a vehicle stands in a bundle's tree.
struct TreePlace: Sendable {
    /// A node on the way to the vehicle, or its option.
    struct Step: Sendable {
        var level: String
        var title: String
        /// What an app saves, where the level has keys.
        var key: String?
        var pointer: JSONPointer
    }

    /// From the outermost level to the option.
    var steps: [Step]
    /// The option's long label.
    var detail: String
    /// The id that stands for the node right above the options.
    var defaultID: String

    /// - Returns: `nil` where the catalog does not have the id.
    init?(of id: UInt64, in catalog: JSONText) {
        let root = catalog.root
        let levels = catalog.member("levels", of: root).flatMap(catalog.value)?.items.compactMap(\.text) ?? []
        guard let option = catalog.member("option", of: root), let ids = catalog.member("id", of: option),
            let place = Self.index(of: "\"\(id)\"", in: ids, of: catalog)
        else { return nil }
        func text(_ name: String, _ index: Int, _ level: Int) -> String? {
            let value = catalog.member(name, of: level).flatMap { catalog.element(index, of: $0) }.flatMap(catalog.value)
            return value?.text ?? value?.number.map { NumberText.exact($0) }
        }
        let texts = catalog.member("text", of: option)
        func label(_ name: String) -> String {
            guard let row = text(name, place, option).flatMap({ Int($0) }), let texts else { return "" }
            return catalog.element(row, of: texts).flatMap(catalog.value)?.text ?? ""
        }
        detail = label("detail")
        defaultID = ""
        steps = [
            Step(
                level: "option", title: label("title"), key: String(id),
                pointer: JSONPointer(BundleFormat.catalog, "option", "id", String(place)))
        ]
        var child = place
        for name in levels.dropLast().reversed() {
            guard let level = catalog.member(name, of: root), let firsts = catalog.member("first", of: level) else {
                return nil
            }
            // Children follow each other, so the parent is the last one that begins at or before the child.
            var (node, first) = (0, 0)
            catalog.elements(of: firsts) { index, place in
                guard let start = catalog.int(at: place), start <= child else { return false }
                (node, first) = (index, start)
                return true
            }
            if steps.count == 1, let offset = text("default", node, level).flatMap({ Int($0) }),
                let id = catalog.element(first + offset, of: ids).flatMap(catalog.value)?.text
            {
                defaultID = id
            }
            var title = text("title", node, level) ?? ""
            if name == "year", title == String(BundleFormat.unknownYearNumber) { title = BundleFormat.unknownYear }
            steps.insert(
                Step(
                    level: name, title: title, key: text("key", node, level),
                    pointer: JSONPointer(BundleFormat.catalog, name, "title", String(node))), at: 0)
            child = node
        }
    }

    /// The titles above the options: the way to the id in the nested dictionary.
    var titles: [String] { steps.dropLast().map(\.title) }

    private static func index(of text: String, in array: Int, of catalog: JSONText) -> Int? {
        var found: Int?
        catalog.elements(of: array) { index, place in
            if catalog.bytes[place...].starts(with: text.utf8) { found = index }
            return found == nil
        }
        return found
    }

    /// The ids of a catalog as numbers, sorted.
    static func ids(in catalog: JSONText) -> [UInt64] {
        guard let option = catalog.member("option", of: catalog.root), let ids = catalog.member("id", of: option) else {
            return []
        }
        return (catalog.value(at: ids)?.items ?? []).compactMap { $0.text.flatMap { UInt64($0) } }.sorted()
    }
}
