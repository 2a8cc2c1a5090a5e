/// A text that is equal to another one only where the bytes are.
///
/// Swift's own texts are equal where they are canonically equivalent, "é" in one scalar and in two; which of them came first would
/// then decide what is written.
package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (a: ExactText, b: ExactText) -> Bool {
        a.text.utf8.count == b.text.utf8.count
            && (unsafe a.withBytes { x in unsafe b.withBytes { y in unsafe x.elementsEqual(y) } })
    }

    package static func < (a: ExactText, b: ExactText) -> Bool {
        unsafe a.withBytes { x in unsafe b.withBytes { y in unsafe x.lexicographicallyPrecedes(y) } }
    }

    package func hash(into hasher: inout Hasher) {
        unsafe withBytes { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    @inline(__always)
    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = text
        return text.withUTF8(body)
    }
}
