/// What holds a feed's figures against each other.
enum Statistics {
    /// The middle one, or the mean of the two in the middle.
    static func median(_ numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
