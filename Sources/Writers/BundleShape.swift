package import FuelEconomy
internal import PickerKit
package import Platform

/// One file of a bundle: what it is called, and how it is written.
package struct BundleShape: Sendable {
    /// The name by which a pipeline asks for it.
    package var name: String
    package var path: String
    /// Whether it can be written before the tree has grown.
    var isEarly = false
    /// Whether it speaks of the data of all other files, and is no data itself.
    var isLast = false
    /// Whether there is something to write.
    var isNeeded: @Sendable (BundleContent) -> Bool = { _ in true }
    var write: @Sendable (BundleContent, BundleOutput) throws -> Void

    /// What pipelines can ask for, the largest first, so that several threads end at about the same time.
    package static let all = [
        BundleShape(name: "vehicles", path: BundleFormat.vehicles, isEarly: true) { try writeVehicles($0, to: $1) },
        BundleShape(name: "catalog", path: BundleFormat.catalog) { try writeCatalog($0, to: $1) },
        BundleShape(
            name: "details", path: BundleFormat.details, isEarly: true, isNeeded: { !$0.details.facts.isEmpty },
            write: { try writeDetails($0, to: $1) }),
        BundleShape(name: "picker", path: BundleFormat.picker) { try writePicker($0, to: $1) },
        BundleShape(name: "keys", path: BundleFormat.keys, isNeeded: { $0.keys != nil }) {
            try $1.write($0.keys?.ledger.text ?? [])
        },
        BundleShape(name: "names", path: BundleFormat.names, isEarly: true) { try writeNames($0, to: $1) },
        BundleShape(name: "report", path: BundleFormat.reportHTML) { try writeReportHTML($0, to: $1) },
        BundleShape(name: "report", path: BundleFormat.reportSARIF) { try writeReportSARIF($0, to: $1) },
        BundleShape(name: "report", path: BundleFormat.reportFindings) { try writeReportCSV($0, to: $1) },
        BundleShape(name: "report", path: BundleFormat.reportJSON) { try writeReportJSON($0, to: $1) },
        BundleShape(name: "report", path: BundleFormat.reportMarkdown) { try writeReportMarkdown($0, to: $1) },
        BundleShape(name: "report", path: BundleFormat.reportJUnit) { try writeReportJUnit($0, to: $1) },
        BundleShape(name: "report", path: BundleFormat.reportBaseline) { try $1.write(Baseline($0).text) },
        BundleShape(name: "report", path: BundleFormat.reportPipeline) { try writeReportPipeline($0, to: $1) },
        BundleShape(name: "report", path: BundleFormat.reportSchema, isEarly: true) { try writeReportSchema($0, to: $1) },
        BundleShape(name: "changes", path: BundleFormat.changes, isLast: true, isNeeded: { $0.changes != nil }) {
            try $1.write($0.changes?($0.dataVersion) ?? [])
        },
    ]
}

/// A file of the bundle as it was written.
package struct WrittenFile: Sendable, Equatable {
    package var path: String
    package var size: Int
    package var sha256: String
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
    private let shapes: [BundleShape]
    private let folder: String

    /// - Parameter names: of the shapes wanted.
    package init(_ names: Set<String>, folder: String) throws(RunError) {
        shapes = BundleShape.all.filter { names.contains($0.name) }
        self.folder = folder
        for path in Set(shapes.compactMap { $0.path.split(separator: "/").dropLast().first }) {
            try Folder.make(folder + "/" + path)
        }
    }

    /// Begins to write what needs no tree.
    package func begin(_ content: BundleContent) -> WorkerThread<[WrittenFile]> {
        WorkerThread { try shapes.filter { $0.isEarly && $0.isNeeded(content) }.map { try write($0, content) } }
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
        var files = try parallelMap(late.count, jobs: jobs + 1) { [content] in try write(late[$0], content) }
        files += try early.join()
        files.sort { $0.path < $1.path }
        content.dataVersion = dataVersion(of: files)
        files += try shapes.filter { $0.isLast && $0.isNeeded(content) }.map { try write($0, content) }
        files.sort { $0.path < $1.path }
        files.append(try writeWhole(manifest(of: content, files: files), BundleFormat.manifest))
        files.sort { $0.path < $1.path }
        let sums = files.map { "\($0.sha256)  \($0.path)\n" }.joined()
        files.append(try writeWhole(Array(sums.utf8), BundleFormat.checksums))
        return files
    }

    private func write(_ shape: BundleShape, _ content: BundleContent) throws -> WrittenFile {
        let output = try BundleOutput(folder: folder, path: shape.path)
        try shape.write(content, output)
        return try output.finish()
    }

    private func writeWhole(_ bytes: [UInt8], _ path: String) throws(RunError) -> WrittenFile {
        let output = try BundleOutput(folder: folder, path: path)
        try output.write(bytes)
        return try output.finish()
    }
}
