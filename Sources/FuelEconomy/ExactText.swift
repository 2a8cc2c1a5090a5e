/// A text that is equal to another one only where the bytes are.
///
/// Swift's own texts are equal where they are canonically equivalent, "é" in one scalar and in two; which of them came first would
/// then decide what is written.
package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (a: ExactText, b: ExactText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
    package static func < (a: ExactText, b: ExactText) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
    package func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
