package marque

/** Where the wheels below a turned one go. */
enum class Reset {
    /** To their first rows. */
    FIRST,

    /** To their default rows. */
    DEFAULT,

    /** To the row of the title that they had, else to their default rows. */
    KEEP
}

/** What cascading wheels have selected: a valid row on every wheel, always. */
class CascadingSelection(tree: PickerTree, var reset: Reset = Reset.FIRST, var skipsSingleRows: Boolean = false) {
    var tree: PickerTree = tree
        private set
    private var wheels: List<Wheel> = emptyList()

    /** The selected row of each wheel. */
    var rows: List<Int> = emptyList()
        private set

    init {
        fill(0) { _, wheel -> if (reset == Reset.FIRST) 0 else wheel.start }
    }

    /** How many rows each wheel has. */
    val counts: List<Int> get() = wheels.map { it.count }

    /** What each wheel has selected. */
    val titles: List<String> get() = rows.mapIndexed { level, row -> title(level, row) }

    /** The levels to show: with [skipsSingleRows] no wheel of one row, unless it is the outermost. */
    val visible: List<Int> get() = wheels.indices.filter { it == 0 || !skipsSingleRows || wheels[it].count > 1 }

    /** The place of the option selected. */
    val option: Int get() = wheels.last().first + rows.last()

    /** The id that looks up the vehicle. */
    val id: String get() = tree.options.id[option]

    /** What a row of a wheel shows; it must be one that the wheel has. */
    fun title(level: Int, row: Int): String = tree.title(level, wheels[level].first + row)

    /**
     * Turns a wheel.
     *
     * @return the wheels to reload: all below it, or none where it has no such row or has it selected already
     */
    fun select(level: Int, row: Int): List<Int> {
        val wheel = wheels.getOrNull(level) ?: return emptyList()
        if (row < 0 || row >= wheel.count || row == rows[level]) return emptyList()
        val before = titles
        rows = rows.take(level) + row
        fill(level + 1) { below, next ->
            val kept = if (reset == Reset.KEEP) find(below, next, before[below]) else null
            kept ?: if (reset == Reset.FIRST) 0 else next.start
        }
        return (level + 1 until rows.size).toList()
    }

    /**
     * Goes to the option of an id.
     *
     * @return the wheels to reload; none for an id that is not there
     */
    fun choose(id: String): List<Int> {
        val path = tree.path(id) ?: return emptyList()
        val turned = path.indices.firstOrNull { path[it] != rows[it] } ?: return emptyList()
        fill(turned) { level, _ -> path[level] }
        return (turned until path.size).toList()
    }

    /**
     * Takes another release of the tree, of the same levels; each keeps its row by key, else by title, else takes the default row.
     *
     * @return the wheels to reload
     */
    fun replace(tree: PickerTree): List<Int> {
        val last = this.tree
        val before = wheels
        val old = rows
        val shown = before.mapIndexed { level, wheel -> List(wheel.count) { last.title(level, wheel.first + it) } }
        this.tree = tree
        fill(0) { level, wheel ->
            val key = last.nodes.getOrNull(level)?.key?.get(before[level].first + old[level])
            val keys = tree.nodes.getOrNull(level)?.key
            val kept = if (key == null || keys == null) null else (0 until wheel.count).firstOrNull { keys[wheel.first + it] == key }
            kept ?: find(level, wheel, shown[level][old[level]]) ?: wheel.start
        }
        return rows.indices.filter { level ->
            rows[level] != old[level] || List(wheels[level].count) { title(level, it) } != shown[level]
        }
    }

    private fun find(level: Int, wheel: Wheel, title: String): Int? =
        (0 until wheel.count).firstOrNull { tree.title(level, wheel.first + it) == title }

    /** Refills the wheels from a level on. */
    private fun fill(from: Int, row: (Int, Wheel) -> Int) {
        val wheels = wheels.take(from).toMutableList()
        val rows = rows.take(from).toMutableList()
        while (rows.size < tree.levels.size) {
            val above = rows.size - 1
            val wheel = if (above < 0) tree.outermost else tree.wheelBelow(above, wheels[above].first + rows[above])
            rows.add(row(rows.size, wheel))
            wheels.add(wheel)
        }
        this.wheels = wheels
        this.rows = rows
    }
}
