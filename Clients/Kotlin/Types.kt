// What the JSON files of a bundle of format 2 hold. Made by marque schema --kotlin.
package marque

/** The whole tree: a member a level, which stand in the order of `levels`. */
data class Catalog(
    /** the row of the outermost wheel that a picker starts at */
    val default: Int,
    /** how the default among options is chosen */
    val defaultOption: String,
    /** by level: how the row is chosen that a wheel starts at */
    val defaults: Map<String, String>,
    val family: NameLevel? = null,
    /** of the bundle; grows when a reader of the old one could misread it */
    val format: Int,
    /** from the outermost to the options */
    val levels: List<String>,
    val make: NameLevel,
    val model: NameLevel,
    val option: Options,
    /** by word of a label: what is read aloud in its place */
    val spoken: Map<String, String>,
    val year: YearLevel
)

/** A level of names, in natural order. */
data class NameLevel(
    /** by row: other spellings in the feeds, for search */
    val aliases: Map<String, List<String>>,
    /** by node: how many children it has */
    val count: List<Int>,
    /** by node: the child that a wheel below starts at, counted from the node's first */
    val default: List<Int>,
    /** by node: where its children begin in the next level */
    val first: List<Int>,
    /** by row: what search compares, where it is more than the title's ASCII letters and digits */
    val folded: Map<String, String>,
    /** by row, of makes and models: what an app saves, for it outlives the title */
    val key: List<String>? = null,
    /** of the outermost level: a letter, or #, and the row where its names begin */
    val sections: List<Pair<String, Int>>? = null,
    /** by row */
    val title: List<String>
)

/** A level of model years, newest first. */
data class YearLevel(
    /** by node: how many children it has */
    val count: List<Int>,
    /** by node: the child that a wheel below starts at, counted from the node's first */
    val default: List<Int>,
    /** by node: where its children begin in the next level */
    val first: List<Int>,
    /** by row; 0 is a year that no feed states */
    val title: List<Int>
)

/** What is left to choose below all levels. */
data class Options(
    /** by option: the text that describes it on its own */
    val detail: List<Int>,
    /** by option: what looks up the vehicle */
    val id: List<String>,
    /** each once, in order of first use: by titles, then by details */
    val text: List<String>,
    /** by option: the shortest text that tells it from those beside it */
    val title: List<Int>
)

/** The outermost wheel alone. */
data class Makes(
    /** the row of the outermost wheel that a picker starts at */
    val default: Int,
    /** by level: how the row is chosen that a wheel starts at */
    val defaults: Map<String, String>,
    /** by fact */
    val fields: Map<String, Field>,
    /** of the bundle; grows when a reader of the old one could misread it */
    val format: Int,
    /** from the outermost to the options */
    val levels: List<String>,
    val make: MakeLevel,
    /** by word of a label: what is read aloud in its place */
    val spoken: Map<String, String>
)

/** The makes, in natural order. */
data class MakeLevel(
    /** by row: other spellings in the feeds, for search */
    val aliases: Map<String, List<String>>,
    /** by node: how many children it has */
    val count: List<Int>,
    /** by node: the child that a wheel below starts at, counted from the node's first */
    val default: List<Int>,
    /** by row: what search compares, where it is more than the title's ASCII letters and digits */
    val folded: Map<String, String>,
    /** by row, of makes and models: what an app saves, for it outlives the title */
    val key: List<String>,
    /** of the outermost level: a letter, or #, and the row where its names begin */
    val sections: List<Pair<String, Int>>? = null,
    /** by row */
    val title: List<String>
)

/** One make: rows are counted from the file's own beginning. */
data class Make(
    /** by fact: a value an option, null where the feed does not know it */
    val facts: Map<String, List<Any?>>,
    val family: NameLevel? = null,
    /** of the bundle; grows when a reader of the old one could misread it */
    val format: Int,
    /** those below the make */
    val levels: List<String>,
    /** its title */
    val make: String,
    val model: NameLevel,
    val option: Options,
    val year: YearLevel
)

/** What a fact is. */
data class Field(
    /** the test cycle */
    val cycle: String? = null,
    val fuel: String? = null,
    val type: String,
    val unit: String? = null
)

/** Facts by id; one that the feed does not know is left out. */
data class Vehicles(
    /** by fact */
    val fields: Map<String, Field>,
    /** of the bundle; grows when a reader of the old one could misread it */
    val format: Int,
    /** by id, by fact */
    val vehicles: Map<String, Map<String, Any?>>
)

/** What other feeds say, several rows a vehicle. */
data class Details(
    /** by id */
    val details: Map<String, List<Map<String, Any?>>>,
    /** by fact */
    val fields: Map<String, Field>,
    /** of the bundle; grows when a reader of the old one could misread it */
    val format: Int
)

