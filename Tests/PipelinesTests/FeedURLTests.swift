import FuelEconomy
import Support
import Testing

@testable import Pipelines

@Suite struct FeedURLTests {
    private func fault(_ text: String) -> String? {
        do throws(FeedURL.Fault) {
            _ = try FeedURL(text)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func tellsURLsFromPaths() throws {
        for path in ["v.csv", "/a/b", "-", "", "a:b", "c:/x", "://x", "http:/x", "a/http://x", "1http://x", "file:///x"] {
            #expect(try FeedURL(path) == nil && !FeedURL.isWeb(path), "\(path)")
        }
        for url in ["http://h", "HTTPS://h/v.csv", "https://h:80?x", "http://[::1]/v", "http://[::1]:8080/v"] {
            #expect(try FeedURL(url) != nil && FeedURL.isWeb(url), "\(url)")
        }
    }

    @Test func namesFilesSafely() throws {
        for (url, name) in [
            ("https://h/a/vehicles.csv.zip", "vehicles.csv.zip"), ("https://h/v.csv?x=/y#/z", "v.csv"),
            ("https://h/a%20b.csv", "a b.csv"), ("https://h/%2e%2e%2Fetc%2fpasswd", ".._etc_passwd"),
            ("https://h/..", "feed"),
            ("https://h/%2e", "feed"), ("https://h/", "feed"), ("https://h", "feed"), ("https://h/a%00b%0ac%7f", "a_b_c_"),
            ("https://h/100%", "100%"), ("https://h/%C3%A9.csv", "é.csv"),
            ("https://h/" + String(repeating: "x", count: 200), String(repeating: "x", count: 100)),
            ("https://h/" + String(repeating: "%C3%A9", count: 60) + "x", String(repeating: "é", count: 50)),
        ] {
            #expect(try FeedURL(url)?.fileName == name, "\(url)")
        }
    }

    @Test func showsNothingThatMayBeSecret() throws {
        #expect(FeedURL.shown("https://ann:hush@h:8/p/v.csv?key=1#x") == "https://h:8/p/v.csv")
        #expect(FeedURL.shown("http://a@b@h?x") == "http://h")
        let url = try #require(try FeedURL("HTTPS://h/p?key=1#x"))
        #expect(url.shown == "https://h/p" && url.text == "HTTPS://h/p?key=1")
        for text in ["https://ann:hush@h/p", "https://hush@h", "https://h/hush hush", "https://h:hush/@x"] {
            #expect(fault(text)?.contains("hush") == false, "\(text)")
        }
    }

    @Test func saysWhatAURLLacks() {
        #expect(fault("https:///v.csv") == "a URL without a host found, expected one")
        #expect(fault("https://:80/v.csv") == "a URL without a host found, expected one")
        #expect(fault("https://h:x/v.csv") == "a URL with a port that is no number found, expected one")
        for sign in [" ", "\\", "é", "\u{7f}"] {
            #expect(
                fault("https://h/\(sign)")
                    == "a URL with a blank, a backslash or a sign beyond ASCII found, expected it percent-encoded")
        }
        #expect(
            fault("s3://h/v.csv")
                == "scheme \"s3\" found, expected \"https\", \"http\" or \"file\"")
        #expect(fault("file://h/v.csv") == "a file of another host found, expected file:///PATH")
    }

    @Test func readsThePathOfAFile() {
        #expect(FeedURL.localPath("file:///a%20b/%C3%A9") == "/a b/é")
        #expect(FeedURL.localPath("FILE://localhost/a") == "/a")
        #expect(FeedURL.localPath("file://h/a") == nil && FeedURL.localPath("/a") == nil)
    }
}
