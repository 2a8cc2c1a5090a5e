"""Writes the golden vectors that every client must follow, by a model of its own: selection.json and wheels.json.

usage: make.py [--check]

With --check nothing is written; what would change is named, and the exit is 1.

selection.json has `catalogs`, documents like catalog.json by name, and `cases`. A case starts with `start`, the state of a new
selection: of reset "first" each wheel at row 0, else each at its default row. Then a step says what is done, one of
    {"select": [level, row]}   {"choose": id}   {"replace": name of a catalog}
and what comes of it: `changed`, the levels to reload, and the state. A part of the state that a step leaves out is as it was; `changed`
left out is none. The state: `rows` and `counts` and `titles` a level, the levels that are `visible`, the `id` chosen.

- A wheel that is turned refills all wheels below it, so all of them are changed. What has no such row or level changes nothing,
  and neither does the row that is selected already.
- "keep" looks for the title that a wheel showed, each wheel by itself, and else takes the default row.
- `choose` changes the first level whose row differs, and all below it.
- `replace` finds each level's row by its key, else by its title, else it is the default row, whatever `reset` says. Changed is a level
  whose titles, row or number of rows differ.
- With skipsSingleRows a wheel of one row is not visible, unless it is the outermost.

wheels.json has `cases` of one wheel: how many rows there are and are fully visible, whether endless scrolling is asked for, how
many `virtual` rows it then has, and steps with what they give in `is`.
"""
import json
import pathlib
import random
import sys
import unicodedata

FOLDER = pathlib.Path(__file__).parent

# make | model | years and their options: title (an asterisk: the default), "/" between options, ";" between years
CARS = """
Citroën | 2CV | 1989: 0.6 L; 1990: 0.6 L
Citroën | C4 | 2019: 1.2 L/1.6 L diesel*; 2016: 1.2 L
DeLorean | DMC-12 | 1981: Manual*/Automatic; 1982: Manual/Automatic*; 1983: Manual
Škoda | Octavia | 2024: 1.5 L/2.0 L*/2.0 L diesel; 2023: 1.5 L*/2.0 L; 2019: 1.5 L; 2005: 1.9 L diesel
Škoda | Octavia Combi | 2024: 1.5 L/2.0 L*; 2019: 1.5 L
Škoda | 120 | unknown: Manual; 1987: Manual
Volkswagen | Beetle | 2019: 1.4 L/2.0 L*; 2012: 2.0 L/2.5 L*; 1979: 1.6 L
Volkswagen | Golf | 2024: 1.5 L*/2.0 L/2.0 L diesel; 2023: 1.5 L/2.0 L*; 2019: 1.4 L/1.8 L*/Electric; 2015: 1.4 L/1.8 L/Electric*/2.0 L diesel; 1993: 1.8 L
Volkswagen | ID.4 | 2024: Pro/Pro S*; 2023: Pro
"""
# A release later: models come and go, "Octavia Combi" is renamed and keeps its key, "Beetle" is gone and came back as another car.
LATER = """
Citroën | 2CV | 1989: 0.6 L; 1990: 0.6 L
Citroën | C3 | 2025: 1.2 L/Electric*
DeLorean | DMC-12 | 1981: Manual*/Automatic; 1982: Manual/Automatic*; 1983: Manual
Lancia | Ypsilon | 2025: 1.2 L; 2024: 1.2 L
Škoda Auto | Octavia | 2025: 1.5 L/2.0 L*; 2024: 1.5 L/2.0 L*/2.0 L diesel; 2023: 2.0 L; 2019: 1.5 L
Škoda Auto | Octavia Estate | 2025: 1.5 L; 2024: 1.5 L/2.0 L*; 2019: 1.5 L
Škoda Auto | Octavia Combi | 2025: Electric
Volkswagen | Beetle | 2025: Electric; 2019: 2.0 L
Volkswagen | Golf | 2025: 1.5 L*/2.0 L; 2024: 1.5 L/2.0 L*/2.0 L diesel; 2023: 1.5 L/2.0 L*; 2015: 1.8 L/Electric*
Volkswagen | ID.4 | 2025: Pro/Pro S*/GTX; 2024: Pro/Pro S*; 2023: Pro
"""
RENAMED = {
    "Škoda Auto": "skoda", "Škoda Auto/Octavia": "skoda/octavia", "Škoda Auto/Octavia Estate": "skoda/octavia-combi",
    "Škoda Auto/Octavia Combi": "skoda/octavia-combi-2", "Volkswagen/Beetle": "volkswagen/beetle-2"}
