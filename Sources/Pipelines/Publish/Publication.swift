internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// A bundle on its way to its place: built beside it, and put there in one step; see ``BundlePlace`` for what stands around it.
///
/// A run that is asked to end removes its staging folder; one that is killed leaves it, and the next run clears it.
struct Publication {
    let place: BundlePlace
    /// Who held the place and ended without giving it back.
    var predecessor: String? { lock.predecessor }
    private let lock: RunLock
    /// How many versions are kept; `nil` where the bundle is a folder, and only the one before is kept.
    private let versionLimit: Int?
    private let cleaning: WorkerThread<Void>

    var staging: String { place.staging }

    /// Takes the place for this run and makes an empty staging folder.
    ///
    /// - Throws: locked, where another run has it; refused, where the folder cannot be written or holds something that is
    ///   no bundle.
    init(_ place: BundlePlace, keeping versionLimit: Int?) throws(RunError) {
        self.place = place
        self.versionLimit = versionLimit
        try Folder.make(place.parent)
        lock = try RunLock(place)
        try place.requireBundle()
        let unfinished = [place.staging, place.trash]
        Interruption.shielded { $0.folders = unfinished }
        try Folder.remove(place.staging)
        if let last = RunState.read(place.run), last.withdrawn == nil, let name = last.version {
            try BundleVersions(place).drop(unpublished: name)
        }
        let staging = place.staging
        try Interruption.shielded { (_) throws(RunError) in try Folder.make(staging) }
        // Giving back a large bundle's pages takes a while; the feeds are read meanwhile.
        cleaning = WorkerThread { try Folder.remove(place.trash) }
    }

    /// Puts the staged bundle in the target's place, and keeps what was there as the version before.
    ///
    /// - Returns: the version's name, where versions are kept.
    func publish(_ state: RunState) throws -> String? {
        try cleaning.join()
        try sync()
        var state = state
        let versions = BundleVersions(place)
        if versionLimit != nil { state.version = versions.next(try PublishedBundle(staging)) }
        state.record?.version = state.version
        try Interruption.shielded { (unfinished) throws(RunError) in
            // It names the version before that is there, so that the next run knows what to remove where this one is killed.
            try state.write(place.run)
            if let name = state.version {
                try versions.publish(staging, as: name)
            } else {
                try Folder.exchange(staging, place.target)
                try Folder.sync(place.parent)
            }
            unfinished.note = "the bundle was published before"
            tidy()
            unfinished.folders = []
        }
        return state.version
    }

    /// Keeps the bundle before, and removes what is older. What cannot be done now is no failure: the bundle is published.
    private func tidy() {
        if let versionLimit {
            try? BundleVersions(place).prune(to: versionLimit)
            try? Folder.remove(place.previous)
        } else if Folder.link(at: staging) != nil {
            // Versions were kept until now; they stay.
            try? Folder.remove(staging)
        } else if Folder.exists(staging) {
            // Of the same data, as reports of a source that was down are, the bundle before it stays the one to go back to.
            let isSameData = Self.data(of: staging) == Self.data(of: place.target) && Folder.exists(place.previous)
            if !isSameData, Folder.exists(place.previous) { try? Folder.move(place.previous, to: place.trash) }
            try? Folder.move(staging, to: isSameData ? place.trash : place.previous)
            try? Folder.remove(place.trash)
        }
    }

    private static func data(of bundle: String) -> String? { (try? PublishedBundle(bundle))?.release.version }

    /// Keeps the staged bundle beside the target for inspection.
    ///
    /// - Returns: where it is.
    func reject(_ state: RunState) throws -> String {
        try cleaning.join()
        try sync()
        try Interruption.shielded { (unfinished) throws(RunError) in
            try state.write(place.rejectedRun)
            try Folder.exchange(staging, place.rejected)
            try Folder.sync(place.parent)
            try Folder.remove(staging)
            unfinished.folders = []
        }
        return place.rejected
    }

    /// Leaves everything as it was. For a run that ends early; what cannot be removed now is removed by the next run.
    func abandon() {
        _ = try? cleaning.join()
        Interruption.shielded { unfinished in
            try? Folder.remove(staging)
            unfinished.folders = []
        }
    }

    /// Gives the place back.
    func end() { lock.end() }

    /// Returns when the staged bundle is on the disk.
    private func sync() throws(RunError) {
        let folders = [
            BundleFormat.reportFolder, BundleFormat.schemaFolder, BundleFormat.makeFolder, BundleFormat.deltaFolder,
        ].map { staging + "/" + $0 }
        for folder in [staging] + folders where Folder.isFolder(folder) {
            try Folder.sync(folder)
        }
    }
}
