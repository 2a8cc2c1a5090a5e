internal import FuelEconomy
internal import Platform

/// A file in gzip, read as a whole and not kept.
package enum GzipFile {
    /// The SHA-256 of what it unpacks to.
    ///
    /// - Throws: an input error that names the place where it is damaged.
    package static func digest(of path: String) throws -> String {
        let source = GzipSource(FileSource(try OpenFile.reading(path)), path: path, limits: .standard)
        var digest = SHA256()
        var bytes = uninitializedBytes(1 << 18)
        while true {
            let count = try source.read(into: &bytes, at: 0, count: bytes.count)
            if count == 0 { return digest.hexadecimal }
            digest.update(bytes.span.extracting(0..<count))
        }
    }
}
