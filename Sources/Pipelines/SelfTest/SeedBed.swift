internal import FuelEconomy
internal import Normalizers
internal import Writers

/// A feed as a run without defects has read it, and what can be written into it.
final class SeedBed: Sendable {
    let file: PipelineFile
    /// All feeds of the run, each with its file.
    let feeds: [PipelineFile.Feed]
    /// The place of the feed among them.
    let source: Int
    let text: FeedText
    let run: AuditedRun
    let powertrains: [Powertrain]
    /// By make and model, as the bundle names them: the rows.
    private let rowsOfModel: [UInt64: [Int]]
    private let rowsOfMake: [Int: [Int]]
    private let rowsOfFuel: [Int]
    /// By row: nothing was found about it, nor about its model's name.
    private let isClean: [Bool]
    /// Names about which something was found.
    private let toldNames: Set<String>
    let highestID: UInt64

    var table: VehicleTable { run.content.table }
    var feed: PipelineFile.Feed { feeds[source] }
    var layout: Layout { feed.layout }

    init(_ run: AuditedRun, of file: PipelineFile, _ feeds: [PipelineFile.Feed], source: Int, text: FeedText) {
        self.run = run
        self.file = file
        self.feeds = feeds
        self.source = source
        self.text = text
        let table = run.content.table
        powertrains = table.powertrains(of: 0..<table.count)
        var models: [UInt64: [Int]] = [:]
        var makes: [Int: [Int]] = [:]
        for row in 0..<table.count {
            models[Self.pair(row, table), default: []].append(row)
            makes[table[.make].codes[row], default: []].append(row)
        }
        rowsOfModel = models
        rowsOfMake = makes
        rowsOfFuel = table[.fuel1].rowCounts
        var vehicles: Set<UInt64> = []
        var lines: Set<UInt32> = []
        var names: Set<String> = []
        for entry in run.findings.found {
            for place in entry.marks.map(\.place) {
                if let vehicle = place.vehicle { vehicles.insert(vehicle) }
                if place.source == source, let line = place.line, text.isAlone(on: Int(line)) { lines.insert(line) }
                if let make = place.make { names.insert(make + "\u{0}" + (place.model ?? "")) }
            }
        }
        toldNames = names
        let identities = feeds[source].layout.identities(of: table)
        let shared = Dictionary(grouping: identities, by: \.self).filter { $0.value.count > 1 }
        isClean = (0..<table.count).map { row in
            Int(table.sources[row]) == source && !vehicles.contains(table.ids[row]) && !lines.contains(table.lines[row])
                && text.record(on: table.lines[row], id: table.ids[row]) != nil
                && (identities.isEmpty || shared[identities[row]] == nil)
                && !names.contains(table.text(.make, row) + "\u{0}" + table.text(.model, row))
        }
        highestID = table.ids.max() ?? 0
    }

    private static func pair(_ row: Int, _ table: VehicleTable) -> UInt64 {
        UInt64(table[.make].codes[row]) << 32 | UInt64(table[.model].codes[row])
    }

    func rows(ofModelOf row: Int) -> [Int] { rowsOfModel[Self.pair(row, table)] ?? [] }
    func rows(ofMakeOf row: Int) -> [Int] { rowsOfMake[table[.make].codes[row]] ?? [] }
    /// How many rows have the first fuel of a row.
    func rowCount(ofFuelOf row: Int) -> Int { rowsOfFuel[table[.fuel1].codes[row]] }
    /// The rows of each make, by its name.
    var makes: [(name: String, rows: [Int])] {
        rowsOfMake.map { (table[.make].texts[$0.key], $0.value) }.sorted { ExactText($0.0) < ExactText($1.0) }
    }

    func isTold(make: String, model: String = "") -> Bool { toldNames.contains(make + "\u{0}" + model) }

    /// Whether the make of a row has a model that the feed spells so.
    func hasModel(_ model: String, ofMakeOf row: Int) -> Bool {
        let filed = table.namesAsFiled?.model ?? table[.model]
        return rows(ofMakeOf: row).contains { filed.texts[filed.codes[$0]] == model }
    }

    /// What the column of a fact may be called; `nil` where none can be written to for it alone.
    func names(of field: Field?) -> [String]? {
        guard let column = layout.columns.first(where: { $0.field == field }) else { return nil }
        switch column.reading {
        case .id, .number, .text: break
        default: return nil
        }
        let sharing = layout.columns.filter { other in
            if other.field == field || Set(other.names).isDisjoint(with: column.names) { return false }
            if case .mentionedYear = other.reading { return false }
            return true
        }
        if !sharing.isEmpty { return nil }
        if case .xml = text.form { return column.names }
        return text.place(of: column.names) == nil ? nil : column.names
    }

    /// The first fact of some that has a column of its own.
    func first(of fields: [Field]) -> Field? { fields.first { table.facts.contains($0) && names(of: $0) != nil } }

    /// A column that the layout knows and leaves unread.
    var unreadColumn: String? {
        let ignored = Set(layout.ignored.map { $0.lowercased() })
        let read = Set(layout.columns.flatMap(\.names).map { $0.lowercased() })
        return text.columns.first { name in
            ignored.contains(name.lowercased()) && !read.contains(name.lowercased())
                && text.columns.count { $0.lowercased() == name.lowercased() } == 1
        }
    }

