internal import FuelEconomy

/// What a feed may unpack to, so that a small file cannot fill memory and disk.
package struct UnpackLimits: Sendable {
    /// Bytes in all.
    package var size: Int
    /// Unpacked bytes a packed byte; deflate itself ends at 1,032.
    package var ratio: Int

    package static let standard = UnpackLimits(size: 16 << 30, ratio: 500)

    package init(size: Int, ratio: Int) {
        self.size = size
        self.ratio = ratio
    }
}

/// Counts what is unpacked, and stops at the limits.
struct UnpackGuard {
    /// Small files may unpack to this much whatever their ratio.
    private static let harmless = 1 << 24

    private let limits: UnpackLimits
    private let path: String
    /// Packed bytes used so far.
    var packed = 0
    private var unpacked = 0

    init(_ limits: UnpackLimits, path: String) {
        self.limits = limits
        self.path = path
    }

    /// - Throws: an input error that says which limit was met, and which key raises it.
    mutating func count(unpacked count: Int) throws {
        unpacked += count
        let isTooLarge = unpacked > limits.size
        guard isTooLarge || (unpacked > Self.harmless && unpacked / max(1, packed) > limits.ratio) else { return }
        throw RunError(
            .input, at: path,
            "unpacks to more than \(isTooLarge ? "\(limits.size) bytes" : "\(limits.ratio) times its size"),"
                + " found \(unpacked) bytes from \(packed)",
            wayOut: "raise limits.unpacked-size or limits.ratio of the feed, if the file is meant to be so large")
    }
}
