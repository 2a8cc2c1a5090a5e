/// A text that is equal to another one only where the bytes are.
///
/// Swift's own texts are equal where they are canonically equivalent, "é" in one scalar and in two; which of them came first would
/// then decide what is written.
package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (a: ExactText, b: ExactText) -> Bool {
        if a.text.utf8.count != b.text.utf8.count { return false }
        return unsafe compare(a, b) { x, y in unsafe x.elementsEqual(y) }
    }

    package static func < (a: ExactText, b: ExactText) -> Bool {
        unsafe compare(a, b) { x, y in unsafe x.lexicographicallyPrecedes(y) }
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xff as UInt8)
    }

    /// Bytes in a buffer are many times faster than a view of them.
    private static func compare(
        _ a: ExactText, _ b: ExactText, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        var (x, y) = (a.text, b.text)
        return x.withUTF8 { x in y.withUTF8 { y in unsafe body(x, y) } }
    }
}
