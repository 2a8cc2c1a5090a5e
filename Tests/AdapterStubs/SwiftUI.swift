// What PickerKit's adapters and its tutorial use of SwiftUI, declared and not done; see UIKit.swift.
public import UIKit

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}
extension Never: View { public var body: Never { return fatalError() } }

@resultBuilder public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { fatalError() }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Views { fatalError() }
    public static func buildIf(_ content: (some View)?) -> Views { fatalError() }
    public static func buildEither(first content: some View) -> Views { fatalError() }
    public static func buildEither(second content: some View) -> Views { fatalError() }
}
public struct EmptyView: View { public var body: Never { return fatalError() } }
public struct Views: View { public var body: Never { return fatalError() } }
public struct Text: View {
    public init(_ text: String) {}
    public init(verbatim: String) {}
    public var body: Never { return fatalError() }
}
public struct HStack: View {
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> some View) {}
    public var body: Never { return fatalError() }
}
public struct VStack: View {
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> some View) {}
    public var body: Never { return fatalError() }
}
public struct Form: View {
    public init(@ViewBuilder content: () -> some View) {}
    public var body: Never { return fatalError() }
}
public struct Button: View {
    public init(_ title: String, action: @escaping @MainActor () -> Void) {}
    public var body: Never { return fatalError() }
}
public struct ForEach: View {
    public init<Items: RandomAccessCollection>(
        _ items: Items, id: KeyPath<Items.Element, some Hashable>,
        @ViewBuilder content: @escaping (Items.Element) -> some View
    ) {}
    public var body: Never { return fatalError() }
}
public struct Picker<Selection: Hashable>: View {
    public init(_ title: String, selection: Binding<Selection>, @ViewBuilder content: () -> some View) {}
    public var body: Never { return fatalError() }
}
extension View {
    public func tag(_ tag: some Hashable) -> some View { Views() }
}

@propertyWrapper public struct Binding<Value> {
    public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) { fatalError() }
    @MainActor public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { self }
}
@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) {}
    @MainActor public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

@MainActor public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ view: UIViewType, context: Context)
    func makeCoordinator() -> Coordinator
}
extension UIViewRepresentable { public var body: Never { return fatalError() } }
@MainActor public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public var coordinator: Representable.Coordinator { fatalError() }
}
