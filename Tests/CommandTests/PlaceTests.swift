import Foundation
import Support
import Testing

/// Places and surroundings of all kinds: full and read-only disks, odd names, locales and masks. The bundle has the same bytes, or
/// stays as it was and the message says what to do.
@Suite(.serialized) struct PlaceTests {
    /// With a report, which is what is accepted.
    private let reported = "picker, catalog, vehicles, report"

    // MARK: Disks

    /// Calls `body` with an empty file system of memory; says aloud where none can be mounted.
    private func withDisk(_ size: Int, _ body: (String) throws -> Void) throws {
        let folder = TemporaryFolder()
        let disk = folder.path + "/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        guard try run("mount", ["-t", "tmpfs", "-o", "size=\(size)", "tmpfs", disk]).status == 0 else {
            print("no file system can be mounted here: tests of full and read-only disks are skipped")
            return
        }
        defer { _ = try? run("umount", [disk]) }
        try body(disk)
    }

    private func free(_ disk: String) throws -> Int {
        try FileManager.default.attributesOfFileSystem(forPath: disk)[.systemFreeSize] as! Int
    }

    private let besideBundle: Set = ["out", ".out.lock", ".out.run", "out.history.sqlite"]

    @Test(arguments: Nights.Layout.allCases) func aDiskMayBeFullAtAnyPoint(layout: Nights.Layout) throws {
        let nights = try Nights(layout, rows: 400, shapes: "picker, catalog, vehicles, ndjson, sqlite")
        try withDisk(64 << 20) { disk in
            let (out, filler, metrics) = (disk + "/out", disk + "/filler", disk + "/m.prom")
            var published = 0
            func night() throws -> ProcessResult { try nights.run(1 - published, ["--metrics", metrics], out: out) }
            let before = try free(disk)
            #expect(try night().status == 0)
            let need = try before - free(disk)
            for _ in 0..<3 {
                published = 1 - published
                #expect(try night().status == 0)
            }
            published = try #require(try nights.published(out))
            var statuses: [Int32] = []
            for twentieth in 0..<20 {
                let left = need * twentieth / 20
                _ = FileManager.default.createFile(atPath: filler, contents: Data(count: max(0, try free(disk) - left)))
                let result = try night()
                statuses.append(result.status)
                if result.status == 0 {
                    published = 1 - published
                } else {
                    #expect(result.status == 4, "\(twentieth)/20: \(result)")
                    #expect(
                        result.error.contains("error: no space left on device\n  fix: free some space, then run again"),
                        "\(twentieth)/20: \(result)")
                }
                #expect(try nights.published(out) == published, "\(twentieth)/20")
                #expect(try marque("verify", out).status == 0, "\(twentieth)/20")
                try FileManager.default.removeItem(atPath: filler)
                let names = Set(try FileManager.default.contentsOfDirectory(atPath: disk))
                #expect(
                    names.subtracting([".out.previous", "out.versions"]) == besideBundle.union(["m.prom"]), "\(twentieth)/20"
                )
            }
            print("full at 20 points of \(need) bytes, \(layout):", statuses)
            #expect(statuses.prefix(10).allSatisfy { $0 == 4 })
            let last = try night()
            #expect(last.status == 0 && last.error == "", "\(last)")
            #expect(try nights.published(out) == 1 - published)
            #expect(try marque("history", out).status == 0)
        }
    }

    @Test(arguments: Nights.Layout.allCases) func aReadOnlyPlaceIsRefused(layout: Nights.Layout) throws {
        let nights = try Nights(layout)
        func expectRefusal(_ out: String, _ reason: String) throws {
            for feed in [0, 1] {
                let result = try nights.run(feed, out: out)
                #expect(
                    result.status == 4
                        && result.error.contains(": error: \(reason)\n  fix: choose a folder that may be written"),
                    "\(result)")
                #expect(result.error.contains(out.dropLast(3)), "\(result)")
            }
            #expect(try marque("rollback", out).status == 4)
            #expect(try nights.published(out) == 0 && marque("verify", out).status == 0)
            #expect(try marque("history", out).status == 0)
        }
        if getuid() != 0 {
            let place = nights.folder.path + "/place"
            #expect(try nights.run(0, out: place + "/out").status == 0)
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: place)
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place) }
            try expectRefusal(place + "/out", "permission denied")
        }
        try withDisk(16 << 20) { disk in
            #expect(try nights.run(0, out: disk + "/out").status == 0)
            #expect(try run("mount", ["-o", "remount,ro", disk]).status == 0)
            try expectRefusal(disk + "/out", "read-only file system")
        }
    }

    // MARK: Surroundings

    @Test func theBundleIsTheSameInAnySurroundings() throws {
        let nights = try Nights(.versions, shapes: reported)
        for (number, environment) in [
            [:], ["LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"], ["LC_ALL": "C"], ["LC_ALL": "POSIX", "TZ": "Asia/Tokyo"],
            ["HOME": "/nowhere", "TMPDIR": "/nowhere", "PATH": "/usr/bin"],
        ].enumerated() {
            let result = try nights.run(number % 2, environment: environment)
            #expect(result.status == 0, "\(environment): \(result)")
            #expect(try nights.published() == number % 2, "\(environment)")
            let rollbacks = [nights.versions[0], try #require(nights.versions.last)].map { ["rollback", $0] }
            for arguments in [["verify"], ["history"], ["accept"], ["why", "1"]] + rollbacks {
                let command = [arguments[0], nights.out] + arguments.dropFirst()
                let told = try run(Project.marque, command, environment: environment)
                #expect(told.status == 0, "\(arguments) \(environment): \(told)")
            }
        }
    }

    /// Who runs it says by the mask who may read: neither more nor less.
    @Test(arguments: Nights.Layout.allCases) func filesAreForWhomTheMaskLeavesThem(layout: Nights.Layout) throws {
        let nights = try Nights(layout)
        for (feed, mask, forFiles, forFolders) in [(0, "077", 0o600, 0o700), (1, "022", 0o644, 0o755)] {
            for name in try nights.beside() where feed == 1 {
                try FileManager.default.removeItem(atPath: nights.folder.path + "/" + name)
            }
            let arguments = ["-c", "umask \(mask); exec \"$0\" \"$@\"", Project.marque] + nights.arguments(feed)
            let result = try run("sh", arguments)
            #expect(result.status == 0, "\(result)")
            #expect(try nights.published() == feed)
            var seen = 0
            for case let name as String in FileManager.default.enumerator(atPath: nights.folder.path)! {
                if ["a.csv", "b.csv", "p.yaml", "m.prom"].contains(name) { continue }
                let attributes = try FileManager.default.attributesOfItem(atPath: nights.folder.path + "/" + name)
                let mode = attributes[.posixPermissions] as! Int
                switch attributes[.type] as? FileAttributeType {
                case .typeSymbolicLink?: continue
                case .typeDirectory?: #expect(mode == forFolders, "\(name)")
                default: #expect(mode == forFiles, "\(name)")
                }
                seen += 1
            }
            #expect(seen > 10)
        }
    }

    // MARK: Names

    /// Runs the command in a folder.
    private func at(_ folder: String, _ arguments: [String]) throws -> ProcessResult {
        try run("sh", ["-c", "cd \"$0\" && exec \"$@\"", folder, Project.marque] + arguments)
    }

    @Test(arguments: [
        "a b", "it's \"quoted\"", "new\nline", "tab\there", "éü漢🚗", "-dash", "--out", "back\\slash", "$(touch x)`touch y`",
        "a;b|c&d", "%41", ".hidden", "..two", String(repeating: "x", count: 200),
    ]) func aBundleMayHaveAnyName(name: String) throws {
        let nights = try Nights(.folder, shapes: reported)
        let place = nights.folder.path + "/place"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        for path in [place + "/" + name, name] {
            for feed in [0, 1] {
                let result = try at(place, Array(nights.arguments(feed).dropLast(4)) + ["--out=" + path])
                #expect(result.status == 0, "\(result)")
                #expect(try nights.published(place + "/" + name) == feed)
            }
            for command in ["verify", "history", "accept", "why", "rollback"] {
                let result = try at(place, [command, "--", path] + (command == "why" ? ["1"] : []))
                #expect(result.status == 0, "\(command): \(result)")
            }
            #expect(try nights.published(place + "/" + name) == 0)
        }
        // All that belongs to it, and nothing that a shell would have made.
        let names = try FileManager.default.contentsOfDirectory(atPath: place)
        #expect(
            Set(names) == [
                name, ".\(name).lock", ".\(name).run", ".\(name).previous", name + ".history.sqlite", name + ".accepted.tsv",
            ])
    }

    @Test func aBundleMayBeNamedInManyWays() throws {
        let nights = try Nights(.versions, shapes: reported)
        let place = nights.folder.path + "/place"
        for folder in ["sub", "real"] {
            try FileManager.default.createDirectory(atPath: place + "/" + folder, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(atPath: place + "/link", withDestinationPath: "real")
        func publish(_ path: String, _ feed: Int) throws -> ProcessResult {
            try at(place, Array(nights.arguments(feed).dropLast(4)) + ["--out", path])
        }
        for (path, found) in [
            ("one", "one"), ("./two", "two"), ("three//", "three"), ("sub/../four", "four"), ("link/five", "real/five"),
            ("new/deep/six/", "new/deep/six"), ("../place/seven", "seven"),
        ] {
            for feed in [0, 1, 0] {
                let result = try publish(path, feed)
                #expect(result.status == 0, "\(path): \(result)")
                #expect(try nights.published(place + "/" + found) == feed, "\(path)")
            }
            for command in ["verify", "history", "rollback", "accept"] {
                let result = try at(place, [command, path])
                #expect(result.status == 0, "\(command) \(path): \(result)")
            }
            #expect(try nights.published(place + "/" + found) == 1, "\(path)")
        }
        for path in [".", "..", "./", "sub/.", "sub/..", "/", "//"] {
            let result = try publish(path, 0)
            #expect(
                result.status == 2
                    && result.error
                        == "\(path): error: is no name for a bundle's folder\n  fix: name a folder of its own with --out\n",
                "\(path): \(result)")
        }
        let long = try publish(String(repeating: "x", count: 256), 0)
        #expect(long.status == 4 && long.error.contains("error: file name too long\n  fix: check the path"), "\(long)")
    }
}
