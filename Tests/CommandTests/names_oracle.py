"""Holds what Marque makes of names against pairs judged one by one (Tests/Names/pairs.tsv).

usage: names_oracle.py MARQUE PROJECT FEEDS FOLDER: runs the shipped pipelines on all real feeds, into FOLDER, and prints the
figures and every pair that came out wrong; the last line is `precision P, recall of spelling R, merged or proposed M`.
"""
import collections
import csv
import glob
import gzip
import json
import subprocess
import sys

marque, project, feeds, folder = sys.argv[1:]


def run(name, sources):
    """A pipeline over several files, each `(layout, path)`, with the decisions that ship with the project."""
    pipeline = f"{folder}/{name}.yaml"
    with open(pipeline, "w") as file:
        file.write(f"name: {name}\nfeeds:\n")
        for place, (layout, path) in enumerate(sources):
            file.write(f"  f{place}: {{layout: {layout}, file: '{path}'}}\n")
        file.write(f"dedupe:\n  decisions: ['{project}/pipelines/names/makes.yaml']\nwrite: [names]\n")
    subprocess.run([marque, "run", pipeline, "--out", f"{folder}/{name}", "--quiet"], check=True)
    return f"{folder}/{name}/names.json"


# All releases of the EPA as one feed: each name with the rows that ever had it, under new ids.
with open(f"{folder}/epa.csv", "w", newline="", encoding="utf-8") as file:
    writer, seen = None, set()
    for release in sorted(glob.glob(feeds + "/epa/vehicles-*.csv.gz"), reverse=True):
        with gzip.open(release, "rt", encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                if writer is None:
                    writer = csv.DictWriter(file, list(row), restval="", extrasaction="ignore")
                    writer.writeheader()
                if (row["id"], row["make"], row["model"]) not in seen:
                    seen.add((row["id"], row["make"], row["model"]))
                    writer.writerow({**row, "id": len(seen)})


def nrcan(path):
    name = path.lower()
    return "nrcan-plug-in" if "plug-in" in name else "nrcan-electric" if "electric" in name else "nrcan-conventional"


canada = collections.defaultdict(list)
for path in sorted(glob.glob(feeds + "/nrcan/*.csv.gz")):
    canada[nrcan(path)].append((nrcan(path), path))
bundles = {
    "epa": [run("epa", [("epa-vehicles", folder + "/epa.csv")])],
    "nrcan": [run(layout, sources) for layout, sources in canada.items()],
    "vca": [run("vca", [("vca", glob.glob(feeds + "/vca/*.gz")[0])])],
    "ademe": [run("ademe", [("ademe", glob.glob(feeds + "/ademe/*.gz")[0])])],
    "auto-mpg": [run("auto-mpg", [("auto-mpg", feeds + "/misc/auto-mpg.data")])],
}


class Names:
    def __init__(self, path):
        self.canonical, self.open = {}, collections.defaultdict(set)
        for line in json.load(open(path, encoding="utf-8")):
            where = (line["level"], line.get("make"))
            self.canonical[where, line["spelling"].strip()] = line["canonical"]
            for proposal in line.get("proposed", []):
                self.open[where, line["canonical"]].add(proposal["canonical"])

    def outcome(self, level, make, a, b):
        where = ("make", None)
        if level == "model":
            where = ("model", self.canonical.get((where, make), make))
        a, b = (self.canonical.get((where, name)) for name in (a, b))
        if a is None or b is None:
            return "absent"
        if a == b:
            return "merged"
        # Proposed: one for the other, or both for one third.
        near = self.open[where, a] & self.open[where, b]
        return "proposed" if b in self.open[where, a] or a in self.open[where, b] or near else "apart"


names = {feed: [Names(path) for path in paths] for feed, paths in bundles.items()}
order = ["absent", "apart", "proposed", "merged"]
counts = collections.Counter()
with open(project + "/Tests/Names/pairs.tsv", encoding="utf-8", newline="") as file:
    for pair in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
        where = names.get(pair["feed"]) or [n for all in names.values() for n in all]
        outcome = max((n.outcome(pair["level"], pair["make"], pair["a"], pair["b"]) for n in where), key=order.index)
        if outcome == "absent" and pair["feed"] == "all":
            known = {n.canonical.get((("make", None), pair[side])) for side in "ab" for n in where} - {None}
            sides = [{n.canonical.get((("make", None), pair[side])) for n in where} - {None} for side in "ab"]
            outcome = "absent" if not all(sides) else "merged" if len(known) == 1 else "apart"
        counts[pair["verdict"], pair["class"], outcome] += 1
        if (pair["verdict"], outcome) in (("different", "merged"), ("same", "apart")):
            print("wrong:", outcome, *(pair[key] for key in ("verdict", "class", "feed", "make", "a", "b")), sep="\t")


def total(verdict, *outcomes, kind=None):
    return sum(n for (v, k, o), n in counts.items() if v == verdict and o in outcomes and kind in (None, k))


for (verdict, kind) in sorted({(v, k) for v, k, _ in counts}):
    print(verdict, kind, *(f"{o} {counts[verdict, kind, o]}" for o in order), sep="\t")
merged = total("same", "merged")
here = total("same", "merged", "proposed", "apart")
spelled = total("same", "merged", "proposed", "apart", kind="spelling")
print(
    f"precision {merged / (merged + total('different', 'merged')):.4f}, "
    f"recall of spelling {total('same', 'merged', kind='spelling') / spelled:.4f}, "
    f"merged or proposed {total('same', 'merged', 'proposed') / here:.4f}")
