"""Counts and rows of an EPA vehicles.csv.gz, told by Python's csv module and formulas of its own.

usage: feed_oracle.py FEED BUNDLE: prints nothing where the bundle agrees, and a line for each difference where not.
"""
import collections
import csv
import gzip
import json
import re
import statistics
import sys

feed, bundle = sys.argv[1:]
with gzip.open(feed, "rt", encoding="utf-8", newline="") as file:
    rows = list(csv.DictReader(file))
report = json.load(open(bundle + "/report/report.json"))
count = {rule["id"]: rule["count"] for rule in report["rules"]}
differences = []


def expect(what, found, expected):
    if found != expected:
        differences.append(f"{what}: {found!r} found, expected {expected!r}")


def number(row, name):
    return float(row[name] or "nan")


def key(text):
    return re.sub("/+", "/", re.sub("[^a-z0-9/+!#<>]", "", text.lower()))


# Rows, and where they went.
expect("rows read", report["ledger"]["read"], len(rows))
expect("rows kept", report["ledger"]["kept"], len(rows))

# Rules, each by a formula of its own.
combined = city = carbon = rounded = 0
for row in rows:
    c, h, k, u = (number(row, n) for n in ("city08", "highway08", "comb08", "comb08U"))
    if c > 0 and h > 0:
        combined += abs(k - c * h / (0.55 * h + 0.45 * c)) > 1
    city += c > h and row["atvType"] not in ("Hybrid", "Plug-in Hybrid", "EV", "FCV")
    grams = 10180 if row["fuelType1"] == "Diesel" else 8887 if "Gasoline" in row["fuelType1"] else None
    if grams and row["atvType"] != "Plug-in Hybrid":
        carbon += abs(number(row, "co2TailpipeGpm") * k / grams - 1) > 0.1
    rounded += u > 0 and abs(k - u) > 0.5
expect("combined-economy-mismatch", count["combined-economy-mismatch"], combined)
expect("city-above-highway", count["city-above-highway"], city)
expect("co2-economy-mismatch", count["co2-economy-mismatch"], carbon)
expect("rounded-differs-from-unrounded", count["rounded-differs-from-unrounded"], rounded)

# More rules, on the raw text of each column: "figure" gives None where the feed has no figure.


def figure(row, name):
    text = row[name]
    return None if text in ("", "NA") or float(text) in (0, -1) else float(text)


def off(city, highway, combined):
    """Gallons for 100 miles, 55 of them in the city, against the miles that a gallon was said to give."""
    return None not in (city, highway, combined) and abs(100 / (55 / city + 45 / highway) - combined) > 1


