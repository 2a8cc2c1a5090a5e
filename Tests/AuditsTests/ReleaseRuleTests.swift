import FuelEconomy
import Support
import Testing

@testable import Audits

/// Facts of one vehicle, with those that a test changes.
private func car(_ facts: [Field: String], _ changes: [Field: String]) -> [Field: String] { facts.merging(changes) { $1 } }

private let gasoline: [Field: String] = [.fuel1: "Regular Gasoline", .displacement: "2"]
private let guzzler = car(gasoline, [.vehicleClass: "Large Cars", .year: "1990"])
private let plugIn: [Field: String] = [
    .fuel1: "Regular Gasoline", .fuel2: "Electricity", .technology: "Plug-in Hybrid", .displacement: "2", .combined2: "100",
]
private let electric: [Field: String] = [.fuel1: "Electricity", .technology: "EV", .range: "250"]

@Suite struct ReleaseRuleTests {
    private func findings(
        _ facts: [Field: String], cycle: TestCycle = .epaLabel, limits: [String: Double] = [:]
    ) -> [String] {
        var table = VehicleTable(rows: [(1, facts)])
        if cycle != .epaLabel {
            table.quantities[.combined] = Quantity(.litersPer100Kilometers, fuel: .first, cycle: cycle)
            table.quantities[.combinedImperial] = Quantity(.milesPerImperialGallon, fuel: .first, cycle: cycle)
            table.quantities[.co2Tailpipe] = Quantity(.gramsPerKilometer, fuel: .first, cycle: cycle)
        }
        return VehicleRule.audit(0..<1, of: table, limits: limits).found.map(\.rule.id)
    }

    @Test(arguments: [
        // 55 % city and 45 % highway: 20 and 25 give 21.98, 20.1 and 25.1 give 22.08.
        (car(guzzler, [.cityUnadjusted: "20", .highwayUnadjusted: "25"]), true),
        (car(guzzler, [.cityUnadjusted: "20.1", .highwayUnadjusted: "25.1"]), false),
        (car(guzzler, [.cityUnadjusted: "20", .highwayUnadjusted: "25", .guzzler: "T"]), false),
        (car(guzzler, [.cityUnadjusted: "20", .highwayUnadjusted: "25", .vehicleClass: "Vans, Cargo Type"]), false),
        (car(guzzler, [.cityUnadjusted: "20", .highwayUnadjusted: "25", .vehicleClass: "Two Seaters"]), true),
        (car(guzzler, [.cityUnadjusted: "20", .highwayUnadjusted: "25", .vehicleClass: "Small Station Wagons"]), true),
        (car(guzzler, [.cityUnadjusted: "20", .highwayUnadjusted: "25", .engine: "(Police)"]), false),
        (car(guzzler, [.cityUnadjusted: "20", .highwayUnadjusted: "25", .model: "Crown Victoria Police"]), false),
        (car(guzzler, [.cityUnadjusted: "20", .highwayUnadjusted: "25", .fuel1: "Natural Gas"]), false),
        (car(guzzler, [.cityUnadjusted: "20", .highwayUnadjusted: "25", .fuel1: "Diesel"]), true),
        (car(guzzler, [.cityUnadjusted: "20", .highwayUnadjusted: "25", .year: "1985"]), false),
        (car(guzzler, [.cityUnadjusted: "18", .highwayUnadjusted: "24", .year: "1985"]), true),
        (car(guzzler, [.cityUnadjusted: "18", .highwayUnadjusted: "24", .year: "1984"]), false),
        (car(guzzler, [.cityUnadjusted: "17", .highwayUnadjusted: "21", .year: "1984"]), true),
        (car(guzzler, [.cityUnadjusted: "23", .highwayUnadjusted: "23", .guzzler: "G"]), false),
        (car(guzzler, [.cityUnadjusted: "23.1", .highwayUnadjusted: "23.1", .guzzler: "G"]), true),
        (car(guzzler, [.cityUnadjusted: "20", .guzzler: "G"]), false), (car(guzzler, [.cityUnadjusted: "10"]), false),
    ])
    func holdsTheGuzzlerFlagAgainstTheEconomy(_ facts: [Field: String], _ isFound: Bool) {
        #expect(findings(facts) == (isFound ? ["gas-guzzler-mismatch"] : []))
    }

