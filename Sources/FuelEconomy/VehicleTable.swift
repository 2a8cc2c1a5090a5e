/// What a spelling in a feed means, as its layout reads it.
package enum CellValue: Sendable, Hashable {
    /// The feed says nothing: blank, or a word or figure that the layout knows as "not available".
    case absent
    case number(Double)
    case text(String)
    case date(CivilDate)
    /// The spelling does not fit the column's type; says what was expected instead.
    case fault(expected: String)
    /// Text with bytes that do not decode, each replaced by U+FFFD; `at` is the first of them in the spelling.
    case damaged(String, at: Int)
}

/// What is wrong with a spelling.
package enum CellFault: Sendable, Equatable {
    /// It is no value of the column.
    case unexpected(String)
    /// A byte of it does not decode; the rest stands.
    case undecodable(at: Int)
}

/// One fact of all vehicles: the distinct spellings with their values, and a code a row.
package struct VehicleColumn: Sendable {
    package var spellings = SpellingTable()
    package var codes = CodeVector()
    /// By code. `nan` where absent; days for a date.
    package private(set) var numbers: [Double] = []
    /// By code. Empty where absent, and for numbers.
    package private(set) var texts: [String] = []
    /// By code: what is wrong with a spelling.
    private var faults: [Int: CellFault] = [:]
    /// By code, up to the last one that has a fault: whether it has.
    private var isFaulty: [Bool] = []

    package init() {}

    package var valueCount: Int { numbers.count }

    /// The numbers of a range of rows; `nan` where absent.
    package func numbers(of rows: Range<Int>) -> [Double] { codes.mapped(rows, numbers) }

    /// By code: how many rows have it.
    package var rowCounts: [Int] {
        var counts = [Int](repeating: 0, count: valueCount)
        codes.forEach { counts[$1] += 1 }
        return counts
    }

    /// What is wrong with the spellings of a batch's records.
    package func faults(in codes: [UInt32]) -> [(record: Int, fault: CellFault)] {
        if faults.isEmpty { return [] }
        return codes.indices.compactMap { record in
            let code = Int(codes[record])
            return code < isFaulty.count && isFaulty[code] ? (record, faults[code]!) : nil
        }
    }

    private mutating func note(_ fault: CellFault, of code: Int) {
        faults[code] = fault
        isFaulty.append(contentsOf: repeatElement(false, count: code - isFaulty.count))
        isFaulty.append(true)
    }

    package func isAbsent(_ code: Int) -> Bool { numbers[code].isNaN && texts[code].isEmpty }

    /// Codes a batch's fields, and reads the spellings that are new.
    package mutating func encode(
        _ fields: Span<FieldRange>, in bytes: RawSpan, into codes: inout MutableSpan<UInt32>,
        reading: ([UInt8]) -> CellValue
    ) {
        spellings.encode(fields, in: bytes, into: &codes)
        var spelling: [UInt8] = []
        while valueCount < spellings.count {
            spellings.copy(valueCount, to: &spelling)
            append(reading(spelling))
        }
    }

    package mutating func append(_ newCodes: Span<UInt32>) { codes.append(newCodes, below: valueCount) }

    /// Records the value of the next spelling, in the order of codes.
    package mutating func append(_ value: CellValue) {
        var number = Double.nan
        var text = ""
        switch value {
        case .absent: break
        case .number(let value): number = value
        case .date(let value): number = Double(value.days)
        case .text(let value): text = value
        case .fault(let expected): note(.unexpected(expected), of: numbers.count)
        case .damaged(let value, let at):
            text = value
            note(.undecodable(at: at), of: numbers.count)
        }
        numbers.append(number)
        texts.append(text)
    }

    /// Adds rows that all have one value.
    package mutating func append(constant value: CellValue, spelling: String, count: Int) {
        if valueCount < 2 {
            while valueCount < spellings.count { append(.absent) }
            _ = spellings.code(of: Array(spelling.utf8))
            append(value)
        }
        append([UInt32](repeating: 1, count: count).span)
    }

    /// A column made of texts, code by code; code 0 must be the empty one.
    package init(texts: [String], codes: CodeVector) {
        for text in texts {
            _ = spellings.code(of: Array(text.utf8))
            append(text.isEmpty ? .absent : .text(text))
        }
        precondition(spellings.count == texts.count, "the texts of a column are distinct")
        self.codes = codes
    }

    /// Adds the spellings of another column.
    ///
    /// - Returns: for each code of the other column, the code here.
    package mutating func unite(_ other: VehicleColumn) -> [UInt32] {
        (0..<other.valueCount).map { code in
            let here = spellings.code(of: other.spellings[code])
            if Int(here) == valueCount {
                numbers.append(other.numbers[code])
                texts.append(other.texts[code])
                if let fault = other.faults[code] { note(fault, of: Int(here)) }
            }
            return here
        }
    }
}

