import FuelEconomy

extension Layout {
    /// The UCI repository's "Auto MPG": cars of 1970 to 1982 in fixed columns, the name in quotation marks behind a tab. The
    /// make is the name's first word; `?` or `NA` where a figure is missing. The source calls the figure "city-cycle fuel
    /// consumption in miles per gallon" and names no test.
    package static let autoMPG = Layout(
        id: "auto-mpg",
        title: "UCI Machine Learning Repository: Auto MPG",
        forms: [
            .fixedWidth(.init(columns, heading: "mpg cylinders")),
            .fixedWidth(.init(originalColumns, heading: "mpg, cylinders")),
            .fixedWidth(.init(columns)),
        ],
        columns: [
            Column(["car name"], .make, .make([]), required: true),
            Column(["car name"], .model, .modelBehindMake([]), required: true),
            Column(["model year"], .year, .yearOfCentury(1900), required: true),
            .figure("mpg", as: .city, .milesPerUSGallon, .first, .unstated, absences: ["NA"]),
            .figure("cylinders", as: .cylinders, .cylinders, in: 1...16),
            .figure("displacement", as: .displacement, .cubicInches),
            .figure("horsepower", as: .power, .horsepower, absences: ["?", "NA"]),
            .figure("weight", as: .weight, .pounds),
            .figure("acceleration", as: .acceleration, .seconds),
            Column(
                ["origin"], .salesArea,
                .word(["1": "USA", "1.": "USA", "2": "Europe", "2.": "Europe", "3": "Japan", "3.": "Japan"])),
        ],
        firstModelYear: 1970,
        identity: [.make, .model, .year, .cylinders, .displacement, .weight])

    private static let columns: [FeedForm.FixedWidth.Column] = [
        .init("mpg", 0, 6), .init("cylinders", 6, 10), .init("displacement", 10, 21), .init("horsepower", 21, 32),
        .init("weight", 32, 43), .init("acceleration", 43, 50), .init("model year", 50, 54), .init("origin", 54, 56),
        .init("car name", 56, nil),
    ]

    /// Figures end in a point here, so the columns lie further right.
    private static let originalColumns: [FeedForm.FixedWidth.Column] = [
        .init("mpg", 0, 6), .init("cylinders", 6, 10), .init("displacement", 10, 21), .init("horsepower", 21, 32),
        .init("weight", 32, 43), .init("acceleration", 43, 50), .init("model year", 50, 56), .init("origin", 56, 59),
        .init("car name", 59, nil),
    ]
}