/** What the bundle is. */
data class Manifest(
    /** by file: what it may come to */
    val budgets: Map<String, Budget>? = null,
    /** nodes of each level, and vehicles */
    val counts: Map<String, Int>,
    val data: DataVersion,
    /** how the default among options is chosen */
    val defaultOption: String,
    /** all but the manifest and the checksums */
    val files: List<File>,
    /** of the bundle; grows when a reader of the old one could misread it */
    val format: Int,
    val generator: String,
    /** the pipeline's */
    val name: String,
    val picker: PickerDrops,
    val sources: List<Source>
)

/** Which data it is. */
data class DataVersion(
    /** the newest of all feeds */
    val date: String?,
    /** another one for other data */
    val version: String
)

/** What a file may come to. */
data class Budget(
    /** milliseconds */
    val decode: Double? = null,
    /** bytes, packed by gzip -9 */
    val gzip: Long? = null,
    /** bytes */
    val size: Long? = null
)

/** A file of the bundle. */
data class File(
    val path: String,
    val sha256: String,
    val size: Long
)

/** What picker.json has no place for. */
data class PickerDrops(
    /** options */
    val drops: Int,
    val why: String
)

/** A feed. */
data class Source(
    val date: String?,
    val encoding: String,
    /** of a packed file with several */
    val entry: String?,
    val feed: String,
    /** the file's */
    val name: String,
    val packedSize: Long,
    val packing: String,
    val sha256: String,
    val unpackedSize: Long,
    /** where it was fetched from, without query */
    val url: String? = null
)

/** What became of a spelling. */
data class NameDecision(
    /** the name */
    val canonical: String,
    /** the line of a decision file that decided */
    val decision: String? = null,
    val level: String,
    /** with models */
    val make: String? = null,
    /** what it may be one with */
    val proposed: List<NameProposal>? = null,
    val rows: Int,
    /** the evidence that decided */
    val rule: String,
    val spelling: String
)

/** A name that may be the same. */
data class NameProposal(
    val canonical: String,
    val rule: String,
    /** from 0 to 1 */
    val score: Double
)

/** What became of each vehicle; lists are missing where nothing went before or it cannot be compared. */
data class Changes(
    val added: List<ChangedVehicle>? = null,
    val cause: String? = null,
    val columns: List<ChangedColumn>? = null,
    /** of each kind of change */
    val counts: Map<String, Int>? = null,
    /** of the bundle; grows when a reader of the old one could misread it */
    val format: Int,
    /** null for the first bundle */
    val from: Release?,
    val generator: String,
    /** columns */
    val onlyFrom: List<String>? = null,
    /** columns */
    val onlyTo: List<String>? = null,
    val rekeyed: List<Rekeying>? = null,
    val remarks: List<String>? = null,
    val removed: List<ChangedVehicle>? = null,
    val renamed: List<Rename>? = null,
    val restated: List<Restatement>? = null,
    val returned: List<ChangedVehicle>? = null,
    val to: Release,
    val tree: TreeChanges? = null
)

/** One of the two that are compared. */
data class Release(
    val date: String?,
    val name: String,
    val repeatedIds: Int? = null,
    val rows: Int? = null,
    val version: String? = null,
    val withoutId: Int? = null
)

/** How many vehicles have another value. */
data class ChangedColumn(
    val column: String,
    /** the same value, written otherwise */
    val respelled: Int? = null,
    val rows: Int,
    /** follows fuel prices, or is bookkeeping */
    val volatile: Boolean? = null
)

/** One that came or went. */
data class ChangedVehicle(
    val cause: String? = null,
    val id: String,
    val make: String? = null,
    val model: String? = null,
    val year: String? = null
)

/** A make or model that is called otherwise. */
data class Rename(
    val cause: String? = null,
    val from: String,
    val id: String,
    val level: String,
    val to: String
)

/** A car whose model has another key. */
data class Rekeying(
    val from: String,
    val id: String,
    val to: String
)

/** A fact that is stated otherwise. */
data class Restatement(
    val cause: String? = null,
    val column: String,
    val difference: Double? = null,
    val from: Any?,
    val id: String,
    val to: Any?
)

/** Branches that came or went. */
data class TreeChanges(
    val added: List<Branch>,
    val removed: List<Branch>
)

/** A make, model and year. */
data class Branch(
    val make: String? = null,
    val model: String? = null,
    val year: String? = null
)

/** names.json: every spelling in the feeds with the name it became */
typealias Names = List<NameDecision>

/** picker.json: a dictionary in a dictionary, a level each, down to the id of the default option */
typealias Picker = Map<String, Map<String, Map<String, String>>>
