"""Two releases of the EPA's vehicles.csv.gz compared by Python's csv module and formulas of its own, id by id.

usage: diff_oracle.py OLD NEW CHANGES: prints nothing where the JSON of marque diff agrees, and a line for each difference where not.
"""
import csv
import datetime
import gzip
import json
import sys

VOLATILE = {"fuelCost08", "fuelCostA08", "youSaveSpend", "barrels08", "barrelsA08", "modifiedOn"}
NOTHING = {"", "0", "0.0", "-1", "-1.0", "false"}


def read(path):
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    return reader.fieldnames, {row["id"]: row for row in rows}


old_names, old = read(sys.argv[1])
new_names, new = read(sys.argv[2])
changes = json.load(open(sys.argv[3]))
differences = []


def expect(what, found, expected):
    if found != expected:
        differences.append(f"{what}: {str(found)[:300]} found, expected {str(expected)[:300]}")


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def date(text):
    words = text.split()
    try:
        return datetime.datetime.strptime(" ".join(words[1:3] + words[5:6]), "%b %d %Y").date()
    except ValueError:
        return None


def same(name, a, b):
    """Whether two different texts may say the same. No CO2 at all is a figure."""
    nothing = {"", "-1"} if name.startswith("co2") else NOTHING
    return (
        (a in nothing and b in nothing)
        or (number(a) is not None and number(a) == number(b))
        or (date(a) is not None and date(a) == date(b))
        or a.strip() == b.strip()
    )


def says(value, text):
    if value is None:
        return text in NOTHING
    if isinstance(value, str):
        return value == text.strip() or (date(text) is not None and value == date(text).isoformat())
    return number(text) == value


common = sorted(old.keys() & new.keys(), key=int)
names = [name for name in new_names if name in old_names and name != "id"]
expect("columns of one only", changes["onlyFrom"] + changes["onlyTo"], [n for n in old_names if n not in new_names] + [n for n in new_names if n not in old_names])
for what, ids, rows in [("added", new.keys() - old.keys(), new), ("removed", old.keys() - new.keys(), old)]:
    expect(
        what,
        [(v["id"], v["make"], v["model"], v["year"]) for v in changes[what]],
        [(i, rows[i]["make"], rows[i]["model"], rows[i]["year"]) for i in sorted(ids, key=int)],
    )
expect("returned", changes["returned"], [])

# Every cell that differs is a rename, a restatement, or says the same.
renamed = {(r["id"], r["level"]): (r["from"], r["to"]) for r in changes["renamed"]}
restated = {(r["id"], r["column"]): r for r in changes["restated"]}
expect("each renamed once", len(renamed), len(changes["renamed"]))
expect("each restated once", len(restated), len(changes["restated"]))
rows_by_column = {name: 0 for name in names}
respelled = {name: 0 for name in names}
changed = outside = 0
for vehicle in common:
    a, b = old[vehicle], new[vehicle]
    differing = [name for name in names if a[name] != b[name]]
    changed += bool(differing)
    outside += any(name not in VOLATILE for name in differing)
    for name in differing:
        rows_by_column[name] += 1
        if name in VOLATILE:
            continue
        if name in ("make", "model"):
            expect(f"{vehicle} {name}", renamed.pop((vehicle, name), None), (a[name], b[name]))
            continue
        entry = restated.pop((vehicle, name), None)
        if entry is None:
            respelled[name] += 1
            if not same(name, a[name], b[name]):
                differences.append(f"{vehicle} {name}: {a[name]!r} to {b[name]!r} is not told")
            continue
        if same(name, a[name], b[name]) or not says(entry["from"], a[name]) or not says(entry["to"], b[name]):
            differences.append(f"{vehicle} {name}: {entry} told of {a[name]!r} to {b[name]!r}")
        if isinstance(entry["from"], (int, float)) and isinstance(entry["to"], (int, float)):
            expect(f"{vehicle} {name} difference", entry["difference"], round(entry["to"] - entry["from"], 6))
expect("renamed and not so", renamed, {})
expect("restated and not so", restated, {})
expect(
    "columns",
    {c["column"]: (c["rows"], c.get("respelled", 0), c.get("volatile", False)) for c in changes["columns"]},
    {n: (rows_by_column[n], respelled[n], n in VOLATILE) for n in names if rows_by_column[n]},
)
counts = changes["counts"]
expect("changed", (counts["changed"], counts["changedOutsideVolatile"]), (changed, outside))
expect("common", counts["common"], len(common))

before, after = ({(r["make"], r["model"], r["year"]) for r in rows.values()} for rows in (old, new))
for what, expected in [("added", after - before), ("removed", before - after)]:
    found = [(b["make"], b["model"], b["year"]) for b in changes["tree"][what]]
    expect(f"tree {what}", sorted(found), sorted(expected))

print("\n".join(differences[:20]), end="\n" if differences else "")
sys.exit(1 if differences else 0)
