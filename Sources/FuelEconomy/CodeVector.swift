/// A growing array of codes that takes one, two or four bytes a code, whichever its largest one needs.
package struct CodeVector: Sendable {
    private var narrow: [UInt8] = []
    private var medium: [UInt16] = []
    private var wide: [UInt32] = []
    private var width = 1

    package init() {}

    package var count: Int {
        width == 1 ? narrow.count : width == 2 ? medium.count : wide.count
    }

    @inlinable
    package subscript(index: Int) -> Int {
        code(at: index)
    }

    @usableFromInline
    package func code(at index: Int) -> Int {
        switch width {
        case 1: Int(narrow[index])
        case 2: Int(medium[index])
        default: Int(wide[index])
        }
    }

    /// - Parameter bound: larger than every code that will be in the vector after this call.
    package mutating func append(_ codes: Span<UInt32>, below bound: Int) {
        widen(toHold: bound)
        switch width {
        case 1: for i in 0..<codes.count { narrow.append(UInt8(truncatingIfNeeded: codes[i])) }
        case 2: for i in 0..<codes.count { medium.append(UInt16(truncatingIfNeeded: codes[i])) }
        default: for i in 0..<codes.count { wide.append(codes[i]) }
        }
    }

    /// Calls `body` with each index and code, in order: the fast way through a whole column.
    package func forEach(_ body: (Int, Int) -> Void) {
        switch width {
        case 1: for i in narrow.indices { body(i, Int(narrow[i])) }
        case 2: for i in medium.indices { body(i, Int(medium[i])) }
        default: for i in wide.indices { body(i, Int(wide[i])) }
        }
    }

    /// The codes of `rows`, in their order, each replaced by what `map` says of it.
    package func gathered(_ rows: [UInt32], map: [UInt32]? = nil, below bound: Int) -> CodeVector {
        var result = CodeVector()
        result.widen(toHold: bound)
        func fill<T: FixedWidthInteger>(_ type: T.Type) -> [T] {
            if let map { return rows.map { T(truncatingIfNeeded: map[self[Int($0)]]) } }
            return rows.map { T(truncatingIfNeeded: self[Int($0)]) }
        }
        switch result.width {
        case 1: result.narrow = fill(UInt8.self)
        case 2: result.medium = fill(UInt16.self)
        default: result.wide = fill(UInt32.self)
        }
        return result
    }

    /// Adds the codes of another vector, each replaced by what `map` says of it.
    package mutating func append(_ other: CodeVector, map: [UInt32], below bound: Int) {
        widen(toHold: bound)
        switch width {
        case 1: other.forEach { narrow.append(UInt8(truncatingIfNeeded: map[$1])) }
        case 2: other.forEach { medium.append(UInt16(truncatingIfNeeded: map[$1])) }
        default: other.forEach { wide.append(map[$1]) }
        }
    }

    private mutating func widen(toHold bound: Int) {
        if width == 1, bound > 1 << 8 {
            medium = narrow.map(UInt16.init)
            narrow = []
            width = 2
        }
        if width == 2, bound > 1 << 16 {
            wide = medium.map(UInt32.init)
            medium = []
            width = 4
        }
    }
}
