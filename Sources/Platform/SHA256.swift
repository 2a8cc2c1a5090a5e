internal import CNettle
package import FuelEconomy

/// A SHA-256 digest over bytes as they come. Nettle does the work.
package struct SHA256 {
    private var context = sha256_ctx()

    package init() { unsafe nettle_sha256_init(&context) }

    package init(of bytes: [UInt8]) {
        self.init()
        update(bytes.span)
    }

    /// Of a whole file, read a piece at a time.
    package init(ofFile path: String) throws(RunError) {
        self.init()
        let file = try OpenFile.reading(path)
        var bytes = uninitializedBytes(1 << 18)
        while true {
            let count = try file.read(into: &bytes, at: 0, count: bytes.count)
            update(bytes.span.extracting(0..<count))
            if count < bytes.count { return }
        }
    }

    package mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe nettle_sha256_update(&context, buffer.count, buffer.baseAddress)
        }
    }

    /// The digest of the bytes so far, in hexadecimal.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The same in base 64, as a page's security policy states it.
    package var base64: String { String(decoding: Platform.base64(digest), as: UTF8.self) }

    private var digest: [UInt8] {
        var context = context
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe nettle_sha256_digest(&context, 32, &digest)
        return digest
    }
}
