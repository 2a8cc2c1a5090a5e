internal import CCurl
package import FuelEconomy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// One request for a URL of http or https, whose answer goes into a file. libcurl does the work.
package struct Transfer {
    package enum Credentials: Sendable {
        /// `user:password`.
        case password(String)
        case bearer(String)
    }

    package var url: String
    package var agent: String
    /// What the answer may be unlike, for it to be sent.
    package var ifNoneMatch, ifModifiedSince: String?
    /// From which byte on the answer is wanted, if the rest is still that of this validator.
    package var offset = 0
    package var ifRange: String?
    /// How many bytes the file may have.
    package var limit: Int
    /// How many seconds no byte may come, connecting included, and how many all may take.
    package var stall, total: Double
    package var redirects: Int
    package var credentials: Credentials?

    package init(_ url: String, agent: String, limit: Int, stall: Double, total: Double, redirects: Int) {
        self.url = url
        self.agent = agent
        self.limit = limit
        self.stall = stall
        self.total = total
        self.redirects = redirects
    }

    /// What stands above an answer's body.
    package struct Head: Sendable, Equatable {
        package var status = 0
        /// Visible ASCII, as all validators here.
        package var etag, lastModified: String?
        /// Of a part: its first byte, and how many bytes the whole has.
        package var start, whole: Int?
    }

    package enum Ending: Sendable, Equatable {
        case done, refused, stalled, outOfTime, tooLarge, cut, noHost, noConnection, empty, tooManyRedirects, untrusted
        case otherProtocol
        /// There is no libcurl, in the loader's words.
        case noLibrary(String)
        /// In libcurl's words.
        case broken(String)
    }

    package struct Answer: Sendable {
        package var head: Head
        package var ending: Ending
        /// In seconds.
        package var retryAfter: Int?
    }

    /// Sends the request.
    ///
    /// - Parameters:
    ///   - file: the body is added at its end.
    ///   - begin: told the head before the body's first byte; says whether the body is wanted.
    /// - Throws: what `begin` throws, and a refusal where the file cannot be written.
    package func run(
        into file: OpenFile, _ begin: @escaping (Head) throws(RunError) -> Bool
    ) throws(RunError) -> Answer {
        var password: String?
        var token: String?
        switch credentials {
        case .password(let text): password = text
        case .bearer(let text): token = text
        case nil: break
        }
        let texts = unsafe [url, agent, ifNoneMatch, ifModifiedSince, ifRange, password, token].map { text in
            unsafe text.flatMap { unsafe strdup($0) }
        }
        defer { unsafe texts.forEach { unsafe free($0) } }
        let listener = Listener(begin)
        var request = unsafe marque_request()
        unsafe request.url = UnsafePointer(texts[0])
        unsafe request.agent = UnsafePointer(texts[1])
        unsafe request.if_none_match = UnsafePointer(texts[2])
        unsafe request.if_modified_since = UnsafePointer(texts[3])
        unsafe request.if_range = UnsafePointer(texts[4])
        unsafe request.password = UnsafePointer(texts[5])
        unsafe request.token = UnsafePointer(texts[6])
        unsafe request.offset = Int64(offset)
        unsafe request.descriptor = file.descriptor
        unsafe request.limit = Int64(limit)
        unsafe request.stall = max(1, Int(stall * 1000))
        unsafe request.total = max(1, Int(total * 1000))
        unsafe request.redirects = redirects
        unsafe request.context = Unmanaged.passUnretained(listener).toOpaque()
        unsafe request.begin = { context, head in
            let listener = unsafe Unmanaged<Listener>.fromOpaque(context!).takeUnretainedValue()
            return Int32(listener.wants(unsafe Head(head!.pointee)) ? MARQUE_BODY_WANTED : MARQUE_BODY_REFUSED)
        }
        var answer = marque_answer()
        withExtendedLifetime(listener) { unsafe marque_get(&request, &answer) }
        if let error = listener.error { throw error }
        if answer.ending == MARQUE_UNWRITABLE { throw Folder.refusal(file.path, answer.error) }
        return Answer(
            head: Head(answer.head), ending: Ending(answer),
            retryAfter: answer.retry_after > 0 ? Int(answer.retry_after) : nil)
    }

    /// What C calls back to.
    private final class Listener {
        private let begin: (Head) throws(RunError) -> Bool
        var error: RunError?

        init(_ begin: @escaping (Head) throws(RunError) -> Bool) { self.begin = begin }

        func wants(_ head: Head) -> Bool {
            do throws(RunError) {
                return try begin(head)
            } catch {
                self.error = error
                return false
            }
        }
    }
}

extension Transfer.Head {
    fileprivate init(_ head: marque_answer_head) {
        status = head.status
        etag = text(head.etag)
        lastModified = text(head.last_modified)
        start = head.range_start < 0 ? nil : Int(head.range_start)
        whole = head.range_total < 0 ? nil : Int(head.range_total)
    }
}

extension Transfer.Ending {
    fileprivate init(_ answer: marque_answer) {
        let text = text(answer.text)?.lowercasedFirst ?? ""
        self =
            switch answer.ending {
            case MARQUE_DONE: .done
            case MARQUE_REFUSED: .refused
            case MARQUE_STALLED: .stalled
            case MARQUE_OUT_OF_TIME: .outOfTime
            case MARQUE_TOO_LARGE: .tooLarge
            case MARQUE_CUT: .cut
            case MARQUE_NO_HOST: .noHost
            case MARQUE_NO_CONNECTION: .noConnection
            case MARQUE_EMPTY: .empty
            case MARQUE_REDIRECTS: .tooManyRedirects
            case MARQUE_UNTRUSTED: .untrusted
            case MARQUE_PROTOCOL: .otherProtocol
            case MARQUE_NO_LIBRARY: .noLibrary(text)
            default: .broken(text)
            }
    }
}

/// A C array of characters, up to its zero; `nil` where it is empty.
private func text<Characters>(_ characters: Characters) -> String? {
    let text = unsafe withUnsafeBytes(of: characters) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? nil : text
}
