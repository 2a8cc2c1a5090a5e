import PickerKit
import SwiftUI

struct CarPicker: View {
    @State private var selection: CascadingSelection<PickerCatalog>
    private let add: (String) -> Void

    init(_ catalog: PickerCatalog, add: @escaping (String) -> Void) {
        _selection = State(wrappedValue: CascadingSelection(catalog, reset: .default, skipsSingleRows: true))
        self.add = add
    }

    var body: some View {
        VStack {
            CascadingPicker(selection: $selection)
            Button("Add to my cars") {
                if let id = selection.id { add(id) }
            }
        }
    }
}
