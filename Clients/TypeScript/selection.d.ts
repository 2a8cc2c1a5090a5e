/**
 * @typedef {"first" | "default" | "keep"} Reset where lower wheels go: to row 0, to their default row, or to the title that they had
 */
/** What cascading wheels have selected: a valid row on every wheel, always. */
export class CascadingSelection {
    /**
     * @param {import("./catalog.js").Catalog} catalog
     * @param {{reset?: Reset, skipsSingleRows?: boolean}} options
     */
    constructor(catalog: import("./catalog.js").Catalog, { reset, skipsSingleRows }?: {
        reset?: Reset;
        skipsSingleRows?: boolean;
    });
    catalog: import("./catalog.js").Catalog;
    reset: Reset;
    skipsSingleRows: boolean;
    /**
     * The selected row of each wheel.
     *
     * @type {number[]}
     */
    rows: number[];
    /** How many rows each wheel has. */
    get counts(): number[];
    /** What each wheel has selected. */
    get titles(): string[];
    /** The levels to show: with `skipsSingleRows` no wheel of one row, unless it is the outermost. */
    get visible(): number[];
    /** The place of the option selected. */
    get option(): number;
    /** The id that looks up the vehicle. */
    get id(): string;
    /** @param {number} level @param {number} row @returns {string} */
    title(level: number, row: number): string;
    /**
     * Turns a wheel.
     *
     * @param {number} level
     * @param {number} row
     * @returns {number[]} the wheels to reload: all below it, or none where it has no such row or has it selected already
     */
    select(level: number, row: number): number[];
    /**
     * Goes to the option of an id.
     *
     * @param {string} id
     * @returns {number[]} the wheels to reload; none for an id that is not there
     */
    choose(id: string): number[];
    /**
     * Takes another release of the catalog; each level keeps its row by key, else by title, else takes the default row.
     *
     * @param {import("./catalog.js").Catalog} catalog of the same levels
     * @returns {number[]} the wheels to reload
     */
    replace(catalog: import("./catalog.js").Catalog): number[];
    #private;
}
/** The rows of one wheel as they are laid out: several times around where scrolling is endless. */
export class WheelRows {
    /** @param {number} count of rows @param {number} visible how many are fully visible @param {boolean} infinite whether asked for */
    constructor(count: number, visible: number, infinite: boolean);
    count: number;
    /** Whether the wheel goes round: not with fewer rows than are visible. */
    isEndless: boolean;
    repeats: number;
    /** How many rows are laid out. */
    virtual: number;
    /** @param {number} virtual @returns {number} */
    row(virtual: number): number;
    /** @param {number} virtual @returns {number} the same row, halfway around */
    recentered(virtual: number): number;
    /**
     * @param {number} row
     * @param {number} from a virtual row
     * @returns {number} the virtual row of a row that is nearest, the later one of two; `from` where there is no such row
     */
    nearest(row: number, from: number): number;
}
/**
 * where lower wheels go: to row 0, to their default row, or to the title that they had
 */
export type Reset = "first" | "default" | "keep";
