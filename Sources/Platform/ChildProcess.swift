internal import CSystem
package import FuelEconomy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A command that this process calls, gives a text, and waits for.
package enum ChildProcess {
    /// How long a command that is asked to end may take to do so, in seconds.
    private static let grace = 2.0

    package enum Ending: Sendable, Equatable {
        case exit(Int32)
        case signal(Int32)
        /// It was ended for taking too long.
        case timeout
    }

    /// Calls a command, without a shell, in a process group of its own: with the text as its standard input, and what it says
    /// on either stream on standard error.
    ///
    /// - Parameters:
    ///   - words: the command, looked for in `PATH` where it has no slash, and its arguments.
    ///   - environment: added to this process's own.
    ///   - limit: in seconds; then it and what it has started are asked to end, and two seconds later made to.
    /// - Throws: a refusal where there is no such command.
    package static func run(
        _ words: [String], input: [UInt8], environment: [String: String], limit: Double
    ) throws(RunError) -> Ending {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw RunError(.refused, at: words[0], systemErrorText()) }
        defer { for end in ends where end >= 0 { close(end) } }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let process = try spawn(words, input: ends[0], environment)
        close(ends[0])
        ends[0] = -1
        Interruption.shielded { $0.group = process }
        defer { Interruption.shielded { $0.group = nil } }
        var rest = input[...]
        let start = Machine.seconds
        var isAsked = false
        while true {
            if !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) }
                // Who does not want to read need not.
                rest = count >= 0 ? rest.dropFirst(count) : errno == EAGAIN || errno == EINTR ? rest : []
            }
            if rest.isEmpty, ends[1] >= 0 {
                close(ends[1])
                ends[1] = -1
            }
            var status: Int32 = 0
            if unsafe waitpid(process, &status, WNOHANG) == process {
                if isAsked {
                    // What it has started may outlive it.
                    kill(-process, SIGKILL)
                    return .timeout
                }
                return status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
            }
            let seconds = Machine.seconds - start
            if seconds > limit + grace {
                kill(-process, SIGKILL)
            } else if seconds > limit, !isAsked {
                kill(-process, SIGTERM)
                isAsked = true
            }
            usleep(seconds < 0.1 ? 1000 : 20_000)
        }
    }

    private static func spawn(
        _ words: [String], input: Int32, _ environment: [String: String]
    ) throws(RunError) -> pid_t {
        for (name, value) in environment { unsafe setenv(name, value, 1) }
        let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let code = unsafe marque_spawn(arguments, input, &process)
        if code != 0 {
            throw RunError(.refused, at: words[0], systemErrorText(code), wayOut: "check the command under publish.hooks")
        }
        return process
    }
}
