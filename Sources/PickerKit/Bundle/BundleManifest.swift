/// `manifest.json`: what a bundle is, and what its files must be.
public struct BundleManifest: Sendable, Equatable {
    public struct File: Sendable, Equatable {
        public let path: String
        /// In bytes.
        public let size: Int
        /// In hexadecimal digits.
        public let sha256: String
    }

    /// The pipeline's.
    public let name: String
    /// Two bundles of one version hold the same data.
    public let dataVersion: String
    /// The newest date of the feeds, as YYYY-MM-DD; `nil` where no feed has one.
    public let date: String?
    public let files: [File]

    /// Reads the text of `manifest.json`.
    public init(_ json: some Collection<UInt8>) throws(BundleDamage) {
        self = try BundleDamage.naming(BundleFormat.manifest) { () throws(BundleDamage) in try Self(reading: Array(json)) }
    }

    private init(reading json: [UInt8]) throws(BundleDamage) {
        var format: Int?
        var name: String?
        var version: String?
        var date: String?
        var files: [File] = []
        var cursor = JSONCursor(json)
        try cursor.object { (cursor, key) throws(BundleDamage) in
            switch key {
            case "format": format = try cursor.format()
            case "name": name = try cursor.string()
            case "data":
                try cursor.object { (cursor, key) throws(BundleDamage) in
                    switch key {
                    case "version": version = try cursor.string()
                    case "date": if try !cursor.takeNull() { date = try cursor.string() }
                    default: try cursor.skip()
                    }
                }
            case "files":
                try cursor.array { (cursor, _) throws(BundleDamage) in files.append(try File(&cursor)) }
            default: try cursor.skip()
            }
        }
        try cursor.requireEnd()
        guard format != nil else { throw BundleDamage(.missingMember("format")) }
        guard let name else { throw BundleDamage(.missingMember("name")) }
        guard let version else { throw BundleDamage(.missingMember("version"), place: "/data") }
        self.name = name
        self.dataVersion = version
        self.date = date
        self.files = files
    }
}

extension BundleManifest.File {
    fileprivate init(_ cursor: inout JSONCursor) throws(BundleDamage) {
        var path: String?
        var size: Int?
        var sha256: String?
        try cursor.object { (cursor, key) throws(BundleDamage) in
            switch key {
            case "path": path = try cursor.string()
            case "size": size = try cursor.int()
            case "sha256": sha256 = try cursor.string()
            default: try cursor.skip()
            }
        }
        guard let path else { throw BundleDamage(.missingMember("path")) }
        guard let size else { throw BundleDamage(.missingMember("size")) }
        guard let sha256 else { throw BundleDamage(.missingMember("sha256")) }
        self.init(path: path, size: size, sha256: sha256)
    }
}
