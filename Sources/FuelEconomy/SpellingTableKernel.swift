/// The distinct spellings of one column, each with a code: what turns a million fields into a few thousand values.
///
/// Code 0 is the empty spelling. Codes are given in order of first sight, so they differ between runs that see rows in
/// another order; nothing that is published may depend on them.
///
/// Cost: about 3 ns a field for a spelling of up to 8 bytes that its column has had before.
package struct SpellingTable: Sendable {
    /// A spelling of up to 8 bytes is its own key; a longer one has a hash as key and its bytes in the arena.
    private struct Entry {
        var key: UInt64
        var length: UInt32
        var offset: UInt32
    }

    /// What a look-up needs in one place: the spelling's key and length, and its code + 1, or 0 where the slot is free.
    private struct Slot {
        var key: UInt64 = 0
        var length: UInt32 = 0
        var mark: UInt32 = 0
    }

    private var entries: [Entry] = [Entry(key: 0, length: 0, offset: 0)]
    private var arena: [UInt8] = []
    /// Open addressing, a power of two, at most half full.
    private var slots = [Slot](repeating: Slot(), count: 32)

    package init() {
        insert(codes: 0..<1)
    }

    package var count: Int { entries.count }

    /// The spelling behind a code.
    package subscript(code: Int) -> [UInt8] {
        var spelling: [UInt8] = []
        copy(code, to: &spelling)
        return spelling
    }

    /// Puts the spelling behind a code in the place of what is in `spelling`, which keeps its room.
    package func copy(_ code: Int, to spelling: inout [UInt8]) {
        spelling.removeAll(keepingCapacity: true)
        let entry = entries[code]
        let length = Int(entry.length)
        if length > 8 {
            spelling += arena[Int(entry.offset)..<Int(entry.offset) + length]
        } else {
            spelling.reserveCapacity(length)
            for place in 0..<length { spelling.append(UInt8(truncatingIfNeeded: entry.key >> UInt64(8 * place))) }
        }
    }

    /// Gives each field its code; unknown spellings get a new one.
    ///
    /// - Parameters:
    ///   - fields: ranges into `bytes`, which has ``RecordBatch/padding`` more bytes behind the last of them.
    ///   - codes: as long as `fields`.
    package mutating func encode(_ fields: Span<FieldRange>, in bytes: RawSpan, into codes: inout MutableSpan<UInt32>) {
        var done = 0
        while true {
            done = encodeKnown(fields, in: bytes, into: &codes, from: done)
            if done == fields.count { return }
            let field = fields[done]
            let length = field.count
            codes[done] = add(
                key: Self.key(bytes, at: Int(field.start), length: length), length: length, at: Int(field.start), in: bytes)
            done += 1
        }
    }

    /// Encodes up to the first spelling that is new.
    ///
    /// - Returns: where that one is, or the end.
    private func encodeKnown(
        _ fields: Span<FieldRange>, in bytes: RawSpan, into codes: inout MutableSpan<UInt32>, from start: Int
    ) -> Int {
        unsafe slots.withUnsafeBufferPointer { slots in
            precondition(codes.count >= fields.count, "a code a field")
            let mask = slots.count &- 1
            // Of the field before, for its spelling is often the next one's too.
            var slot = Slot()
            for i in start..<fields.count {
                let field = unsafe fields[unchecked: i]
                let length = field.count
                if length == 0 {
                    unsafe codes[unchecked: i] = 0
                    continue
                }
                let key = Self.key(bytes, at: Int(field.start), length: length)
                func isFound() -> Bool {
                    slot.key == key && Int(slot.length) == length
                        && (length <= 8 || isStored(entries[Int(slot.mark) &- 1], at: Int(field.start), in: bytes))
                }
                if !isFound() {
                    var place = Self.hash(key, length) & mask
                    slot = unsafe slots[place]
                    while !isFound() {
                        if slot.mark == 0 { return i }
                        place = (place &+ 1) & mask
                        slot = unsafe slots[place]
                    }
                }
                unsafe codes[unchecked: i] = slot.mark &- 1
            }
            return fields.count
        }
    }

    /// The code of one spelling, new or known. For merging tables and for tests.
    package mutating func code(of spelling: [UInt8]) -> UInt32 {
        let padded = spelling + Array(repeating: 0, count: RecordBatch.padding)
        let length = spelling.count
        let bytes = unsafe padded.span.bytes
        let key = Self.key(bytes, at: 0, length: length)
        var place = Self.hash(key, length) & (slots.count - 1)
        while slots[place].mark != 0 {
            let code = Int(slots[place].mark) - 1
            if slots[place].key == key, Int(slots[place].length) == length,
                length <= 8 || isStored(entries[code], at: 0, in: bytes)
            {
                return UInt32(code)
            }
            place = (place + 1) & (slots.count - 1)
        }
        return add(key: key, length: length, at: 0, in: bytes)
    }

    @inline(__always)
    private static func key(_ bytes: RawSpan, at offset: Int, length: Int) -> UInt64 {
        length <= 8 ? shortKey(bytes, at: offset, length: length) : longKey(bytes, at: offset, length: length)
    }

    /// The first `length` bytes as a little-endian number.
    @inline(__always)
    private static func shortKey(_ bytes: RawSpan, at offset: Int, length: Int) -> UInt64 {
        let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self).littleEndian
        return length == 8 ? word : word & ((1 &<< UInt64(8 &* length)) &- 1)
    }

    @inline(__always)
    private static func longKey(_ bytes: RawSpan, at offset: Int, length: Int) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: length)
        var at = offset
        let last = offset &+ length &- 8
        while true {
            let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self).littleEndian
            hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
            hash ^= hash >> 32
            if at == last { return hash }
            at = min(at &+ 8, last)
        }
    }

    @inline(__always)
    private static func hash(_ key: UInt64, _ length: Int) -> Int {
        // Both halves of the product, so that every byte of the key reaches the low bits.
        let product = (key ^ UInt64(truncatingIfNeeded: length) &<< 56).multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
        return Int(truncatingIfNeeded: product.high ^ product.low)
    }

    /// Compares a spelling of more than 8 bytes, word by word; the last word overlaps the one before.
    @inline(__always)
    private func isStored(_ entry: Entry, at offset: Int, in bytes: RawSpan) -> Bool {
        unsafe arena.withUnsafeBytes { arena in
            let stored = Int(entry.offset)
            let last = Int(entry.length) &- 8
            var at = 0
            while true {
                let here = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset &+ at, as: UInt64.self)
                let there = unsafe arena.loadUnaligned(fromByteOffset: stored &+ at, as: UInt64.self)
                if here != there { return false }
                if at == last { return true }
                at = min(at &+ 8, last)
            }
        }
    }

    @inline(never)
    private mutating func add(key: UInt64, length: Int, at offset: Int, in bytes: RawSpan) -> UInt32 {
        let code = UInt32(entries.count)
        entries.append(Entry(key: key, length: UInt32(length), offset: UInt32(arena.count)))
        if length > 8 {
            unsafe bytes.withUnsafeBytes {
                unsafe arena.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + length]))
            }
        }
        if entries.count * 2 > slots.count {
            slots = Array(repeating: Slot(), count: slots.count * 2)
            insert(codes: entries.indices)
        } else {
            insert(codes: entries.indices.suffix(1))
        }
        return code
    }

    private mutating func insert(codes: Range<Int>) {
        let entries = entries
        var slots = slots.mutableSpan
        for code in codes {
            let entry = entries[code]
            var place = Self.hash(entry.key, Int(entry.length)) & (slots.count - 1)
            while slots[place].mark != 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = Slot(key: entry.key, length: entry.length, mark: UInt32(code) + 1)
        }
    }
}
