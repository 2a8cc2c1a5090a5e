package import FuelEconomy

extension Layout.Column {
    /// What a spelling means. Called once a distinct spelling, so it is written for reading, not for speed.
    package func value(of spelling: [UInt8]) -> CellValue {
        if case .number(let range) = reading, let number = plainDecimal(spelling, mark: decimalMark),
            range.contains(number), absences.isEmpty || number > 0
        {
            return .number(number)
        }
        let decoded = String(decoding: spelling, as: UTF8.self)
        let text = trimmed(decoded)
        guard decoded.utf8.elementsEqual(spelling) else {
            if case .text = reading { return .damaged(text, at: firstUndecodable(spelling)) }
            return .fault(expected: "UTF-8 text")
        }
        if text.isEmpty || absences.contains(text) { return isRequired ? .fault(expected: "a value") : .absent }
        let value = read(text, as: reading)
        return value == .absent && isRequired ? .fault(expected: "a value") : value
    }

    private func read(_ text: String, as reading: Layout.Reading) -> CellValue {
        switch reading {
        case .id, .text:
            return .text(text)
        case .number(let range):
            return number(decimal(text, mark: decimalMark), in: range)
        case .date:
            return (javaDate(text) ?? CivilDate(iso: text) ?? dayMonthYear(text)).map(CellValue.date)
                ?? .fault(expected: "a date")
        case .yearOfCentury(let century):
            guard let number = decimal(text, mark: decimalMark) else { return .fault(expected: "a year of two digits") }
            return self.number(number + Double(century), in: Double(century)...Double(century + 99))
        case .word(let words):
            guard let word = words[text] else {
                let known = words.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
                return .fault(expected: "one of \(known)")
            }
            return word.isEmpty ? .absent : .text(word)
        case .figure(let place, let range):
            let figures = figures(in: text, mark: decimalMark)
            if figures.isEmpty { return .fault(expected: "a figure") }
            return place < figures.count ? number(figures[place], in: range) : .absent
        case .part(let place, let reading):
            let parts = text.split(separator: "/").map { trimmed(String($0)) }
            if place >= parts.count { return .absent }
            return absences.contains(parts[place]) ? .absent : read(parts[place], as: reading)
        case .make(let makes):
            return .text(String(text.prefix(makeLength(text, makes))))
        case .modelBehindMake(let makes):
            let model = trimmed(String(text.dropFirst(makeLength(text, makes))))
            return .text(model.isEmpty ? text : model)
        case .mentionedYear:
            return ModelYearMention.find(in: text)?.year.map { .number(Double($0)) } ?? .absent
        }
    }

    private func number(_ number: Double?, in range: ClosedRange<Double>) -> CellValue {
        guard let number else { return .fault(expected: "a number") }
        guard range.contains(number) else {
            return .fault(expected: "\(NumberText.exact(range.lowerBound)) to \(NumberText.exact(range.upperBound))")
        }
        return .number(number)
    }
}

/// Where in bytes that are not all UTF-8 the first byte stands that does not decode.
private func firstUndecodable(_ bytes: [UInt8]) -> Int {
    var low = 0
    var high = bytes.count
    // The longest prefix that decodes; one that ends inside a character does not, so the answer may fall in it.
    while low < high {
        let middle = (low + high + 1) / 2
        let isWhole = (max(0, middle - 3)...middle).contains { String(validating: bytes[..<$0], as: UTF8.self) != nil }
        if isWhole { low = middle } else { high = middle - 1 }
    }
    while low > 0, String(validating: bytes[..<low], as: UTF8.self) == nil { low -= 1 }
    return low
}

/// How many characters of a text are its make.
private func makeLength(_ text: String, _ makes: [String]) -> Int {
    let known = makes.filter { text.hasPrefix($0) && (text.count == $0.count || text.dropFirst($0.count).first == " ") }
    return known.map(\.count).max() ?? text.prefix { $0 != " " }.count
}

/// The numbers that stand in a text, in its order.
private func figures(in text: String, mark: UInt8) -> [Double] {
    text.utf8.split { !($0 &- 0x30 < 10 || $0 == mark) }
        .compactMap { decimal(String(decoding: Array($0), as: UTF8.self), mark: mark) }
}

/// Without blanks and no-break spaces at either end; those inside become plain blanks.
func trimmed(_ text: String) -> String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    func isLetter(_ byte: UInt8?) -> Bool { byte.map { 0x21...0x7e ~= $0 } ?? true }
    // Nearly all there is needs no look at its scalars.
    if isLetter(text.utf8.first), isLetter(text.utf8.last), !text.utf8.contains(0xc2) { return text }
    var all = text.unicodeScalars
    if text.utf8.contains(0xc2), all.contains("\u{a0}") {
        all = String.UnicodeScalarView(all.map { $0 == "\u{a0}" ? " " : $0 })
    }
    var scalars = all[...]
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(scalars)
}

/// The short way for digits with at most one point, nearly all there is: a whole number that a `Double` holds exactly, over an
/// exact power of ten, is rounded once and so rounded right (Clinger 1990).
private func plainDecimal(_ bytes: [UInt8], mark: UInt8) -> Double? {
    var digits = 0
    var decimals: Int?
    guard bytes.count <= 16, bytes.first != mark, bytes.last != mark else { return nil }
    for byte in bytes {
        if byte == mark, decimals == nil {
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
private func decimal(_ text: String, mark: UInt8) -> Double? {
    var text = text
    if mark != 0x2e {
        guard !text.utf8.contains(0x2e) else { return nil }
        text = String(decoding: text.utf8.map { $0 == mark ? 0x2e : $0 }, as: UTF8.self)
    }
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

/// `02-Mar-22`: two digits of the year are of this century.
private func dayMonthYear(_ text: String) -> CivilDate? {
    let parts = text.split(separator: "-")
    guard parts.count == 3, let day = Int(parts[0]), let year = Int(parts[2]),
        let month = months.firstIndex(of: String(parts[1]))
    else { return nil }
    return CivilDate(year: parts[2].utf8.count == 2 ? 2000 + year : year, month: month + 1, day: day)
}
