"""Opens what `marque preview` writes in headless Chromium, and uses its wheels as people do.

usage: preview_page.py MARQUE BUNDLE [SCREENSHOTS]

Besides the bundle it makes bundles of its own, from the golden vectors: with the year first, with names that are markup, and with a
wheel of 50,000 rows. Prints every fault, and nothing where there is none. Exits 77 where Playwright or Chromium is not there.
"""
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import page_audit
from page_audit import chromium, sync_playwright

marque, bundle = sys.argv[1], pathlib.Path(sys.argv[2])
shots = sys.argv[3] if len(sys.argv) > 3 else None
work = pathlib.Path(tempfile.mkdtemp())
vectors = json.loads((pathlib.Path(__file__).parents[1] / "Vectors/selection.json").read_text(encoding="utf-8"))["catalogs"]
HOSTILE = ["<script>window.hostile = 1</script>", "</script><img src=x onerror=\"hostile=1\">", "'\"&amp;\u2028\u2029`${hostile = 1}"]
MANY = 50_000
faults = []


def expect(found, wanted, what):
    if found != wanted:
        faults.append(f"{what}: {found!r} found, expected {wanted!r}")


def made(name, catalog):
    """A bundle of a catalog and nothing else."""
    folder = work / name
    folder.mkdir()
    text = json.dumps(catalog, ensure_ascii=False).encode()
    (folder / "catalog.json").write_bytes(text)
    file = {"path": "catalog.json", "size": len(text), "sha256": hashlib.sha256(text).hexdigest()}
    manifest = {"data": {"date": "2026-01-31", "version": "0"}, "files": [file], "format": 2, "name": name}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def previewed(folder):
    page = work / (folder.name + ".html")
    subprocess.run([marque, "preview", str(folder), "--out", str(page)], check=True, stdout=subprocess.DEVNULL)
    return page.as_uri()


class Preview:
    """A page, and what its wheels show."""

    def __init__(self, context, url):
        self.page = context.new_page()
        self.asked = []
        self.page.on("console", lambda message: faults.append("console: " + message.text))
        self.page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.url = url
        self.page.goto(url)
        self.until("performance.getEntriesByName('facts').length === 1", "facts")

    def until(self, condition, what):
        # The page's policy forbids what wait_for_function does.
        for _ in range(1200):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(25)
        faults.append(f"{what} never came")

    def wheel(self, level):
        """The title, row and number of rows that a wheel states of its selected row, at rest; nothing where it is hidden."""
        self.until(f"document.getElementById('wheel-{level}').hasAttribute('aria-activedescendant')", f"the row of {level}")
        return self.page.evaluate("""(level) => {
            const wheel = document.getElementById("wheel-" + level);
            const row = document.getElementById(wheel.getAttribute("aria-activedescendant"));
            if (!wheel.checkVisibility()) return null;
            return [row.textContent, row.ariaPosInSet - 1, Number(row.ariaSetSize)];
        }""", level)

    def key(self, level, *keys):
        self.page.focus("#wheel-" + level)
        for key in keys:
            self.page.keyboard.press(key)

    def look(self, name, value):
        self.page.check(f"#look input[name={name}][value={value}]", force=True)

    def text(self, selector):
        return self.page.text_content(selector)

    def close(self):
        expect(set(self.asked), {self.url}, "requests")
        self.page.close()


class Tree:
    """What the wheels must have, counted from catalog.json alone."""

    def __init__(self, catalog):
        self.catalog, self.levels = catalog, catalog["levels"]

    def wheel(self, path):
        first, count = 0, len(self.catalog[self.levels[0]]["title"])
        for level, row in zip(self.levels, path):
            node = self.catalog[level]
            first, count = node["first"][first + row], node["count"][first + row]
        level = self.levels[len(path)]
        option = self.catalog["option"]
        titles = [option["text"][title] for title in option["title"]] if level == "option" else self.catalog[level]["title"]
        return [str(title) if level != "year" or title else "unknown" for title in titles[first:first + count]]


