// What the JSON files of a bundle of format 2 hold. Made by marque schema --typescript.

/** The whole tree: a member a level, which stand in the order of `levels`. */
export interface Catalog {
  /** the row of the outermost wheel that a picker starts at */
  default: number;
  /** how the default among options is chosen */
  defaultOption: string;
  /** by level: how the row is chosen that a wheel starts at */
  defaults: { [key: string]: string };
  family?: NameLevel;
  /** of the bundle; grows when a reader of the old one could misread it */
  format: number;
  /** from the outermost to the options */
  levels: ("make" | "family" | "model" | "year" | "option")[];
  make: NameLevel;
  model: NameLevel;
  option: Options;
  /** by word of a label: what is read aloud in its place */
  spoken: { [key: string]: string };
  year: YearLevel;
}

/** A level of names, in natural order. */
export interface NameLevel {
  /** by row: other spellings in the feeds, for search */
  aliases: { [key: string]: string[] };
  /** by node: how many children it has */
  count: number[];
  /** by node: the child that a wheel below starts at, counted from the node's first */
  default: number[];
  /** by node: where its children begin in the next level */
  first: number[];
  /** by row: what search compares, where it is more than the title's ASCII letters and digits */
  folded: { [key: string]: string };
  /** by row, of makes and models: what an app saves, for it outlives the title */
  key?: string[];
  /** of the outermost level: a letter, or #, and the row where its names begin */
  sections?: [string, number][];
  /** by row */
  title: string[];
}

/** A level of model years, newest first. */
export interface YearLevel {
  /** by node: how many children it has */
  count: number[];
  /** by node: the child that a wheel below starts at, counted from the node's first */
  default: number[];
  /** by node: where its children begin in the next level */
  first: number[];
  /** by row; 0 is a year that no feed states */
  title: number[];
}

/** What is left to choose below all levels. */
export interface Options {
  /** by option: the text that describes it on its own */
  detail: number[];
  /** by option: what looks up the vehicle */
  id: string[];
  /** each once, in order of first use: by titles, then by details */
  text: string[];
  /** by option: the shortest text that tells it from those beside it */
  title: number[];
}

/** The outermost wheel alone. */
export interface Makes {
  /** the row of the outermost wheel that a picker starts at */
  default: number;
  /** by level: how the row is chosen that a wheel starts at */
  defaults: { [key: string]: string };
  /** by fact */
  fields: { [key: string]: Field };
  /** of the bundle; grows when a reader of the old one could misread it */
  format: number;
  /** from the outermost to the options */
  levels: ("make" | "family" | "model" | "year" | "option")[];
  make: MakeLevel;
  /** by word of a label: what is read aloud in its place */
  spoken: { [key: string]: string };
}

/** The makes, in natural order. */
export interface MakeLevel {
  /** by row: other spellings in the feeds, for search */
  aliases: { [key: string]: string[] };
  /** by node: how many children it has */
  count: number[];
  /** by node: the child that a wheel below starts at, counted from the node's first */
  default: number[];
  /** by row: what search compares, where it is more than the title's ASCII letters and digits */
  folded: { [key: string]: string };
  /** by row, of makes and models: what an app saves, for it outlives the title */
  key: string[];
  /** of the outermost level: a letter, or #, and the row where its names begin */
  sections?: [string, number][];
  /** by row */
  title: string[];
}

/** One make: rows are counted from the file's own beginning. */
export interface Make {
  /** by fact: a value an option, null where the feed does not know it */
  facts: { [key: string]: (string | number | null)[] };
  family?: NameLevel;
  /** of the bundle; grows when a reader of the old one could misread it */
  format: number;
  /** those below the make */
  levels: ("make" | "family" | "model" | "year" | "option")[];
  /** its title */
  make: string;
  model: NameLevel;
  option: Options;
  year: YearLevel;
}

/** What a fact is. */
export interface Field {
  /** the test cycle */
  cycle?: string;
  fuel?: string;
  type: "text" | "number" | "date";
  unit?: string;
}

/** Facts by id; one that the feed does not know is left out. */
export interface Vehicles {
  /** by fact */
  fields: { [key: string]: Field };
  /** of the bundle; grows when a reader of the old one could misread it */
  format: number;
  /** by id, by fact */
  vehicles: { [key: string]: { [key: string]: string | number | null } };
}

/** What other feeds say, several rows a vehicle. */
export interface Details {
  /** by id */
  details: { [key: string]: { [key: string]: string | number | null }[] };
  /** by fact */
  fields: { [key: string]: Field };
  /** of the bundle; grows when a reader of the old one could misread it */
  format: number;
}

