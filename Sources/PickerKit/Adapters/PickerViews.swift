#if canImport(SwiftUI)
    public import SwiftUI

    /// Cascading wheels beside each other, one a level: choosing a make refills models and years.
    ///
    ///     @State private var selection = CascadingSelection(catalog, reset: .default, skipsSingleRows: true)
    ///     CascadingPicker(selection: $selection)
    public struct CascadingPicker<Rows: CascadingRows>: View {
        @Binding private var selection: CascadingSelection<Rows>
        private let label: (_ level: String) -> String

        /// `label` is what a wheel is called for people who hear it; the level's own name where it is left out.
        public init(selection: Binding<CascadingSelection<Rows>>, label: @escaping (_ level: String) -> String = { $0 }) {
            _selection = selection
            self.label = label
        }

        public var body: some View {
            HStack(spacing: 0) {
                ForEach(selection.visibleLevels, id: \.self) { level in
                    Picker(label(selection.rows.levelNames[level]), selection: row(in: level)) {
                        ForEach(0..<selection.count(in: level), id: \.self) { row in
                            Text(verbatim: selection.title(row, in: level) ?? "").tag(row)
                        }
                    }
                    #if os(iOS) || os(visionOS)
                        .pickerStyle(.wheel)
                    #endif
                }
            }
        }

        private func row(in level: Int) -> Binding<Int> {
            Binding(
                get: { selection.row(in: level) ?? 0 },
                set: { row in
                    // In one step, so that no wheel is ever drawn with rows of the old choice.
                    var turned = selection
                    turned.select(row, in: level)
                    selection = turned
                })
        }
    }

    /// Independent wheels bound to a value, such as the number and the unit of a duration.
    public struct ColumnsPicker<Value: Sendable>: View {
        @Binding private var value: Value
        private let columns: WheelColumns<Value>
        private let labels: [String]

        /// `labels` are what the wheels are called for people who hear them.
        public init(_ columns: WheelColumns<Value>, value: Binding<Value>, labels: [String]) {
            self.columns = columns
            _value = value
            self.labels = labels
        }

        public var body: some View {
            HStack(spacing: 0) {
                ForEach(columns.titles.indices, id: \.self) { column in
                    Picker(labels.indices.contains(column) ? labels[column] : "", selection: row(of: column)) {
                        ForEach(columns.titles[column].indices, id: \.self) { row in
                            Text(verbatim: columns.titles[column][row]).tag(row)
                        }
                    }
                    #if os(iOS) || os(visionOS)
                        .pickerStyle(.wheel)
                    #endif
                }
            }
        }

        private func row(of column: Int) -> Binding<Int> {
            Binding(get: { columns.rows(for: value)[column] }, set: { columns.select($0, in: column, of: &value) })
        }
    }

    #if canImport(UIKit)
        /// ``PickerView`` in SwiftUI: one wheel, endless if wished, in any of the four selection styles.
        public struct WheelPicker: UIViewRepresentable {
            private let titles: [String]
            @Binding private var row: Int
            private let scrolling: WheelRows.Scrolling
            private let style: WheelStyle

            public init(
                _ titles: [String], row: Binding<Int>, scrolling: WheelRows.Scrolling = .default,
                style: WheelStyle = WheelStyle()
            ) {
                self.titles = titles
                _row = row
                self.scrolling = scrolling
                self.style = style
            }

            @MainActor public final class Coordinator: WheelDataSource, WheelDelegate {
                fileprivate var picker: WheelPicker

                fileprivate init(_ picker: WheelPicker) { self.picker = picker }

                public func numberOfRows(in wheel: Wheel) -> Int { picker.titles.count }
                public func wheel(_ wheel: Wheel, titleForRow row: Int) -> String { picker.titles[row] }
                public func wheel(_ wheel: Wheel, didSelectRow row: Int, by cause: Wheel.Cause) { picker.row = row }
            }

            public func makeCoordinator() -> Coordinator { Coordinator(self) }

            public func makeUIView(context: Context) -> PickerView {
                let view = PickerView(wheel: Wheel(scrolling: scrolling, style: style))
                view.wheel.dataSource = context.coordinator
                view.wheel.delegate = context.coordinator
                view.select(row, animated: false)
                return view
            }

            public func updateUIView(_ view: PickerView, context: Context) {
                let old = context.coordinator.picker
                context.coordinator.picker = self
                view.wheel.style = style
                if view.wheel.scrolling != scrolling { view.wheel.scrolling = scrolling }
                if old.titles != titles || old.style != style || old.scrolling != scrolling { view.reloadData() }
                if view.wheel.selectedRow != row { view.select(row, animated: true) }
            }
        }
    #endif
#endif
