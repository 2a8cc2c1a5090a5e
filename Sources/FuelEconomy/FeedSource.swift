/// One input of a run, as the manifest and the report name it.
package struct FeedSource: Sendable, Equatable {
    /// The feed's name in the pipeline file.
    package var feed: String
    /// The file's name without its folder, or `-` for standard input: what does not change with the machine.
    package var name: String
    /// The path as it was given, for messages on this machine.
    package var path: String
    /// How it was packed: `plain`, `gzip`, `zip`.
    package var packing: String = "plain"
    /// The entry that was read, where it was packed with others in one file.
    package var entry: String?
    /// What its bytes are: `UTF-8`, `windows-1252` and so on.
    package var encoding = "UTF-8"
    /// Bytes as found, and once unpacked.
    package var packedSize = 0
    package var unpackedSize = 0
    /// Of the bytes as found, in hexadecimal.
    package var sha256 = ""
    /// Where it was fetched from, as it may be shown; `nil` for a file.
    package var url: String?
    /// When the server last said that this is what there is (RFC 3339); only of what was fetched.
    package var confirmed: String?
    /// Why it could not be fetched anew, where an older copy was read.
    package var trouble: String?
    /// The newest date that the feed itself carries.
    package var date: CivilDate?

    package init(feed: String, path: String) {
        self.feed = feed
        self.path = path
        name = path == "-" ? "-" : String(path.split(separator: "/").last ?? "")
    }
}
