import PickerKit

struct Garage {
    var selection: CascadingSelection<PickerCatalog>

    /// - Returns: the wheels to reload.
    mutating func turn(_ level: Int, to row: Int) -> Range<Int> {
        selection.select(row, in: level)
    }

    /// What a wheel shows.
    func titles(of level: Int) -> [String] {
        (0..<selection.count(in: level)).map { selection.title($0, in: level)! }
    }
}
