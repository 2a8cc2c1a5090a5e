"""Inputs that try to use up memory or time: how much of both it takes to refuse them.

usage: python3 Benchmarks/hostile.py MARQUE

Each is refused with exit status 3. Seconds are of processor time; megabytes are the peak of the whole run.
"""
import gzip
import io
import os
import subprocess
import sys
import tempfile

marque = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
corpus = os.path.join(here, "..", "Tests", "Corpus", "pipelines")
MEGABYTE = b"a" * (1 << 20)


def refused(name, pipeline, pieces):
    with tempfile.TemporaryDirectory() as out:
        process = subprocess.Popen(
            [marque, "run", pipeline, "--input", "feed=-", "--out", out + "/out"], stdin=subprocess.PIPE,
            stderr=subprocess.PIPE)
        try:
            for piece in pieces:
                process.stdin.write(piece)
            process.stdin.close()
        except BrokenPipeError:
            pass  # It has seen enough.
        message = process.stderr.read().decode().splitlines()[0]
        _, status, usage = os.wait4(process.pid, 0)
        seconds = usage.ru_utime + usage.ru_stime
        print(f"{name:34}{seconds:7.2f} s{usage.ru_maxrss / 1024:8.0f} MB  {message}")
        if os.waitstatus_to_exitcode(status) != 3:
            sys.exit(f"{name}: status {status}, expected 3")


def bomb():
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(b"id,make,model,year,city\n")
        row = b"1," + b"a" * 1000 + b",A4,2020,25\n"
        for _ in range(1024):
            file.write(row * 1024)
    return packed.getvalue()


def entities():
    names = "".join('<!ENTITY a%d "%s">' % (n, ("&a%d;" % (n - 1)) * 10) for n in range(1, 30))
    return f'<?xml version="1.0"?><!DOCTYPE cars [<!ENTITY a0 "aaaaaaaaaa">{names}]><cars><car><id>&a29;</id></car></cars>'.encode()


with tempfile.TemporaryDirectory() as folder:
    limited = folder + "/limited.yaml"
    text = open(corpus + "/plain.yaml").read().replace("    layout:\n", "    limits: {unpacked-size: 100000000, ratio: 2000}\n    layout:\n")
    open(limited, "w").write(text)
    refused("gzip bomb, 1 GiB, limit 100 MB", limited, [bomb()])
    refused("one field of 1 GiB", corpus + "/plain.yaml", [b"id,make,model,year,city\n1,"] + [MEGABYTE] * 1024)
    refused("one quoted field of 1 GiB", corpus + "/plain.yaml", [b'id,make,model,year,city\n1,"'] + [MEGABYTE] * 1024)
    refused("one header of 1 GiB", corpus + "/plain.yaml", [MEGABYTE] * 1024)
    refused("XML text of 1 GiB", corpus + "/xml.yaml", [b"<cars><car><id>"] + [MEGABYTE] * 1024)
    refused("XML attribute of 1 GiB", corpus + "/xml.yaml", [b'<cars><car n="'] + [MEGABYTE] * 1024)
    refused("entity bomb", corpus + "/xml.yaml", [entities()])
