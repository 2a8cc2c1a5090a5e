internal import Audits
internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// What changes from the published bundle to the one that is being made.
struct BundleChanges: Sendable {
    private let content: BundleContent
    private let feeds: [PipelineFile.Feed]
    private let folder: String
    private let jobs: Int
    /// `nil` where none is published, and where it has yet to be made.
    private var comparison: Comparison?
    private var published: (version: String?, changes: [UInt8])?

    /// Compares the new vehicles with those of the published bundle, unless both are made of the same feeds by the same
    /// pipeline: then nothing will have changed.
    ///
    /// - Parameter feeds: the new bundle's, each with its file.
    init(to content: BundleContent, of feeds: [PipelineFile.Feed], from folder: String, jobs: Int) throws {
        self.content = content
        self.feeds = feeds
        self.folder = folder
        self.jobs = jobs
        guard PublishedBundle.isThere(folder) else { return }
        let bundle = try? PublishedBundle(folder)
        if let bundle, let text = try? contents(of: folder + "/" + BundleFormat.changes) {
            published = (bundle.release.version, text)
            if bundle.isMade(of: content) { return }
        }
        comparison = try compare(with: bundle)
    }

    /// What the published bundle lacks is no reason not to publish: a remark says so.
    ///
    /// - Parameter bundle: the published one, where its manifest was read already.
    private func compare(with bundle: PublishedBundle? = nil) throws -> Comparison {
        var release = Comparison.Release(name: content.name, date: content.date?.text)
        release.rows = content.table.count
        var from = Comparison.Release(name: content.name, date: nil)
        do {
            let bundle = try bundle ?? PublishedBundle(folder)
            from = bundle.release
            var comparison = try TableComparison.compare(
                bundle.vehicles(), ComparedTable(published: content.table), from: from, to: release, jobs: jobs)
            try comparison.attribute(
                from: bundle, texts: content.pipeline, generator: "marque \(content.version)", jobs: jobs, feeds: { feeds })
            return comparison
        } catch let error as RunError {
            var comparison = Comparison(old: from, new: release)
            comparison.isComplete = false
            let place = error.place.map { "\($0.split(separator: "/").last ?? ""): " } ?? ""
            comparison.remarks = ["the published bundle cannot be compared: \(place)\(error.message)"]
            return comparison
        }
    }

    /// The text of `changes.json`. Where the data are those that are published, that of the published bundle: it says how
    /// they came to be.
    func json(dataVersion: String, oldKeys: KeyLedger?, newKeys: KeyLedger?) throws -> [UInt8] {
        if let published, published.version == dataVersion { return published.changes }
        guard var comparison = try comparison ?? (published == nil ? nil : compare()) else {
            var release = Comparison.Release(name: content.name, date: content.date?.text)
            release.rows = content.table.count
            return changesJSON(ofFirst: release, version: PipelineRun.version)
        }
        if comparison.isComplete { comparison.follow(oldKeys, newKeys) }
        return changesJSON(comparison, version: PipelineRun.version)
    }
}

extension TableComparison {
    /// Compares two releases, several columns at a time.
    static func compare(
        _ old: ComparedTable, _ new: ComparedTable, from: Comparison.Release, to: Comparison.Release, jobs: Int
    ) throws -> Comparison {
        let tables = TableComparison(old, new)
        let differences = try parallelMap(tables.columnCount, jobs: jobs) { tables.difference($0) }
        return tables.comparison(differences, from: from, to: to)
    }
}
