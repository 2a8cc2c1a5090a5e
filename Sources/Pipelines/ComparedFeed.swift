internal import FeedReaders
internal import FuelEconomy
internal import Normalizers
internal import Platform

/// A release of a feed with all its columns, ready to be compared.
struct ComparedFeed {
    private(set) var table = ComparedTable()
    private(set) var release: Comparison.Release
    private let layout: Layout
    /// Of each column of the table: the reader's slot, and the layout's columns that read it.
    private var columns: [(slot: Int, readings: [Layout.Column])] = []

    /// Reads a file from its beginning to its end.
    ///
    /// - Parameter jobs: how many threads this file may use.
    init(_ feed: PipelineFile.Feed, jobs: Int) throws {
        layout = feed.layout
        release = Comparison.Release(name: feed.unread.name, date: nil)
        let stream = try feed.stream()
        // What the layout leaves unread is compared too: as numbers where they are, else as texts.
        let found = try FormSniffer(stream, records: layout.recordPaths).columns
        let known = Set(layout.columns.flatMap(\.names).map(ColumnDrift.key))
        let unread = found.filter { !known.contains(ColumnDrift.key($0)) }
        var wanted = layout.wanted
        wanted.names += unread.map { [$0] }
        addColumns(unread)
        if jobs > 1 { stream.prefetch() }
        let reader = try RecordReaders.open(stream, forms: layout.forms, columns: wanted)
        let lines = try read(reader, feed)
        _ = try reader.drift
        if table.ids.isEmpty {
            throw RunError(.input, at: stream.path, "has a header and no records", wayOut: "fetch the file again")
        }
        precondition(table.ids.count == lines.count, "each row has a line")
        keepColumns(ColumnDrift(found, wanted: wanted).places)
    }

    private mutating func addColumns(_ unread: [String]) {
        let bookkeeping = Set(layout.volatile.map(ColumnDrift.key))
        for (slot, column) in layout.columns.enumerated() where column.field != nil {
            let readings = layout.columns.filter { $0.names == column.names }
            if columns.contains(where: { layout.columns[$0.slot].names == column.names }) { continue }
            let isVolatile = readings.contains { $0.field?.declaration.isVolatile == true }
            columns.append((slot, readings))
            table.columns.append(
                ComparedTable.Column(name: column.name, isVolatile: isVolatile) { spelling in
                    readings.map { $0.value(of: spelling) }
                })
        }
        for (place, name) in unread.enumerated() {
            let reading = Layout.Column([name], nil, .number())
            columns.append((layout.columns.count + place, [reading]))
            table.columns.append(
                ComparedTable.Column(name: name, isVolatile: bookkeeping.contains(ColumnDrift.key(name))) {
                    [reading.value(of: $0)]
                })
        }
    }

    /// - Returns: the line of each row.
    private mutating func read(_ reader: any RecordReader, _ feed: PipelineFile.Feed) throws -> [UInt32] {
        // Ids that are made need what the row says the vehicle is.
        var normalizer = Normalizer(layout, source: 0, constants: feed.constants)
        var lines: [UInt32] = []
        while let batch = try reader.next() {
            let count = batch.recordCount
            var codes = [UInt32](repeating: 0, count: count)
            for (place, column) in columns.enumerated() {
                let fields = batch.fields.span.extracting(column.slot * batch.stride..<column.slot * batch.stride + count)
                var target = codes.mutableSpan
                unsafe table.columns[place].spellings.encode(fields, in: batch.bytes.span.bytes, into: &target)
                let bound = table.columns[place].spellings.count
                table.columns[place].codes.append(codes.span, below: bound)
            }
            if layout.hasIDs { readIDs(batch) } else { normalizer.add(batch) }
            lines += batch.lines
        }
        if !layout.hasIDs { takeIDs(from: normalizer.table, lines) }
        return lines
    }

    private mutating func readIDs(_ batch: RecordBatch) {
        for record in 0..<batch.recordCount {
            let id = layout.id(of: record, in: batch)
            if id != nil { table.rows.append(UInt32(table.ids.count)) }
            table.ids.append(id ?? 0)
        }
    }

    /// The ids that a run would make. Rows that a run would put aside have none.
    private mutating func takeIDs(from vehicles: VehicleTable, _ lines: [UInt32]) {
        var vehicles = vehicles
        var admission = RecordAdmission()
        admission.admit(&vehicles, layouts: [layout])
        let rows = Dictionary(lines.enumerated().map { ($1, UInt32($0)) }) { first, _ in first }
        table.ids = [UInt64](repeating: 0, count: lines.count)
        for (vehicle, line) in vehicles.lines.enumerated() {
            guard let row = rows[line] else { continue }
            table.ids[Int(row)] = vehicles.ids[vehicle]
            table.rows.append(row)
        }
        table.rows.sort()
    }

    /// Leaves out the layout's columns that this release does not have; finds the names, the year and the newest date.
    ///
    /// - Parameter places: by slot: the column of the header that fills it, as far as the beginning of the text tells.
    private mutating func keepColumns(_ places: [Int?]) {
        let kept = columns.indices.filter { places[columns[$0].slot] != nil || table.columns[$0].spellings.count > 1 }
        columns = kept.map { columns[$0] }
        table.columns = kept.map { table.columns[$0] }
        func place(of field: Field) -> Int? {
            columns.firstIndex { $0.readings.contains { $0.field == field } }
        }
        // A column that holds two of them is shown once.
        table.model = place(of: .model)
        table.make = place(of: .make).flatMap { $0 == table.model ? nil : $0 }
        table.year = place(of: .year).flatMap { $0 == table.model || $0 == table.make ? nil : $0 }
        var newest: CivilDate?
        for field in [Field.created, .modified] {
            guard let place = place(of: field) else { continue }
            let spellings = table.columns[place].spellings
            for code in 0..<spellings.count {
                for case .date(let date) in table.columns[place].meanings(spellings[code]) {
                    newest = max(newest ?? date, date)
                }
            }
        }
        release.date = newest?.text
    }
}
