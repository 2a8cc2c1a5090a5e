internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// How a process ends that is asked to by SIGHUP, SIGINT or SIGTERM: never in the middle of what must be done whole, and
/// with nothing left that it had not finished.
package enum Interruption {
    /// What the process would leave, were it to end now.
    package struct Unfinished: Sendable {
        /// What is to be removed.
        package var folders: [String] = []
        /// What holds a place, and says who does.
        package var lock: OpenFile?
        /// The processes that work for it.
        package var group: Int32?
        /// What has become of the work, in a few words.
        package var note = "nothing was published"
    }

    private static let unfinished = Guarded(Unfinished())

    /// From now on a thread of its own waits for the signals: it removes what is unfinished, and the process ends with 128 and
    /// the signal's number. For the process's first thread, before it starts others.
    ///
    /// - Parameter farewell: called at the very end.
    package static func watch(_ farewell: @escaping @Sendable (_ signal: Int32, _ note: String) -> Void) {
        marque_hold_endings()
        _ = WorkerThread {
            let signal = marque_next_ending()
            unfinished.with { unfinished in
                if let group = unfinished.group { kill(-group, SIGTERM) }
                for folder in unfinished.folders { clear(folder) }
                farewell(signal, unfinished.note)
                unfinished.lock?.overwrite("")
                // Whoever wants to do something whole waits for the shield that is held here; so nobody speaks after this.
                _exit(128 + signal)
            }
        }
    }

    /// Does something whole: a signal that comes meanwhile has its effect afterwards. Not to be nested.
    package static func shielded<Failure: Error>(_ body: (inout Unfinished) throws(Failure) -> Void) throws(Failure) {
        let result = unfinished.with { unfinished -> Result<Void, Failure> in
            do throws(Failure) {
                try body(&unfinished)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Ends the process in the ordinary way. Where a signal is being answered, that answer ends it, with its own exit status: what is
    /// said and what is returned are one.
    package static func end(_ status: Int32) -> Never {
        shielded { _ in Machine.exit(status) }
        preconditionFailure("the process has ended")
    }

    /// Removes a folder in which other threads go on making files, until it is gone; from then on they find it no more.
    private static func clear(_ folder: String) {
        for _ in 0..<1000 where Folder.exists(folder) { try? Folder.remove(folder) }
    }

    /// `SIGINT`
    package static func name(of signal: Int32) -> String {
        signal == SIGINT ? "SIGINT" : signal == SIGTERM ? "SIGTERM" : "SIGHUP"
    }
}
