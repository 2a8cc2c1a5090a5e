internal import FuelEconomy

extension VehicleRule {
    /// The label's combined economy against the same figure before rounding.
    static let roundedDiffersFromUnrounded = VehicleRule(
        Rule(
            id: "rounded-differs-from-unrounded", title: "Combined economy that is not its unrounded figure, rounded",
            severity: .warning, family: .physics,
            message: "combined {combined} mpg found, expected {unrounded} rounded",
            limit: Rule.Limit(0.5, "mpg", "how far combined may be from its unrounded figure"),
            why:
                "Both columns say one thing. A larger difference is a slip in one of them, or the label was set lower on purpose.",
            source:
                "comb08 is comb08U rounded to a whole number (fueleconomy.gov data description); off by more than {limit}",
            example: "42637, a Buick Encore of 2021, says 27 beside an unrounded 36.987: a slip of one digit",
            fix: "compare with the label; a maker may state less than was measured, never more"),
        of: [.combined, .combinedUnrounded]
    ) { figures, row, limit in
        let combined = figures.combined[row]
        let unrounded = figures.combinedUnrounded[row]
        guard abs(combined - unrounded) > limit else { return nil }
        return [FindingValue("combined", combined), FindingValue("unrounded", unrounded)]
    }
}
