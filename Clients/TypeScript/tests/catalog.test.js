import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BundleDamage, Catalog, MakeList, converted, fold, formatted, shownUnit } from "../marque.js";

const { catalogs } = JSON.parse(readFileSync(new URL("../../../Tests/Vectors/selection.json", import.meta.url), "utf8"));
const document = (name = "cars") => structuredClone(catalogs[name]);

test("what is damaged is told with its place", () => {
  /** @type {[string, string, (document: any) => void, string][]} */
  const damages = [
    ["unknownFormat", "catalog.json", (d) => { d.format = 3; }, "format 3 found, expected 2"],
    ["unknownFormat", "catalog.json", (d) => { delete d.format; }, "format undefined found, expected 2"],
    ["unknownLevels", "catalog.json", (d) => { d.levels = ["option"]; }, 'levels ["option"] found, expected some and "option"'],
    ["unknownLevels", "catalog.json", (d) => { d.levels = ["make", "make", "option"]; }, 'levels ["make","make","option"] found, expected some and "option"'],
    ["unknownLevels", "catalog.json", (d) => { d.levels = "make"; }, 'levels "make" found, expected some and "option"'],
    ["notAList", "catalog.json: model.title", (d) => { delete d.model; }, "no list found"],
    ["notAList", "catalog.json: year.first", (d) => { d.year.first = 7; }, "no list found"],
    ["unequalLengths", "catalog.json: make.first", (d) => { d.make.first.pop(); }, "3 entries found, expected 4"],
    ["unequalLengths", "catalog.json: make.key", (d) => { d.make.key.pop(); }, "3 entries found, expected 4"],
    ["unequalLengths", "catalog.json: option.title", (d) => { d.option.title.push(0); }, "44 entries found, expected 43"],
    ["emptyLevel", "catalog.json: model.count[2]", (d) => { d.model.count[2] = 0; }, "no row below"],
    ["outOfRange", "catalog.json: model.count[0]", (d) => { d.model.count[0] = -1; }, "-1 found, expected less than 26"],
    ["outOfRange", "catalog.json: model.count[0]", (d) => { d.model.count[0] = 1.5; }, "1.5 found, expected less than 26"],
    ["outOfRange", "catalog.json: model.count[8]", (d) => { d.model.count[8] = 3; }, "3 found, expected less than 3"],
    ["outOfRange", "catalog.json: model.count", (d) => { d.model.count[8] = 1; }, "24 rows below found, expected 25"],
    ["outOfRange", "catalog.json: model.first[1]", (d) => { d.model.first[1] = 3; }, "3 found, expected 2"],
    ["outOfRange", "catalog.json: year.default[0]", (d) => { d.year.default[0] = 1; }, "1 found, expected less than 1"],
    ["outOfRange", "catalog.json: default", (d) => { d.default = 4; }, "4 found, expected less than 4"],
    ["outOfRange", "catalog.json: default", (d) => { delete d.default; }, "undefined found, expected less than 4"],
    ["outOfRange", "catalog.json: option.detail[3]", (d) => { d.option.detail[3] = d.option.text.length; }, "32 found, expected less than 32"],
  ];
  for (const [kind, place, damage, what] of damages) {
    const damaged = document();
    damage(damaged);
    assert.throws(() => new Catalog(damaged), (error) => {
      assert.ok(error instanceof BundleDamage);
      assert.deepEqual([error.kind, error.place, error.message], [kind, place, `${place}: ${what}`]);
      return true;
    });
  }
  assert.throws(() => new Catalog(null), BundleDamage);
});

test("paths lead to ids and back", () => {
  for (const name of Object.keys(catalogs)) {
    const catalog = new Catalog(document(name));
    for (const id of catalog.options.id) {
      const path = catalog.path(id);
      const last = catalog.wheel(path.slice(0, -1));
      assert.equal(catalog.options.id[last.first + path.at(-1)], id);
    }
    assert.equal(catalog.path("no such id"), undefined);
  }
  const catalog = new Catalog(document());
  assert.deepEqual(catalog.titles([]), ["Citroën", "DeLorean", "Škoda", "Volkswagen"]);
  assert.deepEqual(catalog.titles([2, 0]), ["1987", "unknown"]);
  assert.deepEqual(catalog.titles([9]), []);
  assert.deepEqual(catalog.titles([0, 0, 0, 0, 0]), []);
  assert.deepEqual(catalog.completed([3]), [3, 1, 0, 0]);
  assert.deepEqual(catalog.completed([4]), []);
  assert.equal(catalog.aloud("1.5 L"), "1.5 liters");
});

