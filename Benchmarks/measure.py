"""Wall time, processor time and peak memory of whole commands, interleaved; medians, and ratios within this run.

Called by Scripts/bench: measure.py MARQUE PYTHON FEED [RUNS [TIMES]], where FEED is a .csv.gz or an .xml.gz
"""
import gzip
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

marque, python, feed = sys.argv[1:4]
runs = int(sys.argv[4]) if len(sys.argv) > 4 else 5
times = int(sys.argv[5]) if len(sys.argv) > 5 else 0
here = os.path.dirname(os.path.abspath(__file__))
pipeline = os.path.join(here, "..", "pipelines", "epa.yaml")


def measured(command):
    """Seconds of wall time, seconds of processor time, and peak megabytes of a command."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{command}: status {status}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def compare(feed, runs):
    is_xml = feed.endswith(".xml.gz")
    with tempfile.TemporaryDirectory() as out:
        commands = {
            "gzip -dc": ["gzip", "-dc", feed],
            "marque": [marque, "run", pipeline, "--input", "vehicles=" + feed, "--out", out + "/marque", "--quiet"],
        }
        if is_xml:
            with gzip.open(feed) as packed, open(out + "/feed.xml", "wb") as plain:
                shutil.copyfileobj(packed, plain)
            commands["xmllint"] = ["xmllint", "--sax", "--noout", out + "/feed.xml"]
        for peer in ("lxml",) if is_xml else ("duckdb", "polars", "pandas", "csv"):
            folder = f"{out}/{peer}"
            os.mkdir(folder)
            commands[peer] = [python, f"{here}/peers/job_{peer}.py", feed, folder]
        figures = {name: [] for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                # A run over what it has published before would see that there is nothing new.
                shutil.rmtree(out + "/marque", ignore_errors=True)
                figures[name].append(measured(command))
        medians = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in figures.items()}
        base, own = medians["gzip -dc"][0], medians["marque"][0]
        floor = "× gzip"
        if is_xml:
            base += medians["xmllint"][0]
            floor = "× both"  # gzip and xmllint, one after the other: unpacking and parsing alone.
        print(f"{'':10}{'wall s':>9}{'cpu s':>9}{'peak MB':>9}{floor:>9}{'× marque':>10}")
        for name, (wall, cpu, memory) in medians.items():
            print(f"{name:10}{wall:9.3f}{cpu:9.3f}{memory:9.0f}{wall / base:9.2f}{wall / own:10.1f}")


print(f"{os.path.basename(feed)}, median of {runs}")
compare(feed, runs)
if times:
    large = os.path.join(tempfile.gettempdir(), f"marque-{times}-times.csv.gz")
    if not os.path.exists(large):
        subprocess.run([sys.executable, here + "/make-large-feed.py", feed, str(times), large], check=True)
    print(f"\nthe same, {times} times, once")
    compare(large, 1)
start_up = statistics.median(measured([marque, "--version"])[0] for _ in range(21))
print(f"\nmarque --version: {start_up * 1000:.1f} ms")
