/// Numbers as people read them.
package enum NumberText {
    /// Up to three decimals, without trailing zeros: 83.6501 → `83.65`, 12 → `12`.
    package static func short(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
        let scaled = Int((abs(number) * 1000).rounded())
        var text = (number < 0 && scaled > 0 ? "-" : "") + String(scaled / 1000)
        var (rest, unit) = (scaled % 1000, 100)
        if rest > 0 { text += "." }
        while rest > 0 {
            text += String(rest / unit)
            rest %= unit
            unit /= 10
        }
        return text
    }

    /// The shortest text that gives the same number again, whole numbers without a fraction: `21`, `493.72222222222223`.
    package static func exact(_ number: Double) -> String {
        if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
        return "\(number)"
    }

    /// With commas between groups of three: 49582 → `49,582`.
    package static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}
