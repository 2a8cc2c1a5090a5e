"""What nights cost: one that publishes, with what may be asked of it, and one with nothing new, from a file and from a server.

usage: nights.py MARQUE FEED [RUNS]       FEED is a vehicles.csv.gz. Medians of RUNS (9), interleaved.
"""
import email.utils
import http.server
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

MARQUE, FEED = sys.argv[1:3]
RUNS = int(sys.argv[3]) if len(sys.argv) > 3 else 9
NIGHTS = {"publishes": "", "keep: 7": "keep: 7", "keep: 7, verify: true": "keep: 7, verify: true"}


class Server(http.server.BaseHTTPRequestHandler):
    """Has the feed, and knows whether the asker has it too."""
    stamp = email.utils.formatdate(os.path.getmtime(FEED), usegmt=True)

    def do_GET(self):
        known = self.headers.get("If-Modified-Since") == self.stamp
        self.send_response(304 if known else 200)
        self.send_header("Last-Modified", self.stamp)
        if not known:
            self.send_header("Content-Length", str(os.path.getsize(FEED)))
        self.end_headers()
        if not known:
            with open(FEED, "rb") as file:
                shutil.copyfileobj(file, self.wfile)

    def log_message(self, *_):
        pass


def wall(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


with tempfile.TemporaryDirectory() as folder:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/{os.path.basename(FEED)}"

    def command(name, publish, source):
        pipeline = f"{folder}/{name.split()[0].strip(':,')}{len(publish)}.yaml"
        with open(pipeline, "w") as file:
            file.write(f"name: bench\nfeeds: {{vehicles: {{layout: epa-vehicles}}}}\nwrite: [picker, catalog, vehicles, names, keys, changes, report]\npublish: {{{publish}}}\n")
        out = pipeline.removesuffix(".yaml")
        return [MARQUE, "run", pipeline, "--input", "vehicles=" + source, "--out", out], out

    times = {}
    for run in range(RUNS):
        times.setdefault("gzip -dc", []).append(wall(["gzip", "-dc", FEED]))
        for name, publish in NIGHTS.items():
            line, out = command(name, publish, FEED)
            for path in (out, out + ".versions"):
                os.path.islink(path) and os.unlink(path)
                shutil.rmtree(path, ignore_errors=True)
            times.setdefault(name, []).append(wall(line))
        for name, source in {"nothing new, a file": FEED, "nothing new, a server": url}.items():
            line, out = command("new" + str(len(source)), "", source)
            if run == 0:
                wall(line)
            before = os.stat(out).st_mtime_ns
            times.setdefault(name, []).append(wall(line))
            assert os.stat(out).st_mtime_ns == before
    floor = statistics.median(times["gzip -dc"])
    print(f"{'':24} {'wall s':>7} {'x gzip -dc':>11}")
    for name, runs in times.items():
        print(f"{name:24} {statistics.median(runs):7.3f} {statistics.median(runs) / floor:11.1f}")
