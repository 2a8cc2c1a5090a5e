import { Catalog, CascadingSelection, ECONOMY_UNITS, converted, figure, shownUnit } from "./marque.js";
import { Wheel } from "./wheel.js";

/** The figures that stand large beside a car. */
const FIGURES = ["combined", "city", "highway"];
/** Units that a fact's name says already. */
const UNSAID = /^(cylinders|score|share)/;
const UNITS_OF_TIME = ["day", "week", "month"];
const LONGEST = 99;
const SAVED = "marque.preview";

const by = (id) => document.getElementById(id);

/** An element of a text, and never of markup. */
function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** What the page carries: JSON in gzip in base64. */
async function carried(id) {
  const letters = atob(by(`${id}-data`).textContent);
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < bytes.length; place += 1) bytes[place] = letters.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** `annualCost` → `Annual cost` */
function worded(name) {
  const words = name.replace(/^co2/, "CO₂ ").replace(/([a-z])([A-Z0-9])/g, "$1 $2").replace(/(\d)([A-Z])/g, "$1 $2").trim();
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/ [A-Z]/g, (letter) => letter.toLowerCase());
}

// MARK: What is kept

/** The browser may keep nothing for a page from a file; then it lasts as long as the page. */
function saved() {
  try {
    const ids = JSON.parse(localStorage.getItem(SAVED) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function save(ids) {
  try {
    localStorage.setItem(SAVED, JSON.stringify(ids));
  } catch {
    // Kept in memory alone.
  }
}

// MARK: The pickers

const catalog = new Catalog(await carried("catalog"));
const look = by("look");
const mine = saved().filter((id) => catalog.place(id) !== undefined);
const selection = new CascadingSelection(catalog, { reset: "default" });
let facts = null;

const wheels = catalog.levels.map((name, level) => new Wheel(`wheel-${name}`, worded(name), (row) => {
  refill(selection.select(level, row));
}));
by("wheels").append(...wheels.map((wheel) => wheel.element));

/** Reloads wheels, and shows what is chosen now. */
function refill(levels, isAnimated = true) {
  const { counts, rows } = selection;
  for (const level of levels)
    wheels[level].reload({
      count: counts[level], row: rows[level], title: (row) => selection.title(level, row), aloud: (text) => catalog.aloud(text),
    }, isAnimated);
  const visible = selection.visible;
  wheels.forEach((wheel, level) => { wheel.element.hidden = !visible.includes(level); });
  showCar();
}

const all = [...wheels.keys()];

function applyLook() {
  const { layout, scrolling, mark, below, tint } = Object.fromEntries(new FormData(look));
  for (const box of [by("wheels"), by("columns")]) box.dataset.mark = mark;
  by("wheels").classList.toggle("joined", layout === "joined");
  document.documentElement.style.setProperty("--tint", tint);
  const skips = by("skips").checked;
  selection.reset = below;
  selection.skipsSingleRows = skips;
  const isInfinite = scrolling === "infinite";
  if (wheels[0].isInfinite !== isInfinite) {
    for (const wheel of [...wheels, ...columns]) wheel.isInfinite = isInfinite;
    refill(all, false);
    fillColumns(false);
  } else {
    refill([]);
  }
}

/** Turns the wheels to an id, each by the way it has to go. */
function choose(id) {
  refill(selection.choose(id));
}

// MARK: The car

/** A fact in the unit chosen, its number and its unit apart. */
function shown(name, value, car) {
  const field = facts.fields[name] ?? {};
  if (typeof value !== "number" || !field.unit || field.unit === "model year") return { number: String(value), unit: "" };
  const target = shownUnit(field.unit, by("unit").value);
  const { number, unit } = figure(converted(value, field.unit, target), target);
  return { number, unit: UNSAID.test(target) ? "" : equivalent(unit, car[field.fuel] ?? field.fuel) };
}

/** Electricity and hydrogen are counted in what gasoline would have held. */
function equivalent(unit, fuel) {
  if (!/^(electricity|hydrogen)$/i.test(String(fuel))) return unit;
  return unit.replace(/^mpg/, "MPGe").replace(/^L\//, "Le/").replace(/^km\/L$/, "km/Le");
}

function showCar() {
  const { titles, id, option } = selection;
  by("car-title").textContent = carTitle(titles);
  by("car-detail").textContent = catalog.detail(option);
  by("car-id").textContent = id;
  const isMine = mine.includes(id);
  by("add").disabled = isMine;
  by("add").textContent = isMine ? "In My Cars" : "Add to My Cars";
  if (!facts) return;
  const car = {};
  for (const [name, { values, rows }] of Object.entries(facts.columns)) if (rows[option] > 0) car[name] = values[rows[option] - 1];
  const large = FIGURES.filter((name) => car[name] !== undefined);
  by("figures").replaceChildren(...large.map((name) => {
    const { number, unit } = shown(name, car[name], car);
    const value = element("dd", number);
    value.append(element("span", unit));
    return pair(name, value);
  }));
  by("figures").hidden = large.length === 0;
  const rest = Object.keys(car).filter((name) => !large.includes(name));
  by("facts").replaceChildren(...rest.map((name) => {
    const { number, unit } = shown(name, car[name], car);
    return pair(name, element("dd", unit ? `${number}\u00a0${unit}` : number));
  }));
}

function pair(name, value) {
  const box = element("div");
  const term = element("dt", worded(name));
  const { cycle } = facts.fields[name] ?? {};
  if (cycle) term.title = cycle;
  box.append(term, value);
  return box;
}

/** The model year before the names, as people say it: `2019 Volkswagen Golf`. */
function carTitle(titles) {
  const names = catalog.levels.slice(0, -1);
  const year = names.indexOf("year");
  const rest = titles.slice(0, -1).filter((_, level) => level !== year);
  return (year < 0 ? rest : [titles[year], ...rest]).join(" ");
}

function titlesOf(id) {
  const path = catalog.path(id);
  return path.map((row, level) => catalog.title(level, catalog.wheel(path.slice(0, level)).first + row));
}

// MARK: My cars

function showMine() {
  by("none").hidden = mine.length > 0;
  by("mine").replaceChildren(...mine.map((id) => {
    const item = element("li");
    const title = carTitle(titlesOf(id));
    const open = element("button", title);
    open.type = "button";
    open.append(element("small", catalog.detail(catalog.place(id))));
    open.addEventListener("click", () => choose(id));
    const remove = element("button", "✕");
    remove.type = "button";
    remove.setAttribute("aria-label", `Remove ${title}`);
    remove.addEventListener("click", () => {
      mine.splice(mine.indexOf(id), 1);
      keepMine();
      (by("mine").querySelector("button") ?? by("add")).focus();
    });
    item.append(open, remove);
    return item;
  }));
}

function keepMine() {
  save(mine);
  showMine();
  showCar();
}

by("add").addEventListener("click", () => {
  mine.push(selection.id);
  keepMine();
  by("mine").lastElementChild.firstElementChild.focus();
});

// MARK: Search

const query = by("q");
let hits = [];
let active = -1;

function showHits() {
  hits = catalog.search(query.value, 40);
  active = hits.length > 0 ? 0 : -1;
  const items = hits.map(({ title }, place) => {
    const item = element("li", title);
    item.id = `hit-${place}`;
    item.setAttribute("role", "option");
    item.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      open(place);
    });
    return item;
  });
  by("hits").replaceChildren(...items);
  by("hits").hidden = hits.length === 0;
  query.setAttribute("aria-expanded", String(hits.length > 0));
  by("found").textContent = query.value.trim() === "" ? "" : hits.length === 0 ? "No car found" : `${hits.length} found`;
  markHit();
}

function markHit() {
  [...by("hits").children].forEach((item, place) => item.setAttribute("aria-selected", String(place === active)));
  if (active < 0) query.removeAttribute("aria-activedescendant");
  else {
    query.setAttribute("aria-activedescendant", `hit-${active}`);
    by("hits").children[active].scrollIntoView({ block: "nearest" });
  }
}

function open(place) {
  const path = catalog.completed(hits[place].path);
  const last = catalog.wheel(path.slice(0, -1));
  query.value = "";
  showHits();
  choose(catalog.options.id[last.first + path[path.length - 1]]);
}

query.addEventListener("input", showHits);
query.addEventListener("blur", () => { by("hits").hidden = true; query.setAttribute("aria-expanded", "false"); });
query.addEventListener("focus", showHits);
query.addEventListener("keydown", (event) => {
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && hits.length > 0) {
    active = (active + (event.key === "ArrowDown" ? 1 : -1) + hits.length) % hits.length;
    markHit();
  } else if (event.key === "Enter" && active >= 0) open(active);
  else if (event.key === "Escape") {
    query.value = "";
    showHits();
  } else return;
  event.preventDefault();
});

// MARK: Columns of a value

const duration = { number: 2, unit: "week" };
const columns = [
  new Wheel("wheel-number", "Number", (row) => setDuration({ number: row + 1 })),
  new Wheel("wheel-unit", "Unit", (row) => setDuration({ unit: UNITS_OF_TIME[row] })),
];
by("columns").append(...columns.map((column) => column.element));

function fillColumns(isAnimated) {
  columns[0].reload({ count: LONGEST, title: (row) => String(row + 1), row: duration.number - 1 }, isAnimated);
  columns[1].reload({ count: UNITS_OF_TIME.length, title: (row) => `${UNITS_OF_TIME[row]}s`, row: UNITS_OF_TIME.indexOf(duration.unit) }, isAnimated);
}

/** Turning a wheel changes the value, and changing the value turns the wheels. */
function setDuration(change) {
  Object.assign(duration, change);
  const { number, unit } = duration;
  by("duration").textContent = `${number} ${unit}${number === 1 ? "" : "s"}`;
  if (columns[0].row !== number - 1) columns[0].show(number - 1);
  if (columns[1].row !== UNITS_OF_TIME.indexOf(unit)) columns[1].show(UNITS_OF_TIME.indexOf(unit));
}

for (const [number, unit] of [[1, "week"], [6, "week"], [3, "month"]]) {
  const preset = element("button", `${number} ${unit}${number === 1 ? "" : "s"}`);
  preset.type = "button";
  preset.addEventListener("click", () => setDuration({ number, unit }));
  by("presets").append(preset);
}

// MARK: From here on

for (const unit of ECONOMY_UNITS) {
  const choice = element("option", unit);
  choice.value = unit;
  by("unit").append(choice);
}
const count = new Intl.NumberFormat();
by("about").textContent = `${count.format(catalog.options.id.length)} cars`;
look.addEventListener("change", applyLook);
look.addEventListener("submit", (event) => event.preventDefault());
fillColumns(false);
setDuration({});
refill(all, false);
applyLook();
showMine();
requestAnimationFrame(() => requestAnimationFrame(async () => {
  performance.mark("wheels");
  facts = await carried("facts");
  by("about").textContent += `, ${facts.about}`;
  showCar();
  performance.mark("facts");
}));
