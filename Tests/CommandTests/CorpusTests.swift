import Foundation
import Support
import Testing

/// A hostile input and what must come of it; Tests/Corpus/make.py says how a case is written.
struct CorpusCase: CustomTestStringConvertible, Sendable {
    static let folder = Project.root + "/Tests/Corpus"

    var name: String
    var pipeline = ""
    var status: Int32 = 0
    var findings: [String: Int] = [:]
    var ledger: [String: Int] = [:]
    var losses: [String: Int] = [:]
    var errors: [String] = []
    var picker: [String] = []

    var testDescription: String { name }

    init(_ name: String) throws {
        self.name = name
        let text = try String(contentsOfFile: Self.folder + "/" + name + "/case", encoding: .utf8)
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let colon = line.range(of: ": ") else { throw CorpusFault(text: "\(name): \(line)") }
            let value = String(line[colon.upperBound...])
            let words = value.split(separator: " ").map(String.init)
            switch line[..<colon.lowerBound] {
            case "pipeline": pipeline = value
            case "status": status = Int32(value)!
            case "finding": findings[words[0]] = Int(words[1])!
            case "ledger": ledger[words[0]] = Int(words[1])!
            case "loss": losses[words[0]] = Int(words[1])!
            case "error": errors.append(value)
            case "picker": picker.append(value)
            default: throw CorpusFault(text: "\(name): \(line)")
            }
        }
    }

    var input: String {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder + "/" + name)) ?? []
        return Self.folder + "/" + name + "/" + (files.first { $0 != "case" && $0 != "before.csv" } ?? "missing")
    }

    /// What was run and accepted before; `nil` where nothing was.
    var before: String? {
        let path = Self.folder + "/" + name + "/before.csv"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        .filter { FileManager.default.fileExists(atPath: folder + "/" + $0 + "/case") }
    static let all = names.compactMap { try? CorpusCase($0) }
}

struct CorpusFault: Error { var text: String }

@Suite struct CorpusTests {
    private let folder = TemporaryFolder()

    @Test(arguments: CorpusCase.all) func comesToWhatItMust(_ item: CorpusCase) throws {
        let out = folder.path + "/out"
        let pipeline = CorpusCase.folder + "/pipelines/" + item.pipeline + ".yaml"
        for jobs in ["1", "3"] {
            if let before = item.before {
                try? FileManager.default.removeItem(atPath: out)
                #expect(try marque("run", pipeline, "--input", "feed=" + before, "--out", out).status == 0)
                #expect(try marque("accept", out).status == 0)
            }
            let result = try marque("run", pipeline, "--input", "feed=" + item.input, "--out", out, "--jobs", jobs)
            #expect(result.status == item.status, "\(result.error)")
            for text in item.errors { #expect(result.error.contains(text), "\(result.error)") }
            if item.status != 0 {
                #expect(FileManager.default.fileExists(atPath: out) == (item.before != nil), "nothing is published")
            }
            guard item.status < 2, result.status == item.status else { continue }
            let bundle = item.status == 0 ? out : out + ".rejected"
            let report = try json(bundle + "/report/report.json")
            let rules = report["rules"] as! [[String: Any]]
            let found = rules.filter { ($0["count"] as! Int) > 0 }
                .reduce(into: [String: Int]()) { $0[$1["id"] as! String] = ($1["count"] as! Int) }
            #expect(found == item.findings)
            let ledger = report["ledger"] as! [String: Any]
            for (word, expected) in item.ledger { #expect(ledger[word] as? Int == expected, "\(word)") }
            let losses = ledger["byRule"] as! [String: Int]
            for (rule, expected) in item.losses { #expect(losses[rule] == expected, "\(losses)") }
            let picker = try String(contentsOfFile: bundle + "/picker.json", encoding: .utf8)
            for text in item.picker { #expect(picker.contains(text), "\(picker)") }
        }
    }

    @Test func understandsEveryCase() throws {
        #expect(CorpusCase.names.count > 90)
        for name in CorpusCase.names { _ = try CorpusCase(name) }
    }

    /// A rule that no case shows could stop firing, and nobody would know.
    @Test func showsEveryRule() throws {
        let ids = try marque("rules").output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        #expect(ids.count > 15)
        let shown = Set(CorpusCase.all.flatMap { Array($0.findings.keys) + Array($0.losses.keys) })
        // One takes three runs, one a day, and one a server: AcceptCommandTests and FetchTests show them.
        for id in ids where !["id-returned", "feed-too-old", "stale-copy"].contains(id) {
            #expect(shown.contains(id), "no case shows \(id)")
        }
    }
}
