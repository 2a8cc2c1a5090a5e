internal import CSystem
package import FuelEconomy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The last system call's complaint, in the system's words.
package func systemErrorText(_ code: Int32 = errno) -> String {
    unsafe String(cString: strerror(code)).lowercasedFirst
}

extension String {
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

/// An open file, closed when the last reference goes.
package final class OpenFile: Sendable {
    package let path: String
    let descriptor: Int32
    private let isOwned: Bool

    fileprivate init(path: String, descriptor: Int32, isOwned: Bool = true) {
        self.path = path
        self.descriptor = descriptor
        self.isOwned = isOwned
    }

    deinit { if isOwned { close(descriptor) } }

    /// Opens a file for reading; `-` is standard input.
    ///
    /// - Throws: an input error for what is missing, a folder, or may not be read; a usage error for a URL of the web.
    package static func reading(_ path: String) throws(RunError) -> OpenFile {
        if path == "-" { return OpenFile(path: "standard input", descriptor: 0, isOwned: false) }
        if FeedURL.isWeb(path) {
            throw RunError(
                .usage, at: FeedURL.shown(path), "is a URL, expected a file",
                wayOut: "marque run fetches it; or fetch it and name the file")
        }
        let path = FeedURL.localPath(path) ?? path
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            throw RunError(
                .input, at: path, systemErrorText(code),
                wayOut: code == ENOENT
                    ? "check the path; another file can be named by --input NAME=PATH" : "check the file's permissions")
        }
        var status = stat()
        if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            close(descriptor)
            throw RunError(.input, at: path, "is a folder, expected a file", wayOut: "name a file in it")
        }
        return OpenFile(path: path, descriptor: descriptor)
    }

    /// Whether a path leads to a file that can be read again and again.
    package static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Creates or empties a file for writing.
    package static func writing(_ path: String) throws(RunError) -> OpenFile {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Folder.refusal(path) }
        return OpenFile(path: path, descriptor: descriptor)
    }

    /// Opens a file to lock it, and makes it where there is none; what it says stays.
    package static func locking(_ path: String) throws(RunError) -> OpenFile {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw Folder.refusal(path) }
        return OpenFile(path: path, descriptor: descriptor)
    }

    /// Opens a file to add to, and makes it where there is none; waits until no other process adds to it.
    package static func appending(_ path: String) throws(RunError) -> OpenFile {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw RunError(.refused, at: path, systemErrorText(), wayOut: "name a file that may be written to")
        }
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        return OpenFile(path: path, descriptor: descriptor)
    }

    /// Leaves nothing in the file.
    package func empty() throws(RunError) {
        guard ftruncate(descriptor, 0) == 0 else { throw Folder.refusal(path) }
    }

    /// In bytes, as far as the system knows.
    package var size: Int {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
    }

    /// Reads until `count` bytes are there or the file ends.
    ///
    /// - Returns: how many bytes were read; fewer than `count` only at the end.
    package func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws(RunError) -> Int {
        var done = 0
        while done < count {
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe systemRead(descriptor, buffer.baseAddress! + offset + done, count - done)
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw RunError(.input, at: path, systemErrorText(), wayOut: "check the disk or the program that writes it")
            }
            if result == 0 { break }
            done += result
        }
        return done
    }

    /// - Throws: a refusal that names the file, for example on a full disk.
    package func write(_ bytes: Span<UInt8>) throws(RunError) {
        var done = 0
        while done < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                unsafe systemWrite(descriptor, buffer.baseAddress! + done, bytes.count - done)
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw Folder.refusal(path)
            }
            done += result
        }
        startWriteback(done)
    }

    /// Asks the system to begin writing to the disk what has been written to the file, so that ``sync()`` finds less to do.
    private func startWriteback(_ count: Int) {
        if count >= 1 << 18 { marque_start_writeback(descriptor) }
    }

    /// Returns when the file is on the disk.
    package func sync() throws(RunError) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw Folder.refusal(path) }
    }

    /// Takes the file for this process alone.
    ///
    /// - Returns: `false` where another process has it.
    package func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// The same after a pause, in seconds.
    package func lock(afterPause seconds: Double) -> Bool {
        Machine.sleep(seconds)
        return lock()
    }

    /// Whether another process has taken the file for itself.
    package var isLocked: Bool { flock(descriptor, LOCK_SH | LOCK_NB) != 0 }

    /// Whether the path still leads to this file, and not to another one or none.
    package var isInPlace: Bool {
        var (here, there) = (stat(), stat())
        guard unsafe fstat(descriptor, &here) == 0, unsafe stat(path, &there) == 0 else { return false }
        return here.st_ino == there.st_ino && here.st_dev == there.st_dev
    }

    /// Gives the file another content, of a few bytes. What cannot be written is left out.
    package func overwrite(_ text: String) {
        _ = ftruncate(descriptor, 0)
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }
}

// Named apart from the methods above, which they would otherwise shadow.
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(file, bytes, count)
}
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}

