package import FuelEconomy
internal import PickerKit
package import Platform

/// A file of a bundle, or a folder of files: what it is called, and how it is written.
package struct BundleShape: Sendable {
    /// The name by which a pipeline asks for it.
    package var name: String
    /// The file's, or the folder's with a slash behind it.
    package var path: String
    /// Whether it can be written before the tree has grown.
    var isEarly = false
    /// Whether it speaks of the data of all other files, and is no data itself.
    var isLast = false
    /// Whether there is something to write.
    var isNeeded: @Sendable (BundleContent) -> Bool = { _ in true }
    /// Writes into the bundle's folder, and gives what it wrote.
    var write: @Sendable (BundleContent, _ folder: String) throws -> [WrittenFile]

    /// A shape of one file that is written from its beginning to its end.
    init(
        name: String, path: String, isEarly: Bool = false, isLast: Bool = false,
        isNeeded: @escaping @Sendable (BundleContent) -> Bool = { _ in true },
        writing: @escaping @Sendable (BundleContent, BundleOutput) throws -> Void
    ) {
        self.init(name: name, path: path, isEarly: isEarly, isLast: isLast, isNeeded: isNeeded) { content, folder in
            let output = try BundleOutput(folder: folder, path: path)
            try writing(content, output)
            return [try output.finish()]
        }
    }

    /// A shape that sees to its files by itself.
    init(
        name: String, path: String, isEarly: Bool = false, isLast: Bool = false,
        isNeeded: @escaping @Sendable (BundleContent) -> Bool = { _ in true },
        write: @escaping @Sendable (BundleContent, _ folder: String) throws -> [WrittenFile]
    ) {
        self.name = name
        self.path = path
        self.isEarly = isEarly
        self.isLast = isLast
        self.isNeeded = isNeeded
        self.write = write
    }

    /// What pipelines can ask for, the largest first, so that several threads end at about the same time.
    package static let all = [
        BundleShape(
            name: "vehicles", path: BundleFormat.vehicles, isEarly: true, writing: { try writeVehicles($0, to: $1) }),
        BundleShape(name: "sqlite", path: BundleFormat.database, write: { try writeDatabase($0, in: $1) }),
        BundleShape(
            name: "ndjson", path: BundleFormat.vehicleLines, isEarly: true, writing: { try writeVehicleLines($0, to: $1) }),
        BundleShape(name: "catalog", path: BundleFormat.catalog, writing: { try writeCatalog($0, to: $1) }),
        BundleShape(name: "makes", path: BundleFormat.makeFolder + "/", write: { try writeMakeFolder($0, in: $1) }),
        BundleShape(name: "makes", path: BundleFormat.makes, writing: { try writeMakes($0, to: $1) }),
        BundleShape(
            name: "details", path: BundleFormat.details, isEarly: true, isNeeded: hasDetails,
            writing: { try writeDetails($0, to: $1) }),
        BundleShape(name: "picker", path: BundleFormat.picker, writing: { try writePicker($0, to: $1) }),
        BundleShape(
            name: "keys", path: BundleFormat.keys, isNeeded: { $0.keys != nil },
            writing: { try $1.write($0.keys?.ledger.text ?? []) }),
        BundleShape(name: "names", path: BundleFormat.names, isEarly: true, writing: { try writeNames($0, to: $1) }),
        BundleShape(name: "report", path: BundleFormat.reportHTML, writing: { try writeReportHTML($0, to: $1) }),
        BundleShape(name: "report", path: BundleFormat.reportSARIF, writing: { try writeReportSARIF($0, to: $1) }),
        BundleShape(name: "report", path: BundleFormat.reportFindings, writing: { try writeReportCSV($0, to: $1) }),
        BundleShape(name: "report", path: BundleFormat.reportJSON, writing: { try writeReportJSON($0, to: $1) }),
        BundleShape(name: "report", path: BundleFormat.reportMarkdown, writing: { try writeReportMarkdown($0, to: $1) }),
        BundleShape(name: "report", path: BundleFormat.reportJUnit, writing: { try writeReportJUnit($0, to: $1) }),
        BundleShape(name: "report", path: BundleFormat.reportBaseline, writing: { try $1.write(Baseline($0).text) }),
        BundleShape(name: "report", path: BundleFormat.reportPipeline, writing: { try writeReportPipeline($0, to: $1) }),
        BundleShape(
            name: "report", path: BundleFormat.reportSchema, isEarly: true, writing: { try $1.write(reportSchema()) }),
        BundleShape(
            name: "changes", path: BundleFormat.changes, isLast: true, isNeeded: hasChanges,
            writing: { try $1.write($0.changes?($0.dataVersion) ?? []) }),
        schema("catalog"), schema("changes", isNeeded: hasChanges), schema("details", isNeeded: hasDetails),
        schema("make", of: "makes"), schema("makes"), schema("names"), schema("picker"), schema("vehicles"),
    ]

    /// What every bundle has beside its manifest and checksums.
    static let always = [
        schema("manifest"),
        BundleShape(
            name: "deltas", path: BundleFormat.deltaFolder + "/", isLast: true, isNeeded: { $0.deltas != nil },
            write: { try writeDeltas($0, in: $1) }),
    ]

    private static let hasDetails: @Sendable (BundleContent) -> Bool = { !$0.details.facts.isEmpty }
    private static let hasChanges: @Sendable (BundleContent) -> Bool = { $0.changes != nil }

    /// The JSON Schema of a file, which stands beside it.
    ///
    /// - Parameter shape: the pipeline's name for it, where that is another one.
    private static func schema(
        _ name: String, of shape: String? = nil, isNeeded: @escaping @Sendable (BundleContent) -> Bool = { _ in true }
    ) -> BundleShape {
        BundleShape(
            name: shape ?? name, path: BundleFormat.schema(name), isNeeded: isNeeded,
            writing: { content, output in
                let schemas = ShapeSchema.all(content.catalog.levels)
                try output.write(schemas.first { $0.name == name }!.document)
            })
    }
}

