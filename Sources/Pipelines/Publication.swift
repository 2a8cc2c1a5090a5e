internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// A bundle on its way to its folder: built beside it, and put in its place in one step.
///
/// Beside `out/epa` stand `out/.epa.lock`, which one run at a time holds; `out/.epa.previous`, the bundle that was published
/// before; `out/.epa.inputs`, where its feeds were, which the bundle itself does not say; and while a run works
/// `out/.epa.staging`. A run that is asked to end removes its staging folder; one that is killed leaves it, and the next run
/// clears it.
struct Publication {
    let target: String
    let staging: String
    private let rejected: String
    private let previous: String
    private let cleaning: WorkerThread<Void>
    private let parent: String
    private let lock: OpenFile
    static let rejectedSuffix = ".rejected"

    /// Takes the target for this run and makes an empty staging folder.
    ///
    /// - Throws: locked, where another run has it; refused, where the folder cannot be written or holds something that is
    ///   no bundle.
    init(_ folder: String) throws(RunError) {
        let path = Self.trimmed(folder)
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        if name.isEmpty || name == "." || name == ".." {
            throw RunError(
                .usage, at: folder, "is no name for a bundle's folder", wayOut: "name a folder of its own with --out")
        }
        let slash = path.lastIndex(of: "/")
        parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        target = path
        staging = Self.beside(path, "staging")
        rejected = target + Self.rejectedSuffix
        previous = Self.beside(path, "previous")
        try Folder.make(parent)
        lock = try OpenFile.writing(Self.beside(path, "lock"))
        guard lock.lock() else {
            throw RunError(
                .locked, at: target, "another run is writing this bundle", wayOut: "wait for it to end, then run again")
        }
        try Self.requireBundle(target)
        let unfinished = [staging, previous]
        Interruption.shielded { $0.folders = unfinished }
        try Folder.remove(staging)
        try Interruption.shielded { [staging] (_) throws(RunError) in try Folder.make(staging) }
        // Giving back a large bundle's pages takes a while; the feeds are read meanwhile.
        let previous = previous
        cleaning = WorkerThread { try Folder.remove(previous) }
    }

    static func trimmed(_ folder: String) -> String {
        var path = folder[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        return String(path)
    }

    /// `out/.epa.lock` of `out/epa`.
    static func beside(_ path: String, _ kind: String) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return path[..<start] + "." + path[start...] + "." + kind
    }

    /// The files that a published or rejected bundle's feeds were read from, by feed; empty where nobody knows.
    static func inputs(of bundle: String) -> [String: String] {
        guard let text = try? contents(of: beside(trimmed(bundle), "inputs")), let json = try? JSON(text),
            case .object(let inputs) = json
        else { return [:] }
        return inputs.compactMapValues(\.text)
    }

    private func remember(_ feeds: [PipelineFile.Feed], of bundle: String) throws(RunError) {
        var inputs: [String: JSON] = [:]
        for feed in feeds {
            guard let file = feed.file else { continue }
            inputs[feed.name] = .string(file == "-" || file.hasPrefix("/") ? file : Folder.current + "/" + file)
        }
        try replaceFile(Self.beside(bundle, "inputs"), with: JSON.object(inputs).document)
    }

    /// Publishing replaces a folder with all in it, so it must be a bundle, empty, or not there.
    private static func requireBundle(_ path: String) throws(RunError) {
        guard Folder.exists(path) else { return }
        let names = Folder.isFolder(path) ? Folder.names(in: path) : [""]
        guard names.isEmpty || names.contains(BundleFormat.manifest) else {
            throw RunError(
                .refused, at: path, "holds something that is no bundle, and publishing would replace it",
                wayOut: "name another folder with --out, or empty this one")
        }
    }

    /// Puts the staged bundle in the target's place, and keeps the one that was there as the previous one.
    func publish(from feeds: [PipelineFile.Feed]) throws {
        try cleaning.join()
        try sync()
        try Interruption.shielded { (unfinished) throws(RunError) in
            try remember(feeds, of: target)
            try put(in: target)
            unfinished.note = "the bundle was published before"
            if Folder.exists(staging) { try Folder.exchange(staging, previous) }
            unfinished.folders = []
        }
    }

    /// Keeps the staged bundle beside the target for inspection.
    ///
    /// - Returns: where it is.
    func reject(from feeds: [PipelineFile.Feed]) throws -> String {
        try cleaning.join()
        try sync()
        try Interruption.shielded { (unfinished) throws(RunError) in
            try remember(feeds, of: rejected)
            try put(in: rejected)
            try Folder.remove(staging)
            unfinished.folders = []
        }
        return rejected
    }

    /// Leaves everything as it was. For a run that ends early; what cannot be removed now is removed by the next run.
    func abandon() {
        _ = try? cleaning.join()
        Interruption.shielded { unfinished in
            try? Folder.remove(staging)
            unfinished.folders = []
        }
    }

    /// Returns when the staged bundle is on the disk.
    private func sync() throws(RunError) {
        let folders = [
            BundleFormat.reportFolder, BundleFormat.schemaFolder, BundleFormat.makeFolder, BundleFormat.deltaFolder,
        ].map { staging + "/" + $0 }
        for folder in [staging] + folders where Folder.isFolder(folder) {
            try Folder.sync(folder)
        }
    }

    private func put(in place: String) throws(RunError) {
        try Folder.exchange(staging, place)
        try Folder.sync(parent)
    }
}
