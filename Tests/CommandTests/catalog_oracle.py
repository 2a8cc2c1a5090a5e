"""What catalog.json says of its tree, told from vehicles.json and names.json by rules of its own.

usage: catalog_oracle.py BUNDLE: prints nothing where the bundle agrees, and a line for each difference where not.
"""
import collections
import json
import re
import sys
import unicodedata

bundle = sys.argv[1]
catalog, vehicles, decisions = (json.load(open(f"{bundle}/{name}.json")) for name in ("catalog", "vehicles", "names"))
vehicles = vehicles["vehicles"]
levels = catalog["levels"]
option = catalog["option"]
tables = [catalog[level] for level in levels[:-1]]
differences = []


def expect(what, found, expected):
    if found != expected:
        differences.append(f"{what}: {found!r} found, expected {expected!r}")


def folded(text):
    """Letters and digits in lower case, without the accents that Unicode can take off."""
    letters = (c for c in unicodedata.normalize("NFD", text.translate({0xD8: "O", 0xF8: "o", 0x141: "L", 0x142: "l"})))
    return "".join(c for c in letters if c.isalnum()).lower()


def plain(text):
    return re.sub("[^a-z0-9]", "", re.sub("[A-Z]", lambda c: c[0].lower(), text))


# Which vehicles stand below each node.
below = [[option["id"][o:o + 1] for o in range(len(option["id"]))]]
for table in reversed(tables):
    below.insert(0, [sum(below[0][f:f + n], []) for f, n in zip(table["first"], table["count"])])


def newest(node):
    years = collections.Counter(vehicles[id].get("year", -1) for id in node)
    return max(years), years[max(years)]


def start(level, children):
    """Of years the first; of names the one whose newest year, and number of vehicles in it, is the largest."""
    return 0 if levels[level] == "year" else max(range(len(children)), key=lambda i: (newest(children[i]), -i))


expect("default", catalog["default"], start(0, below[0]))
for level, table in enumerate(tables[:-1]):
    for node, (first, count) in enumerate(zip(table["first"], table["count"])):
        expect(f"default of {levels[level]} {node}", table["default"][node], start(level + 1, below[level + 1][first:first + count]))
expect("levels with a rule for defaults", sorted(catalog["defaults"]), sorted(levels))
expect("rule of options", catalog["defaults"]["option"], catalog["defaultOption"])

# Names: other spellings, and what search compares.
spellings = collections.defaultdict(set)
for line in decisions:
    spellings[line["level"], line.get("make"), line["canonical"]].add(line["spelling"])
for level, table in zip(levels, tables):
    if level == "year":
        expect("members of years", sorted(table), ["count", "default", "first", "title"])
        continue
    aliases, folds = {}, {}
    for row, title in enumerate(table["title"]):
        make = vehicles[below[levels.index(level)][row][0]]["make"] if level == "model" else None
        others = spellings[level, make, title] if level != "family" else ()
        kept = sorted((s for s in others if folded(s) != folded(title)), key=lambda s: s.encode())
        if kept:
            aliases[str(row)] = kept
        if folded(title) != plain(title):
            folds[str(row)] = folded(title)
    expect(f"aliases of {level}", table["aliases"], aliases)
    expect(f"folded names of {level}", table["folded"], folds)
    expect(f"order of {level}", list(table["aliases"]), sorted(table["aliases"]))
    expect(f"sections of {level}", "sections" in table, level == levels[0])
if levels[0] != "year":
    initials = [(folded(title)[:1].upper() or "#") for title in tables[0]["title"]]
    initials = [c if "A" <= c <= "Z" else "#" for c in initials]
    expect("sections", tables[0]["sections"], [[c, i] for i, c in enumerate(initials) if i == 0 or initials[i - 1] != c])

# Texts of options: each once, in order of first use; words of theirs that are read otherwise.
expect("order of texts", list(dict.fromkeys(option["title"] + option["detail"])), list(range(len(option["text"]))))
expect("texts that stand twice", len(set(option["text"])), len(option["text"]))
words = {word for text in option["text"] for word in re.findall(r"[^\W\d_]+", text)}
expect("spoken words that no label has", sorted(set(catalog["spoken"]) - words), [])
for word, meaning in (("L", "liters"), ("cyl", "cylinders"), ("mpg", "miles per gallon"), ("kWh", "kilowatt-hours")):
    expect(f"spoken {word}", catalog["spoken"].get(word), meaning if word in words else None)

print("\n".join(differences[:20]), end="")
