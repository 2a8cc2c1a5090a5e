internal import Audits
internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// What a published bundle says of itself and of its vehicles, for a comparison.
struct PublishedBundle: Sendable {
    let folder: String
    let release: Comparison.Release
    /// The marque that wrote it.
    let generator: String
    /// By feed: the SHA-256 of what was read.
    let digests: [String: String]

    static func isThere(_ folder: String) -> Bool { Folder.exists(folder + "/" + BundleFormat.manifest) }

    /// What a bundle's checksums say, in their order.
    static func checksums(of folder: String) throws(RunError) -> [(sha256: String, path: String)] {
        let text = String(decoding: try contents(of: folder + "/" + BundleFormat.checksums), as: UTF8.self)
        return text.split(separator: "\n").map { (String($0.prefix(64)), String($0.dropFirst(66))) }
    }

    /// Whether all files of a bundle are there, as its checksums say.
    static func isIntact(_ folder: String, jobs: Int) throws -> Bool {
        let files = try checksums(of: folder)
        return try parallelMap(files.count, jobs: jobs) { place in
            let path = folder + "/" + files[place].path
            guard OpenFile.isRegular(path) else { return false }
            return try SHA256(ofFile: path).hexadecimal == files[place].sha256
        }.allSatisfy(\.self)
    }

    /// Reads the manifest.
    ///
    /// - Throws: an input error where it is damaged or of another format.
    init(_ folder: String) throws(RunError) {
        self.folder = folder
        let path = folder + "/" + BundleFormat.manifest
        let text = try contents(of: path)
        let manifest: JSON
        do throws(JSONDamage) {
            manifest = try JSON(text)
        } catch {
            throw RunError(
                .input, at: "\(path):\(error.offset)", "damaged, expected \(error.expected)",
                wayOut: "run the pipeline again")
        }
        let format = manifest["format"]?.number
        guard format == Double(BundleFormat.version) else {
            throw RunError(
                .input, at: path,
                "format \(format.map { "\"\(NumberText.exact($0))\"" } ?? "of no number") found, expected \"\(BundleFormat.version)\"",
                wayOut: "read it with the marque that wrote it, or run the pipeline again")
        }
        var release = Comparison.Release(
            name: manifest["name"]?.text ?? "", date: manifest["data"]?["date"]?.text,
            version: manifest["data"]?["version"]?.text)
        release.rows = Int(exactly: manifest["counts"]?["vehicles"]?.number ?? 0) ?? 0
        self.release = release
        generator = manifest["generator"]?.text ?? ""
        var digests: [String: String] = [:]
        for source in manifest["sources"]?.items ?? [] {
            if let feed = source["feed"]?.text { digests[feed] = source["sha256"]?.text }
        }
        self.digests = digests
    }

    /// Whether it is what this Marque makes of the same feeds with the same pipeline.
    func isMade(of content: BundleContent) -> Bool {
        let sources = Dictionary(content.sources.map { ($0.feed, $0.sha256) }) { first, _ in first }
        guard generator == "marque \(content.version)", digests == sources,
            let pipeline = try? PipelineFile.published(in: folder)
        else { return false }
        return pipeline.texts == content.pipeline
    }

    /// All vehicles.
    ///
    /// - Throws: a usage error where the bundle has no `vehicles.json`, an input error where it is damaged.
    func vehicles() throws(RunError) -> ComparedTable {
        let path = folder + "/" + BundleFormat.vehicles
        guard Folder.exists(path) else {
            throw RunError(
                .usage, at: folder, "the bundle has no \(BundleFormat.vehicles)",
                wayOut: "add vehicles to the pipeline's write")
        }
        return try Self.vehicles(in: try contents(of: path, padding: RecordBatch.padding), of: path)
    }

    /// Reads the text of a `vehicles.json`, which has ``RecordBatch/padding`` zeros behind it.
    static func vehicles(in padded: [UInt8], of path: String) throws(RunError) -> ComparedTable {
        do throws(VehiclesDamage) {
            return try ComparedTable(vehiclesJSON: padded)
        } catch {
            throw RunError(
                .input, at: "\(path):\(error.line)", "damaged, expected \(error.expected)", wayOut: "run the pipeline again")
        }
    }
}

extension Comparison {
    /// Says what changed each value from one bundle to the next: the feed, or the rules and decisions of the pipeline.
    ///
    /// - Parameters:
    ///   - texts: of the pipeline that made the new bundle.
    ///   - generator: the marque that wrote the new bundle.
    ///   - feeds: the new bundle's, each with its file, once they are needed; `nil` where they are not at hand.
    mutating func attribute(
        from old: PublishedBundle, texts: PipelineTexts, generator: String, jobs: Int,
        feeds: () throws -> [PipelineFile.Feed]?
    ) throws {
        let pipeline: PipelineFile
        do throws(RunError) {
            pipeline = try PipelineFile.published(in: old.folder)
        } catch {
            remarks.append("causes are not known: the old pipeline: \(error.message)")
            return
        }
        if old.generator != generator {
            remarks.append("from \(old.generator) to \(generator): what marque itself changed counts as the feed's")
        } else if pipeline.texts == texts {
            cause = .feed
            return
        }
        guard let feeds = try feeds() else {
            remarks.append("causes are not known: the pipelines differ; give the new feeds with --input NAME=PATH")
            return
        }
        if feeds.contains(where: { $0.file == "-" }) {
            remarks.append("causes are not known: standard input cannot be read again by the old pipeline")
            return
        }
        let files = Dictionary(feeds.map { ($0.name, $0.file ?? "") }) { first, _ in first }
        if let lacking = pipeline.feedNames.first(where: { files[$0] == nil }) {
            remarks.append("causes are not known: the new pipeline has no feed \"\(lacking)\", which the old one reads")
            return
        }
        let inputs = files.filter { pipeline.feedNames.contains($0.key) }
        let named = try NamedVehicles(pipeline, try pipeline.feeds(with: inputs), jobs: jobs) { _, _ in }
        attribute(byOldRules: ComparedTable(published: named.table))
    }
}
