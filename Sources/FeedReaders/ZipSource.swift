internal import CLibZip
internal import FuelEconomy

/// One entry of a zip archive, unpacked; its CRC-32 and length are checked by libzip. Nothing is ever written to a path that
/// an archive names.
@safe final class ZipSource: ByteSource {
    /// An archive's directory stands at its end, so all of it is held in memory; feeds are some megabytes.
    private static let packedLimit = 1 << 30

    private let path: String
    private var guardian: UnpackGuard
    private let packed: UnsafeMutableRawBufferPointer
    private let archive: OpaquePointer
    private let file: OpaquePointer
    /// The entry's name in the archive.
    let entry: String

    /// - Parameters:
    ///   - packed: begins with the archive's first byte.
    ///   - wanted: the entry's name, with its folders or without; `nil` where there is only one that could be meant.
    init(_ packed: any ByteSource, path: String, entry wanted: String?, limits: UnpackLimits) throws {
        self.path = path
        let bytes = try Self.contents(of: packed, path: path)
        guardian = UnpackGuard(limits, path: path)
        guardian.packed = bytes.count
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        unsafe copy.copyBytes(from: bytes)
        var error = unsafe zip_error_t()
        defer { unsafe zip_error_fini(&error) }
        let source = unsafe zip_source_buffer_create(copy.baseAddress, UInt64(copy.count), 0, &error)
        guard let source = unsafe source, let archive = unsafe zip_open_from_source(source, ZIP_RDONLY, &error) else {
            unsafe zip_source_free(source)
            defer { unsafe copy.deallocate() }
            throw RunError(
                .input, at: path, "damaged zip archive: \(unsafe Self.text(of: &error))",
                wayOut: "fetch the file again; nothing was published")
        }
        unsafe self.archive = unsafe archive
        unsafe self.packed = unsafe copy
        do {
            let index = try unsafe Self.choose(Self.entries(of: archive), wanted, path: path)
            entry = index.name
            guard let file = unsafe zip_fopen_index(archive, index.place, 0) else {
                let error = unsafe zip_get_error(archive)
                throw RunError(
                    .input, at: path, "entry \"\(index.name)\" cannot be read: \(unsafe Self.text(of: error))",
                    wayOut: "fetch the file again; nothing was published")
            }
            unsafe self.file = unsafe file
        } catch {
            unsafe zip_discard(archive)
            unsafe copy.deallocate()
            throw error
        }
    }

    deinit {
        unsafe zip_fclose(file)
        unsafe zip_discard(archive)
        unsafe packed.deallocate()
    }

    func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        let done = unsafe bytes.withUnsafeMutableBytes {
            unsafe zip_fread(file, $0.baseAddress! + offset, UInt64(count))
        }
        guard done >= 0 else {
            let error = unsafe zip_file_get_error(file)
            let isCRC = unsafe zip_error_code_zip(error) == ZIP_ER_CRC
            let said =
                isCRC
                ? "wrong CRC-32: the unpacked bytes are not those that were packed" : unsafe Self.text(of: error)
            throw RunError(
                .input, at: path, "damaged zip archive in entry \"\(entry)\", \(said)",
                wayOut: "fetch the file again; nothing was published")
        }
        try guardian.count(unpacked: Int(done))
        return Int(done)
    }

    private static func contents(of packed: any ByteSource, path: String) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        var end = 0
        while true {
            let done = try packed.read(into: &bytes, at: end, count: bytes.count - end)
            end += done
            if done == 0 { return Array(bytes[..<end]) }
            guard end <= packedLimit else {
                throw RunError(
                    .input, at: path, "is a zip archive of more than \(packedLimit >> 20) MiB",
                    wayOut: "unpack it and name the feed itself, or pack it with gzip")
            }
            if end == bytes.count { bytes += [UInt8](repeating: 0, count: end) }
        }
    }

    /// An entry as the archive's directory has it.
    struct Entry {
        var place: UInt64
        var name: String
        var method: Int
        var isEncrypted: Bool

        /// Whether it could be a feed, and not a folder or what packing programs add.
        var isFile: Bool {
            !name.hasSuffix("/") && !name.hasPrefix("__MACOSX/") && base.first != "."
        }
        var base: Substring { name.split(separator: "/").last ?? "" }
        var looksLikeData: Bool {
            let word = base.split(separator: ".").last.map { $0.lowercased() } ?? ""
            return ["csv", "xml", "tsv", "dat", "data"].contains(word)
        }
    }

    private static func entries(of archive: OpaquePointer) -> [Entry] {
        let count = unsafe zip_get_num_entries(archive, 0)
        var entries: [Entry] = []
        for place in 0..<UInt64(max(0, count)) {
            var stat = unsafe zip_stat_t()
            guard unsafe zip_stat_index(archive, place, 0, &stat) == 0 else { continue }
            let raw = unsafe stat.name.map { unsafe String(cString: $0) } ?? ""
            // A name is shown in messages, where control characters have no place.
            let name = String(String.UnicodeScalarView(raw.unicodeScalars.map { $0.value < 0x20 ? "?" : $0 }))
            unsafe entries.append(
                Entry(
                    place: place, name: name, method: Int(stat.comp_method),
                    isEncrypted: stat.encryption_method != ZIP_EM_NONE))
        }
        return entries
    }

    private static func choose(_ entries: [Entry], _ wanted: String?, path: String) throws -> Entry {
        let files = entries.filter(\.isFile)
        let list = files.prefix(12).map { "\"\($0.name)\"" }.joined(separator: ", ") + (files.count > 12 ? " …" : "")
        let chosen: Entry
        if let wanted {
            guard let found = files.first(where: { $0.name == wanted }) ?? files.first(where: { $0.base == wanted })
            else {
                throw RunError(
                    .input, at: path, "has no entry \"\(wanted)\", found \(list)",
                    wayOut: "name one of them as the feed's entry")
            }
            chosen = found
        } else {
            let likely = files.count == 1 ? files : files.filter(\.looksLikeData)
            guard likely.count == 1 else {
                throw RunError(
                    .input, at: path,
                    files.isEmpty ? "has no entry, expected a feed" : "has \(files.count) entries, expected one: \(list)",
                    wayOut: "name the one that is meant: feeds.NAME.entry in the pipeline file, or --entry")
            }
            chosen = likely[0]
        }
        if chosen.isEncrypted {
            throw RunError(
                .input, at: path, "entry \"\(chosen.name)\" is encrypted, expected a feed that anybody may read",
                wayOut: "unpack it and name the feed itself")
        }
        guard zip_compression_method_supported(zip_int32_t(chosen.method), 0) == 1 else {
            throw RunError(
                .input, at: path,
                "entry \"\(chosen.name)\" is packed by method \(chosen.method) (\(methodName(chosen.method))), expected stored "
                    + "or deflated",
                wayOut: "unpack it with a program that still knows the method, such as Info-ZIP's unzip")
        }
        return chosen
    }

    /// As PKWARE's APPNOTE, section 4.4.5, names the methods.
    private static func methodName(_ method: Int) -> String {
        switch method {
        case 1: "shrink"
        case 2...5: "reduce"
        case 6: "implode"
        case 9: "deflate64"
        case 12: "bzip2"
        case 14: "LZMA"
        case 93: "Zstandard"
        case 95: "XZ"
        case 97: "WavPack"
        case 98: "PPMd"
        default: "unknown"
        }
    }

    private static func text(of error: UnsafeMutablePointer<zip_error_t>?) -> String {
        guard let error = unsafe error, let said = unsafe zip_error_strerror(error) else { return "unknown fault" }
        return unsafe String(cString: said).lowercased()
    }
}
