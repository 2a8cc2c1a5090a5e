/// What a spelling in a feed means, as its layout reads it.
package enum CellValue: Sendable, Equatable {
    /// The feed says nothing: blank, or a word or figure that the layout knows as "not available".
    case absent
    case number(Double)
    case text(String)
    case date(CivilDate)
    /// The spelling does not fit the column's type; says what was expected instead.
    case fault(expected: String)
}

/// One fact of all vehicles: the distinct spellings with their values, and a code a row.
package struct VehicleColumn: Sendable {
    package var spellings = SpellingTable()
    package var codes = CodeVector()
    /// By code. `nan` where absent; days for a date.
    package private(set) var numbers: [Double] = []
    /// By code. Empty where absent, and for numbers.
    package private(set) var texts: [String] = []
    /// By code: what kept a spelling from being a value.
    package private(set) var faults: [Int: String] = [:]
    package var hasFaults: Bool { !faults.isEmpty }

    package init() {}

    package var valueCount: Int { numbers.count }

    /// The numbers of a range of rows; `nan` where absent.
    package func numbers(of rows: Range<Int>) -> [Double] { codes.mapped(rows, numbers) }

    package func isAbsent(_ code: Int) -> Bool { numbers[code].isNaN && texts[code].isEmpty }

    /// Codes a batch's fields, and reads the spellings that are new.
    package mutating func encode(
        _ fields: Span<FieldRange>, in bytes: RawSpan, into codes: inout MutableSpan<UInt32>,
        reading: ([UInt8]) -> CellValue
    ) {
        spellings.encode(fields, in: bytes, into: &codes)
        while valueCount < spellings.count { append(reading(spellings[valueCount])) }
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
        case .fault(let expected): faults[numbers.count] = expected
        }
        numbers.append(number)
        texts.append(text)
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
                if let fault = other.faults[code] { faults[Int(here)] = fault }
            }
            return here
        }
    }
}

/// Vehicles as columns: a feed's rows, typed, each fact a code into its column's values.
///
/// About 90 bytes a row with 56 columns. Tables of parts of a feed merge; ``ordered()`` gives one order to all ways of cutting.
package struct VehicleTable: Sendable {
    package var ids: [UInt64] = []
    /// The line of the row in its source.
    package var lines: [UInt32] = []
    package var sources: [UInt8] = []
    /// By ``Field/rawValue``.
    package var columns: [VehicleColumn]
    /// The names as the feeds spell them, where dedupe has replaced those in `columns`.
    package var namesAsFiled: (make: VehicleColumn, model: VehicleColumn)?

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

    /// The rows at `rows`, in that order; the other rows are gone.
    package func gathered(_ rows: [UInt32]) -> VehicleTable {
        var result = VehicleTable()
        result.ids = rows.map { ids[Int($0)] }
        result.lines = rows.map { lines[Int($0)] }
        result.sources = rows.map { sources[Int($0)] }
        result.columns = columns.map { Self.gather($0, rows) }
        if let names = namesAsFiled {
            result.namesAsFiled = (Self.gather(names.make, rows), Self.gather(names.model, rows))
        }
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
