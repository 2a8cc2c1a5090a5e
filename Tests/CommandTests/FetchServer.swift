import Foundation
import Support

/// A web server of this machine that misbehaves as it is told to; `fetch_server.py` says what it can do.
final class FetchServer {
    let folder = TemporaryFolder()
    let port: Int
    private let process = Process()
    private let input = Pipe()
    private let scheme: String

    /// - Parameter certificate: the files of a certificate and its key, to speak TLS with.
    init(certificate: [String] = []) throws {
        scheme = certificate.isEmpty ? "http" : "https"
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["python3", Project.root + "/Tests/CommandTests/fetch_server.py", folder.path] + certificate
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != 0x0a {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            line += more
        }
        port = Int(String(decoding: line.dropLast(), as: UTF8.self)) ?? 0
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    typealias Answer = [String: Any]

    /// What is answered at a path, request by request; the last answer is given again and again.
    func plan(_ answers: Answer..., at path: String = "/vehicles.csv.gz") throws {
        try plans([path: answers])
    }

    /// By path.
    func plans(_ answers: [String: [Answer]]) throws {
        var answers = answers
        // Another plan each time, so that counting begins anew.
        answers["/number"] = [["status": Int.random(in: 1_000...1_000_000_000)]]
        try JSONSerialization.data(withJSONObject: answers).write(to: URL(fileURLWithPath: folder.path + "/plan.json"))
    }

    func url(_ path: String = "/vehicles.csv.gz") -> String { "\(scheme)://127.0.0.1:\(port)\(path)" }

    struct Request {
        var path: String
        var headers: [String: String]
    }

    /// All that were made since this was asked last.
    func requests() throws -> [Request] {
        let path = folder.path + "/requests.ndjson"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        try FileManager.default.removeItem(atPath: path)
        return try text.split(separator: "\n").map {
            let line = try JSONSerialization.jsonObject(with: Data($0.utf8)) as! [String: Any]
            return Request(path: line["path"] as! String, headers: line["headers"] as! [String: String])
        }
    }
}

/// A pipeline whose feed is on a server, and the folder that it publishes to.
struct FetchedPipeline {
    let folder = TemporaryFolder()
    let server: FetchServer
    let feed: Data
    var out: String { folder.path + "/out" }
    var cache: String { folder.path + "/.out.feeds/vehicles" }
    private var file: String { folder.path + "/p.yaml" }

    init() throws {
        server = try FetchServer()
        feed = try Data(contentsOf: URL(fileURLWithPath: sampleFeed))
        _ = server.folder.file("feed", feed)
        try policy("")
    }

    /// - Parameters:
    ///   - fetch: more keys of the feed's `fetch`.
    ///   - more: more lines of the pipeline.
    func policy(_ fetch: String, _ more: String = "") throws {
        let keys = fetch.contains("backoff") ? fetch : "backoff: 2 ms" + (fetch.isEmpty ? "" : ", ") + fetch
        _ = folder.file(
            "p.yaml",
            "name: x\nfeeds:\n  vehicles: {layout: epa-vehicles, fetch: {\(keys)}}\nwrite: [catalog, report]\n\(more)\n")
    }

    func arguments(_ url: String? = nil) -> [String] {
        ["run", file, "--input", "vehicles=" + (url ?? server.url()), "--out", out]
    }

    func run(
        _ more: String..., url: String? = nil, now: Int? = nil, environment: [String: String] = [:]
    ) throws -> ProcessResult {
        var environment = environment
        if let now { environment["SOURCE_DATE_EPOCH"] = String(now) }
        return try Support.run(Project.marque, arguments(url) + more, environment: environment)
    }

    /// The command, begun and not waited for.
    func begin() throws -> (process: Process, error: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--default-signal=TERM", Project.marque] + arguments()
        let error = folder.file("error", "")
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: error))
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return (process, error)
    }

    /// The bytes of the copy that `copy.json` names.
    func copy() throws -> Data {
        let name = try json(cache + "/copy.json")["file"] as! String
        return try Data(contentsOf: URL(fileURLWithPath: cache + "/" + name))
    }

    /// What the report's rule of stale copies says, sample by sample.
    func staleCopies() throws -> [[String: Any]] {
        let rules = try json(out + "/report/report.json")["rules"] as! [[String: Any]]
        let rule = rules.first { $0["id"] as! String == "stale-copy" }
        return rule?["samples"] as? [[String: Any]] ?? []
    }
}