SINGLE = """
Bugatti | Chiron | 2022: 8.0 L
Bugatti | Veyron | 2015: 8.0 L/Super Sport*; 2011: 8.0 L
Pagani | Huayra | 2020: Coupe/Roadster*
Rimac | Nevera | 2024: Electric
"""
ALONE = "Rimac | Nevera | 2024: Electric"


def plain(title):
    """Letters and digits only, without accents, in lower case: what search compares."""
    apart = unicodedata.normalize("NFKD", title)
    return "".join(c for c in apart if c.isalnum() and not unicodedata.combining(c)).lower()


def slug(title):
    return "-".join("".join(c if c.isalnum() else " " for c in unicodedata.normalize("NFKD", title)
                            if not unicodedata.combining(c)).lower().split())


IDS = {}


def id(words):
    """The number of an option by key of the model, year and title: the same in every release."""
    return IDS.setdefault(words, str(1000 + 7 * len(IDS)))


def vehicles(text, renamed={}):
    """A dictionary an option, in the order of the text."""
    found = []
    for line in text.strip().splitlines():
        make, model, years = [part.strip() for part in line.split("|")]
        key = renamed.get(f"{make}/{model}", f"{renamed.get(make, slug(make))}/{slug(model)}")
        for part in years.split(";"):
            year, options = [word.strip() for word in part.split(":")]
            for title in options.split("/"):
                name = title.strip().rstrip("*")
                found.append({
                    "make": make, "model": model, "year": 0 if year == "unknown" else int(year), "option": name,
                    "makeKey": renamed.get(make, slug(make)), "modelKey": key, "isDefault": title.strip().endswith("*"),
                    "id": id(f"{key} {year} {name}"),
                    "detail": f"{name}, {'Electric' if name == 'Electric' else 'Regular'}"})
    return found


def order(level, title):
    return -title if level == "year" else plain(title)


def grown(cars, levels):
    """The tree as nested lists: (title, key, cars below, children); options are leaves."""
    if levels == ["option"]:
        return [(car["option"], None, [car], []) for car in cars]
    level = levels[0]
    nodes = []
    for title in sorted({car[level] for car in cars}, key=lambda title: order(level, title)):
        below = [car for car in cars if car[level] == title]
        nodes.append((title, below[0].get(level + "Key"), below, grown(below, levels[1:])))
    return nodes


def default(children, level):
    """The row that a wheel of these starts at."""
    if level == "year":
        return 0
    if level == "option":
        return next((row for row, child in enumerate(children) if child[2][0]["isDefault"]), 0)
    newest = max(car["year"] for child in children for car in child[2])
    count = [sum(car["year"] == newest for car in child[2]) for child in children]
    return count.index(max(count))


def document(cars, levels):
    tops = grown(cars, levels)
    words = {"option": "marked in the list", "year": "the newest"}
    result = {
        "default": default(tops, levels[0]), "defaultOption": words["option"],
        "defaults": {level: words.get(level, "most vehicles of the newest model year") for level in levels},
        "format": 2, "levels": levels, "spoken": {"L": "liters"}}
    nodes = tops
    for level, below in zip(levels, levels[1:]):
        place = {"count": [], "default": [], "first": [], "title": []}
        following = []
        if level != "year":
            place["key"] = [node[1] for node in nodes]
            place["folded"] = {str(row): plain(node[0]) for row, node in enumerate(nodes) if not node[0].isascii()}
            place["aliases"] = {str(row): ["VW", "Volkswagon"] for row, node in enumerate(nodes) if node[0] == "Volkswagen"}
            if level == levels[0]:
                place["sections"] = []
                for row, node in enumerate(nodes):
                    letter = plain(node[0])[0].upper()
                    if not place["sections"] or place["sections"][-1][0] != letter:
                        place["sections"].append([letter, row])
        for title, _, _, children in nodes:
            place["title"].append(title)
            place["first"].append(len(following))
            place["count"].append(len(children))
            place["default"].append(default(children, below))
            following += children
        result[level] = dict(sorted(place.items()))
        nodes = following
    titles = [node[0] for node in nodes]
    details = [node[2][0]["detail"] for node in nodes]
    text = list(dict.fromkeys(titles + details))
    result["option"] = {
        "detail": [text.index(detail) for detail in details], "id": [node[2][0]["id"] for node in nodes], "text": text,
        "title": [text.index(title) for title in titles]}
    return dict(sorted(result.items()))


