import Foundation
import Support
import Testing

/// What goes wrong of nights: runs killed at any moment, two at once, a clock that goes back, damage to what stands beside the
/// bundle. What is published stays whole, and the next night goes on.
@Suite(.serialized) struct FaultTests {
    // MARK: Kills

    /// Starts the command and kills it.
    ///
    /// - Returns: its number, and whether it was still there.
    private func kill(_ arguments: [String], after seconds: Double) throws -> (id: Int32, isHit: Bool) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Project.marque)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        usleep(UInt32(seconds * 1e6))
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return (process.processIdentifier, process.terminationReason == .uncaughtSignal)
    }

    /// How far a killed run had come, by what it left.
    private func phase(_ nights: Nights, _ id: Int32, from before: Int?, to wanted: Int) throws -> String {
        let lock = (try? String(contentsOfFile: nights.folder.path + "/.out.lock", encoding: .utf8)) ?? ""
        if try nights.published() == wanted { return "after the swap" }
        if !lock.hasPrefix("process \(id) ") { return "before the lock" }
        let state = (try? String(contentsOfFile: nights.folder.path + "/.out.run", encoding: .utf8)) ?? ""
        return state.contains("\"made\": \"" + nights.identities[wanted]) ? "between state and swap" : "building"
    }

    @Test(arguments: Nights.Layout.allCases) func aKilledRunLeavesTheBundleWhole(layout: Nights.Layout) throws {
        let nights = try Nights(layout)
        var random = SeededGenerator(seed: 7)
        var phases: [String: Int] = [:]
        // Follows the machine: shorter where a run has ended before its kill, longer where it has not.
        var seconds = nights.seconds
        for number in 0..<250 {
            let before = try nights.published()
            let wanted = 1 - (before ?? 1)
            // Half of the moments are about the end, where the bundle is put in its place.
            let moment = Double.random(in: number % 2 == 0 ? 0...1 : 0.5...1.1, using: &random) * seconds
            let (id, isHit) = try kill(nights.arguments(wanted), after: moment)
            seconds *= isHit ? 1.02 : 0.92
            let found = try nights.published()
            #expect(found == before || found == wanted, "kill \(number) after \(moment) s")
            if found == nil {
                #expect(!FileManager.default.fileExists(atPath: nights.out), "kill \(number)")
            } else if number % 25 == 0 {
                #expect(try marque("verify", nights.out).status == 0, "kill \(number) after \(moment) s")
            }
            phases[isHit ? try phase(nights, id, from: before, to: wanted) : "after its end", default: 0] += 1
        }
        print("250 kills of runs, \(layout):", phases.sorted { $0.key < $1.key })
        #expect(250 - phases["after its end", default: 0] > 100)
        #expect(phases["building", default: 0] > 20)
        try nights.expectRecovery()
    }

    @Test(arguments: Nights.Layout.allCases) func aKilledRollbackLeavesTheBundleWhole(layout: Nights.Layout) throws {
        let nights = try Nights(layout)
        for number in [0, 1] { #expect(try nights.run(number).status == 0) }
        let start = Date()
        #expect(try marque("rollback", nights.out).status == 0)
        let seconds = Date().timeIntervalSince(start)
        var random = SeededGenerator(seed: 8)
        var (hits, moved) = (0, 0)
        for number in 0..<60 {
            let before = try #require(try nights.published())
            let version = layout == .versions ? [nights.versions[1 - before]] : []
            let moment = Double.random(in: 0...1.1, using: &random) * seconds
            if try kill(["rollback", nights.out] + version, after: moment).isHit {
                hits += 1
                if try nights.published() != before { moved += 1 }
            }
            #expect(try nights.published() != nil, "kill \(number) after \(moment) s")
            if number % 20 == 0 { #expect(try marque("verify", nights.out).status == 0) }
        }
        print("60 kills of rollbacks, \(layout): \(hits) hit, \(moved) of them after the swap")
        #expect(hits > 15)
        // Back to what the last run made, so that nights go on.
        let newest = layout == .versions ? [try #require(nights.versions.last)] : []
        if try layout == .versions || nights.published() == 0 {
            let result = try run(Project.marque, ["rollback", nights.out] + newest)
            #expect(result.status == 0, "\(result)")
        }
        #expect(try nights.published() == 1)
        try nights.expectRecovery()
    }

    /// Large feeds take long to build, so the kills are elsewhere.
    @Test(.enabled(if: Project.hasFeeds)) func aKilledRunOfAWholeFeedLeavesTheBundleWhole() throws {
        let folder = TemporaryFolder()
        let feeds = ["2022-11-08", "2025-10-28"].map { Project.feeds! + "/epa/vehicles-\($0).csv.gz" }
        let out = folder.path + "/out"
        func arguments(_ feed: String) -> [String] { ["run", epaPipeline, "--input", "vehicles=" + feed, "--out", out] }
        #expect(try run(Project.marque, arguments(feeds[0])).status == 0)
        let start = Date()
        #expect(try run(Project.marque, arguments(feeds[1])).status == 0)
        let whole = Date().timeIntervalSince(start)
        var random = SeededGenerator(seed: 9)
        var hits = 0
        for number in 0..<16 {
            let moment = Double.random(in: number % 2 == 0 ? 0...1 : 0.7...1.1, using: &random) * whole
            let manifest = try String(contentsOfFile: out + "/manifest.json", encoding: .utf8)
            let other = manifest.contains("vehicles-2022-11-08") ? feeds[1] : feeds[0]
            if try kill(arguments(other), after: moment).isHit { hits += 1 }
            #expect(try marque("verify", out).status == 0, "kill \(number) after \(moment) s")
        }
        print("16 kills of runs of EPA's feed: \(hits) hit")
        #expect(hits > 5)
        #expect(try run(Project.marque, arguments(feeds[0]) + ["--verbose"]).status == 0)
        let beside = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(beside) == ["out", ".out.lock", ".out.run", ".out.previous", "out.history.sqlite"])
    }

    // MARK: Two at once, and a clock that goes back

    @Test(arguments: Nights.Layout.allCases) func ofTwoRunsAtOnceOneMayBeLockedOut(layout: Nights.Layout) throws {
        let nights = try Nights(layout)
        var lockedOut = 0
        for number in 0..<25 {
            let processes = try [0, 1].map { feed in
                let process = Process()
                process.executableURL = URL(fileURLWithPath: Project.marque)
                process.arguments = nights.arguments(feed)
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                return process
            }
            for process in processes { process.waitUntilExit() }
            let statuses = processes.map(\.terminationStatus)
            #expect(statuses.contains(0) && statuses.allSatisfy { $0 == 0 || $0 == 5 }, "\(statuses)")
            lockedOut += statuses.filter { $0 == 5 }.count
            #expect(try nights.published() != nil)
            if number % 10 == 0 { #expect(try marque("verify", nights.out).status == 0) }
        }
        print("25 pairs of runs, \(layout): \(lockedOut) locked out")
        #expect(lockedOut > 0)
        try nights.expectRecovery()
    }

    @Test func numbersGrowWhateverTheClockSays() throws {
        let nights = try Nights(.versions)
        for number in 0..<6 {
            let now = 1_800_000_000 - number * 86_400
            let result = try nights.run(number % 2, environment: ["SOURCE_DATE_EPOCH": String(now)])
            #expect(result.status == 0, "\(result.error)")
            let figures = try String(contentsOfFile: nights.metrics, encoding: .utf8)
            #expect(figures.contains("marque_last_success_timestamp_seconds{pipeline=\"nights\"} \(now)\n"))
            let current = try FileManager.default.destinationOfSymbolicLink(atPath: nights.out + ".versions/current")
            #expect(current.hasPrefix("0000\(number + 1)-") && nights.versions.last == current)
        }
        // Six versions of two data: the last of each, and never less than the last two.
        #expect(nights.versions.map { $0.prefix(5) } == ["00005", "00006"])
        let history = try marque("history", nights.out, "--json").output
        let runs = try JSONSerialization.jsonObject(with: Data(history.utf8)) as! [[String: Any]]
        #expect(runs.map { $0["id"] as? Int } == [1, 2, 3, 4, 5, 6])
        let times = runs.map { $0["started"] as! String }
        #expect(times == times.sorted(by: >) && times[0] == "2027-01-15T08:00:00.000Z")
    }

    // MARK: Leftovers

    @Test(arguments: Nights.Layout.allCases) func nightsThatPublishNothingLeaveNothingMore(layout: Nights.Layout) throws {
        let nights = try Nights(layout)
        let odd = nights.folder.file(
            "odd.csv", "id,make,model,year,city08,highway08,comb08\n1,Kia,Rio,2023,30,40,34\n2,Kia\n")
        #expect(try nights.run(0).status == 0)
        var first: Set<String> = []
        for number in 0..<51 {
            let result =
                switch number % 3 {
                case 0: try nights.run(0, ["--input", "vehicles=" + odd, "--fail-on", "notice"])
                case 1: try nights.run(0, ["--input", "vehicles=" + nights.folder.path + "/none"])
                default: try nights.run(0)
                }
            #expect(result.status == [1, 3, 0][number % 3], "\(result.error)")
            if number == 2 { first = try nights.beside() }
            if number > 2 { #expect(try nights.beside() == first) }
            #expect(try nights.published() == 0)
        }
        #expect(
            first.subtracting(["out.versions"]) == [
                "out", ".out.lock", ".out.run", "out.history.sqlite", "out.rejected", ".out.rejected.run", "odd.csv",
            ])
    }
}