    @Test(arguments: [
        // 0.4 × 8,887 / 40 = 88.87: 15 % either way is 75.5 to 102.2.
        (car(plugIn, [.combined: "40", .co2Tailpipe: "76", .utilityFactor: "0.6"]), []),
        (car(plugIn, [.combined: "40", .co2Tailpipe: "102", .utilityFactor: "0.6"]), []),
        (car(plugIn, [.combined: "40", .co2Tailpipe: "75", .utilityFactor: "0.6"]), ["plug-in-co2-mismatch"]),
        (car(plugIn, [.combined: "40", .co2Tailpipe: "103", .utilityFactor: "0.6"]), ["plug-in-co2-mismatch"]),
        // And 0.6 × 1 gallon for 100 miles: 53.3 g more.
        (car(plugIn, [.combined: "40", .co2Tailpipe: "142", .utilityFactor: "0.6", .fuelOnElectricity: "1"]), []),
        (
            car(plugIn, [.combined: "40", .co2Tailpipe: "102", .utilityFactor: "0.6", .fuelOnElectricity: "1"]),
            ["plug-in-co2-mismatch"]
        ),
        // 0.4 × 10,180 / 40 = 101.8.
        (car(plugIn, [.combined: "40", .co2Tailpipe: "110", .utilityFactor: "0.6", .fuel1: "Diesel"]), []),
        (car(plugIn, [.combined: "40", .co2Tailpipe: "222"]), []),
        (car(gasoline, [.combined: "40", .co2Tailpipe: "222", .utilityFactor: "0.6"]), []),
        // 33.705 kWh for 100 miles are 1 gallon's: 100 MPGe; with half a gallon of fuel it is 66.7.
        (car(plugIn, [.combined2: "90.1", .combinedElectricity: "33.705"]), []),
        (car(plugIn, [.combined2: "89.9", .combinedElectricity: "33.705"]), ["plug-in-electricity-mismatch"]),
        (car(plugIn, [.combined2: "110.1", .combinedElectricity: "33.705"]), ["plug-in-electricity-mismatch"]),
        (car(plugIn, [.combined2: "66.7", .combinedElectricity: "33.705", .fuelOnElectricity: "0.5"]), []),
        (car(plugIn, [.combined2: "66.7", .combinedElectricity: "33.705"]), ["plug-in-electricity-mismatch"]),
    ])
    func holdsPlugInHybridsAgainstTheirUtilityFactor(_ facts: [Field: String], _ rules: [String]) {
        #expect(findings(facts) == rules)
    }

    @Test(arguments: [
        ("3.4", "4", true), ("3.41", "4", false), ("0.8", "4", true), ("0.79", "4", false), ("5.1", "6", true),
        ("5.2", "6", false), ("7.6", "8", true), ("7.61", "8", false), ("8.4", "10", true), ("1.5", "12", false),
        ("1.3", "", true),
    ])
    func holdsDisplacementAgainstCylinders(_ displacement: String, _ cylinders: String, _ fits: Bool) {
        let facts = car(gasoline, [.displacement: displacement, .cylinders: cylinders])
        #expect(findings(facts) == (fits ? [] : ["displacement-per-cylinder"]))
    }

    @Test(arguments: [
        (car(electric, [.transmission: "Automatic (A1)"]), []), (electric, []),
        (car(electric, [.transmission: "Automatic (variable gear ratios)"]), ["transmission-of-electric-car"]),
        (car(electric, [.transmission: "Manual 5-spd"]), ["transmission-of-electric-car"]),
        (car(gasoline, [.transmission: "Manual 5-spd"]), []),
        (car(gasoline, [.transmission: "Automatic (variable gear ratios)"]), []),
        (car(gasoline, [.model: "Taurus FFV"]), ["flexible-fuel-in-name-only"]),
        (car(gasoline, [.model: "FFV Taurus"]), ["flexible-fuel-in-name-only"]), (car(gasoline, [.model: "XFFV"]), []),
        (car(gasoline, [.model: "Taurus FFV", .fuel2: "E85", .combined2: "15", .technology: "FFV"]), []),
        (car(electric, [.model: "Taurus FFV"]), []),
        // 235.215 / 117 = 2.01 L/100 km, / 118 = 1.99; / 5.9 = 39.9, / 5.8 = 40.6.
        (car(gasoline, [.combined: "117"]), []), (car(gasoline, [.combined: "118"]), ["economy-out-of-range"]),
        (car(gasoline, [.combined: "5.9"]), []), (car(gasoline, [.combined: "5.8"]), ["economy-out-of-range"]),
        (car(plugIn, [.combined: "118"]), []), (car(electric, [.combined: "118"]), []),
        (car(electric, [.combined: "236"]), ["economy-out-of-range"]),
        (car(electric, [.combined: "18"]), ["economy-out-of-range"]), (electric, []),
        ([.fuel1: "Hydrogen", .technology: "FCV", .combined: "300"], []),
    ])
    func looksForWhatCannotBe(_ facts: [Field: String], _ rules: [String]) {
        #expect(findings(facts) == rules)
    }

