"""Precision and recall of automatic name merges on the labeled pairs of Tests/Names/pairs.tsv.

    python3 measure.py                                      OpenRefine's key collision methods alone; standard library only
    python3 measure.py --feeds FOLDER                       and dedupe and splink, which learn from the pairs and from the feeds
    python3 measure.py --marque epa=BUNDLE nrcan=BUNDLE     and Marque, from the names.json of its bundles

FOLDER holds epa/vehicles-*.csv.gz, nrcan/*.csv.gz, vca/, ademe/, misc/. Several bundles of one feed may be given, as one release
does not hold all spellings. `--list` also prints every wrong merge and every missed pair of each tool; for Marque they are
always printed.
"""
import argparse
import collections
import csv
import glob
import gzip
import json
import logging
import os
import random
import re
import sys
import unicodedata

here = os.path.dirname(os.path.abspath(__file__))
Pair = collections.namedtuple("Pair", "feed level make a b verdict kind reason")
SEED = 20251028
CLASSES = ["spelling", "word-order", "legal-form", "truncation", "abbreviation", "misspelling", "make-in-model",
           "year-in-model", "synonym"]


def read_pairs(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        return [Pair(*row) for row in rows]


# Feeds: the distinct names of each


def decoded(data):
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def unpacked(path):
    with gzip.open(path) as file:
        return decoded(file.read())


def read_names(folder):
    """Feed -> set of (make, model), spaces at the ends cut off."""
    names = collections.defaultdict(set)

    def add(feed, make, model):
        names[feed].add((make.strip(), model.strip()))

    for path in glob.glob(folder + "/epa/vehicles-*.csv.gz"):
        for row in csv.DictReader(unpacked(path).splitlines()):
            add("epa", row["make"], row["model"])
    for path in glob.glob(folder + "/nrcan/*.csv.gz"):
        for row in csv.reader(unpacked(path).splitlines()):
            if len(row) > 4 and re.fullmatch(r"\d{4}", row[0].strip()):
                add("nrcan", row[1], row[2])
    for path in glob.glob(folder + "/vca/*.csv.gz"):
        for row in csv.DictReader(unpacked(path).splitlines()):
            add("vca", row["Manufacturer"], row["Model"])
    for path in glob.glob(folder + "/ademe/*.csv.gz"):
        for row in csv.DictReader(unpacked(path).split("\n"), delimiter=";"):
            add("ademe", row["Marque"], row["Libellé modèle"])
    for path in glob.glob(folder + "/misc/auto-mpg.data*"):
        with open(path, encoding="ascii") as file:
            for name in re.findall(r'"([^"]*)"', file.read()):
                make, _, model = name.partition(" ")
                add("auto-mpg", make, model)
    return names


def check(pairs, names, folder):
    """Ends the run if a spelling of the pairs does not stand in its feed. `all` is every feed's makes and vPIC's."""
    makes = {feed: {make for make, _ in found} for feed, found in names.items()}
    models = {feed: {(make.lower(), model) for make, model in found} for feed, found in names.items()}
    makes["all"] = set().union(*makes.values())
    vpic = unpacked(folder + "/misc/vpic-get-all-makes.json.gz")
    for pair in pairs:
        for name in (pair.a, pair.b):
            if pair.level == "model":
                found = (pair.make.lower(), name) in models[pair.feed]
            else:
                found = name in makes[pair.feed] or (pair.feed == "all" and json.dumps(name).strip('"') in vpic)
            if not found:
                sys.exit(f"{pair.feed} {pair.level}: no '{name}' in the feed")


def records(pairs, names):
    """(feed, level) -> the distinct (make, name) to learn from; the spellings of the pairs are always among them."""
    result = collections.defaultdict(set)
    for feed, found in names.items():
        for make, model in found:
            result[feed, "make"].add(("", make))
            result["all", "make"].add(("", make))
            if model:
                result[feed, "model"].add((make.lower(), model))
    for pair in pairs:
        result[pair.feed, pair.level] |= {(pair.make.lower(), pair.a), (pair.make.lower(), pair.b)}
    return {key: sorted(value) for key, value in result.items()}


# OpenRefine: https://openrefine.org/docs/technical-reference/clustering-in-depth


def ascii_only(text):
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def without_punctuation(text):
    return "".join(c for c in text if unicodedata.category(c)[0] not in "PSC")


def fingerprint(text):
    return " ".join(sorted(set(ascii_only(without_punctuation(text.strip().lower())).split())))


def ngram_fingerprint(text, n):
    text = re.sub(r"\s", "", without_punctuation(text.strip().lower()))
    return ascii_only("".join(sorted({text[i:i + n] for i in range(len(text) - n + 1)})))


def openrefine(pairs):
    yield "OpenRefine fingerprint", [fingerprint(p.a) == fingerprint(p.b) for p in pairs]
    for n in (2, 1):
        # A name shorter than n has an empty key, and an empty key is no key
        yield f"OpenRefine {n}-gram", [ngram_fingerprint(p.a, n) == ngram_fingerprint(p.b, n) != "" for p in pairs]


# dedupe: two halves; each is judged by a model that was trained on the other


def dedupe_merges(pairs):
    import dedupe
    import dedupe.variables as variables
    import numpy

    order = list(range(len(pairs)))
    random.Random(SEED).shuffle(order)
    halves = [sorted(order[::2]), sorted(order[1::2])]

    def as_record(name):
        words = fingerprint_words(name) or [name]
        return {"name": name.lower(), "squeezed": "".join(words), "sorted": " ".join(sorted(words)),
                "words": tuple(sorted(set(words))), "digits": "".join(re.findall(r"\d", name)) or "none"}

    def as_records(indices):
        return [(as_record(pairs[i].a), as_record(pairs[i].b)) for i in indices]

    fields = {
        "dedupe, words": lambda: [variables.String("name"), variables.String("squeezed"), variables.Set("words"),
                                  variables.Exact("digits")],
        "dedupe, keys": lambda: [variables.String("squeezed"), variables.String("sorted"), variables.Exact("squeezed"),
                                 variables.Exact("sorted"), variables.Exact("digits")],
    }
    for title, variable_definition in fields.items():
        merged = [False] * len(pairs)
        for train, test in (halves, halves[::-1]):
            # What Dedupe.train does to its classifier. Its blocking rules are left out: they could only lose pairs.
            deduper = dedupe.Dedupe(variable_definition(), num_cores=1, in_memory=True)
            labels = numpy.array([int(pairs[i].verdict == "same") for i in train])
            deduper.classifier.fit(deduper.data_model.distances(as_records(train)), labels)
            scores = deduper.classifier.predict_proba(deduper.data_model.distances(as_records(test)))[:, -1]
            for i, score in zip(test, scores):
                merged[i] = bool(score > 0.5)
        yield title, merged


# splink: no labels; expectation maximization on the pairs of names of one make


def splink_merges(pairs, records):
    logging.disable(logging.WARNING)
    merged = [False] * len(pairs)
    for feed, level in sorted({(p.feed, p.level) for p in pairs}):
        found = records[feed, level]
        try:
            linked = splink_links(found, level)
        except Exception as error:  # a feed too small to train on merges nothing
            print(f"splink: {feed} {level}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
            continue
        for i, pair in enumerate(pairs):
            if (pair.feed, pair.level) == (feed, level):
                merged[i] = frozenset({(pair.make.lower(), pair.a), (pair.make.lower(), pair.b)}) in linked
    return merged


def splink_links(found, level):
    import duckdb
    import splink.comparison_library as comparisons
    from splink import DuckDBAPI, Linker, SettingsCreator, block_on

    connection = duckdb.connect()
    connection.execute("SET threads TO 1")
    connection.execute("CREATE TABLE names (unique_id INTEGER, make VARCHAR, name VARCHAR, squeezed VARCHAR,"
                       " words VARCHAR, digits VARCHAR)")
    connection.executemany("INSERT INTO names VALUES (?, ?, ?, ?, ?, ?)", [
        (i, make, name.lower(), squeezed(name), " ".join(sorted(fingerprint_words(name))), "".join(re.findall(r"\d", name)))
        for i, (make, name) in enumerate(found)
    ])
    # Makes have no make around them, so they are compared with one another if they start with the same letter
    rule = block_on("make") if level == "model" else block_on("substr(name, 1, 1)")
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            comparisons.JaroWinklerAtThresholds("squeezed", [0.97, 0.92, 0.85]),
            comparisons.LevenshteinAtThresholds("name", [1, 3]),
            comparisons.ExactMatch("words"),
            comparisons.ExactMatch("digits"),
        ],
        blocking_rules_to_generate_predictions=[rule],
    )
    database = DuckDBAPI(connection)
    linker = Linker(database.register("names"), settings)
    if len({(make, squeezed(name)) for make, name in found}) < len(found):  # it takes the logarithm of what the rule finds
        linker.training.estimate_probability_two_random_records_match([block_on("make", "squeezed")], recall=0.7)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=SEED)
    linker.training.estimate_parameters_using_expectation_maximisation(rule, record_sample_proportion=1.0)
    predicted = linker.inference.predict(threshold_match_probability=0.9).as_record_list()
    return {frozenset({found[row["unique_id_l"]], found[row["unique_id_r"]]}) for row in predicted}


