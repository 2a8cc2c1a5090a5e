internal import FuelEconomy

extension VehicleRule {
    /// The flag of the gas guzzler tax against the economy that it goes by.
    static let gasGuzzlerMismatch = VehicleRule(
        Rule(
            id: "gas-guzzler-mismatch", title: "Gas guzzler flag that does not follow from the economy",
            severity: .notice, family: .physics,
            message:
                "{flag} found, expected {expected}: unadjusted city and highway give {combined} mpg, and the tax begins below "
                + "{bound} in model year {year}",
            limit: Rule.Limit(0.5, "mpg", "how far from the tax's bound economy must be to tell"),
            why: "The tax is up to 7,700 dollars, and option labels tell cars apart by the flag.",
            source:
                "26 U.S.C. 4064: passenger cars below 22.5 mpg are taxed, below 19.5 in 1984 and 21.0 in 1985; 55 % city and 45 % "
                + "highway of the unadjusted figures; off by more than {limit}; of cars without the flag those are held against it "
                + "that burn gasoline or diesel and are no police cars, which are exempt, by class and by the words of model and "
                + "engine",
            example:
                "34582, a Pontiac G8 of 2009, gets 19.6 mpg and has no flag; 24750, a BMW Z4 M Coupe of 2008, gets 23.4 and has one",
            fix: "compare with the list of the Internal Revenue Service; small makers and four-wheel drive may be exempt"),
        of: [.cityUnadjusted, .highwayUnadjusted], facts: [.guzzler, .vehicleClass, .year]
    ) { figures, row, limit in
        let combined = 1 / (0.55 / figures.cityUnadjusted[row] + 0.45 / figures.highwayUnadjusted[row])
        let year = figures.year[row]
        let bound = year < 1985 ? 19.5 : year < 1986 ? 21.0 : 22.5
        let flag: String
        if figures.isGuzzler[row] {
            guard combined > bound + limit else { return nil }
            flag = "flag \"\(figures.word(.guzzler, row))\""
        } else {
            guard combined < bound - limit, figures.isCar[row],
                figures.fuel1[row] == .gasoline || figures.fuel1[row] == .diesel, !isPoliceCar(figures, row)
            else { return nil }
            flag = "no flag"
        }
        return [
            FindingValue("flag", flag), FindingValue("expected", figures.isGuzzler[row] ? "none" : "one"),
            FindingValue("combined", combined), FindingValue("bound", bound), FindingValue("year", year),
        ]
    }

    private static func isPoliceCar(_ figures: VehicleFigures, _ row: Int) -> Bool {
        figures.word(.engine, row).uppercased().contains("POLICE")
            || figures.word(.model, row).uppercased().contains("POLICE")
    }
}
