/// A text that is equal to another one only where the bytes are.
///
/// Swift's own texts are equal where they are canonically equivalent, "é" in one scalar and in two; which of them came first would
/// then decide what is written.
package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (a: ExactText, b: ExactText) -> Bool {
        a.text.utf8.count == b.text.utf8.count && a.firstDifference(from: b) == nil
    }

    package static func < (a: ExactText, b: ExactText) -> Bool {
        guard let (x, y) = a.firstDifference(from: b) else { return a.text.utf8.count < b.text.utf8.count }
        return x < y
    }

    /// The bytes at the first place where both have one and these differ.
    private func firstDifference(from other: ExactText) -> (UInt8, UInt8)? {
        unsafe withBytes { x in
            unsafe other.withBytes { y in
                for place in 0..<min(x.count, y.count) where unsafe x[place] != y[place] {
                    return unsafe (x[place], y[place])
                }
                return nil
            }
        }
    }

    /// The first 16 bytes as a number: where it differs, it orders as the texts do, and is quicker to compare.
    package var head: UInt128 {
        let bytes = text.utf8
        return bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) } << UInt128(8 * max(0, 16 - bytes.count))
    }

    package func hash(into hasher: inout Hasher) {
        unsafe withBytes { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    @inline(__always)
    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // In one place, as those of all texts that were made here.
        unsafe text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
    }
}