def turning(context):
    """Keys alone: each wheel refills those below."""
    preview = Preview(context, url)
    preview.look("below", "first")
    makes = tree.wheel([])
    first, second, third = tree.levels[:3]
    for row in {0, len(makes) // 2, len(makes) - 1}:
        preview.key(first, "Home", *["ArrowDown"] * row)
        expect(preview.wheel(first), [makes[row], row, len(makes)], f"{first} {row}")
        if row:
            models = tree.wheel([row])
            expect(preview.wheel(second), [models[0], 0, len(models)], f"{second} of {first} {row}")
            years = tree.wheel([row, 0])
            expect(preview.wheel(third), [years[0], 0, len(years)], f"{third} of {first} {row}")
    preview.key(first, "End", "ArrowDown")
    expect(preview.wheel(first)[1], len(makes) - 1, "beyond the last row")
    preview.key(first, "Home", "ArrowUp", "PageUp")
    expect(preview.wheel(first)[1], 0, "before the first row")
    preview.key(first, "PageDown")
    expect(preview.wheel(first)[1], min(5, len(makes) - 1), "a page down")
    # Left and right leave the wheel.
    preview.key(first, "ArrowRight")
    expect(preview.page.evaluate("document.activeElement.id"), f"wheel-{second}", "to the right")
    preview.key(second, "ArrowLeft")
    expect(preview.page.evaluate("document.activeElement.id"), f"wheel-{first}", "to the left")
    # Type-ahead: the row after the one selected that begins so, and the next of the same letter.
    letter = makes[-1][0]
    begun = [row for row, make in enumerate(makes) if make[0].lower() == letter.lower()]
    preview.key(first, "Home", letter.lower())
    expect(preview.wheel(first)[1], begun[0], f"typing {letter}")
    preview.key(first, letter.lower())
    expect(preview.wheel(first)[1], begun[1 % len(begun)], f"typing {letter} again")
    preview.page.wait_for_timeout(1100)
    preview.key(first, "Home", *makes[-1][:5].lower())
    expect(makes[preview.wheel(first)[1]][:5], makes[-1][:5], "typing a word")
    # Round and round, where there are as many rows as can be seen.
    preview.look("scrolling", "infinite")
    preview.key(first, "Home", "ArrowUp")
    isEndless = len(makes) >= 7
    expect(preview.wheel(first)[1], len(makes) - 1 if isEndless else 0, "up from the first row of an infinite wheel")
    preview.key(first, "ArrowDown")
    expect(preview.wheel(first)[1], 0 if isEndless else 1, "down from the last row of an infinite wheel")
    preview.close()


def pointing(context):
    """The mouse: a click on a row, a drag, a fling, and the mouse's wheel."""
    preview = Preview(context, url)
    first = tree.levels[0]
    preview.key(first, "Home")
    preview.until(f"document.querySelector('#wheel-{first} .high').ariaPosInSet === '1'", "the first row")
    preview.page.wait_for_timeout(900)
    box = preview.page.locator(f"#wheel-{first}").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def rests(row, what):
        preview.until(f"document.getElementById(document.getElementById('wheel-{first}').getAttribute('aria-activedescendant'))"
                      f"?.ariaPosInSet === '{row + 1}'", what)
    preview.page.mouse.click(x, y + 36)
    rests(1, "a click on the row below")
    preview.page.wait_for_timeout(900)
    preview.page.mouse.move(x, y)
    preview.page.mouse.down()
    preview.page.mouse.move(x, y - 50, steps=5)
    preview.page.mouse.move(x, y - 72, steps=5)
    preview.page.wait_for_timeout(300)
    preview.page.mouse.move(x, y - 73)
    preview.page.mouse.up()
    rests(3, "a drag by two rows")
    expect(preview.wheel(tree.levels[1])[2], len(tree.wheel([3])), "what a drag refills")
    preview.page.wait_for_timeout(900)
    preview.page.mouse.wheel(0, -108)
    rests(0, "the mouse's wheel by three rows")
    preview.close()


def looking(context):
    """The four styles of selection, and both ways to lay wheels out."""
    preview = Preview(context, url)
    style = """(what) => {
        const mark = document.querySelector("#wheels .mark");
        const style = getComputedStyle(mark);
        return {shown: style.display !== "none", bar: style.borderBottomWidth, opacity: style.opacity,
                image: getComputedStyle(mark.querySelector("svg")).display !== "none",
                wide: mark.offsetWidth === mark.parentElement.offsetWidth}[what];
    }"""
    for mark, wanted in {
            "none": {"shown": False}, "indicator": {"shown": True, "bar": "2px", "image": False, "wide": True},
            "overlay": {"shown": True, "opacity": "0.25", "image": False}, "image": {"shown": True, "image": True, "opacity": "1"}}.items():
        preview.look("mark", mark)
        for what, value in wanted.items():
            expect(preview.page.evaluate(style, what), value, f"{what} of selection {mark}")
        for layout in ("joined", "apart"):
            preview.look("layout", layout)
            expect(preview.page.evaluate("document.getElementById('wheels').classList.contains('joined')"), layout == "joined", layout)
            if shots:
                preview.page.screenshot(path=f"{shots}/{mark}-{layout}.png")
    # Skipping: a wheel of one row is not there.
    tops = tree.wheel([])
    single = next((row for row in range(len(tops)) if len(tree.wheel([row])) == 1), None)
    if single is not None:
        preview.key(tree.levels[0], "Home", *["ArrowDown"] * single)
        preview.page.check("#skips")
        expect(preview.wheel(tree.levels[1]), None, "a wheel of one row")
        preview.page.uncheck("#skips")
        expect(preview.wheel(tree.levels[1])[2], 1, "a wheel of one row again")
    preview.close()


def choosing(context, vehicles):
    """Search, the car, its figures in each unit, my cars, and the wheels of a value."""
    preview = Preview(context, url)
    page = preview.page
    model = tree.wheel([1])[-1]
    page.fill("#q", f"{tree.wheel([])[1]} {model}".lower())
    expect(page.locator("#hits [role=option]").count() > 0, True, "cars found")
    if shots:
        page.screenshot(path=f"{shots}/search.png")
    wanted = page.text_content("#hits [aria-selected=true]")
    page.keyboard.press("Enter")
    expect(page.locator("#hits").is_visible(), False, "hits when one is taken")
    expect(wanted in f"{preview.wheel(tree.levels[0])[0]} {preview.wheel(tree.levels[1])[0]}", True, "what the search has chosen")
    page.fill("#q", "no such car")
    expect(page.text_content("#found"), "No car found", "search without a hit")
    page.keyboard.press("Escape")
    expect(page.input_value("#q"), "", "search after Escape")
    car = vehicles[preview.text("#car-id")]
    isElectric = car.get("fuel1") in ("Electricity", "Hydrogen")

    def symbol(unit):
        """As figures of electricity and hydrogen are called: what gasoline would have held."""
        return {"mpg": "MPGe", "mpg (imp.)": "MPGe (imp.)", "L/100 km": "Le/100 km", "km/L": "km/Le"}[unit] if isElectric else unit
    expect(preview.text("#figures dd"), f"{car['combined']}" + symbol("mpg"), "combined economy")
    for unit, factor, isInverse in [("L/100 km", 235.214583, True), ("km/L", 0.425143707, False), ("mpg (imperial)", 1.20094992, False)]:
        page.select_option("#unit", unit)
        figure = factor / car["combined"] if isInverse else factor * car["combined"]
        expect(preview.text("#figures dd"), f"{figure:.1f}" + symbol(unit.replace("imperial", "imp.")), f"combined economy in {unit}")
    # What is mine outlives the page.
    page.click("#add")
    title = preview.text("#car-title")
    expect(page.locator("#mine li").count(), 1, "my cars")
    expect(page.is_disabled("#add"), True, "adding it again")
    if shots:
        page.screenshot(path=f"{shots}/mine.png", full_page=True)
    again = Preview(context, url)
    expect(title in again.text("#mine li"), True, "my car on another day")
    again.key(tree.levels[0], "Home")
    again.page.click("#mine button")
    expect(again.text("#car-title"), title, "my car chosen")
    again.page.click("#mine button[aria-label^=Remove]")
    expect(again.page.locator("#mine li").count(), 0, "my cars without it")
    again.close()
    # A value bound to two wheels.
    page.click("#presets button:last-child")
    expect((preview.wheel("number")[:2], preview.wheel("unit")[:2]), (["3", 2], ["months", 2]), "wheels turned by a value")
    preview.key("number", "End")
    preview.key("unit", "Home")
    expect(preview.text("#duration"), "99 days", "a value turned by wheels")
    preview.close()


def others(context):
    """Any order of levels, names that are markup, and a wheel of very many rows."""
    global tree
    tree = Tree(vectors["by year"])
    preview = Preview(context, previewed(made("by year", vectors["by year"])))
    expect([preview.text("#wheels .picker:first-child .label"), preview.wheel("year")[2]], ["Year", len(tree.wheel([]))], "year first")
    expect(preview.text("#car-title").startswith(preview.wheel("year")[0]), True, "the year in the car's title")
    preview.close()

    hostile = json.loads(json.dumps(vectors["cars"]))
    hostile["make"]["title"][:3] = HOSTILE
    hostile["option"]["text"] = [f"{HOSTILE[1]} {text}" for text in hostile["option"]["text"]]
    preview = Preview(context, previewed(made("hostile", hostile)))
    preview.key("make", "Home")
    for title in HOSTILE:
        expect(preview.wheel("make")[0], title, "a name that is markup")
        expect(title in preview.text("#car-title"), True, "a car whose name is markup")
        preview.key("make", "ArrowDown")
    preview.page.click("#add")
    preview.page.fill("#q", "script")
    expect(preview.page.evaluate("[typeof hostile, document.scripts.length, document.images.length]"), ["undefined", 3, 0], "what markup did")
    preview.close()

    catalog = {
        "default": 0, "defaultOption": "", "defaults": {}, "format": 2, "levels": ["model", "option"], "spoken": {},
        "model": {"count": [1] * MANY, "default": [0] * MANY, "first": list(range(MANY)), "key": [f"m/{row}" for row in range(MANY)],
                  "sections": [["M", 0]], "title": [f"Model {row}" for row in range(MANY)]},
        "option": {"detail": [0] * MANY, "id": [str(row + 1) for row in range(MANY)], "text": ["Automatic"], "title": [0] * MANY}}
    preview = Preview(context, previewed(made("many", catalog)))
    for scrolling in ("default", "infinite"):
        preview.look("scrolling", scrolling)
        preview.key("model", "End")
        expect(preview.wheel("model"), [f"Model {MANY - 1}", MANY - 1, MANY], f"the last of very many rows, {scrolling}")
        expect(preview.page.locator("#wheel-model [role=option]").count() <= 9, True, "rows in the document")
    # Turning it costs what turning a wheel of 99 rows costs; the least of several rounds, for others use the machine too.
    many, few = preview.page.evaluate("""async () => {
        const turned = async (name) => {
            const wheel = document.getElementById(name);
            const start = performance.now();
            for (let turn = 0; turn < 20; turn += 1) {
                wheel.dispatchEvent(new WheelEvent("wheel", { deltaY: turn % 4 < 2 ? 200 : -200, cancelable: true }));
                await new Promise(requestAnimationFrame);
            }
            return performance.now() - start;
        };
        const least = [Infinity, Infinity];
        for (let round = 0; round < 4; round += 1) {
            least[0] = Math.min(least[0], await turned("wheel-model"));
            least[1] = Math.min(least[1], await turned("wheel-number"));
        }
        return least;
    }""")
    expect(many < 4 * few, True, f"{many:.0f} ms to turn a wheel of {MANY} rows, {few:.0f} ms of 99")
    preview.close()


url = previewed(bundle)
tree = Tree(json.loads((bundle / "catalog.json").read_text(encoding="utf-8")))
vehicles = json.loads((bundle / "vehicles.json").read_text(encoding="utf-8"))["vehicles"]

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium)

    def context(**options):
        made = browser.new_context(**{"viewport": {"width": 1280, "height": 960}, "reduced_motion": "reduce", **options})
        # A busy machine is no fault of the page.
        made.set_default_timeout(300_000)
        return made
    for scheme in ("light", "dark"):
        for name, width, height in (("desktop", 1280, 960), ("phone", 360, 800)):
            each = context(viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="no-preference")
            preview = Preview(each, url)
            for layout in ("apart", "joined"):
                preview.look("layout", layout)
                expect(preview.page.evaluate("document.documentElement.scrollWidth") <= width, True, f"{name}, {scheme}, {layout}: fits")
                faults += [f"{name}, {scheme}: {fault}" for fault in page_audit.faults(preview.page)]
                if shots:
                    preview.page.wait_for_timeout(500)
                    preview.page.screenshot(path=f"{shots}/{name}-{scheme}-{layout}.png", full_page=name == "phone")
            preview.close()
            each.close()
    turning(context())
    pointing(context(reduced_motion="no-preference"))
    looking(context())
    choosing(context(locale="en-US"), vehicles)
    others(context())
    browser.close()

shutil.rmtree(work)
print("\n".join(dict.fromkeys(faults)))
