package import FuelEconomy

/// How a feed's columns and a layout's go together, and what each has that the other lacks.
package struct ColumnDrift {
    /// By slot: the feed's column that fills it; `nil` where none does.
    package private(set) var places: [Int?]
    package private(set) var findings: [(rule: Rule, values: [FindingValue])] = []
    /// Slots that must be filled and are not.
    package private(set) var lacking: [Int]

    private let names: [String]
    private let wanted: WantedColumns

    /// - Parameter names: the feed's columns, in its order.
    package init(_ names: [String], wanted: WantedColumns) {
        // A name is shown in messages, and no column's name is as long as a page.
        self.names = names.map { $0.utf8.count > 80 ? $0.prefix(60) + "…" : $0 }
        self.wanted = wanted
        let keys = names.map(Self.key)
        var first: [String: Int] = [:]
        for (place, key) in keys.enumerated() where first[key] == nil { first[key] = place }
        places = wanted.names.map { $0.lazy.compactMap { first[Self.key($0)] }.first }
        lacking = wanted.required.sorted().filter { [places] in places[$0] == nil }
        let known = Set(wanted.names.joined().map(Self.key)).union(wanted.ignored.map(Self.key))
        let missing = wanted.names.indices.filter { places[$0] == nil }.map { wanted.names[$0][0] }
        for (place, name) in self.names.enumerated() where !name.isEmpty && !known.contains(keys[place]) {
            findings.append(
                (
                    ReaderRules.unknownColumn,
                    [
                        FindingValue("column", name), FindingValue("layout", wanted.layout),
                        FindingValue("hint", findings.count < 200 ? NearestName.hint(name, in: missing) : ""),
                    ]
                ))
        }
        var told: Set<String> = []
        for name in missing where told.insert(name).inserted {
            findings.append(
                (ReaderRules.missingColumn, [FindingValue("column", name), FindingValue("layout", wanted.layout)]))
        }
        let read = Set(places.compactMap { $0 }.map { keys[$0] })
        for key in read.sorted() where keys.count(where: { $0 == key }) > 1 {
            findings.append(
                (
                    ReaderRules.duplicateColumn,
                    [
                        FindingValue("column", self.names[first[key]!]),
                        FindingValue("count", keys.count(where: { $0 == key })),
                    ]
                ))
        }
    }

    /// How many of the layout's columns the feed has.
    package var matches: Int { places.count { $0 != nil } }

    /// - Throws: an input error where a column is lacking without which no row can be used; names what was wanted and what
    ///   near names were seen.
    package func requireComplete(at place: String) throws(RunError) {
        if lacking.isEmpty { return }
        let unknown = findings.filter { $0.rule.id == ReaderRules.unknownColumn.id }.map { $0.values[0].text }
        var told: Set<String> = []
        let expected = lacking.map { wanted.names[$0][0] }.filter { told.insert($0).inserted }.map { name in
            "\"\(name)\"" + (NearestName.of(name, in: unknown).map { " (near: \"\($0)\")" } ?? "")
        }
        let seen = names.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
        throw RunError(
            .input, at: place,
            (matches == 0 ? "has none of the columns" : "lacks columns") + " of layout \"\(wanted.layout)\", found " + seen
                + (names.count > 8 ? " and \(names.count - 8) more" : "") + ", expected "
                + expected.joined(separator: ", "),
            wayOut: "check that the file is the feed which the pipeline's layout describes")
    }

    /// A name without what people vary: case, and blanks at the ends and in rows.
    package static func key(_ name: String) -> String {
        var key = ""
        var isBlank = false
        for scalar in name.lowercased().unicodeScalars {
            if scalar.properties.isWhitespace {
                isBlank = true
                continue
            }
            if isBlank, !key.isEmpty { key += " " }
            isBlank = false
            key.unicodeScalars.append(scalar)
        }
        return key
    }
}
