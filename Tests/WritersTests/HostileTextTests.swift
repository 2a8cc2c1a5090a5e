import Audits
import Foundation
import FuelEconomy
import MarkupSupport
import Support
import Testing

@testable import Writers

/// Texts that would be something else where a form does not escape them: mark-up, formulas, mentions, ends of sections.
@Suite struct HostileTextTests {
    static let texts = [
        "<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "]]>", "a|b`c``d", "two\nlines\r\nand\ttab",
        "nul\u{0}and\u{1b}[31m", "\u{202e}reversed\u{2066}", "\u{200f}right\u{200e}left", "=cmd|' /C calc'!A0",
        "@octocat #1",
        "\" onmouseover=\"alert(1)", "&amp;&#60;", "\u{fffe}\u{2028}\u{85}", "'=1+1", "**bold** [x](http://example.org)",
    ]

    /// The forms of a report in which every text of a feed is a hostile one.
    private func forms(_ text: String) throws -> [String: String] {
        let folder = TemporaryFolder()
        var content = BundleContent(
            name: "test", pipeline: PipelineTexts(name: "p.yaml", pipeline: ""), version: "0",
            sources: [FeedSource(feed: text, path: "/tmp/" + text.replacingOccurrences(of: "/", with: "_"))],
            table: VehicleTable(rows: [(id: 7, facts: [.make: text, .model: text, .year: "2020"])]), decisions: [])
        let rule = Rule.sample
        var finding = Finding(
            at: Finding.Place(source: 0, line: 2, vehicle: 7, make: text, model: text), values: [FindingValue("value", text)]
        )
        finding.column = 3
        finding.excerpt = Finding.Excerpt(text: text, caret: 2)
        var entry = AuditResult.Entry(rule: rule)
        entry.count = 2
        entry.waived = 1
        entry.fixed = 1
        entry.fixedFindings = [Baseline.Finding(fingerprint: 3, message: text)]
        entry.items = [
            AuditResult.Item(fingerprint: 1, finding: finding, year: 2020, state: .new, waiver: nil),
            AuditResult.Item(fingerprint: 2, finding: finding, year: 2020, state: .waived, waiver: 0),
        ]
        content.audit.entries = [entry]
        content.audit.waivers = [
            Waiver(rule: rule.id, subject: .vehicle(7), reason: text, owner: text, place: "w.yaml:1")
        ]
        content.failOn = .warning
        content.ledger[.read, 0].read = 1
        let writer = try BundleWriter(["report"], folder: folder.path)
        _ = try writer.finish(content, early: writer.begin(content), jobs: 1)
        var forms: [String: String] = [:]
        for name in ["report.html", "report.md", "report.json", "findings.csv", "findings.sarif", "junit.xml"] {
            forms[name] = String(
                decoding: FileManager.default.contents(atPath: folder.path + "/report/" + name)!, as: UTF8.self)
        }
        return forms
    }

    @Test(arguments: texts) func aPageShowsItAsText(_ text: String) throws {
        let page = try forms(text)["report.html"]!
        #expect(page.components(separatedBy: "<script").count == 2 && page.components(separatedBy: "</script").count == 2)
        for word in ["<img", " onerror=\"", " onmouseover=\"", "\u{0}", "\u{1b}", "\u{202e}", "\u{2066}"] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(htmlErrors(Array(page.utf8)) == [])
        #expect(page.contains("<bdi>id 7: value "))
    }

    @Test(arguments: texts) func markdownKeepsItInACodeSpan(_ text: String) throws {
        let page = try forms(text)["report.md"]!
        let line = try #require(page.split(separator: "\n").first { $0.hasPrefix("- ") })
        #expect(line.hasSuffix("`"), "one line a finding")
        // Nothing of it stands outside of the spans: what is left without them is a dash and blanks.
        var rest = line[...]
        var outside = ""
        while let open = rest.firstIndex(of: "`") {
            outside += rest[..<open]
            let fence = rest[open...].prefix { $0 == "`" }
            rest = rest[fence.endIndex...]
            while let close = rest.firstIndex(of: "`") {
                let run = rest[close...].prefix { $0 == "`" }
                rest = rest[run.endIndex...]
                if run.count == fence.count { break }
            }
        }
        outside += rest
        #expect(outside.allSatisfy { $0 == "-" || $0 == " " }, "\(outside)")
        #expect(!page.contains("\u{0}") && !page.contains("\u{202e}"))
    }

    @Test(arguments: texts) func spreadsheetsTakeItForText(_ text: String) throws {
        let bytes = try forms(text)["findings.csv"]!
        let records = Self.records(bytes)
        #expect(records.count == 4 && records.allSatisfy { $0.count == 16 })
        for cell in records.joined() where !cell.isEmpty {
            #expect(!"=+-@\t\r\n".unicodeScalars.contains(cell.unicodeScalars.first!))
        }
        let isFormula = "=+-@".contains(text.first!)
        #expect(records[1][8] == (isFormula ? "'" : "") + text.replacingOccurrences(of: "\0", with: "\u{fffd}"))
        #expect(!bytes.contains("\0"))
    }

    @Test(arguments: texts) func jsonGivesItBackWhole(_ text: String) throws {
        let forms = try forms(text)
        for name in ["report.json", "findings.sarif"] {
            _ = try JSONSerialization.jsonObject(with: Data(forms[name]!.utf8))
        }
        let sarif = try JSONSerialization.jsonObject(with: Data(forms["findings.sarif"]!.utf8)) as! [String: Any]
        let results = (sarif["runs"] as! [[String: Any]])[0]["results"] as! [[String: Any]]
        #expect((results[0]["message"] as! [String: String])["text"] == "id 7: value \(text)")
        let suppression = (results[1]["suppressions"] as! [[String: String]])[0]
        #expect(suppression["justification"] == "\(text) (\(text), w.yaml:1)")
        let locations = results[0]["locations"] as! [[String: Any]]
        let artifact = (locations[0]["physicalLocation"] as! [String: Any])["artifactLocation"] as! [String: Any]
        let uri = artifact["uri"] as! String
        #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"<>\"`|\\".utf8.contains($0) }, "\(uri)")
        #expect(uri.removingPercentEncoding == text.replacingOccurrences(of: "/", with: "_"))
    }

    @Test(arguments: texts) func xmlStaysWellFormed(_ text: String) throws {
        let xml = try forms(text)["junit.xml"]!
        for scalar in xml.unicodeScalars {
            #expect(scalar.value >= 0x20 || scalar == "\n" || scalar == "\t")
            #expect(scalar.value != 0xfffe && scalar.value != 0xffff)
        }
        #expect(!xml.contains("]]>") && !xml.contains("<script") && !xml.contains("<img"))
        guard try run("which", ["xmllint"]).status == 0 else { return }
        let lint = try run("xmllint", ["--noout", "-"], input: Data(xml.utf8))
        #expect(lint.status == 0, "\(lint.error)")
    }

    /// A plain reader of RFC 4180.
    private static func records(_ text: String) -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var cell = ""
        var isQuoted = false
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            if isQuoted {
                if scalar != "\"" {
                    cell.unicodeScalars.append(scalar)
                } else if scalars.first == "\"" {
                    cell.unicodeScalars.append(scalars.removeFirst())
                } else {
                    isQuoted = false
                }
                continue
            }
            switch scalar {
            case "\"" where cell.isEmpty: isQuoted = true
            case ",":
                record.append(cell)
                cell = ""
            case "\r" where scalars.first == "\n":
                scalars.removeFirst()
                records.append(record + [cell])
                (record, cell) = ([], "")
            default: cell.unicodeScalars.append(scalar)
            }
        }
        return records
    }
}

