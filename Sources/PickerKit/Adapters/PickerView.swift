#if canImport(UIKit)
    public import UIKit

    /// A wheel of its own that may turn for ever: a replacement for the system's picker view, made in code or in a storyboard.
    ///
    /// Rows, choice and look are its ``wheel``'s. The selection styles are drawn over the rows; ``selectionView`` may hold other views.
    open class PickerView: UIView, UIScrollViewDelegate {
        public let wheel: Wheel
        /// What marks the highlighted row.
        public private(set) var selectionView = UIView()
        private let scrollView = UIScrollView()
        private var labels: [Int: UILabel] = [:]
        private var spareLabels: [UILabel] = []

        public init(frame: CGRect = .zero, wheel: Wheel = Wheel()) {
            self.wheel = wheel
            super.init(frame: frame)
            prepare()
        }

        public required init?(coder: NSCoder) {
            wheel = Wheel()
            super.init(coder: coder)
            prepare()
        }

        private func prepare() {
            scrollView.showsVerticalScrollIndicator = false
            scrollView.delegate = self
            scrollView.decelerationRate = .fast
            scrollView.scrollsToTop = false
            addSubview(scrollView)
            selectionView.isUserInteractionEnabled = false
            addSubview(selectionView)
            let tap = TapRecognizer { [weak self] point in self?.tapped(at: point) }
            addGestureRecognizer(tap)
            isAccessibilityElement = true
            accessibilityTraits = .adjustable
        }

        // MARK: What an app does

        /// Shows the data source's rows anew; the chosen row stays where it is still there.
        public func reloadData() {
            wheel.reload()
            removeLabels()
            layOut()
        }

        /// Turns to a row; one that the data does not have changes nothing.
        public func select(_ row: Int, animated: Bool) {
            guard let offset = wheel.select(row) else { return }
            scrollView.setContentOffset(contentOffset(of: offset), animated: animated)
            if !animated { settle() }
        }

        // MARK: Layout

        open override func layoutSubviews() {
            super.layoutSubviews()
            wheel.visibleCount = max(Int(bounds.height / wheel.rowHeight), 1)
            layOut()
        }

        private func layOut() {
            let height = wheel.rowHeight
            let margin = max((bounds.height - height) / 2, 0)
            scrollView.frame = bounds
            scrollView.contentInset = UIEdgeInsets(top: margin, left: 0, bottom: margin, right: 0)
            scrollView.contentSize = CGSize(width: bounds.width, height: height * Double(wheel.rows.virtualCount))
            scrollView.contentOffset = contentOffset(of: wheel.restingOffset)
            drawSelection(CGRect(x: 0, y: margin, width: bounds.width, height: height))
            placeLabels()
        }

        /// The wheel's offsets count from the mark, the scroll view's from its upper edge.
        private func contentOffset(of offset: Double) -> CGPoint { CGPoint(x: 0, y: offset - scrollView.contentInset.top) }
        private var offset: Double { scrollView.contentOffset.y + scrollView.contentInset.top }

        /// Only rows that can be seen have a label.
        private func placeLabels() {
            let height = wheel.rowHeight
            let first = Int((scrollView.contentOffset.y / height).rounded(.down)) - 1
            let last = Int(((scrollView.contentOffset.y + bounds.height) / height).rounded(.up)) + 1
            let seen = max(first, 0)..<max(min(last, wheel.rows.virtualCount), max(first, 0))
            for (row, label) in labels where !seen.contains(row) {
                label.removeFromSuperview()
                spareLabels.append(label)
                labels[row] = nil
            }
            for row in seen {
                let label = labels[row] ?? spareLabels.popLast() ?? UILabel()
                if labels[row] == nil {
                    labels[row] = label
                    scrollView.addSubview(label)
                }
                label.text = wheel.title(ofVirtualRow: row)
                label.apply(wheel.labelStyle(ofVirtualRow: row))
                label.frame = CGRect(x: 0, y: Double(row) * height, width: bounds.width, height: height)
            }
            accessibilityValue = wheel.title(ofVirtualRow: wheel.highlightedRow)
        }

        private func removeLabels() {
            for label in labels.values { label.removeFromSuperview() }
            labels = [:]
        }

        private func drawSelection(_ row: CGRect) {
            if case .image(let name) = wheel.style.selection {
                let view = selectionView as? UIImageView ?? replaceSelectionView(UIImageView())
                view.image = UIImage(named: name)
                view.frame = row
                return
            }
            if selectionView is UIImageView { replaceSelectionView(UIView()) }
            selectionView.isHidden = false
            selectionView.frame = row
            switch wheel.style.selection {
            case .none, .image: selectionView.isHidden = true
            case .defaultIndicator(let height, let color):
                selectionView.frame = CGRect(x: 0, y: row.maxY - height, width: row.width, height: height)
                selectionView.backgroundColor = color.uiColor(tint: tintColor)
            case .overlay(let color, let opacity):
                selectionView.backgroundColor = color.uiColor(tint: tintColor).withAlphaComponent(opacity)
            }
        }

        @discardableResult
        private func replaceSelectionView<View: UIView>(_ view: View) -> View {
            selectionView.removeFromSuperview()
            selectionView = view
            view.isUserInteractionEnabled = false
            addSubview(view)
            return view
        }

        // MARK: Turning

        public func scrollViewDidScroll(_ scrollView: UIScrollView) {
            wheel.scrolled(to: offset)
            placeLabels()
        }

        public func scrollViewWillEndDragging(
            _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
        ) {
            let top = scrollView.contentInset.top
            unsafe targetContentOffset.pointee.y = wheel.snapped(targetContentOffset.pointee.y + top) - top
        }

        public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {
            if !willDecelerate { settle() }
        }

        public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { settle() }
        public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { settle() }

        /// Tells the wheel that it stands, and puts it back to its middle.
        private func settle() {
            let rest = wheel.ended(at: offset)
            scrollView.contentOffset = contentOffset(of: rest)
            placeLabels()
        }

        private func tapped(at point: CGPoint) {
            let row = Int(((point.y + scrollView.contentOffset.y) / wheel.rowHeight).rounded(.down))
            guard let offset = wheel.tapped(row) else { return }
            scrollView.setContentOffset(contentOffset(of: offset), animated: true)
        }

        open override func accessibilityIncrement() { step(1) }
        open override func accessibilityDecrement() { step(-1) }

        private func step(_ rows: Int) {
            guard let offset = wheel.tapped(wheel.restingRow + rows) else { return }
            scrollView.contentOffset = contentOffset(of: offset)
            settle()
        }
    }

    extension UILabel {
        fileprivate func apply(_ style: WheelLabelStyle) {
            let font = style.fontName.flatMap { UIFont(name: $0, size: style.size) }
            self.font = UIFontMetrics.default.scaledFont(
                for: font ?? UIFont.systemFont(ofSize: style.size, weight: style.weight.uiWeight))
            textColor = style.color.uiColor(tint: tintColor)
            textAlignment =
                switch style.alignment {
                case .leading: .natural
                case .center: .center
                case .trailing: effectiveUserInterfaceLayoutDirection == .leftToRight ? .right : .left
                }
        }
    }

    extension WheelColor {
        fileprivate func uiColor(tint: UIColor) -> UIColor {
            switch self {
            case .label: .label
            case .secondaryLabel: .secondaryLabel
            case .tint: tint
            case .rgb(let red, let green, let blue): UIColor(red: red, green: green, blue: blue, alpha: 1)
            }
        }
    }

    extension WheelLabelStyle.Weight {
        fileprivate var uiWeight: UIFont.Weight {
            switch self {
            case .light: .light
            case .regular: .regular
            case .medium: .medium
            case .semibold: .semibold
            case .bold: .bold
            }
        }
    }

    /// A tap that calls a closure with its place.
    private final class TapRecognizer: UIGestureRecognizer {
        private let action: @MainActor (CGPoint) -> Void

        init(_ action: @escaping @MainActor (CGPoint) -> Void) {
            self.action = action
            super.init(target: nil, action: nil)
            cancelsTouchesInView = false
        }

        private var start: CGPoint?

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            start = touches.first?.location(in: view)
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
            guard let start, let end = touches.first?.location(in: view) else { return state = .failed }
            // As far as a finger may slip in a tap.
            guard abs(end.x - start.x) < 10, abs(end.y - start.y) < 10 else { return state = .failed }
            state = .ended
            action(end)
        }
    }
#endif
