/// A JSON text that is looked into at single places, without reading it as a whole: megabytes in milliseconds.
///
/// A place is the offset of a value's first byte. The text is taken to be well-formed, as this package writes it; in one that is
/// not, places are not found, and nothing worse happens.
package struct JSONText: Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The place of the whole.
    package var root: Int { skipBlanks(0) }

    /// The place of an object's member; `nil` where there is no object, or no such member.
    package func member(_ key: String, of object: Int) -> Int? {
        let wanted = JSON.string(key).compact
        var found: Int?
        visit(object, opening: 0x7b) { start in
            let end = skip(start)
            let value = skipBlanks(skipBlanks(end) + 1)
            if bytes[start..<end].elementsEqual(wanted) { found = value }
            return found == nil ? value : nil
        }
        return found
    }

    /// The same for an object of ids that has a member a line, in order of the keys' texts: found by halves.
    package func lineMember(_ key: String, of object: Int) -> Int? {
        let wanted = JSON.string(key).compact
        var low = object
        var high = bytes.count
        while low < high {
            // The line that holds the middle, from its first byte to behind its end.
            let middle = low + (high - low) / 2
            let start = bytes[low..<middle].lastIndex(of: 0x0a).map { $0 + 1 } ?? low
            let end = bytes[middle..<high].firstIndex(of: 0x0a).map { $0 + 1 } ?? high
            // Only members begin with a mark: the object's own line and what stands behind it do not.
            guard bytes[start] == 0x22 else {
                if start == object { low = end } else { high = start }
                continue
            }
            let found = bytes[start..<min(skip(start), end)]
            if found.elementsEqual(wanted) { return skipBlanks(skipBlanks(start + found.count) + 1) }
            if found.dropLast().lexicographicallyPrecedes(wanted.dropLast()) { low = end } else { high = start }
        }
        return nil
    }

    /// Calls `body` with the places of an array's elements, in order, until it answers `false`.
    package func elements(of array: Int, _ body: (_ index: Int, _ place: Int) -> Bool) {
        var index = 0
        visit(array, opening: 0x5b) { place in
            guard body(index, place) else { return nil }
            index += 1
            return place
        }
    }

    /// The place of an array's element; `nil` where it has fewer.
    package func element(_ index: Int, of array: Int) -> Int? {
        var found: Int?
        elements(of: array) { at, place in
            if at == index { found = place }
            return found == nil
        }
        return found
    }

    /// The value at a place; `nil` where it is damaged.
    package func value(at place: Int) -> JSON? { try? JSON(Array(raw(at: place))) }

    /// The bytes of the value at a place.
    package func raw(at place: Int) -> ArraySlice<UInt8> { bytes[place..<skip(place)] }

    /// A number of no fraction.
    package func int(at place: Int) -> Int? {
        var number: Int?
        for byte in bytes[place...] {
            guard byte &- 0x30 < 10 else { break }
            number = (number ?? 0) &* 10 &+ Int(byte &- 0x30)
        }
        return number
    }

    /// Goes through what stands between commas.
    ///
    /// - Parameter body: gets the place of a child, and answers that of the value which ends it; `nil` to go no further.
    private func visit(_ place: Int, opening: UInt8, _ body: (Int) -> Int?) {
        guard place < bytes.count, bytes[place] == opening else { return }
        var at = skipBlanks(place + 1)
        while at < bytes.count, bytes[at] != opening + 2 {
            guard let value = body(at), value < bytes.count else { return }
            at = skipBlanks(skip(value))
            guard at < bytes.count, bytes[at] == 0x2c else { return }
            at = skipBlanks(at + 1)
        }
    }

    private func skipBlanks(_ start: Int) -> Int {
        var at = min(start, bytes.count)
        while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
        return at
    }

    /// Where the value that begins at a place ends.
    private func skip(_ start: Int) -> Int {
        let bytes = bytes.span
        var at = start
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case 0x22:
                at += 1
                while at < bytes.count, bytes[at] != 0x22 { at += bytes[at] == 0x5c ? 2 : 1 }
            case 0x7b, 0x5b: depth += 1
            case 0x7d, 0x5d:
                depth -= 1
                // The end of what the value stands in.
                if depth < 0 { return at }
            case 0x2c where depth == 0: return at
            default:
                at += 1
                continue
            }
            at += 1
            if depth == 0 { return min(at, bytes.count) }
        }
        return bytes.count
    }
}
