internal import FuelEconomy

/// A JSON value of the small documents: manifest, report. The large ones are written as they go, see ``JSONBytes``.
package enum JSON: Sendable {
    case string(String)
    case number(Double)
    case null
    case array([JSON])
    /// Written with its keys in order of code points.
    case object([String: JSON])

    package static func int(_ number: Int) -> JSON { .number(Double(number)) }
    package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

    /// Indented by two spaces, what fits on a line kept on it; ends in a line end.
    package var document: [UInt8] {
        var json = JSONBytes()
        json.value(self, indent: 0)
        json.raw("\n")
        return json.bytes
    }

    /// Without blanks, as the large documents have it.
    package var compact: [UInt8] {
        var json = JSONBytes()
        json.value(self, indent: nil)
        return json.bytes
    }
}

/// JSON as bytes, appended piece by piece: UTF-8, nothing escaped that need not be.
struct JSONBytes {
    var bytes: [UInt8] = []

    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func raw(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    /// Opens the next member of an object, on a line of its own but for the first.
    mutating func member(_ key: String) {
        raw(bytes.last == 0x7b ? "" : ",\n")
        string(key)
        bytes.append(0x3a)
    }

    mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { unsafe string($0) }
    }

    /// A string of UTF-8.
    mutating func string(_ text: [UInt8]) {
        unsafe text.withUnsafeBufferPointer { unsafe string($0) }
    }

    private mutating func string(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(0x22)
        if unsafe text.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c }) {
            unsafe text.forEach { escape($0) }
        } else {
            unsafe bytes.append(contentsOf: text)
        }
        bytes.append(0x22)
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22, 0x5c:
            bytes.append(0x5c)
            bytes.append(byte)
        case 0x0a: raw("\\n")
        case 0x0d: raw("\\r")
        case 0x09: raw("\\t")
        case ..<0x20:
            raw("\\u00")
            bytes.append(Self.digits[Int(byte >> 4)])
            bytes.append(Self.digits[Int(byte & 15)])
        default: bytes.append(byte)
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)

    mutating func number(_ number: Double) { raw(NumberText.exact(number)) }

    mutating func int(_ number: Int) {
        if number < 0 { bytes.append(0x2d) }
        digits(of: number.magnitude)
    }

    /// `"47921"`
    mutating func id(_ id: UInt64) {
        bytes.append(0x22)
        digits(of: UInt(id))
        bytes.append(0x22)
    }

    /// Eight digits at a time, the first of them in the lowest byte.
    private mutating func digits(of number: UInt) {
        var rest = number
        var packed: UInt64 = 0
        var count = 0
        repeat {
            packed = packed << 8 | UInt64(0x30 + rest % 10)
            rest /= 10
            count += 1
        } while rest > 0 && count < 8
        if rest > 0 { digits(of: rest) }
        unsafe withUnsafeBytes(of: packed.littleEndian) {
            unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
    }

    /// `[1,2,3]`
    mutating func ints(_ numbers: some Sequence<Int>) {
        list(numbers) { $0.int($1) }
    }

    /// `["a","b"]`
    mutating func strings(_ texts: some Sequence<String>) {
        list(texts) { $0.string($1) }
    }

    mutating func list<Items: Sequence>(_ items: Items, _ write: (inout JSONBytes, Items.Element) -> Void) {
        bytes.append(0x5b)
        var isFirst = true
        for item in items {
            if !isFirst { bytes.append(0x2c) }
            isFirst = false
            write(&self, item)
        }
        bytes.append(0x5d)
    }

    mutating func value(_ value: JSON, indent: Int?) {
        switch value {
        case .string(let text): string(text)
        case .number(let number): self.number(number)
        case .null: raw("null")
        case .array(let items):
            children(items, "[", "]", indent) { json, item, indent in json.value(item, indent: indent) }
        case .object(let members):
            let sorted = members.sorted { ExactText($0.key) < ExactText($1.key) }
            children(sorted, "{", "}", indent) { json, member, indent in
                json.string(member.key)
                json.raw(indent == nil ? ":" : ": ")
                json.value(member.value, indent: indent)
            }
        }
    }

    /// Lists and objects go on one line where they are short, and one line a child where they are not.
    private mutating func children<Child>(
        _ children: [Child], _ open: String, _ close: String, _ indent: Int?,
        _ write: (inout JSONBytes, Child, Int?) -> Void
    ) {
        let start = bytes.count
        raw(open)
        for (index, child) in children.enumerated() {
            if index > 0 { raw(indent == nil ? "," : ", ") }
            write(&self, child, nil)
            if indent != nil, bytes.count - start > 100 { break }
        }
        raw(close)
        guard let indent, bytes.count - start > 100 else { return }
        bytes.removeLast(bytes.count - start)
        raw(open)
        for (index, child) in children.enumerated() {
            raw(index > 0 ? ",\n" : "\n")
            raw(String(repeating: "  ", count: indent + 1))
            write(&self, child, indent + 1)
        }
        raw("\n" + String(repeating: "  ", count: indent) + close)
    }
}
