internal import FuelEconomy
internal import Platform

/// How a feed is fetched: what its key `fetch` says.
struct FetchPolicy: Sendable {
    var tries = 4
    /// In seconds: how long nothing may come, how long all tries may take, and what the second try waits for at most.
    var timeout = 30.0
    var deadline = 1800.0
    var backoff = 1.0
    /// How many bytes an answer may have.
    var size = 1 << 30
    var redirects = 5
    var credentials: Place?

    /// Where credentials are kept.
    enum Place: Sendable {
        case file(String)
        case environment(String)
    }

    static let keys = [
        PipelineKey(
            name: "tries", value: .number(1...20), meaning: "how often it is tried before a run does without it (4)"),
        PipelineKey(
            name: "timeout", value: .duration, meaning: "how long nothing may come, connecting included (30 s)"),
        PipelineKey(name: "deadline", value: .duration, meaning: "how long all tries together may take (30 min)"),
        PipelineKey(
            name: "backoff", value: .duration,
            meaning:
                "what the second try waits for at most; each later one twice as long, at random and up to a minute (1 s)"),
        PipelineKey(name: "size", value: .bytes, meaning: "how large the file may be (1 GiB)"),
        PipelineKey(name: "redirects", value: .number(0...20), meaning: "how many redirects are followed (5)"),
        PipelineKey(
            name: "credentials",
            value: .map([
                PipelineKey(
                    name: "file", value: .text,
                    meaning: "a file whose first line they are, from the pipeline file's folder"),
                PipelineKey(name: "environment", value: .text, meaning: "a variable of the environment that holds them"),
            ]), meaning: "where user:password, or bearer and a token, is kept"),
    ]

    init() {}

    /// - Parameter resolved: makes a path of one that is named in the pipeline file.
    init(_ node: YAMLNode?, resolved: (String) -> String, faults: inout [PipelineFault]) {
        guard let node else { return }
        if let number = node["tries"]?.number { tries = number }
        if let time = node["timeout"]?.milliseconds { timeout = time / 1000 }
        if let time = node["deadline"]?.milliseconds { deadline = time / 1000 }
        if let time = node["backoff"]?.milliseconds { backoff = time / 1000 }
        if let bytes = node["size"]?.bytes { size = bytes }
        if let number = node["redirects"]?.number { redirects = number }
        guard let kept = node["credentials"] else { return }
        switch (kept["file"]?.text, kept["environment"]?.text) {
        case (let file?, nil): credentials = .file(resolved(file))
        case (nil, let name?): credentials = .environment(name)
        default:
            faults.append(
                PipelineFault(
                    kept.mark,
                    "fetch.credentials: \(kept["file"] == nil ? "neither" : "both") of \"file\" and \"environment\" found, expected one",
                    wayOut: "say where they are kept"))
        }
    }

    /// Reads the credentials. Nothing that is said of them tells what they are.
    ///
    /// - Parameter feed: the one that they are for.
    /// - Throws: a usage error that names the key.
    func secret(of feed: String) throws(RunError) -> Transfer.Credentials? {
        let key = "feeds.\(feed).fetch.credentials"
        let text: String
        switch credentials {
        case nil: return nil
        case .environment(let name):
            guard let value = Machine.environment(name) else {
                throw RunError(
                    .usage, at: key, "variable \"\(name)\" is not set or empty",
                    wayOut: "set it to user:password or bearer TOKEN")
            }
            text = value
        case .file(let path):
            do throws(RunError) {
                text = String(decoding: try contents(of: path), as: UTF8.self)
            } catch {
                throw RunError(
                    .usage, at: key, "file \"\(path)\" cannot be read: \(error.message)",
                    wayOut: "check the path, from the pipeline file's folder, and its permissions")
            }
        }
        let line = String(text.prefix { !$0.isNewline })
        if line.lowercased().hasPrefix("bearer ") {
            let token = line.dropFirst(7).drop { $0 == " " }
            if !token.isEmpty { return .bearer(String(token)) }
        } else if line.contains(":") {
            return .password(line)
        }
        throw RunError(
            .usage, at: key, "\(line.isEmpty ? "nothing" : "something else") found, expected user:password or bearer TOKEN",
            wayOut: "write it into the first line")
    }
}
