package import FuelEconomy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension Machine {
    /// Seconds from 1970-01-01: `SOURCE_DATE_EPOCH` where it is set, so that a run can be repeated, else the clock's.
    package static var now: Double {
        if let seconds = environment("SOURCE_DATE_EPOCH").flatMap(Int.init) { return Double(seconds) }
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

extension CivilDate {
    /// A moment in UTC as RFC 3339 has it, to the millisecond: `2025-10-28T04:05:06.070Z`.
    package static func moment(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded(.down))
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        func digits(_ number: Int, _ count: Int) -> String {
            String(String(number + 1000).suffix(count))
        }
        return CivilDate(days: days).text + "T" + digits(rest / 3_600_000, 2) + ":" + digits(rest / 60_000 % 60, 2) + ":"
            + digits(rest / 1000 % 60, 2) + "." + digits(rest % 1000, 3) + "Z"
    }
}
