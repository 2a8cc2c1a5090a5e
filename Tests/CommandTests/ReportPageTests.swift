import Foundation
import Support
import Testing

/// The report's page in a browser: it asks for nothing, its filter works, the keyboard reaches all of it, on every screen and in
/// both color schemes.
@Suite(.serialized) struct ReportPageTests {
    private let folder = TemporaryFolder()

    private func faults(of bundle: String) throws -> String {
        guard Project.hasPython else {
            print("python3 is not there: the report's page is not opened")
            return ""
        }
        let result = try run(
            "python3", [Project.root + "/Tests/CommandTests/report_page.py", bundle + "/report/report.html"])
        if result.status == 77 {
            print("\(result.output.split(separator: "\n")[0]): the report's page is not opened")
            return ""
        }
        return result.output.trimmingCharacters(in: .newlines) + (result.status == 0 ? "" : result.error)
    }

    @Test func thePageOfTheSampleWorks() throws {
        let out = folder.path + "/out"
        #expect(try marque("run", samplePipeline, "--out", out).status == 0)
        #expect(try faults(of: out) == "")
    }

    /// With an accepted run, waivers and past runs, all parts of the page are there.
    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set")) func thePageOfTheRealFeedWorks() throws {
        let out = folder.path + "/out"
        _ = folder.file(
            "w.yaml", "owner: Ann\nwaivers:\n  - {rule: city-above-highway, make: Ford, reason: vans, expires: 2099-12-31}\n"
        )
        let pipeline = folder.file(
            "p.yaml",
            "name: epa\nfeeds:\n  vehicles: {layout: epa-vehicles}\naudit: {waivers: w.yaml}\nwrite: [report]\npublish: {folder: out}\n"
        )
        for date in ["2021-07-12", "2022-11-08", "2025-10-28"] {
            let feed = Project.feeds! + "/epa/vehicles-\(date).csv.gz"
            #expect(try marque("run", pipeline, "--input", "vehicles=" + feed).status == 0)
            if date == "2022-11-08" { #expect(try marque("accept", out).status == 0) }
        }
        #expect(try faults(of: out) == "")
    }
}
