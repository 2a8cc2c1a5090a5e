// What PickerKit's adapters use of UIKit, declared and not done: enough to check their types where there is no UIKit.

open class NSObject {
    public init() {}
}
open class NSCoder: NSObject {}

public typealias CGFloat = Double
public struct CGPoint: Sendable {
    public var x, y: CGFloat
    public init(x: CGFloat, y: CGFloat) { fatalError() }
}
public struct CGSize: Sendable {
    public var width, height: CGFloat
    public init(width: CGFloat, height: CGFloat) { fatalError() }
}
public struct CGRect: Sendable {
    public static var zero: CGRect { fatalError() }
    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) { fatalError() }
    public var width: CGFloat { fatalError() }
    public var height: CGFloat { fatalError() }
    public var maxY: CGFloat { fatalError() }
}
public struct UIEdgeInsets: Sendable {
    public var top: CGFloat
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) { fatalError() }
}

open class UIColor: NSObject, @unchecked Sendable {
    public static var label: UIColor { fatalError() }
    public static var secondaryLabel: UIColor { fatalError() }
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { fatalError() }
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor { fatalError() }
}
open class UIFont: NSObject, @unchecked Sendable {
    public struct Weight: Sendable {
        public static let light = Weight(), regular = Weight(), medium = Weight(), semibold = Weight(), bold = Weight()
    }
    public init?(name: String, size: CGFloat) { fatalError() }
    public class func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont { fatalError() }
}
open class UIFontMetrics: NSObject, @unchecked Sendable {
    public class var `default`: UIFontMetrics { fatalError() }
    open func scaledFont(for font: UIFont) -> UIFont { fatalError() }
}
open class UIImage: NSObject, @unchecked Sendable {
    public init?(named name: String) { fatalError() }
}
public enum NSTextAlignment: Sendable { case left, center, right, natural }
public enum UIUserInterfaceLayoutDirection: Sendable { case leftToRight, rightToLeft }
public struct UIAccessibilityTraits: Sendable { public static let adjustable = UIAccessibilityTraits() }

@MainActor open class UIResponder: NSObject {}
@MainActor open class UIEvent: NSObject {}
@MainActor open class UITouch: NSObject, Hashable {
    nonisolated public static func == (a: UITouch, b: UITouch) -> Bool { fatalError() }
    nonisolated public func hash(into hasher: inout Hasher) { fatalError() }
    open func location(in view: UIView?) -> CGPoint { fatalError() }
}
@MainActor open class UIGestureRecognizer: NSObject {
    public enum State: Sendable { case possible, ended, failed }
    open var state = State.possible
    open var cancelsTouchesInView = true
    open var view: UIView? { fatalError() }
    public init(target: Any?, action: Any?) { fatalError() }
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { fatalError() }
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { fatalError() }
}
@MainActor open class UIView: UIResponder {
    public init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    public convenience override init() { fatalError() }
    open var frame = CGRect.zero
    open var bounds = CGRect.zero
    open var tintColor: UIColor! { fatalError() }
    open var backgroundColor: UIColor?
    open var isHidden = false
    open var isUserInteractionEnabled = true
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { fatalError() }
    open func addSubview(_ view: UIView) { fatalError() }
    open func removeFromSuperview() { fatalError() }
    open func addGestureRecognizer(_ recognizer: UIGestureRecognizer) { fatalError() }
    open func layoutSubviews() { fatalError() }
    open var isAccessibilityElement = false
    open var accessibilityTraits = UIAccessibilityTraits()
    open var accessibilityValue: String?
    open func accessibilityIncrement() { fatalError() }
    open func accessibilityDecrement() { fatalError() }
}
open class UILabel: UIView {
    open var text: String?
    open var font: UIFont!
    open var textColor: UIColor!
    open var textAlignment = NSTextAlignment.natural
}
open class UIImageView: UIView { open var image: UIImage? }

@MainActor public protocol UIScrollViewDelegate: AnyObject {}
open class UIScrollView: UIView {
    public struct DecelerationRate: Sendable { public static let fast = DecelerationRate() }
    open weak var delegate: (any UIScrollViewDelegate)?
    open var showsVerticalScrollIndicator = true
    open var scrollsToTop = true
    open var decelerationRate = DecelerationRate.fast
    open var contentInset = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
    open var contentSize = CGSize(width: 0, height: 0)
    open var contentOffset = CGPoint(x: 0, y: 0)
    open func setContentOffset(_ offset: CGPoint, animated: Bool) { fatalError() }
}

@MainActor public protocol UIPickerViewDataSource: AnyObject {
    func numberOfComponents(in pickerView: UIPickerView) -> Int
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}
@MainActor public protocol UIPickerViewDelegate: AnyObject {
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}
open class UIPickerView: UIView, Equatable {
    nonisolated public static func == (a: UIPickerView, b: UIPickerView) -> Bool { fatalError() }
    open weak var dataSource: (any UIPickerViewDataSource)?
    open weak var delegate: (any UIPickerViewDelegate)?
    open func reloadComponent(_ component: Int) { fatalError() }
    open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) { fatalError() }
    open func selectedRow(inComponent component: Int) -> Int { fatalError() }
}
