/** The format of bundles that this file reads. */
export const FORMAT = 2;

/** What wheels call a model year that no feed states. */
export const UNKNOWN_YEAR = "unknown";

const OPTION = "option";
const YEAR = "year";

/**
 * @typedef {"unknownFormat" | "unknownLevels" | "unequalLengths" | "emptyLevel" | "outOfRange" | "notAList"} DamageKind
 * @typedef {{count: number[], default: number[], first: number[], title: (string | number)[], key?: string[],
 *   folded?: Record<string, string>, aliases?: Record<string, string[]>, sections?: [string, number][]}} LevelDocument
 * @typedef {{id: string[], text: string[], title: number[], detail: number[]}} OptionDocument
 * @typedef {{first: number, count: number, start: number}} Wheel its nodes in their level, and its default row
 * @typedef {string | number | boolean | null} Fact
 */

/** What is wrong with a bundle, and where. */
export class BundleDamage extends Error {
  /**
   * @param {DamageKind} kind
   * @param {string} place the file, and the array and row in it
   * @param {string} what
   */
  constructor(kind, place, what) {
    super(`${place}: ${what}`);
    this.name = "BundleDamage";
    this.kind = kind;
    this.place = place;
  }
}

/**
 * A list of `length` entries, or of any length.
 *
 * @param {any} value
 * @param {string} place
 * @param {number} [length]
 * @returns {any[]}
 */
function list(value, place, length) {
  if (!Array.isArray(value)) throw new BundleDamage("notAList", place, "no list found");
  if (length !== undefined && value.length !== length)
    throw new BundleDamage("unequalLengths", place, `${value.length} entries found, expected ${length}`);
  return value;
}

/**
 * A whole number from 0 up to but not including `limit`.
 *
 * @param {any} value
 * @param {number} limit
 * @param {string} place
 * @param {number} [row] in the list of that place
 */
function within(value, limit, place, row) {
  if (Number.isInteger(value) && value >= 0 && value < limit) return;
  const whole = row === undefined ? place : `${place}[${row}]`;
  throw new BundleDamage("outOfRange", whole, `${JSON.stringify(value)} found, expected less than ${limit}`);
}

/** @param {any} document @param {string} file */
function checkFormat(document, file) {
  if (document?.format !== FORMAT)
    throw new BundleDamage("unknownFormat", file, `format ${JSON.stringify(document?.format)} found, expected ${FORMAT}`);
}

/** @param {any} names @param {string} file @returns {string[]} */
function checkedLevels(names, file) {
  const isSound = Array.isArray(names) && names.length > 1 && names[names.length - 1] === OPTION;
  if (!isSound || new Set(names).size !== names.length)
    throw new BundleDamage("unknownLevels", file, `levels ${JSON.stringify(names)} found, expected some and "${OPTION}"`);
  return names;
}

// MARK: Folding

/** @type {Record<string, string>} */
const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/**
 * The words of a text as search compares them: letters without accents and case, and digits.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function words(text) {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter]);
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** @param {string} text @returns {string} the words of a text without spaces: `Mercedes-Benz` → `mercedesbenz` */
export function fold(text) {
  return words(text).join("");
}

// MARK: Catalogs

/**
 * The tree of `catalog.json`, ready to be indexed by wheels; making one checks every offset.
 *
 * A place in it is a path of rows: what is selected on each wheel, from the outermost on, each row counted from 0 as its wheel shows it.
 * A path that leads nowhere has no rows below it.
 */
export class Catalog {
  /** @type {string[][]} */
  #texts = [];
  /** @type {Map<string, number> | undefined} */
  #places;

  /**
   * @param {any} document what `catalog.json` says
   * @param {string} [file] its name, for what is damaged
   * @param {number} [start] the row that the outermost wheel starts at, where the document does not say it
   */
  constructor(document, file = "catalog.json", start = document?.default) {
    checkFormat(document, file);
    /** From the outermost to `option`. */
    this.levels = checkedLevels(document.levels, file);
    /**
     * By level: how its default row is chosen.
     *
     * @type {Record<string, string>}
     */
    this.defaults = document.defaults ?? {};
    /**
     * What words of labels are read aloud as.
     *
     * @type {Record<string, string>}
     */
    this.spoken = document.spoken ?? {};
    /**
     * The levels above the options.
     *
     * @type {LevelDocument[]}
     */
    this.nodes = this.levels.slice(0, -1).map((name) => document[name]);
    /** @type {OptionDocument} */
    this.options = document[OPTION];
    this.#check(file, start);
    this.start = start;
  }