clean = {"Electricity", "Hydrogen"}
found = collections.Counter()
for row in rows:
    fuels = {row["fuelType1"], row["fuelType2"]} - {""}
    kind = row["atvType"]
    mpg, kilowatt_hours = figure(row, "comb08"), figure(row, "combE")
    found["combined-economy-mismatch-fuel2"] += off(*(figure(row, n) for n in ("cityA08", "highwayA08", "combA08")))
    found["unrounded-economy-mismatch"] += off(*(figure(row, n) for n in ("city08U", "highway08U", "comb08U")))
    if fuels == {"Electricity"}:
        found["electricity-economy-mismatch"] += None not in (mpg, kilowatt_hours) and not 0.95 <= mpg * kilowatt_hours / 3370.5 <= 1.05
        found["electric-range-missing"] += figure(row, "range") is None
    if fuels and fuels <= clean:
        found["co2-of-electric-car"] += float(row["co2TailpipeGpm"]) > 0
        found["electric-with-cylinders"] += figure(row, "cylinders") is not None or figure(row, "displ") is not None
    if fuels - clean:
        found["combustion-without-engine"] += figure(row, "cylinders") is None and figure(row, "displ") is None
    found["co2-columns-differ"] += row["co2"] != "-1" and abs(float(row["co2"]) - float(row["co2TailpipeGpm"])) > 0.5
    wanted = {"EV": ["Electricity"], "FCV": ["Hydrogen"], "Diesel": ["Diesel"], "CNG": ["Natural Gas"], "FFV": ["E85", "Gasoline"],
              "Bifuel (CNG)": ["Natural Gas", "Gasoline"], "Bifuel (LPG)": ["Propane", "Gasoline"]}.get(kind, [])
    said = " ".join(sorted(fuels))
    found["technology-contradicts-fuel"] += (
        any(word not in said for word in wanted) or (said == "Electricity") != (kind == "EV")
        or (kind == "Plug-in Hybrid" and len(fuels) > 1 and "Electricity" not in fuels))
    found["plug-in-without-second-fuel"] += kind == "Plug-in Hybrid" and not row["fuelType2"]
    found["second-fuel-without-economy"] += row["fuelType2"] != "" and figure(row, "combA08") is None
    # Barrels that 15,000 miles take by gallon burnt: two figures a fuel, as EPA changed them in 2022.
    per_gallon = {"Diesel": (0.023813, 0.025479)}.get(row["fuelType1"], (0.019834, 0.021974))
    if ("Gasoline" in row["fuelType1"] or row["fuelType1"] == "Diesel") and "Electricity" not in fuels and mpg:
        ratio = float(row["barrels08"]) * mpg / 15000
        found["barrels-economy-mismatch"] += all(abs(ratio / barrels - 1) > 0.03 for barrels in per_gallon)
    # Cylinders of a size that engines do not have.
    if figure(row, "displ") and figure(row, "cylinders"):
        liters, cylinders = figure(row, "displ"), figure(row, "cylinders")
        found["displacement-per-cylinder"] += not cylinders / 5 <= liters <= cylinders * (0.95 if cylinders > 6 else 0.85)
    # The tax on gas guzzlers: gallons for 100 miles, more than which are taxed, with half a mile to the gallon of leeway.
    town, road, bound = figure(row, "UCity"), figure(row, "UHighway"), {"1984": 19.5, "1985": 21}.get(row["year"], 22.5)
    if town and road:
        gallons = 55 / town + 45 / road
        police = "police" in (row["model"] + row["eng_dscr"]).lower()
        untaxed = re.fullmatch("Two Seaters|.* Cars|.*Station Wagons", row["VClass"]) and re.search("Gasoline|Diesel", row["fuelType1"])
        found["gas-guzzler-mismatch"] += (
            gallons < 100 / (bound + 0.5) if row["guzzler"] else bool(untaxed and not police and gallons > 100 / (bound - 0.5)))
    # Plug-in hybrids: gallons burnt in 100 miles, partly without and partly with the plug.
    if kind == "Plug-in Hybrid":
        factor, with_plug = float(row["combinedUF"]), float(row["combinedCD"])
        grams = (8887 if "Gasoline" in row["fuelType1"] else 10180) * ((1 - factor) * 100 / mpg + factor * with_plug) / 100
        found["plug-in-co2-mismatch"] += factor > 0 and not 0.85 <= float(row["co2TailpipeGpm"]) / grams <= 1.15
        if figure(row, "combA08") and kilowatt_hours:
            miles = figure(row, "combA08") * (kilowatt_hours / 33.705 + with_plug)
            found["plug-in-electricity-mismatch"] += not 90 <= miles <= 110
    found["transmission-of-electric-car"] += fuels == {"Electricity"} and bool(re.search("^Manual|variable", row["trany"]))
    found["flexible-fuel-in-name-only"] += "FFV" in row["model"].split(" ") and not row["fuelType2"] and "Gasoline" in row["fuelType1"]
    if kind not in ("Plug-in Hybrid", "FCV") and mpg:
        least, most = (3370.5 / 186.2, 3370.5 / 14.33) if fuels == {"Electricity"} else (5.88, 117.6)
        found["economy-out-of-range"] += not least <= mpg <= most
# One price a fuel: what a mile costs in each car, times what a gallon or a kilowatt-hour takes one.
prices = collections.defaultdict(list)
for row in rows:
    energy = figure(row, "combE") if row["atvType"] == "EV" else 100 / figure(row, "comb08")
    if figure(row, "fuelCost08") and energy and row["atvType"] != "Plug-in Hybrid":
        prices[row["fuelType1"]].append((figure(row, "fuelCost08") / energy, energy))
