internal import FuelEconomy
internal import Platform

/// A file that a run writes for whoever watches it, beside the bundle's own: metrics, an event of lineage.
struct SideFile: Sendable {
    let path: String
    /// The option that names it.
    let option: String

    /// - Throws: a usage error where there is no place for the file.
    init(_ path: String, option: String) throws(RunError) {
        let folder = Folder.parent(of: path)
        guard Folder.isFolder(folder) else {
            throw RunError(.usage, at: path, "\"\(folder)\" is no folder", wayOut: "name a file in a folder with \(option)")
        }
        guard !Folder.isFolder(path) else {
            throw RunError(.usage, at: path, "is a folder, expected a file", wayOut: "name a file in it with \(option)")
        }
        guard !Folder.exists(path) || OpenFile.isRegular(path) else {
            throw RunError(
                .usage, at: path, "is no ordinary file, and replacing it would remove it",
                wayOut: "name another file with \(option)")
        }
        self.path = path
        self.option = option
    }

    /// Replaces the file, in one step.
    ///
    /// - Throws: an error that says so, for a run that goes on without it.
    func write(_ bytes: [UInt8]) throws(RunError) {
        do throws(RunError) {
            try replaceFile(path, with: bytes)
        } catch {
            throw RunError(
                error.kind, at: path, "the \(option.dropFirst(2)) file is not written: " + error.message,
                wayOut: "check the file given by \(option); the run ended as it says")
        }
    }
}
