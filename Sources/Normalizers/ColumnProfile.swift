package import FuelEconomy

/// What a column of an unknown feed holds: how it is filled, with what, and what its spellings of "nothing" would do to it.
package struct ColumnProfile: Sendable {
    package enum Kind: String, Sendable {
        case empty, number, decimalComma = "number with decimal comma", date, text
    }

    /// A spelling that may say "not available", and the mean of the column's figures if it does, or does not.
    package struct Absence: Sendable {
        package var spelling: String
        package var rows: Int
        /// `nil` where the spelling is no figure, or the column has none.
        package var meanWith: Double?
        package var meanWithout: Double?
    }

    package let name: String
    package private(set) var kind = Kind.text
    package private(set) var distinct = 0
    package private(set) var filled = 0
    package private(set) var smallest: Double?
    package private(set) var largest: Double?
    package private(set) var absences: [Absence] = []
    /// The commonest spellings with their rows.
    package private(set) var commonest: [(spelling: String, rows: Int)] = []
    /// Spellings that do not fit the column's kind, the commonest first.
    package private(set) var misfits: [(spelling: String, rows: Int)] = []
    package let rows: Int

    /// What agencies write for "not available"; a figure among them may also be meant as one.
    package static let absenceWords = [
        "", "0", "0.0", "-1", "-1.0", "NA", "N/A", "n/a", "n/d", "na", "-", "?", "null", "NULL", "None",
    ]

    /// - Parameters:
    ///   - spellings: the distinct ones of the column.
    ///   - counts: by code, how many rows have it.
    package init(name: String, spellings: SpellingTable, counts: [Int]) {
        self.name = name
        rows = counts.reduce(0, +)
        let values = (0..<spellings.count).filter { counts[$0] > 0 }.map {
            (text: String(decoding: spellings[$0], as: UTF8.self), rows: counts[$0])
        }
        .sorted { $0.rows != $1.rows ? $0.rows > $1.rows : $0.text < $1.text }
        distinct = values.count
        let stated = values.filter { !Self.absenceWords.contains($0.text) }
        filled = values.filter { !$0.text.isEmpty }.map(\.rows).reduce(0, +)
        commonest = stated.prefix(4).map { ($0.text, $0.rows) }
        judge(values, stated)
    }

    private mutating func judge(_ values: [(text: String, rows: Int)], _ stated: [(text: String, rows: Int)]) {
        let total = stated.map(\.rows).reduce(0, +)
        let plain = Layout.Column([name], .combined, .number(in: -1e12...1e12))
        let comma = Layout(id: "", title: "", decimalMark: ",", columns: [plain]).columns[0]
        let date = Layout.Column([name], .created, .date)
        func share(_ column: Layout.Column) -> Double {
            let fitting = stated.filter { column.isValue($0.text) }.map(\.rows).reduce(0, +)
            return total == 0 ? 0 : Double(fitting) / Double(total)
        }
        // Only figures in words of absence: still a column of figures.
        let others = values.filter { Double($0.text) != nil }
        if total == 0 {
            kind = others.isEmpty ? .empty : .number
        } else if share(plain) >= 0.9 {
            kind = .number
        } else if share(comma) >= 0.9 {
            kind = .decimalComma
        } else if share(date) >= 0.9 {
            kind = .date
        }
        let reading = kind == .decimalComma ? comma : kind == .date ? date : plain
        if kind != .text, kind != .empty {
            misfits = stated.filter { !reading.isValue($0.text) }.prefix(3).map { ($0.text, $0.rows) }
        }
        let isNumeric = kind == .number || kind == .decimalComma
        let figures = isNumeric ? values.compactMap { value in reading.figure(of: value) } : []
        smallest = figures.map(\.number).min()
        largest = figures.map(\.number).max()
        for word in Self.absenceWords {
            guard let found = values.first(where: { $0.text == word }) else { continue }
            var absence = Absence(spelling: word, rows: found.rows)
            if isNumeric {
                absence.meanWithout = Self.mean(figures.filter { $0.text != word })
                if Double(word) != nil { absence.meanWith = Self.mean(figures) }
            }
            absences.append(absence)
        }
    }

    private static func mean(_ figures: [(text: String, number: Double, rows: Int)]) -> Double? {
        let rows = figures.map(\.rows).reduce(0, +)
        return rows == 0 ? nil : figures.map { $0.number * Double($0.rows) }.reduce(0, +) / Double(rows)
    }
}

extension Layout.Column {
    fileprivate func isValue(_ text: String) -> Bool {
        switch value(of: Array(text.utf8)) {
        case .number, .date: true
        default: false
        }
    }

    fileprivate func figure(
        of value: (text: String, rows: Int)
    ) -> (text: String, number: Double, rows: Int)? {
        guard case .number(let number) = self.value(of: Array(value.text.utf8)) else { return nil }
        return (value.text, number, value.rows)
    }
}
