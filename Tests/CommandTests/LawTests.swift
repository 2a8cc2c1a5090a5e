import Foundation
import MarkupSupport
import Support
import Testing

/// The laws that hold from the first day, through the command itself.
@Suite struct LawTests {
    private let folder = TemporaryFolder()
    private static let dataFiles = ["picker.json", "catalog.json", "vehicles.json", "names.json"]

    private func bundle(_ feed: String, _ name: String, _ more: String..., environment: [String: String]? = nil) throws
        -> [String: Data]
    {
        let out = folder.path + "/" + name
        let result = try run(
            Project.marque, ["run", epaPipeline, "--input", "vehicles=" + feed, "--out", out] + more,
            environment: environment)
        #expect(result.status == 0, "\(result.error)")
        return try files(in: out)
    }

    @Test func sameBytesForAnyThreadsLocaleTimeAndWay() throws {
        let reference = try bundle(sampleFeed, "reference")
        for jobs in ["1", "2", "3", "7"] { #expect(try bundle(sampleFeed, "jobs", "--jobs", jobs) == reference) }
        #expect(
            try bundle(sampleFeed, "tr", environment: ["LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "Asia/Tokyo"])
                == reference)
        #expect(try bundle(sampleFeed, "empty", environment: [:]) == reference)
        // Unpacked, or by standard input, the data are the same; only the source is told otherwise.
        let plain = try bundle(folder.file("plain.csv", try sampleText()), "plain")
        for file in Self.dataFiles { #expect(plain[file] == reference[file]) }
        let result = try run(
            Project.marque, ["run", epaPipeline, "--input", "vehicles=-", "--out", folder.path + "/stdin"],
            input: Data(contentsOf: URL(fileURLWithPath: sampleFeed)))
        #expect(result.status == 0 && result.output.hasPrefix("read       standard input: 82 rows"))
        for file in Self.dataFiles { #expect(try files(in: folder.path + "/stdin")[file] == reference[file]) }
    }

    @Test(arguments: 1...5) func sameBytesForShuffledRowsAndColumns(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let reference = try bundle(sampleFeed, "reference")
        let lines = try sampleText().components(separatedBy: "\r\n").filter { !$0.isEmpty }
        let shuffled = [lines[0]] + lines.dropFirst().shuffled(using: &random)
        let rows = try bundle(folder.file("rows.csv", shuffled.joined(separator: "\n")), "rows")
        for file in Self.dataFiles { #expect(rows[file] == reference[file], "\(file), seed \(seed)") }
        // Columns too, for the rows that a plain split can take apart.
        let plain = lines.filter { !$0.contains("\"") && $0.components(separatedBy: ",").count == 84 }
        let order = (0..<84).shuffled(using: &random)
        func reordered(_ line: String) -> String {
            let fields = line.components(separatedBy: ",")
            return order.map { fields[$0] }.joined(separator: ",")
        }
        let before = try bundle(folder.file("p.csv", plain.joined(separator: "\n")), "p")
        let after = try bundle(folder.file("c.csv", plain.map(reordered).joined(separator: "\n")), "c")
        for file in Self.dataFiles { #expect(after[file] == before[file], "\(file), seed \(seed)") }
    }

    @Test func shapesAgreeAndAreWhatTheySay() throws {
        let bundle = try bundle(sampleFeed, "out")
        let picker = try JSONDecoder().decode([String: [String: [String: String]]].self, from: bundle["picker.json"]!)
        let vehicles = try JSONSerialization.jsonObject(with: bundle["vehicles.json"]!) as! [String: Any]
        let facts = vehicles["vehicles"] as! [String: [String: Any]]
        let fields = vehicles["fields"] as! [String: [String: String]]
        #expect(fields["combined"] == ["type": "number", "unit": "mpg or MPGe (US)", "fuel": "fuel1", "cycle": "EPA label"])
        for (make, models) in picker {
            for (model, years) in models {
                for (year, id) in years {
                    #expect(facts[id]?["make"] as? String == make && facts[id]?["model"] as? String == model)
                    #expect(facts[id]?["year"] as? Int == Int(year))
                }
            }
        }
        for fact in facts.values {
            for (key, value) in fact { #expect(fields[key]?["type"] == (value is String ? "text" : "number"), "\(key)") }
        }
        // Real absence is no zero, and a real zero is no absence.
        #expect(facts["1035"]?["co2"] as? Double == 0 && facts["1035"]?["cylinders"] == nil)
    }

    @Test func theReportIsWellFormedAndAsksNothingOfTheNetwork() throws {
        let bundle = try bundle(sampleFeed, "out")
        let html = bundle["report/report.html"]!
        let text = String(decoding: html, as: UTF8.self)
        for word in ["http:", "https:", "src=", "url(", "<link", "<img", " style="] {
            #expect(!text.contains(word), "\(word)")
        }
        // Nothing may run but the one script, whose hash the policy states.
        #expect(
            text.components(separatedBy: "<script").count == 2 && text.contains("default-src 'none'; style-src 'sha256-"))
        // The inch mark, & and < of the feed are text.
        #expect(text.contains("(19&quot; Wheels)") && !text.contains("<8500"))
        #expect(htmlErrors(Array(html)) == [])
    }
}
