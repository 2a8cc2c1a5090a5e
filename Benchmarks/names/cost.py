#!/usr/bin/env python3
"""What naming adds to a run: all evidence and the curated makes, against every spelling left as it is.

usage: cost.py MARQUE FEED [RUNS]     FEED is a release of the EPA's vehicles.csv, packed or not
"""
import csv
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

marque, feed = sys.argv[1:3]
runs = int(sys.argv[3]) if len(sys.argv) > 3 else 7
makes_file = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../pipelines/names/makes.yaml")
syllables = "ka ro ti vel mon dar sus qui lex fro nal bert gan pio".split()
tails = "Coupe Sedan Wagon Convertible AWD 2WD 4WD Hybrid FFV (cargo) Sport Limited S GT".split()
own = """{facts: {id: {column: id}, make: {column: make}, model: {column: model}, year: {column: year},
      displacement: {column: displ}}}"""


def made_feed(path, makes):
    """100,000 distinct names in so many makes, from few syllables and words, so that many of them look alike."""
    chance, seen = random.Random(5), set()
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "make", "model", "year", "displ"])
        while len(seen) < 100_000:
            name = "".join(chance.choices(syllables, k=chance.randint(2, 4))).title()
            name += chance.choice(["", f" {chance.randint(1, 900)}"])
            name = " ".join([name] + chance.sample(tails, chance.randint(0, 3)))
            make = f"Make {chance.randrange(makes)}"
            if (make, name) not in seen:
                seen.add((make, name))
                writer.writerow([len(seen), make, name, chance.randint(1990, 2025), chance.choice(["2.0", "3.0"])])


with tempfile.TemporaryDirectory() as folder:
    inputs = [("EPA", "epa-vehicles", feed)]
    for makes in (150, 1):
        inputs.append((f"100,000 names in {makes} make{'s' * (makes > 1)}", own, f"{folder}/{makes}.csv"))
        made_feed(inputs[-1][2], makes)
    print("| | as filed, s | named, s | naming adds, s | share |\n|---|---:|---:|---:|---:|")
    for title, layout, path in inputs:
        times = {"names: as-filed": [], f"decisions: ['{makes_file}']": []}
        for _ in range(runs):
            for dedupe, list in times.items():
                pipeline = f"{folder}/p.yaml"
                with open(pipeline, "w") as file:
                    file.write(
                        f"name: p\nfeeds:\n  cars:\n    layout: {layout}\n    file: '{path}'\n"
                        f"dedupe:\n  {dedupe}\nwrite: [picker, catalog, vehicles, names, report]\n")
                start = time.monotonic()
                subprocess.run([marque, "run", pipeline, "--out", f"{folder}/out", "--quiet"], check=True)
                list.append(time.monotonic() - start)
        filed, named = (statistics.median(list) for list in times.values())
        print(f"| {title} | {filed:.2f} | {named:.2f} | {named - filed:.2f} | {100 * (named - filed) / filed:.0f} % |")
