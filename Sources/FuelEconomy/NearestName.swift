internal import PickerKit

/// "Did you mean": the known word nearest to one that is not known.
package enum NearestName {
    /// The nearest of `known` by edit distance, letters' case aside; `nil` where none is near enough to be meant.
    ///
    /// Near enough is a third of the longer word's length, and at least one edit; ties go to the earlier word.
    package static func of(_ word: String, in known: [String]) -> String? {
        let folded = NameFolding.foldedBytes(word)
        var best: (name: String, distance: Int)?
        for name in known {
            let other = NameFolding.foldedBytes(name)
            let limit = max(1, max(folded.count, other.count) / 3)
            // Each letter too many is an edit.
            if abs(folded.count - other.count) > limit { continue }
            let distance = editDistance(folded, other)
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// `, did you mean "…"` or nothing.
    package static func hint(_ word: String, in known: [String]) -> String {
        of(word, in: known).map { ", did you mean \"\($0)\"" } ?? ""
    }

    /// Insertions, deletions, substitutions, and swaps of neighbors (optimal string alignment).
    package static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
