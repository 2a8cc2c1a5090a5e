package marque

/**
 * The rows of one wheel as they are laid out: several times around where scrolling is endless.
 *
 * @param count of rows
 * @param visible how many are fully visible
 * @param infinite whether endless scrolling is asked for
 */
class WheelRows(val count: Int, visible: Int, infinite: Boolean) {
    /** Whether the wheel goes round: not with fewer rows than are visible. */
    val isEndless: Boolean = infinite && count > 1 && count >= visible

    private val repeats: Int = if (isEndless) maxOf(3, (1000 + count - 1) / count or 1) else 1

    /** How many rows are laid out. */
    val virtual: Int = count * repeats

    /** The row that a virtual row shows; `null` where there is none. */
    fun row(virtual: Int): Int? = if (virtual in 0 until this.virtual) virtual % count else null

    /** The same row, halfway around. */
    fun recentered(virtual: Int): Int? = row(virtual)?.let { repeats / 2 * count + it }

    /** The virtual row of a row that is nearest to another, the later one of two; `null` where there is no such row. */
    fun nearest(row: Int, from: Int): Int? {
        if (row < 0 || row >= count) return null
        val here = minOf(maxOf(from, 0), virtual - 1)
        val turn = here - here % count + row
        var best = -1
        for (place in listOf(turn + count, turn, turn - count))
            if (place in 0 until virtual && (best < 0 || Math.abs(place - here) < Math.abs(best - here))) best = place
        return best
    }
}
