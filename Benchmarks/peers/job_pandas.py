"""The job in data frames of pandas; text is rendered once a distinct value and then spread over the rows."""

import gc
from itertools import chain, repeat

import numpy as np
import orjson
import pandas as pd

import common

PANDAS_TYPES = {int: "Int32", float: "float64", str: "str"}


def read(feed):
    """Reading already makes null of what means "nothing" anywhere."""
    columns = common.columns(common.header(feed))
    vehicles = pd.read_csv(
        feed, engine="pyarrow", usecols=columns, dtype={name: PANDAS_TYPES[common.TYPES[name]] for name in columns},
        keep_default_na=False, na_values=common.NOTHING,
    )
    for name in vehicles.columns.intersection(list(common.NOTHING_IN)):
        vehicles[name] = vehicles[name].mask(vehicles[name] == common.NOTHING_IN[name])
    return vehicles


def count(vehicles):
    city, highway, both = vehicles["city08"], vehicles["highway08"], vehicles["comb08"]
    fuel, kind = vehicles["fuelType1"], vehicles["atvType"]
    is_gasoline = fuel.str.contains("Gasoline", regex=False)
    is_diesel = fuel.str.contains("Diesel", regex=False)
    quotient = np.where(is_gasoline, common.GASOLINE, np.where(is_diesel, common.DIESEL, np.nan)) / both
    rules = [
        (both - 1 / (0.55 / city + 0.45 / highway)).abs() > 1,
        (city > highway) & ~kind.isin(common.CITY_CARS),
        ((vehicles["co2TailpipeGpm"] - quotient).abs() > 0.1 * quotient) & (kind != "Plug-in Hybrid"),
        (both - vehicles["comb08U"]).abs() > 0.5,
    ]
    return len(vehicles), *(int(rule.sum()) for rule in rules)


def canonical(filed, *within):
    """One row a spelling, with the canonical name of those of its key."""
    names = filed.groupby([*within, "spelling"], as_index=False).agg({"newest": "max", "rows": "sum"})
    names = names.sort_values(["rows", "newest", "spelling"], ascending=[False, False, True])
    key = names["spelling"].str.lower().str.replace("[^a-z0-9]", "", regex=True)
    names["canonical"] = names.groupby([*within, key])["spelling"].transform("first")
    return names.sort_values([*within, "spelling"])


def merge_names(vehicles):
    """Names by (make, model) as filed, each with its place in the tree, and all decisions."""
    filed = vehicles.groupby(["make", "model"], as_index=False).agg(newest=("year", "max"), rows=("id", "size"))
    makes = canonical(filed.rename(columns={"make": "spelling"}))
    filed = filed.rename(columns={"make": "filed_make", "model": "spelling"}).merge(
        makes[["spelling", "canonical"]].set_axis(["filed_make", "make"], axis=1), on="filed_make"
    )
    models = canonical(filed, "make")
    names = filed[["filed_make", "make", "spelling"]].merge(models[["make", "spelling", "canonical"]])
    names = names.rename(columns={"spelling": "filed_model", "canonical": "model"})
    names["place"] = names.groupby([names["make"].str.lower(), names["model"].str.lower()]).ngroup()
    makes["level"], makes["make"], models["level"] = "make", None, "model"
    fields = ["level", "make", "spelling", "canonical", "rows"]
    return names, [decision for level in (makes, models) for decision in level[fields].to_dict("records")]


def label(vehicles):
    """The labels of all vehicles, each distinct one made once."""
    labels = vehicles[common.LABEL].drop_duplicates()
    labels["title"] = [
        ", ".join(str(value) for value in values if pd.notna(value)) for values in labels.itertuples(index=False)
    ]
    return vehicles[common.LABEL].merge(labels, on=common.LABEL, how="left")["title"]


def grow_tree(vehicles):
    """One table a level, in order; `first` points into the next."""
    options = vehicles[["make", "model", "place", "year", "id"]].assign(title=label(vehicles))
    options = options.sort_values(["place", "year", "id"], ascending=[True, False, True])

    def level(below, *keys):
        table = below.groupby(list(keys), sort=False, as_index=False).agg(count=("id", "size"), id=("id", "first"))
        return table.assign(title=table[keys[-1]], first=table["count"].cumsum() - table["count"])

    years = level(options, "make", "model", "year")
    models = level(years, "make", "model")
    return level(models, "make"), models, years, options


def picker(years):
    tree = {}
    for make, model, year, id in zip(*(years[name].tolist() for name in ("make", "model", "year", "id"))):
        tree.setdefault(make, {}).setdefault(model, {})[str(year)] = str(id)
    return tree


def catalog(*levels):
    *named, options = levels
    arrays = {
        name: {field: level[field].tolist() for field in ("title", "first", "count")}
        for name, level in zip(["makes", "models", "years"], named)
    }
    return arrays | {"options": {field: options[field].tolist() for field in ("id", "title")}}


def write(path, value):
    with open(path, "wb") as file:
        file.write(orjson.dumps(value))


def members(column, opening=","):
    """The members of the vehicles' JSON objects that say a column, empty where it is null."""
    codes, values = pd.factorize(column)
    texts = [f'{opening}"{column.name}":{orjson.dumps(value).decode()}' for value in values.tolist()]
    # Null has code -1, which takes the last.
    return np.array([*texts, ""], dtype=object)[codes].tolist()


def write_vehicles(path, vehicles):
    marks = chain(["{"], repeat(","))
    heads = [f'"{id}":{{' for id in vehicles["id"].tolist()]
    names = members(vehicles["make"], opening=""), members(vehicles["model"])
    facts = (members(vehicles[name]) for name in common.FACTS)
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"vehicles":')
        file.writelines(map("".join, zip(marks, heads, *names, *facts, repeat("}"))))
        file.write("}}")


def main():
    gc.disable()
    feed, folder = common.arguments()
    vehicles = read(feed)
    counts = count(vehicles)
    names, decisions = merge_names(vehicles)
    vehicles = vehicles.rename(columns={"make": "filed_make", "model": "filed_model"}).merge(
        names, on=["filed_make", "filed_model"], how="left"
    )
    levels = grow_tree(vehicles)
    write(f"{folder}/picker.json", picker(levels[2]))
    write(f"{folder}/catalog.json", catalog(*levels))
    write(f"{folder}/names.json", decisions)
    write_vehicles(f"{folder}/vehicles.json", vehicles)
    common.report(folder, *counts)


main()
