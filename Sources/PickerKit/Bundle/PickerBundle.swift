/// A bundle, wherever its files are: in a folder, among an app's resources, on a server.
///
///     let bundle = try PickerBundle { path in
///         [UInt8](try Data(contentsOf: folder.appending(path: path)))
///     }
///     var selection = CascadingSelection(try bundle.catalog())
///     let facts = try bundle.vehicles()[selection.id!]
///
/// Each file is read when it is asked for, and held against the manifest: one of another size, or of another SHA-256 where
/// `digest` is given, is a ``BundleDamage`` that names it.
public struct PickerBundle: Sendable {
    /// The bytes of a file of the bundle; `nil` where there is none of that path.
    public typealias Reading = @Sendable (_ path: String) throws -> [UInt8]?
    /// The SHA-256 of bytes, in lower-case hexadecimal digits.
    public typealias Digest = @Sendable (_ bytes: [UInt8]) -> String

    public let manifest: BundleManifest
    private let reading: Reading
    private let digest: Digest?

    /// Reads the manifest.
    ///
    /// - Throws: a ``BundleDamage``, or what `reading` throws.
    public init(digest: Digest? = nil, reading: @escaping Reading) throws {
        guard let bytes = try reading(BundleFormat.manifest) else {
            throw BundleDamage(.missing, file: BundleFormat.manifest)
        }
        manifest = try BundleManifest(bytes)
        self.reading = reading
        self.digest = digest
    }

    /// The bytes of a file that the manifest names.
    public func bytes(of path: String) throws -> [UInt8] {
        guard let file = manifest.files.first(where: { $0.path == path }), let bytes = try reading(path) else {
            throw BundleDamage(.missing, file: path)
        }
        guard bytes.count == file.size else {
            throw BundleDamage(.wrongSize(bytes.count, expected: file.size), file: path)
        }
        if let sum = digest?(bytes), sum != file.sha256 {
            throw BundleDamage(.wrongChecksum(sum, expected: file.sha256), file: path)
        }
        return bytes
    }

    /// The whole tree.
    public func catalog() throws -> PickerCatalog { try PickerCatalog(bytes(of: BundleFormat.catalog)) }

    /// The facts of all vehicles.
    public func vehicles() throws -> PickerVehicles { try PickerVehicles(bytes(of: BundleFormat.vehicles)) }

    /// The makes, whose models are loaded a make at a time; see ``load(_:of:)``.
    public func shards() throws -> PickerShards { try PickerShards(bytes(of: BundleFormat.makes)) }

    /// Loads the models of the make at a row of the outermost wheel, if that has not been done yet; a row that is not there loads
    /// nothing.
    public func load(_ row: Int, of shards: inout PickerShards) throws {
        guard let path = shards.file(of: row) else { return }
        try shards.add(bytes(of: path), at: row)
    }
}
