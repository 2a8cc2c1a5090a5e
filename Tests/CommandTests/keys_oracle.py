"""What became of each id from release to release, told by Python's csv module and sets, held against a ledger of keys.

usage: keys_oracle.py LEDGER FEED…   (the feeds in the order in which they were run): prints a line for each difference.
"""
import collections
import csv
import gzip
import sys

ledger, *feeds = sys.argv[1:]
lines = [line.rstrip("\n").split("\t") for line in open(ledger, encoding="utf-8")]
releases = [line for line in lines if line[0] == "release"]
found = collections.defaultdict(set)
for line in lines:
    if line[0] == "event" and line[2] == "option":
        found[int(line[1]), line[4]].add(line[3])


def expect(what, found, expected):
    if found != expected:
        print(f"{what}: {found!r} found, expected {expected!r}")


expect("releases", len(releases), len(feeds))
ever, last, gone = {}, {}, set()
for place, feed in enumerate(feeds):
    with gzip.open(feed, "rt", encoding="utf-8", newline="") as file:
        now = {row["id"]: (row["make"], row["model"]) for row in csv.DictReader(file)}
    added = {id for id in now if id not in ever}
    returned = {id for id in now if id in gone}
    withdrawn = {id for id in last if id not in now}
    renamed = {id for id in now if id in last and now[id] != last[id]}
    expect(f"counts of {feed}", [int(n) for n in releases[place][3:]], [len(added), len(withdrawn), len(returned), len(renamed)])
    expect(f"returned in {feed}", found[place, "returned"], returned)
    expect(f"withdrawn in {feed}", found[place, "withdrawn"], withdrawn)
    expect(f"renamed in {feed}", found[place, "renamed"], renamed)
    gone = (gone | withdrawn) - returned
    ever.update(now)
    last = now

# The last line of each id says where it is and what it is called.
filed = [line[1:] for line in lines if line[0] == "filed"]
names = {}
for line in lines:
    if line[0] == "option":
        names[line[1]] = tuple(filed[int(line[2])][1:])
        expect(f"id {line[1]}", line[1] in last, (line[3] if len(line) > 3 else "live") != "withdrawn")
expect("names", {id: names.get(id) for id in ever}, ever)
# Every key stands once, and every name's key is there.
keys = [line[1] for line in lines if line[0] in ("make", "model")]
expect("keys twice", [key for key, n in collections.Counter(keys).items() if n > 1], [])
expect("keys unknown", {key for key, *_ in filed} - set(keys), set())