/** What the bundle is. */
export interface Manifest {
  /** by file: what it may come to */
  budgets?: { [key: string]: Budget };
  /** nodes of each level, and vehicles */
  counts: { [key: string]: number };
  data: DataVersion;
  /** how the default among options is chosen */
  defaultOption: string;
  /** all but the manifest and the checksums */
  files: File[];
  /** of the bundle; grows when a reader of the old one could misread it */
  format: number;
  generator: string;
  /** the pipeline's */
  name: string;
  picker: PickerDrops;
  sources: Source[];
}

/** Which data it is. */
export interface DataVersion {
  /** the newest of all feeds */
  date: string | null;
  /** another one for other data */
  version: string;
}

/** What a file may come to. */
export interface Budget {
  /** milliseconds */
  decode?: number;
  /** bytes, packed by gzip -9 */
  gzip?: number;
  /** bytes */
  size?: number;
}

/** A file of the bundle. */
export interface File {
  path: string;
  sha256: string;
  size: number;
}

/** What picker.json has no place for. */
export interface PickerDrops {
  /** options */
  drops: number;
  why: string;
}

/** A feed. */
export interface Source {
  date: string | null;
  encoding: string;
  /** of a packed file with several */
  entry: string | null;
  feed: string;
  /** the file's */
  name: string;
  packedSize: number;
  packing: string;
  sha256: string;
  unpackedSize: number;
  /** where it was fetched from, without query */
  url?: string;
}

/** What became of a spelling. */
export interface NameDecision {
  /** the name */
  canonical: string;
  /** the line of a decision file that decided */
  decision?: string;
  level: "make" | "model";
  /** with models */
  make?: string;
  /** what it may be one with */
  proposed?: NameProposal[];
  rows: number;
  /** the evidence that decided */
  rule: string;
  spelling: string;
}

/** A name that may be the same. */
export interface NameProposal {
  canonical: string;
  rule: string;
  /** from 0 to 1 */
  score: number;
}

/** What became of each vehicle; lists are missing where nothing went before or it cannot be compared. */
export interface Changes {
  added?: ChangedVehicle[];
  cause?: "feed" | "rules" | "both";
  columns?: ChangedColumn[];
  /** of each kind of change */
  counts?: { [key: string]: number };
  /** of the bundle; grows when a reader of the old one could misread it */
  format: number;
  /** null for the first bundle */
  from: Release | null;
  generator: string;
  /** columns */
  onlyFrom?: string[];
  /** columns */
  onlyTo?: string[];
  rekeyed?: Rekeying[];
  remarks?: string[];
  removed?: ChangedVehicle[];
  renamed?: Rename[];
  restated?: Restatement[];
  returned?: ChangedVehicle[];
  to: Release;
  tree?: TreeChanges;
}

/** One of the two that are compared. */
export interface Release {
  date: string | null;
  name: string;
  repeatedIds?: number;
  rows?: number;
  version?: string;
  withoutId?: number;
}

/** How many vehicles have another value. */
export interface ChangedColumn {
  column: string;
  /** the same value, written otherwise */
  respelled?: number;
  rows: number;
  /** follows fuel prices, or is bookkeeping */
  volatile?: boolean;
}

/** One that came or went. */
export interface ChangedVehicle {
  cause?: "feed" | "rules" | "both";
  id: string;
  make?: string;
  model?: string;
  year?: string;
}

/** A make or model that is called otherwise. */
export interface Rename {
  cause?: "feed" | "rules" | "both";
  from: string;
  id: string;
  level: "make" | "model";
  to: string;
}

/** A car whose model has another key. */
export interface Rekeying {
  from: string;
  id: string;
  to: string;
}

/** A fact that is stated otherwise. */
export interface Restatement {
  cause?: "feed" | "rules" | "both";
  column: string;
  difference?: number;
  from: string | number | null;
  id: string;
  to: string | number | null;
}

/** Branches that came or went. */
export interface TreeChanges {
  added: Branch[];
  removed: Branch[];
}

/** A make, model and year. */
export interface Branch {
  make?: string;
  model?: string;
  year?: string;
}

/** names.json: every spelling in the feeds with the name it became */
export type Names = NameDecision[];

/** picker.json: a dictionary in a dictionary, a level each, down to the id of the default option */
export type Picker = { [key: string]: { [key: string]: { [key: string]: string } } };
