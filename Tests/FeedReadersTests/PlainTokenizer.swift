/// The plain twin of the tokenizer kernel: one byte at a time, written to be read. Both must agree on any input.
///
/// A quotation mark opens a quotation only at a field's start. A quotation ends at a mark before a delimiter, a line end or the
/// end; a mark before anything else ends it too if it began on the same line, and otherwise shows that the quotation was
/// never closed. A quotation that never closes is read as text with a mark in front.
struct PlainTokenizer {
    struct Record: Equatable {
        var fields: [String]
        var line: Int
        var oddities: Set<String>
    }

    private let bytes: [UInt8]
    private var at = 0
    private var line = 1
    private(set) var records: [Record] = []
    private(set) var blank = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while at < bytes.count { readRecord() }
    }

    private func isEnd(_ index: Int) -> Bool { index >= bytes.count || bytes[index] == 10 || bytes[index] == 13 }

    private mutating func readRecord() {
        let start = at
        let firstLine = line
        var record = Record(fields: [], line: firstLine, oddities: [])
        while true {
            record.fields.append(readField(&record.oddities))
            if isEnd(at) { break }
            at += 1  // the comma
        }
        let isBlank = bytes[start..<at].allSatisfy { $0 == 44 }
        skipLineEnd()
        if isBlank { blank += 1 } else { records.append(record) }
    }

    private mutating func skipLineEnd() {
        guard at < bytes.count else { return }
        at += bytes[at] == 13 && at + 1 < bytes.count && bytes[at + 1] == 10 ? 2 : 1
        line += 1
    }

    private mutating func readField(_ oddities: inout Set<String>) -> String {
        var content: [UInt8] = []
        if at < bytes.count, bytes[at] == 34 {
            if let end = closingMark(from: at) {
                var index = at + 1
                while index < end {
                    if bytes[index] == 10 || (bytes[index] == 13 && !(index + 1 < end && bytes[index + 1] == 10)) {
                        line += 1
                    }
                    content.append(bytes[index])
                    index += bytes[index] == 34 ? 2 : 1
                }
                at = end + 1
                if !isEnd(at), bytes[at] != 44 { oddities.insert("bare-quote") }
            } else {
                oddities.insert("unclosed-quote")
                content.append(34)
                at += 1
            }
        }
        while !isEnd(at), bytes[at] != 44 {
            if bytes[at] == 34 { oddities.insert("bare-quote") }
            content.append(bytes[at])
            at += 1
        }
        return String(decoding: content, as: UTF8.self)
    }

    private func closingMark(from open: Int) -> Int? {
        var index = open + 1
        while index < bytes.count {
            if bytes[index] != 34 {
                index += 1
            } else if index + 1 < bytes.count, bytes[index + 1] == 34 {
                index += 2
            } else if isEnd(index + 1) || bytes[index + 1] == 44 {
                return index
            } else {
                return bytes[open..<index].contains { $0 == 10 || $0 == 13 } ? nil : index
            }
        }
        return nil
    }
}