  /** @param {string} file @param {number} start */
  #check(file, start) {
    const options = this.options;
    const length = list(options?.id, `${file}: option.id`).length;
    const texts = list(options.text, `${file}: option.text`).length;
    for (const name of /** @type {const} */ (["title", "detail"]))
      list(options[name], `${file}: option.${name}`, length).forEach((text, row) => within(text, texts, `${file}: option.${name}`, row));
    const sizes = this.nodes.map((node, level) => list(node?.title, `${file}: ${this.levels[level]}.title`).length).concat(length);
    this.nodes.forEach((node, level) => {
      const place = `${file}: ${this.levels[level]}`;
      for (const name of /** @type {const} */ (["count", "default", "first", "key"]))
        if (name !== "key" || node.key) list(node[name], `${place}.${name}`, sizes[level]);
      const [counts, defaults] = [`${place}.count`, `${place}.default`];
      let next = 0;
      node.count.forEach((count, row) => {
        if (count === 0) throw new BundleDamage("emptyLevel", `${place}.count[${row}]`, "no row below");
        within(count, sizes[level + 1] - next + 1, counts, row);
        if (node.first[row] !== next)
          throw new BundleDamage("outOfRange", `${place}.first[${row}]`, `${JSON.stringify(node.first[row])} found, expected ${next}`);
        within(node.default[row], count, defaults, row);
        next += count;
      });
      if (next !== sizes[level + 1])
        throw new BundleDamage("outOfRange", `${place}.count`, `${next} rows below found, expected ${sizes[level + 1]}`);
    });
    within(start, sizes[0], `${file}: default`);
  }

  /**
   * The wheel below a path.
   *
   * @param {number[]} path
   * @returns {Wheel | undefined} nothing for a path that leads nowhere
   */
  wheel(path) {
    /** @type {Wheel} */
    let wheel = { first: 0, count: this.nodes[0].title.length, start: this.start };
    if (path.length > this.nodes.length) return undefined;
    for (const [level, row] of path.entries()) {
      if (!Number.isInteger(row) || row < 0 || row >= wheel.count) return undefined;
      wheel = this.wheelBelow(level, wheel.first + row);
    }
    return wheel;
  }

  /** @param {number} level @param {number} place of a node in its level @returns {Wheel} */
  wheelBelow(level, place) {
    const node = this.nodes[level];
    return { first: node.first[place], count: node.count[place], start: node.default[place] };
  }

  /** @param {number} level @param {number} place of a node or option in its level @returns {string} */
  title(level, place) {
    if (level === this.nodes.length) return this.options.text[this.options.title[place]];
    const title = this.nodes[level].title[place];
    return this.levels[level] !== YEAR ? String(title) : title === 0 ? UNKNOWN_YEAR : String(title);
  }

  /** @param {number[]} path @returns {string[]} what the wheel below it shows */
  titles(path) {
    const wheel = this.wheel(path);
    if (!wheel) return [];
    return Array.from({ length: wheel.count }, (_, row) => this.title(path.length, wheel.first + row));
  }

  /** @param {number} option its place @returns {string} a text that describes it on its own */
  detail(option) {
    return this.options.text[this.options.detail[option]];
  }

  /** @param {number[]} path @returns {number[]} as far as the options, each wheel at its default row */
  completed(path) {
    const whole = path.slice();
    while (whole.length < this.levels.length) {
      const wheel = this.wheel(whole);
      if (!wheel) return [];
      whole.push(wheel.start);
    }
    return whole;
  }

  /** @param {string} id @returns {number | undefined} the option's place */
  place(id) {
    this.#places ??= new Map(this.options.id.map((id, place) => [id, place]));
    return this.#places.get(id);
  }

  /** @param {string} id @returns {number[] | undefined} the path of the option that has it */
  path(id) {
    let place = this.place(id);
    if (place === undefined) return undefined;
    const path = [];
    for (let level = this.nodes.length - 1; level >= 0; level -= 1) {
      const parent = lastUpTo(this.nodes[level].first, place);
      path.unshift(place - this.nodes[level].first[parent]);
      place = parent;
    }
    return [place, ...path];
  }

  /** @param {string} text a label @returns {string} what is read aloud for it */
  aloud(text) {
    return text.replace(/\p{L}+/gu, (word) => (Object.hasOwn(this.spoken, word) ? this.spoken[word] : word));
  }

  /**
   * Places in the tree by what a person types: `toyota cam 2016`. Each word must begin a word of a title, a title without its spaces and
   * hyphens, or another spelling of a name, on the way to what is found.
   *
   * @param {string} query
   * @param {number} [limit]
   * @returns {{path: number[], title: string}[]} in the tree's order, each at the outermost level where every word has been met
   */
  search(query, limit = 50) {
    /** @type {{path: number[], title: string}[]} */
    const found = [];
    /** @type {(missing: string[], path: number[], titles: string[], wheel: Wheel) => void} */
    const seek = (missing, path, titles, wheel) => {
      const level = path.length;
      for (let row = 0; row < wheel.count && found.length < limit; row += 1) {
        const place = wheel.first + row;
        const text = this.#text(level, place);
        const rest = missing.filter((word) => !text.includes(word));
        if (rest.length === 0) found.push({ path: [...path, row], title: [...titles, this.title(level, place)].join(" ") });
        else if (level + 1 < this.nodes.length)
          seek(rest, [...path, row], [...titles, this.title(level, place)], this.wheelBelow(level, place));
      }
    };
    const typed = words(query).map((word) => " " + word);
    if (typed.length > 0) seek(typed, [], [], { first: 0, count: this.nodes[0].title.length, start: this.start });
    return found;
  }

  /**
   * What search compares of a node: its words, a space before each.
   *
   * @param {number} level
   * @param {number} place
   */
  #text(level, place) {
    const texts = (this.#texts[level] ??= []);
    if (texts[place] === undefined) {
      const node = this.nodes[level];
      const title = this.title(level, place);
      const spellings = [title, ...(node.aliases?.[place] ?? [])];
      const all = spellings.flatMap((text) => [...words(text), fold(text)]).concat(node.folded?.[place] ?? []);
      texts[place] = " " + Array.from(new Set(all)).join(" ");
    }
    return texts[place];
  }
}

