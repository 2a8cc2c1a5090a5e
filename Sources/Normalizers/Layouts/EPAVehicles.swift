import FuelEconomy

extension Layout {
    /// `vehicles.csv` or `vehicles.xml` of the US EPA and DOE's fueleconomy.gov: every car and light truck since model year
    /// 1984. The web service gives one vehicle as a document of its own.
    ///
    /// Column meanings after fueleconomy.gov's "vehicle" data description; absences as counted in real releases: `-1` where no
    /// figure was computed, `0` where no test was made, blank and `NA` where nothing applies. 0 g/mi of CO₂ at the tailpipe is
    /// real for electric and fuel-cell cars, so `co2*` know only `-1`.
    package static let epaVehicles = Layout(
        id: "epa-vehicles",
        title: "US EPA and DOE, fueleconomy.gov: vehicles.csv, vehicles.xml",
        forms: [.delimited(.init()), .xml(.init(records: ["vehicles/vehicle", "vehicle"]))],
        columns: [
            Column("id", nil, .id, required: true),
            Column("year", .year, .number(in: 0...99_999), required: true),
            Column("make", .make, .text, required: true),
            Column("model", .model, .text, required: true),
            Column("baseModel", .baseModel, .text),
            Column("VClass", .vehicleClass, .text),
            Column("drive", .drive, .text),
            Column("trany", .transmission, .text),
            Column("trans_dscr", .transmissionCode, .text),
            Column("cylinders", .cylinders, .number(in: 1...16), absences: ["NA"]),
            Column("displ", .displacement, .number(in: 0.1...20), absences: ["NA", "0", "0.0"]),
            Column("eng_dscr", .engine, .text),
            Column("engId", .engineID, .text, absences: ["0"]),
            Column("fuelType", .fuel, .text),
            Column("fuelType1", .fuel1, .text),
            Column("fuelType2", .fuel2, .text),
            Column("atvType", .technology, .text),
            Column("tCharger", .turbocharger, .text),
            Column("sCharger", .supercharger, .text),
            Column("guzzler", .guzzler, .text),
            Column("startStop", .startStop, .text),
            Column("mfrCode", .manufacturerCode, .text),
            Column("evMotor", .motor, .text),
            Column("mpgData", .economyBasis, .text),
            Column("phevBlended", .blended, .text, absences: ["false"]),
            Column("city08", .city, economy), Column("city08U", .cityUnrounded, economy),
            Column("highway08", .highway, economy), Column("highway08U", .highwayUnrounded, economy),
            Column("comb08", .combined, economy), Column("comb08U", .combinedUnrounded, economy),
            Column("cityA08", .city2, economy),
            Column("highwayA08", .highway2, economy),
            Column("combA08", .combined2, economy),
            Column("UCity", .cityUnadjusted, economy), Column("UHighway", .highwayUnadjusted, economy),
            Column("cityE", .cityElectricity, positive),
            Column("highwayE", .highwayElectricity, positive),
            Column("combE", .combinedElectricity, positive),
            // Of plug-in hybrids: the share of miles driven on electricity, and the gasoline that goes with it.
            Column("combinedUF", .utilityFactor, .number(in: 0.0001...1)),
            Column("combinedCD", .fuelOnElectricity, .number(in: 0.00001...100)),
            Column("co2", .co2, emission, absences: ["-1"]),
            Column("co2A", .co2Fuel2, emission, absences: ["-1"]),
            Column("co2TailpipeGpm", .co2Tailpipe, emission, absences: ["-1"]),
            Column("co2TailpipeAGpm", .co2TailpipeFuel2, emission, absences: ["-1"]),
            Column("fuelCost08", .annualCost, positive),
            Column("barrels08", .barrels, .number(in: 0...1000)),
            Column("range", .range, positive),
            Column("rangeA", .range2, .text, absences: ["0"]),
            Column("rangeCity", .cityRange, positive),
            Column("rangeHwy", .highwayRange, positive),
            Column("charge240", .charge240, positive),
            Column("feScore", .economyScore, .number(in: 1...10), absences: ["-1"]),
            Column("ghgScore", .greenhouseScore, .number(in: 1...10), absences: ["-1"]),
            Column("pv2", .passengerVolume2Door, positive),
            Column("pv4", .passengerVolume4Door, positive),
            Column("createdOn", .created, .date),
            Column("modifiedOn", .modified, .date),
        ],
        ignored: Set([
            "barrelsA08", "charge120", "cityA08U", "cityCD", "cityUF", "combA08U",
            "fuelCostA08", "ghgScoreA", "highwayA08U", "highwayCD", "highwayUF", "hlv", "hpv", "lv2", "lv4",
            "rangeCityA", "rangeHwyA", "UCityA", "UHighwayA", "youSaveSpend", "c240Dscr", "charge240b", "c240bDscr",
            "phevCity", "phevHwy", "phevComb",
            // In the XML form only.
            "emissionsList", "emissionsList/emissionsInfo",
        ]).union(emissionsPaths),
        volatile: ["barrelsA08", "fuelCostA08", "youSaveSpend"],
        firstModelYear: 1984,
        bookkeeping: [.created, .modified])

    /// The emissions that the XML form nests in a vehicle; the layout `epa-emissions` reads them.
    private static let emissionsPaths = Set(
        ["efid", "id", "salesArea", "score", "scoreAlt", "smartwayScore", "standard", "stdText"].map {
            "emissionsList/emissionsInfo/" + $0
        })

    private static let economy = Reading.number(in: 0.1...1000)
    private static let positive = Reading.number(in: 0.0001...1e6)
    private static let emission = Reading.number(in: 0...5000)
}

extension Layout.Column {
    /// Absences that a figure which cannot be zero has of itself: `0`, `0.0`, `-1`.
    fileprivate init(
        _ name: String, _ field: Field?, _ reading: Layout.Reading, absences: Set<String> = [], required: Bool = false
    ) {
        var all = absences
        if case .number(let range) = reading { all = Self.absences(all, besides: range) }
        self.init([name], field, reading, absences: all, required: required)
    }
}