def fingerprint_words(text):
    return ascii_only(without_punctuation(text.lower())).split()


def squeezed(text):
    return "".join(fingerprint_words(text))


# Marque


class Bundle:
    """The names.json of one bundle: which spelling goes under which canonical name, and what was only proposed."""

    def __init__(self, folder):
        with open(os.path.join(folder, "names.json"), encoding="utf-8") as file:
            entries = json.load(file)
        self.makes, self.models = {}, {}
        self.proposed = collections.defaultdict(set)
        for entry in entries:
            spelling, canonical = entry["spelling"].strip(), entry["canonical"]
            if entry["level"] == "make":
                self.makes[spelling] = canonical
                owner = ""
            else:
                self.models[entry["make"], spelling] = canonical
                owner = entry["make"]
            for other in entry.get("proposed") or []:
                self.proposed[owner, canonical].add(other["canonical"])
        self.folded = {}
        for spelling, canonical in sorted(self.makes.items()):
            self.folded.setdefault(spelling.lower(), canonical)

    def judge(self, pair):
        """`merged`, `proposed` or `apart`, or `None` if the bundle does not hold both spellings."""
        if pair.level == "make":
            owner = ""
            a, b = self.makes.get(pair.a), self.makes.get(pair.b)
        else:
            owner = self.makes.get(pair.make) or self.folded.get(pair.make.lower())
            a, b = self.models.get((owner, pair.a)), self.models.get((owner, pair.b))
        if a is None or b is None:
            return None
        if a == b:
            return "merged"
        if b in self.proposed[owner, a] or a in self.proposed[owner, b]:
            return "proposed"
        return "apart"


