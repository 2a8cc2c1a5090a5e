package marque

import org.json.JSONArray
import org.json.JSONException
import org.json.JSONObject

/** The format of bundles that these files read. */
const val FORMAT = 2

/** What wheels call a model year that no feed states. */
const val UNKNOWN_YEAR = "unknown"

private const val OPTION = "option"
private const val YEAR = "year"

/** What is wrong with a bundle, and where: the file, and the array and row in it. */
class BundleDamage(val place: String, val problem: String) : Exception("$place: $problem")

/** The rows of one wheel: nodes of a level that stand behind each other, and the row that it starts at. */
data class Wheel(val first: Int, val count: Int, val start: Int)

/**
 * The tree of `catalog.json`, ready to be indexed by wheels; making one checks every offset.
 *
 * A place in it is a path of rows: what is selected on each wheel, from the outermost on, each row counted from 0 as its wheel shows
 * it. A path that leads nowhere has no rows below it.
 *
 * @property levels from the outermost to `option`
 * @property nodes the levels above the options; titles of years as wheels show them
 * @property start the row that the outermost wheel starts at
 * @property defaults by level: how its default row is chosen
 * @property spoken what words of labels are read aloud as
 */
class PickerTree internal constructor(
    val levels: List<String>,
    val nodes: List<NameLevel>,
    val options: Options,
    val start: Int,
    val defaults: Map<String, String>,
    val spoken: Map<String, String>,
    file: String
) {
    private val places: Map<String, Int> by lazy { options.id.withIndex().associate { it.value to it.index } }

    init {
        val count = options.id.size
        for ((name, texts) in listOf("title" to options.title, "detail" to options.detail)) {
            checkLength(texts.size, count, "$file: option.$name")
            texts.forEachIndexed { row, text -> checkWithin(text, options.text.size, "$file: option.$name[$row]") }
        }
        nodes.forEachIndexed { level, node ->
            val place = "$file: ${levels[level]}"
            val below = if (level + 1 < nodes.size) nodes[level + 1].title.size else count
            checkChildren(node, below, place)
        }
        checkWithin(start, nodes[0].title.size, "$file: default")
    }

    /** The wheel below a path; `null` for a path that leads nowhere. */
    fun wheel(path: List<Int>): Wheel? {
        if (path.size > nodes.size) return null
        var wheel = outermost
        path.forEachIndexed { level, row ->
            if (row < 0 || row >= wheel.count) return null
            wheel = wheelBelow(level, wheel.first + row)
        }
        return wheel
    }

    internal val outermost: Wheel get() = Wheel(0, nodes[0].title.size, start)

    /** The wheel below a node, which is named by its place in its level. */
    internal fun wheelBelow(level: Int, place: Int): Wheel =
        Wheel(nodes[level].first[place], nodes[level].count[place], nodes[level].default[place])

    /** What a node or option is called, which is named by its place in its level. */
    fun title(level: Int, place: Int): String =
        if (level == nodes.size) options.text[options.title[place]] else nodes[level].title[place]

    /** What the wheel below a path shows. */
    fun titles(path: List<Int>): List<String> {
        val wheel = wheel(path) ?: return emptyList()
        return List(wheel.count) { title(path.size, wheel.first + it) }
    }

    /** A text that describes an option on its own. */
    fun detail(option: Int): String = options.text[options.detail[option]]

    /** The id at a path that names a row of every level. */
    fun id(path: List<Int>): String? {
        if (path.size != levels.size) return null
        val wheel = wheel(path.dropLast(1)) ?: return null
        return if (path.last() in 0 until wheel.count) options.id[wheel.first + path.last()] else null
    }

    /** The path of the option that has an id. */
    fun path(id: String): List<Int>? {
        var place = places[id] ?: return null
        val path = mutableListOf<Int>()
        for (node in nodes.asReversed()) {
            val found = node.first.binarySearch(place)
            // Where it is not the first child of a node, it is behind the first of the one before.
            val parent = if (found >= 0) found else -found - 2
            path.add(0, place - node.first[parent])
            place = parent
        }
        path.add(0, place)
        return path
    }

    /** What is read aloud for a label. */
    fun aloud(label: String): String = WORD.replace(label) { spoken[it.value] ?: it.value }

    companion object {
        private val WORD = Regex("\\p{L}+")

        /** Reads the text of `catalog.json`. */
        fun read(json: String): PickerTree = reading("catalog.json") { file -> tree(JSONObject(json), file) }

        internal fun tree(
            document: JSONObject, file: String, start: Int? = null, defaults: Map<String, String>? = null,
            spoken: Map<String, String>? = null
        ): PickerTree {
            checkFormat(document, file)
            val levels = levels(document, file)
            val options = document.getJSONObject(OPTION)
            return PickerTree(
                levels,
                levels.dropLast(1).map { level(document.getJSONObject(it), it == YEAR) },
                Options(
                    detail = ints(options.getJSONArray("detail")),
                    id = texts(options.getJSONArray("id")),
                    text = texts(options.getJSONArray("text")),
                    title = ints(options.getJSONArray("title"))
                ),
                start ?: document.getInt("default"),
                defaults ?: map(document.optJSONObject("defaults")),
                spoken ?: map(document.optJSONObject("spoken")),
                file
            )
        }

        private fun level(node: JSONObject, isYear: Boolean): NameLevel {
            val titles = node.getJSONArray("title")
            return NameLevel(
                aliases = lists(node.optJSONObject("aliases")),
                count = ints(node.getJSONArray("count")),
                default = ints(node.getJSONArray("default")),
                first = ints(node.getJSONArray("first")),
                folded = map(node.optJSONObject("folded")),
                key = node.optJSONArray("key")?.let { texts(it) },
                sections = node.optJSONArray("sections")?.let { sections(it) },
                title = if (isYear) ints(titles).map { if (it == 0) UNKNOWN_YEAR else "$it" } else texts(titles)
            )
        }
    }
}

