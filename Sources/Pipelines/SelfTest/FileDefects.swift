/// How a defect is planted in the file itself, as it was packed.
struct FileDefect: Sendable {
    /// How the file must be packed; `nil`: in whatever way.
    var packing: String?
    var change: @Sendable ([UInt8]) -> [UInt8]?
    /// What the error, or the finding's message, must carry.
    var told: String

    static let all: [Defect] = [
        .file("gzip-truncated", nil, "cuts the file in half", "gzip", told: "truncated at byte") {
            Array($0.prefix($0.count / 2))
        },
        .file("gzip-wrong-crc", nil, "changes the checksum of the packed text", "gzip", told: "wrong CRC-32") {
            flipped($0, $0.count - 8)
        },
        .file("gzip-wrong-length", nil, "changes the length of the packed text", "gzip", told: "wrong length") {
            flipped($0, $0.count - 4)
        },
        .file("gzip-trailing-bytes", "trailing-bytes", "writes bytes behind the packed text", "gzip", told: "no gzip member")
        {
            $0 + Array("trailing".utf8)
        },
        .file("zip-truncated", nil, "cuts the archive in half", "zip", told: "damaged zip archive") {
            Array($0.prefix($0.count / 2))
        },
        .file("zip-wrong-bytes", nil, "changes a byte of the packed text", "zip", told: "damaged zip archive") { bytes in
            flipped(bytes, bytes.count / 2)
        },
        .file("error-page", nil, "puts an HTML page in the feed's place", nil, told: "looks like an HTML page") { _ in
            Array("<!DOCTYPE html>\n<html><head><title>503</title></head><body>Service unavailable</body></html>\n".utf8)
        },
        .file("empty-file", nil, "puts an empty file in the feed's place", nil, told: "is empty") { _ in [] },
    ]

    private static func flipped(_ bytes: [UInt8], _ place: Int) -> [UInt8]? {
        guard bytes.indices.contains(place) else { return nil }
        var bytes = bytes
        bytes[place] ^= 0xff
        return bytes
    }
}

extension Defect {
    fileprivate static func file(
        _ id: String, _ rule: String?, _ meaning: String, _ packing: String?, told: String,
        change: @escaping @Sendable ([UInt8]) -> [UInt8]?
    ) -> Defect {
        Defect(id, rule, meaning, .file(FileDefect(packing: packing, change: change, told: told)))
    }
}
