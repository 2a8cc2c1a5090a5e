internal import FuelEconomy
internal import PickerKit
internal import Platform

/// Where a bundle is published, and what stands beside it.
///
/// Of `out/epa` that is, for people: `out/epa.rejected`, the candidate that was refused last; `out/epa.accepted.tsv`, the accepted
/// run; `out/epa.versions`, the last versions where they are kept; `out/epa.history.sqlite`. And for runs: `out/.epa.lock`, which
/// one run at a time holds; `out/.epa.run`, what the bundle was made of; `out/.epa.feeds`, copies of what was fetched; `out/.epa.previous`, the bundle before, where versions
/// are not kept; and while a run works `out/.epa.staging`, and `out/.epa.trash`, which is being removed.
struct BundlePlace: Sendable {
    let target: String
    let parent: String
    private static let rejectedSuffix = ".rejected"
    static let versionsSuffix = ".versions"

    /// - Parameter folder: where the bundle is; a link of somebody's own making is followed to where it leads.
    /// - Throws: a usage error for a path that names no folder.
    init(_ folder: String) throws(RunError) {
        let target = try Self.followed(Self.trimmed(folder))
        self.target = target
        let name = target.split(separator: "/").last.map(String.init) ?? ""
        if name.isEmpty || name == "." || name == ".." {
            throw RunError(
                .usage, at: folder, "is no name for a bundle's folder", wayOut: "name a folder of its own with --out")
        }
        parent = Folder.parent(of: target)
    }

    /// Where links lead that are not the one to a bundle's versions.
    private static func followed(_ path: String) throws(RunError) -> String {
        var path = path
        for _ in 0..<16 {
            guard let link = Folder.link(at: path), link != BundleVersions.destination(of: path) else { return path }
            let parent = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            path = trimmed(link.hasPrefix("/") ? link : parent + link)
        }
        throw RunError(.usage, at: path, "is a link that leads in circles", wayOut: "name a folder of its own with --out")
    }

    /// The place of a bundle that is there: published, one of its versions, or rejected.
    ///
    /// - Throws: a usage error where there is none.
    init(ofBundle folder: String) throws(RunError) {
        guard PublishedBundle.isThere(folder) else {
            throw RunError(
                .usage, at: folder, "is no bundle: it has no \(BundleFormat.manifest)",
                wayOut: "name the folder that marque run has published")
        }
        var name = Self.trimmed(folder)
        let parent = name.lastIndex(of: "/").map { name[..<$0] } ?? ""
        if parent.hasSuffix(Self.versionsSuffix) { name = String(parent.dropLast(Self.versionsSuffix.count)) }
        if name.hasSuffix(Self.rejectedSuffix) { name.removeLast(Self.rejectedSuffix.count) }
        try self.init(name)
    }

    private static func trimmed(_ folder: String) -> String {
        var path = folder[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        return String(path)
    }

    var rejected: String { target + Self.rejectedSuffix }
    var accepted: String { target + ".accepted.tsv" }
    var versions: String { target + Self.versionsSuffix }
    var history: String { target + ".history.sqlite" }
    var lock: String { beside("lock") }
    var staging: String { beside("staging") }
    var previous: String { beside("previous") }
    var trash: String { beside("trash") }
    /// Copies of the feeds that are named by URLs.
    var feeds: String { beside("feeds") }
    /// Of the published bundle, and of the rejected one.
    var run: String { beside("run") }
    var rejectedRun: String { beside("rejected.run") }

    /// `out/.epa.lock`
    private func beside(_ kind: String) -> String {
        let name = target.lastIndex(of: "/").map { target[target.index(after: $0)...] } ?? target[...]
        return target.dropLast(name.count) + "." + name + "." + kind
    }

    /// Publishing replaces a folder with all in it, so it must be a bundle, empty, or not there.
    func requireBundle() throws(RunError) {
        guard Folder.exists(target), !BundleVersions.isDangling(self) else { return }
        let names = Folder.isFolder(target) ? Folder.names(in: target) : [""]
        guard names.isEmpty && Folder.isReadable(target) || names.contains(BundleFormat.manifest) else {
            throw RunError(
                .refused, at: target, "holds something that is no bundle, and publishing would replace it",
                wayOut: "name another folder with --out, or empty this one")
        }
    }
}
