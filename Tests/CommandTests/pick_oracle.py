"""Holds what `marque pick` says of cars against the feed, read with Python's csv module.

usage: pick_oracle.py MARQUE BUNDLE FEED    prints what differs, and the number of cars
"""
import csv, gzip, json, subprocess, sys

marque, bundle, feed = sys.argv[1:4]
catalog = json.load(open(bundle + "/catalog.json"))
rows = {row["id"]: row for row in csv.DictReader(gzip.open(feed, "rt", encoding="utf-8", newline=""))}


def answer(*words):
    result = subprocess.run([marque, "pick", bundle, *words], capture_output=True, text=True)
    if result.returncode != 0:
        print(words, result.stderr)
    return result.stdout


# Where each option stands, walked from the outermost level.
paths = {}
option = catalog["option"]
for make, name in enumerate(catalog["make"]["title"]):
    for model in range(catalog["make"]["first"][make], catalog["make"]["first"][make] + catalog["make"]["count"][make]):
        for year in range(catalog["model"]["first"][model], catalog["model"]["first"][model] + catalog["model"]["count"][model]):
            for place in range(catalog["year"]["first"][year], catalog["year"]["first"][year] + catalog["year"]["count"][year]):
                title = catalog["year"]["title"][year] or "unknown"
                paths[option["id"][place]] = [
                    name, catalog["model"]["title"][model], str(title), option["text"][option["title"][place]]]
ids = sorted(paths)
cars = ids[:: max(len(ids) // 60, 1)]
for id in cars:
    found = json.loads(answer(*paths[id], "--json"))
    row = rows[id]
    combined = found["facts"].get("combined", {}).get("value")
    expected = float(row["comb08"]) if float(row["comb08"] or 0) > 0 else None
    year = [step["title"] for step in found["path"] if step["level"] == "year"]
    if (found["id"], combined, year) != (id, expected, [row["year"]]):
        print(id, paths[id], found["id"], combined, expected, year)
    # The exact factors, and what is shown of them.
    liters = json.loads(answer(*paths[id], "--json", "--unit", "L/100km"))["economy"].get("combined")
    if expected and abs(liters["value"] - 100 * 3.785411784 / 1.609344 / expected) > 1e-9:
        print(id, liters, expected)
print(len(cars), "cars")
