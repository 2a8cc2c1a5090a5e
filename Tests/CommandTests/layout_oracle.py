#!/usr/bin/env python3
"""Counts and reads an agency's feed with Python's own csv and xml modules, and holds a bundle's vehicles.json against it.

usage: layout_oracle.py KIND FEED BUNDLE        prints a JSON object of counts; exits 1 and says why where facts differ

Knows nothing of Marque's layouts: dialects, units and absences are written here a second time, after PROFILE's description of
the feeds.
"""
import collections, csv, gzip, io, json, re, sys
import xml.etree.ElementTree as ElementTree

kind, feed, bundle = sys.argv[1:]
raw = open(feed, "rb").read()
if raw[:2] == b"\x1f\x8b":
    raw = gzip.decompress(raw)


def table(encoding, delimiter=","):
    if raw[:3] == b"\xef\xbb\xbf":
        encoding = "utf-8-sig"
    return list(csv.reader(io.StringIO(raw.decode(encoding), newline=""), delimiter=delimiter))


def number(text, comma=False, zero=False):
    text = text.strip().replace(",", ".") if comma else text.strip()
    try:
        value = float(text)
    except ValueError:
        return None
    return value if value > 0 or (zero and value == 0) else None


def figure(text, place):
    found = re.findall(r"[0-9.]+", text)
    return float(found[place]) if place < len(found) else None


counts = {}
rows = []  # of dictionaries: fact -> value
if kind.startswith("nrcan"):
    lines = table("cp1252")
    width = max(len(line) for line in lines[:2])
    first = [cell.strip().lower() for cell in lines[0]]
    skip = 1 if "model year" in first else 2
    joined = lines[0] if skip == 1 else [" ".join((a.strip(), b.strip())).strip() for a, b in zip(lines[0], lines[1])]
    names = [" ".join(name.lower().split()) for name in joined]

    def column(*words):
        return next((i for i, name in enumerate(names) if all(word in name for word in words)), None)

    body = lines[skip:]
    data = [line for line in body if re.fullmatch(r"\d{4}", line[0].strip() if line else "")]
    counts["read"] = len([line for line in body])
    counts["filtered"] = len(body) - len(data)
    distinct = {tuple(line): None for line in data}
    counts["copies"] = len(data) - len(distinct)
    wanted = {"make": column("make"), "year": column("year"), "co2": column("co2 emissions")}
    if kind == "nrcan-conventional":
        wanted.update(city=column("city (l"), highway=column("hwy") or column("highway"), combined=column("comb", "(l/100"),
                      combinedImperial=column("mpg"), displacement=column("engine size"), cylinders=column("cyl"))
    elif kind == "nrcan-electric":
        wanted.update(city=column("city (le"), highway=column("hwy (le") or column("highway (le"), combined=column("comb", "(le"),
                      electricity=column("comb", "(kwh"), power=column("motor"), range=column("range"))
    else:
        wanted.update(city2=column("city (l/"), highway2=column("hwy (l") or column("highway (l"), combined2=column("comb", "(l/100"),
                      power=column("motor"), range=column("range 1"))
    for line in distinct:
        row = {fact: number(line[at], zero=fact == "co2") for fact, at in wanted.items() if fact != "make"}
        if kind == "nrcan-plug-in":
            text = line[column("combined le")]
            row.update(combined=figure(text, 0), electricity=figure(text, 1))
        rows.append(row)
elif kind == "vca":
    lines = table("cp1252")
    names, body = lines[0], lines[1:]
    distinct = {tuple(line): None for line in body}
    counts.update(read=len(body), filtered=0, copies=len(body) - len(distinct))
    facts = {"combined": "WLTP Metric Combined", "combinedImperial": "WLTP Imperial Combined", "co2": "WLTP CO2",
             "low": "WLTP Metric Low", "power": "Engine Power (Kw)", "displacement": "Engine Capacity", "electricity": "wh/km"}
    rows = [{fact: number(line[names.index(name)]) for fact, name in facts.items()} for line in distinct]
elif kind == "ademe":
    lines = table("utf-8", ";")
    names, body = lines[0], lines[1:]
    distinct = {tuple(line): None for line in body}
    counts.update(read=len(body), filtered=0, copies=len(body) - len(distinct))
    facts = {"combined": "Conso vitesse mixte Min", "combinedMaximum": "Conso vitesse mixte Max", "weight": "Poids à vide",
             "power": "Puissance maximale", "price": "Prix véhicule", "electricity": "Conso elec Min"}
    rows = [{fact: number(line[names.index(name)], comma=True) for fact, name in facts.items()} for line in distinct]
