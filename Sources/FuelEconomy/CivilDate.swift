/// A date of the proleptic Gregorian calendar, as days since 1970-01-01. No clock, no zone, no locale.
///
/// The two conversions follow the well-known reckoning in eras of 400 years (146,097 days) with March as first month.
package struct CivilDate: Hashable, Comparable, Sendable {
    package var days: Int

    package init(days: Int) { self.days = days }

    /// - Returns: `nil` for a day that the calendar does not have.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year) else { return nil }
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        days = era * 146_097 + dayOfEra - 719_468
    }

    /// Reads `2013-01-01`, with or without a time behind it.
    package init?(iso text: String) {
        let parts = text.prefix(10).split(separator: "-")
        guard parts.count == 3, parts[0].utf8.count == 4, let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2]), text.utf8.count == 10 || text.utf8.dropFirst(10).first == 0x54
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package var components: (year: Int, month: Int, day: Int) {
        let z = days + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// 0 is Sunday: 1970-01-01 was a Thursday.
    package var weekday: Int { ((days % 7) + 11) % 7 }

    /// `2025-10-28`.
    package var text: String {
        let (year, month, day) = components
        let y = String(year)
        return String(repeating: "0", count: max(0, 4 - y.count)) + y
            + (month < 10 ? "-0" : "-") + String(month) + (day < 10 ? "-0" : "-") + String(day)
    }

    package static func < (a: CivilDate, b: CivilDate) -> Bool { a.days < b.days }

    package static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
