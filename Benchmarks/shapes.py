"""What each shape of the bundle costs, as ratios to `gzip -dc` of the feed and to the run without it, in one sitting.

usage: shapes.py MARQUE FEED [RUNS]       FEED is a vehicles.csv.gz. The median of RUNS (7), interleaved so that a busy minute hits all.
"""
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

MARQUE, FEED = sys.argv[1:3]
RUNS = int(sys.argv[3]) if len(sys.argv) > 3 else 7
USUAL = ["picker", "catalog", "vehicles", "names", "keys", "changes", "report"]
SETS = {
    "the usual shapes": (USUAL, ""), "+ makes": (USUAL + ["makes"], ""), "+ ndjson": (USUAL + ["ndjson"], ""),
    "+ sqlite": (USUAL + ["sqlite"], ""), "+ gzip": (USUAL, "gzip: true"),
    "all but sqlite": (USUAL + ["makes", "ndjson"], ""), "all": (USUAL + ["makes", "ndjson", "sqlite"], "gzip: true"),
}


def run(command, out=None):
    """Wall and processor seconds of a command, which must succeed."""
    if out:
        shutil.rmtree(out, ignore_errors=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


with tempfile.TemporaryDirectory() as folder:
    commands = {"gzip -dc": (["gzip", "-dc", FEED], None)}
    for place, (name, (shapes, publish)) in enumerate(SETS.items()):
        pipeline = f"{folder}/{place}.yaml"
        with open(pipeline, "w") as file:
            file.write(f"name: bench\nfeeds: {{vehicles: {{layout: epa-vehicles}}}}\nwrite: [{', '.join(shapes)}]\npublish: {{{publish}}}\n")
        out = f"{folder}/out-{place}"
        commands[name] = ([MARQUE, "run", pipeline, "--input", "vehicles=" + FEED, "--out", out, "--quiet"], out)
    verify = [MARQUE, "verify", commands["the usual shapes"][1]]
    times = {name: [] for name in commands} | {"marque verify": []}
    for _ in range(RUNS):
        for name, (command, out) in commands.items():
            times[name].append(run(command, out))
        times["marque verify"].append(run(verify))
    floor = statistics.median(wall for wall, _ in times["gzip -dc"])
    usual = statistics.median(wall for wall, _ in times["the usual shapes"])
    print(f"{'':18} {'wall s':>7} {'cpu s':>7} {'x gzip -dc':>11} {'- usual s':>10}")
    for name, runs in times.items():
        wall, cpu = (statistics.median(column) for column in zip(*runs))
        print(f"{name:18} {wall:7.3f} {cpu:7.3f} {wall / floor:11.1f} {wall - usual:+10.3f}")
    out = commands["all"][1]
    print("\n" + "\n".join(f"{os.path.getsize(os.path.join(out, name)):>12,} {name}" for name in (
        "catalog.json", "catalog.json.gz", "vehicles.json", "vehicles.ndjson", "catalog.sqlite", "makes.json")))
