internal import FuelEconomy

extension TreeRule {
    /// A model that is absent for one year amid many.
    static let modelYearGap = TreeRule(
        Rule(
            id: "model-year-gap", title: "Model that lacks one year amid many", severity: .notice, family: .tree,
            message: "no {year} of {make} \"{model}\" found, expected one between {first} to {before} and {after} to {last}",
            limit: Rule.Limit(6, "years", "how many years in a row must stand before the gap and behind it"),
            why:
                "Makers do skip a year between two generations. But a year that was filed under another name, or was left out, looks "
                + "the same, and its owner does not find the car.",
            source:
                "of 383 single years that lack in EPA's release of 2025-10-28, 38 have 6 years or more in a row on both sides; looked "
                + "for are those with {limit} on both; gaps of two years and more are left alone",
            example: "Toyota's Land Cruiser Wagon 4WD has 1984 to 2011 and 2013 to 2021",
            fix: "look for the year under a like name; a decision file can merge the two")
    ) { catalog, table, limit, slot, findings in
        // A node right above the options is one model of one year, wherever the tree has these two levels.
        let rows = catalog.lastNodes.map { catalog.optionRows[$0.first] }[...]
        let (makes, models) = (table[.make].codes.codes(of: rows), table[.model].codes.codes(of: rows))
        let numbers = table[.year].codes.mapped(rows, table[.year].numbers)
        var years: [UInt64] = []
        for node in rows.indices {
            guard let year = Int(exactly: numbers[node]), (0..<1 << 16).contains(year) else { continue }
            years.append(UInt64(makes[node]) << 40 | UInt64(models[node]) << 16 | UInt64(year))
        }
        years.sort()
        /// How many years stand in a row from a place on, in steps of one place.
        func run(from place: Int, by step: Int) -> Int {
            var count = 1
            var next = place + step
            while years.indices.contains(next), Int(years[next]) == Int(years[next - step]) + step {
                count += 1
                next += step
            }
            return count
        }
        for place in years.indices.dropFirst() where years[place] == years[place - 1] + 2 {
            let (before, behind) = (run(from: place - 1, by: -1), run(from: place, by: 1))
            guard Double(min(before, behind)) >= limit, years[place] >> 16 == years[place - 1] >> 16 else { continue }
            let (make, model) = (Int(years[place] >> 40), Int(years[place] >> 16 & 0xff_ffff))
            let (last, next) = (Int(years[place - 1] & 0xffff), Int(years[place] & 0xffff))
            let names = (table[.make].texts[make], table[.model].texts[model])
            var hash = StableHash()
            hash.combine(names.0)
            hash.combine(names.1)
            hash.combine(UInt64(last + 1))
            findings.add(slot, hash: hash.value, at: Finding.Place(make: names.0, model: names.1)) {
                [
                    FindingValue("year", last + 1), FindingValue("make", names.0), FindingValue("model", names.1),
                    FindingValue("first", last + 1 - before), FindingValue("before", last), FindingValue("after", next),
                    FindingValue("last", next + behind - 1),
                ]
            }
        }
    }
}