    /// A number as the feed writes it.
    func written(_ number: Double) -> String {
        let text = NumberText.exact((number * 1e4).rounded() / 1e4)
        let mark = layout.columns.first?.decimalMark ?? 0x2e
        return mark == 0x2e ? text : String(decoding: text.utf8.map { $0 == 0x2e ? mark : $0 }, as: UTF8.self)
    }

    func isUntold(_ row: Int) -> Bool { isClean[row] }

    /// The record that a row was read from.
    func record(of row: Int) -> Int { text.record(on: table.lines[row], id: table.ids[row])! }
    func bytes(of row: Int) -> [UInt8] { Array(text.bytes[text.records[record(of: row)].range]) }

    // MARK: Choosing

    /// The row for a defect: of those that are fit for it the one with the smallest hash, whatever their order in the feed.
    ///
    /// - Parameter isFree: whether no other defect has the row, or one near it.
    func choose(
        _ defect: Defect, _ plan: RowDefect, seed: UInt64, isFree: (Int) -> Bool
    ) -> (row: Int, change: RowChange)? {
        var start = StableHash()
        start.combine(seed)
        start.combine(defect.id)
        let ids = table.ids
        let candidates = isClean.indices.filter { isClean[$0] }.map { row in
            var hash = start
            hash.combine(ids[row])
            return (hash: hash.value, row: row)
        }
        // Mostly one of the first is fit, so not all are put in order.
        for part in [candidates.filter { $0.hash < .max >> 6 }, candidates.filter { $0.hash >= .max >> 6 }] {
            for candidate in part.sorted(by: { ($0.hash, $0.row) < ($1.hash, $1.row) }) where isFree(candidate.row) {
                guard let change = plan.change(SeedRow(bed: self, row: candidate.row)),
                    bytes(changing: candidate.row, by: change.act) != nil
                else { continue }
                return (candidate.row, change)
            }
        }
        return nil
    }

    /// What stands in the place of a row's record.
    ///
    /// - Returns: `nil` where the record cannot be changed so; `copy` is where in the bytes the copy begins.
    func bytes(changing row: Int, by act: RowChange.Act) -> (bytes: [UInt8], copy: Int?)? {
        let record = bytes(of: row)
        switch act {
        case .set(let values):
            return changed(record, values).map { ($0, nil) }
        case .setID(let id):
            return names(of: nil).flatMap { text.record(record, with: [($0, id)]) }.map { ($0, nil) }
        case .rewrite(let bytes): return (bytes, nil)
        case .blankLineBehind: return (record + text.lineEnd, nil)
        case .copy(let values, let id, let unread):
            guard var copy = changed(record, values) else { return nil }
            for (names, value) in [(id == nil ? nil : names(of: nil), id), (unread.map { [$0] }, "x")] {
                guard let names, let value else { continue }
                guard let next = text.record(copy, with: [(names, value)]) else { return nil }
                copy = next
            }
            let head = record + text.lineEnd
            return (head + copy, head.count)
        }
    }

    private func changed(_ record: [UInt8], _ values: [Field: String]) -> [UInt8]? {
        var changes: [(names: [String], value: String)] = []
        for (field, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let names = names(of: field) else { return nil }
            changes.append((names, value))
        }
        return text.record(record, with: changes)
    }
}

/// A row that a defect may be planted in.
struct SeedRow {
    let bed: SeedBed
    let row: Int

    private var table: VehicleTable { bed.table }

    func number(_ field: Field) -> Double { table.number(field, row) }
    func text(_ field: Field) -> String { table.text(field, row) }
    func has(_ fields: Field...) -> Bool { fields.allSatisfy { !number($0).isNaN || !text($0).isEmpty } }
    func written(_ number: Double) -> String { bed.written(number) }

    var id: UInt64 { table.ids[row] }
    var make: String { text(.make) }
    var model: String { text(.model) }
    /// As the feed spells them.
    var filedMake: String { filed(table.namesAsFiled?.make) ?? make }
    var filedModel: String { filed(table.namesAsFiled?.model) ?? model }
    private func filed(_ column: VehicleColumn?) -> String? { column.map { $0.texts[$0.codes[row]] } }

    var bytes: [UInt8] { bed.bytes(of: row) }
    var fuel1: Fuel { Fuel(text(.fuel1)) }
    var fuel2: Fuel { Fuel(text(.fuel2)) }
    var technology: Technology { Technology(text(.technology)) }
    var powertrain: Powertrain { bed.powertrains[row] }
    /// Burns gasoline or diesel and nothing else.
    var isPlain: Bool { (fuel1 == .gasoline || fuel1 == .diesel) && fuel2 == .none && technology == .none }
    var isElectric: Bool { fuel1 == .electricity && fuel2 == .none && powertrain == .electric }

    /// The rows of the same model, this one too.
    var namesakes: [Int] { bed.rows(ofModelOf: row) }
    /// Too few namesakes for statistics: a changed figure has no bearing on other rows.
    var isRare: Bool { namesakes.count < 8 }
}