/** `makes.json`: the makes alone, whose models are in a file each. */
class MakeList private constructor(
    val levels: List<String>,
    val titles: List<String>,
    val keys: List<String>,
    private val counts: List<Int>,
    private val starts: List<Int>,
    val sections: List<Pair<String, Int>>,
    /** The row that the wheel starts at. */
    val start: Int,
    private val defaults: Map<String, String>,
    private val spoken: Map<String, String>,
    /** By fact: what it means. */
    val fields: Map<String, Field>
) {
    /** A make's wheels, and by fact a value an option, `null` where the feed does not know it. */
    class Shard(val tree: PickerTree, val facts: Map<String, List<Any?>>)

    /** The file of a make's models. */
    fun file(row: Int): String = "makes/${keys[row]}.json"

    /** Reads the text of a make's file. */
    fun shard(row: Int, json: String): Shard = reading(file(row)) { file ->
        val document = JSONObject(json)
        val tree = PickerTree.tree(document, file, starts[row], defaults, spoken)
        val title = document.getString("make")
        if (title != titles[row]) throw BundleDamage("$file: make", "\"$title\" found, expected \"${titles[row]}\"")
        checkLength(tree.nodes[0].title.size, counts[row], "$file: ${tree.levels[0]}.title")
        val facts = document.getJSONObject("facts").members { column, name ->
            val values = column.getJSONArray(name)
            checkLength(values.length(), tree.options.id.size, "$file: facts.$name")
            List(values.length()) { if (values.isNull(it)) null else values.get(it) }
        }
        Shard(tree, facts)
    }

    companion object {
        /** Reads the text of `makes.json`. */
        fun read(json: String): MakeList = reading("makes.json") { file ->
            val document = JSONObject(json)
            checkFormat(document, file)
            val make = document.getJSONObject("make")
            val list = MakeList(
                levels(document, file), texts(make.getJSONArray("title")), texts(make.getJSONArray("key")),
                ints(make.getJSONArray("count")), ints(make.getJSONArray("default")),
                make.optJSONArray("sections")?.let { sections(it) } ?: emptyList(), document.getInt("default"),
                map(document.optJSONObject("defaults")), map(document.optJSONObject("spoken")),
                document.getJSONObject("fields").members { fields, name ->
                    val field = fields.getJSONObject(name)
                    fun text(key: String): String? = if (field.has(key)) field.getString(key) else null
                    Field(cycle = text("cycle"), fuel = text("fuel"), type = field.getString("type"), unit = text("unit"))
                }
            )
            val count = list.titles.size
            for ((name, length) in listOf("key" to list.keys.size, "count" to list.counts.size, "default" to list.starts.size))
                checkLength(length, count, "$file: make.$name")
            for (row in 0 until count) checkWithin(list.starts[row], list.counts[row], "$file: make.default[$row]")
            checkWithin(list.start, count, "$file: default")
            list
        }
    }
}

