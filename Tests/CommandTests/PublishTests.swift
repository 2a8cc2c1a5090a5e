import Foundation
import Support
import Testing

/// How bundles come into their place and leave it: versions, gates, rollback, the lock, and nights with nothing new.
@Suite struct PublishTests {
    private let folder = TemporaryFolder()
    private var out: String { folder.path + "/out" }
    private let header = "id,make,model,year,city08,highway08,comb08\n"

    /// A run of a small feed of Kias, one a model.
    private func publish(
        _ models: [String], _ publish: String = "", _ more: String..., environment: [String: String] = [:]
    ) throws -> ProcessResult {
        let rows = models.enumerated().map { "\($0.offset + 1),\(makes[$0.element] ?? "Kia"),\($0.element),2023,30,40,34\n" }
        _ = folder.file("feed.csv", header + rows.joined())
        let pipeline = folder.file(
            "p.yaml",
            """
            name: small
            feeds:
              vehicles:
                file: feed.csv
                layout: \(smallLayout)
            audit: {severity: {row-count-drop: warning}}
            publish: {folder: out\(publish)}

            """)
        return try Support.run(Project.marque, ["run", pipeline] + more, environment: environment)
    }

    private let makes = ["A4": "Audi", "911": "Porsche"]

    private func current() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: out + ".versions/current")
    }

    private func beside() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }

    private func models(_ bundle: String) throws -> Set<String> {
        let picker = try json(bundle + "/picker.json") as! [String: [String: Any]]
        return Set(picker.values.flatMap(\.keys))
    }

    // MARK: Versions

    @Test func keepsTheLastVersionsBehindALink() throws {
        for count in 1...4 {
            let result = try publish(["Rio", "Soul", "Niro", "EV6"].prefix(count).map { $0 }, ", keep: 2")
            #expect(result.status == 0, "\(result.error)")
            #expect(try models(out).count == count)
            let versions = try FileManager.default.contentsOfDirectory(atPath: out + ".versions").sorted()
            #expect(versions.count == min(count, 2) + 1 && versions.last == "current")
            #expect(try current() == versions[versions.count - 2] && current().hasPrefix("0000\(count)-"))
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: out) == "out.versions/current")
        #expect(try marque("verify", out).status == 0)
        #expect(
            try beside() == [
                "out", "out.versions", "out.history.sqlite", ".out.lock", ".out.run", "p.yaml", "feed.csv",
            ])
    }

    @Test func takesUpABundleOfNoVersionsAndGivesItBack() throws {
        #expect(try publish(["Rio"]).status == 0)
        #expect(try publish(["Rio", "Soul"], ", keep: 3").status == 0)
        #expect(try current().hasPrefix("00002-"))
        var result = try marque("rollback", out)
        #expect(result.status == 0 && result.output.contains(", 00001-"), "\(result.error)")
        #expect(try models(out) == ["Rio"])
        // Without versions again: a folder, in one step; the versions stay.
        #expect(try publish(["Niro"]).status == 0)
        #expect(try models(out) == ["Niro"])
        #expect(try FileManager.default.attributesOfItem(atPath: out)[.type] as? FileAttributeType == .typeDirectory)
        #expect(try FileManager.default.contentsOfDirectory(atPath: out + ".versions").count == 3)
        result = try publish(["Niro", "EV6"])
        #expect(result.status == 0)
        #expect(try marque("rollback", out).status == 0)
        #expect(try models(out) == ["Niro"])
        #expect(try !beside().contains(".out.staging"))
    }

    @Test func versionsOfTheSameDataCountOnce() throws {
        #expect(try publish(["Rio"], ", keep: 2").status == 0)
        #expect(try publish(["Rio", "Soul"], ", keep: 2").status == 0)
        // The same data in other reports, as of nights on which a source is down.
        for count in 1...4 {
            let result = try publish(["Rio", "Soul"], ", keep: 2, budgets: {picker.json: {size: \(count) MB}}")
            #expect(result.output.contains("published  "), "\(result.output)")
        }
        let versions = try FileManager.default.contentsOfDirectory(atPath: out + ".versions").sorted().map { $0.prefix(5) }
        #expect(versions == ["00001", "00005", "00006", "curre"])
        #expect(try marque("rollback", out, "1").status == 0)
        #expect(try models(out) == ["Rio"])
        // Without versions the bundle before is that of other data too.
        let other = folder.path + "/other"
        for models in [["Rio"], ["Rio", "Soul"]] { #expect(try publish(models, "", "--out", other).status == 0) }
        #expect(try publish(["Rio", "Soul"], ", budgets: {picker.json: {size: 1 MB}}", "--out", other).status == 0)
        #expect(try marque("rollback", other).status == 0)
        #expect(try self.models(other) == ["Rio"])
    }

    @Test func aBrokenLinkIsNoReasonToStop() throws {
        #expect(try publish(["Rio"], ", keep: 2").status == 0)
        try FileManager.default.removeItem(atPath: out + ".versions")
        let result = try publish(["Rio"], ", keep: 2")
        #expect(result.status == 0, "\(result.error)")
        #expect(try models(out) == ["Rio"])
    }

    @Test func aLinkOfSomebodysOwnIsFollowed() throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/disk", withIntermediateDirectories: true)
        for (name, keep) in [("plain", ""), ("kept", ", keep: 2")] {
            let link = folder.path + "/" + name
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "disk/" + name)
            for models in [["Rio"], ["Rio", "Soul"]] {
                #expect(try publish(models, keep, "--out", link).status == 0)
                #expect(try self.models(link) == Set(models))
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "disk/" + name)
            }
            #expect(try marque("rollback", link).status == 0)
            #expect(try self.models(folder.path + "/disk/" + name) == ["Rio"])
        }
        for (name, other) in [("a", "b"), ("b", "a")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: folder.path + "/" + other)
        }
        let circle = try publish(["Rio"], "", "--out", folder.path + "/a")
        #expect(circle.status == 2 && circle.error.contains("error: is a link that leads in circles\n  fix: name a folder"))
    }

    @Test func acceptingAVersionAcceptsForTheBundle() throws {
        #expect(try publish(["Rio"], ", keep: 2").status == 0)
        #expect(try marque("accept", out + ".versions/current").status == 0)
        #expect(FileManager.default.fileExists(atPath: out + ".accepted.tsv"))
    }

    @Test func aStateThatIsNotOursRemovesNothing() throws {
        #expect(try publish(["Rio"], ", keep: 2").status == 0)
        _ = folder.file("canary", "")
        for name in ["1-/../../canary", "../canary", "1-x/../../canary"] {
            _ = folder.file(".out.run", "{\"made\":\"x\",\"published\":\"x\",\"version\":\"\(name)\"}")
            #expect(try publish(["Rio", "Soul"], ", keep: 2").status == 0)
            #expect(FileManager.default.fileExists(atPath: folder.path + "/canary"))
        }
    }

    // MARK: Rollback

    @Test func rollsBackAndStaysThereUntilThereIsSomethingNew() throws {
        for models in [["Rio"], ["Rio", "Soul"], ["Rio", "Soul", "Niro"]] {
            #expect(try publish(models, ", keep: 5").status == 0)
        }
        let third = try current()
        var result = try marque("rollback", out)
        #expect(result.status == 0 && result.output.hasPrefix("rolled back  \(out): from data version "))
        let second = try current()
        #expect(second.hasPrefix("00002-") && result.output.contains(second))
        #expect(try models(out) == ["Rio", "Soul"])
        for more in [[], ["--verbose"]] {
            result = try publish(["Rio", "Soul", "Niro"], ", keep: 5", more.first ?? "--jobs=1")
            #expect(
                result.status == 0 && result.output.contains("it was rolled back from \(third), which they would make again")
            )
            #expect(try current() == second)
        }
        result = try publish(["Rio", "Soul", "Niro", "EV6"], ", keep: 5")
        #expect(result.status == 0)
        #expect(try current().hasPrefix("00004-"))
        result = try marque("rollback", out, "1")
        #expect(result.status == 0)
        #expect(try models(out) == ["Rio"])
        result = try marque("rollback", out, "00003")
        #expect(result.status == 0)
        #expect(try current() == third)
    }

    @Test func whatWasRolledBackStaysSoWhateverElseChanges() throws {
        for models in [["Rio"], ["Rio", "Soul"], ["Rio", "Soul", "Niro"]] {
            #expect(try publish(models, ", keep: 9").status == 0)
        }
        let bad = ["Rio", "Soul", "Niro"]
        #expect(try marque("rollback", out, "1").status == 0)
        let first = try current()
        // Another text of the pipeline, an accepted run, another way to read: the same data.
        let result = try publish(bad, ", keep: 9, verify: true")
        #expect(result.status == 0 && result.output.contains("it was rolled back from 00003-"), "\(result.output)")
        #expect(try marque("accept", out).status == 0)
        #expect(try publish(bad, ", keep: 9", "--dry-run").output.contains("it was rolled back from 00003-"))
        #expect(try publish(bad, ", keep: 9, fail-on: error").output.contains("unchanged  "))
        let feed = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/feed.csv"))
        let words = ["run", folder.path + "/p.yaml", "--input", "vehicles=-"]
        #expect(try Support.run(Project.marque, words, input: feed).output.contains("unchanged  "))
        #expect(try current() == first)
        // Forward again, and what is rolled back from then is another one.
        #expect(try marque("rollback", out, "2").status == 0)
        #expect(try publish(["Rio", "Soul", "EV6"], ", keep: 9").output.contains("published  "))
        #expect(try publish(bad, ", keep: 9").output.contains("published  "))
    }

    @Test func keepingVersionsAgainLosesNothing() throws {
        #expect(try publish(["Rio"], ", keep: 2").status == 0)
        #expect(try publish(["Rio", "Soul"], ", keep: 2").status == 0)
        #expect(try publish(["Niro"]).status == 0)
        #expect(try publish(["EV6"], ", keep: 2").status == 0)
        #expect(try marque("rollback", out).status == 0)
        #expect(try models(out) == ["Niro"])
        #expect(try !beside().contains(".out.previous"))
    }

    @Test func linksLaidBesideABundleAreNotFollowed() throws {
        let victim = folder.file("victim", "precious")
        for name in [".out.lock", ".out.run.new"] {
            let path = folder.path + "/" + name
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: victim)
            let result = try publish(["Rio"])
            #expect(name == ".out.lock" ? result.status == 4 : result.status == 0, "\(result.error)")
            #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    @Test func gatesWithoutAnAcceptedRunSaySo() throws {
        let result = try publish(["Rio"], ", gates: {rows: 0, makes: 0}")
        #expect(
            result.status == 0
                && result.error
                    == "\(out): warning: gates \"rows\" and \"makes\" have no accepted run to hold it against\n  fix: look at the report, then accept it: marque accept \(out)\n"
        )
    }

    @Test func rollbackTellsWhatItCannotDo() throws {
        #expect(try publish(["Rio"]).status == 0)
        var result = try marque("rollback", out)
        #expect(result.status == 2 && result.error.contains("error: there is no version before it\n  fix: "))
        result = try marque("rollback", out, "00001")
        #expect(result.status == 2 && result.error.contains("version \"00001\" found, of a bundle that keeps none"))
        result = try marque("rollback", folder.path + "/none")
        #expect(result.status == 2 && result.error.contains("none: error: is not there"))
        #expect(try marque("rollback").error.contains("0 operands found, expected a bundle and a version"))
        #expect(try publish(["Rio", "Soul"], ", keep: 3").status == 0)
        result = try marque("rollback", out, "7")
        #expect(result.status == 2 && result.error.contains("version \"7\" found, expected one of \"00001-"))
        let old = try FileManager.default.contentsOfDirectory(atPath: out + ".versions").sorted()[0]
        let damaged = out + ".versions/\(old)/picker.json"
        try Data("{}".utf8).write(to: URL(fileURLWithPath: damaged))
        result = try marque("rollback", out)
        #expect(result.status == 3 && result.error.contains("is damaged and is not put back\n  fix: see marque verify"))
        #expect(try models(out) == ["Rio", "Soul"])
    }

    // MARK: Gates

    @Test func gatesHoldTheCandidateAgainstTheAcceptedRun() throws {
        let all = (1...20).map { "M\($0)" } + ["A4", "911"]
        #expect(try publish(all).status == 0)
        #expect(try marque("accept", out).status == 0)
        #expect(try publish(all, ", fail-on: error").status == 0)
        let before = try files(in: out)
        let gates = ", fail-on: error, gates: {rows: 0, makes: 0, ids-gone: 5 %, findings: {notice: 100, make-gone: 0}}"
        func refusal(_ models: [String]) throws -> [String] {
            let result = try publish(models, gates, "--log", "json")
            if result.status == 0 { return [] }
            #expect(result.status == 4, "\(result.error)")
            #expect(try files(in: out) == before)
            #expect(try marque("verify", out + ".rejected").status == 0)
            let line = try #require(try events(result).last)
            #expect(line["event"] as? String == "refused" && line["candidate"] as? String == out + ".rejected")
            return line["reasons"] as! [String]
        }
        #expect(
            try refusal(all.dropLast().map { $0 }) == [
                "rows: 21 rows found, expected at least 22 of the accepted run's 22",
                "makes: 2 of the accepted run's makes found, expected at least 3; gone: \"Porsche\"",
                "findings: 1 new of make-gone found, expected at most 0",
            ])
    }

    @Test func gatesOfSizeAndProof() throws {
        let budgets = ", budgets: {picker.json: {size: 10}}, gates: {budgets: true}, verify: true"
        let result = try publish(["Rio"], budgets)
        #expect(
            result.status == 4
                && result.error.contains("refused    budgets: picker.json: ")
                && result.error.contains(" bytes found, expected at most 10 bytes"), "\(result.error)")
        #expect(!FileManager.default.fileExists(atPath: out))
        #expect(try publish(["Rio"], ", verify: true").status == 0)
    }

    @Test func gatesThatCannotWorkAreFaultsOfTheFile() throws {
        func fault(_ text: String, _ more: String = "") throws -> String {
            let pipeline = folder.file(
                "p.yaml",
                "name: x\nfeeds: {vehicles: {layout: epa-vehicles}}\n\(more)publish: {\(text)}\n")
            let result = try marque("check", pipeline)
            return result.output + result.error
        }
        #expect(
            try fault("gates: {ids-gone: 3}", "write: [picker]\n").contains(
                "publish.gates: \"ids-gone\" found, of a bundle without \"keys\""))
        #expect(
            try fault("gates: {ids-gone: 3}", "audit: {severity: {id-withdrawn: \"off\"}}\n").contains(
                "rule \"id-withdrawn\" is off"))
        #expect(try fault("gates: {budgets: true}").contains("\"budgets\" found, and publish.budgets allows every size"))
        #expect(try fault("gates: {row: 3}").contains("did you mean \"rows\""))
        #expect(try fault("keep: 0").contains("publish.keep: \"0\" found, expected a whole number from 1 to 1000"))
    }

    // MARK: Nothing new

    @Test func aNightWithNothingNewRewritesNothing() throws {
        #expect(try publish(["Rio", "Soul"]).status == 0)
        let paths = ["", "/picker.json", "/report/report.html"].map { out + $0 }
        func stamps() throws -> [String] {
            try paths.map { path in
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                return "\(attributes[.systemFileNumber]!) \(attributes[.modificationDate]!)"
            }
        }
        let before = try stamps()
        var result = try publish(["Rio", "Soul"])
        #expect(
            result.status == 0
                && result.output
                    == "unchanged  \(out): feeds, pipeline and marque are as in the last run, nothing was rewritten\n"
        )
        #expect(try stamps() == before)
        // Built anew, and come out the same: not rewritten either.
        result = try publish(["Rio", "Soul"], "", "--verbose")
        #expect(result.status == 0 && result.output.contains("kept       2 rows") && result.output.contains("unchanged  "))
        #expect(try stamps() == before)
        // Whatever the bundle depends on makes it anew.
        result = try publish(["Rio", "Soul"], ", gzip: true")
        #expect(result.output.contains("published  "))
        #expect(try marque("accept", out).status == 0)
        #expect(try publish(["Rio", "Soul"], ", gzip: true").output.contains("published  "))
        #expect(try publish(["Rio", "Soul"], ", gzip: true").output.contains("unchanged  "))
        // A bundle that is damaged is made anew.
        for damage in ["picker.json", "report/report.md"] {
            try Data("{}".utf8).write(to: URL(fileURLWithPath: out + "/" + damage))
            #expect(try publish(["Rio", "Soul"], ", gzip: true").output.contains("published  "), "\(damage)")
            #expect(try marque("verify", out).status == 0)
        }
        try FileManager.default.removeItem(atPath: out + "/picker.json")
        #expect(try publish(["Rio", "Soul"], ", gzip: true").output.contains("published  "))
        for garbage in ["", "{", "[1]", "{\"stamp\":1}"] {
            _ = folder.file(".out.run", garbage)
            #expect(try publish(["Rio", "Soul"], ", gzip: true").status == 0)
        }
    }

    @Test func metricsOfANightWithNothingNewSayWhatIsThere() throws {
        let metrics = folder.path + "/m.prom"
        for now in [1_800_000_000, 1_800_086_400] {
            let environment = ["SOURCE_DATE_EPOCH": String(now)]
            #expect(try publish(["Rio"], "", "--metrics", metrics, environment: environment).status == 0)
            let text = try String(contentsOfFile: metrics, encoding: .utf8)
            #expect(text.contains("marque_last_success_timestamp_seconds{pipeline=\"small\"} \(now)\n"))
            #expect(text.contains("marque_vehicles{pipeline=\"small\"} 1\n"))
        }
    }

    // MARK: The lock

    @Test func theLockNamesWhoHasItAndGoesWithItsProcess() throws {
        // A feed that never ends keeps a run at work.
        let pipe = folder.path + "/pipe"
        #expect(try run("mkfifo", [pipe]).status == 0)
        #expect(try publish(["Rio"]).status == 0)
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: Project.marque)
        holder.arguments = ["run", folder.path + "/p.yaml", "--input", "vehicles=" + pipe, "--quiet"]
        try holder.run()
        let lock = folder.path + "/.out.lock"
        for _ in 0..<200 {
            if let text = try? String(contentsOfFile: lock, encoding: .utf8), text.hasSuffix("\n") { break }
            usleep(10_000)
        }
        for more in [[], ["--dry-run"]] {
            let second = try publish(["Rio"], "", more.first ?? "--jobs=1")
            #expect(second.status == 5)
            #expect(
                second.error.contains(
                    "out: error: another run is writing this bundle: process \(holder.processIdentifier) on \""),
                "\(second.error)")
        }
        let rollback = try marque("rollback", out)
        #expect(rollback.status == 5)
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        let taken = try publish(["Rio", "Soul"])
        #expect(taken.status == 0)
        #expect(
            taken.error.hasPrefix("\(out): warning: process \(holder.processIdentifier) on \"")
                && taken.error.contains("had this bundle and ended without a word"))
        #expect(try String(contentsOfFile: lock, encoding: .utf8) == "")
        #expect(try publish(["Rio"]).error == "")
    }

    // MARK: Dry run

    @Test func aDryRunSaysAllAndChangesNothing() throws {
        #expect(try publish(["Rio", "Soul"], ", keep: 1").status == 0)
        #expect(try marque("accept", out).status == 0)
        func state() throws -> [String: Data] {
            try files(in: folder.path).filter { !$0.key.hasSuffix(".csv") && $0.key != "p.yaml" }
        }
        let before = try state()
        let hooks = ", keep: 1, hooks: {published: [touch, \(folder.path)/called]}"
        var result = try publish(["Rio", "Soul", "Niro"], hooks, "--dry-run")
        #expect(result.status == 0, "\(result.error)")
        for line in [
            "would read     vehicles: \(folder.path)/feed.csv, changed since the last run\n",
            "would publish  \(out): ",
            "               since the published one: 1 added, 0 removed, 0 returned, 0 renamed, 0 restated\n",
            "               as version 00002-", "; removing 00001-", "would call     touch \(folder.path)/called\n",
            "dry run    nothing was fetched, published or changed\n",
        ] {
            #expect(result.output.contains(line), "\(line) in \(result.output)")
        }
        #expect(try state() == before)
        result = try publish(["Rio"], ", keep: 1, gates: {rows: 0}", "--dry-run", "--log", "json")
        #expect(result.status == 1 || result.status == 4)
        let planned = try #require(try events(result).last)
        #expect(planned["event"] as? String == "planned" && planned["result"] as? String == "refused")
        #expect(try state() == before)
        #expect(try publish(["Rio", "Soul"], ", keep: 1", "--dry-run").output.contains("would publish"))
    }
}
