"""All shapes of a bundle, held against catalog.json and vehicles.json with Python's own json, gzip and sqlite3.

usage: shapes_oracle.py BUNDLE: prints nothing where they tell the same, and a line for each difference where not.
"""
import gzip
import json
import os
import sqlite3
import sys

bundle = sys.argv[1]
load = lambda name: json.load(open(f"{bundle}/{name}", encoding="utf-8"))
catalog, facts, picker, manifest = (load(name + ".json") for name in ("catalog", "vehicles", "picker", "manifest"))
vehicles, fields, levels, option = facts["vehicles"], facts["fields"], catalog["levels"], catalog["option"]
differences = []


def expect(what, found, expected):
    if found != expected:
        differences.append(f"{what}: {found!r} found, expected {expected!r}"[:400])


def in_order(name):
    def check(pairs):
        keys = [key for key, _ in pairs]
        expect(f"keys of {name}", keys, sorted(set(keys)))
        return dict(pairs)
    return json.load(open(f"{bundle}/{name}", encoding="utf-8"), object_pairs_hook=check)


files = {file["path"]: file["size"] for file in manifest["files"]}
expect("files", sorted(files), sorted(
    os.path.relpath(f"{folder}/{name}", bundle) for folder, _, names in os.walk(bundle) for name in names
    if name not in ("manifest.json", "SHA256SUMS")))

# vehicles.ndjson: the lines of vehicles.json, in their order.
if "vehicles.ndjson" in files:
    lines = [json.loads(line) for line in open(f"{bundle}/vehicles.ndjson", encoding="utf-8")]
    expect("lines", lines, [{"id": id, **vehicle} for id, vehicle in vehicles.items()])
    expect("id comes first", {next(iter(line)) for line in lines}, {"id"})

# makes.json and a file a make: the slices of the catalog below it.
if "makes.json" in files:
    makes, make = in_order("makes.json"), catalog["make"]
    for member in ("default", "defaults", "format", "levels", "spoken"):
        expect(f"makes.json {member}", makes[member], catalog[member])
    expect("makes.json fields", makes["fields"], fields)
    expect("makes.json make", makes["make"], {key: value for key, value in make.items() if key != "first"})
    expect("make files", sorted(path for path in files if path.startswith("makes/") and path.endswith(".json")),
           sorted(f"makes/{key}.json" for key in make["key"]))
    for row, (key, title) in enumerate(zip(make["key"], make["title"])):
        shard = in_order(f"makes/{key}.json")
        expect(f"{key}: make", (shard["make"], shard["levels"], shard["format"]), (title, levels[1:], catalog["format"]))
        begin, end = make["first"][row], make["first"][row] + make["count"][row]
        for level in levels[1:-1]:
            whole = catalog[level]
            expected = {member: whole[member][begin:end] for member in ("count", "default", "key", "title") if member in whole}
            expected["first"] = [first - whole["first"][begin] for first in whole["first"][begin:end]]
            for member in ("aliases", "folded"):
                if member in whole:
                    expected[member] = {str(int(n) - begin): v for n, v in whole[member].items() if begin <= int(n) < end}
            expect(f"{key}: {level}", shard[level], expected)
            begin, end = whole["first"][begin], whole["first"][end - 1] + whole["count"][end - 1]
        part, ids = shard["option"], option["id"][begin:end]
        expect(f"{key}: ids", part["id"], ids)
        for member in ("title", "detail"):
            expect(f"{key}: {member}", [part["text"][n] for n in part[member]], [option["text"][n] for n in option[member][begin:end]])
        expect(f"{key}: texts", list(dict.fromkeys(part["title"] + part["detail"])), list(range(len(part["text"]))))
        names = sorted({name for id in ids for name in vehicles[id]} - {"make", "model", "year"})
        expect(f"{key}: facts", shard["facts"], {name: [vehicles[id].get(name) for id in ids] for name in names})