class Tree:
    """A catalog as wheels: at each depth a list of (title, key, place, default row below)."""

    def __init__(self, catalog):
        self.catalog = catalog
        self.levels = catalog["levels"]

    def wheel(self, path):
        """Titles, keys or None, and the default row of the wheel below a path of rows."""
        first, count, start = 0, len(self.catalog[self.levels[0]]["title"]), self.catalog["default"]
        for level, row in zip(self.levels, path):
            node = self.catalog[level]
            place = first + row
            first, count, start = node["first"][place], node["count"][place], node["default"][place]
        level = self.levels[len(path)]
        node = self.catalog[level]
        titles = node["title"][first:first + count]
        if level == "option":
            titles = [node["text"][title] for title in titles]
        elif level == "year":
            titles = [str(year) if year else "unknown" for year in titles]
        keys = node["key"][first:first + count] if "key" in node else None
        return titles, keys, start, first

    def path(self, id):
        def look(path):
            titles, _, _, first = self.wheel(path)
            if len(path) == len(self.levels) - 1:
                ids = self.catalog["option"]["id"][first:first + len(titles)]
                return path + [ids.index(id)] if id in ids else None
            return next(filter(None, (look(path + [row]) for row in range(len(titles)))), None)
        return look([])


class Selection:
    def __init__(self, tree, reset, skips):
        self.tree, self.reset, self.skips = tree, reset, skips
        self.rows = []
        for _ in tree.levels:
            self.rows.append(0 if reset == "first" else tree.wheel(self.rows)[2])

    def wheels(self):
        return [self.tree.wheel(self.rows[:level]) for level in range(len(self.rows))]

    def state(self):
        wheels = self.wheels()
        counts = [len(wheel[0]) for wheel in wheels]
        return {
            "rows": list(self.rows), "counts": counts, "titles": [wheel[0][row] for wheel, row in zip(wheels, self.rows)],
            "visible": [level for level, count in enumerate(counts) if level == 0 or not self.skips or count > 1],
            "id": self.tree.catalog["option"]["id"][wheels[-1][3] + self.rows[-1]]}

    def select(self, level, row):
        if not 0 <= level < len(self.rows) or not 0 <= row < len(self.wheels()[level][0]) or self.rows[level] == row:
            return []
        was = self.state()["titles"]
        rows = self.rows[:level] + [row]
        for below in range(level + 1, len(self.rows)):
            titles, _, start, _ = self.tree.wheel(rows)
            if self.reset == "first":
                rows.append(0)
            elif self.reset == "keep" and was[below] in titles:
                rows.append(titles.index(was[below]))
            else:
                rows.append(start)
        self.rows = rows
        return list(range(level + 1, len(rows)))

    def choose(self, id):
        path = self.tree.path(id)
        if path is None or path == self.rows:
            return []
        level = next(level for level in range(len(path)) if path[level] != self.rows[level])
        self.rows = path
        return list(range(level, len(path)))

    def replace(self, tree):
        before = self.wheels()
        were = self.rows
        self.tree, self.rows = tree, []
        changed = []
        for level, (titles, keys, _, _) in enumerate(before):
            row = were[level]
            now, nowKeys, start, _ = tree.wheel(self.rows)
            if keys and nowKeys and keys[row] in nowKeys:
                found = nowKeys.index(keys[row])
            elif titles[row] in now:
                found = now.index(titles[row])
            else:
                found = start
            self.rows.append(found)
            if titles != now or row != found:
                changed.append(level)
        return changed


def case(name, trees, catalog, actions, reset="first", skips=False):
    selection = Selection(trees[catalog], reset, skips)
    state = selection.state()
    result = {"catalog": catalog, "name": name, "reset": reset, "skipsSingleRows": skips, "start": state, "steps": []}
    for action in actions:
        if callable(action):
            action = action(selection)
        verb, what = next(iter(action.items()))
        changed = (selection.select(*what) if verb == "select"
                   else selection.choose(what) if verb == "choose" else selection.replace(trees[what]))
        step = dict(action)
        if changed:
            step["changed"] = changed
        after = selection.state()
        step.update({part: value for part, value in after.items() if value != state[part]})
        state = after
        result["steps"].append(step)
    return result


def by_chance(seed, ids, catalogs):
    """Thirty actions, some of them on rows and levels that are not there."""
    chance = random.Random(seed)

    def action(selection):
        counts = selection.state()["counts"]
        dice = chance.random()
        if dice < 0.5:
            level = chance.randrange(len(counts))
            return {"select": [level, chance.randrange(counts[level])]}
        if dice < 0.75:
            level = chance.choice([-1, len(counts)] + list(range(len(counts))))
            inside = 0 <= level < len(counts)
            return {"select": [level, chance.choice([-1, counts[level], counts[level] + 7] if inside else [0, 1])]}
        if dice < 0.9:
            return {"choose": chance.choice(ids + ["no such id", ""])}
        return {"replace": chance.choice(catalogs)}
    return [action] * 30


