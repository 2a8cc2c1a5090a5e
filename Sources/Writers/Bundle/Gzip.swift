internal import CZlib

/// Bytes in gzip: as small as zlib gets them, and the same for the same bytes, for the head has neither name nor time.
func gzipped(_ bytes: [UInt8]) -> [UInt8] {
    var stream = unsafe z_stream()
    let inGzip: Int32 = 16
    let status = unsafe deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + inGzip, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib starts")
    defer { unsafe deflateEnd(&stream) }
    var packed = [UInt8](repeating: 0, count: unsafe Int(deflateBound(&stream, UInt(bytes.count))))
    let count = unsafe bytes.withUnsafeBufferPointer { input in
        unsafe packed.withUnsafeMutableBufferPointer { output in
            unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe stream.avail_in = UInt32(input.count)
            unsafe stream.next_out = output.baseAddress
            unsafe stream.avail_out = UInt32(output.count)
            let status = unsafe deflate(&stream, Z_FINISH)
            precondition(status == Z_STREAM_END, "the bound holds")
            return unsafe Int(stream.total_out)
        }
    }
    packed.removeLast(packed.count - count)
    // The head's last byte is the system that packed it, and 255 is "unknown".
    packed[9] = 255
    return packed
}
