package import FuelEconomy

/// Two feeds that should say the same, such as the CSV and the XML form of one release: joined by id, details also by what tells
/// the rows of one id apart, and compared fact by fact as typed values, so that `21` and `21.0` agree.
package struct TwinFeeds: Sendable {
    package static let rules = [differs, missing, record]

    package static let differs = Rule(
        id: "twin-differs", title: "Fact that two feeds of one release state differently", severity: .warning,
        family: .feed,
        message: "{fact} is {value} here, and {other} in feed \"{twin}\", line {line}",
        why: "One of them is wrong, or of another day, and nobody can tell which by looking at one alone.",
        example:
            "the web service's document of id 31873 says 3250 dollars a year, and the release of 2015-02-06, in line 24031, 2050",
        fix: "compare both lines; fetch both feeds of one day")

    package static let missing = Rule(
        id: "twin-missing", title: "Row that only one of two feeds of one release has", severity: .warning, family: .feed,
        message: "feed \"{feed}\" has the row, feed \"{twin}\" has not",
        why: "One of the feeds is cut off, or of another day.",
        example: "NRCan's table of 2022 has 959 rows in February 2023, and 974 in May",
        fix: "fetch both feeds of one day")

    package static let record = Rule(
        id: "twin-record", title: "Row that the feed's twin has too", severity: .notice, family: .feed,
        message: "{rows} rows are held against feed \"{twin}\" and add no vehicle",
        why: "A twin is there to be compared; what it repeats goes into the bundle once.",
        example: "the XML form of EPA's release of 2016-11-22 repeats all 38,032 rows of the CSV form", fix: "nothing to do")

    package private(set) var findings = FindingStore()
    package private(set) var ledger = RowLedger()
    package private(set) var fates: RowFates

    private let main, twin: VehicleTable
    private let names: (main: String, twin: String)
    /// By row: what joins it to one of the other feed.
    private let keys: (main: [UInt64], twin: [UInt64])
    /// By fact that both state: a number for each value, the same in both feeds; 0 is absence.
    private var facts: [(field: Field, main: [UInt32], twin: [UInt32])] = []

    /// - Parameters:
    ///   - main: the rows of the feed that the bundle is made of, as filed.
    ///   - twin: those of the other one.
    ///   - names: the feeds' names.
    ///   - identity: of details: what tells the rows of one id apart; `nil` for vehicles, of which each id has one.
    ///   - lacking: facts that one of them has no column for.
    package init(
        _ main: VehicleTable, _ twin: VehicleTable, names: (main: String, twin: String), identity: [Field]? = nil,
        without lacking: Set<Field>, tellsFates: Bool
    ) {
        self.main = main
        self.twin = twin
        self.names = names
        keys = identity.map { (Self.keys(main, $0), Self.keys(twin, $0)) } ?? (main.ids, twin.ids)
        fates = RowFates(areAsked: tellsFates)
        let shared = main.facts.intersection(twin.facts).subtracting(lacking)
        for field in Field.allCases where shared.contains(field) {
            var known: [CellValue: UInt32] = [:]
            let values = Self.values(main[field], &known)
            facts.append((field, values, Self.values(twin[field], &known)))
        }
    }

    /// Hashes of the id and some facts; of rows that agree in them, each has its number too, in the order of what else they say.
    private static func keys(_ table: VehicleTable, _ identity: [Field]) -> [UInt64] {
        var keys = (0..<table.count).map { row in
            var hash = StableHash()
            hash.combine(table.ids[row])
            for field in identity {
                hash.combine(table.text(field, row))
                hash.combine(NumberText.exact(table.number(field, row)))
            }
            return hash.value
        }
        func precedes(_ a: Int, _ b: Int) -> Bool {
            for field in Field.allCases where table[field].codes[a] != table[field].codes[b] {
                let (x, y) = (table[field].spellings[table[field].codes[a]], table[field].spellings[table[field].codes[b]])
                return x.lexicographicallyPrecedes(y)
            }
            return table.lines[a] < table.lines[b]
        }
        let order = RowOrder.sorted((0..<UInt32(table.count)).map { $0 }, by: keys).map(Int.init)
        var start = 0
        while start < order.count {
            let end = order[start...].firstIndex { keys[$0] != keys[order[start]] } ?? order.count
            for (number, row) in order[start..<end].sorted(by: precedes).enumerated().dropFirst() {
                var hash = StableHash()
                hash.combine(keys[row])
                hash.combine(UInt64(number))
                keys[row] = hash.value
            }
            start = end
        }
        return keys
    }

    private static func values(_ column: VehicleColumn, _ known: inout [CellValue: UInt32]) -> [UInt32] {
        let classes = (0..<column.valueCount).map { code -> UInt32 in
            if column.isAbsent(code) { return 0 }
            let number = column.numbers[code]
            let value: CellValue = number.isNaN ? .text(column.texts[code]) : .number(number)
            if let known = known[value] { return known }
            known[value] = UInt32(known.count + 1)
            return UInt32(known.count)
        }
        return column.codes.mapped(0..<column.codes.count, classes)
    }

    /// Compares all rows. What the twin repeats stays out of the bundle.
    package mutating func compare() {
        let rows = RowOrder.sorted((0..<UInt32(main.count)).map { $0 }, by: keys.main).map(Int.init)
        let others = RowOrder.sorted((0..<UInt32(twin.count)).map { $0 }, by: keys.twin).map(Int.init)
        var next = 0
        var shared = 0
        for row in rows {
            while next < others.count, keys.twin[others[next]] < keys.main[row] {
                leaveOut(others[next])
                next += 1
            }
            guard next < others.count, keys.twin[others[next]] == keys.main[row] else {
                note(main, row, keys.main[row], isIn: names.main, butNotIn: names.twin)
                continue
            }
            for fact in facts where fact.main[row] != fact.twin[others[next]] { report(fact.field, row, others[next]) }
            ledger[.dedupe, Int(twin.sources[others[next]])].merged[Self.record.id, default: 0] += 1
            fates.tell(.merged, Self.record, others[next], of: twin, at: .dedupe)
            shared += 1
            next += 1
        }
        for other in others[next...] { leaveOut(other) }
        for source in twin.sources { ledger[.dedupe, Int(source)].kept -= 1 }
        if shared > 0 {
            findings.add(Self.record, hash: UInt64(twin.sources[0]), at: Finding.Place(source: Int(twin.sources[0]))) {
                [names] in
                [FindingValue("rows", shared), FindingValue("twin", names.main)]
            }
        }
    }

    private mutating func leaveOut(_ other: Int) {
        note(twin, other, keys.twin[other], isIn: names.twin, butNotIn: names.main)
        ledger[.dedupe, Int(twin.sources[other])].quarantined[Self.missing.id, default: 0] += 1
        fates.tell(.quarantined, Self.missing, other, of: twin, at: .dedupe)
    }

    private mutating func note(
        _ table: VehicleTable, _ row: Int, _ key: UInt64, isIn feed: String, butNotIn other: String
    ) {
        var hash = StableHash()
        hash.combine(key)
        hash.combine(feed)
        findings.add(Self.missing, hash: hash.value, at: table.place(of: row)) {
            [FindingValue("feed", feed), FindingValue("twin", other)]
        }
    }

    private mutating func report(_ field: Field, _ row: Int, _ other: Int) {
        func text(_ table: VehicleTable, _ row: Int) -> String {
            let column = table[field]
            let spelling = String(decoding: column.spellings[column.codes[row]].prefix(200), as: UTF8.self)
            return column.isAbsent(column.codes[row]) && spelling.isEmpty ? "absent" : "\"\(spelling)\""
        }
        let values = (text(main, row), text(twin, other))
        var hash = StableHash()
        hash.combine(keys.main[row])
        hash.combine(field.key)
        hash.combine(values.0)
        hash.combine(values.1)
        findings.add(Self.differs, hash: hash.value, at: main.place(of: row)) { [names, twin] in
            [
                FindingValue("fact", field.key), FindingValue("value", values.0), FindingValue("other", values.1),
                FindingValue("twin", names.twin), FindingValue("line", Int(twin.lines[other])),
            ]
        }
    }
}
