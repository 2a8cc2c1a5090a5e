/**
 * The words of a text as search compares them: letters without accents and case, and digits.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function words(text: string): string[];
/** @param {string} text @returns {string} the words of a text without spaces: `Mercedes-Benz` → `mercedesbenz` */
export function fold(text: string): string;
/** The format of bundles that this file reads. */
export const FORMAT: 2;
/** What wheels call a model year that no feed states. */
export const UNKNOWN_YEAR: "unknown";
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
    constructor(kind: DamageKind, place: string, what: string);
    kind: DamageKind;
    place: string;
}
/**
 * The tree of `catalog.json`, ready to be indexed by wheels; making one checks every offset.
 *
 * A place in it is a path of rows: what is selected on each wheel, from the outermost on, each row counted from 0 as its wheel shows it.
 * A path that leads nowhere has no rows below it.
 */
export class Catalog {
    /**
     * @param {any} document what `catalog.json` says
     * @param {string} [file] its name, for what is damaged
     * @param {number} [start] the row that the outermost wheel starts at, where the document does not say it
     */
    constructor(document: any, file?: string | undefined, start?: number | undefined);
    /** From the outermost to `option`. */
    levels: string[];
    /**
     * By level: how its default row is chosen.
     *
     * @type {Record<string, string>}
     */
    defaults: Record<string, string>;
    /**
     * What words of labels are read aloud as.
     *
     * @type {Record<string, string>}
     */
    spoken: Record<string, string>;
    /**
     * The levels above the options.
     *
     * @type {LevelDocument[]}
     */
    nodes: LevelDocument[];
    /** @type {OptionDocument} */
    options: OptionDocument;
    start: number;
    /**
     * The wheel below a path.
     *
     * @param {number[]} path
     * @returns {Wheel | undefined} nothing for a path that leads nowhere
     */
    wheel(path: number[]): Wheel | undefined;
    /** @param {number} level @param {number} place of a node in its level @returns {Wheel} */
    wheelBelow(level: number, place: number): Wheel;
    /** @param {number} level @param {number} place of a node or option in its level @returns {string} */
    title(level: number, place: number): string;
    /** @param {number[]} path @returns {string[]} what the wheel below it shows */
    titles(path: number[]): string[];
    /** @param {number} option its place @returns {string} a text that describes it on its own */
    detail(option: number): string;
    /** @param {number[]} path @returns {number[]} as far as the options, each wheel at its default row */
    completed(path: number[]): number[];
    /** @param {string} id @returns {number | undefined} the option's place */
    place(id: string): number | undefined;
    /** @param {string} id @returns {number[] | undefined} the path of the option that has it */
    path(id: string): number[] | undefined;
    /** @param {string} text a label @returns {string} what is read aloud for it */
    aloud(text: string): string;
    /**
     * Places in the tree by what a person types: `toyota cam 2016`. Each word must begin a word of a title, a title without its spaces and
     * hyphens, or another spelling of a name, on the way to what is found.
     *
     * @param {string} query
     * @param {number} [limit]
     * @returns {{path: number[], title: string}[]} in the tree's order, each at the outermost level where every word has been met
     */
    search(query: string, limit?: number | undefined): {
        path: number[];
        title: string;
    }[];
    #private;
}
/** `makes.json`: the makes alone, whose models are in a file each. */
export class MakeList {
    /** @param {any} document @param {string} [file] */
    constructor(document: any, file?: string | undefined);
    levels: string[];
    /** @type {Record<string, string>} */
    defaults: Record<string, string>;
    /**
     * Type, unit, fuel and test cycle of each fact.
     *
     * @type {Record<string, Record<string, string>>}
     */
    fields: Record<string, Record<string, string>>;
    /** @type {Record<string, string>} */
    spoken: Record<string, string>;
    /** @type {string[]} */
    titles: string[];
    /** @type {number} */
    start: number;
    /** @type {{count: number[], default: number[], key: string[], sections?: [string, number][]}} */
    makes: {
        count: number[];
        default: number[];
        key: string[];
        sections?: [string, number][] | undefined;
    };
    /** @param {number} row @returns {string} the file of a make's models */
    file(row: number): string;
    /**
     * @param {number} row
     * @param {any} document what the make's file says
     * @returns {{catalog: Catalog, facts: Facts}}
     */
    shard(row: number, document: any): {
        catalog: Catalog;
        facts: Facts;
    };
}
/** What is known of vehicles, a column a fact. */
export class Facts {
    /** @param {Record<string, Fact[]>} columns @param {number} count of options @param {string} file */
    constructor(columns: Record<string, Fact[]>, count: number, file: string);
    columns: Record<string, Fact[]>;
    /** @param {number} option its place @returns {Record<string, Fact>} without what is absent */
    of(option: number): Record<string, Fact>;
}
export type DamageKind = "unknownFormat" | "unknownLevels" | "unequalLengths" | "emptyLevel" | "outOfRange" | "notAList";
export type LevelDocument = {
    count: number[];
    default: number[];
    first: number[];
    title: (string | number)[];
    key?: string[];
    folded?: Record<string, string>;
    aliases?: Record<string, string[]>;
    sections?: [string, number][];
};
export type OptionDocument = {
    id: string[];
    text: string[];
    title: number[];
    detail: number[];
};
/**
 * its nodes in their level, and its default row
 */
export type Wheel = {
    first: number;
    count: number;
    start: number;
};
export type Fact = string | number | boolean | null;