/// A file of the bundle as it was written.
package struct WrittenFile: Sendable, Equatable {
    package var path: String
    package var size: Int
    package var sha256: String

    /// Whether it holds data. The report speaks of lines and times: a new report alone is no new data, nor is a new schema.
    var isData: Bool {
        ![BundleFormat.reportFolder, BundleFormat.schemaFolder, BundleFormat.deltaFolder].contains {
            path.hasPrefix($0 + "/")
        }
    }
}

/// A file being written: hashed and counted on the way, on the disk once it is finished.
package final class BundleOutput {
    private let file: OpenFile
    private let path: String
    private var digest = SHA256()
    private var size = 0

    init(folder: String, path: String) throws(RunError) {
        file = try OpenFile.writing(folder + "/" + path)
        self.path = path
    }

    func write(_ bytes: [UInt8]) throws(RunError) {
        digest.update(bytes.span)
        try file.write(bytes.span)
        size += bytes.count
    }

    /// Writes blocks that another thread renders, in their order.
    func write(blocks count: Int, _ render: @escaping @Sendable (Int) -> [UInt8]) throws {
        if count == 1 { return try write(render(0)) }
        let channel = BoundedChannel<[UInt8]>(capacity: 3)
        let renderer = WorkerThread {
            defer { channel.finish() }
            for block in 0..<count {
                if !channel.send(render(block)) { return }
            }
        }
        let writing = Result {
            while let bytes = channel.receive() { try write(bytes) }
        }
        channel.close()
        try renderer.join()
        try writing.get()
    }

    /// Writes what has gathered once it is worth a system call.
    func flush(_ json: inout JSONBytes, above limit: Int = 1 << 18) throws(RunError) {
        if json.bytes.count <= limit { return }
        try write(json.bytes)
        json.bytes.removeAll(keepingCapacity: true)
    }

    func finish() throws(RunError) -> WrittenFile {
        try file.sync()
        return WrittenFile(path: path, size: size, sha256: digest.hexadecimal)
    }
}

/// Writes a whole bundle into an empty folder: first what needs no tree, while the tree grows, then the rest.
package struct BundleWriter: Sendable {
    /// Below this size a packed twin saves nothing that anybody would notice.
    private static let smallestPacked = 16 << 10

    private let shapes: [BundleShape]
    private let folder: String
    private let packsFiles: Bool

    /// - Parameters:
    ///   - names: of the shapes wanted.
    ///   - packsFiles: whether each large file of data gets a twin in gzip beside it.
    package init(_ names: Set<String>, folder: String, packsFiles: Bool = false) throws(RunError) {
        shapes = BundleShape.all.filter { names.contains($0.name) } + BundleShape.always
        self.folder = folder
        self.packsFiles = packsFiles
        // What comes last makes its own folder, if it has anything to put there.
        for path in Set(shapes.filter { !$0.isLast }.map(\.path)) {
            guard let slash = path.firstIndex(of: "/") else { continue }
            try Folder.make(String(path[..<slash]), in: folder)
        }
    }

    /// Begins to write what needs no tree.
    package func begin(_ content: BundleContent) -> WorkerThread<[WrittenFile]> {
        WorkerThread { try shapes.filter { $0.isEarly && $0.isNeeded(content) }.flatMap { try $0.write(content, folder) } }
    }

    /// Writes the rest.
    ///
    /// - Parameters:
    ///   - early: what ``begin(_:)`` gave.
    ///   - jobs: how many files are written at a time.
    /// - Returns: all files, by path.
    package func finish(_ content: BundleContent, early: WorkerThread<[WrittenFile]>, jobs: Int) throws -> [WrittenFile] {
        var content = content
        let late = shapes.filter { !$0.isEarly && !$0.isLast && $0.isNeeded(content) }
        // One thread more than jobs: some of them only wait for the disk.
        let written = try parallelMap(late.count, jobs: jobs + 1) { [content] in try late[$0].write(content, folder) }
        var files = try written.flatMap { $0 } + early.join()
        files.sort { $0.path < $1.path }
        content.dataVersion = dataVersion(of: files)
        files += try shapes.filter { $0.isLast && $0.isNeeded(content) }.flatMap { try $0.write(content, folder) }
        if packsFiles { files += try packed(files, jobs: jobs) }
        files.sort { $0.path < $1.path }
        files.append(try writeWhole(manifest(of: content, files: files), BundleFormat.manifest))
        files.sort { $0.path < $1.path }
        let sums = files.map { "\($0.sha256)  \($0.path)\n" }.joined()
        files.append(try writeWhole(Array(sums.utf8), BundleFormat.checksums))
        return files
    }

    /// Packs each file of data that is worth it, the largest first.
    private func packed(_ files: [WrittenFile], jobs: Int) throws -> [WrittenFile] {
        let large = files.filter { $0.isData && $0.size > Self.smallestPacked }.sorted { $0.size > $1.size }
        return try parallelMap(large.count, jobs: jobs) { place in
            try writeWhole(gzipped(try contents(of: folder + "/" + large[place].path)), large[place].path + ".gz")
        }
    }

    private func writeWhole(_ bytes: [UInt8], _ path: String) throws(RunError) -> WrittenFile {
        let output = try BundleOutput(folder: folder, path: path)
        try output.write(bytes)
        return try output.finish()
    }
}
