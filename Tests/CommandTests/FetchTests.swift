import Foundation
import Support
import Testing

/// Feeds that are URLs: what is asked, what is kept, and what is tried again.
@Suite(.enabled(if: Project.hasPython)) struct FetchTests {
    private let pipeline: FetchedPipeline
    private var server: FetchServer { pipeline.server }

    init() throws { pipeline = try FetchedPipeline() }

    private func expectFailure(
        _ result: ProcessResult, _ message: String, fix: String, status: Int32 = 3,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(result.status == status, sourceLocation: location)
        let end = result.error.split(separator: "\n", omittingEmptySubsequences: false).suffix(3).joined(separator: "\n")
        #expect(end == "\(message)\n  fix: \(fix)\n", "\(result.error)", sourceLocation: location)
    }

    private let look = "see whether the server answers, or name a file with --input"

    @Test func fetchesOnceAndThenAsksWhetherThereIsAnother() throws {
        try server.plan(["body": "feed", "etag": "\"a\""], at: "/data/vehicles.csv.gz?key=hush")
        let url = server.url("/data/vehicles.csv.gz?key=hush#part")
        let first = try pipeline.run(url: url, now: 1_800_000_000)
        #expect(first.status == 0, "\(first.error)")
        let shown = server.url("/data/vehicles.csv.gz")
        let pattern = try Regex(
            "^fetched    vehicles.csv.gz: 7,202 bytes from \(shown) in [0-9.]+ s\nread       vehicles.csv.gz: 82 rows")
        #expect(first.output.contains(pattern), "\(first.output)")
        let source = (try json(pipeline.out + "/manifest.json")["sources"] as! [[String: Any]])[0]
        #expect(source["url"] as! String == shown && source["name"] as! String == "vehicles.csv.gz")
        #expect(try pipeline.copy() == pipeline.feed)
        let asked = try server.requests()
        #expect(asked.count == 1 && asked[0].headers["if-none-match"] == nil)
        #expect(asked[0].headers["user-agent"]!.hasPrefix("marque/") && asked[0].headers["accept-encoding"] == nil)
        let bundle = try files(in: pipeline.out)

        let second = try pipeline.run("--log", "json", url: url, now: 1_800_086_400)
        #expect(second.status == 0)
        #expect(try server.requests().map { $0.headers["if-none-match"] } == ["\"a\""])
        let event = try #require(
            try second.error.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as! [String: Any]
            }.first { $0["event"] as! String == "fetched" })
        #expect(event["outcome"] as! String == "unchanged" && event["url"] as! String == shown)
        #expect(event["copy"] as! String == "2027-01-15T08:00:00.000Z" && event["tries"] as! Int == 1)
        #expect(try files(in: pipeline.out) == bundle)
        let third = try pipeline.run(url: url)
        #expect(third.output.hasPrefix("fetched    vehicles.csv.gz: unchanged since 2027-01-15T08:00:00.000Z\n"))
        // Neither the query nor what it holds is anywhere but in the request.
        for (name, bytes) in try files(in: pipeline.folder.path) { #expect(!bytes.contains("hush"), "\(name)") }
        for result in [first, second, third] { #expect(!(result.output + result.error).contains("hush")) }
    }

    @Test func goesByTheDateWhereThereIsNoTag() throws {
        let date = "Tue, 28 Oct 2025 04:00:00 GMT"
        try server.plan(["body": "feed", "modified": date])
        #expect(try pipeline.run().status == 0)
        #expect(try pipeline.run().output.contains("unchanged since"))
        #expect(try server.requests().map { $0.headers["if-modified-since"] } == [nil, date])
        // Another query is another feed.
        try server.plans(["/vehicles.csv.gz?x": [["body": "feed", "modified": date]]])
        #expect(try pipeline.run(url: server.url("/vehicles.csv.gz?x")).status == 0)
        #expect(try server.requests().map { $0.headers["if-modified-since"] } == [nil])
    }

    @Test func whyFindsTheFeedThatWasFetched() throws {
        try server.plan(["body": "feed"])
        #expect(try pipeline.run().status == 0)
        let why = try marque("why", pipeline.out, "1041")
        #expect(
            why.status == 0 && why.output.contains("line 44, byte 18102 of the text: kept"), "\(why.output)\(why.error)")
    }

    @Test func triesAgainWhatMayPass() throws {
        let good = ["body": "feed"] as FetchServer.Answer
        let page = server.folder.file("page", "\u{feff} \n<!DOCTYPE HTML><title>Closed</title>")
        #expect(page != "" && server.folder.file("json", "{\"error\": 1}") != "")
        for trouble in [
            ["status": 500], ["status": 503, "body": "feed"], ["status": 429], ["status": 408], ["body": "page"],
            ["body": "json"], ["length": 0], ["body": "feed", "cut": 99], ["close": true], ["status": 304], ["status": 206],
        ] as [FetchServer.Answer] {
            try server.plan(trouble, trouble, good)
            let result = try pipeline.run()
            #expect(result.status == 0, "\(trouble): \(result.error)")
            #expect(try server.requests().count == 3 && pipeline.copy() == pipeline.feed, "\(trouble)")
            let warnings = result.error.split(separator: "\n")
            #expect(warnings.count == 2 && warnings.allSatisfy { $0.hasPrefix(server.url() + ": warning: ") })
            try FileManager.default.removeItem(atPath: pipeline.cache)
        }
        try server.plan(["status": 500], good)
        let warning = try pipeline.run().error
        #expect(warning.contains(try Regex("^\(server.url()): warning: HTTP 500 at try 1, again in [0-9.]+ s\n$")))
        try server.plan(["status": 500], good)
        #expect(try pipeline.run("--quiet").error == "")
        try server.plan(["status": 500], good)
        let log = try pipeline.run("--log", "json").error.split(separator: "\n")
        let event = try JSONSerialization.jsonObject(with: Data(log[1].utf8)) as! [String: Any]
        #expect(event["event"] as! String == "retry" && event["level"] as! String == "warning")
        #expect(event["url"] as! String == server.url() && event["reason"] as! String == "HTTP 500")
        #expect(event["feed"] as! String == "vehicles" && event["try"] as! Int == 1 && event["wait_seconds"] is Double)
    }

    @Test func saysWhyAFeedCannotBeFetched() throws {
        let url = server.url() + ": error: cannot be fetched: "
        _ = server.folder.file("page", "<html>")
        let content = "look at what the server sends, or name a file with --input"
        for (answer, message, fix) in [
            (["status": 503], "HTTP 503", look), (["body": "page"], "an HTML page found, expected a feed", content),
            (["length": 0], "an empty answer found, expected a feed", content),
            (["body": "feed", "length": 100], "the answer was cut off", look),
            (["close": true], "the connection was closed without an answer", look),
            (["status": 304], "HTTP 304 without having been asked", look),
            (["status": 206, "body": "feed"], "HTTP 206 of another part than was asked for", look),
        ] as [(FetchServer.Answer, String, String)] {
            try server.plan(answer)
            expectFailure(try pipeline.run("--quiet"), url + message + " after 4 tries", fix: fix)
            #expect(try server.requests().count == 4)
        }
        _ = server.folder.file("json", "[]")
        try pipeline.policy("tries: 1")
        try server.plan(["body": "json"])
        expectFailure(try pipeline.run(), url + "a JSON document found, expected a feed", fix: content)
        // What another try would not change.
        try pipeline.policy("")
        for status in [400, 404, 410, 501] where status != 501 {
            try server.plan(["status": status])
            expectFailure(
                try pipeline.run(), url + "HTTP \(status)", fix: "check the URL, or name a file with --input")
        }
        #expect(try server.requests().count == 4)
        #expect(!FileManager.default.fileExists(atPath: pipeline.out))
    }

    @Test func saysThatNobodyAnswers() throws {
        try pipeline.policy("tries: 2")
        let port = try FetchServer().port
        let place = "http://127.0.0.1:\(port)/x.csv"
        expectFailure(
            try pipeline.run("--quiet", url: place),
            place + ": error: cannot be fetched: no connection to the host after 2 tries", fix: look)
        let none = "http://nobody.invalid/x.csv"
        expectFailure(
            try pipeline.run("--quiet", url: none),
            none + ": error: cannot be fetched: the host is not known after 2 tries", fix: look)
    }

    @Test func readsTheLastCopyWhereNoneCanBeFetched() throws {
        try server.plan(["body": "feed", "etag": "\"a\""])
        #expect(try pipeline.run(now: 1_800_000_000).status == 0)
        #expect(try pipeline.staleCopies().isEmpty)
        // The server has confirmed it a day later.
        #expect(try pipeline.run(now: 1_800_086_400).status == 0)
        for trouble in [["status": 503], ["status": 404]] as [FetchServer.Answer] {
            try server.plan(trouble)
            let result = try pipeline.run("--quiet", now: 1_800_086_400 + 2 * 86_400)
            #expect(result.status == 0, "\(result.error)")
            let reason = trouble["status"] as! Int == 503 ? "HTTP 503 after 4 tries" : "HTTP 404"
            #expect(
                try pipeline.staleCopies().map { $0["message"] as! String } == [
                    "feed \"vehicles\": \(reason); the copy of 2027-01-16 is read, 2 days old"
                ])
        }
        let text = try pipeline.run(now: 1_800_086_400).output
        #expect(
            text.hasPrefix(
                "fetched    vehicles.csv.gz: the copy of 2027-01-15T08:00:00.000Z is read; \(server.url()): HTTP 404\n"))
        #expect(text.contains("warning stale-copy"))
        try pipeline.policy("", "audit: {limits: {stale-copy: 3}}")
        #expect(try pipeline.run(now: 1_800_086_400 + 2 * 86_400).status == 0)
        #expect(try pipeline.staleCopies().isEmpty)
        #expect(try pipeline.run(now: 1_800_086_400 + 3 * 86_400).status == 0)
        #expect(try pipeline.staleCopies().count == 1)
    }

    @Test func goesOnWithWhatWasCut() throws {
        let cut = ["body": "feed", "etag": "\"a\"", "ranges": true, "cut": 3000] as FetchServer.Answer
        let whole = ["body": "feed", "etag": "\"a\"", "ranges": true] as FetchServer.Answer
        try server.plan(cut, whole)
        #expect(try pipeline.run().status == 0)
        var asked = try server.requests()
        #expect(asked.map { $0.headers["range"] } == [nil, "bytes=3000-"] && asked[1].headers["if-range"] == "\"a\"")
        #expect(try pipeline.copy() == pipeline.feed)
        // The next night asks for the whole by its tag.
        #expect(try pipeline.run().output.contains("unchanged"))
        #expect(try server.requests().map { $0.headers["range"] } == [nil])
        // Twice cut, by date; and the next run goes on where the last one ended.
        try FileManager.default.removeItem(atPath: pipeline.cache)
        let date = "Tue, 28 Oct 2025 04:00:00 GMT"
        try pipeline.policy("tries: 1")
        try server.plan(
            ["body": "feed", "modified": date, "ranges": true, "cut": 10],
            ["body": "feed", "modified": date, "ranges": true, "cut": 90],
            ["body": "feed", "modified": date, "ranges": true])
        #expect(try pipeline.run().status == 3 && pipeline.run().status == 3 && pipeline.run().status == 0)
        asked = try server.requests()
        #expect(
            asked.map { $0.headers["range"] } == [nil, "bytes=10-", "bytes=100-"] && asked[1].headers["if-range"] == date)
        #expect(try pipeline.copy() == pipeline.feed)
    }

    @Test func startsOverWhereItCannotGoOn() throws {
        let other = try gzipped(Data(try sampleText().utf8) + Data("\r\n".utf8))
        _ = server.folder.file("other", other)
        func part(_ more: FetchServer.Answer = [:]) -> FetchServer.Answer {
            ["body": "feed", "etag": "\"a\"", "cut": 3000].merging(more) { $1 }
        }
        let whole = ["body": "feed"] as FetchServer.Answer
        for (answers, ranges, result) in [
            // No ranges there, another file meanwhile, and servers that say and send different things.
            ([part(), whole], ["", "bytes=3000-"], pipeline.feed),
            ([part(), ["body": "other", "etag": "\"b\"", "ranges": true]], ["", "bytes=3000-"], other),
            ([part(), part(["cut": 9999, "ranges": true, "shift": 7]), whole], ["", "bytes=3000-", ""], pipeline.feed),
            ([part(), part(["cut": 9999, "ranges": true, "total": 9000]), whole], ["", "bytes=3000-", ""], pipeline.feed),
            ([part(), ["status": 416], whole], ["", "bytes=3000-", ""], pipeline.feed),
            // Nothing by which to tell that it is the same.
            ([part(["etag": "W/\"a\""]), whole], ["", ""], pipeline.feed),
            ([["body": "feed", "cut": 3000], whole], ["", ""], pipeline.feed),
        ] as [([FetchServer.Answer], [String], Data)] {
            try server.plans(["/vehicles.csv.gz": answers])
            let run = try pipeline.run()
            #expect(run.status == 0, "\(answers): \(run.error)")
            #expect(try server.requests().map { $0.headers["range"] ?? "" } == ranges, "\(answers)")
            #expect(try pipeline.copy() == result, "\(answers)")
            try FileManager.default.removeItem(atPath: pipeline.cache)
        }
        try pipeline.policy("tries: 2")
        try server.plan(part(), part(["cut": 9999, "ranges": true, "total": 9000]))
        expectFailure(
            try pipeline.run("--quiet"),
            server.url() + ": error: cannot be fetched: 7202 bytes of 9000 found, expected a feed after 2 tries",
            fix: "look at what the server sends, or name a file with --input")
    }

    @Test func waitsForWhatIsSlowAndNotForWhatStands() throws {
        try pipeline.policy("timeout: 1500 ms, tries: 1")
        try server.plan(["body": "feed", "drip": [1200, 0.5]])
        let slow = try pipeline.run()
        #expect(slow.status == 0, "\(slow.error)")
        try pipeline.policy("timeout: 200 ms, tries: 1")
        for answer in [["body": "feed", "stall": 30], ["body": "feed", "cut": 99, "hang": 30]] as [FetchServer.Answer] {
            try server.plans(["/other.gz": [answer]])
            let start = Date()
            expectFailure(
                try pipeline.run(url: server.url("/other.gz")),
                server.url("/other.gz") + ": error: cannot be fetched: nothing came for 0.2 s", fix: look)
            #expect(Date().timeIntervalSince(start) < 5)
        }
        try pipeline.policy("deadline: 1 s")
        try server.plans(["/long.gz": [["body": "feed", "drip": [100, 0.2]]]])
        expectFailure(
            try pipeline.run(url: server.url("/long.gz")),
            server.url("/long.gz") + ": error: cannot be fetched: no end within 1 s", fix: "raise fetch.deadline")
    }

    @Test func waitsAsLongAsTheServerAsks() throws {
        let busy = { (seconds: Int) in ["status": 503, "headers": ["Retry-After": String(seconds)]] as FetchServer.Answer }
        try server.plan(busy(1), ["body": "feed"])
        var start = Date()
        let result = try pipeline.run()
        #expect(result.status == 0 && Date().timeIntervalSince(start) > 0.95)
        #expect(result.error == server.url() + ": warning: HTTP 503 at try 1, again in 1 s\n")
        // Nobody waits longer than all tries may take.
        try FileManager.default.removeItem(atPath: pipeline.cache)
        try pipeline.policy("deadline: 20 s")
        try server.plan(busy(100))
        start = Date()
        expectFailure(try pipeline.run(), server.url() + ": error: cannot be fetched: HTTP 503", fix: look)
        #expect(Date().timeIntervalSince(start) < 5)
    }

    @Test func endsWhatIsTooLarge() throws {
        _ = server.folder.file("large", Data(repeating: 0x61, count: 300_000))
        try pipeline.policy("size: 200 KB")
        for answer in [["body": "large"], ["body": "large", "length": "none"], ["body": "large", "endless": true]]
            as [FetchServer.Answer]
        {
            try server.plan(answer)
            expectFailure(
                try pipeline.run(), server.url() + ": error: cannot be fetched: more than 200,000 bytes found",
                fix: "raise fetch.size")
            #expect(try FileManager.default.contentsOfDirectory(atPath: pipeline.cache).isEmpty)
            #expect(try server.requests().count == 1)
        }
    }

    @Test func followsSomeRedirects() throws {
        func to(_ place: String) -> [FetchServer.Answer] { [["status": 302, "headers": ["Location": place]]] }
        try server.plans(["/1": to("/2"), "/2": to(server.url("/feed")), "/feed": [["body": "feed", "etag": "\"a\""]]])
        #expect(try pipeline.run(url: server.url("/1")).status == 0)
        #expect(try pipeline.run(url: server.url("/1")).output.contains("unchanged"))
        try server.plans(["/loop": to("/loop")])
        _ = try server.requests()
        let fix = "see where the URL leads, or raise fetch.redirects"
        expectFailure(
            try pipeline.run(url: server.url("/loop")),
            server.url("/loop") + ": error: cannot be fetched: more than 5 redirects found", fix: fix)
        #expect(try server.requests().count == 6)
        try pipeline.policy("redirects: 0")
        expectFailure(
            try pipeline.run(url: server.url("/loop")),
            server.url("/loop") + ": error: cannot be fetched: more than 0 redirects found", fix: fix)
        try server.plans(["/file": to("file:///etc/passwd")])
        try pipeline.policy("")
        expectFailure(
            try pipeline.run(url: server.url("/file")),
            server.url("/file") + ": error: cannot be fetched: a redirect to another protocol found",
            fix: "see where the URL leads")
    }
}

extension Data {
    func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
