internal import FuelEconomy

/// Figures that do not follow from each other.
extension RowDefect {
    static let ofFigures: [Defect] = [
        .row(
            "combined-off", "combined-economy-mismatch", "writes 3 mpg more for the combined economy", needs: [.combined],
            companions: ofCombined
        ) { row in
            guard row.isRare, row.has(.city, .highway, .combined), row.isPlain, row.number(.combined) > 12,
                abs(row.number(.combined) - mean(row.number(.city), row.number(.highway))) < 0.8
            else { return nil }
            let combined = row.written(row.number(.combined) + 3)
            return .set([.combined: combined], told: "combined \(combined) mpg")
        },
        .row(
            "combined-off-fuel2", "combined-economy-mismatch-fuel2", "writes 5 mpg more for the second fuel's economy",
            needs: [.combined2], companions: ["plug-in-electricity-mismatch"]
        ) { row in
            guard row.has(.city2, .highway2, .combined2) else { return nil }
            let combined = row.written(row.number(.combined2) + 5)
            return .set([.combined2: combined], told: "combined \(combined) mpg")
        },
        .row(
            "unrounded-off", "unrounded-economy-mismatch", "writes 5 mpg more for the unrounded combined economy",
            needs: [.combinedUnrounded], companions: ["rounded-differs-from-unrounded"]
        ) { row in
            guard row.isPlain, row.has(.cityUnrounded, .highwayUnrounded, .combinedUnrounded) else { return nil }
            return .set([.combinedUnrounded: row.written(row.number(.combinedUnrounded) + 5)])
        },
        .row(
            "rounded-off", "rounded-differs-from-unrounded", "writes an unrounded economy 0.9 mpg above the rounded one",
            needs: [.combinedUnrounded], companions: ["unrounded-economy-mismatch"]
        ) { row in
            guard row.isPlain, row.has(.combined, .combinedUnrounded) else { return nil }
            let unrounded = row.written(row.number(.combined) + 0.9)
            return .set([.combinedUnrounded: unrounded], told: unrounded)
        },
        .row(
            "consumption-off", "combined-consumption-mismatch", "writes 1 L/100 km more for the combined consumption",
            needs: [.combined], companions: ["imperial-economy-mismatch", "co2-consumption-mismatch"]
        ) { row in
            guard row.has(.city, .highway, .combined) else { return nil }
            let combined = row.written(row.number(.combined) + 1)
            return .set([.combined: combined], told: "combined \(NumberText.short(row.number(.combined) + 1)) ")
        },
        .row(
            "co2-off", "co2-economy-mismatch", "writes half as much CO₂ again", needs: [.co2Tailpipe],
            companions: ["co2-columns-differ"]
        ) { row in
            guard row.isPlain, row.has(.combined, .co2Tailpipe) else { return nil }
            let co2 = (row.number(.co2Tailpipe) * 1.5).rounded()
            return .set([.co2Tailpipe: row.written(co2)], told: "CO₂ \(NumberText.short(co2)) g/mi")
        },
        .row(
            "co2-columns-off", "co2-columns-differ", "writes 7 g/mi more in one of two columns of CO₂", needs: [.co2]
        ) { row in
            guard row.has(.co2, .co2Tailpipe), row.isPlain else { return nil }
            let co2 = row.number(.co2) + 7
            return .set([.co2: row.written(co2)], told: "CO₂ \(NumberText.short(co2)) g/mi")
        },
        .row(
            "barrels-off", "barrels-economy-mismatch", "doubles the petroleum a year", needs: [.barrels]
        ) { row in
            guard row.isPlain, row.has(.combined, .barrels) else { return nil }
            let barrels = row.written(row.number(.barrels) * 2)
            return .set([.barrels: barrels])
        },
        .row(
            "city-above-highway", "city-above-highway", "writes a highway economy 1 mpg below that of the city",
            needs: [.highway],
            companions: ["combined-economy-mismatch"]
        ) { row in
            guard row.isPlain, row.has(.city, .highway), row.number(.city) > 8 else { return nil }
            let highway = row.written(row.number(.city) - 1)
            return .set([.highway: highway], told: "highway \(highway)")
        },
        .row(
            "ten-times", "economy-outlier", "writes ten times the combined economy", needs: [.combined],
            companions: ofCombined
        ) { row in
            let year = row.number(.year)
            guard row.isPlain, row.has(.combined, .year), row.number(.combined) < 90,
                row.namesakes.count(where: {
                    abs(row.bed.table.number(.year, $0) - year) <= 2 && row.bed.powertrains[$0] == row.powertrain
                }) >= 12
            else { return nil }
            let combined = row.written(row.number(.combined) * 10)
            return .set([.combined: combined], told: "combined \(combined) ")
        },
        .row(
            "cost-off", "annual-cost-mismatch", "doubles the annual fuel cost", needs: [.annualCost]
        ) { row in
            guard row.isPlain, row.has(.combined, .annualCost), row.bed.rowCount(ofFuelOf: row.row) >= 8 else { return nil }
            let cost = row.number(.annualCost) * 2
            return .set([.annualCost: row.written(cost)], told: "cost \(NumberText.short(cost)) USD")
        },
        .row(
            "point-misplaced", "economy-out-of-range", "writes a twentieth of the combined figure", needs: [.combined],
            companions: ofCombined
        ) { row in
            guard row.isPlain, row.isRare, row.has(.combined), row.number(.combined) < 35 else { return nil }
            let combined = (row.number(.combined) / 20 * 10).rounded() / 10
            return combined < 0.1
                ? nil : .set([.combined: row.written(combined)], told: "combined \(NumberText.short(combined)) ")
        },
        .row(
            "imperial-off", "imperial-economy-mismatch", "writes a fifth more for imperial miles a gallon",
            needs: [.combinedImperial]
        ) { row in
            guard row.has(.combined, .combinedImperial) else { return nil }
            let imperial = (row.number(.combinedImperial) * 1.2).rounded()
            return .set([.combinedImperial: row.written(imperial)], told: "combined \(NumberText.short(imperial)) mpg")
        },
        .row(
            "co2-off-metric", "co2-consumption-mismatch", "writes half as much CO₂ a kilometer again", needs: [.co2Tailpipe]
        ) { row in
            guard row.fuel1 == .gasoline || row.fuel1 == .diesel, row.fuel2 == .none, row.has(.combined, .co2Tailpipe),
                row.powertrain != .plugInHybrid, row.technology != .bifuelPropane, row.technology != .bifuelNaturalGas
            else { return nil }
            let co2 = (row.number(.co2Tailpipe) * 1.5).rounded()
            return .set([.co2Tailpipe: row.written(co2)], told: "CO₂ \(NumberText.short(co2)) g/km")
        },
        .row(
            "phase-off", "phases-consumption-mismatch", "doubles the consumption at extra high speed", needs: [.extraHigh]
        ) { row in
            guard row.has(.low, .medium, .high, .extraHigh, .combined) else { return nil }
            let phase = row.number(.extraHigh) * 2
            return .set([.extraHigh: row.written(phase)], told: NumberText.short(phase))
        },
    ]

    /// The other rules that a wrong combined figure may be told by.
    private static let ofCombined: Set<String> = [
        "combined-economy-mismatch", "rounded-differs-from-unrounded", "co2-economy-mismatch", "barrels-economy-mismatch",
        "economy-outlier", "economy-out-of-range", "annual-cost-mismatch", "combined-consumption-mismatch",
        "imperial-economy-mismatch", "co2-consumption-mismatch", "phases-consumption-mismatch",
    ]

    /// As on the EPA's label.
    private static func mean(_ city: Double, _ highway: Double) -> Double { 1 / (0.55 / city + 0.45 / highway) }
}
