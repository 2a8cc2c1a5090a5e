/// Bytes in base 64 (RFC 4648), padded, without line ends.
package func base64(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let given = min(3, bytes.count - start)
        var word = 0
        for place in 0..<3 { word = word << 8 | (place < given ? Int(bytes[start + place]) : 0) }
        for place in 0..<4 { text.append(place <= given ? digits[word >> (18 - 6 * place) & 63] : 0x3d) }
    }
    return text
}
