"""The job in expressions of Polars; only the names of the tree, never the vehicles, are looped over in Python."""

import orjson
import polars as pl
from polars import col

import common

POLARS_TYPES = {int: pl.Int32, float: pl.Float64, str: pl.String}
ESCAPES = {mark: orjson.dumps(mark).decode()[1:-1] for mark in ['"', "\\", *map(chr, range(32))]}


def typed(column):
    """Reading already makes null of what means "nothing" anywhere."""
    nothing = common.NOTHING_IN.get(column)
    return col(column) if nothing is None else pl.when(col(column) != pl.lit(nothing)).then(col(column)).alias(column)


def read(feed):
    columns = common.columns(common.header(feed))
    types = {name: POLARS_TYPES[common.TYPES[name]] for name in columns}
    scan = pl.scan_csv(feed, schema_overrides=types, null_values=common.NOTHING)
    return scan.select(map(typed, columns)).collect()


def count(vehicles):
    city, highway, both, grams = col("city08"), col("highway08"), col("comb08"), col("co2TailpipeGpm")
    gallon = (
        pl.when(col("fuelType1").str.contains("Gasoline", literal=True)).then(float(common.GASOLINE))
        .when(col("fuelType1").str.contains("Diesel", literal=True)).then(float(common.DIESEL))
    )
    return vehicles.lazy().select(
        pl.len().alias("rows"),
        combined=((both - 1 / (0.55 / city + 0.45 / highway)).abs() > 1).sum(),
        city=((city > highway) & ~col("atvType").fill_null("").is_in(common.CITY_CARS)).sum(),
        co2=(
            ((grams - gallon / both).abs() > 0.1 * gallon / both) & col("atvType").ne_missing("Plug-in Hybrid")
        ).sum(),
        unrounded=((both - col("comb08U")).abs() > 0.5).sum(),
    ).collect().row(0)


def canonical(filed, *within):
    """One row a spelling, with the canonical name of those of its key."""
    key = col("spelling").str.to_lowercase().str.replace_all("[^a-z0-9]", "")
    return (
        filed.group_by(*within, "spelling").agg(col("newest").max(), col("rows").sum())
        .sort("rows", "newest", "spelling", descending=[True, True, False])
        .with_columns(canonical=col("spelling").first().over(*within, key))
        .sort(*within, "spelling")
    )


def merge_names(vehicles):
    """Names by (make, model) as filed, each with its place in the tree, and all decisions."""
    filed = vehicles.group_by("make", "model").agg(newest=col("year").max(), rows=pl.len())
    makes = canonical(filed.rename({"make": "spelling"}))
    filed = filed.rename({"make": "filed_make", "model": "spelling"}).join(
        makes.select(filed_make="spelling", make="canonical"), on="filed_make"
    )
    models = canonical(filed, "make")
    names = filed.join(models, on=["make", "spelling"]).select(
        "filed_make", "make", filed_model="spelling", model="canonical",
        place=pl.struct(col("make").str.to_lowercase(), col("canonical").str.to_lowercase()).rank("dense"),
    )
    fields = ["level", "make", "spelling", "canonical", "rows"]
    decisions = pl.concat([
        makes.with_columns(level=pl.lit("make"), make=pl.lit(None, pl.String)).select(fields),
        models.with_columns(level=pl.lit("model")).select(fields),
    ])
    return names, decisions.to_dicts()


def grow_tree(vehicles):
    """One table a level, in order; `first` points into the next."""
    options = vehicles.select(
        "make", "model", "place", "year", "id",
        title=pl.concat_str(common.LABEL, separator=", ", ignore_nulls=True),
    ).sort("place", "year", "id", descending=[False, True, False])

    def level(below, *keys):
        return below.group_by(keys, maintain_order=True).agg(count=pl.len(), id=col("id").first()).with_columns(
            col(keys[-1]).alias("title"), first=col("count").cum_sum() - col("count")
        )

    years = level(options, "make", "model", "year")
    models = level(years, "make", "model")
    return level(models, "make"), models, years, options


def picker(years):
    tree = {}
    for make, model, year, id in years.select("make", "model", "year", "id").iter_rows():
        tree.setdefault(make, {}).setdefault(model, {})[str(year)] = str(id)
    return tree


def catalog(*levels):
    *named, options = levels
    arrays = {
        name: level.select("title", "first", "count").to_dict(as_series=False)
        for name, level in zip(["makes", "models", "years"], named)
    }
    return arrays | {"options": options.select("id", "title").to_dict(as_series=False)}


def write(path, value):
    with open(path, "wb") as file:
        file.write(orjson.dumps(value))


def member(column):
    """One member of a vehicle's JSON object, null if the column is."""
    if common.TYPES[column] is str:
        return pl.concat_str(pl.lit(f',"{column}":"'), col(column).str.replace_many(ESCAPES), pl.lit('"'))
    return pl.concat_str(pl.lit(f',"{column}":'), col(column))


def write_vehicles(path, vehicles):
    """As a text file of one line a vehicle, with commas for line ends; those behind the header and the last line become
    braces."""
    members = [member("make").str.slice(1), member("model"), *map(member, common.FACTS)]
    opening = '{"vehicles":'
    line = pl.concat_str(pl.lit('"'), "id", pl.lit('":{'), *members, pl.lit("}"), ignore_nulls=True).alias(opening)
    vehicles.lazy().select(line).sink_csv(path, quote_style="never", line_terminator=",")
    with open(path, "r+b") as file:
        file.seek(len(opening))
        file.write(b"{")
        file.seek(-1, 2)
        file.write(b"}}")


def main():
    feed, folder = common.arguments()
    vehicles = read(feed)
    counts = count(vehicles)
    names, decisions = merge_names(vehicles)
    named = vehicles.select(filed_make="make", filed_model="model").join(
        names, on=["filed_make", "filed_model"], maintain_order="left"
    )
    vehicles = vehicles.with_columns(named["make"], named["model"], named["place"])
    levels = grow_tree(vehicles)
    write(f"{folder}/picker.json", picker(levels[2]))
    write(f"{folder}/catalog.json", catalog(*levels))
    write(f"{folder}/names.json", decisions)
    write_vehicles(f"{folder}/vehicles.json", vehicles)
    common.report(folder, *counts)


main()