/// Vehicles as columns: a feed's rows, typed, each fact a code into its column's values.
///
/// One to four bytes a row and column that the feed fills, and none for the others. Tables of parts of a feed merge; ``ordered()`` gives one order to all ways of cutting.
package struct VehicleTable: Sendable {
    package var ids: [UInt64] = []
    /// The line of the row in its source.
    package var lines: [UInt32] = []
    package var sources: [UInt8] = []
    /// Of each row's raw record, for feeds without ids: what tells exact copies; 0 for rows that have an id of their own.
    /// Empty where all have.
    package var contents: [UInt64] = []
    package var heads = RecordHeads()
    /// By ``Field/rawValue``.
    package var columns: [VehicleColumn]
    /// What the numbers of a field mean. One meaning a field: figures of unlike units or cycles never stand in one table.
    package var quantities: [Field: Quantity] = [:]
    /// The facts that the feeds can state; of all others every row is without.
    package var facts: Set<Field> = []
    /// The names as the feeds spell them, where dedupe has replaced those in `columns`.
    package var namesAsFiled: (make: VehicleColumn, model: VehicleColumn)?
    /// The group of a make's models that each vehicle belongs to, where the tree has that level.
    package var families: VehicleColumn?

    package init() {
        columns = Array(repeating: VehicleColumn(), count: Field.allCases.count)
    }

    package var count: Int { ids.count }

    package subscript(field: Field) -> VehicleColumn {
        _read { yield columns[field.rawValue] }
        _modify { yield &columns[field.rawValue] }
    }

    /// The number of a row, or `nan` where the feed says nothing.
    package func number(_ field: Field, _ row: Int) -> Double {
        columns[field.rawValue].numbers[columns[field.rawValue].codes[row]]
    }

    /// The text of a row, or the empty string where the feed says nothing.
    package func text(_ field: Field, _ row: Int) -> String {
        columns[field.rawValue].texts[columns[field.rawValue].codes[row]]
    }

    package mutating func merge(_ other: consuming VehicleTable) {
        precondition(namesAsFiled == nil && other.namesAsFiled == nil, "tables merge before dedupe")
        precondition(families == nil && other.families == nil, "tables merge before families are told")
        if !contents.isEmpty || !other.contents.isEmpty {
            padContents()
            other.padContents()
            contents.append(contentsOf: other.contents)
        }
        if !heads.isEmpty || !other.heads.isEmpty {
            heads.pad(to: count)
            other.heads.pad(to: other.count)
            heads.merge(other.heads)
        }
        facts.formUnion(other.facts)
        for (field, quantity) in other.quantities {
            precondition(quantities[field, default: quantity] == quantity, "one meaning a field")
            quantities[field] = quantity
        }
        ids.append(contentsOf: other.ids)
        lines.append(contentsOf: other.lines)
        sources.append(contentsOf: other.sources)
        for field in Field.allCases {
            let column = other.columns[field.rawValue]
            other.columns[field.rawValue] = VehicleColumn()
            let map = columns[field.rawValue].unite(column)
            let bound = columns[field.rawValue].valueCount
            columns[field.rawValue].codes.append(column.codes, map: map, below: bound)
        }
    }

    private mutating func padContents() {
        contents.append(contentsOf: repeatElement(0, count: count - contents.count))
    }

    /// The rows at `rows`, in that order; the other rows are gone.
    package func gathered(_ rows: [UInt32]) -> VehicleTable {
        var result = VehicleTable()
        result.ids = rows.map { ids[Int($0)] }
        result.lines = rows.map { lines[Int($0)] }
        result.sources = rows.map { sources[Int($0)] }
        result.contents = contents.isEmpty ? [] : rows.map { contents[Int($0)] }
        result.heads = heads.gathered(rows)
        result.quantities = quantities
        result.facts = facts
        result.columns = columns.map { Self.gather($0, rows) }
        if let names = namesAsFiled {
            result.namesAsFiled = (Self.gather(names.make, rows), Self.gather(names.model, rows))
        }
        result.families = families.map { Self.gather($0, rows) }
        return result
    }

    private static func gather(_ column: VehicleColumn, _ rows: [UInt32]) -> VehicleColumn {
        var result = column
        result.codes = column.codes.gathered(rows, below: column.valueCount)
        return result
    }
}

/// One vehicle, readable: for tests, messages, and rules that read better by row. Not for the hot path.
package struct Vehicle: Sendable {
    package var id: UInt64
    package var line: UInt32
    package var values: [Field: CellValue]

    package subscript(field: Field) -> CellValue { values[field] ?? .absent }
}

extension VehicleTable {
    package subscript(row: Int) -> Vehicle {
        var values: [Field: CellValue] = [:]
        for field in Field.allCases {
            let column = columns[field.rawValue]
            let code = column.codes[row]
            if column.isAbsent(code) { continue }
            switch field.kind {
            case .name, .text: values[field] = .text(column.texts[code])
            case .number: values[field] = .number(column.numbers[code])
            case .date: values[field] = .date(CivilDate(days: Int(column.numbers[code])))
            }
        }
        return Vehicle(id: ids[row], line: lines[row], values: values)
    }
}
