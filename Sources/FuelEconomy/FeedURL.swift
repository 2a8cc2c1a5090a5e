/// Where a feed is on the web: what stands in a file's place.
package struct FeedURL: Sendable, Equatable {
    /// Why a text that has a URL's form is none that can be used.
    package struct Fault: Error, Equatable {
        /// What is found and what was expected; never the URL itself, which may hold what nobody should read.
        package var message: String
        package var wayOut: String
    }

    /// All of it, but for a fragment.
    package let text: String
    /// Without user, password, query and fragment: what may be shown.
    package let shown: String
    /// The last word of its path, fit to be a file's name; `feed` where there is none.
    package let fileName: String

    /// - Returns: `nil` for what is no URL, and so a path.
    package init?(_ text: String) throws(Fault) {
        guard let (scheme, rest) = Self.parts(text) else { return nil }
        if scheme == "file" {
            guard Self.localPath(text) == nil else { return nil }
            throw Fault(
                message: "a file of another host found, expected file:///PATH",
                wayOut: "write file:// and the whole path from /")
        }
        guard scheme == "http" || scheme == "https" else {
            throw Fault(
                message: "scheme \"\(scheme)\" found, expected \"https\", \"http\" or \"file\""
                    + NearestName.hint(scheme, in: ["https", "http", "file"]),
                wayOut: "fetch it by other means and name the file")
        }
        let whole = text.prefix { $0 != "#" }
        guard whole.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }) else {
            throw Fault(
                message: "a URL with a blank, a backslash or a sign beyond ASCII found, expected it percent-encoded",
                wayOut: "write a blank as %20")
        }
        let authority = Self.authority(rest)
        if authority.contains("@") {
            throw Fault(
                message: "a URL with a user or password found, expected one without",
                wayOut: "name a file or a variable that holds user:password under fetch.credentials")
        }
        guard let host = authority.split(separator: ":", omittingEmptySubsequences: false).first, !host.isEmpty else {
            throw Fault(message: "a URL without a host found, expected one", wayOut: "write https://HOST/PATH")
        }
        let port = authority.last == "]" ? "" : authority.drop { $0 != ":" }.split(separator: ":").last ?? ""
        guard port.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            throw Fault(
                message: "a URL with a port that is no number found, expected one", wayOut: "write https://HOST:PORT/PATH")
        }
        self.text = String(whole)
        shown = Self.shown(text)
        let path = rest.dropFirst(authority.count).prefix { $0 != "?" && $0 != "#" }
        fileName = Self.fileName(path)
    }

    package static func isWeb(_ text: String) -> Bool {
        let scheme = parts(text)?.scheme
        return scheme == "http" || scheme == "https"
    }

    /// A URL of the web as it may be shown.
    package static func shown(_ text: String) -> String {
        guard let (scheme, rest) = parts(text) else { return text }
        let authority = authority(rest)
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        return scheme + "://" + host + rest.dropFirst(authority.count).prefix { $0 != "?" && $0 != "#" }
    }

    /// The path that a `file://` URL names.
    ///
    /// - Returns: `nil` for anything else, and for a file of another host.
    package static func localPath(_ text: String) -> String? {
        guard let (scheme, rest) = parts(text), scheme == "file" else { return nil }
        let path = rest.hasPrefix("localhost/") ? rest.dropFirst(9) : rest
        return path.hasPrefix("/") ? decoded(path) : nil
    }

    /// The scheme in lower case, and what follows `://`.
    private static func parts(_ text: String) -> (scheme: String, rest: Substring)? {
        let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard scheme.count > 1, scheme.first!.isLetter, text[scheme.endIndex...].hasPrefix("://") else { return nil }
        return (scheme.lowercased(), text[scheme.endIndex...].dropFirst(3))
    }

    private static func authority(_ rest: Substring) -> Substring { rest.prefix { !"/?#\\".contains($0) } }

    private static func decoded(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        func digit(_ place: Int) -> UInt8? {
            place < bytes.count ? Character(UnicodeScalar(bytes[place])).hexDigitValue.map(UInt8.init) : nil
        }
        var decoded: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == 0x25, let high = digit(place + 1), let low = digit(place + 2) {
                decoded.append(high << 4 | low)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static let nameLimit = 100

    private static func fileName(_ path: Substring) -> String {
        let word = decoded(path.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
        var name = ""
        for sign in word.unicodeScalars {
            let safe = sign == "/" || sign == "\\" || sign.properties.generalCategory == .control ? "_" : sign
            if name.utf8.count + UTF8.width(safe) > nameLimit { break }
            name.unicodeScalars.append(safe)
        }
        return ["", ".", ".."].contains(name) ? "feed" : name
    }
}