def selections():
    usual = ["make", "model", "year", "option"]
    years = ["year", "make", "model", "option"]
    cars, later = vehicles(CARS), vehicles(LATER, RENAMED)
    whole = [{**car, "option": f"{car['model']} {car['year']} {car['option']}"} for car in cars]
    catalogs = {
        "cars": document(cars, usual), "later": document(later, usual),
        "by year": document(cars, years), "by year later": document(later, years),
        "makes alone": document(whole, ["make", "option"]),
        "single rows": document(vehicles(SINGLE), usual), "one car": document(vehicles(ALONE), usual)}
    trees = {name: Tree(catalog) for name, catalog in catalogs.items()}
    golf = id("volkswagen/golf 2015 Electric")

    def select(level, row):
        return {"select": [level, row]}

    def choose(words):
        assert words in IDS, words
        return {"choose": IDS[words]}

    def both(name, catalog, actions, skips=False):
        return [case(f"{name}, reset to {reset}", trees, catalog, actions, reset, skips) for reset in ("first", "default", "keep")]

    cases = []
    cases += both("each wheel from the outermost on", "cars", [select(0, 3), select(1, 1), select(2, 3), select(3, 2)])
    cases += both("the outermost wheel sends all below back", "cars", [
        select(0, 3), select(1, 1), select(2, 3), select(3, 3), select(0, 2), select(0, 1), select(0, 0), select(0, 3)])
    cases += both("the same row again changes nothing", "cars", [select(0, 2), select(0, 2), select(2, 1), select(2, 1), select(3, 0)])
    cases += both("rows and levels that are not there", "cars", [
        select(0, -1), select(0, 4), select(0, 400), select(1, -1), select(-1, 0), select(4, 0), select(9, 9), select(0, 3), select(1, 3),
        select(3, 5), select(2, -5)])
    cases += both("a row of a longer wheel", "cars", [select(0, 3), select(1, 1), select(2, 4), select(0, 1), select(2, 4), select(1, 1)])
    cases += both("choose an id", "cars", [{"choose": golf}, {"choose": golf}, choose("volkswagen/golf 2015 1.4 L"),
                                           choose("volkswagen/golf 1993 1.8 L"), choose("citroen/2cv 1990 0.6 L"),
                                           {"choose": "no such id"}, {"choose": ""}, choose("skoda/120 unknown Manual")])
    cases += both("years that both models have", "cars", [
        select(0, 3), select(1, 1), select(2, 2), select(3, 1), select(1, 0), select(0, 2), select(1, 1), select(0, 0), select(0, 3)])
    cases += both("the year that no feed states", "cars", [select(0, 2), select(1, 0), select(2, 1), select(2, 0), select(0, 1)])
    cases += both("year first", "by year", [
        select(0, 1), select(1, 1), select(2, 0), select(0, 2), select(0, 10), select(1, 0), select(0, 11), select(0, 14), {"choose": golf}])
    cases += both("one level above the options", "makes alone", [
        select(0, 1), select(1, 2), select(0, 3), select(1, 16), select(1, 17), select(2, 0), {"choose": golf}, select(0, 0)])
    cases += both("single rows are skipped", "single rows", [
        select(0, 1), select(0, 2), select(0, 0), select(1, 1), select(2, 1), select(2, 0), select(3, 1)], skips=True)
    cases += both("single rows are shown", "single rows", [select(0, 1), select(0, 2), select(0, 0), select(1, 1)])
    cases += both("one car alone", "one car", [select(0, 0), select(0, 1), select(3, 0), choose("rimac/nevera 2024 Electric")], skips=True)
    cases += both("a release that moves rows", "cars", [choose("volkswagen/golf 2023 2.0 L"), {"replace": "later"}, {"replace": "cars"}])
    cases += both("a release that renames by key", "cars", [
        choose("skoda/octavia-combi 2024 2.0 L"), {"replace": "later"}, select(2, 1), {"replace": "cars"}, {"replace": "cars"}])
    cases += both("a model of that name has another key", "cars", [
        choose("volkswagen/beetle 2019 1.4 L"), {"replace": "later"}, select(2, 0), {"replace": "cars"}])
    cases += both("a release without the model, the year, the option", "cars", [
        choose("citroen/c4 2019 1.2 L"), {"replace": "later"}, {"replace": "cars"}, choose("volkswagen/golf 1993 1.8 L"),
        {"replace": "later"}, {"replace": "cars"}, choose("skoda/octavia 2023 1.5 L"), {"replace": "later"}])
    cases += both("a release without the make", "later", [
        choose("lancia/ypsilon 2024 1.2 L"), {"replace": "cars"}, {"replace": "later"}])
    cases += both("another feed altogether", "cars", [
        {"choose": golf}, {"replace": "one car"}, {"replace": "single rows"}, {"replace": "cars"}], skips=True)
    cases += both("a release, year first", "by year", [
        {"choose": golf}, {"replace": "by year later"}, select(0, 0), {"replace": "by year"}])
    pools = [["cars", "later", "single rows"], ["by year", "by year later"], ["makes alone"], ["single rows", "one car", "cars"]]
    for seed in range(200):
        pool = pools[seed % 4]
        reset = ("first", "default", "keep")[seed // 4 % 3]
        ids = catalogs[pool[0]]["option"]["id"]
        cases.append(case(f"by chance, seed {seed}", trees, pool[0], by_chance(seed, ids, pool), reset, seed // 12 % 2 == 1))
    return {"cases": cases, "catalogs": catalogs}


class Wheel:
    """One wheel's rows, several times around when it is endless."""

    def __init__(self, count, visible, infinite):
        self.count = count
        self.around = infinite and count > 1 and count >= visible
        self.repeats = 1
        if self.around:
            self.repeats = 3
            while self.count * self.repeats < 1000:
                self.repeats += 2
        self.virtual = count * self.repeats

    def row(self, virtual):
        return virtual % self.count

    def recenter(self, virtual):
        return self.repeats // 2 * self.count + self.row(virtual) if self.around else virtual

    def select(self, row, start):
        if not 0 <= row < self.count:
            return start
        places = [place for place in range(self.virtual) if self.row(place) == row]
        return min(places, key=lambda place: (abs(place - start), -place))


def wheels():
    cases = []
    for count, visible, infinite in [
            (0, 5, True), (0, 5, False), (1, 1, True), (1, 5, True), (1, 1, False), (2, 1, True), (2, 2, True), (2, 3, True), (3, 3, True),
            (3, 5, True), (4, 3, True), (5, 5, True), (5, 5, False), (12, 5, True), (12, 7, False), (31, 5, True), (99, 5, True), (140, 5, True),
            (200, 5, True), (333, 5, True), (334, 5, True), (499, 5, True), (500, 5, True), (999, 5, True), (1000, 5, True), (1001, 5, False),
            (5395, 5, True)]:
        wheel = Wheel(count, visible, infinite)
        chance = random.Random(count * 10 + visible)
        steps = []
        if count:
            last = wheel.virtual - 1
            starts = {0, last, wheel.virtual // 2, count - 1, min(count, last), wheel.recenter(0)}
            starts |= {chance.randrange(wheel.virtual) for _ in range(6)}
            for virtual in sorted(starts):
                steps.append({"row": virtual, "is": wheel.row(virtual)})
                steps.append({"recenter": virtual, "is": wheel.recenter(virtual)})
                rows = {0, count - 1, wheel.row(virtual), (virtual + count // 2) % count, chance.randrange(count), -1, count, count + 3}
                for row in sorted(rows):
                    steps.append({"select": row, "from": virtual, "is": wheel.select(row, virtual)})
        cases.append({"count": count, "infinite": infinite, "steps": steps, "virtual": wheel.virtual, "visible": visible})
    return {"cases": cases}


def lines(parts):
    """JSON with one line a case or catalog, so that differences can be read."""
    def compact(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    blocks = []
    for name, value in parts.items():
        items = (
            [compact(item) for item in value] if isinstance(value, list)
            else [f"{compact(key)}:{compact(item)}" for key, item in value.items()])
        opening, closing = "[]" if isinstance(value, list) else "{}"
        blocks.append(f"{compact(name)}:{opening}\n" + ",\n".join(items) + closing)
    return "{" + ",\n".join(blocks) + "}\n"


different = []
for name, parts in (("selection.json", selections()), ("wheels.json", wheels())):
    text = lines(parts)
    path = FOLDER / name
    if path.exists() and path.read_text(encoding="utf-8") == text:
        continue
    different.append(name)
    if "--check" not in sys.argv[1:]:
        path.write_text(text, encoding="utf-8")
if "--check" in sys.argv[1:] and different:
    print("differ from make.py:", *different)
    sys.exit(1)
