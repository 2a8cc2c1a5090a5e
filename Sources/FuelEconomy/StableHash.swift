/// A 64-bit hash that is the same on every machine and in every run, for fingerprints and for choosing samples.
///
/// FNV-1a over bytes with a final avalanche. Not for security.
package struct StableHash: Sendable {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    package mutating func combine(_ word: UInt64) {
        state = (state ^ word) &* 0x9e37_79b9_7f4a_7c15
        state ^= state >> 29
    }

    /// Byte by byte; for what is hashed once a record or a spelling.
    package mutating func combine(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { combine(UInt64(byte)) }
    }

    /// The text's UTF-8 and its end, so that ("ab", "c") and ("a", "bc") differ.
    package mutating func combine(_ text: String) {
        for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
        combine(0xff)
    }

    package var value: UInt64 {
        var h = state
        h = (h ^ (h >> 33)) &* 0xff51_afd7_ed55_8ccd
        h = (h ^ (h >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return h ^ (h >> 33)
    }
}
