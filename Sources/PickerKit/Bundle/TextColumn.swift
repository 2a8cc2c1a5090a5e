/// A list of texts that lie behind each other in one piece of memory and become strings when they are asked for.
public struct TextColumn: RandomAccessCollection, Sendable, Equatable {
    var bytes: [UInt8] = []
    private var ends: [UInt32] = []

    init() {}

    init(_ texts: some Sequence<String>) {
        for text in texts {
            bytes += text.utf8
            endText()
        }
    }

    /// What was appended to ``bytes`` since the last text is one.
    mutating func endText() { ends.append(UInt32(bytes.count)) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { ends.count }

    public subscript(position: Int) -> String { String(decoding: utf8(position), as: UTF8.self) }

    func utf8(_ position: Int) -> ArraySlice<UInt8> {
        bytes[(position == 0 ? 0 : Int(ends[position - 1]))..<Int(ends[position])]
    }

    /// The first place whose text stands at an earlier one of the range too.
    func firstRepeated(in range: Range<Int>) -> Int? {
        if range.count <= 8 {
            return range.first { place in (range.lowerBound..<place).contains { utf8($0).elementsEqual(utf8(place)) } }
        }
        let mask = 1 << (Int.bitWidth - (range.count * 2).leadingZeroBitCount) - 1
        var slots = [Int32](repeating: -1, count: mask + 1)
        for place in range {
            let text = utf8(place)
            // FNV-1a; its low bits are mixed well enough for names and numbers.
            var slot = Int(text.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } >> 7) & mask
            while slots[slot] >= 0 {
                if utf8(Int(slots[slot])).elementsEqual(text) { return place }
                slot = (slot + 1) & mask
            }
            slots[slot] = Int32(place)
        }
        return nil
    }

    /// Whether a text has a piece somewhere.
    func has(_ piece: [UInt8], in position: Int) -> Bool {
        var start = position == 0 ? 0 : Int(ends[position - 1])
        let last = Int(ends[position]) - piece.count
        while start <= last {
            var length = 0
            while length < piece.count, bytes[start + length] == piece[length] { length += 1 }
            if length == piece.count { return true }
            start += 1
        }
        return false
    }

    /// Where a text stands, searched from front to back.
    func firstPlace(of text: some Collection<UInt8>, in range: Range<Int>? = nil) -> Int? {
        (range ?? indices).first { utf8($0).elementsEqual(text) }
    }
}

/// Titles that many rows share: each row has the place of its text in one list of distinct texts.
public struct SharedTexts: RandomAccessCollection, Sendable, Equatable {
    let texts: TextColumn
    let places: [Int32]

    public var startIndex: Int { 0 }
    public var endIndex: Int { places.count }

    public subscript(position: Int) -> String { texts[Int(places[position])] }
}