found["annual-cost-mismatch"] = 0
for pairs in prices.values():
    middle = statistics.median(price for price, _ in pairs)
    found["annual-cost-mismatch"] += sum(len(pairs) > 7 and abs(p - middle) * e > middle * e * 0.05 + 25 for p, e in pairs)
for rule in sorted(found):
    expect(rule, count[rule], found[rule])
kept_out = ("id", "createdOn", "modifiedOn")
alike = collections.Counter(tuple(v for k, v in row.items() if k not in kept_out) for row in rows)
expect("duplicate-record", count["duplicate-record"], sum(n > 1 for n in alike.values()))
with gzip.open(feed, "rt", encoding="utf-8", newline="") as file:
    bare = sum('"' in re.sub(r'(?:^|(?<=,))"(?:[^"]|"")*"(?=,|$)', "", line.rstrip("\r\n")) for line in file)
expect("bare-quote", count["bare-quote"], bare)

# Names: spellings of one key are one name, the most frequent, then the newest.
spellings = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))
for row in rows:
    entry = spellings[key(row["make"])][row["make"]]
    entry[0] += 1
    entry[1] = max(entry[1], int(row["year"]))
make_name = {}
for group in spellings.values():
    best = min(group, key=lambda s: (-group[s][0], -group[s][1], s))
    make_name.update({s: best for s in group})
models = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))
for row in rows:
    entry = models[make_name[row["make"]], key(row["model"])][row["model"]]
    entry[0] += 1
    entry[1] = max(entry[1], int(row["year"]))
model_name = {}
for (make, _), group in models.items():
    best = min(group, key=lambda s: (-group[s][0], -group[s][1], s))
    model_name.update({(make, s): best for s in group})
groups = sum(len(g) > 1 for g in spellings.values()) + sum(len(g) > 1 for g in models.values())
expect("near-duplicate-name", count["near-duplicate-name"], groups)

# Statistics and the tree, by the names so found.
def powertrain(row):
    kind = row["atvType"]
    return kind if kind in ("Hybrid", "Plug-in Hybrid", "EV", "FCV") else row["fuelType1"].split()[-1]


namesakes = collections.defaultdict(list)
of_a_year = collections.defaultdict(list)
for row in rows:
    name = make_name[row["make"]], model_name[make_name[row["make"]], row["model"]]
    of_a_year[(*name, int(row["year"]))].append(powertrain(row))
    if figure(row, "comb08"):
        namesakes[(*name, powertrain(row))].append((int(row["year"]), float(row["comb08"])))
outliers = 0
for group in namesakes.values():
    for year, mpg in group if len(group) > 7 else ():
        near = [other for y, other in group if y - 2 <= year <= y + 2]
        middle = statistics.median(near)
        deviation = statistics.median(abs(other - middle) for other in near)
        outliers += len(near) > 7 and abs(mpg - middle) > 6 * max(deviation, middle / 20)
expect("economy-outlier", count["economy-outlier"], outliers)
expect("default-across-powertrains", count["default-across-powertrains"], sum(len(set(kinds)) > 1 for kinds in of_a_year.values()))
series = collections.defaultdict(set)
for make, model, year in of_a_year:
    series[make, model].add(year)
expect("model-year-gap", count["model-year-gap"], sum(
    year not in years and all(year + d in years and year - d in years for d in range(1, 7))
    for years in series.values() for year in range(min(years), max(years))))
twins = collections.Counter((make_name[row["make"]].lower(), model_name[make_name[row["make"]], row["model"]].lower()) for row in rows)
expect("swapped-make-model", count["swapped-make-model"], sum(twins[b, a] > n for (a, b), n in list(twins.items())))
below = [collections.Counter(make for make, _ in {place[:2] for place in of_a_year}), collections.Counter(
    place[:2] for place in of_a_year), {place: len(kinds) for place, kinds in of_a_year.items()}]
expect("wheel-too-long", count["wheel-too-long"], sum(n > 100 for level in below for n in level.values()))

decided = {}
for line in json.load(open(bundle + "/names.json")):
    decided[line.get("make"), line["spelling"]] = (line["canonical"], line["rows"])
