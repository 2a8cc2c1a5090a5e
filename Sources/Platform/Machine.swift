internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What the process is told by the machine that it runs on.
package enum Machine {
    /// Seconds on a clock that is never set back. Only for progress and for the time taken, never for what is published.
    package static var seconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Waits. A signal that ends the process ends it here too.
    package static func sleep(_ wait: Double) {
        let end = seconds + wait
        while seconds < end {
            let left = end - seconds
            var time = timespec(tv_sec: Int(left), tv_nsec: Int(left.truncatingRemainder(dividingBy: 1) * 1e9))
            unsafe nanosleep(&time, nil)
        }
    }

    /// Days from 1970-01-01 to the day of the run, by ``now``.
    package static var today: Int { Int(now) / 86_400 }

    package static var processID: Int { Int(getpid()) }

    /// Whether a process of this machine lives.
    package static func isAlive(_ process: Int) -> Bool {
        pid_t(exactly: process).map { kill($0, 0) == 0 || errno == EPERM } ?? false
    }

    /// What tells this program's file from one that is installed later: its size and when it was written.
    package static var programStamp: String {
        #if os(Linux)
            let path = "/proc/self/exe"
        #else
            let path = CommandLine.arguments[0]
        #endif
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return "" }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return "\(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
    }

    package static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Whether somebody watches the stream.
    package static var standardErrorIsTerminal: Bool { isatty(2) == 1 }

    package static var standardInputIsTerminal: Bool { isatty(0) == 1 }

    package static var standardOutputIsTerminal: Bool { isatty(1) == 1 }

    /// A variable of the environment; `nil` where it is not set, or empty.
    package static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    package static func write(toStandardError text: String) { write(text, to: 2) }
    package static func write(toStandardOutput text: String) { write(text, to: 1) }

    /// A closed pipe is nobody's mistake: what cannot be written is left out.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress!, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// For a process that lives for one run: freed memory is kept for the next request.
    package static func keepFreedMemory() { marque_keep_freed_memory() }

    /// Gives the process the three streams that it was started without, so that no file of its own takes their place.
    package static func openStandardStreams() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 { _ = unsafe open("/dev/null", O_RDWR) }
    }

    /// Makes writing to a closed pipe an ordinary error instead of the end of the process.
    package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

    package static func exit(_ status: Int32) -> Never {
        #if canImport(Glibc)
            Glibc.exit(status)
        #elseif canImport(Musl)
            Musl.exit(status)
        #else
            Darwin.exit(status)
        #endif
    }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}