elif kind == "green":
    delimiter = "\t" if b"\t" in raw[:200] else ","
    lines = [line for line in table("ascii", delimiter) if line]
    names, body = lines[0], lines[1:]
    distinct = {tuple(line): None for line in body}
    counts.update(read=len(body), filtered=0, copies=len(body) - len(distinct))

    def half(text, place):
        if text.startswith("N/A"):
            return None
        parts = text.split("/")
        return number(parts[place]) if place < len(parts) else None

    for line in distinct:
        get = lambda name: line[names.index(name)]
        rows.append({"city": half(get("City MPG"), 0), "city2": half(get("City MPG"), 1), "highway": half(get("Hwy MPG"), 0),
                     "combined": half(get("Cmb MPG"), 0), "combined2": half(get("Cmb MPG"), 1), "displacement": number(get("Displ"))})
elif kind == "auto-mpg":
    lines = [line for line in raw.decode("ascii").split("\n") if line.strip()]
    body = [line for line in lines if re.match(r"\s*[0-9N]", line)]
    counts.update(read=len(body), filtered=0, copies=len(body) - len(set(body)))
    for line in dict.fromkeys(body):
        words = line.split("\t")[0].split()
        rows.append({"city": number(words[0]), "cylinders": number(words[1]), "displacement": number(words[2]),
                     "power": number(words[3]), "weight": number(words[4]), "acceleration": number(words[5]),
                     "year": 1900 + float(words[6])})
elif kind == "xml":
    read = 0
    for _, element in ElementTree.iterparse(io.BytesIO(raw)):
        if element.tag == "vehicle":
            row = {child.tag: (child.text or "") for child in element if len(child) == 0}
            rows.append({"year": number(row["year"]), "city": number(row["city08"]), "combined": number(row["comb08"]),
                         "electricity": number(row["combE"]), "range": number(row.get("range", "")), "displacement": number(row["displ"])})
            read += 1
            element.clear()
    counts.update(read=read, filtered=0, copies=0)

vehicles = json.load(open(bundle + "/vehicles.json"))["vehicles"].values()
facts = sorted(rows[0])
expected = collections.Counter(tuple(row[fact] for fact in facts) for row in rows)
found = collections.Counter(tuple(vehicle.get(fact) for fact in facts) for vehicle in vehicles)
# Rows that differ only in columns that no fact reads are one vehicle, so a tuple may stand less often, never not at all.
if set(expected) != set(found) or any(found[key] > expected[key] for key in found):
    differing = [key for key in set(expected) ^ set(found)][:3] or [key for key in found if found[key] > expected[key]][:3]
    sys.exit(f"{feed}: facts {facts} differ, for example {differing}")
# Rules, each by a formula of its own on the facts that were just compared.
if kind in ("nrcan-conventional", "vca", "ademe"):
    per_liter = {"Diesel": 26.6, "E85": 16.2}
    for rule in ("imperial-economy-mismatch", "co2-consumption-mismatch", "phases-consumption-mismatch", "economy-out-of-range",
                 "displacement-per-cylinder"):
        counts[rule] = 0
    for car in vehicles:
        liters, fuel, technology = car.get("combined"), car.get("fuel1", ""), car.get("technology", "")
        size, cylinders = car.get("displacement"), car.get("cylinders")
        if size and cylinders:
            counts["displacement-per-cylinder"] += not 0.2 <= size / cylinders <= (0.95 if cylinders >= 8 else 0.85)
        if not liters:
            continue
        if "combinedImperial" in car:
            counts["imperial-economy-mismatch"] += not 0.95 <= car["combinedImperial"] * liters / 282.481 <= 1.05
        burnt = fuel.endswith("Gasoline") or fuel in ("Diesel", "E85", "Natural Gas")
        if burnt and technology != "Plug-in Hybrid":
            counts["economy-out-of-range"] += not 2 <= liters <= 40
            if "co2" in car and fuel != "Natural Gas" and not technology.startswith("Bifuel"):
                counts["co2-consumption-mismatch"] += not 0.9 <= car["co2"] / liters / per_liter.get(fuel, 22.9) <= 1.1
        phases = [car.get(phase) for phase in ("low", "medium", "high", "extraHigh")]
        if None not in phases:
            meters = (3095, 4756, 7162, 8254)
            driven = sum(a * b for a, b in zip(phases, meters)) / sum(meters)
            counts["phases-consumption-mismatch"] += not 0.9 <= liters / driven <= 1.1
counts["vehicles"] = sum(found.values())
counts["distinct"] = len(expected)
print(json.dumps(counts))
