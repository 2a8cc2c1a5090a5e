import FuelEconomy
import Foundation
import Support
import Testing

@testable import Pipelines

@Suite struct WaiverFileTests {
    private let folder = TemporaryFolder()

    private func load(_ waivers: String) throws -> (waivers: [Waiver], faults: [String]) {
        _ = folder.file("w.yaml", waivers)
        let path = folder.file(
            "p.yaml", "name: x\nfeeds:\n  v: {layout: epa-vehicles}\naudit:\n  waivers: w.yaml\n")
        switch try PipelineFile.load(path) {
        case .pipeline(let file): return (file.waivers, [])
        case .faults(let faults):
            let lines = faults.map { String($0.split(separator: "\n")[0]) }
            return ([], lines.map { $0.replacingOccurrences(of: folder.path + "/", with: "") })
        }
    }

    @Test func readsEverySubject() throws {
        let read = try load(
            """
            owner: Ann
            waivers:
              - {rule: economy-outlier, id: 46516, reason: as the label says, expires: 2027-12-31}
              - {rule: economy-outlier, make: Porsche, model: Taycan, owner: Ben, reason: tuned}
              - rule: wheel-too-long
                fingerprint: 00000000000000ff
                reason: BMW
            """)
        #expect(read.faults == [])
        #expect(
            read.waivers == [
                Waiver(
                    rule: "economy-outlier", subject: .vehicle(46516), reason: "as the label says", owner: "Ann",
                    expires: CivilDate(year: 2027, month: 12, day: 31), place: "w.yaml:3"),
                Waiver(
                    rule: "economy-outlier", subject: .name(make: "Porsche", model: "Taycan"), reason: "tuned",
                    owner: "Ben", place: "w.yaml:4"),
                Waiver(
                    rule: "wheel-too-long", subject: .fingerprint(255), reason: "BMW", owner: "Ann", place: "w.yaml:5"),
            ])
    }

    @Test(arguments: [
        (
            "{rule: economy-outlir, id: 1, reason: x, owner: A}",
            "w.yaml:2:12: error: unknown rule \"economy-outlir\", did you mean \"economy-outlier\""
        ),
        (
            "{rule: economy-outlier, reason: x, owner: A}",
            "w.yaml:2:5: error: no subject found, expected one of \"id\", \"make\", \"fingerprint\""
        ),
        (
            "{rule: economy-outlier, id: 1, make: Audi, reason: x, owner: A}",
            "w.yaml:2:5: error: \"id\" and \"make\" found, expected one of \"id\", \"make\", \"fingerprint\""
        ),
        (
            "{rule: economy-outlier, model: A4, reason: x, owner: A}",
            "w.yaml:2:5: error: \"model\" found, expected one of \"id\", \"make\", \"fingerprint\""
        ),
        (
            "{rule: economy-outlier, id: one, reason: x, owner: A}",
            "w.yaml:2:33: error: waivers.id: \"one\" found, expected a whole number from 0 to 9223372036854775807"
        ),
        (
            "{rule: economy-outlier, fingerprint: xyz, reason: x, owner: A}",
            "w.yaml:2:42: error: fingerprint: \"xyz\" found, expected 16 hexadecimal digits"
        ),
        ("{rule: economy-outlier, id: 1, reason: x}", "w.yaml:2:5: error: no owner found"),
        ("{rule: economy-outlier, id: 1, owner: A}", "w.yaml:2:5: error: key \"waivers.reason\" is missing"),
        (
            "{rule: economy-outlier, id: 1, reason: x, owner: A, expires: soon}",
            "w.yaml:2:66: error: expires: \"soon\" found, expected a day such as 2027-12-31"
        ),
    ]) func saysWhereAFileIsWrong(_ line: String, _ fault: String) throws {
        #expect(try load("waivers:\n  - \(line)\n").faults == [fault])
    }

    @Test func aFileThatIsNotThereIsAFaultOfThePipeline() throws {
        let path = folder.file("p.yaml", "name: x\nfeeds:\n  v: {layout: epa-vehicles}\naudit:\n  waivers: none.yaml\n")
        guard case .faults(let faults) = try PipelineFile.load(path) else { return #expect(Bool(false)) }
        #expect(faults[0].hasPrefix("\(path):5:12: error: audit.waivers: "))
    }

    @Test func severitiesByNumberAndShareAreChecked() throws {
        func faults(_ severity: String) throws -> [String] {
            let path = folder.file(
                "q.yaml",
                "name: x\nfeeds:\n  v: {layout: epa-vehicles}\naudit:\n  severity:\n    economy-outlier: \(severity)\n")
            guard case .faults(let faults) = try PipelineFile.load(path) else { return [] }
            return faults.map { $0.replacingOccurrences(of: folder.path + "/", with: "") }
        }
        #expect(try faults("{warning: 0.1 %, error: 1 %}") == [])
        #expect(
            try faults("{warning: much}") == [
                "q.yaml:6:32: error: audit.severity.economy-outlier.warning: \"much\" found, expected a whole number, or a share such as 0.1 %"
            ])
        #expect(
            try faults("{fatal: 1}") == [
                "q.yaml:6:23: error: unknown key \"audit.severity.economy-outlier.fatal\", expected one of \"warning\", \"error\""
            ])
    }
}
