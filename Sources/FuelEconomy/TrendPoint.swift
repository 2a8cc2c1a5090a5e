/// What a published run came to, for the trend that its report and those after it show.
package struct TrendPoint: Sendable, Equatable {
    /// The newest date of the feeds.
    package var date: String
    /// SHA-256 of the feeds: a run on the same ones takes the last point's place.
    package var sources: [String]
    /// By name, such as `vehicles`, `makes`, `errors`, `new`.
    package var counts: [String: Int]

    package init(date: String, sources: [String], counts: [String: Int]) {
        self.date = date
        self.sources = sources
        self.counts = counts
    }

    /// How many points a report carries on.
    package static let limit = 100
}

extension [TrendPoint] {
    /// This trend with a further point, the oldest ones dropped.
    package func followed(by point: TrendPoint) -> [TrendPoint] {
        let before = last?.sources == point.sources ? dropLast() : self[...]
        return before.suffix(TrendPoint.limit - 1) + [point]
    }
}
