package import FuelEconomy

/// What changed, for a person: a summary, then the lists.
///
/// - Parameter limit: how many entries of each list are shown.
package func changesText(_ comparison: Comparison, limit: Int) -> String {
    var lines = [
        "from       " + comparison.old.account, "to         " + comparison.new.account,
    ]
    lines += comparison.summary.map { $0.0 + String(repeating: " ", count: 11 - $0.0.count) + $0.1 }
    lines += comparison.remarks.map { "note       " + $0 }
    let columns = comparison.columns.filter { $0.rows > 0 }
    if !columns.isEmpty {
        let width = columns.map { NumberText.grouped($0.rows).count }.max() ?? 0
        lines += ["", "vehicles with another text, by column"]
        for column in columns.filter({ !$0.isVolatile }) + columns.filter(\.isVolatile) {
            let number = NumberText.grouped(column.rows)
            lines.append(
                "  " + String(repeating: " ", count: width - number.count) + number + " " + column.name
                    + (column.isVolatile ? " (volatile)" : "")
                    + (column.respelled > 0 ? ", \(NumberText.grouped(column.respelled)) only respelled" : ""))
        }
    }
    for list in comparison.lists where !list.entries.isEmpty {
        lines += ["", "\(list.title) (\(NumberText.grouped(list.entries.count)))"]
        lines += list.entries.prefix(limit).map { "  " + $0 }
        if list.entries.count > limit {
            lines.append("  and \(NumberText.grouped(list.entries.count - limit)) more; --limit N shows more")
        }
    }
    return lines.joined(separator: "\n") + "\n"
}

extension Comparison.Release {
    /// What it is, in a line.
    var account: String {
        name + ": \(counted(rows, "row"))" + (date.map { ", of \($0)" } ?? "") + (version.map { ", data \($0)" } ?? "")
            + (repeatedIDs > 0 ? ", \(NumberText.grouped(repeatedIDs)) of them with the id of an earlier row" : "")
            + (withoutID > 0 ? ", \(NumberText.grouped(withoutID)) of them left out, as a run would" : "")
    }
}

extension Comparison {
    /// What changed, in a few lines: of what, and how much.
    var summary: [(String, String)] {
        func number(_ count: Int) -> String { NumberText.grouped(count) }
        var lines = [
            (
                "vehicles",
                "\(number(added.count)) added, \(number(removed.count)) removed"
                    + (returned.isEmpty ? "" : ", \(number(returned.count)) returned") + ", \(number(common)) in both"
            ),
            (
                "changed",
                "\(counted(changed, "vehicle")), \(number(changedOutsideVolatile)) of them outside volatile columns"
            ),
            (
                "restated",
                "\(counted(restated.count, "value")) of \(counted(restatedVehicles, "vehicle"))"
                    + (respelled > 0 ? "; \(number(respelled)) only respelled" : "")
            ),
            (
                "renamed",
                "\(counted(renamed.count { $0.level == .model }, "model")), \(counted(renamed.count { $0.level == .make }, "make"))"
                    + (rekeyed.isEmpty ? "" : "; \(number(rekeyed.count)) under another key")
            ),
            (
                "tree",
                "+\(number(branchesAdded.count)) −\(number(branchesRemoved.count)) of make, model and year"
            ),
        ]
        let causes = causes
        if let cause {
            lines.append(("cause", "all \(cause.account)"))
        } else if !causes.isEmpty {
            lines.append(("cause", causes.map { "\(number($0.1)) \($0.0.account)" }.joined(separator: ", ")))
        }
        for (columns, side) in [(onlyOld, "old"), (onlyNew, "new")] where !columns.isEmpty {
            lines.append(("columns", "only the \(side) one has \(columns.joined(separator: ", "))"))
        }
        return lines
    }

    /// How many changes have each cause; empty where causes are not known.
    private var causes: [(Cause, Int)] {
        let all =
            (added + removed + returned).compactMap(\.cause) + renamed.compactMap(\.cause) + restated.compactMap(\.cause)
        return [Cause.feed, .rules, .both].map { cause in (cause, all.count { $0 == cause }) }.filter { $0.1 > 0 }
    }

    /// The lists of entries, a line each.
    var lists: [(title: String, entries: [String])] {
        [
            ("added", added.map(\.line)), ("removed", removed.map(\.line)), ("returned", returned.map(\.line)),
            (
                "renamed",
                renamed.map {
                    "\($0.vehicle.id)  \($0.level == .make ? "make" : $0.vehicle.make) \"\($0.old)\" → \"\($0.new)\""
                        + $0.cause.mark
                }
            ),
            ("under another key", rekeyed.map { "\($0.id)  \($0.old) → \($0.new)" }),
            ("restated", restatements),
            ("new in the tree", branchesAdded.map(\.title)), ("gone from the tree", branchesRemoved.map(\.title)),
        ]
    }

    /// A line a vehicle.
    private var restatements: [String] {
        var lines: [String] = []
        var last: UInt64?
        for restatement in restated {
            let old = restatement.old == .absent ? "nothing" : restatement.old.text
            let new = restatement.new == .absent ? "nothing" : restatement.new.text
            var change = "\(restatement.column) \(old) → \(new)"
            if let difference = restatement.difference {
                change += " (\(difference > 0 ? "+" : "")\(NumberText.exact(difference)))"
            }
            change += restatement.cause.mark
            if last == restatement.vehicle.id {
                lines[lines.count - 1] += ", " + change
            } else {
                lines.append("\(restatement.vehicle.id)  \(restatement.vehicle.title): " + change)
            }
            last = restatement.vehicle.id
        }
        return lines
    }
}

extension Comparison.Cause {
    fileprivate var account: String {
        switch self {
        case .feed: "by the feed"
        case .rules: "by rules or decisions"
        case .both: "by both"
        }
    }
}

extension Comparison.Cause? {
    /// What stands behind a change.
    fileprivate var mark: String { map { " [\($0.rawValue)]" } ?? "" }
}

extension Comparison.Vehicle {
    fileprivate var line: String { "\(id)  \(title)\(cause.mark)" }

    /// `2013 BMW 328i xDrive`, without what is not known.
    var title: String { [year, make, model].filter { !$0.isEmpty }.joined(separator: " ") }
}