/// What runs do with folders.
package enum Folder {
    /// The process's working folder; `.` where the system does not tell.
    package static var current: String {
        guard let path = unsafe getcwd(nil, 0) else { return "." }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// A path that holds wherever the process works.
    package static func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : current + "/" + path }

    /// The folder that a path is in; `.` for a name alone.
    package static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// For a library that writes by itself and says that the disk is full.
    package static func fullDisk(_ path: String) -> RunError { refusal(path, ENOSPC) }

    static func refusal(_ path: String, _ code: Int32 = errno) -> RunError {
        let wayOut =
            switch code {
            case ENOSPC, EDQUOT: "free some space, then run again; the published bundle is as it was"
            case EACCES, EPERM, EROFS: "choose a folder that may be written to with --out"
            default: "check the path given by --out or publish.folder"
            }
        return RunError(.refused, at: path, systemErrorText(code), wayOut: wayOut)
    }

    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Whether what is in a folder may be seen.
    package static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK | X_OK) == 0 }

    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// What a symbolic link leads to, word for word; `nil` where the path is none.
    package static func link(at path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink(path, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes a symbolic link, in the place of what is there, in one step.
    package static func link(_ path: String, to destination: String) throws(RunError) {
        let new = path + ".new"
        _ = unsafe unlink(new)
        guard unsafe symlink(destination, new) == 0, unsafe rename(new, path) == 0 else { throw refusal(path) }
    }

    /// Gives a folder or a file another name, which nothing else may have.
    package static func move(_ source: String, to target: String) throws(RunError) {
        guard unsafe rename(source, target) == 0 else { throw refusal(target) }
    }

    /// Makes a folder and those above it.
    package static func make(_ path: String) throws(RunError) {
        if isFolder(path) { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try make(String(path[..<slash]))
        }
        guard unsafe mkdir(path, 0o755) == 0 || (errno == EEXIST && isFolder(path)) else { throw refusal(path) }
    }

    /// Makes a folder in one that must be there: where that one has been removed meanwhile, it stays so.
    package static func make(_ name: String, in folder: String) throws(RunError) {
        let path = folder + "/" + name
        guard unsafe mkdir(path, 0o755) == 0 || (errno == EEXIST && isFolder(path)) else { throw refusal(path) }
    }

    /// Makes an empty folder of its own among the system's temporary ones, which this process alone may look into.
    package static func makeTemporary(_ name: String) throws(RunError) -> String {
        let base = Machine.environment("TMPDIR") ?? "/tmp"
        var template = Array((base + "/" + name + "-XXXXXX").utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw refusal(base) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The names in a folder, sorted; empty where there is none.
    package static func names(in path: String) -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file, or a folder with all in it; what does not exist is removed already. Links are not followed.
    package static func remove(_ path: String) throws(RunError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) { try remove(path + "/" + name) }
            guard unsafe rmdir(path) == 0 else { throw refusal(path) }
        } else {
            guard unsafe unlink(path) == 0 else { throw refusal(path) }
        }
    }

    /// Puts `source` where `target` is, in one step. Where `target` exists the two change places.
    ///
    /// Uses `renameat2` with `RENAME_EXCHANGE` on Linux and `renamex_np` with `RENAME_SWAP` on macOS.
    package static func exchange(_ source: String, _ target: String) throws(RunError) {
        guard exists(target) else {
            guard unsafe rename(source, target) == 0 else { throw refusal(target) }
            return
        }
        guard unsafe marque_exchange(source, target) == 0 else {
            if errno == EINVAL || errno == ENOSYS || errno == ENOTSUP {
                throw RunError(
                    .refused, at: target, "is on a file system that cannot replace a folder in one step",
                    wayOut: "publish to a local disk and copy from there")
            }
            throw refusal(target)
        }
    }

    /// Returns when the folder's own entries are on the disk.
    package static func sync(_ path: String) throws(RunError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw refusal(path) }
    }
}

/// Gives a file another name, in one step; one that has it already is gone then.
package func renameFile(_ path: String, to new: String) throws(RunError) {
    guard unsafe rename(path, new) == 0 else { throw Folder.refusal(new) }
}

/// Puts a small file in the place of the one that is there, in one step.
package func replaceFile(_ path: String, with bytes: [UInt8]) throws(RunError) {
    let new = path + ".new"
    _ = unsafe unlink(new)
    do throws(RunError) {
        // A link that somebody has laid there is not followed.
        let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw Folder.refusal(path) }
        let file = OpenFile(path: path, descriptor: descriptor)
        try file.write(bytes.span)
        try file.sync()
        guard unsafe rename(new, path) == 0 else { throw Folder.refusal(path) }
    } catch {
        _ = unsafe unlink(new)
        throw error
    }
}

/// The whole content of a file.
///
/// - Parameter padding: how many zeros stand behind it.
package func contents(of path: String, padding: Int = 0) throws(RunError) -> [UInt8] {
    let file = try OpenFile.reading(path)
    // One byte more than the file says to have, to meet its end.
    var bytes = uninitializedBytes(file.size + max(1, padding))
    var end = 0
    while true {
        end += try file.read(into: &bytes, at: end, count: bytes.count - end)
        if end < bytes.count {
            bytes.removeLast(bytes.count - end)
            bytes.append(contentsOf: repeatElement(0, count: padding))
            return bytes
        }
        bytes += [UInt8](repeating: 0, count: bytes.count)
    }
}

/// Bytes to be read into: their content is not set, so reading starts without a pass of zeros.
package func uninitializedBytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { $1 = $0.count }
}