# Files in gzip: each large file of data has one, without name and time.
packed = [path for path in files if path.endswith(".gz")]
if packed:
    expect("packed files", sorted(packed), sorted(
        path + ".gz" for path, size in files.items()
        if size > 16384 and not path.endswith(".gz") and path.split("/")[0] not in ("report", "schema")))
    for path in packed:
        bytes = open(f"{bundle}/{path}", "rb").read()
        expect(f"head of {path}", bytes[:10], b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff")
        expect(f"content of {path}", gzip.decompress(bytes) == open(f"{bundle}/{path[:-3]}", "rb").read(), True)

# catalog.sqlite: the same tree and facts, in tables.
if "catalog.sqlite" in files:
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        db = sqlite3.connect(f"file:{bundle}/catalog.sqlite?{mode}", uri=True)
        expect("integrity", db.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
    expect("foreign keys", db.execute("PRAGMA foreign_key_check").fetchall(), [])
    expect("user_version", db.execute("PRAGMA user_version").fetchone()[0], catalog["format"])
    expect("application_id", db.execute("PRAGMA application_id").fetchone()[0].to_bytes(4, "big"), b"Marq")
    above = None
    for place, level in enumerate(levels):
        table = catalog[level]
        outer = f'"{levels[place - 1]}"' if place else "NULL"
        if level == "option":
            found = db.execute(f'SELECT row, {outer}, id, title, detail FROM "option" ORDER BY row').fetchall()
            texts = option["text"]
            expected = [(row, above[row], int(id), texts[option["title"][row]], texts[option["detail"][row]])
                        for row, id in enumerate(option["id"])]
        else:
            starts = [first + default for first, default in zip(table["first"], table["default"])]
            if level == "year":
                found = db.execute(f'SELECT row, {outer}, title, "default" FROM year ORDER BY row').fetchall()
                titles = [title or None for title in table["title"]]
                expected = list(zip(range(len(starts)), above or [None] * len(starts), titles, starts))
            else:
                found = db.execute(f'SELECT row, {outer}, key, title, "default" FROM "{level}" ORDER BY row').fetchall()
                keys = table.get("key", [None] * len(starts))
                expected = list(zip(range(len(starts)), above or [None] * len(starts), keys, table["title"], starts))
                folded = db.execute(f'SELECT row, folded FROM "{level}" ORDER BY row').fetchall()
                plain = ["".join(c for c in title.lower() if c.isascii() and c.isalnum()) for title in table["title"]]
                expect(f"folded names of {level}", folded, [(n, table["folded"].get(str(n), plain[n])) for n in range(len(plain))])
            above = [row for row, count in enumerate(table["count"]) for _ in range(count)]
        differing = next(((f, e) for f, e in zip(found, expected) if f != e), None)
        expect(f"rows of {level}", (len(found), differing), (len(expected), None))
    names = sorted(fields)
    columns = [row[1] for row in db.execute("PRAGMA table_info(vehicle)")]
    expect("columns of vehicle", columns, ["id"] + names)
    for row in db.execute("SELECT * FROM vehicle"):
        found = {name: value for name, value in zip(names, row[1:]) if value is not None}
        if found != vehicles.get(str(row[0])):
            expect(f"vehicle {row[0]}", found, vehicles.get(str(row[0])))
    expect("vehicles", db.execute("SELECT count(*) FROM vehicle").fetchone()[0], len(vehicles))
    expect("fields", {row[0]: {k: v for k, v in zip(("type", "unit", "fuel", "cycle"), row[1:]) if v is not None}
                      for row in db.execute("SELECT * FROM field")}, fields)
    meta = dict(db.execute("SELECT key, value FROM meta"))
    expect("meta", {k: v if k == "name" else json.loads(v) for k, v in meta.items()},
           {"name": manifest["name"], **{k: catalog[k] for k in ("default", "defaults", "levels", "spoken")}})
    # picker.json, told by the default options.
    last = levels[-2]
    outer = [f'"{level}".title' for level in levels[:-1]]
    joins = "".join(f' JOIN "{b}" ON "{b}"."{a}" = "{a}".row' for a, b in zip(levels, levels[1:-1]))
    tree = {}
    for *path, id in db.execute(f'SELECT {", ".join(outer)}, "option".id FROM "{levels[0]}"{joins} JOIN "option" ON "option".row = "{last}"."default"'):
        node = tree
        for level, title in zip(levels, path[:-1]):
            node = node.setdefault("unknown" if title is None else str(title), {})
        node["unknown" if path[-1] is None else str(path[-1])] = str(id)
    expect("picker", tree == picker, True)
    # The view of cars, found by names alone, through indexes.
    query = "SELECT id, detail FROM car WHERE make = ? AND model = ? AND year IS ?"
    for id in list(vehicles)[::max(1, len(vehicles) // 200)]:
        facts_of = vehicles[id]
        where = (facts_of["make"], facts_of["model"], facts_of.get("year"))
        found = {str(row[0]) for row in db.execute(query, where)}
        expect(f"cars like {id}", found, {other for other, f in vehicles.items() if (f["make"], f["model"], f.get("year")) == where})
    plan = [row[3] for row in db.execute("EXPLAIN QUERY PLAN " + query, ("", "", 0))]
    expect("steps of the look-up that scan", [step for step in plan if not step.startswith("SEARCH")], [])
    # The search finds each model by its own words, and by the first letters of them.
    rows = catalog["model"]
    makes_of = {n: vehicles[option["id"][catalog["year"]["first"][rows["first"][n]]]]["make"] for n in range(len(rows["title"]))} \
        if levels == ["make", "model", "year", "option"] else {}
    for n in list(makes_of)[::max(1, len(makes_of) // 300)]:
        for words in (makes_of[n] + " " + rows["title"][n], rows["title"][n]):
            terms = " ".join(f'"{word}"' for word in words.replace('"', " ").split() if any(c.isalnum() for c in word))
            hits = [row[0] for row in db.execute("SELECT rowid FROM search WHERE search MATCH ?", (terms,))]
            expect(f"search {terms} finds {n}", n in hits, True)
        hits = [row[0] for row in db.execute("SELECT rowid FROM search WHERE search MATCH ?", (f'"{rows["title"][n][:2]}"*',))] \
            if rows["title"][n][:2].isalnum() else [n]
        expect(f"search by the first letters of {rows['title'][n]} finds it", n in hits, True)

print("\n".join(differences[:20]), end="")
