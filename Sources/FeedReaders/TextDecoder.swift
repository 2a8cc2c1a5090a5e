internal import FuelEconomy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The encodings that feeds are written in; iconv turns them into UTF-8.
package enum TextEncoding {
    /// The names that a layout may declare.
    package static let known = [
        "UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "windows-1250", "windows-1251", "windows-1252", "ISO-8859-1",
        "ISO-8859-2", "ISO-8859-15", "macintosh",
    ]

    /// What the first bytes say of themselves.
    ///
    /// - Returns: `nil` where they carry no mark and no sign.
    static func marked(_ first: [UInt8]) -> (name: String, mark: Int)? {
        if first.starts(with: [0xef, 0xbb, 0xbf]) { return ("UTF-8", 3) }
        if first.starts(with: [0xff, 0xfe]) { return ("UTF-16LE", 2) }
        if first.starts(with: [0xfe, 0xff]) { return ("UTF-16BE", 2) }
        // Without a mark, the zero halves of ASCII letters tell.
        let start = first.prefix(64)
        guard start.count >= 8 else { return nil }
        let zeros = start.enumerated().reduce(into: (even: 0, odd: 0)) { count, item in
            if item.element == 0 { if item.offset % 2 == 0 { count.even += 1 } else { count.odd += 1 } }
        }
        let half = start.count / 2
        if zeros.even == 0, zeros.odd * 10 >= half * 9 { return ("UTF-16LE", 0) }
        if zeros.odd == 0, zeros.even * 10 >= half * 9 { return ("UTF-16BE", 0) }
        return nil
    }

    /// One byte in so many that does not decode is damage; text of a one-byte encoding has more of them.
    private static let damageDistance = 1 << 15
    /// What windows-1252 has no letter for.
    private static let unassigned: Set<UInt8> = [0x81, 0x8d, 0x8f, 0x90, 0x9d]

    /// Whether bytes are UTF-8, perhaps with some damage and a character cut at their end: of what is not ASCII, most decodes,
    /// or hardly anything is not ASCII, or it is nothing in windows-1252 either. Text of a one-byte encoding hardly ever holds a
    /// sequence that decodes.
    static func isLikelyUTF8(_ bytes: [UInt8]) -> Bool {
        let others = bytes.filter { $0 >= 0x80 }
        if others.count <= bytes.count / damageDistance || others.allSatisfy(unassigned.contains) { return true }
        var counts = (good: 0, bad: 0)
        for scalar in String(decoding: bytes.dropLast(3), as: UTF8.self).unicodeScalars where !scalar.isASCII {
            if scalar == "\u{fffd}" { counts.bad += 1 } else { counts.good += 1 }
        }
        return counts.good > counts.bad || counts == (0, 0)
    }
}

/// A source's text as UTF-8. A byte that does not decode becomes U+FFFD, and its place is noted.
@safe final class TextDecoder: ByteSource {
    private static let noted = 20

    private let source: any ByteSource
    private let converter: iconv_t
    /// Bytes of the shortest character: what is skipped where nothing decodes.
    private let unit: Int
    private var input = [UInt8](repeating: 0, count: 1 << 16)
    private var inputStart = 0
    private var inputEnd = 0
    private var output = [UInt8](repeating: 0, count: 1 << 18)
    private var outputStart = 0
    private var outputEnd = 0
    /// How many bytes of the source were used.
    private(set) var position = 0
    private var hasEnded = false
    /// Bytes of the source that did not decode: how many, and the places of the first.
    private(set) var undecodable: (count: Int, places: [Int]) = (0, [])

    /// - Parameters:
    ///   - encoding: one of ``TextEncoding/known``.
    init(_ source: any ByteSource, encoding: String) {
        self.source = source

        unit = encoding.hasPrefix("UTF-16") ? 2 : 1
        let converter = unsafe iconv_open("UTF-8", encoding)
        precondition(unsafe converter != iconv_t(bitPattern: -1), "iconv knows \(encoding)")
        unsafe self.converter = unsafe converter!
    }

    deinit { unsafe iconv_close(converter) }

    func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        while outputStart == outputEnd {
            if hasEnded, inputStart == inputEnd { return 0 }
            if !hasEnded {
                input.replaceSubrange(0..<inputEnd - inputStart, with: Array(input[inputStart..<inputEnd]))
                inputEnd -= inputStart
                inputStart = 0
                let more = try source.read(into: &input, at: inputEnd, count: input.count - inputEnd)
                inputEnd += more
                hasEnded = more == 0
            }
            convert()
        }
        let done = min(count, outputEnd - outputStart)
        bytes.replaceSubrange(offset..<offset + done, with: output[outputStart..<outputStart + done])
        outputStart += done
        return done
    }

    private func convert() {
        outputStart = 0
        outputEnd = 0
        while inputStart < inputEnd {
            let (used, made, error) = step()
            inputStart += used
            position += used
            outputEnd += made
            switch error {
            case 0: return
            case E2BIG: return
            case EINVAL where !hasEnded: return
            default:
                // EILSEQ, or a character that the text's end has cut.
                if output.count - outputEnd < 3 { return }
                undecodable.count += 1
                if undecodable.places.count < Self.noted { undecodable.places.append(position) }
                output.replaceSubrange(outputEnd..<outputEnd + 3, with: [0xef, 0xbf, 0xbd])
                outputEnd += 3
                let skipped = min(unit, inputEnd - inputStart)
                inputStart += skipped
                position += skipped
            }
        }
    }

    private func step() -> (used: Int, made: Int, error: Int32) {
        var inputLeft = inputEnd - inputStart
        var outputLeft = output.count - outputEnd
        let (inputCount, outputCount) = (inputLeft, outputLeft)
        let (from, to) = (inputStart, outputEnd)
        var error: Int32 = 0
        unsafe input.withUnsafeMutableBytes { input in
            unsafe output.withUnsafeMutableBytes { output in
                var next: UnsafeMutablePointer<CChar>? =
                    unsafe input.baseAddress!.advanced(by: from).assumingMemoryBound(to: CChar.self)
                var place: UnsafeMutablePointer<CChar>? =
                    unsafe output.baseAddress!.advanced(by: to).assumingMemoryBound(to: CChar.self)
                if unsafe iconv(converter, &next, &inputLeft, &place, &outputLeft) == Int(bitPattern: UInt.max) {
                    error = errno
                }
            }
        }
        return (inputCount - inputLeft, outputCount - outputLeft, error)
    }
}
