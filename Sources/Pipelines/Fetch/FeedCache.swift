internal import FuelEconomy
internal import Platform
internal import Writers

/// The last good copy of a feed, and what of the next one has come so far: a folder of its own beside the bundle.
///
/// In `out/.epa.feeds/vehicles` lie the copy, named by the first half of its digest; `copy.json`, which names it and whose replacement is
/// the one step that changes it; and of a download that was cut `part` and `part.json`. The run's lock guards them.
struct FeedCache {
    let folder: String

    /// Files that the last runs have read stay, so that `marque why` finds what the bundle was made of.
    private let needed: Set<String>

    init(at place: BundlePlace, feed: String) {
        let isPlain = feed.first != "." && feed.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }
        let name = isPlain ? feed : String(SHA256(of: Array(feed.utf8)).hexadecimal.prefix(16))
        folder = place.feeds + "/" + name
        let read = [place.run, place.rejectedRun].compactMap(RunState.read).flatMap(\.inputs.values)
        needed = Set(read.compactMap { $0.split(separator: "/").last.map(String.init) })
    }

    /// What a server said by which it knows an answer again.
    struct Validators: Equatable {
        var etag, lastModified: String?

        var strongEtag: String? { etag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

        /// What a part may go on by: a validator that is only the same for the same bytes.
        var ofRange: String? { strongEtag ?? lastModified }
    }

    struct Copy: Equatable {
        var validators = Validators()
        /// When it came, and when the server last said that it is what there is (RFC 3339).
        var fetched, confirmed: String
        var sha256: String
        var size: Int
        /// Its name in the folder.
        var file: String
    }

    /// What has come of a download that was cut.
    struct Part {
        var validators: Validators
        var size: Int
    }

    // MARK: The copy

    /// The last good copy; `nil` where there is none of this URL whose bytes are what they were.
    func copy(of url: FeedURL) -> Copy? {
        guard let json = json("copy.json"), json["source"]?.text == Self.digest(url),
            let fetched = json["fetched"]?.text, let confirmed = json["confirmed"]?.text,
            let sha256 = json["sha256"]?.text, let size = json["size"]?.number.flatMap({ Int(exactly: $0) }),
            let file = json["file"]?.text, Self.isName(file), let found = try? OpenFile.reading(path(file)),
            found.size == size, (try? SHA256(ofFile: path(file)).hexadecimal) == sha256
        else { return nil }
        return Copy(
            validators: Self.validators(json), fetched: fetched, confirmed: confirmed, sha256: sha256, size: size, file: file
        )
    }

    /// Makes a copy the last good one.
    func keep(_ copy: Copy, of url: FeedURL) throws(RunError) {
        let json = JSON.object([
            "url": .string(url.shown), "source": .string(Self.digest(url)), "fetched": .string(copy.fetched),
            "confirmed": .string(copy.confirmed), "sha256": .string(copy.sha256), "size": .int(copy.size),
            "file": .string(copy.file), "etag": .optional(copy.validators.etag),
            "last_modified": .optional(copy.validators.lastModified),
        ])
        try Folder.sync(folder)
        try replaceFile(path("copy.json"), with: json.document)
        try tidy()
    }

    /// Removes what is no use any more. The copy of another URL stays until there is one in its place.
    func tidy() throws(RunError) {
        var kept = needed.union(["copy.json", "part", "part.json"])
        if let file = json("copy.json")?["file"]?.text { kept.insert(file) }
        for name in Folder.names(in: folder) where !kept.contains(name) { try Folder.remove(path(name)) }
    }

    // MARK: The part

    var partPath: String { path("part") }

    /// What can be gone on with.
    func part(of url: FeedURL) -> Part? {
        guard let json = json("part.json"), json["source"]?.text == Self.digest(url),
            let file = try? OpenFile.reading(partPath), file.size > 0
        else { return nil }
        let validators = Self.validators(json)
        return validators.ofRange == nil ? nil : Part(validators: validators, size: file.size)
    }

    /// Notes by what the part that begins can be gone on with.
    func begin(_ validators: Validators, of url: FeedURL) throws(RunError) {
        try replaceFile(
            path("part.json"),
            with: JSON.object([
                "source": .string(Self.digest(url)), "etag": .optional(validators.etag),
                "last_modified": .optional(validators.lastModified),
            ]).document)
    }

    func dropPart() throws(RunError) {
        try Folder.remove(path("part.json"))
        try Folder.remove(partPath)
    }

    /// Gives a part that is whole the name of what it holds. It is not the last good copy yet.
    func finish(_ validators: Validators, _ url: FeedURL, size: Int) throws(RunError) -> Copy {
        let sha256 = try SHA256(ofFile: partPath).hexadecimal
        let now = CivilDate.moment(Machine.now)
        let copy = Copy(
            validators: validators, fetched: now, confirmed: now, sha256: sha256, size: size,
            file: sha256.prefix(16) + "-" + url.fileName)
        try Folder.remove(path("part.json"))
        try renameFile(partPath, to: path(copy.file))
        return copy
    }

    func path(_ name: String) -> String { folder + "/" + name }

    // MARK: What is read back

    private func json(_ name: String) -> JSON? {
        guard let text = try? contents(of: path(name)) else { return nil }
        return try? JSON(text)
    }

    /// Another query is another source; the query itself may be a secret.
    private static func digest(_ url: FeedURL) -> String { SHA256(of: Array(url.text.utf8)).hexadecimal }

    private static func isName(_ file: String) -> Bool { !file.isEmpty && !file.contains("/") && !file.hasPrefix(".") }

    private static func validators(_ json: JSON) -> Validators {
        func visible(_ text: String?) -> String? {
            text.flatMap { $0.utf8.count < 256 && $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f } ? $0 : nil }
        }
        return Validators(etag: visible(json["etag"]?.text), lastModified: visible(json["last_modified"]?.text))
    }
}
