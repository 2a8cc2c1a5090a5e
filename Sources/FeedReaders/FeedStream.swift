package import FuelEconomy
internal import Platform

/// A feed's text, unpacked and decoded to UTF-8: what its first bytes say it is decides how it is read, never its name.
package final class FeedStream: ByteSource {
    /// How much of the text is looked at before any of it is read.
    private static let lookAhead = 1 << 16

    private let file: HashedSource
    private var gzip: [GzipSource] = []
    private var decoder: TextDecoder?
    private var text: any ByteSource
    private var unpackedSize = 0
    private var info: FeedSource

    /// The path, for messages.
    package let path: String
    /// The text's first bytes, without a byte order mark.
    package private(set) var first: [UInt8] = []
    /// Whether ``first`` is all of the text.
    package private(set) var isWhole = false
    /// Whether the text begins as XML does.
    package private(set) var isXML = false
    private var found: [(rule: Rule, values: [FindingValue])] = []

    /// Opens a file, or standard input for `-`, and looks at its first bytes.
    ///
    /// - Parameters:
    ///   - encoding: what the layout declares; `nil` where the bytes are to tell.
    /// - Throws: an input error for what is missing, empty, or evidently no feed.
    package convenience init(
        _ source: FeedSource, encoding: String? = nil, limits: UnpackLimits = .standard
    ) throws {
        let file = try FileSource(OpenFile.reading(source.path))
        try self.init(source, of: file, encoding: encoding, limits: limits)
    }

    /// The same for bytes that are no file.
    package init(
        _ source: FeedSource, of bytes: any ByteSource, encoding: String? = nil, limits: UnpackLimits = .standard
    ) throws {
        info = source
        path = info.path == "-" ? "standard input" : info.path
        let file = HashedSource(bytes)
        self.file = file
        text = file
        try unpack(limits)
        let start = try look(ahead: Self.lookAhead)
        if start.isEmpty {
            throw RunError(.input, at: path, "unpacks to nothing, expected a feed", wayOut: "fetch the file again")
        }
        try decode(start, declared: encoding)
        first = try look(ahead: Self.lookAhead)
        isWhole = first.count < Self.lookAhead
        if first.starts(with: [0xef, 0xbb, 0xbf]) { first.removeFirst(3) }
        if !isXML { try Self.refuse(first, path: path) }
    }

    /// Reads and unpacks on a thread of its own from here on.
    package func prefetch() { text = PrefetchedSource(text) }

    package func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        let done = try text.read(into: &bytes, at: offset, count: count)
        unpackedSize += done
        return done
    }

    /// The source with sizes and digest, once ``read(into:at:count:)`` has come to the end.
    package var source: FeedSource {
        var source = info
        source.packedSize = file.position
        source.unpackedSize = decoder?.position ?? unpackedSize
        source.sha256 = file.sha256
        return source
    }

    /// What there is to say of the text as a whole, once it has come to its end.
    package var findings: [(rule: Rule, values: [FindingValue])] {
        var all = found
        if let byte = gzip.first?.trailing { all.append((ReaderRules.trailingBytes, [FindingValue("byte", byte)])) }
        return all
    }

    /// Bytes that did not decode: how many, and the first of them as findings.
    package var undecodable: (count: Int, samples: [[FindingValue]]) {
        guard let decoder else { return (0, []) }
        let samples = decoder.undecodable.places.map {
            [FindingValue("byte", $0), FindingValue("encoding", info.encoding)]
        }
        return (decoder.undecodable.count, samples)
    }

    // MARK: Opening

    private func unpack(_ limits: UnpackLimits) throws {
        var start = try look(ahead: 8)
        if start.isEmpty {
            throw RunError(.input, at: path, "is empty, expected a feed", wayOut: "fetch the file again")
        }
        var packings: [String] = []
        while let packing = Self.packing(start) {
            if packings.count == 2 {
                throw RunError(.input, at: path, "is packed more than twice", wayOut: "unpack it once by hand")
            }
            packings.append(packing)
            if packing == "gzip" {
                let member = GzipSource(text, path: path, limits: limits)
                gzip.append(member)
                text = member
            } else {
                let archive = try ZipSource(text, path: path, entry: info.entry, limits: limits)
                info.entry = archive.entry
                text = archive
            }
            start = try look(ahead: 8)
        }
        if let first = packings.first { info.packing = first }
    }

    private static func packing(_ start: [UInt8]) -> String? {
        if start.starts(with: [0x1f, 0x8b]) { return "gzip" }
        return start.starts(with: [0x50, 0x4b, 0x03, 0x04]) || start.starts(with: [0x50, 0x4b, 0x05, 0x06]) ? "zip" : nil
    }

    /// Decides in which encoding the text is, and has it decoded where that is not UTF-8. XML says so itself.
    private func decode(_ start: [UInt8], declared: String?) throws {
        let marked = TextEncoding.marked(start)
        isXML = Self.looksLikeXML(start, marked)
        if isXML { return }
        let encoding = marked?.name ?? declared ?? (TextEncoding.isLikelyUTF8(start) ? "UTF-8" : "windows-1252")
        info.encoding = encoding
        // UTF-16 may be declared without its byte order, which the mark tells.
        if !encoding.hasPrefix(declared ?? "UTF-8") {
            let sign = marked.map { $0.mark > 0 ? "marked as \($0.name)" : "like \($0.name)" } ?? "not UTF-8"
            found.append(
                (
                    ReaderRules.encodingDetected,
                    [
                        FindingValue("found", sign), FindingValue("declared", declared ?? "UTF-8"),
                        FindingValue("encoding", encoding),
                    ]
                ))
        }
        if encoding != "UTF-8" {
            let decoder = TextDecoder(text, encoding: encoding)
            self.decoder = decoder
            text = decoder
        }
    }

    private static func looksLikeXML(_ start: [UInt8], _ marked: (name: String, mark: Int)?) -> Bool {
        let plain = start.prefix(512).dropFirst(marked?.mark ?? 0).filter { $0 != 0 }
            .drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }.prefix(16)
        let words = String(decoding: plain, as: UTF8.self).lowercased()
        return words.hasPrefix("<") && !words.hasPrefix("<!doctype html") && !words.hasPrefix("<html")
    }

    private func look(ahead count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let more = try text.read(into: &bytes, at: done, count: count - done)
            if more == 0 { break }
            done += more
        }
        bytes.removeLast(count - done)
        text = ReplayedSource(bytes, then: text)
        return bytes
    }

    /// Tells what is evidently not a table of text, by its first bytes.
    private static func refuse(_ first: [UInt8], path: String) throws(RunError) {
        let start = first.prefix(256).drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
        let words = String(decoding: start.prefix(16), as: UTF8.self).lowercased()
        let looks: String? =
            if words.hasPrefix("<") {
                "an HTML page"
            } else if words.hasPrefix("{") || words.hasPrefix("[") {
                "a JSON document"
            } else if start.count(where: { $0 < 0x09 || (0x0e..<0x20).contains($0) }) * 20 > start.count {
                "binary data"
            } else {
                nil
            }
        if let looks {
            throw RunError(
                .input, at: path, "looks like \(looks), expected a table of text or XML, plain, in gzip or in zip",
                wayOut: "check where the file was fetched from; an error page is often saved in a feed's place")
        }
    }
}