/** @param {number[]} sorted that begins with 0 @param {number} value @returns {number} the place of the last entry that is not greater */
function lastUpTo(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle;
    else high = middle;
  }
  return low;
}

// MARK: Makes one by one

/** `makes.json`: the makes alone, whose models are in a file each. */
export class MakeList {
  /** @param {any} document @param {string} [file] */
  constructor(document, file = "makes.json") {
    checkFormat(document, file);
    this.levels = checkedLevels(document.levels, file);
    /** @type {Record<string, string>} */
    this.defaults = document.defaults ?? {};
    /**
     * Type, unit, fuel and test cycle of each fact.
     *
     * @type {Record<string, Record<string, string>>}
     */
    this.fields = document.fields ?? {};
    /** @type {Record<string, string>} */
    this.spoken = document.spoken ?? {};
    const make = document.make;
    /** @type {string[]} */
    this.titles = list(make?.title, `${file}: make.title`);
    for (const name of ["count", "default", "key"]) list(make[name], `${file}: make.${name}`, this.titles.length);
    this.titles.forEach((_, row) => {
      if (make.count[row] === 0) throw new BundleDamage("emptyLevel", `${file}: make.count[${row}]`, "no row below");
      within(make.default[row], make.count[row], `${file}: make.default`, row);
    });
    within(document.default, this.titles.length, `${file}: default`);
    /** @type {number} */
    this.start = document.default;
    /** @type {{count: number[], default: number[], key: string[], sections?: [string, number][]}} */
    this.makes = make;
  }

  /** @param {number} row @returns {string} the file of a make's models */
  file(row) {
    return `makes/${this.makes.key[row]}.json`;
  }

  /**
   * @param {number} row
   * @param {any} document what the make's file says
   * @returns {{catalog: Catalog, facts: Facts}}
   */
  shard(row, document) {
    const file = this.file(row);
    const catalog = new Catalog({ ...document, spoken: this.spoken, defaults: this.defaults }, file, this.makes.default[row]);
    if (document.make !== this.titles[row])
      throw new BundleDamage("outOfRange", `${file}: make`, `"${document.make}" found, expected "${this.titles[row]}"`);
    const [inner, count] = [this.levels[1], this.makes.count[row]];
    list(document[inner].title, `${file}: ${inner}.title`, count);
    return { catalog, facts: new Facts(document.facts, catalog.options.id.length, file) };
  }
}

/** What is known of vehicles, a column a fact. */
export class Facts {
  /** @param {Record<string, Fact[]>} columns @param {number} count of options @param {string} file */
  constructor(columns, count, file) {
    for (const name of Object.keys(columns)) list(columns[name], `${file}: facts.${name}`, count);
    this.columns = columns;
  }

  /** @param {number} option its place @returns {Record<string, Fact>} without what is absent */
  of(option) {
    const present = Object.entries(this.columns).filter(([, column]) => column[option] !== null);
    return Object.fromEntries(present.map(([name, column]) => [name, column[option]]));
  }
}
