"""Where random vehicles stand in the EPA's feed, found by splitting its text at line ends, held against marque why.

usage: why_oracle.py MARQUE BUNDLE FEED COUNT: prints a line for each difference.
"""
import csv
import gzip
import json
import random
import subprocess
import sys

marque, bundle, feed, count = sys.argv[1:]
text = gzip.open(feed).read()
rows, byte, header = {}, 0, None
for number, line in enumerate(text.split(b"\n"), 1):
    cells = next(csv.reader([line.decode("utf-8").rstrip("\r")]), [])
    if header is None:
        header = cells
    elif cells:
        row = dict(zip(header, cells))
        rows[row["id"]] = (number, byte, line.rstrip(b"\r").decode("utf-8"), row)
    byte += len(line) + 1

shapes = {name: json.load(open(f"{bundle}/{name}")) for name in ("vehicles.json", "picker.json", "catalog.json", "names.json")}


def resolve(pointer):
    value = shapes[pointer["file"]]
    for step in pointer["pointer"].split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def expect(what, found, expected):
    if found != expected:
        print(f"{what}: {found!r} found, expected {expected!r}")


random.seed(2025)
defaults = {id for models in shapes["picker.json"].values() for years in models.values() for id in years.values()}
for id in random.sample(sorted(rows), int(count)):
    number, byte, raw, row = rows[id]
    answer = json.loads(subprocess.run([marque, "why", bundle, id, "--json"], capture_output=True, check=True).stdout)
    record, vehicle = answer["record"], answer["vehicle"]
    expect(f"{id}: place", (record["line"], record["byte"], record["raw"]), (number, byte, raw))
    fields = {field["column"]: field for field in record["fields"] if field["column"] in row}
    expect(f"{id}: spellings", {name: field["raw"] for name, field in fields.items()}, {name: row[name] for name in fields})
    facts = shapes["vehicles.json"]["vehicles"][id]
    expect(f"{id}: facts", {f["field"]: f["became"] for f in record["fields"] if "became" in f}, facts)
    found = {}
    for pointer in vehicle["pointers"]:
        found.setdefault(pointer["file"], []).append(resolve(pointer))
    expect(f"{id}: vehicles.json", found["vehicles.json"], [facts])
    expect(f"{id}: picker.json", found.get("picker.json"), [id] if id in defaults else None)
    option = shapes["catalog.json"]["option"]
    title = option["text"][option["title"][option["id"].index(id)]]
    expect(f"{id}: catalog.json", found["catalog.json"], [facts["make"], facts["model"], facts["year"], id])
    expect(f"{id}: option", vehicle["tree"][-1]["title"], title)
    expect(f"{id}: names.json", [entry["spelling"] for entry in found["names.json"]], [row["make"], row["model"]])