/// What a report does with more than it has room for.
@Suite struct ReportSizeTests {
    @Test func formsStayBelowTheirLimitsWhateverIsFound() throws {
        let folder = TemporaryFolder()
        var content = BundleContent(
            name: "test", pipeline: PipelineTexts(name: "p.yaml", pipeline: ""), version: "0",
            sources: [FeedSource(feed: "f", path: "f.csv")], table: VehicleTable(rows: []), decisions: [])
        let long = String(repeating: "`long text` ", count: 50)
        for number in 0..<40 {
            var rule = Rule.sample
            rule.id = "rule-\(number)"
            var entry = AuditResult.Entry(rule: rule)
            entry.count = 5000
            entry.items = (0..<220).map {
                AuditResult.Item(
                    fingerprint: UInt64(number * 1000 + $0),
                    finding: Finding(at: Finding.Place(source: 0, line: 1), values: [FindingValue("value", long)]),
                    year: nil,
                    state: .new, waiver: nil)
            }
            content.audit.entries.append(entry)
        }
        let writer = try BundleWriter(["report"], folder: folder.path)
        let files = try writer.finish(content, early: writer.begin(content), jobs: 2)
        let sizes = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.size) })
        #expect(sizes["report/report.html"]! < 1_000_000 && sizes["report/report.md"]! < 60_000)
        let page = try String(contentsOfFile: folder.path + "/report/report.html", encoding: .utf8)
        #expect(page.contains("more findings, of which findings.csv has"))
        // Every rule has its share.
        for number in [0, 39] { #expect(page.contains("id=\"f" + Fingerprint.text(UInt64(number * 1000)) + "\"")) }
        let text = try String(contentsOfFile: folder.path + "/report/report.md", encoding: .utf8)
        #expect(text.contains("- and 4,990 more") && text.contains("And 175,000 findings of 35 more rules, see above."))
    }

    @Test func aVerdictIsOneSentence() {
        var content = BundleContent(
            name: "test", pipeline: PipelineTexts(name: "p.yaml", pipeline: ""), version: "0", sources: [],
            table: VehicleTable(), decisions: [])
        #expect(Verdict(content).sentence == "Fit to publish: no rule had anything to say.")
        var entry = AuditResult.Entry(rule: Rule.sample)
        entry.count = 3
        content.audit.entries = [entry]
        #expect(Verdict(content).sentence == "Fit to publish: 3 warnings; look first at value that is odd (3).")
        content.audit.accepted = Baseline(name: "test", date: "2025-01-02", feeds: [], makes: [], rules: [])
        content.audit.entries[0].known = 2
        content.failOn = .warning
        #expect(
            Verdict(content).sentence
                == "Refused: 1 warning is new since the accepted run of 2025-01-02; look first at value that is odd (1).")
        content.audit.entries[0].known = 3
        content.audit.entries[0].fixed = 4
        #expect(Verdict(content).sentence == "Fit to publish: nothing new since the accepted run of 2025-01-02; 4 fixed.")
        content.audit.accepted = nil
        (content.audit.entries[0].known, content.audit.entries[0].waived, content.audit.entries[0].fixed) = (0, 3, 0)
        #expect(Verdict(content).sentence == "Fit to publish: all findings are waived.")
    }
}

extension Rule {
    fileprivate static let sample = {
        var rule = WaiverRules.unmatched
        (rule.id, rule.title, rule.message) = ("odd-value", "Value that is odd", "value {value}")
        rule.severity = .warning
        return rule
    }()
}