test("search finds beginnings of words, aliases, and letters without accents", () => {
  const catalog = new Catalog(document());
  const found = (query, limit) => catalog.search(query, limit).map((hit) => hit.title);
  assert.deepEqual(found("vw golf"), ["Volkswagen Golf"]);
  assert.deepEqual(found("volkswagon id4"), ["Volkswagen ID.4"]);
  assert.deepEqual(found("skoda oct"), ["Škoda Octavia", "Škoda Octavia Combi"]);
  assert.deepEqual(found("CITROËN"), ["Citroën"]);
  assert.deepEqual(found("golf 2019"), ["Volkswagen Golf 2019"]);
  assert.deepEqual(found("2019 gol volks"), ["Volkswagen Golf 2019"]);
  assert.deepEqual(found("dmc12"), ["DeLorean DMC-12"]);
  assert.deepEqual(found("combi"), ["Škoda Octavia Combi"]);
  assert.deepEqual(found("avia"), []);
  assert.deepEqual(found(" - "), []);
  assert.deepEqual(found("o", 1), ["Škoda Octavia"]);
  assert.deepEqual(catalog.search("combi")[0].path, [2, 2]);
  assert.deepEqual(new Catalog(document("by year")).search("2024 golf").map((hit) => hit.title), ["2024 Volkswagen Golf"]);
  assert.equal(fold("Mercedes-Benz Große Änderung"), "mercedesbenzgrosseanderung");
});

/** The catalog's makes and one make's models, as `makes.json` and its files have them. */
function split() {
  const { default: start, defaults, format, levels, make, model, year, option } = document();
  const part = (node, from, to, below) => ({
    ...Object.fromEntries(["count", "default", "key", "title"].filter((name) => node[name]).map((name) => [name, node[name].slice(from, to)])),
    first: node.first.slice(from, to).map((first) => first - below),
  });
  const citroen = {
    facts: { city: [19, null, 22, 21, null], fuel: ["Regular", "Regular", "Regular", "Diesel", "Regular"] }, format,
    levels: levels.slice(1), make: "Citroën", model: part(model, 0, 2, 0), year: part(year, 0, 4, 0),
    option: { id: option.id.slice(0, 5), text: option.text, title: option.title.slice(0, 5), detail: option.detail.slice(0, 5) },
  };
  return { list: { default: start, defaults, fields: {}, format, levels, make, spoken: {} }, citroen };
}

test("makes one by one", () => {
  const { list, citroen } = split();
  const makes = new MakeList(list);
  assert.equal(makes.file(0), "makes/citroen.json");
  const { catalog, facts } = makes.shard(0, citroen);
  assert.deepEqual(catalog.titles([]), ["2CV", "C4"]);
  assert.deepEqual(catalog.titles([1, 0]), ["1.2 L", "1.6 L diesel"]);
  assert.deepEqual(facts.of(catalog.place(catalog.options.id[3])), { city: 21, fuel: "Diesel" });
  assert.deepEqual(facts.of(1), { fuel: "Regular" });
  assert.throws(() => makes.shard(1, citroen), /makes\/delorean.json: make: "Citroën" found, expected "DeLorean"/);
  assert.throws(() => makes.shard(0, { ...citroen, facts: { city: [1] } }), /makes\/citroen.json: facts.city: 1 entries found, expected 5/);
  assert.throws(() => new MakeList({ ...list, default: 9 }), /makes.json: default: 9 found, expected less than 4/);
  assert.throws(() => new MakeList({ ...list, format: 1 }), /makes.json: format 1 found, expected 2/);
});

test("units", () => {
  // By hand: 235.214583 / 25 and 282.480936 / 30; 100 / 12.5; 30 kWh over 160.9344 km.
  const about = (found, wanted) => assert.ok(Math.abs(found - wanted) < 1e-5, `${found} found, expected ${wanted}`);
  about(converted(25, "mpg (US)", "L/100 km"), 9.40858332);
  about(converted(30, "mpg (imperial)", "L/100 km"), 9.41603120);
  about(converted(8, "L/100 km", "km/L"), 12.5);
  about(converted(30, "kWh/100 mi", "kWh/100 km"), 18.6411358);
  about(converted(100, "mpg (US)", "mpg (imperial)"), 120.0949925);
  about(converted(4, "gal/100 mi (US)", "mpg (US)"), 25);
  about(converted(160, "g/km", "g/mi"), 257.49504);
  assert.throws(() => converted(1, "kWh/100 mi", "km/L"), RangeError);
  assert.throws(() => converted(1, "mi", "no such unit"), RangeError);
  assert.equal(shownUnit("mpg or MPGe (US)", "km/L"), "km/L");
  assert.equal(shownUnit("kWh/100 mi", "L/100 km"), "kWh/100 km");
  assert.equal(shownUnit("USD/year", "km/L"), "USD/year");
  assert.equal(formatted(9.4085, "L/100 km", "en"), "9.4\u00a0L/100 km");
  assert.equal(formatted(9.4085, "L/100 km", "de"), "9,4\u00a0L/100 km");
  assert.equal(formatted(22, "mpg (US)", "en"), "22\u00a0mpg");
  assert.equal(formatted(2150, "USD/year", "en"), "2,150\u00a0USD/year");
});