// MARK: JSON

private fun <Result> reading(file: String, body: (String) -> Result): Result =
    try {
        body(file)
    } catch (error: JSONException) {
        throw BundleDamage(file, error.message ?: "no JSON")
    }

private fun ints(array: JSONArray): List<Int> = List(array.length()) { array.getInt(it) }

private fun texts(array: JSONArray): List<String> = List(array.length()) { array.getString(it) }

private fun sections(array: JSONArray): List<Pair<String, Int>> =
    List(array.length()) { array.getJSONArray(it).let { pair -> pair.getString(0) to pair.getInt(1) } }

private fun <Value> JSONObject?.members(value: (JSONObject, String) -> Value): Map<String, Value> {
    val members = LinkedHashMap<String, Value>()
    if (this != null) for (name in keys()) members[name as String] = value(this, name)
    return members
}

private fun map(json: JSONObject?): Map<String, String> = json.members { all, name -> all.getString(name) }

private fun lists(json: JSONObject?): Map<String, List<String>> = json.members { all, name -> texts(all.getJSONArray(name)) }

// MARK: Checks

private fun levels(document: JSONObject, file: String): List<String> {
    val levels = texts(document.getJSONArray("levels"))
    if (levels.size < 2 || levels.last() != OPTION || levels.toSet().size != levels.size)
        throw BundleDamage("$file: levels", "$levels found, expected some and \"$OPTION\"")
    return levels
}

private fun checkFormat(document: JSONObject, file: String) {
    val format = document.getInt("format")
    if (format != FORMAT) throw BundleDamage("$file: format", "$format found, expected $FORMAT")
}

private fun checkLength(length: Int, expected: Int, place: String) {
    if (length != expected) throw BundleDamage(place, "$length entries found, expected $expected")
}

private fun checkWithin(value: Int, limit: Int, place: String) {
    if (value < 0 || value >= limit) throw BundleDamage(place, "$value found, expected less than $limit")
}

/** Children must follow each other without gap or overlap, reach to the end of the level below, and be there for every node. */
private fun checkChildren(node: NameLevel, below: Int, place: String) {
    val size = node.title.size
    for ((name, list) in listOf("count" to node.count, "default" to node.default, "first" to node.first))
        checkLength(list.size, size, "$place.$name")
    node.key?.let { checkLength(it.size, size, "$place.key") }
    var next = 0
    for (row in 0 until size) {
        val count = node.count[row]
        if (count < 1) throw BundleDamage("$place.count[$row]", "no row below")
        checkWithin(count, below - next + 1, "$place.count[$row]")
        if (node.first[row] != next) throw BundleDamage("$place.first[$row]", "${node.first[row]} found, expected $next")
        checkWithin(node.default[row], count, "$place.default[$row]")
        next += count
    }
    if (next != below) throw BundleDamage("$place.count", "$next rows below found, expected $below")
}
