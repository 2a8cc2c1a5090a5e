import PickerKit

struct Garage {
    var selection: CascadingSelection<PickerCatalog>

    init(read: @escaping @Sendable (_ path: String) throws -> [UInt8]) throws {
        let bundle = try PickerBundle { path in try read(path) }
        selection = CascadingSelection(try bundle.catalog(), reset: .default, skipsSingleRows: true)
    }
}
