internal import FuelEconomy

/// What tells which of several nodes a wheel starts at: the newest model year below a node, and how many vehicles are of it.
private struct NewestYear {
    /// Older than any year where no vehicle states one.
    var year = -Double.infinity
    var vehicles = 0

    mutating func add(_ other: NewestYear) {
        if other.year > year { self = other } else if other.year == year { vehicles += other.vehicles }
    }

    func isBehind(_ other: NewestYear) -> Bool {
        year == other.year ? vehicles < other.vehicles : year < other.year
    }
}

extension Catalog {
    /// Chooses where the wheels above the options start; see ``Catalog/defaultRule(of:)``.
    ///
    /// - Parameter years: by row of the vehicle table, `nan` where the feed states none.
    mutating func chooseDefaultNodes(_ years: [Double]) {
        var below = optionRows.map { row in
            NewestYear(year: years[Int(row)].isNaN ? -.infinity : years[Int(row)], vehicles: 1)
        }
        var chosen: [[Int]] = []
        for level in nodes.indices.reversed() {
            if level < nodes.count - 1 {
                chosen.append(nodes[level].map { choice(levels[level + 1], of: below[$0.first..<$0.first + $0.count]) })
            }
            below = nodes[level].map { node in
                below[node.first..<node.first + node.count].reduce(into: NewestYear()) { $0.add($1) }
            }
        }
        defaultNodes = chosen.reversed()
        defaultNode = choice(levels[0], of: below[...])
    }

    /// Years stand newest first; of names the first one that none of the others beats.
    private func choice(_ level: Level, of nodes: ArraySlice<NewestYear>) -> Int {
        if level == .year { return 0 }
        var best = nodes.startIndex
        for node in nodes.indices where nodes[best].isBehind(nodes[node]) { best = node }
        return best - nodes.startIndex
    }
}
