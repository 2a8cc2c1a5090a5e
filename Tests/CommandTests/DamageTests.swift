import Foundation
import Support
import Testing

/// Damage to what stands beside a bundle, its history and its state: a night costs at most a line, and touches nothing else.
@Suite(.serialized) struct DamageTests {
    private func write(_ bytes: Data, _ path: String) throws { try bytes.write(to: URL(fileURLWithPath: path)) }

    /// The history tells, or says in order that it cannot.
    private func expectHistory(_ out: String, _ comment: Comment) throws {
        let told = try marque("history", out)
        #expect(told.status == 0 || told.status == 3 && told.error.contains("history.sqlite: error: "), "\(comment) \(told)")
    }

    @Test func aDamagedHistoryCostsAWarning() throws {
        let nights = try Nights(.folder)
        for number in 0..<4 { #expect(try nights.run(number % 2).status == 0) }
        let history = nights.out + ".history.sqlite"
        let whole = try Data(contentsOf: URL(fileURLWithPath: history))
        var random = SeededGenerator(seed: 10)
        for number in 0..<30 {
            var bytes = whole
            if number < 10 {
                bytes = bytes.prefix(Int.random(in: 0..<whole.count, using: &random))
            } else {
                bytes[Int.random(in: 0..<(number < 20 ? 200 : whole.count), using: &random)] ^= 1 << UInt8(number % 8)
            }
            try write(bytes, history)
            try expectHistory(nights.out, "damage \(number)")
            let result = try nights.run(number % 2)
            let lines = result.error.split(separator: "\n").filter { !$0.hasPrefix("  fix: ") }
            #expect(result.status == 0 && lines.allSatisfy { $0.contains(": warning: ") }, "damage \(number): \(result)")
            try expectHistory(nights.out, "after damage \(number)")
            #expect(try nights.published() == number % 2)
        }
        #expect(
            try nights.beside().subtracting(["out.history.sqlite.damaged"]) == [
                "out", ".out.lock", ".out.run", ".out.previous", "out.history.sqlite",
            ])
    }

    @Test(.enabled(if: Project.hasPython)) func numbersOfTheHistoryMayBeAny() throws {
        let nights = try Nights(.folder)
        for number in 0..<2 { #expect(try nights.run(number).status == 0) }
        let history = nights.out + ".history.sqlite"
        let whole = try Data(contentsOf: URL(fileURLWithPath: history))
        let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
        for number in ["1e300", "9e999", "9223372036854775807", "-9223372036854775808", "'x'"] {
            for place in ["run SET read", "run SET exit_status", "run SET seconds", "input SET size", "counted SET number"] {
                try write(whole, history)
                let change = try run("python3", ["-c", script, history, "UPDATE \(place) = \(number)"])
                #expect(change.status == 0, "\(change.error)")
                for more in [[], ["1"], ["1", "2"], ["--json"]] {
                    let told = try run(Project.marque, ["history", nights.out] + more)
                    #expect(told.status == 0, "\(place) = \(number), \(more): \(told)")
                }
            }
        }
        // No number is left for another run.
        try write(whole, history)
        let last = "UPDATE run SET id = 9223372036854775807 WHERE id = 2"
        #expect(try run("python3", ["-c", script, history, last]).status == 0)
        let result = try nights.run(0)
        #expect(result.status == 0 && result.error.contains("warning: the history is not written: "), "\(result)")
        #expect(try marque("history", nights.out).output.contains("9223372036854775807"))
    }

    @Test(arguments: Nights.Layout.allCases) func aStateThatIsDamagedOrHostileHarmsNothing(layout: Nights.Layout) throws {
        let nights = try Nights(layout)
        for number in 0..<3 { #expect(try nights.run(number % 2).status == 0) }
        let state = nights.folder.path + "/.out.run"
        let whole = try Data(contentsOf: URL(fileURLWithPath: state))
        let object = try JSONSerialization.jsonObject(with: whole) as! [String: Any]
        let canary = nights.folder.path + "/canary"
        try FileManager.default.createDirectory(atPath: canary, withIntermediateDirectories: true)
        _ = nights.folder.file("canary/song", "still here")
        func changed(_ change: (inout [String: Any]) -> Void) throws -> Data {
            var object = object
            change(&object)
            return try JSONSerialization.data(withJSONObject: object)
        }
        var damages: [(String, Data)] = []
        var random = SeededGenerator(seed: 11)
        for number in 0..<10 {
            damages.append(("cut \(number)", whole.prefix(Int.random(in: 0..<whole.count, using: &random))))
            var bytes = whole
            bytes[Int.random(in: 0..<whole.count, using: &random)] ^= 1 << UInt8(number % 8)
            damages.append(("flip \(number)", bytes))
        }
        // VERSION is one that is there. Each leads to the canary from the folder of versions or of the bundle, or tries to.
        for path in [
            "../canary", "VERSION/../../canary", "1-/../../canary", canary, ".", "..", "", "current", "1-\u{1b}[2J",
        ] {
            damages.append((path, try changed { $0["version"] = path }))
            damages.append(("withdrawn \(path)", try changed { ($0["version"], $0["made"]) = (path, "other") }))
            damages.append(("input \(path)", try changed { $0["inputs"] = ["vehicles": path] }))
        }
        for number in [9e18, -9e18, 1e308, 9_007_199_254_740_992, -1, 0.5] {
            damages.append(
                (
                    "\(number)",
                    try changed {
                        var run = $0["run"] as! [String: Any]
                        run["rows"] = ["read": number, "kept": number]
                        run["lost"] = ["a", "b"].map { ["fate": "merged", "rule": $0, "rows": number] }
                        run["findings"] = ["a", "b"].map {
                            ["rule": $0, "severity": "error", "count": number, "new": number]
                        }
                        run["counts"] = ["vehicles": number]
                        run["bundle"] = ["files": number, "size": number]
                        $0["run"] = run
                    }
                ))
        }
        let deep = String(repeating: "[", count: 100_000)
        damages.append(("deep", Data(deep.utf8)))
        damages.append(("deep inside", Data("{\"made\":\"x\",\"published\":\"x\",\"run\":\(deep)".utf8)))
        for (name, bytes) in damages {
            // A night with nothing new goes by the state; one with another feed goes on from it.
            for step in [0, 1] {
                let wanted = try #require(try nights.published())
                let text = String(decoding: bytes, as: UTF8.self)
                    .replacing("VERSION", with: nights.versions.first ?? "00001-")
                try write(name.contains("VERSION") ? Data(text.utf8) : bytes, state)
                let result = try nights.run(step == 0 ? wanted : 1 - wanted)
                #expect(result.status == 0 && result.error == "", "\(name): \(result)")
                #expect(!result.output.contains("\u{1b}"), "\(name)")
                #expect(try nights.published() != nil, "\(name)")
                let told = try marque("history", nights.out, "--limit", "1")
                #expect(told.status == 0, "\(name): \(told)")
            }
            #expect(try files(in: canary) == ["song": Data("still here".utf8)], "\(name)")
        }
        try FileManager.default.removeItem(atPath: canary)
        try nights.expectRecovery()
    }
}