    @Test(arguments: [TestCycle.wltp, .nrcanRating]) func comparesMetricFigures(_ cycle: TestCycle) {
        // 282.481 / 8 = 35.31: 5 % either way is 33.54 to 37.08.
        for (imperial, fits) in [("33.6", true), ("33.5", false), ("37", true), ("37.1", false)] {
            let found = findings(car(gasoline, [.combined: "8", .combinedImperial: imperial]), cycle: cycle)
            #expect(found == (fits ? [] : ["imperial-economy-mismatch"]))
        }
        // 8 L of 2,290, 2,660 and 1,620 g for 100 km: 183.2, 212.8 and 129.6, 10 % either way.
        for (fuel, co2, fits) in [
            ("Gasoline", "165", true), ("Gasoline", "164", false), ("Gasoline", "202", false), ("Diesel", "192", true),
            ("Diesel", "191", false), ("E85", "142", true), ("E85", "143", false), ("Natural Gas", "1", true),
        ] {
            let facts = car(gasoline, [.fuel1: fuel, .combined: "8", .co2Tailpipe: co2])
            #expect(findings(facts, cycle: cycle) == (fits ? [] : ["co2-consumption-mismatch"]), "\(fuel) \(co2)")
            #expect(findings(car(facts, [.technology: "Bifuel (LPG)", .fuel2: "LPG", .combined2: "9"]), cycle: cycle) == [])
        }
        // 52.9 miles to the gallon in a column of liters.
        #expect(findings(car(gasoline, [.combined: "52.9"]), cycle: cycle) == ["economy-out-of-range"])
    }

    @Test func comparesThePhasesOfATest() {
        // (3.095 × 10 + 4.756 × 8 + 7.162 × 6 + 8.254 × 7) / 23.267 = 7.295: 10 % either way is 6.57 to 8.02.
        let phases: [Field: String] = [.low: "10", .medium: "8", .high: "6", .extraHigh: "7", .fuel1: "Gasoline"]
        for (combined, fits) in [("6.6", true), ("6.5", false), ("8", true), ("8.1", false)] {
            let found = findings(car(car(gasoline, phases), [.combined: combined]), cycle: .wltp)
            #expect(found == (fits ? [] : ["phases-consumption-mismatch"]))
        }
        #expect(findings(car(gasoline, [.combined: "8", .low: "1", .medium: "1", .high: "1"]), cycle: .wltp) == [])
        #expect(findings(car(car(gasoline, phases), [.combined: "20"]), cycle: .nrcanRating) == [])
    }

    @Test func obeysTheLimitsOfThePipeline() {
        // 1 / (0.55/20 + 0.45/30) = 23.53.
        let facts: [Field: String] = [.city: "20", .highway: "30", .combined: "25", .displacement: "2"]
        #expect(findings(facts) == ["combined-economy-mismatch"])
        #expect(findings(facts, limits: ["combined-economy-mismatch": 1.5]) == [])
        #expect(findings(facts, limits: ["unrounded-economy-mismatch": 1.5]) == ["combined-economy-mismatch"])
        let carbon = car(gasoline, [.combined: "20", .co2Tailpipe: "430"])
        #expect(findings(carbon) == [])
        #expect(findings(carbon, limits: ["co2-economy-mismatch": 3]) == ["co2-economy-mismatch"])
    }

    @Test func findsCostsThatAnotherPriceImplies() {
        // 15,000 miles at 3 dollars a gallon: 1,800 at 25 mpg; 5 % and 25 dollars either way are 1,685 to 1,915.
        func count(_ costs: [String], _ facts: [Field: String] = [:], limits: [String: Double] = [:]) -> Int {
            let rows = costs.enumerated().map {
                (UInt64($0.offset + 1), car(car(gasoline, [.combined: "25", .annualCost: $0.element]), facts))
            }
            let table = VehicleTable(rows: rows)
            #expect(AnnualCosts.applies(to: table))
            return AnnualCosts(table).audit(limits: limits).count(of: "annual-cost-mismatch")
        }
        let usual = Array(repeating: "1800", count: 8)
        #expect(count(usual + ["1700", "1900"]) == 0)
        #expect(count(usual + ["1650", "1950", "5000"]) == 3)
        #expect(count(Array(usual.dropFirst()) + ["5000"]) == 1)
        #expect(count(Array(usual.dropFirst(2)) + ["5000"]) == 0, "seven do not tell a price")
        #expect(count(usual + ["1650", "5000"], limits: ["annual-cost-mismatch": 50]) == 1)
        #expect(count(usual + ["5000"], plugIn) == 0)
        #expect(count(usual + [""]) == 0)
        // 15,000 miles at 20 kWh for 100 miles: 3,000 kWh for 1,800 dollars.
        #expect(count(usual + ["1700", "1650"], car(electric, [.combinedElectricity: "20"])) == 1)
        #expect(count(usual + ["1650"], electric) == 0, "without electricity nothing is told")
    }

    @Test func saysWhatACostIsWorkedOutFrom() {
        let rows = (1...9).map { (UInt64($0), car(gasoline, [.combined: "25", .annualCost: $0 == 9 ? "2600" : "1800"])) }
        let entry = AnnualCosts(VehicleTable(rows: rows)).audit().found[0]
        #expect(
            entry.rule.text(entry.findings[0].values)
                == "annual fuel cost 2600 USD found, expected 1800 at 3 USD a gallon of Regular Gasoline")
        #expect(entry.findings[0].place.vehicle == 9)
        var table = VehicleTable(rows: rows)
        table.facts.remove(.technology)
        #expect(!AnnualCosts.applies(to: table))
        table = VehicleTable(rows: rows)
        table.quantities[.annualCost] = Quantity(.euros)
        #expect(!AnnualCosts.applies(to: table))
    }
}
