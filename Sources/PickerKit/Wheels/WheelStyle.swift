/// How a wheel looks, as plain values that any user interface can draw.
public struct WheelStyle: Sendable, Equatable {
    /// In points.
    public var rowHeight: Double
    public var label: WheelLabelStyle
    public var highlightedLabel: WheelLabelStyle
    public var selection: WheelSelectionStyle

    public init(
        rowHeight: Double = 44, label: WheelLabelStyle = .init(),
        highlightedLabel: WheelLabelStyle = .init(weight: .semibold),
        selection: WheelSelectionStyle = .defaultIndicator()
    ) {
        self.rowHeight = rowHeight
        self.label = label
        self.highlightedLabel = highlightedLabel
        self.selection = selection
    }
}

/// A color as it is given, or the one that the user interface has for a purpose.
public enum WheelColor: Sendable, Equatable {
    case label, secondaryLabel, tint
    /// Parts from 0 to 1.
    case rgb(red: Double, green: Double, blue: Double)
}

/// How a row is written.
public struct WheelLabelStyle: Sendable, Equatable {
    public enum Weight: String, Sendable, CaseIterable { case light, regular, medium, semibold, bold }
    public enum Alignment: String, Sendable, CaseIterable { case leading, center, trailing }

    /// A font of the system's where there is none.
    public var fontName: String?
    /// In points, at the user's ordinary text size.
    public var size: Double
    public var weight: Weight
    public var color: WheelColor
    public var alignment: Alignment

    public init(
        fontName: String? = nil, size: Double = 20, weight: Weight = .regular, color: WheelColor = .label,
        alignment: Alignment = .center
    ) {
        self.fontName = fontName
        self.size = size
        self.weight = weight
        self.color = color
        self.alignment = alignment
    }
}

/// How the highlighted row is marked.
public enum WheelSelectionStyle: Sendable, Equatable {
    case none
    /// A bar along the bottom of the row, as wide as the wheel.
    case defaultIndicator(height: Double = 2, color: WheelColor = .tint)
    /// A view over the row, of its size, that may hold other views.
    case overlay(color: WheelColor = .tint, opacity: Double = 0.25)
    /// An image over the row, by its name among the app's.
    case image(named: String)
}
