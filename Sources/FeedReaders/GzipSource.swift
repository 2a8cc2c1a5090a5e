internal import CZlib
internal import FuelEconomy

/// The text in gzip: every member, each with its CRC-32 and length checked by zlib.
@safe final class GzipSource: ByteSource {
    private let packed: any ByteSource
    private let path: String
    private var stream = unsafe z_stream()
    private var input = [UInt8](repeating: 0, count: 1 << 18)
    private var inputStart = 0
    private var inputEnd = 0
    /// Packed bytes used up to `inputStart`.
    private var packedPosition: Int {
        get { guardian.packed }
        set { guardian.packed = newValue }
    }
    private var guardian: UnpackGuard
    private var isInMember = true
    private var hasEnded = false
    /// Where bytes begin that follow the last member and are neither a member nor padding.
    private(set) var trailing: Int?

    /// - Parameter packed: begins with a member's first byte.
    init(_ packed: any ByteSource, path: String, limits: UnpackLimits) {
        self.packed = packed
        self.path = path
        guardian = UnpackGuard(limits, path: path)
        let gzipOnly: Int32 = 16
        let status = unsafe inflateInit2_(
            &stream, MAX_WBITS + gzipOnly, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib starts")
    }

    deinit { unsafe inflateEnd(&stream) }

    func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        while !hasEnded {
            if inputStart == inputEnd { try refill() }
            if !isInMember, try !beginMember() { break }
            if inputStart == inputEnd {
                throw RunError(
                    .input, at: path, "truncated at byte \(packedPosition) of the packed file: the gzip stream has no end",
                    wayOut: "fetch the file again; nothing was published")
            }
            let done = try inflateSome(into: &bytes, at: offset, count: count)
            if done > 0 { return done }
        }
        return 0
    }

    private func refill() throws {
        inputStart = 0
        inputEnd = try packed.read(into: &input, at: 0, count: input.count)
    }

    private func inflateSome(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        let available = inputEnd - inputStart
        var done = 0
        let status = unsafe bytes.withUnsafeMutableBufferPointer { output in
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe stream.next_in = input.baseAddress! + inputStart
                unsafe stream.avail_in = UInt32(available)
                unsafe stream.next_out = output.baseAddress! + offset
                unsafe stream.avail_out = UInt32(count)
                let status = unsafe inflate(&stream, Z_NO_FLUSH)
                done = unsafe count - Int(stream.avail_out)
                return status
            }
        }
        let used = unsafe available - Int(stream.avail_in)
        inputStart += used
        packedPosition += used
        switch status {
        case Z_OK: break
        case Z_BUF_ERROR where used > 0 || done > 0 || inputStart == inputEnd: break
        case Z_STREAM_END: isInMember = false
        default: throw damage()
        }
        try guardian.count(unpacked: done)
        return done
    }

    /// After a member: zero padding is skipped, another member begun, anything else noted and left.
    ///
    /// - Returns: whether there is a member to read.
    private func beginMember() throws -> Bool {
        while true {
            while inputStart < inputEnd, input[inputStart] == 0 {
                inputStart += 1
                packedPosition += 1
            }
            if inputStart < inputEnd { break }
            try refill()
            if inputEnd == 0 {
                hasEnded = true
                return false
            }
        }
        if inputEnd - inputStart == 1 {
            // A member is told by two bytes, and the second has not come yet.
            input[0] = input[inputStart]
            inputStart = 0
            inputEnd = 1
            inputEnd += try packed.read(into: &input, at: 1, count: input.count - 1)
        }
        guard input[inputStart] == 0x1f, inputStart + 1 == inputEnd || input[inputStart + 1] == 0x8b else {
            trailing = packedPosition
            hasEnded = true
            // The rest of the file belongs to its digest, whatever it is.
            repeat { try refill() } while inputEnd > 0
            return false
        }
        unsafe inflateReset(&stream)
        isInMember = true
        return true
    }

    private func damage() -> RunError {
        let said = unsafe stream.msg.map { unsafe String(cString: $0) } ?? "no valid deflate data"
        let check =
            switch said {
            case "incorrect data check": "wrong CRC-32: the unpacked bytes are not those that were packed"
            case "incorrect length check": "wrong length: the member says another length than it unpacks to"
            default: said
            }
        return RunError(
            .input, at: path, "damaged gzip near byte \(packedPosition) of the packed file, \(check)",
            wayOut: "fetch the file again; nothing was published")
    }
}
