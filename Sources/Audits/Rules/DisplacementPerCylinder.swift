internal import FuelEconomy

extension VehicleRule {
    /// Cylinders of a size that no car has.
    static let displacementPerCylinder = VehicleRule(
        Rule(
            id: "displacement-per-cylinder", title: "Displacement that does not go with the cylinders",
            severity: .warning, family: .physics,
            message: "displacement {displacement} L found with {cylinders} cylinders, expected {least} to {most}",
            limit: Rule.Limit(0.85, "L", "how large a cylinder may be, in engines of up to 6 of them"),
            why: "The two figures are what a user tells engines apart by; one of them is another engine's.",
            source:
                "EPA's releases and NRCan's ratings since 1984: 0.25 to 0.82 L a cylinder in engines of up to 6 but for six slips, to 0.925 in those "
                + "of 8 and more; expected are 0.2 to {limit}, and 0.1 more from 7 cylinders on",
            example:
                "23961, a Chrysler Sebring of 2007, says 3.5 L with 4 cylinders, and 12317, a GMC Sonoma of 1995, 5.2 L with 6: "
                + "their engines have 3.5 L and 6 cylinders, 4.3 L and 6",
            fix: "take the engine from the maker's data"),
        of: [.displacement, .cylinders]
    ) { figures, row, limit in
        let (displacement, cylinders) = (figures.displacement[row], figures.cylinders[row])
        let most = cylinders * (cylinders > 6 ? limit + 0.1 : limit)
        guard displacement > most || displacement < cylinders * 0.2 else { return nil }
        return [
            FindingValue("displacement", displacement), FindingValue("cylinders", cylinders),
            FindingValue("least", cylinders * 0.2), FindingValue("most", most),
        ]
    }
}
