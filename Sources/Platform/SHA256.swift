internal import CNettle

/// A SHA-256 digest over bytes as they come. Nettle does the work.
package struct SHA256 {
    private var context = sha256_ctx()

    package init() { unsafe nettle_sha256_init(&context) }

    package mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe nettle_sha256_update(&context, buffer.count, buffer.baseAddress)
        }
    }

    /// The digest of the bytes so far, in hexadecimal.
    package var hexadecimal: String {
        var context = context
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe nettle_sha256_digest(&context, 32, &digest)
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
