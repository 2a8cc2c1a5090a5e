internal import FuelEconomy

extension Layout.Column {
    /// What a spelling means. Called once a distinct spelling, so it is written for reading, not for speed.
    func value(of spelling: [UInt8]) -> CellValue {
        if case .number(let range) = reading, let number = plainDecimal(spelling), range.contains(number),
            absences.isEmpty || number > 0
        {
            return .number(number)
        }
        guard let text = String(validating: spelling, as: UTF8.self).map(trimmed) else {
            return .fault(expected: "UTF-8 text")
        }
        if text.isEmpty || absences.contains(text) { return isRequired ? .fault(expected: "a value") : .absent }
        switch reading {
        case .id, .text:
            return .text(text)
        case .number(let range):
            guard let number = decimal(text) else { return .fault(expected: "a number") }
            guard range.contains(number) else {
                return .fault(expected: "\(NumberText.exact(range.lowerBound)) to \(NumberText.exact(range.upperBound))")
            }
            return .number(number)
        case .date:
            return (javaDate(text) ?? isoDate(text)).map(CellValue.date) ?? .fault(expected: "a date")
        }
    }
}

/// Without blanks and no-break spaces at either end.
private func trimmed(_ text: String) -> String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(scalars)
}

/// The short way for digits with at most one point, nearly all there is: a whole number that a `Double` holds exactly, over an
/// exact power of ten, is rounded once and so rounded right (Clinger 1990).
private func plainDecimal(_ bytes: [UInt8]) -> Double? {
    var digits = 0
    var decimals: Int?
    guard bytes.count <= 16, bytes.first != 0x2e, bytes.last != 0x2e else { return nil }
    for byte in bytes {
        if byte == 0x2e, decimals == nil {
            decimals = 0
            continue
        }
        guard byte &- 0x30 < 10 else { return nil }
        digits = digits * 10 + Int(byte &- 0x30)
        decimals = decimals.map { $0 + 1 }
    }
    guard !bytes.isEmpty, digits < 1 << 53 else { return nil }
    return Double(digits) / powersOfTen[decimals ?? 0]
}

private let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
]

/// A number of digits with sign, point and exponent: no hexadecimal, no words.
private func decimal(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || "+-.eE".utf8.contains($0) }) else { return nil }
    guard let number = Double(text), number.isFinite else { return nil }
    return number
}

/// `Tue Jan 01 00:00:00 EST 2013`: the day as it stands there, whatever the zone; its weekday must be right.
private func javaDate(_ text: String) -> CivilDate? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[3].utf8.count == 8, words[4].utf8.allSatisfy({ $0 >= 0x41 }),
        let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].firstIndex(of: String(words[0])),
        let month = months.firstIndex(of: String(words[1])),
        let day = Int(words[2]), let year = Int(words[5]),
        let date = CivilDate(year: year, month: month + 1, day: day), date.weekday == weekday
    else { return nil }
    return date
}

private let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/// `2013-01-01`, with or without a time behind it.
private func isoDate(_ text: String) -> CivilDate? {
    let parts = text.prefix(10).split(separator: "-")
    guard parts.count == 3, parts[0].utf8.count == 4, let year = Int(parts[0]), let month = Int(parts[1]),
        let day = Int(parts[2]), text.utf8.count == 10 || text.utf8.dropFirst(10).first == 0x54
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
}
