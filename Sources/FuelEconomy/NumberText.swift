/// Numbers as people read them.
package enum NumberText {
    /// Up to three decimals, without trailing zeros: 83.6501 → `83.65`, 12 → `12`.
    package static func short(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
        let scaled = (abs(number) * 1000).rounded()
        let whole = Int(scaled) / 1000
        var decimals = String(Int(scaled) % 1000 + 1000).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        let sign = number < 0 && scaled > 0 ? "-" : ""
        return sign + String(whole) + (decimals.isEmpty ? "" : "." + decimals)
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
