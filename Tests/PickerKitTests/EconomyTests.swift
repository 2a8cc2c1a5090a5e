import PickerKit
import Testing

@Suite struct EconomyTests {
    private func facts(_ unit: String, _ value: Double, fuel: String? = nil, called name: String? = nil) throws
        -> VehicleFacts
    {
        var fields = #""e":{"type":"number","unit":"\#(unit)""# + (fuel.map { #","fuel":"\#($0)""# } ?? "") + "}"
        var members = #""e":\#(value)"#
        if let fuel, let name {
            fields += #","\#(fuel)":{"type":"text"}"#
            members += #","\#(fuel)":"\#(name)""#
        }
        let text = #"{"fields":{\#(fields)},"format":2,"vehicles":{"1":{\#(members)}}}"#
        return try #require(try PickerVehicles(Array(text.utf8))["1"])
    }

    /// Figures from the definitions of the mile and of both gallons (30 × 1.609344 / 3.785411784 = 12.7543 km/L).
    @Test(arguments: [
        ("mpg (US)", 30.0, ["30 mpg", "36.0 mpg (imperial)", "7.8 L/100 km", "12.8 km/L"]),
        ("mpg (imperial)", 36.0, ["30.0 mpg", "36 mpg (imperial)", "7.8 L/100 km", "12.7 km/L"]),
        ("L/100 km", 7.84, ["30.0 mpg", "36.0 mpg (imperial)", "7.8 L/100 km", "12.8 km/L"]),
        ("km/L", 12.754, ["30.0 mpg", "36.0 mpg (imperial)", "7.8 L/100 km", "12.8 km/L"]),
        ("gal/100 mi (US)", 4, ["25 mpg", "30.0 mpg (imperial)", "9.4 L/100 km", "10.6 km/L"]),
        ("kWh/100 mi", 25, ["25.0 kWh/100 mi", "25.0 kWh/100 mi", "15.5 kWh/100 km", "15.5 kWh/100 km"]),
        ("Wh/km", 155.3, ["25.0 kWh/100 mi", "25.0 kWh/100 mi", "15.5 kWh/100 km", "15.5 kWh/100 km"]),
        ("Le/100 km", 2, ["117.6 MPGe", "141.2 MPGe (imperial)", "2.0 Le/100 km", "50.0 km/Le"]),
    ])
    func speaksTheUsersUnit(_ unit: String, _ value: Double, _ expected: [String]) throws {
        let facts = try facts(unit, value)
        #expect(EconomyUnit.allCases.map { facts.economy("e", in: $0)?.text() } == expected.map(Optional.some))
    }

    @Test(arguments: [("Regular Gasoline", "133 mpg"), ("Electricity", "133 MPGe"), ("Hydrogen", "133 MPGe")])
    func saysEquivalentOfWhatIsNoLiquid(_ fuel: String, _ expected: String) throws {
        let facts = try facts("mpg or MPGe (US)", 133, fuel: "fuel1", called: fuel)
        #expect(facts.economy("e", in: .milesPerUSGallon)?.text() == expected)
    }

    @Test(arguments: [0.0, -1]) func hasNoEconomyThatNoCarHas(_ value: Double) throws {
        for unit in ["mpg (US)", "L/100 km", "kWh/100 mi", "gal/100 mi (US)", "g/mi"] {
            #expect(try facts(unit, value).economy("e", in: .litersPer100Kilometers) == nil)
        }
        #expect(try facts("L/100 km", 5).economy("other", in: .kilometersPerLiter) == nil)
    }

    /// There and back again.
    @Test func convertsWithoutLoss() throws {
        for from in EconomyUnit.allCases {
            for to in EconomyUnit.allCases {
                for value in stride(from: 0.5, to: 200, by: 3.7) {
                    let there = try #require(to.value(of: value, in: from))
                    let back = try #require(from.value(of: there, in: to))
                    #expect(abs(back - value) < 1e-12 * value)
                }
            }
        }
    }

