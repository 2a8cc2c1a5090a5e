"""The job in SQL: DuckDB reads the feed, decides, and renders the JSON too; Python passes no row."""

import duckdb

import common

SQL_TYPES = {int: "INTEGER", float: "DOUBLE", str: "VARCHAR"}


def typed(column):
    """Reading already makes null of what means "nothing" anywhere."""
    nothing = common.NOTHING_IN.get(column)
    return column if nothing is None else f"nullif({column}, {nothing!r}) AS {column}"


def member(column):
    """One member of a vehicle's JSON object, null if the column is."""
    value = f"to_json({column})" if common.TYPES[column] is str else column
    return f"""',"{column}":' || {value}"""


def read(db, feed):
    header = common.header(feed)
    columns = common.columns(header)
    types = {name: SQL_TYPES[common.TYPES.get(name, str)] for name in header}
    db.execute(f"""
        CREATE TABLE vehicle AS
        SELECT {", ".join(map(typed, columns))}
        FROM read_csv({feed!r}, columns = {types!r}, nullstr = {common.NOTHING!r}, header = true, delim = ',',
                      quote = '"', escape = '"', auto_detect = false)""")


def count(db):
    return db.execute(f"""
        SELECT count(*),
               count(*) FILTER (abs(comb08 - 1 / (0.55 / city08 + 0.45 / highway08)) > 1),
               count(*) FILTER (city08 > highway08 AND coalesce(atvType, '') NOT IN {tuple(common.CITY_CARS)}),
               count(*) FILTER (abs(co2TailpipeGpm - gallon / comb08) > 0.1 * gallon / comb08
                                AND atvType IS DISTINCT FROM 'Plug-in Hybrid'),
               count(*) FILTER (abs(comb08 - comb08U) > 0.5)
        FROM (SELECT *, CASE WHEN contains(fuelType1, 'Gasoline') THEN {common.GASOLINE}
                             WHEN contains(fuelType1, 'Diesel') THEN {common.DIESEL} END AS gallon
              FROM vehicle)""").fetchone()


def merge_names(db):
    """`make_name` and `model_name` hold every spelling and its name; `name` has both by (make, model) as filed, and their
    place in the tree."""
    db.execute("""
        CREATE MACRO key(name) AS regexp_replace(lower(name), '[^a-z0-9]', '', 'g');
        CREATE TABLE filed AS
        SELECT make, model, max(year) AS newest, count(*) AS rows FROM vehicle GROUP BY ALL;

        CREATE TABLE make_name AS
        SELECT make AS spelling, rows,
               first_value(make) OVER (PARTITION BY key(make) ORDER BY rows DESC, newest DESC, make) AS canonical
        FROM (SELECT make, max(newest) AS newest, sum(rows)::BIGINT AS rows FROM filed GROUP BY ALL);

        CREATE TABLE model_name AS
        SELECT make, model AS spelling, rows,
               first_value(model) OVER (PARTITION BY make, key(model) ORDER BY rows DESC, newest DESC, model) AS canonical
        FROM (SELECT canonical AS make, model, max(newest) AS newest, sum(filed.rows)::BIGINT AS rows
              FROM filed JOIN make_name ON make = spelling GROUP BY ALL);

        CREATE TABLE name AS
        SELECT filed.make AS filed_make, filed.model AS filed_model, model_name.make, model_name.canonical AS model,
               dense_rank() OVER (ORDER BY lower(model_name.make), lower(model_name.canonical)) AS place
        FROM filed JOIN make_name ON filed.make = make_name.spelling
        JOIN model_name ON model_name.make = make_name.canonical AND filed.model = model_name.spelling""")


def grow_tree(db):
    """One table a level, in order; `first` points into the next."""
    db.execute(f"""
        CREATE TABLE options AS
        SELECT name.make, name.model, place, year, id, concat_ws(', ', {", ".join(common.LABEL)}) AS title
        FROM vehicle JOIN name ON vehicle.make = filed_make AND vehicle.model = filed_model
        ORDER BY place, year DESC, id;

        CREATE TABLE years AS
        SELECT *, sum(count) OVER (ORDER BY place, title DESC)::BIGINT - count AS first
        FROM (SELECT make, model, place, year AS title, min(id) AS id, count(*) AS count FROM options GROUP BY ALL)
        ORDER BY place, title DESC;

        CREATE TABLE models AS
        SELECT *, sum(count) OVER (ORDER BY place)::BIGINT - count AS first
        FROM (SELECT make, place, model AS title, count(*) AS count,
                     map(list(title::VARCHAR ORDER BY title DESC), list(id::VARCHAR ORDER BY title DESC)) AS picks
              FROM years GROUP BY ALL)
        ORDER BY place;

        CREATE TABLE makes AS
        SELECT *, sum(count) OVER (ORDER BY place)::BIGINT - count AS first
        FROM (SELECT make AS title, min(place) AS place, count(*) AS count,
                     map(list(title ORDER BY place), list(picks ORDER BY place)) AS picks
              FROM models GROUP BY ALL)
        ORDER BY place""")


def write(db, path, query):
    with open(path, "w", encoding="utf-8") as file:
        file.write(db.execute(query).fetchone()[0])


def write_all(db, folder):
    write(db, f"{folder}/picker.json", """
        SELECT to_json(map(list(title ORDER BY rowid), list(picks ORDER BY rowid))) FROM makes""")

    def arrays(table, *columns):
        return f"(SELECT {{{', '.join(f'{name}: list({name} ORDER BY rowid)' for name in columns)}}} FROM {table})"

    level = ("title", "first", "count")
    write(db, f"{folder}/catalog.json", f"""
        SELECT to_json({{makes: {arrays("makes", *level)}, models: {arrays("models", *level)},
                         years: {arrays("years", *level)}, options: {arrays("options", "id", "title")}}})""")

    write(db, f"{folder}/names.json", """
        SELECT to_json(list({level: level, make: make, spelling: spelling, canonical: canonical, rows: rows}
                            ORDER BY level, make, spelling))
        FROM (SELECT 'make' AS level, NULL AS make, * FROM make_name UNION ALL BY NAME
              SELECT 'model' AS level, * FROM model_name)""")

    # A text file of one line a vehicle, with commas for line ends.
    db.execute(f"""
        COPY (SELECT concat('"', id, '":{{"make":', to_json(name.make), ',"model":', to_json(name.model),
                            {", ".join(map(member, common.FACTS))}, '}}')
              FROM vehicle JOIN name ON vehicle.make = filed_make AND vehicle.model = filed_model)
        TO '{folder}/vehicles.json' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER E'\\n',
                                     PREFIX '{{"vehicles":{{', SUFFIX '}}}}', NEW_LINE ',')""")


def main():
    feed, folder = common.arguments()
    # Frees threads from waiting for each other; tables that are created in an order keep it.
    db = duckdb.connect(config={"preserve_insertion_order": False})
    read(db, feed)
    counts = count(db)
    merge_names(db)
    grow_tree(db)
    write_all(db, folder)
    common.report(folder, *counts)


main()
