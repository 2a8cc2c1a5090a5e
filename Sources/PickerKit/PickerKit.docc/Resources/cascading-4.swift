import PickerKit
import UIKit

@MainActor
final class CarPickers {
    private let adapter: CascadingPickerAdapter<PickerCatalog>

    init(_ catalog: PickerCatalog, make: UIPickerView, model: UIPickerView, year: UIPickerView, option: UIPickerView) {
        adapter = CascadingPickerAdapter(
            CascadingSelection(catalog), pickers: [make, model, year, option])
        adapter.onChange = { selection in print(selection.titles, selection.id ?? "") }
    }
}
