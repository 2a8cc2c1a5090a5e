import Foundation
import Support
import Testing

@testable import Pipelines

@Suite struct PipelineFileTests {
    private let folder = TemporaryFolder()

    private func faults(_ text: String) throws -> [String] {
        let path = folder.file("p.yaml", text)
        switch try PipelineFile.load(path) {
        case .pipeline: return []
        case .faults(let faults): return faults.map { $0.replacingOccurrences(of: folder.path + "/", with: "") }
        }
    }

    private func lines(_ text: String) throws -> [String] {
        try faults(text).map { String($0.split(separator: "\n")[0]) }
    }

    @Test func theShippedPipelinesHaveNoFault() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: Project.root + "/pipelines")
        where name.hasSuffix(".yaml") {
            guard case .pipeline = try PipelineFile.load(Project.root + "/pipelines/" + name) else {
                Issue.record("\(name) has faults")
                continue
            }
        }
    }

    @Test func reportsEveryFaultAtOnceWithItsPlace() throws {
        let found = try lines(
            """
            name: x
            feed:
              vehicles: {}
            feeds:
              vehicles:
                layout: epa-vehicle
                limits: {ratio: many}
            audit:
              severity: {city-above-higway: warning, bare-quote: loud}
            write: [picker, catalogue]
            publish: yes
            name: y
            """)
        #expect(
            found == [
                "p.yaml:2:1: error: unknown key \"feed\", expected one of \"name\", \"feeds\", \"dedupe\", \"tree\", \"audit\", \"write\", \"publish\", did you mean \"feeds\"",
                "p.yaml:6:13: error: feeds.vehicles.layout: \"epa-vehicle\" found, expected one of \"epa-vehicles\", \"epa-emissions\", \"epa-menu\", \"epa-green-vehicle\", \"nrcan-conventional\", \"nrcan-electric\", \"nrcan-plug-in\", \"vca\", \"ademe\", \"auto-mpg\", did you mean \"epa-vehicles\"",
                "p.yaml:7:21: error: feeds.vehicles.limits.ratio: \"many\" found, expected a whole number from 1 to 2000",
                "p.yaml:9:14: error: unknown key \"audit.severity.city-above-higway\", did you mean \"city-above-highway\"",
                "p.yaml:9:54: error: audit.severity.bare-quote: \"loud\" found, expected one of \"off\", \"notice\", \"warning\", \"error\"",
                "p.yaml:10:17: error: write: \"catalogue\" found, expected one of \"vehicles\", \"sqlite\", \"ndjson\", \"catalog\", \"makes\", \"details\", \"picker\", \"keys\", \"names\", \"report\", \"changes\", did you mean \"catalog\"",
                "p.yaml:11:10: error: publish: \"yes\" found, expected a map of keys",
                "p.yaml:12:1: error: key \"name\" stands twice",
            ])
    }

    @Test func refusesLimitsThatNoRuleHas() throws {
        let found = try lines(
            """
            name: x
            feeds: {vehicles: {layout: epa-vehicles}}
            audit:
              limits:
                wheel-too-lnog: 150
                bare-quote: 3
                co2-off: 1
                economy-outlier: many
                combined-economy-mismatch: 0
                rounded-differs-from-unrounded: -1
                co2-columns-differ: {}
            """)
        #expect(
            found == [
                "p.yaml:5:5: error: unknown key \"audit.limits.wheel-too-lnog\", did you mean \"wheel-too-long\"",
                "p.yaml:6:5: error: key \"audit.limits.bare-quote\" found, of a rule that has no limit",
                "p.yaml:7:5: error: unknown key \"audit.limits.co2-off\"",
                "p.yaml:8:22: error: audit.limits.economy-outlier: \"many\" found, expected a number larger than 0",
                "p.yaml:9:32: error: audit.limits.combined-economy-mismatch: \"0\" found, expected a number larger than 0",
                "p.yaml:10:37: error: audit.limits.rounded-differs-from-unrounded: \"-1\" found, expected a number larger than 0",
                "p.yaml:11:25: error: audit.limits.co2-columns-differ: a map found, expected a number larger than 0",
            ])
        #expect(
            try lines("name: x\nfeeds: {v: {layout: vca}}\naudit: {limits: {}}\n").first?.contains("at least one") == true)
        // A rule without a limit, near one that has.
        #expect(
            try lines("name: x\nfeeds: {v: {layout: vca}}\naudit: {limits: {co2-of-electric-car: 1}}\n").first?
                .contains("of a rule that has no limit") == true)
    }

    @Test func readsLimits() throws {
        let path = folder.file(
            "p.yaml",
            "name: x\nfeeds: {v: {layout: vca}}\naudit: {limits: {wheel-too-long: 150, combined-economy-mismatch: 2.5}}\n")
        guard case .pipeline(let file) = try PipelineFile.load(path) else { throw CancellationError() }
        #expect(file.limits == ["wheel-too-long": 150, "combined-economy-mismatch": 2.5])
    }

    @Test(arguments: [
        ("", "p.yaml:1:1: error: empty file, expected a pipeline"),
        ("- a\n- b\n", "p.yaml:1:1: error: document: a list found, expected a map of keys"),
        ("name: x\n", "p.yaml:1:1: error: key \"feeds\" is missing"),
        ("name: x\nfeeds: {}\n", "p.yaml:2:8: error: feeds: a map found, expected at least one entry"),
        ("name: [\n", "p.yaml:2:1: error: did not find expected node content"),
        ("name: &a x\nfeeds: *a\n", "p.yaml:1:7: error: anchor or alias found, expected plain YAML"),
        ("name: x\n---\nname: y\n", "p.yaml:3:1: error: second document found, expected one"),
    ])
    func namesTheFirstPlaceThatIsNoPipeline(_ text: String, _ fault: String) throws {
        #expect(try lines(text).first == fault)
    }

    @Test func resolvesPathsFromItsOwnFolder() throws {
        let path = folder.file(
            "p.yaml", "name: x\nfeeds:\n  v: {layout: epa-vehicles, file: ../data/v.csv}\npublish: {folder: out}\n")
        guard case .pipeline(let file) = try PipelineFile.load(path) else { return #expect(Bool(false)) }
        let parent = (folder.path as NSString).deletingLastPathComponent
        #expect(file.feeds[0].file == parent + "/data/v.csv")
        #expect(file.publishing.folder == folder.path + "/out")
        #expect(file.publishing.failOn == .error && file.shapes.count == 11)
    }
}
