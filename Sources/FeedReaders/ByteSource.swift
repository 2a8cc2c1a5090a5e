internal import FuelEconomy
internal import Platform

/// Where bytes come from: a file, what is packed in it, another thread.
package protocol ByteSource: AnyObject {
    /// Puts up to `count` bytes at `bytes[offset...]`.
    ///
    /// - Returns: how many; 0 only at the end.
    /// - Throws: an input error that names the place.
    func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int
}

/// A file's bytes as found.
final class FileSource: ByteSource {
    private let file: OpenFile

    init(_ file: OpenFile) { self.file = file }

    func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        try file.read(into: &bytes, at: offset, count: count)
    }
}

/// Bytes that are counted and hashed on the way.
final class HashedSource: ByteSource {
    private let source: any ByteSource
    private var digest = SHA256()
    private(set) var position = 0

    init(_ source: any ByteSource) { self.source = source }

    func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        let done = try source.read(into: &bytes, at: offset, count: count)
        digest.update(bytes.span.extracting(offset..<offset + done))
        position += done
        return done
    }

    var sha256: String { digest.hexadecimal }
}

/// Some bytes that were read ahead, then the rest of their source.
final class ReplayedSource: ByteSource {
    private var ahead: ArraySlice<UInt8>
    private let rest: any ByteSource

    init(_ ahead: [UInt8], then rest: any ByteSource) {
        self.ahead = ahead[...]
        self.rest = rest
    }

    func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        if ahead.isEmpty { return try rest.read(into: &bytes, at: offset, count: count) }
        let part = ahead.prefix(count)
        bytes.replaceSubrange(offset..<offset + part.count, with: part)
        ahead = ahead.dropFirst(part.count)
        return part.count
    }
}

/// A source that another thread reads ahead of us, some chunks at most.
final class PrefetchedSource: ByteSource {
    private static let chunkSize = 1 << 18

    private let channel = BoundedChannel<[UInt8]>(capacity: 4)
    private let thread: WorkerThread<Void>
    private var chunk: ArraySlice<UInt8> = []
    private var hasEnded = false

    /// - Parameter source: not used by anybody else from here on, until this source has come to its end.
    init(_ source: any ByteSource) {
        let handle = UncheckedSource(source: source)
        let channel = channel
        thread = WorkerThread {
            defer { channel.finish() }
            while true {
                var bytes = uninitializedBytes(Self.chunkSize)
                let count = try handle.source.read(into: &bytes, at: 0, count: bytes.count)
                if count == 0 { return }
                if count < bytes.count { bytes.removeLast(bytes.count - count) }
                if !channel.send(bytes) { return }
            }
        }
    }

    deinit {
        channel.close()
        if !hasEnded { _ = try? thread.join() }
    }

    func read(into bytes: inout [UInt8], at offset: Int, count: Int) throws -> Int {
        while chunk.isEmpty {
            if hasEnded { return 0 }
            guard let next = channel.receive() else {
                hasEnded = true
                try thread.join()
                return 0
            }
            chunk = next[...]
        }
        let part = chunk.prefix(count)
        unsafe bytes.withUnsafeMutableBytes { target in
            unsafe part.withUnsafeBytes {
                unsafe target.baseAddress!.advanced(by: offset).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
            }
        }
        chunk = chunk.dropFirst(part.count)
        return part.count
    }
}

/// A source on its way to the one thread that will use it.
struct UncheckedSource: @unchecked Sendable {
    let source: any ByteSource
}
