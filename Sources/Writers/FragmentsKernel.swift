internal import FuelEconomy

/// Ready-made pieces of text, copied behind each other: what makes large JSON as fast as memory.
///
/// Each distinct value of a column is rendered once; a row is then a list of piece numbers.
struct Fragments: Sendable {
    /// Copies go 16 bytes at a time, so both sides have room to spare.
    private static let padding = 32

    private var bytes: [UInt8] = []
    private var ends: [UInt32] = [0]

    /// The number that the next piece will have.
    var count: UInt32 { UInt32(ends.count - 1) }

    @discardableResult
    mutating func add(_ piece: [UInt8]) -> UInt32 {
        bytes += piece
        ends.append(UInt32(bytes.count))
        return count - 1
    }

    @discardableResult
    mutating func add(_ piece: String) -> UInt32 { add(Array(piece.utf8)) }

    /// Ends the adding of pieces.
    mutating func seal() { bytes += [UInt8](repeating: 0, count: Self.padding) }

    func text(of piece: UInt32) -> String {
        String(decoding: bytes[Int(ends[Int(piece)])..<Int(ends[Int(piece) + 1])], as: UTF8.self)
    }

    /// How many bytes some pieces have together.
    func length(of pieces: ArraySlice<UInt32>) -> UInt32 {
        pieces.reduce(0) { $0 + ends[Int($1) + 1] - ends[Int($1)] }
    }

    /// Puts pieces behind each other at the end of `target`.
    func append(_ pieces: [UInt32], to target: inout [UInt8]) {
        var length = 0
        for piece in pieces { length += Int(ends[Int(piece) + 1] - ends[Int(piece)]) }
        let start = target.count
        target.append(contentsOf: repeatElement(0, count: length + Self.padding))
        unsafe target.withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe ends.withUnsafeBufferPointer { ends in
                    var to = unsafe target.baseAddress! + start
                    for piece in pieces {
                        let first = unsafe Int(ends[Int(piece)])
                        let count = unsafe Int(ends[Int(piece) &+ 1]) &- first
                        let from = unsafe bytes.baseAddress! + first
                        var done = 0
                        while done < count {
                            let block = unsafe (from + done).loadUnaligned(as: SIMD16<UInt8>.self)
                            unsafe (to + done).storeBytes(of: block, as: SIMD16<UInt8>.self)
                            done &+= 16
                        }
                        unsafe to += count
                    }
                }
            }
        }
        target.removeLast(Self.padding)
    }
}

/// Whole numbers as pieces of three digits.
struct NumberPieces: Sendable {
    /// Below a thousand: without zeros in front, and with them.
    private let leading, padded: UInt32

    init(_ fragments: inout Fragments) {
        leading = fragments.count
        for number in 0..<1000 { fragments.add(String(number)) }
        padded = fragments.count
        for number in 0..<1000 { fragments.add(String(String(number + 1000).dropFirst())) }
    }

    func append(_ number: UInt64, to pieces: inout [UInt32]) {
        if number >= 1000 {
            append(number / 1000, to: &pieces)
            pieces.append(padded + UInt32(number % 1000))
        } else {
            pieces.append(leading + UInt32(number))
        }
    }
}
