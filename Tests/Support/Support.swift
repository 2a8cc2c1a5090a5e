import Foundation

/// A random generator with a seed, so that a failure can be repeated: the seed stands in the test's arguments.
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

/// A folder of its own that is gone when the test is.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() {
        path = NSTemporaryDirectory() + "marque-test-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public func file(_ name: String, _ text: String) -> String { file(name, Data(text.utf8)) }

    public func file(_ name: String, _ bytes: Data) -> String {
        let file = path + "/" + name
        _ = FileManager.default.createFile(atPath: file, contents: bytes)
        return file
    }
}

public struct ProcessResult: Sendable {
    public var status: Int32
    public var output: String
    public var error: String
}

/// Runs a program and waits for it.
@discardableResult
public func run(
    _ program: String, _ arguments: [String], input: Data? = nil, environment: [String: String]? = nil
) throws -> ProcessResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.hasPrefix("/") ? program : "/usr/bin/env")
    process.arguments = program.hasPrefix("/") ? arguments : [program] + arguments
    if let environment { process.environment = environment }
    // Files, not pipes: nobody has to read while the program writes.
    let folder = TemporaryFolder()
    let out = folder.file("out", "")
    let err = folder.file("err", "")
    let inFile = folder.file("in", input ?? Data())
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: out))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: err))
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: inFile))
    try process.run()
    process.waitUntilExit()
    return ProcessResult(
        status: process.terminationStatus, output: try String(contentsOfFile: out, encoding: .utf8),
        error: try String(contentsOfFile: err, encoding: .utf8))
}

public enum Project {
    /// The folder with Package.swift.
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The command under test: `MARQUE_BIN`, or what the tests were built beside.
    public static let marque: String = {
        if let path = ProcessInfo.processInfo.environment["MARQUE_BIN"] { return path }
        return root + "/.build/debug/marque"
    }()

    /// The real feeds; `nil` where `MARQUE_FEEDS` does not say where they are.
    public static let feeds: String? = ProcessInfo.processInfo.environment["MARQUE_FEEDS"]

    /// Whether the tests on the real feeds can run; says aloud that they are skipped where they can't.
    public static let hasFeeds: Bool = {
        if feeds == nil { print("MARQUE_FEEDS is not set: tests on the real feeds are skipped") }
        return feeds != nil
    }()

    public static let hasPython: Bool = (try? run("python3", ["--version"]).status == 0) ?? false
}

/// Packs bytes with the gzip program.
public func gzipped(_ bytes: Data) throws -> Data {
    let folder = TemporaryFolder()
    let path = folder.file("data", bytes)
    _ = try run("gzip", ["-n", path])
    return try Data(contentsOf: URL(fileURLWithPath: path + ".gz"))
}
