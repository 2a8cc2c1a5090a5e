"""The job with nothing but the standard library: rows stream through `csv`, each distinct text is read only once."""

import csv
import gc
import gzip
import json
import re
from collections import defaultdict
from operator import getitem, itemgetter

import common


class Values(dict):
    """The values of a column by their texts."""

    def __init__(self, name):
        self.type = common.TYPES[name]
        self.nothing = common.NOTHING_IN.get(name)

    def __missing__(self, text):
        value = None if text in common.NOTHING else self.type(text)
        self[text] = value = None if value == self.nothing else value
        return value


class Facts(dict):
    """The members of a JSON object that say the values of a column, by their texts."""

    def __init__(self, name):
        self.name = name
        self.values = Values(name)

    def __missing__(self, text):
        value = self.values[text]
        self[text] = fact = "" if value is None else f",{encode(self.name)}:{encode(value)}"
        return fact


class Labels(dict):
    """The labels of options by the texts of their columns."""

    values = [Values(name) for name in common.LABEL]

    def __missing__(self, texts):
        values = map(getitem, self.values, texts)
        self[texts] = label = ", ".join(str(value) for value in values if value is not None)
        return label


encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def write(path, value):
    with open(path, "w", encoding="utf-8") as file:
        file.write(encode(value))


def rows_of(feed):
    """The header, then each row, as lists of texts."""
    with gzip.open(feed, "rt", encoding="utf-8", newline="") as lines:
        yield from csv.reader(lines)


def read(reader):
    """Options by (make, model, year) as filed, vehicles as (id, make, model, facts), counts of the rules."""
    tree = defaultdict(list)
    vehicles = []
    combined = city = co2 = unrounded = 0
    places = {name: place for place, name in enumerate(next(reader))}
    id_, make_, model_, *others = common.columns(places)
    name_texts = itemgetter(places[id_], places[make_], places[model_], places["year"])
    fact_texts = itemgetter(*(places[name] for name in common.FACTS))
    rest = [name for name in others if name not in common.FACTS]
    rest_texts = itemgetter(*(places[name] for name in rest))
    rest_values = [Values(name) for name in rest]
    label_texts = itemgetter(*(places[name] for name in common.LABEL))
    checked = ["city08", "highway08", "comb08", "comb08U", "co2TailpipeGpm", "fuelType1", "atvType"]
    checked_texts = itemgetter(*(places[name] for name in checked))
    checked_values = [Values(name) for name in checked]
    facts = [Facts(name) for name in common.FACTS]
    makes, models, years, labels = Values("make"), Values("model"), Values("year"), Labels()

    for row in reader:
        id, make, model, year = name_texts(row)
        make, model, year = makes[make], models[model], years[year]
        vehicles.append((id, make, model, "".join(map(getitem, facts, fact_texts(row)))))
        list(map(getitem, rest_values, rest_texts(row)))
        tree[make, model, year].append((int(id), labels[label_texts(row)]))

        in_city, on_highway, both, exact, grams, fuel, kind = map(getitem, checked_values, checked_texts(row))
        if in_city and on_highway:
            if both and abs(both - 1 / (0.55 / in_city + 0.45 / on_highway)) > 1:
                combined += 1
            if in_city > on_highway and kind not in common.CITY_CARS:
                city += 1
        if both and exact and abs(both - exact) > 0.5:
            unrounded += 1
        if both and fuel and grams is not None and kind != "Plug-in Hybrid":
            gallon = common.GASOLINE if "Gasoline" in fuel else common.DIESEL if "Diesel" in fuel else None
            if gallon and abs(grams - gallon / both) > 0.1 * gallon / both:
                co2 += 1
    return tree, vehicles, (combined, city, co2, unrounded)


def canonical_names(uses):
    """From (spelling, rows, year) to canonical names and rows by spelling."""
    rows, newest, groups = defaultdict(int), defaultdict(int), defaultdict(list)
    for spelling, count, year in uses:
        rows[spelling] += count
        newest[spelling] = max(newest[spelling], year)
    for spelling in rows:
        groups[re.sub("[^a-z0-9]", "", spelling.lower())].append(spelling)
    names = {}
    for group in groups.values():
        best = min(group, key=lambda spelling: (-rows[spelling], -newest[spelling], spelling))
        names.update(dict.fromkeys(group, best))
    return names, rows


def merge(tree):
    """(make, model) by names as filed, and the list of all decisions."""
    makes, rows = canonical_names((make, len(options), year) for (make, _, year), options in tree.items())
    decisions = [("make", None, spelling, makes[spelling], rows[spelling]) for spelling in sorted(makes)]
    uses = defaultdict(list)
    for (make, model, year), options in tree.items():
        uses[makes[make]].append((model, len(options), year))
    models = {}
    for make in sorted(uses):
        models[make], rows = canonical_names(uses[make])
        decisions += [("model", make, text, models[make][text], rows[text]) for text in sorted(models[make])]
    names = {(make, model): (makes[make], models[makes[make]][model]) for make, model, _ in tree}
    fields = ("level", "make", "spelling", "canonical", "rows")
    return names, [dict(zip(fields, decision)) for decision in decisions]


def grow(tree, names):
    """{make: {model: {year: [(id, label)]}}} by canonical names, in order."""
    merged = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for (make, model, year), options in tree.items():
        make, model = names[make, model]
        merged[make][model][year] += options
    return {
        make: {
            model: {year: sorted(years[year]) for year in sorted(years, reverse=True)}
            for model, years in sorted(models.items(), key=lambda item: item[0].lower())
        }
        for make, models in sorted(merged.items(), key=lambda item: item[0].lower())
    }


def columnar(tree):
    """The tree as arrays, level by level; `first` and `count` point into the next level."""
    levels = {name: {"title": [], "first": [], "count": []} for name in ("makes", "models", "years")}
    makes, models, years = levels.values()
    options = {"id": [], "title": []}

    def add(level, title, below, children):
        level["title"].append(title)
        level["first"].append(len(below))
        level["count"].append(len(children))

    for make, its_models in tree.items():
        add(makes, make, models["title"], its_models)
        for model, its_years in its_models.items():
            add(models, model, years["title"], its_years)
            for year, its_options in its_years.items():
                add(years, year, options["id"], its_options)
                options["id"] += [id for id, _ in its_options]
                options["title"] += [label for _, label in its_options]
    return levels | {"options": options}


def write_vehicles(path, vehicles, names):
    heads = {
        filed: f'"make":{encode(make)},"model":{encode(model)}' for filed, (make, model) in names.items()
    }
    with open(path, "w", encoding="utf-8") as file:
        mark = '{"vehicles":{'
        for id, make, model, facts in vehicles:
            file.write(f'{mark}"{id}":{{{heads[make, model]}{facts}}}')
            mark = ","
        file.write("}}")


def main(rows_of):
    gc.disable()
    feed, folder = common.arguments()
    tree, vehicles, counts = read(rows_of(feed))
    names, decisions = merge(tree)
    tree = grow(tree, names)
    picker = {
        make: {
            model: {str(year): str(options[0][0]) for year, options in years.items()} for model, years in models.items()
        }
        for make, models in tree.items()
    }
    write(f"{folder}/picker.json", picker)
    write(f"{folder}/catalog.json", columnar(tree))
    write(f"{folder}/names.json", decisions)
    write_vehicles(f"{folder}/vehicles.json", vehicles, names)
    common.report(folder, len(vehicles), *counts)


if __name__ == "__main__":
    main(rows_of)
