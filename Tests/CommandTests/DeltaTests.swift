import Foundation
import PickerKit
import Support
import Testing

/// `publish.deltas`: from each of the last published catalogs an app gets to the newest, byte for byte.
@Suite struct DeltaTests {
    private let folder = TemporaryFolder()

    private func pipeline(_ deltas: Int, levels: String = "make, model, year, option") -> String {
        folder.file(
            "p.yaml",
            """
            name: steps
            feeds: {vehicles: {layout: epa-vehicles}}
            tree: {levels: [\(levels)]}
            write: [catalog, vehicles, keys]
            publish: {deltas: \(deltas)}

            """)
    }

    /// A published catalog, and the version of its data.
    private struct Version {
        var version: String
        var catalog: [UInt8]
    }

    private func publish(_ pipeline: String, _ feed: String) throws -> (
        version: Version, bundle: PickerBundle, paths: [String]
    ) {
        let out = folder.path + "/out"
        let result = try run(Project.marque, ["run", pipeline, "--input", "vehicles=" + feed, "--out", out, "--quiet"])
        #expect(result.status == 0, "\(result.error)")
        let bundle = try PickerBundle { path in try [UInt8](Data(contentsOf: URL(fileURLWithPath: out + "/" + path))) }
        let verified = try run(Project.marque, ["verify", out])
        #expect(verified.status == 0, "\(verified.output)")
        return (
            Version(version: bundle.manifest.dataVersion, catalog: try bundle.bytes(of: "catalog.json")), bundle,
            bundle.manifest.files.map(\.path)
        )
    }

    /// What an app does that has an older catalog.
    private func follow(_ old: Version, to new: Version, in bundle: PickerBundle, _ paths: [String]) throws -> [UInt8]? {
        guard let chain = CatalogPatch.chain(from: old.version, to: new.version, among: paths) else { return nil }
        return try chain.reduce(old.catalog) { catalog, path in
            try CatalogPatch(bundle.bytes(of: path)).apply(to: catalog)
        }
    }

    /// The sample feed without some of its rows.
    private func sample(seed: UInt64, share: Double) throws -> String {
        var generator = SeededGenerator(seed: seed)
        let text = try run("gzip", ["-dc", Project.root + "/sample-data/vehicles.csv.gz"]).output
        var lines = text.split(whereSeparator: \.isNewline).map(String.init)
        let head = lines.removeFirst()
        let kept = lines.filter { _ in Double.random(in: 0..<1, using: &generator) < share }
        return folder.file("feed-\(seed).csv", ([head] + kept).joined(separator: "\n") + "\n")
    }

    @Test(arguments: ["make, model, year, option", "year, make, model, option", "make, family, model, year, option"])
    func leadsFromEachOfTheLastVersions(_ levels: String) throws {
        let pipeline = pipeline(2, levels: levels)
        var versions: [Version] = []
        for seed in 1...8 as ClosedRange<UInt64> {
            let (new, bundle, paths) = try publish(pipeline, sample(seed: seed, share: seed % 3 == 0 ? 0.9 : 0.6))
            for (age, old) in versions.reversed().enumerated() {
                let reached = try follow(old, to: new, in: bundle, paths)
                #expect(reached == (age < 2 ? new.catalog : nil), "seed \(seed), \(age + 1) versions back")
            }
            let (again, _, samePaths) = try publish(pipeline, folder.path + "/feed-\(seed).csv")
            #expect(again.version == new.version && samePaths == paths)
            versions.append(new)
        }
    }

    @Test func saysWhatBecomesOfSavedChoices() throws {
        let pipeline = pipeline(1)
        let (old, _, _) = try publish(pipeline, Project.root + "/sample-data/vehicles.csv.gz")
        let (new, bundle, paths) = try publish(pipeline, sample(seed: 3, share: 0.5))
        let patch = try CatalogPatch(
            bundle.bytes(of: try #require(CatalogPatch.chain(from: old.version, to: new.version, among: paths))[0]))
        let after = try bundle.catalog()
        let oldCatalog = try PickerCatalog(old.catalog)
        var (same, again) = (0, 0)
        for id in oldCatalog.options.id {
            switch patch.migration.outcome(ofID: id) {
            case .same:
                same += 1
                #expect(after.path(to: id) != nil)
            case .moved: Issue.record("an id never moves")
            case .chooseAgain(let steps):
                again += 1
                #expect(after.path(to: id) == nil)
                // The steps are the way to the id as far as the new tree has it.
                let path = try #require(oldCatalog.path(to: id))
                var below: [Int] = []
                for (level, step) in steps.enumerated() {
                    let row = try #require(
                        (0..<after.count(below: below)).first {
                            (after.key($0, below: below) ?? after.title($0, below: below)) == step
                        })
                    #expect(
                        (oldCatalog.key(path[level], below: Array(path[..<level]))
                            ?? oldCatalog.title(path[level], below: Array(path[..<level]))) == step)
                    below.append(row)
                }
                let next =
                    oldCatalog.key(path[steps.count], below: Array(path[..<steps.count]))
                    ?? oldCatalog.title(path[steps.count], below: Array(path[..<steps.count]))
                #expect(
                    !(0..<after.count(below: below)).contains {
                        (after.key($0, below: below) ?? after.title($0, below: below)) == next
                    })
            }
        }
        #expect(same > 10 && again > 10)
        for key in oldCatalog.levels.flatMap({ $0.key.map { $0 } }) {
            let isThere = after.levels.contains { $0.key.contains(key) }
            #expect((patch.migration.outcome(ofKey: key) == .same) == isThere)
        }
    }

    @Test func aDamagedCatalogOnTheWayLeavesTheStepOut() throws {
        let pipeline = pipeline(3)
        let (old, _, _) = try publish(pipeline, sample(seed: 1, share: 0.7))
        try Data("{}".utf8).write(to: URL(fileURLWithPath: folder.path + "/out/catalog.json"))
        let (new, _, paths) = try publish(pipeline, sample(seed: 2, share: 0.7))
        #expect(CatalogPatch.chain(from: old.version, to: new.version, among: paths) == nil)
        #expect(!paths.contains { $0.hasPrefix("deltas/") })
    }

    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set")) func leadsThroughTheRealReleases() throws {
        let pipeline = pipeline(2)
        var versions: [Version] = []
        for date in ["2018-02-19", "2018-02-26", "2019-06-04", "2021-07-12", "2022-11-08", "2025-10-28"] {
            let (new, bundle, paths) = try publish(pipeline, Project.feeds! + "/epa/vehicles-\(date).csv.gz")
            for old in versions.suffix(2) {
                #expect(try follow(old, to: new, in: bundle, paths) == new.catalog, "to \(date)")
            }
            versions.append(new)
        }
    }
}
