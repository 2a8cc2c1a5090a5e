internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The process's terminal while it gives single key strokes and shows a screen of ours.
///
/// From ``init()`` to ``leave()`` keys are neither shown nor gathered into lines, and what was on the screen is set aside. Signals
/// that would end the process become events, so that the terminal is put back before it ends.
package final class KeyTerminal {
    package enum Event: Equatable {
        /// What keys send, as it came.
        case bytes([UInt8])
        /// The window has another size, or the process goes on after a stop: draw again.
        case resized
        /// The process is asked to end, by this signal.
        case signal(Int32)
        /// The terminal is gone.
        case end
    }

    /// What Ctrl-C stands for.
    package static let interrupt = SIGINT

    private static let told = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT]

    private let before: termios
    private let signals: Int32
    private var pending: [Event] = []

    /// - Returns: `nil` where standard input or output is no terminal.
    package init?() {
        var mode = termios()
        guard isatty(1) == 1, unsafe tcgetattr(0, &mode) == 0 else { return nil }
        let pipe = unsafe marque_tell_signals(Self.told, Int32(Self.told.count))
        guard pipe >= 0 else { return nil }
        before = mode
        signals = pipe
        takeKeys()
        // The other screen, without the cursor.
        Machine.write(toStandardOutput: "\u{1b}[?1049h\u{1b}[?25l")
    }

    /// Puts the terminal back as it was.
    package func leave() {
        Machine.write(toStandardOutput: "\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l")
        var mode = before
        unsafe tcsetattr(0, TCSAFLUSH, &mode)
        for number in Self.told { _ = signal(number, SIG_DFL) }
    }

    private func takeKeys() {
        var mode = before
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        mode.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
        unsafe withUnsafeMutableBytes(of: &mode.c_cc) {
            unsafe $0[Int(VMIN)] = 1
            unsafe $0[Int(VTIME)] = 0
        }
        unsafe tcsetattr(0, TCSADRAIN, &mode)
    }

    /// Of the window; 80 by 24 where it does not say.
    package static var size: (columns: Int, rows: Int) {
        var columns: Int32 = 80
        var rows: Int32 = 24
        _ = unsafe marque_window_size(1, &columns, &rows)
        return (Int(columns), Int(rows))
    }

    /// What happens next.
    ///
    /// - Parameter milliseconds: how long to wait for it; without end where there is none.
    /// - Returns: `nil` where nothing happened in that time.
    package func next(within milliseconds: Int32? = nil) -> Event? {
        while pending.isEmpty {
            var waited = [
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0), pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&waited, 2, milliseconds ?? -1)
            if count == 0 { return nil }
            if waited[0].revents != 0 {
                for number in Self.read(signals) where number > 0 { pending.append(event(of: Int32(number))) }
            } else if count > 0 {
                let bytes = Self.read(0)
                pending.append(bytes.isEmpty ? .end : .bytes(bytes))
            } else if errno != EINTR {
                pending.append(.end)
            }
        }
        return pending.removeFirst()
    }

    private func event(of signal: Int32) -> Event {
        if signal == SIGCONT { takeKeys() }
        return signal == SIGCONT || signal == SIGWINCH ? .resized : .signal(signal)
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = unsafe systemRead(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(count, 0)))
    }
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(file, bytes, count)
}
