package import FuelEconomy

/// How much the findings of a rule matter, as the pipeline file says.
package enum SeverityPolicy: Sendable, Equatable {
    case off
    case always(Severity)
    /// The gravest of those whose threshold is passed; a notice where none is.
    case above([(severity: Severity, threshold: Threshold)])

    /// How many findings are too many.
    package enum Threshold: Sendable, Equatable {
        case count(Int)
        /// A part of the rows that the rule looked at, from 0 to 1.
        case share(Double)

        /// `12`, or `0.1 %`.
        package init?(_ text: String) {
            if text.hasSuffix("%") {
                var digits = text.dropLast()
                while digits.last == " " { digits.removeLast() }
                guard let percent = Double(digits), (0...100).contains(percent) else { return nil }
                self = .share(percent / 100)
            } else {
                guard let count = Int(text), count >= 0 else { return nil }
                self = .count(count)
            }
        }

        /// How many of all are not too many.
        package func count(of all: Int) -> Int {
            switch self {
            case .count(let limit): limit
            case .share(let share): Int((share * Double(all)).rounded(.down))
            }
        }
    }

    package static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.off, .off): true
        case (.always(let a), .always(let b)): a == b
        case (.above(let a), .above(let b)): a.elementsEqual(b) { $0 == $1 }
        default: false
        }
    }

    /// - Returns: `nil` where the rule's findings are not wanted.
    package func severity(of count: Int, among rows: Int) -> Severity? {
        switch self {
        case .off: return nil
        case .always(let severity): return severity
        case .above(let steps):
            let passed = steps.filter { step in
                count > step.threshold.count(of: rows)
            }
            return passed.map(\.severity).max() ?? .notice
        }
    }
}