def marque_judgments(pairs, arguments):
    bundles = collections.defaultdict(list)
    for argument in arguments:
        feed, separator, folder = argument.partition("=")
        if not separator:
            sys.exit(f"--marque takes FEED=FOLDER, found '{argument}'")
        bundles[feed].append(Bundle(folder))
    judgments = []
    for pair in pairs:
        found = [bundle.judge(pair) for bundle in bundles[pair.feed]]
        judgments.append(next((word for word in ("merged", "proposed", "apart") if word in found), None))
    return judgments


# Report


def percent(part, whole):
    return f"{100 * part / whole:.1f}" if whole else "–"


def shown(pair):
    owner = f"{pair.feed} {pair.level}" + (f" {pair.make}" if pair.make else "")
    return f"{owner}: {pair.a!r} / {pair.b!r} ({pair.kind}; {pair.reason})"


class Column:
    def __init__(self, title, pairs, judgments):
        self.title = title
        self.judged = [(pair, word) for pair, word in zip(pairs, judgments) if word is not None]
        self.absent = [pair for pair, word in zip(pairs, judgments) if word is None]

    def count(self, verdict, *words, kind=None, level=None):
        return sum(pair.verdict == verdict and (not words or word in words) and kind in (None, pair.kind)
                   and level in (None, pair.level) for pair, word in self.judged)

    def precision(self, level=None):
        right, wrong = self.count("same", "merged", level=level), self.count("different", "merged", level=level)
        return percent(right, right + wrong)

    def recall(self, kind=None, level=None, words=("merged",)):
        return percent(self.count("same", *words, kind=kind, level=level), self.count("same", kind=kind, level=level))

    def cells(self):
        yield "pairs judged", len(self.judged)
        yield "right merges", self.count("same", "merged")
        yield "wrong merges", self.count("different", "merged")
        yield "precision of merges, %", self.precision()
        yield "… of makes", self.precision("make")
        yield "… of models", self.precision("model")
        yield "recall of merges, %", self.recall()
        yield "… of makes", self.recall(level="make")
        yield "… of models", self.recall(level="model")
        for kind in CLASSES:
            yield f"recall, {kind}", self.recall(kind)
        proposes = any(word == "proposed" for _, word in self.judged)
        yield "recall of merged or proposed, %", self.recall(words=("merged", "proposed")) if proposes else "–"
        yield "different pairs proposed", self.count("different", "proposed") if proposes else "–"
        yield "not together in one bundle", len(self.absent) or "–"

    def list_faults(self):
        print(f"\n## {self.title}")
        for heading, verdict, words in (("wrong merges", "different", ("merged",)), ("missed", "same", ("apart",)),
                                        ("proposed only", "same", ("proposed",)),
                                        ("different, yet proposed", "different", ("proposed",))):
            faults = [pair for pair, word in self.judged if pair.verdict == verdict and word in words]
            if faults:
                print(f"\n{heading}: {len(faults)}")
                for pair in faults:
                    print("-", shown(pair))
        if self.absent:
            print(f"\nnot together in one bundle: {len(self.absent)}")
            for pair in self.absent:
                print("-", shown(pair))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", default=os.path.join(here, "..", "..", "Tests", "Names", "pairs.tsv"))
    parser.add_argument("--feeds", metavar="FOLDER")
    parser.add_argument("--marque", metavar="FEED=FOLDER", nargs="+", action="extend", default=[])
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    pairs = read_pairs(options.pairs)
    columns = []

    def add(title, merged):
        columns.append(Column(title, pairs, ["merged" if yes else "apart" for yes in merged]))

    if options.marque:
        columns.append(Column("Marque", pairs, marque_judgments(pairs, options.marque)))
    for title, merged in openrefine(pairs):
        add(title, merged)
    if options.feeds:
        names = read_names(options.feeds)
        check(pairs, names, options.feeds)
        known = records(pairs, names)
        for title, merged in dedupe_merges(pairs):
            add(title, merged)
        add("splink", splink_merges(pairs, known))
    print("| | " + " | ".join(column.title for column in columns) + " |")
    print("|---|" + "---:|" * len(columns))
    for row in zip(*(column.cells() for column in columns)):
        print(f"| {row[0][0]} | " + " | ".join(str(cell) for _, cell in row) + " |")
    for column in columns:
        if options.list or column.title == "Marque":
            column.list_faults()


if __name__ == "__main__":
    main()
