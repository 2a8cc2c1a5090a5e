/**
 * @typedef {"first" | "default" | "keep"} Reset where lower wheels go: to row 0, to their default row, or to the title that they had
 */

/** What cascading wheels have selected: a valid row on every wheel, always. */
export class CascadingSelection {
  /** @type {import("./catalog.js").Wheel[]} */
  #wheels = [];

  /**
   * @param {import("./catalog.js").Catalog} catalog
   * @param {{reset?: Reset, skipsSingleRows?: boolean}} options
   */
  constructor(catalog, { reset = "first", skipsSingleRows = false } = {}) {
    this.catalog = catalog;
    this.reset = reset;
    this.skipsSingleRows = skipsSingleRows;
    /**
     * The selected row of each wheel.
     *
     * @type {number[]}
     */
    this.rows = [];
    this.#fill(0, (_, wheel) => (reset === "first" ? 0 : wheel.start));
  }

  /** How many rows each wheel has. */
  get counts() {
    return this.#wheels.map((wheel) => wheel.count);
  }

  /** What each wheel has selected. */
  get titles() {
    return this.rows.map((row, level) => this.title(level, row));
  }

  /** The levels to show: with `skipsSingleRows` no wheel of one row, unless it is the outermost. */
  get visible() {
    return [...this.#wheels.keys()].filter((level) => level === 0 || !this.skipsSingleRows || this.#wheels[level].count > 1);
  }

  /** The place of the option selected. */
  get option() {
    const last = this.#wheels.length - 1;
    return this.#wheels[last].first + this.rows[last];
  }

  /** The id that looks up the vehicle. */
  get id() {
    return this.catalog.options.id[this.option];
  }

  /** @param {number} level @param {number} row @returns {string} */
  title(level, row) {
    return this.catalog.title(level, this.#wheels[level].first + row);
  }

  /**
   * Turns a wheel.
   *
   * @param {number} level
   * @param {number} row
   * @returns {number[]} the wheels to reload: all below it, or none where it has no such row or has it selected already
   */
  select(level, row) {
    const wheel = this.#wheels[level];
    if (!wheel || !Number.isInteger(row) || row < 0 || row >= wheel.count || row === this.rows[level]) return [];
    const before = this.titles;
    this.rows[level] = row;
    this.#fill(level + 1, (below, next) => {
      const kept = this.reset === "keep" ? this.#find(below, next, before[below]) : -1;
      return kept >= 0 ? kept : this.reset === "first" ? 0 : next.start;
    });
    return [...this.rows.keys()].slice(level + 1);
  }

  /**
   * Goes to the option of an id.
   *
   * @param {string} id
   * @returns {number[]} the wheels to reload; none for an id that is not there
   */
  choose(id) {
    const path = this.catalog.path(id);
    const turned = path?.findIndex((row, level) => row !== this.rows[level]) ?? -1;
    if (!path || turned < 0) return [];
    this.#fill(turned, (level) => path[level]);
    return [...path.keys()].slice(turned);
  }

  /**
   * Takes another release of the catalog; each level keeps its row by key, else by title, else takes the default row.
   *
   * @param {import("./catalog.js").Catalog} catalog of the same levels
   * @returns {number[]} the wheels to reload
   */
  replace(catalog) {
    const last = this.catalog;
    const before = this.#wheels.slice();
    const rows = this.rows.slice();
    const titles = before.map((wheel, level) => Array.from({ length: wheel.count }, (_, row) => last.title(level, wheel.first + row)));
    this.catalog = catalog;
    this.#fill(0, (level, wheel) => {
      const key = last.nodes[level]?.key?.[before[level].first + rows[level]];
      const keys = catalog.nodes[level]?.key?.slice(wheel.first, wheel.first + wheel.count);
      const byKey = key === undefined || !keys ? -1 : keys.indexOf(key);
      const found = byKey >= 0 ? byKey : this.#find(level, wheel, titles[level][rows[level]]);
      return found >= 0 ? found : wheel.start;
    });
    return [...this.rows.keys()].filter((level) => {
      const { count } = this.#wheels[level];
      return this.rows[level] !== rows[level] || count !== titles[level].length
        || titles[level].some((title, row) => title !== this.title(level, row));
    });
  }

  /** @param {number} level @param {import("./catalog.js").Wheel} wheel @param {string} title @returns {number} its row, or -1 */
  #find(level, wheel, title) {
    for (let row = 0; row < wheel.count; row += 1) if (this.catalog.title(level, wheel.first + row) === title) return row;
    return -1;
  }

  /**
   * Refills the wheels from a level on.
   *
   * @param {number} from
   * @param {(level: number, wheel: import("./catalog.js").Wheel) => number} row
   */
  #fill(from, row) {
    const { catalog } = this;
    this.#wheels.length = this.rows.length = from;
    while (this.rows.length < catalog.levels.length) {
      const level = this.rows.length;
      const wheel = level === 0
        ? { first: 0, count: catalog.nodes[0].title.length, start: catalog.start }
        : catalog.wheelBelow(level - 1, this.#wheels[level - 1].first + this.rows[level - 1]);
      this.#wheels.push(wheel);
      this.rows.push(row(level, wheel));
    }
  }
}

/** The rows of one wheel as they are laid out: several times around where scrolling is endless. */
export class WheelRows {
  /** @param {number} count of rows @param {number} visible how many are fully visible @param {boolean} infinite whether asked for */
  constructor(count, visible, infinite) {
    this.count = count;
    /** Whether the wheel goes round: not with fewer rows than are visible. */
    this.isEndless = infinite && count > 1 && count >= visible;
    const turns = Math.max(3, Math.ceil(1000 / count));
    this.repeats = this.isEndless ? turns + (turns % 2 === 0 ? 1 : 0) : 1;
    /** How many rows are laid out. */
    this.virtual = count * this.repeats;
  }

  /** @param {number} virtual @returns {number} */
  row(virtual) {
    return virtual % this.count;
  }

  /** @param {number} virtual @returns {number} the same row, halfway around */
  recentered(virtual) {
    return this.isEndless ? Math.floor(this.repeats / 2) * this.count + this.row(virtual) : virtual;
  }

  /**
   * @param {number} row
   * @param {number} from a virtual row
   * @returns {number} the virtual row of a row that is nearest, the later one of two; `from` where there is no such row
   */
  nearest(row, from) {
    if (row < 0 || row >= this.count) return from;
    const here = from - this.row(from) + row;
    const places = [here + this.count, here, here - this.count].filter((place) => place >= 0 && place < this.virtual);
    return places.reduce((best, place) => (Math.abs(place - from) < Math.abs(best - from) ? place : best));
  }
}
