import Foundation
import Support
import Testing

/// Signals at any moment of a run: the published bundle is whole, and nothing unfinished is left beside it.
@Suite(.serialized) struct InterruptionTests {
    private let folder = TemporaryFolder()
    private var out: String { folder.path + "/epa" }
    private var metrics: String { folder.path + "/epa.prom" }

    /// A run of the newest release of EPA's feed over a bundle of the one before, or of the sample over itself.
    private var feeds: (old: String, new: String) {
        guard let feeds = Project.feeds else { return (sampleFeed, sampleFeed) }
        return (feeds + "/epa/vehicles-2022-11-08.csv.gz", feeds + "/epa/vehicles-2025-10-28.csv.gz")
    }

    private func arguments(_ feed: String) -> [String] {
        ["run", epaPipeline, "--input", "vehicles=" + feed, "--out", out, "--metrics", metrics]
    }

    private struct Ending {
        var status: Int32
        /// Whether the signal itself ended the process, which is so before it waits for signals.
        var isBySignal: Bool
        var error: String
        /// From the signal to the end.
        var seconds: Double
    }

    /// - Parameters:
    ///   - dispositions: what the command inherits, in the words of `env`.
    ///   - moment: in seconds from the start.
    private func run(_ dispositions: String, signal: Int32, at moment: Double) throws -> Ending {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = dispositions.split(separator: " ").map(String.init) + [Project.marque] + arguments(feeds.new)
        let error = folder.file("error", "")
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: error))
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        Thread.sleep(forTimeInterval: moment)
        let sent = Date()
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return Ending(
            status: process.terminationStatus, isBySignal: process.terminationReason == .uncaughtSignal,
            error: try String(contentsOfFile: error, encoding: .utf8), seconds: Date().timeIntervalSince(sent))
    }

    /// How long a whole run takes, once it has published the older bundle.
    private func seconds() throws -> Double {
        #expect(try Support.run(Project.marque, arguments(feeds.old)).status == 0)
        let start = Date()
        let spare = ["run", epaPipeline, "--input", "vehicles=" + feeds.new, "--out", folder.path + "/spare/epa"]
        #expect(try Support.run(Project.marque, spare).status == 0)
        return Date().timeIntervalSince(start)
    }

    @Test func leavesAWholeBundleAndNothingElse() throws {
        let whole = try seconds()
        var generator = SeededGenerator(seed: 20)
        // Half of the moments are about the end, where the bundle is written and published.
        let moments = (0..<16).map { Double.random(in: $0 % 2 == 0 ? 0...1 : 0.7...1.1, using: &generator) * whole }
        for (index, moment) in moments.enumerated() {
            let signal = [SIGINT, SIGTERM, SIGHUP][index % 3]
            let name = ["SIGINT", "SIGTERM", "SIGHUP"][index % 3]
            let before = try files(in: out)
            let ending = try run("--default-signal=HUP,INT,TERM", signal: signal, at: moment)
            let told = "\(name) after \(moment) s of \(whole): status \(ending.status), \(ending.error)"
            print(told, "ended after", ending.seconds, "s")
            if ending.isBySignal {
                #expect(ending.status == signal, "\(told)")
                #expect(try files(in: out) == before, "\(told)")
            } else if ending.status == 128 + signal {
                let isPublished = ending.error.contains("the bundle was published before")
                let note = isPublished ? "the bundle was published before" : "nothing was published"
                #expect(ending.error == "marque: error: interrupted by \(name), \(note)\n")
                if !isPublished { #expect(try files(in: out) == before, "\(told)") }
                #expect(ending.seconds < 2, "\(told)")
                let figures = try String(contentsOfFile: metrics, encoding: .utf8)
                #expect(figures.contains("marque_run_exit_status{pipeline=\"epa\"} \(128 + signal)\n"), "\(told)")
            } else {
                #expect(ending.status == 0 && ending.error == "", "\(told)")
            }
            let verified = try marque("verify", out)
            #expect(verified.status == 0, "\(told)\(verified.error)")
            let beside = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
            #expect(
                beside.subtracting([".epa.previous"]) == [
                    "epa", ".epa.lock", ".epa.run", "epa.history.sqlite", "epa.prom", "spare", "error",
                ], "\(told)")
        }
    }

    @Test func whatIsIgnoredStaysIgnored() throws {
        let whole = try seconds()
        let ending = try run("--ignore-signal=HUP", signal: SIGHUP, at: whole / 2)
        #expect(ending.status == 0 && ending.error == "" && !ending.isBySignal)
    }

    @Test func aClosedPipeIsNoMistake() throws {
        let script = "set -o pipefail; \"$0\" run \"$1\" --out \"$2\" --verbose | true"
        let result = try Support.run("bash", ["-c", script, Project.marque, samplePipeline, out])
        #expect(result.status == 0 && result.error == "")
        #expect(try marque("verify", out).status == 0)
    }
}
