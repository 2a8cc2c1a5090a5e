import Foundation

/// Makes small zip archives by hand, so that tests can make wrong ones too.
public struct ZipArchive {
    public struct Entry {
        public var name: String
        public var content: Data
        public var deflated = false
        /// Instead of what the content has.
        public var crc: UInt32?
        /// Instead of 0 or 8.
        public var method: UInt16?
        public var flags: UInt16 = 0

        public init(_ name: String, _ content: Data, deflated: Bool = false) {
            self.name = name
            self.content = content
            self.deflated = deflated
        }
    }

    public static func bytes(_ entries: [Entry]) throws -> Data {
        var file = Data()
        var directory = Data()
        for entry in entries {
            // gzip is ten bytes of header without a name, then deflate, then CRC-32 and length.
            let packed = try gzipped(entry.content)
            let crc = entry.crc ?? packed.suffix(8).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let body = entry.deflated ? packed.dropFirst(10).dropLast(8) : entry.content
            var common = Data()
            common.little16(20)
            common.little16(entry.flags)
            common.little16(entry.method ?? (entry.deflated ? 8 : 0))
            common.little32(0x5a21_0000)
            common.little32(crc)
            common.little32(UInt32(body.count))
            common.little32(UInt32(entry.content.count))
            common.little16(UInt16(entry.name.utf8.count))
            common.little16(0)
            let offset = UInt32(file.count)
            file += Data("PK\u{3}\u{4}".utf8) + common + Data(entry.name.utf8) + body
            directory += Data("PK\u{1}\u{2}".utf8)
            directory.little16(20)
            directory += common
            directory.little16(0)
            directory.little16(0)
            directory.little16(0)
            directory.little32(0)
            directory.little32(offset)
            directory += Data(entry.name.utf8)
        }
        let start = UInt32(file.count)
        let size = UInt32(directory.count)
        file += directory + Data("PK\u{5}\u{6}".utf8)
        file.little32(0)
        file.little16(UInt16(entries.count))
        file.little16(UInt16(entries.count))
        file.little32(size)
        file.little32(start)
        file.little16(0)
        return file
    }
}

extension Data {
    fileprivate mutating func little16(_ value: UInt16) { append(contentsOf: [UInt8(value & 0xff), UInt8(value >> 8)]) }
    fileprivate mutating func little32(_ value: UInt32) {
        little16(UInt16(value & 0xffff))
        little16(UInt16(value >> 16))
    }
}
