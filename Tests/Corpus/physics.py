"""The cases of the rules about figures, each in the units that the rule is about; make.py writes them."""


def add_cases(case, HEAD):
    LABEL = "id,make,model,year,city08,highway08,comb08,comb08U,co2TailpipeGpm,fuelType1,atvType\n"
    PLAIN = "Regular Gasoline,"
    case("combined-off", "combined does not follow from city and highway", LABEL + f"1,A,B,2020,20,30,27,27.1,329,{PLAIN}\n",
         "finding: combined-economy-mismatch 1", pipeline="label")
    case("city-above-highway", "in a car that does not recover energy", LABEL + f"1,A,B,2020,30,24,27,27.1,329,{PLAIN}\n",
         "finding: city-above-highway 1", pipeline="label")
    case("co2-off", "not the carbon of the fuel", LABEL + f"1,A,B,2020,25,30,27,27.1,420,{PLAIN}\n",
         "finding: co2-economy-mismatch 1", pipeline="label")
    case("rounded-off", "not the unrounded figure's", LABEL + f"1,A,B,2020,25,30,27,28.1,329,{PLAIN}\n",
         "finding: rounded-differs-from-unrounded 1", pipeline="label")
    # Sound cars by hand, of which each case changes what it is about.
    GASOLINE = dict(
        id=1, make="A", model="B", year=2020, city08=25, highway08=30, comb08=27, city08U=25.2, highway08U=30.1, comb08U=27.2, cityA08="",
        highwayA08="", combA08="", combE="", co2=329, co2TailpipeGpm=329, barrels08=11.02, range="", cylinders=4, displ=2,
        fuelType1="Regular Gasoline", fuelType2="", atvType="", UCity=32, UHighway=42, combinedUF="", combinedCD="", fuelCost08=1650,
        VClass="Compact Cars", guzzler="", trany="Automatic 6-spd", eng_dscr="")
    ELECTRIC = dict(
        GASOLINE, city08=130, highway08=110, comb08=120, city08U="", highway08U="", comb08U="", combE=28, co2=0, co2TailpipeGpm=0,
        barrels08=0.08, range=250, cylinders="", displ="", fuelType1="Electricity", atvType="EV", UCity=180, UHighway=150, fuelCost08=650,
        trany="Automatic (A1)")
    FLEXIBLE = dict(GASOLINE, cityA08=18, highwayA08=22, combA08=20, fuelType2="E85", atvType="FFV")
    # 60 % of its miles on electricity, and no fuel on those: 0.4 × 8,887 g / 40 mpg = 88.9 g.
    PLUG_IN = dict(
        GASOLINE, city08=41, highway08=39, comb08=40, city08U="", highway08U="", comb08U="", cityA08=102, highwayA08=94, combA08=98,
        combE=34, co2=89, co2TailpipeGpm=89, fuelType2="Electricity", atvType="Plug-in Hybrid", combinedUF=0.6)


    def physics(name, title, car, *expected, **changes):
        """One car, a row; more rows are given as `rows`, each the changes of one."""
        rows = [dict(car, **changes)] if "rows" not in changes else [dict(car, id=i, **row) for i, row in enumerate(changes["rows"], 1)]
        text = ",".join(car) + "\n" + "".join(",".join(str(value) for value in row.values()) + "\n" for row in rows)
        case(name, title, text, f"ledger: kept {len(rows)}", *expected, pipeline="physics")


    physics("physics-of-sound-cars", "nothing is found", GASOLINE, rows=[
        {}, dict({key: ELECTRIC[key] for key in ELECTRIC if key != "id"}, year=2021),
        {key: FLEXIBLE[key] for key in FLEXIBLE if key != "id"}, dict({key: PLUG_IN[key] for key in PLUG_IN if key != "id"}, year=2022)])
    physics("combined-off-on-the-second-fuel", "combined does not follow from city and highway", FLEXIBLE,
            "finding: combined-economy-mismatch-fuel2 1", combA08=22)
    physics("unrounded-off", "unrounded combined does not follow from city and highway", GASOLINE,
            "finding: unrounded-economy-mismatch 1", city08U=22.2)
    physics("electricity-off", "the economy does not follow from the electricity", ELECTRIC,
            "finding: electricity-economy-mismatch 1", combE=31)
    physics("barrels-off", "the petroleum does not follow from the economy", GASOLINE, "finding: barrels-economy-mismatch 1",
            barrels08=14.02)
    physics("co2-of-electric-car", "nothing burns", ELECTRIC, "finding: co2-of-electric-car 1", co2=120, co2TailpipeGpm=120)
    physics("co2-columns-differ", "and the tailpipe is right", GASOLINE, "finding: co2-columns-differ 1", co2=340)
    physics("electric-with-cylinders", "an engine where nothing burns", ELECTRIC, "finding: electric-with-cylinders 1", cylinders=4)
    physics("combustion-without-engine", "a displacement alone is enough, for rotary engines have no cylinders", GASOLINE,
            "finding: combustion-without-engine 1", rows=[dict(cylinders=""), dict(cylinders="", displ="", year=2021)])
    physics("technology-contradicts-fuel", "two words that cannot both be right", GASOLINE, "finding: technology-contradicts-fuel 1",
            atvType="Diesel")
    physics("plug-in-without-second-fuel", "and nothing else is said of it", GASOLINE, "finding: plug-in-without-second-fuel 1",
            atvType="Plug-in Hybrid")
    physics("second-fuel-without-economy", "city and highway alone", FLEXIBLE, "finding: second-fuel-without-economy 1", combA08="")
    physics("electric-range-missing", "a battery that takes one nowhere", ELECTRIC, "finding: electric-range-missing 1", range="")
    physics("guzzler-without-a-flag", "a car, a police car, a truck, one of natural gas, and one near the bound", GASOLINE,
            "finding: gas-guzzler-mismatch 1", rows=[
                dict(UCity=17, UHighway=25), dict(UCity=17, UHighway=25, eng_dscr="(POLICE)", year=2021),
                dict(UCity=17, UHighway=25, VClass="Vans", year=2022), dict(UCity=19.8, UHighway=27, year=2023)])
    physics("guzzler-flag-without-a-reason", "below the bound of 1990, and above that of 1984", GASOLINE,
            "finding: gas-guzzler-mismatch 1", rows=[
                dict(UCity=18, UHighway=25, guzzler="T", year=1984), dict(UCity=18, UHighway=25, guzzler="T", year=1990)])
    physics("plug-in-co2-off", "not weighted by the miles on electricity", PLUG_IN, "finding: plug-in-co2-mismatch 1", co2=222,
            co2TailpipeGpm=222)
    physics("plug-in-electricity-off", "one MPGe follows from the electricity and the fuel with it, one from neither", PLUG_IN,
            "finding: plug-in-electricity-mismatch 1", rows=[
                dict(combinedCD=1, cityA08=53, highwayA08=46, combA08=49.8, co2=142, co2TailpipeGpm=142),
                dict(cityA08=80, highwayA08=76, combA08=78, year=2021)])
    physics("displacement-off", "four cylinders of 3.5 L, eight of 7.4 L, and twelve of 1.5 L", GASOLINE,
            "finding: displacement-per-cylinder 2", rows=[
                dict(displ=3.5), dict(displ=7.4, cylinders=8, year=2021), dict(displ=1.5, cylinders=12, year=2022)])
    physics("transmission-of-electric-car", "a belt, and a lever", ELECTRIC, "finding: transmission-of-electric-car 2", rows=[
        {}, dict(trany="Automatic (variable gear ratios)", year=2021), dict(trany="Manual 5-spd", year=2022)])
    physics("economy-out-of-range", "270 mpg of gasoline, all figures alike", GASOLINE, "finding: economy-out-of-range 1",
            city08=250, highway08=300, comb08=270, city08U="", highway08U="", comb08U="", co2="", co2TailpipeGpm="", barrels08="",
            fuelCost08="")
    physics("flexible-fuel-in-name-only", "no second fuel", GASOLINE, "finding: flexible-fuel-in-name-only 1", model="B FFV")
    physics("annual-cost-off", "the price of eight cars, and another one's", GASOLINE, "finding: annual-cost-mismatch 1",
            rows=[dict(year=2010 + i) for i in range(8)] + [dict(year=2019, fuelCost08=2600)])
    physics("annual-cost-of-few", "seven cars do not tell a price", GASOLINE,
            rows=[dict(year=2010 + i) for i in range(6)] + [dict(year=2019, fuelCost08=2600)])
    YEARS = HEAD + "".join(f"{year},Audi,A4,{year},25\n" for year in range(2000, 2013) if year != 2006)
    case("model-year-gap", "six years before 2006 and six behind it", YEARS, "ledger: kept 12", "finding: model-year-gap 1")
    case("model-year-gap-of-a-short-row", "five years behind it are too few", YEARS[:YEARS.rindex("2012,Audi")], "ledger: kept 11")
    case("model-year-gap-of-a-lower-limit", "and enough where the pipeline says five", YEARS[:YEARS.rindex("2012,Audi")],
         "ledger: kept 11", "finding: model-year-gap 1", pipeline="limits")
    case("swapped-make-and-model", "one of three rows, in other letters; Genesis of Hyundai is no swap", HEAD
         + "1,Volkswagen,Golf,2020,25\n2,Volkswagen,Golf,2021,25\n3,GOLF,VOLKSWAGEN,2022,25\n4,Hyundai,Genesis,2012,20\n"
         + "5,Genesis,G80,2020,22\n", "ledger: kept 5", "finding: swapped-make-model 1")
    # Nine cars that say nothing of themselves but their economy and an engine.
    NAMESAKES = dict.fromkeys(("city08", "highway08", "city08U", "highway08U", "comb08U", "co2", "co2TailpipeGpm", "barrels08",
                               "fuelCost08"), "")
    physics("economy-outlier", "far from its namesakes, and agreeing with itself", GASOLINE, "finding: economy-outlier 1",
            rows=[dict(NAMESAKES, displ=2 + i / 10, year=2018 + i % 3, comb08=27 + i % 2) for i in range(8)]
            + [dict(NAMESAKES, displ=3, year=2019, comb08=37)])
    physics("economy-outlier-of-few", "seven namesakes within two years are too few to tell", GASOLINE,
            rows=[dict(NAMESAKES, displ=2 + i / 10, year=2018 + i // 6 * 3, comb08=27) for i in range(8)]
            + [dict(NAMESAKES, displ=3, year=2018, comb08=90)])
    physics("default-across-powertrains", "a gasoline car stands for a diesel", GASOLINE, "finding: default-across-powertrains 1",
            rows=[{}, dict(fuelType1="Diesel", co2=377, co2TailpipeGpm=377, barrels08=13.23)])
    physics("wheel-too-long", "101 engines of one model year", GASOLINE, "finding: wheel-too-long 1",
            rows=[dict(displ=1 + i / 100) for i in range(101)])
    CANADA = ("Model year,Make,Model,Vehicle class,Engine size (L),Cylinders,Transmission,Fuel type,City (L/100 km),"
              "Highway (L/100 km),Combined (L/100 km),Combined (mpg),CO2 emissions (g/km),CO2 rating,Smog rating\n")
    case("consumption-off", "combined does not follow from city and highway, in L/100 km",
         CANADA + "2020,A,B,C,2,4,A,X,9.2,7.5,8.9,32,200,5,5\n", "finding: combined-consumption-mismatch 1", pipeline="canada")
    case("co2-consumption-off", "307 g/km from 6.4 L/100 km of gasoline; 8 L of diesel leave 213", CANADA
         + "2020,A,B,C,2,4,A,X,7,5.7,6.4,44,307,5,5\n2020,A,D,C,2,4,A,D,9,6.8,8,35,213,5,5\n",
         "finding: co2-consumption-mismatch 1", pipeline="canada")
    case("imperial-off", "8 L/100 km are 35.3 miles to the imperial gallon and 29.4 to the US one", CANADA
         + "2020,A,B,C,2,4,A,X,9,6.8,8,35,184,5,5\n2020,A,D,C,2,4,A,X,9,6.8,8,29,184,5,5\n",
         "finding: imperial-economy-mismatch 1", pipeline="canada")
    VCA = ("Manufacturer,Model,Transmission,Engine Capacity,Fuel Type,Powertrain,WLTP Imperial Combined,WLTP Metric Low,WLTP Metric Medium,"
           "WLTP Metric High,WLTP Metric Extra High,WLTP Metric Combined,WLTP CO2\n")
    case("phases-off", "combined above each of the four phases", VCA
         + "A,B,M6,1598,Petrol,Internal Combustion Engine (ICE),33.6,6.4,5.6,6.6,6.5,8.4,190\n"
         + "A,C,M6,1598,Petrol,Internal Combustion Engine (ICE),44.8,6.4,5.6,6.6,6.5,6.3,143\n",
         "finding: phases-consumption-mismatch 1", "finding: missing-column 7", pipeline="britain")
