#if canImport(UIKit)
    public import UIKit

    /// Shows a ``CascadingSelection`` on the system's picker views: a picker a level, or one picker with a component a level.
    ///
    /// Keep it as long as its pickers: they hold it weakly. Wheels below a turned one are reloaded and turned for you.
    @MainActor
    public final class CascadingPickerAdapter<Rows: CascadingRows>: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
        public private(set) var selection: CascadingSelection<Rows>
        /// Called when a row has been chosen on any wheel; its ``CascadingSelection/id`` is what the app acts on.
        public var onChange: (CascadingSelection<Rows>) -> Void = { _ in }
        private let pickers: [UIPickerView]

        /// Takes one picker for all levels, or one a level from the outermost on.
        public init(_ selection: CascadingSelection<Rows>, pickers: [UIPickerView]) {
            precondition(pickers.count == 1 || pickers.count == selection.levelCount, "one picker, or one a level")
            self.selection = selection
            self.pickers = pickers
            super.init()
            for picker in pickers {
                picker.dataSource = self
                picker.delegate = self
            }
            show(0..<selection.levelCount, animated: false)
        }

        /// Goes to an id, such as that of a saved car.
        public func choose(_ id: String, animated: Bool) { show(selection.choose(id), animated: animated) }

        /// Goes on with other data.
        public func replace(_ rows: Rows) {
            selection.replace(rows)
            show(0..<selection.levelCount, animated: false)
        }

        private func show(_ levels: some Sequence<Int>, animated: Bool) {
            for level in levels {
                let (picker, component) = pickers.count == 1 ? (pickers[0], level) : (pickers[level], 0)
                picker.reloadComponent(component)
                guard let row = selection.row(in: level) else { continue }
                picker.selectRow(row, inComponent: component, animated: animated)
            }
        }

        /// The level that a picker's component shows.
        private func level(_ picker: UIPickerView, _ component: Int) -> Int {
            pickers.count == 1 ? component : pickers.firstIndex(of: picker) ?? 0
        }

        public func numberOfComponents(in picker: UIPickerView) -> Int { pickers.count == 1 ? selection.levelCount : 1 }

        public func pickerView(_ picker: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
            selection.count(in: level(picker, component))
        }

        public func pickerView(_ picker: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
            selection.title(row, in: level(picker, component))
        }

        public func pickerView(_ picker: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
            let changed = selection.select(row, in: level(picker, component))
            show(changed, animated: true)
            onChange(selection)
        }
    }

    /// Shows a value on a picker view with a component a column, such as the number and the unit of a duration.
    @MainActor
    public final class ColumnsPickerAdapter<Value: Sendable>: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
        /// Changing it turns the wheels.
        public var value: Value { didSet { turn(animated: true) } }
        /// Called when a wheel has changed the value.
        public var onChange: (Value) -> Void = { _ in }
        private let columns: WheelColumns<Value>
        private weak var picker: UIPickerView?

        public init(_ columns: WheelColumns<Value>, value: Value, picker: UIPickerView) {
            self.columns = columns
            self.value = value
            self.picker = picker
            super.init()
            picker.dataSource = self
            picker.delegate = self
            turn(animated: false)
        }

        private func turn(animated: Bool) {
            for (column, row) in columns.rows(for: value).enumerated() where picker?.selectedRow(inComponent: column) != row
            {
                picker?.selectRow(row, inComponent: column, animated: animated)
            }
        }

        public func numberOfComponents(in picker: UIPickerView) -> Int { columns.titles.count }

        public func pickerView(_ picker: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
            columns.titles[component].count
        }

        public func pickerView(_ picker: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
            columns.titles[component][row]
        }

        public func pickerView(_ picker: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
            columns.select(row, in: component, of: &value)
            onChange(value)
        }
    }
#endif
