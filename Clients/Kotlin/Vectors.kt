package marque

import java.io.File
import org.json.JSONArray
import org.json.JSONObject

private var faults = 0

private fun expect(found: Any?, expected: Any?, place: String) {
    if (found == expected) return
    faults += 1
    println("$place: $found found, expected $expected")
}

private fun list(array: JSONArray): List<Any> = List(array.length()) { array.get(it) }

/** What a case says of a selection; what a step leaves out is as it was. */
private class State(private val values: MutableMap<String, Any?> = HashMap()) {
    fun follow(step: JSONObject) {
        for (name in listOf("rows", "counts", "titles", "visible")) if (step.has(name)) values[name] = list(step.getJSONArray(name))
        if (step.has("id")) values["id"] = step.getString("id")
    }

    fun compare(selection: CascadingSelection, place: String) {
        expect(selection.rows, values["rows"], "$place, rows")
        expect(selection.counts, values["counts"], "$place, counts")
        expect(selection.titles, values["titles"], "$place, titles")
        expect(selection.visible, values["visible"], "$place, visible")
        expect(selection.id, values["id"], "$place, id")
    }
}

private fun runSelections(document: JSONObject): Int {
    val catalogs = document.getJSONObject("catalogs")
    fun tree(name: String): PickerTree = PickerTree.read(catalogs.getJSONObject(name).toString())
    val cases = document.getJSONArray("cases")
    for (number in 0 until cases.length()) {
        val case = cases.getJSONObject(number)
        val reset = Reset.values().first { it.name.equals(case.getString("reset"), ignoreCase = true) }
        val selection = CascadingSelection(tree(case.getString("catalog")), reset, case.getBoolean("skipsSingleRows"))
        val state = State()
        state.follow(case.getJSONObject("start"))
        state.compare(selection, "${case.getString("name")}, start")
        val steps = case.getJSONArray("steps")
        for (index in 0 until steps.length()) {
            val step = steps.getJSONObject(index)
            val place = "${case.getString("name")}, step $index"
            val turn = step.optJSONArray("select")
            val changed = when {
                turn != null -> selection.select(turn.getInt(0), turn.getInt(1))
                step.has("choose") -> selection.choose(step.getString("choose"))
                else -> selection.replace(tree(step.getString("replace")))
            }
            expect(changed, step.optJSONArray("changed")?.let { list(it) } ?: emptyList<Any>(), "$place, changed")
            state.follow(step)
            state.compare(selection, place)
        }
    }
    return cases.length()
}

private fun runWheels(document: JSONObject): Int {
    val cases = document.getJSONArray("cases")
    for (number in 0 until cases.length()) {
        val case = cases.getJSONObject(number)
        val wheel = WheelRows(case.getInt("count"), case.getInt("visible"), case.getBoolean("infinite"))
        expect(wheel.virtual, case.getInt("virtual"), "${wheel.count} rows, virtual")
        val steps = case.getJSONArray("steps")
        for (index in 0 until steps.length()) {
            val step = steps.getJSONObject(index)
            val found = when {
                step.has("row") -> wheel.row(step.getInt("row"))
                step.has("recenter") -> wheel.recentered(step.getInt("recenter"))
                // A row that is not there leaves the wheel where it is.
                else -> wheel.nearest(step.getInt("select"), step.getInt("from")) ?: step.getInt("from")
            }
            expect(found, step.getInt("is"), "${wheel.count} rows: $step")
        }
    }
    return cases.length()
}

/** Holds the makes of a bundle against its whole tree, row by row. */
private fun runShards(folder: File): Int {
    val tree = PickerTree.read(File(folder, "catalog.json").readText())
    val makes = MakeList.read(File(folder, "makes.json").readText())
    expect(makes.titles, tree.titles(emptyList()), "makes")
    var options = 0
    for (row in makes.titles.indices) {
        val shard = makes.shard(row, File(folder, makes.file(row)).readText())
        val ids = shard.tree.options.id
        expect(ids, tree.options.id.subList(options, options + ids.size), makes.file(row))
        options += ids.size
        for (id in ids) {
            val path = shard.tree.path(id)!!
            expect(listOf(row) + path, tree.path(id), "${makes.file(row)}, path of $id")
            for (level in path.indices) {
                val above = path.take(level)
                expect(shard.tree.wheel(above)?.start, tree.wheel(listOf(row) + above)?.start, "${makes.file(row)}, start below $above")
                expect(
                    shard.tree.titles(above)[path[level]], tree.titles(listOf(row) + above)[path[level]],
                    "${makes.file(row)}, title at $above"
                )
            }
        }
    }
    expect(options, tree.options.id.size, "options")
    return options
}

/**
 * Runs the golden vectors, which are in the first argument's folder, and holds the shards of a bundle, the second one's, against its
 * catalog. Ends with status 1 where anything differs.
 */
fun main(arguments: Array<String>) {
    val vectors = File(arguments[0])
    val selections = runSelections(JSONObject(File(vectors, "selection.json").readText()))
    val wheels = runWheels(JSONObject(File(vectors, "wheels.json").readText()))
    var told = "$selections selections, $wheels wheels"
    if (arguments.size > 1) told += ", ${runShards(File(arguments[1]))} options of makes"
    println("$told: $faults faults")
    if (faults > 0) System.exit(1)
}
