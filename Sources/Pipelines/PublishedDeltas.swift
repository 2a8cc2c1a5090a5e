internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// The published catalog, from which apps go on to the new one, and the steps that led to it.
struct PublishedDeltas: Sendable {
    private let folder: String
    /// How many steps are kept.
    private let limit: Int

    init(of folder: String, limit: Int) {
        self.folder = folder
        self.limit = limit
    }

    /// The steps that lead to a new catalog, the oldest first: those that led to the published one, and one from there. Where
    /// the data are those that are published, the published steps.
    ///
    /// A step is only there if applying it has given the new catalog, byte for byte. Without one no step leads there, and apps
    /// load the catalog as a whole.
    func files(
        to version: String, catalog: [UInt8], ledger: KeyLedger?
    ) throws -> [(path: String, text: [UInt8])] {
        guard let text = try? contents(of: folder + "/" + BundleFormat.manifest), let manifest = try? BundleManifest(text)
        else {
            return []
        }
        let published = manifest.dataVersion
        if published == version { return steps(to: published, of: manifest, limit: limit) }
        guard let old = try? contents(of: folder + "/" + BundleFormat.catalog),
            let delta = try? CatalogDelta(from: old, version: published, to: catalog, version: version, ledger: ledger),
            let read = try? CatalogPatch(delta.json), read == delta.patch, (try? read.apply(to: old)) == catalog
        else { return [] }
        return steps(to: published, of: manifest, limit: limit - 1) + [
            (BundleFormat.delta(from: published, to: version), delta.json)
        ]
    }

    private func steps(to version: String, of manifest: BundleManifest, limit: Int) -> [(path: String, text: [UInt8])] {
        var paths = manifest.files.map(\.path)
        var steps: [(path: String, text: [UInt8])] = []
        var end = version
        while steps.count < limit, let place = paths.firstIndex(where: { BundleFormat.versions(ofDelta: $0)?.to == end }) {
            let path = paths.remove(at: place)
            guard let from = BundleFormat.versions(ofDelta: path)?.from, let text = try? contents(of: folder + "/" + path)
            else {
                break
            }
            steps.append((path, text))
            end = from
        }
        return steps.reversed()
    }
}