    @Test(arguments: [
        (1234.5, 1, "1.234,5"), (0.05, 1, "0,1"), (-0.04, 1, "0,0"), (999_999.96, 1, "1.000.000,0"), (7, 0, "7"),
        (-12.25, 2, "-12,25"),
        (1000, 0, "1.000"), (0.007, 3, "0,007"),
    ])
    func writesNumbersAsALocaleDoes(_ number: Double, _ decimals: Int, _ expected: String) {
        #expect(NumberStyle(decimalSeparator: ",", groupingSeparator: ".").text(number, decimals: decimals) == expected)
    }

    @Test func findsByWhatPeopleType() throws {
        let catalog = try PickerCatalog(
            Array(
                """
                {"format":2,"levels":["make","model","year","option"],
                 "make":{"title":["Citroën","Toyota","Volkswagen"],"first":[0,1,3],"count":[1,2,1],"default":[0,0,0],"aliases":{"2":["VW"]}},
                 "model":{"title":["C4 Cactus","Camry XLE/XSE","Corolla"," ID.4 "],"first":[0,1,3,4],"count":[1,2,1,1],"default":[0,0,0,0]},
                 "year":{"title":[2015,2018,2017,2018,2024],"first":[0,1,2,3,4],"count":[1,1,1,1,1],"default":[0,0,0,0,0]},
                 "option":{"id":["1","2","3","4","5"],"text":["a"],"title":[0,0,0,0,0],"detail":[0,0,0,0,0]}}
                """.utf8))
        let search = PickerSearch(catalog)
        #expect(search.paths(matching: "citroen") == [[0]] && search.paths(matching: "CITROËN") == [[0]])
        #expect(
            search.paths(matching: "c") == [[0], [1, 0], [1, 1]] && search.paths(matching: "c", limit: 2) == [[0], [1, 0]])
        #expect(
            search.paths(matching: "toyota cam 2017") == [[1, 0, 1]]
                && search.paths(matching: "2018 toy") == [[1, 0, 0], [1, 1, 0]])
        #expect(search.paths(matching: "xse") == [[1, 0]] && search.paths(matching: "vw") == [[2]])
        #expect(search.paths(matching: "id 4") == [[2, 0]] && search.paths(matching: "id.4 vw") == [[2, 0]])
        #expect(search.paths(matching: "id4") == [[2, 0]] && search.paths(matching: "c4cac") == [[0, 0]])
        for nothing in ["", "  ", "-!", "oyota", "toyota citroen", "camry 2024"] {
            #expect(search.paths(matching: nothing) == [])
        }
    }

    enum Span: String, CaseIterable { case days, weeks, months }

    @Test func bindsColumnsToAValue() {
        let columns = WheelColumns(numbers: 1...99, units: Span.allCases) { $0.rawValue }
        #expect(columns.titles == [(1...99).map { String($0) }, ["days", "weeks", "months"]])
        var value = UnitCount(3, Span.weeks)
        #expect(columns.rows(for: value) == [2, 1])
        columns.select(98, in: 0, of: &value)
        columns.select(2, in: 1, of: &value)
        #expect(value == UnitCount(99, .months))
        for (row, column) in [(-1, 0), (99, 0), (3, 1), (0, 2), (0, -1)] { columns.select(row, in: column, of: &value) }
        #expect(value == UnitCount(99, .months))
        var far = UnitCount(120, Span.days)
        #expect(columns.rows(for: far) == [98, 0] && far.number == 120)
        columns.select(1, in: 1, of: &far)
        #expect(far == UnitCount(99, .weeks))
        #expect(columns.rows(for: UnitCount(-5, .days)) == [0, 0])
        for number in 1...99 {
            for unit in Span.allCases {
                var turned = UnitCount(50, Span.days)
                columns.select(number - 1, in: 0, of: &turned)
                columns.select(Span.allCases.firstIndex(of: unit)!, in: 1, of: &turned)
                #expect(turned == UnitCount(number, unit))
            }
        }
    }
}
