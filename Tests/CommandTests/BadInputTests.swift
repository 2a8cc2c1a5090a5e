import Foundation
import Support
import Testing

/// Whatever is wrong with the input or the output: a clear error with the right status, and the published bundle as it was.
@Suite struct BadInputTests {
    private let folder = TemporaryFolder()
    private var out: String { folder.path + "/out" }

    /// Publishes the sample, runs with another input, and wants the same bundle and nothing else beside it.
    private func refused(_ input: String, status: Int32, _ message: String, input bytes: Data? = nil) throws {
        if !FileManager.default.fileExists(atPath: out) {
            #expect(try marque("run", samplePipeline, "--out", out).status == 0)
        }
        let before = try files(in: out)
        let result = try marque("run", epaPipeline, "--input", "vehicles=" + input, "--out", out, input: bytes)
        #expect(result.status == status, "\(result.error)")
        #expect(result.error.contains(message), "\(result.error)")
        #expect(result.error.contains("\n  fix: "))
        #expect(try files(in: out) == before)
        let beside = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!beside.contains { $0.hasSuffix(".staging") })
    }

    @Test func refusesAMissingFileAndAFolder() throws {
        try refused(folder.path + "/none.csv", status: 3, "none.csv: error: no such file or directory")
        try refused(folder.path, status: 3, "is a folder, expected a file")
    }

    @Test func refusesEmptyAndHeaderOnlyFiles() throws {
        try refused(folder.file("empty.csv.gz", ""), status: 3, "is empty, expected a feed")
        let header = try sampleText().split(separator: "\r\n")[0]
        try refused(folder.file("header.csv", header + "\r\n"), status: 3, "has a header and no records")
        try refused(folder.file("header2.csv", String(header)), status: 3, "has a header and no records")
        try refused(folder.file("header3.csv", header + "\r\n\r\n"), status: 3, "has a header and no records")
    }

    @Test func refusesAnHTMLPageNamedAsAFeed() throws {
        try refused(
            folder.file("v.csv.gz", "<!doctype html>\n<title>404</title>"), status: 3,
            "looks like an HTML page, expected a table of text or XML")
    }

    @Test func refusesAFileWithNoneOfTheColumns() throws {
        try refused(
            folder.file("other.csv", "Nr,Modell,Brand,Yeer\n1,A4,Audi,2020\n"), status: 3,
            "other.csv:1: error: has none of the columns of layout \"epa-vehicles\", found \"Nr\", \"Modell\", \"Brand\", \"Yeer\", "
                + "expected \"id\", \"year\" (near: \"Yeer\"), \"make\", \"model\" (near: \"Modell\")")
    }

    @Test func refusesTruncatedAndDamagedGzip() throws {
        let packed = try Data(contentsOf: URL(fileURLWithPath: sampleFeed))
        for count in [3, 9, 17, 100, packed.count / 2, packed.count - 8, packed.count - 1] {
            try refused(
                folder.file("t.csv.gz", packed.prefix(count)), status: 3, "truncated at byte \(count) of the packed file")
        }
        var damaged = packed
        damaged[packed.count - 6] ^= 0x10
        try refused(folder.file("c.csv.gz", damaged), status: 3, "wrong CRC-32")
        try refused("-", status: 3, "standard input: error: truncated at byte 500", input: packed.prefix(500))
    }

    @Test func refusesToPublishNothing() throws {
        let lines = try sampleText().split(separator: "\r\n")
        try refused(folder.file("ragged.csv", lines[0] + "\n1,2,3\n"), status: 4, "no vehicle is left of 1 rows")
    }

    @Test func refusesFoldersThatItWouldDestroy() throws {
        let other = folder.path + "/home"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        _ = folder.file("home/letter.txt", "dear")
        let result = try marque("run", samplePipeline, "--out", other)
        #expect(result.status == 4 && result.error.contains("holds something that is no bundle"))
        #expect(try files(in: other).count == 1)
        for path in [".", "/", "/tmp/.."] { #expect(try marque("run", samplePipeline, "--out", path).status == 2) }
    }

    @Test func refusesAFolderThatCannotBeWritten() throws {
        let file = folder.file("plain", "x")
        let below = try marque("run", samplePipeline, "--out", file + "/out")
        #expect(below.status == 4 && below.error.contains("fix: "))
        #expect(try marque("run", samplePipeline, "--out", "/proc/marque/out").status == 4)
    }

    @Test func refusesUnknownFeedsAndPipelinesWithoutFileOrFolder() throws {
        let unknown = try marque("run", epaPipeline, "--input", "vehicle=x", "--out", out)
        #expect(
            unknown.status == 2
                && unknown.error.contains("feed \"vehicle\" found, expected one of \"vehicles\", did you mean \"vehicles\""))
        let noFile = try marque("run", epaPipeline, "--out", out)
        #expect(noFile.status == 2 && noFile.error.contains("feed \"vehicles\" has no file"))
        let noFolder = folder.file("p.yaml", "name: x\nfeeds: {vehicles: {layout: epa-vehicles, file: \(sampleFeed)}}\n")
        let result = try marque("run", noFolder)
        #expect(result.status == 2 && result.error.contains("no folder for the bundle"))
    }

    @Test func endsWithoutNoiseWhereThePipeIsClosed() throws {
        let result = try run(
            "sh",
            [
                "-c",
                "\(Project.marque) run \(samplePipeline) --out \(out) --verbose | head -1; \(Project.marque) rules | head -1",
            ])
        #expect(result.status == 0 && result.error == "")
        #expect(try files(in: out).keys.contains("manifest.json"))
    }

    @Test func tellsWhoComesSecondThatTheBundleIsTaken() throws {
        let lock = folder.path + "/.out.lock"
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        holder.arguments = ["flock", lock, "sleep", "20"]
        try holder.run()
        defer { holder.terminate() }
        for _ in 0..<100 where !FileManager.default.fileExists(atPath: lock) { usleep(20_000) }
        usleep(100_000)
        let result = try marque("run", samplePipeline, "--out", out)
        #expect(result.status == 5 && result.error.contains("another run is writing this bundle"))
    }
}
