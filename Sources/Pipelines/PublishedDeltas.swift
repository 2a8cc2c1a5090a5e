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
    ) throws -> [(name: String, text: [UInt8])] {
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
        return steps(to: published, of: manifest, limit: limit - 1) + [("\(published)-\(version).json", delta.json)]
    }

    private func steps(to version: String, of manifest: BundleManifest, limit: Int) -> [(name: String, text: [UInt8])] {
        let folderName = BundleFormat.deltaFolder + "/"
        var names = manifest.files.map(\.path).filter { $0.hasPrefix(folderName) && $0.hasSuffix(".json") }
            .map { String($0.dropFirst(folderName.count)) }
        var steps: [(name: String, text: [UInt8])] = []
        var end = version
        while steps.count < limit, let place = names.firstIndex(where: { $0.hasSuffix("-\(end).json") }) {
            let name = names.remove(at: place)
            guard let text = try? contents(of: folder + "/" + folderName + name) else { break }
            steps.append((name, text))
            end = String(name.prefix { $0 != "-" })
        }
        return steps.reversed()
    }
}
