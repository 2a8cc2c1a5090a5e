internal import FuelEconomy
internal import Platform

/// What makes one run at a time write a bundle: a lock of the system's, which goes with the process that has it, however that
/// ends. The file says who it is, for whoever has to wait.
struct RunLock: Sendable {
    private let file: OpenFile
    /// Who had the lock and ended without giving it back, as `process 4711 on "host" since …`.
    let predecessor: String?

    /// - Throws: locked, where another run has it.
    init(_ place: BundlePlace) throws(RunError) {
        var file = try OpenFile.locking(place.lock)
        while true {
            // Whoever only asks who has it holds it for a moment.
            guard file.lock() || file.lock(afterPause: 0.005) else {
                throw RunError(
                    .locked, at: place.target,
                    "another run is writing this bundle" + (Self.holder(of: place).map { ": " + $0 } ?? ""),
                    wayOut: "wait for it to end, then run again")
            }
            // Somebody may have removed the file, and another run made it anew.
            if file.isInPlace { break }
            file = try OpenFile.locking(place.lock)
        }
        self.file = file
        predecessor = Self.holder(of: place)
        Interruption.shielded { [file] in $0.lock = file }
        file.overwrite(
            "process \(Machine.processID) on \"\(Machine.hostName)\" since \(CivilDate.moment(Machine.now))\n")
    }

    /// Whoever wrote into the file last; `nil` where that one gave the lock back.
    private static func holder(of place: BundlePlace) -> String? {
        guard let text = try? contents(of: place.lock) else { return nil }
        let line = text.prefix(200).prefix { $0 != 0x0a }
        return line.isEmpty ? nil : shownLine(String(decoding: line, as: UTF8.self))
    }

    /// Who has the lock now; `nil` where nobody has.
    static func current(_ place: BundlePlace) -> String? {
        guard Folder.exists(place.lock), let file = try? OpenFile.reading(place.lock), file.isLocked else { return nil }
        return holder(of: place) ?? "a process that does not say which"
    }

    /// The run has ended in order. The lock itself goes with the last reference.
    func end() {
        Interruption.shielded { $0.lock = nil }
        file.overwrite("")
    }
}
