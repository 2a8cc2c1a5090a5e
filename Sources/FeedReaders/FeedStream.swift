package import FuelEconomy
internal import Platform

/// A feed's text, unpacked: what its first bytes say it is decides how it is read, never its name.
package final class FeedStream: ByteSource {
    private let file: FileSource
    private var gzip: [GzipSource] = []
    private var text: any ByteSource
    private var unpackedSize = 0
    private var info: FeedSource

    /// Opens a file, or standard input for `-`, and looks at its first bytes.
    ///
    /// - Parameter prefetching: reads and unpacks on a thread of its own.
    /// - Throws: an input error for what is missing, empty, or evidently no feed.
    package init(_ source: FeedSource, limits: UnpackLimits = .standard, prefetching: Bool) throws {
        info = source
        let file = try FileSource(OpenFile.reading(source.path))
        self.file = file
        text = file
        let path = info.path == "-" ? "standard input" : info.path
        var first = try look(ahead: 64, path: path)
        if first.isEmpty {
            throw RunError(.input, at: path, "is empty, expected a feed", wayOut: "fetch the file again")
        }
        while first.starts(with: [0x1f, 0x8b]) {
            if gzip.count == 2 {
                throw RunError(.input, at: path, "is gzip packed more than twice", wayOut: "unpack it once by hand")
            }
            let member = GzipSource(text, path: path, limits: limits)
            gzip.append(member)
            text = member
            first = try look(ahead: 64, path: path)
        }
        if first.isEmpty {
            throw RunError(.input, at: path, "unpacks to nothing, expected a feed", wayOut: "fetch the file again")
        }
        try Self.refuse(first, path: path)
        info.packing = gzip.isEmpty ? "plain" : "gzip"
        if prefetching { text = PrefetchedSource(text) }
    }

    package func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        let done = try text.read(into: &bytes, at: offset, count: count)
        unpackedSize += done
        return done
    }

    /// The source with sizes and digest, once ``read(into:at:count:)`` has come to the end.
    package var source: FeedSource {
        var source = info
        source.packedSize = file.position
        source.unpackedSize = unpackedSize
        source.sha256 = file.sha256
        return source
    }

    /// Where bytes begin that follow the packed data and were left unread.
    package var trailingByte: Int? { gzip.first?.trailing }

    private func look(ahead count: Int, path: String) throws -> [UInt8] {
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
        let start = first.drop { [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
        let words = String(decoding: start.prefix(16), as: UTF8.self).lowercased()
        let looks: String? =
            if words.hasPrefix("<!doctype html") || words.hasPrefix("<html") {
                "an HTML page"
            } else if words.hasPrefix("<") {
                "an XML document"
            } else if words.hasPrefix("{") || words.hasPrefix("[") {
                "a JSON document"
            } else if first.starts(with: [0x50, 0x4b, 0x03, 0x04]) || first.starts(with: [0x50, 0x4b, 0x05, 0x06]) {
                "a zip archive"
            } else if first.starts(with: [0xff, 0xfe]) || first.starts(with: [0xfe, 0xff]) {
                "UTF-16 text"
            } else if start.prefix(64).contains(0) {
                "binary data"
            } else {
                nil
            }
        if let looks {
            throw RunError(
                .input, at: path, "looks like \(looks), expected CSV, plain or in gzip",
                wayOut: "check where the file was fetched from; an error page is often saved in a feed's place")
        }
    }
}
