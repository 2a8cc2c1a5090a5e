internal import FuelEconomy
internal import Platform

/// The process's own streams and end.
public enum Terminal {
    public static func output(_ text: String) { Machine.write(toStandardOutput: text) }
    public static func error(_ text: String) { Machine.write(toStandardError: text) }

    /// Writes a text to a file.
    public static func write(_ text: String, to path: String) throws(RunFailure) {
        do throws(RunError) {
            try replaceFile(path, with: Array(text.utf8))
        } catch {
            throw RunFailure(error)
        }
    }

    /// Whether a person can be shown a screen that changes: keys and output are those of a terminal that can move its cursor.
    public static var hasScreen: Bool {
        Machine.standardInputIsTerminal && Machine.standardOutputIsTerminal
            && !["dumb", nil].contains(Machine.environment("TERM"))
    }
    /// Whether a person can be asked.
    public static var isInteractive: Bool { Machine.standardInputIsTerminal }
    /// The next line that the person types, without its end; `nil` at the end of input.
    public static func readLine() -> String? { Swift.readLine() }
    /// The login name; `nil` where the environment has none.
    public static var userName: String? { Machine.environment("USER") ?? Machine.environment("LOGNAME") }

    /// Prepares the process for one run: closed pipes are no reason to die, and freed memory is kept.
    public static func prepare() {
        Machine.openStandardStreams()
        Machine.ignoreBrokenPipes()
        Machine.keepFreedMemory()
    }

    /// From now on SIGHUP, SIGINT and SIGTERM end the process in order: nothing is left half done, and the exit status is 128
    /// and the signal's number.
    ///
    /// - Parameter farewell: says what happened; `note` is what has become of the run.
    public static func endInOrder(
        _ farewell: @escaping @Sendable (_ signal: String, _ exitStatus: Int32, _ note: String) -> Void
    ) {
        Interruption.watch { signal, note in farewell(Interruption.name(of: signal), 128 + signal, note) }
    }

    /// Ends the process.
    public static func exit(_ status: Int32) -> Never { Interruption.end(status) }
}

/// "Did you mean" for command lines.
public enum Suggestion {
    /// `, did you mean "…"` or nothing.
    public static func hint(_ word: String, in known: [String], prefix: String = "") -> String {
        NearestName.of(word, in: known).map { ", did you mean \"\(prefix)\($0)\"" } ?? ""
    }
}

/// Rows and speed on a terminal, while somebody watches; nothing in a pipe.
public final class ProgressMeter: Sendable {
    private let state = Guarded((bytes: 0, rows: 0, shown: 0.0))
    private let start = Machine.seconds

    /// - Returns: `nil` where nobody watches.
    public static func ifWatched() -> ProgressMeter? {
        Machine.standardErrorIsTerminal ? ProgressMeter() : nil
    }

    public func add(bytes: Int, rows: Int) {
        let now = Machine.seconds
        let line: String? = state.with { state in
            state.bytes += bytes
            state.rows += rows
            if now - state.shown < 0.1 { return nil }
            state.shown = now
            let speed = Double(state.bytes) / 1e6 / max(now - start, 0.001)
            return "\r\u{1b}[K\(NumberText.grouped(state.rows)) rows, \(Int(speed)) MB/s"
        }
        if let line { Machine.write(toStandardError: line) }
    }

    public func clear() {
        if state.with({ $0.shown > 0 }) { Machine.write(toStandardError: "\r\u{1b}[K") }
    }
}
