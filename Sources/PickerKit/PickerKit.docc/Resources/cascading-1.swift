import PickerKit

struct Garage {
    let catalog: PickerCatalog

    /// - Parameter read: the bytes of a file of the bundle, such as `[UInt8](try Data(contentsOf: folder.appending(path: path)))`.
    init(read: @escaping @Sendable (_ path: String) throws -> [UInt8]) throws {
        let bundle = try PickerBundle { path in try read(path) }
        catalog = try bundle.catalog()
    }
}