for group in spellings.values():
    for s, (n, _) in group.items():
        expect(f"make {s}", decided.pop((None, s), None), (make_name[s], n))
for (make, _), group in models.items():
    for s, (n, _) in group.items():
        expect(f"model {make} {s}", decided.pop((make, s), None), (model_name[make, s], n))
expect("other names", decided, {})

# Facts, field by field, with the absences that the profile of the feed tells.
with_zero = {"city08", "highway08", "comb08", "cityA08", "highwayA08", "combA08", "combE", "range", "fuelCost08"}
minus_one = {"feScore", "ghgScore"}
facts = {
    "class": "VClass", "drive": "drive", "transmission": "trany", "cylinders": "cylinders", "displacement": "displ",
    "fuel": "fuelType", "fuel1": "fuelType1", "fuel2": "fuelType2", "technology": "atvType", "city": "city08",
    "highway": "highway08", "combined": "comb08", "city2": "cityA08", "highway2": "highwayA08", "combined2": "combA08",
    "electricity": "combE", "co2": "co2TailpipeGpm", "range": "range", "range2": "rangeA", "annualCost": "fuelCost08",
    "economyScore": "feScore", "greenhouseScore": "ghgScore",
}
texts = {"class", "drive", "transmission", "fuel", "fuel1", "fuel2", "technology", "range2"}
vehicles = json.load(open(bundle + "/vehicles.json"))["vehicles"]
expect("vehicles", sorted(vehicles), sorted(row["id"] for row in rows))
for row in rows:
    expected = {"make": make_name[row["make"]], "year": int(row["year"])}
    expected["model"] = model_name[expected["make"], row["model"]]
    for fact, column in facts.items():
        value = row[column].strip()
        if value in ("", "NA") or (column == "rangeA" and value == "0"):
            continue
        if fact not in texts:
            value = float(value)
            if (column in with_zero and value == 0) or (column in minus_one and value == -1):
                continue
            if column == "displ" and value == 0:
                continue
        expected[fact] = value
    if vehicles.get(row["id"]) != expected:
        differences.append(f"vehicle {row['id']}: {vehicles.get(row['id'])!r} found, expected {expected!r}")

# The tree: every id once, under its make, model and year; no empty level; labels that tell apart.
catalog = json.load(open(bundle + "/catalog.json"))
picker = json.load(open(bundle + "/picker.json"))
make, model, year, option = (catalog[level] for level in catalog["levels"])
seen = []
for i, make_title in enumerate(make["title"]):
    assert make["count"][i] > 0
    for j in range(make["first"][i], make["first"][i] + make["count"][i]):
        years = range(model["first"][j], model["first"][j] + model["count"][j])
        newest_first = [year["title"][k] for k in years]
        expect(f"years of {make_title} {model['title'][j]}", newest_first, sorted(set(newest_first), reverse=True))
        for k in years:
            options = range(year["first"][k], year["first"][k] + year["count"][k])
            ids = [option["id"][o] for o in options]
            place = (make_title, model["title"][j], year["title"][k])
            for vehicle in ids:
                facts_of = vehicles[vehicle]
                expect(f"place of {vehicle}", (facts_of["make"], facts_of["model"], facts_of["year"]), place)
            for texts_of in (option["title"], option["detail"]):
                labels = [option["text"][texts_of[o]] for o in options]
                expect(f"labels of {place}", len(set(labels)), len(labels))
                expect(f"empty labels of {place}", "" in labels, False)
            expect(f"default of {place}", picker[place[0]][place[1]][str(place[2])], ids[year["default"][k]])
            seen += ids
expect("ids in the tree", sorted(seen), sorted(vehicles))
pairs = sum(len(years) for models in picker.values() for years in models.values())
expect("years in the picker", pairs, len(year["title"]))

# The order of keys in every JSON file.
for name in ("picker.json", "catalog.json", "vehicles.json", "names.json", "manifest.json", "report/report.json"):
    def check(pairs):
        keys = [k for k, _ in pairs]
        expect(f"keys of {name}", keys, sorted(set(keys)))
        return dict(pairs)
    json.load(open(bundle + "/" + name, encoding="utf-8"), object_pairs_hook=check)

print("\n".join(differences[:20]), end="")
