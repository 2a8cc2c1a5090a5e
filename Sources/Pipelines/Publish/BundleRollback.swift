internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// Puts an older version of a bundle back in its place, in one step.
///
/// Runs that come to the data that were rolled back from leave it so; the first one that comes to others publishes them.
public struct BundleRollback {
    /// What was done, in a line.
    public let text: String

    /// - Parameters:
    ///   - folder: the published bundle.
    ///   - version: the version's folder, its number, or how it begins; the one before the published one where it is left out.
    /// - Throws: a ``RunFailure`` where there is no such version, it is damaged, or a run is at work.
    public init(_ folder: String, to version: String?) throws(RunFailure) {
        do {
            let place = try BundlePlace(folder)
            guard Folder.exists(place.target) else {
                throw RunError(.usage, at: folder, "is not there", wayOut: "name the folder that marque run has published")
            }
            Interruption.shielded { $0.note = "nothing was put in place" }
            let lock = try RunLock(place)
            defer { lock.end() }
            text = try Self.roll(place, to: version)
        } catch {
            throw RunFailure(error)
        }
    }

    private static func roll(_ place: BundlePlace, to version: String?) throws -> String {
        let old = (try? PublishedBundle(place.target)).map { $0.release }
        let versions = BundleVersions(place)
        var record = RunRecord(pipeline: "", folder: place.target, started: CivilDate.moment(Machine.now))
        let source: String
        if versions.isLinked {
            let name = try versions.version(version)
            source = place.versions + "/" + name
            record.version = name
        } else {
            if let version {
                throw RunError(
                    .usage, at: place.target, "version \"\(version)\" found, of a bundle that keeps none",
                    wayOut: "leave it out for the bundle before; publish.keep keeps more than one")
            }
            source = place.previous
        }
        guard PublishedBundle.isThere(source) else {
            throw RunError(
                .usage, at: place.target, "there is no version before it",
                wayOut: "run the pipeline on an older feed; publish.keep keeps more than one version")
        }
        guard try PublishedBundle.isIntact(source, jobs: Machine.processors) else {
            throw RunError(
                .input, at: source, "is damaged and is not put back",
                wayOut: "see marque verify for what is damaged, and name another version")
        }
        let new = try PublishedBundle(source)
        let made = try RunState.identity(of: source)
        let (from, to) = (try? RunState.data(of: place.target), try RunState.data(of: source))
        try Interruption.shielded { (unfinished) throws(RunError) in
            // First what is wanted: a run that finds it half done leaves what is withdrawn unpublished, and removes no version.
            if var state = RunState.read(place.run) {
                state.published = made
                state.withdrawnData.removeAll { $0 == to || $0 == from }
                if let from, from != to, made != state.made { state.withdrawnData.append(from) }
                try state.write(place.run)
            }
            if let name = record.version { try versions.point(to: name) } else { try exchange(place) }
            unfinished.note = "the other version was put in place before"
        }
        record.pipeline = new.release.name
        record.result = .rolledBack
        record.exitStatus = 0
        record.dataDate = new.release.date
        record.dataVersion = new.release.version
        record.counts = ["vehicles": new.release.rows]
        record.reasons = ["from \(old?.shown ?? "a damaged bundle") to \(new.release.shown)"]
        let fault = RunHistory(place.history).add(record)
        return (fault.map { $0.text(as: .warning) + "\n" } ?? "")
            + "rolled back  \(place.target): \(record.reasons[0])" + (record.version.map { ", \($0)" } ?? "") + "\n"
    }

    private static func exchange(_ place: BundlePlace) throws(RunError) {
        try Folder.exchange(place.previous, place.target)
        try Folder.sync(place.parent)
    }
}

extension Comparison.Release {
    /// `data version 77c357f2fe0d3083 of 2025-10-28`
    fileprivate var shown: String { "data version \(version ?? "")" + (date.map { " of \($0)" } ?? "") }
}
