/// A growing array of codes that takes no, one, two or four bytes a code, whichever its largest one needs: a column in which
/// every code is 0 is only counted.
package struct CodeVector: Sendable {
    private var zeros = 0
    private var narrow: [UInt8] = []
    private var medium: [UInt16] = []
    private var wide: [UInt32] = []
    private var width = 0

    package init() {}

    package var count: Int {
        switch width {
        case 0: zeros
        case 1: narrow.count
        case 2: medium.count
        default: wide.count
        }
    }

    /// For single rows; whole columns are read by ``forEach(_:)`` and the `mapped` functions.
    package subscript(index: Int) -> Int {
        switch width {
        case 0: 0
        case 1: Int(narrow[index])
        case 2: Int(medium[index])
        default: Int(wide[index])
        }
    }

    /// - Parameter bound: larger than every code that will be in the vector after this call.
    package mutating func append(_ codes: Span<UInt32>, below bound: Int) {
        widen(toHold: bound)
        switch width {
        case 0: zeros += codes.count
        case 1: narrow += truncated(codes)
        case 2: medium += truncated(codes)
        default: wide += truncated(codes)
        }
    }

    /// Adds rows of code 0.
    package mutating func appendZeros(_ count: Int) {
        switch width {
        case 0: zeros += count
        case 1: narrow.append(contentsOf: repeatElement(0, count: count))
        case 2: medium.append(contentsOf: repeatElement(0, count: count))
        default: wide.append(contentsOf: repeatElement(0, count: count))
        }
    }

    private func truncated<Code: FixedWidthInteger>(_ codes: Span<UInt32>) -> [Code] {
        filled(codes.count) { Code(truncatingIfNeeded: codes[$0]) }
    }

    /// An array of what `value` says of each index, without a check an element whether there is room.
    @inline(__always)
    private func filled<Value>(_ count: Int, _ value: (Int) -> Value) -> [Value] {
        unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count { unsafe (buffer.baseAddress! + index).initialize(to: value(index)) }
            initialized = count
        }
    }

    /// Calls `body` with each index and code, in order: the fast way through a whole column.
    package func forEach(_ body: (Int, Int) -> Void) {
        switch width {
        case 0: for i in 0..<zeros { body(i, 0) }
        case 1: for i in narrow.indices { body(i, Int(narrow[i])) }
        case 2: for i in medium.indices { body(i, Int(medium[i])) }
        default: for i in wide.indices { body(i, Int(wide[i])) }
        }
    }

    // The functions that other modules call are not generic: generic ones would not be specialized there, and cost tenfold.

    /// What `map` says of each code of a range of rows: a column's values, ready for a tight loop.
    package func mapped(_ rows: Range<Int>, _ map: [UInt32]) -> [UInt32] { values(rows, map) }
    package func mapped(_ rows: Range<Int>, _ map: [UInt64]) -> [UInt64] { values(rows, map) }
    package func mapped(_ rows: Range<Int>, _ map: [Double]) -> [Double] { values(rows, map) }
    package func mapped(_ rows: Range<Int>, _ map: [Bool]) -> [Bool] { values(rows, map) }
    package func mapped(_ rows: Range<Int>, _ map: [Fuel]) -> [Fuel] { values(rows, map) }
    package func mapped(_ rows: Range<Int>, _ map: [Technology]) -> [Technology] { values(rows, map) }

    /// The same for rows in any order.
    package func mapped(_ rows: ArraySlice<UInt32>, _ map: [UInt32]) -> [UInt32] { values(rows, map) }
    package func mapped(_ rows: ArraySlice<UInt32>, _ map: [UInt64]) -> [UInt64] { values(rows, map) }
    package func mapped(_ rows: ArraySlice<UInt32>, _ map: [Double]) -> [Double] { values(rows, map) }

    /// The codes themselves, for rows in any order.
    package func codes(of rows: ArraySlice<UInt32>) -> [UInt32] {
        switch width {
        case 0: [UInt32](repeating: 0, count: rows.count)
        case 1: picked(rows, narrow.span) { UInt32($0) }
        case 2: picked(rows, medium.span) { UInt32($0) }
        default: picked(rows, wide.span) { $0 }
        }
    }

    private func values<Value>(_ rows: Range<Int>, _ map: [Value]) -> [Value] {
        switch width {
        case 0: rows.isEmpty ? [] : [Value](repeating: map[0], count: rows.count)
        case 1: values(narrow.span.extracting(rows), map.span)
        case 2: values(medium.span.extracting(rows), map.span)
        default: values(wide.span.extracting(rows), map.span)
        }
    }

    private func values<Value>(_ rows: ArraySlice<UInt32>, _ map: [Value]) -> [Value] {
        let values = map.span
        return switch width {
        case 0: rows.isEmpty ? [] : [Value](repeating: map[0], count: rows.count)
        case 1: picked(rows, narrow.span) { values[Int($0)] }
        case 2: picked(rows, medium.span) { values[Int($0)] }
        default: picked(rows, wide.span) { values[Int($0)] }
        }
    }

    @inline(__always)
    private func values<Code: FixedWidthInteger, Value>(_ codes: Span<Code>, _ map: Span<Value>) -> [Value] {
        filled(codes.count) { map[Int(codes[$0])] }
    }

    @inline(__always)
    private func picked<Code, Value>(_ rows: ArraySlice<UInt32>, _ codes: Span<Code>, _ value: (Code) -> Value) -> [Value] {
        let rows = rows.span
        return filled(rows.count) { value(codes[Int(rows[$0])]) }
    }

    /// The codes of `rows`, in their order.
    package func gathered(_ rows: [UInt32], below bound: Int) -> CodeVector {
        var result = CodeVector()
        result.append(mapped(rows[...], (0..<UInt32(bound)).map { $0 }).span, below: bound)
        return result
    }

    /// Every code replaced by what `map` says of it.
    package func replaced(by map: [UInt32], below bound: Int) -> CodeVector {
        var result = CodeVector()
        result.append(mapped(0..<count, map).span, below: bound)
        return result
    }

    /// Adds the codes of another vector, each replaced by what `map` says of it.
    package mutating func append(_ other: CodeVector, map: [UInt32], below bound: Int) {
        widen(toHold: bound)
        switch width {
        case 0: zeros += other.count
        case 1: other.forEach { narrow.append(UInt8(truncatingIfNeeded: map[$1])) }
        case 2: other.forEach { medium.append(UInt16(truncatingIfNeeded: map[$1])) }
        default: other.forEach { wide.append(map[$1]) }
        }
    }

    private mutating func widen(toHold bound: Int) {
        if width == 0, bound > 1 {
            narrow = Array(repeating: 0, count: zeros)
            width = 1
        }
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
