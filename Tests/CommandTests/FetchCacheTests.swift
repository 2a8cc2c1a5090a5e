import Foundation
import Support
import Testing

/// What a run that fetches leaves behind, whatever happens to it, and what it never tells.
@Suite(.enabled(if: Project.hasPython)) struct FetchCacheTests {
    private let pipeline: FetchedPipeline
    private var server: FetchServer { pipeline.server }
    private let good = ["body": "feed", "etag": "\"a\""] as FetchServer.Answer

    init() throws { pipeline = try FetchedPipeline() }

    private func expectUsage(
        _ result: ProcessResult, _ message: String, fix: String, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(result.status == 2 && result.error == "\(message)\n  fix: \(fix)\n", "\(result)", sourceLocation: location)
    }

    @Test func aDamagedCopyNeverReplacesAGoodOne() throws {
        try server.plan(good)
        #expect(try pipeline.run().status == 0)
        let kept = try Data(contentsOf: URL(fileURLWithPath: pipeline.cache + "/copy.json"))
        // Neither connection nor length says that it is cut; nor does a length that is too short.
        for cut in [["cut": 3000, "length": "none"], ["length": -3000]] as [FetchServer.Answer] {
            try server.plan(["body": "feed", "etag": "\"b\""].merging(cut) { $1 })
            let night = try pipeline.run()
            #expect(night.status == 3 && night.error.contains("error: "), "\(night.error)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: pipeline.cache + "/copy.json")) == kept)
        }
        _ = try server.requests()
        try server.plan(["body": "feed", "etag": "\"b\""])
        #expect(try pipeline.run().status == 0 && server.requests().map { $0.headers["if-none-match"] } == ["\"a\""])
        // What was damaged is gone.
        let names = try FileManager.default.contentsOfDirectory(atPath: pipeline.cache).sorted()
        #expect(names.count == 2 && names[0] == "copy.json" && names[1].hasSuffix("-vehicles.csv.gz"))
    }

    @Test func aCopyThatIsNotWhatItWasDoesNotCount() throws {
        let path = pipeline.cache + "/copy.json"
        var flipped = pipeline.feed
        flipped[5000] ^= 1
        _ = pipeline.folder.file("x", pipeline.feed)
        for harm in ["flip", "short", "gone", "garbage", "name", "list", "header"] {
            try server.plan(good)
            #expect(try pipeline.run().status == 0)
            var text = try String(contentsOfFile: path, encoding: .utf8)
            let name = try json(path)["file"] as! String
            let data = URL(fileURLWithPath: pipeline.cache + "/" + name)
            switch harm {
            case "flip": try flipped.write(to: data)
            case "short": try pipeline.feed.dropLast().write(to: data)
            case "gone": try FileManager.default.removeItem(at: data)
            case "garbage": text = "\u{0}{"
            case "name": text = text.replacingOccurrences(of: name, with: "../../x")
            case "list": text = "[" + text + "]"
            default: text = text.replacingOccurrences(of: "\\\"a\\\"", with: "x\\r\\nX-Injected: 1")
            }
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            _ = try server.requests()
            try server.plan(["status": 404])
            let down = try pipeline.run()
            if harm == "header" {
                // The copy is good; only the tag is none.
                #expect(down.status == 0)
            } else {
                #expect(down.status == 3 && down.error.contains("cannot be fetched: HTTP 404"), "\(harm): \(down)")
            }
            for request in try server.requests() {
                #expect(request.headers["if-none-match"] == nil && request.headers["x-injected"] == nil, "\(harm)")
            }
            try server.plan(good)
            #expect(try pipeline.run().status == 0 && pipeline.copy() == pipeline.feed, "\(harm)")
        }
        #expect(FileManager.default.fileExists(atPath: pipeline.folder.path + "/x"))
    }

    @Test func whatTheBundleWasMadeOfStays() throws {
        try server.plan(good)
        #expect(try pipeline.run().status == 0)
        let first = try json(pipeline.cache + "/copy.json")["file"] as! String
        _ = server.folder.file("feed", try gzipped(Data(try sampleText().utf8) + Data("\r\n".utf8)))
        try server.plan(["body": "feed", "etag": "\"b\""])
        // The new copy is good, and the bundle made of it is refused.
        #expect(try pipeline.run("--fail-on", "notice").status == 1)
        #expect(FileManager.default.fileExists(atPath: pipeline.cache + "/" + first))
        #expect(try marque("why", pipeline.out, "1041").output.contains("line 44, byte 18102"))
        #expect(try marque("why", pipeline.out + ".rejected", "1041").output.contains("line 44, byte 18102"))
        // Once both bundles are made of the new one, nobody needs the old one.
        #expect(try pipeline.run().status == 0 && pipeline.run().status == 0)
        #expect(!FileManager.default.fileExists(atPath: pipeline.cache + "/" + first))
    }

    @Test func anotherURLLeavesTheCopyUntilItIsRead() throws {
        try server.plan(good)
        #expect(try pipeline.run().status == 0)
        #expect(try pipeline.run(url: server.url("/none")).status == 3)
        #expect(try pipeline.run().output.contains("unchanged"))
    }

    @Test func aKilledDownloadIsGoneOnWith() throws {
        try server.plan(
            ["body": "feed", "etag": "\"a\"", "ranges": true, "cut": 3000, "hang": 60],
            ["body": "feed", "etag": "\"a\"", "ranges": true])
        let (process, _) = try pipeline.begin()
        try waitForPart(of: 3000)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let result = try pipeline.run()
        #expect(result.status == 0, "\(result.error)")
        #expect(try pipeline.copy() == pipeline.feed)
        #expect(try server.requests().map { $0.headers["range"] } == [nil, "bytes=3000-"])
    }

    @Test func aSignalEndsADownloadAtOnce() throws {
        try server.plan(["body": "feed", "etag": "\"a\"", "cut": 3000, "hang": 60])
        let (process, error) = try pipeline.begin()
        try waitForPart(of: 3000)
        let sent = Date()
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(Date().timeIntervalSince(sent) < 1 && process.terminationStatus == 143)
        let told = try String(contentsOfFile: error, encoding: .utf8)
        #expect(told == "marque: error: interrupted by SIGTERM, nothing was published\n")
        #expect(!FileManager.default.fileExists(atPath: pipeline.folder.path + "/.out.staging"))
    }

    private func waitForPart(of size: Int) throws {
        let end = Date().addingTimeInterval(20)
        while Date() < end {
            let part = try? FileManager.default.attributesOfItem(atPath: pipeline.cache + "/part")
            if part?[.size] as? Int == size { return }
            Thread.sleep(forTimeInterval: 0.01)
        }
        Issue.record("no part of \(size) bytes has come")
    }

    @Test func credentialsAreSentAndNeverTold() throws {
        let secret = "hush-4711"
        let basic = "Basic " + Data("ann:\(secret)".utf8).base64EncodedString()
        _ = pipeline.folder.file("secrets", "ann:\(secret)\nnext line\n")
        let metrics = pipeline.folder.path + "/m.prom"
        var told = ""
        for (place, environment, header) in [
            ("file: secrets", [:], basic), ("environment: FEED_KEY", ["FEED_KEY": "ann:\(secret)"], basic),
            ("environment: FEED_KEY", ["FEED_KEY": "Bearer \(secret)"], "Bearer " + secret),
        ] as [(String, [String: String], String)] {
            try pipeline.policy("credentials: {\(place)}")
            try server.plan(["body": "feed", "auth": header])
            for log in ["text", "json"] {
                let result = try pipeline.run("--log", log, "--verbose", "--metrics", metrics, environment: environment)
                #expect(result.status == 0, "\(place): \(result.error)")
                told += result.output + result.error
            }
            // Another is wanted.
            try server.plan(["body": "feed", "auth": "Basic bm9ib2R5"])
            try FileManager.default.removeItem(atPath: pipeline.cache)
            let refused = try pipeline.run("--metrics", metrics, environment: environment)
            #expect(
                refused.status == 3
                    && refused.error == server.url() + ": error: cannot be fetched: HTTP 401\n"
                        + "  fix: check feeds.vehicles.fetch.credentials\n"
            )
            told += refused.error
        }
        try FileManager.default.removeItem(atPath: pipeline.folder.path + "/secrets")
        for hidden in [secret, Data("ann:\(secret)".utf8).base64EncodedString()] {
            #expect(!told.contains(hidden))
            let all = try files(in: pipeline.folder.path)
            #expect(all.count > 10)
            for (name, bytes) in all { #expect(!bytes.contains(hidden), "\(name)") }
        }
    }

    @Test func credentialsStayWithTheirHost() throws {
        let other = try FetchServer()
        _ = other.folder.file("feed", pipeline.feed)
        try other.plan(["body": "feed"])
        for value in ["ann:hush", "bearer hush"] {
            try pipeline.policy("credentials: {environment: FEED_KEY}")
            try server.plan(["status": 302, "headers": ["Location": other.url()]])
            let result = try pipeline.run(environment: ["FEED_KEY": value])
            #expect(result.status == 0, "\(result.error)")
            let (first, second) = (try server.requests(), try other.requests())
            #expect(first.count == 1 && first[0].headers["authorization"] != nil)
            #expect(second.count == 1 && second[0].headers["authorization"] == nil)
        }
    }

    @Test func credentialsThatAreNotThereAreAFaultOfTheirKey() throws {
        let key = "feeds.vehicles.fetch.credentials: error: "
        try server.plan(["body": "feed"])
        try pipeline.policy("credentials: {environment: FEED_KEY}")
        for environment in [[:], ["FEED_KEY": ""]] {
            expectUsage(
                try pipeline.run(environment: environment), key + "variable \"FEED_KEY\" is not set or empty",
                fix: "set it to user:password or bearer TOKEN")
        }
        expectUsage(
            try pipeline.run(environment: ["FEED_KEY": "hush"]),
            key + "something else found, expected user:password or bearer TOKEN", fix: "write it into the first line")
        try pipeline.policy("credentials: {file: none}")
        expectUsage(
            try pipeline.run(),
            key + "file \"\(pipeline.folder.path)/none\" cannot be read: no such file or directory",
            fix: "check the path, from the pipeline file's folder, and its permissions")
        _ = pipeline.folder.file("none", "\nhush:hush\n")
        expectUsage(
            try pipeline.run(), key + "nothing found, expected user:password or bearer TOKEN",
            fix: "write it into the first line")
        #expect(try server.requests().isEmpty)
    }

    @Test func goesThroughTheProxyOfTheEnvironment() throws {
        let place = "http://feeds.invalid/vehicles.csv.gz"
        try server.plans([place: [["body": "feed"]]])
        let result = try pipeline.run(url: place, environment: ["http_proxy": server.url("")])
        #expect(result.status == 0, "\(result.error)")
        #expect(try server.requests().map(\.path) == [place])
    }

    @Test func doesNotTrustACertificateThatNobodyVouchesFor() throws {
        let (key, certificate) = (pipeline.folder.path + "/key", pipeline.folder.path + "/certificate")
        let made = try run(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj",
                "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            ])
        #expect(made.status == 0, "\(made.error)")
        let secure = try FetchServer(certificate: [certificate, key])
        _ = secure.folder.file("feed", pipeline.feed)
        try secure.plan(["body": "feed"])
        expectRefusal(
            try pipeline.run(url: secure.url()),
            secure.url() + ": error: cannot be fetched: the server's certificate is not trusted",
            fix: "check the host's name, and the certificates that this machine trusts")
        #expect(try secure.requests().isEmpty)
    }

    private func expectRefusal(_ result: ProcessResult, _ message: String, fix: String) {
        #expect(result.status == 3 && result.error == "\(message)\n  fix: \(fix)\n", "\(result)")
    }

    @Test func saysThatLibcurlIsMissing() throws {
        for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] { _ = pipeline.folder.file(name, "no library") }
        let result = try pipeline.run(environment: ["LD_LIBRARY_PATH": pipeline.folder.path])
        #expect(result.status == 3)
        #expect(result.error.hasPrefix(server.url() + ": error: cannot be fetched: libcurl cannot be loaded: "))
        #expect(result.error.hasSuffix("\n  fix: install it (on Debian and Ubuntu: apt-get install libcurl4)\n"))
    }

    @Test func whoDoesNotFetchSaysSo() throws {
        let url = "https://ann:hush@example.org/v.csv?key=hush"
        let message = "https://example.org/v.csv: error: is a URL, expected a file"
        let fix = "marque run fetches it; or fetch it and name the file"
        expectUsage(try marque("inspect", url), message, fix: fix)
        expectUsage(try marque("diff", url, url), message, fix: fix)
        let clean = "vehicles=https://example.org/v.csv?key=hush"
        expectUsage(try marque("selftest", samplePipeline, "--input", clean), message, fix: fix)
        expectUsage(try marque("names", samplePipeline, "--input", clean), message, fix: fix)
    }

    @Test func urlsThatCannotBeUsedAreUsageErrors() throws {
        let place = "--input vehicles: error: "
        let hidden = "https://ann:hush@example.org/v.csv"
        expectUsage(
            try pipeline.run(url: hidden), place + "a URL with a user or password found, expected one without",
            fix: "name a file or a variable that holds user:password under fetch.credentials")
        expectUsage(
            try pipeline.run(url: "htps://example.org/v.csv"),
            place + "scheme \"htps\" found, expected \"https\", \"http\" or \"file\", did you mean \"https\"",
            fix: "fetch it by other means and name the file")
        let text =
            "name: x\nfeeds:\n  vehicles:\n    layout: epa-vehicles\n    file: \(hidden)\n    fetch: {credentials: {}}\n"
        let file = pipeline.folder.file("bad.yaml", text)
        let found = try marque("check", file)
        #expect(
            found.status == 2
                && found.error == """
                    \(file):5:11: error: file: a URL with a user or password found, expected one without
                      fix: name a file or a variable that holds user:password under fetch.credentials
                    \(file):6:26: error: fetch.credentials: neither of "file" and "environment" found, expected one
                      fix: say where they are kept

                    """,
            "\(found.error)")
    }

    @Test func aFileURLIsThePath() throws {
        let path = pipeline.folder.file("a b.csv.gz", pipeline.feed)
        let url = "file://" + path.replacingOccurrences(of: " ", with: "%20")
        let result = try pipeline.run(url: url)
        #expect(result.status == 0 && result.output.hasPrefix("read       a b.csv.gz: 82 rows"), "\(result.error)")
        #expect(try marque("inspect", url).status == 0)
        let text = "name: x\nfeeds:\n  vehicles: {layout: epa-vehicles, file: 'file://localhost\(path)'}\nwrite: [catalog]\n"
        let file = pipeline.folder.file("f.yaml", text)
        #expect(try marque("run", file, "--out", pipeline.folder.path + "/f").status == 0)
        expectUsage(
            try pipeline.run(url: "file://elsewhere/x"),
            "--input vehicles: error: a file of another host found, expected file:///PATH",
            fix: "write file:// and the whole path from /")
        #expect(!FileManager.default.fileExists(atPath: pipeline.cache))
    }
}
