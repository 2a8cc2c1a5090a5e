"""What the peers share: the columns of the job, their types and their ways to say "nothing"."""

import gzip
import json
import os
import sys

_TEXTS = """make model baseModel VClass drive trany trans_dscr eng_dscr fuelType fuelType1 fuelType2 atvType tCharger
sCharger guzzler startStop mfrCode evMotor mpgData rangeA phevBlended createdOn modifiedOn""".split()
_INTEGERS = """id year cylinders engId city08 cityA08 highway08 highwayA08 comb08 combA08 co2 co2A fuelCost08 range feScore
ghgScore pv2 pv4""".split()
_DECIMALS = """displ city08U highway08U comb08U cityE highwayE combE co2TailpipeGpm co2TailpipeAGpm barrels08 rangeCity
rangeHwy charge240""".split()
_ZEROS = """engId city08 city08U cityA08 highway08 highway08U highwayA08 comb08 comb08U combA08 cityE highwayE combE range
rangeCity rangeHwy charge240 pv2 pv4""".split()

# Columns by name: int, float or str.
TYPES = dict.fromkeys(_TEXTS, str) | dict.fromkeys(_INTEGERS, int) | dict.fromkeys(_DECIMALS, float)

# What means "nothing" in any column, and besides it in some.
NOTHING = ["", "NA"]
NOTHING_IN = dict.fromkeys(_ZEROS, 0) | dict.fromkeys(["co2", "co2A", "feScore", "ghgScore"], -1) | {"rangeA": "0"}

# The columns of a vehicle that vehicles.json tells, besides make and model.
FACTS = """year VClass drive trany cylinders displ fuelType fuelType1 fuelType2 atvType city08 highway08 comb08 cityA08
highwayA08 combA08 combE co2TailpipeGpm range rangeA fuelCost08 feScore ghgScore""".split()

# The columns that an option's label is made of, in its order.
LABEL = ["trany", "cylinders", "displ", "drive", "fuelType"]

# Cars that may do better in the city, and grams of CO2 in a gallon.
CITY_CARS = ["Hybrid", "Plug-in Hybrid", "EV", "FCV"]
GASOLINE, DIESEL = 8887, 10180


def arguments():
    """The feed, and the folder to write to, which is made."""
    feed, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    return feed, folder


def header(feed):
    """The names of all columns that the feed has; none is quoted."""
    with gzip.open(feed, "rt", encoding="utf-8", newline="") as lines:
        return next(lines).rstrip("\r\n").split(",")


def columns(names):
    """The columns of the job among `names`, in the order of the job: id, make, model, then the others."""
    return ["id"] + [name for name in TYPES if name in names and name != "id"]


def report(folder, rows, combined, city, co2, unrounded):
    """Writes report.json and prints the same."""
    counts = {"rows": rows, "combined": combined, "city": city, "co2": co2, "unrounded": unrounded}
    line = json.dumps(counts, separators=(",", ":"))
    with open(f"{folder}/report.json", "w") as file:
        file.write(line)
    print(line)
