package import FuelEconomy
internal import PickerKit

/// A `vehicles.json` that cannot be read.
package struct VehiclesDamage: Error, Equatable {
    /// From 1.
    package var line: Int
    package var expected: String
}

extension ComparedTable {
    /// The published facts of vehicles as `vehicles.json` would have them.
    package init(published table: VehicleTable) {
        self.init()
        ids = table.ids
        rows = (0..<UInt32(table.count)).map { $0 }
        for field in Field.declarations where field.isPublished && table.facts.contains(field.field) {
            let facts = table[field.field]
            var column = Column(fact: field.key, isNumber: field.kind.isNumber)
            let map = (0..<facts.valueCount).map { code in
                let number = facts.numbers[code]
                let text = number.isNaN ? facts.texts[code] : NumberText.exact(number)
                return column.spellings.code(of: Array(text.utf8))
            }
            column.codes = facts.codes.replaced(by: map, below: column.spellings.count)
            columns.append(column)
        }
        orderColumns()
    }

    /// Reads a `vehicles.json`: a vehicle a line, as marque writes it.
    ///
    /// - Throws: ``VehiclesDamage`` at the first line that is something else.
    package init(vehiclesJSON text: consuming [UInt8]) throws(VehiclesDamage) {
        self.init()
        text += [UInt8](repeating: 0, count: RecordBatch.padding)
        var reader = VehicleLines(text)
        try reader.readHead()
        columns = reader.facts.map { Column(fact: $0.name, isNumber: $0.isNumber) }
        var isLast = false
        while !isLast {
            isLast = try reader.readBlock(into: &ids)
            for place in columns.indices {
                var codes = [UInt32](repeating: 0, count: reader.count)
                let fields = reader.fields.span.extracting(
                    place * VehicleLines.blockSize..<place * VehicleLines.blockSize + reader.count)
                var target = codes.mutableSpan
                unsafe columns[place].spellings.encode(fields, in: reader.bytes.span.bytes, into: &target)
                columns[place].codes.append(codes.span, below: columns[place].spellings.count)
            }
        }
        rows = (0..<UInt32(ids.count)).map { $0 }
        orderColumns()
    }

    /// In the order in which a vehicle is described, whichever way the table came to be.
    private mutating func orderColumns() {
        let order = Field.declarations.filter(\.isPublished).map(\.key)
        func place(_ column: Column) -> Int { order.firstIndex(of: column.name) ?? order.count }
        columns.sort { (place($0), $0.name) < (place($1), $1.name) }
        make = columns.firstIndex { $0.name == Field.make.key }
        model = columns.firstIndex { $0.name == Field.model.key }
        year = columns.firstIndex { $0.name == Field.year.key }
    }
}

extension ComparedTable.Column {
    /// A column of values as `vehicles.json` has them: a number's digits, or a text.
    fileprivate init(fact name: String, isNumber: Bool) {
        let field = Field.declarations.first { $0.key == name }
        self.init(name: name, isVolatile: field?.isVolatile ?? false) { spelling in
            let text = String(decoding: spelling, as: UTF8.self)
            if text.isEmpty { return [.absent] }
            return [isNumber ? Double(text).map(CellValue.number) ?? .text(text) : .text(text)]
        }
    }
}

extension Field.Kind {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}

/// The lines of a `vehicles.json`, cut into fields a block at a time.
private struct VehicleLines {
    static let blockSize = 4096

    private(set) var bytes: [UInt8]
    /// The facts that the file declares, by name.
    private(set) var facts: [(name: String, key: [UInt8], isNumber: Bool)] = []
    /// Of the last block: the field of vehicle v in fact f is at `f * blockSize + v`; empty where the fact is absent.
    private(set) var fields: [FieldRange] = []
    private(set) var count = 0
    private let end: Int
    private var at = 0
    private var line = 1

    init(_ padded: [UInt8]) {
        bytes = padded
        end = padded.count - RecordBatch.padding
    }

    private func damage(_ expected: String) -> VehiclesDamage { VehiclesDamage(line: line, expected: expected) }

    private mutating func take(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard at + length <= end else { return false }
        for offset in 0..<length {
            if unsafe text.utf8Start[offset] != bytes[at + offset] { return false }
        }
        at += length
        return true
    }

    /// What comes before the first vehicle: the facts' meanings, and the format.
    mutating func readHead() throws(VehiclesDamage) {
        guard take("{\"fields\":"), let lineEnd = bytes[at..<end].firstIndex(of: 0x0a), bytes[lineEnd - 1] == 0x2c else {
            throw damage("the meanings of the facts, as marque writes them")
        }
        let meanings: JSON
        do throws(JSONDamage) {
            meanings = try JSON(Array(bytes[at..<lineEnd - 1]))
        } catch {
            throw damage(error.expected)
        }
        guard case .object(let members) = meanings else { throw damage("an object of facts") }
        facts = members.map { ($0.key, Array($0.key.utf8), $0.value["type"]?.text == "number") }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        at = lineEnd + 1
        line = 2
        guard take("\"format\":"), let formatEnd = bytes[at..<end].firstIndex(of: 0x2c),
            String(decoding: bytes[at..<formatEnd], as: UTF8.self) == String(BundleFormat.version)
        else { throw damage("format \(BundleFormat.version)") }
        at = formatEnd
        line = 3
        guard take(",\n\"vehicles\":{") else { throw damage("vehicles") }
    }

    /// Cuts the next vehicles.
    ///
    /// - Returns: whether they were the last.
    mutating func readBlock(into ids: inout [UInt64]) throws(VehiclesDamage) -> Bool {
        fields = [FieldRange](repeating: FieldRange(start: 0, end: 0), count: facts.count * Self.blockSize)
        count = 0
        while count < Self.blockSize {
            line += 1
            if take("\n}}\n") {
                guard at == end else { throw damage("the end") }
                return true
            }
            if !ids.isEmpty, !take(",") { throw damage("\",\" or the end") }
            guard take("\n\"") else { throw damage("a vehicle") }
            var id: UInt64 = 0
            let start = at
            while bytes[at] &- 0x30 < 10, at - start < 17 {
                id = id * 10 + UInt64(bytes[at] - 0x30)
                at += 1
            }
            guard at > start, take("\":{") else { throw damage("a vehicle's id") }
            try readFacts()
            ids.append(id)
            count += 1
        }
        return false
    }

    private mutating func readFacts() throws(VehiclesDamage) {
        if take("}") { return }
        // Facts come in the order of their names, so the next one is rarely far.
        var fact = 0
        repeat {
            guard take("\"") else { throw damage("a fact's name") }
            let start = at
            while at < end, bytes[at] != 0x22 { at += 1 }
            while fact < facts.count, !isName(facts[fact].key, from: start, to: at) { fact += 1 }
            guard fact < facts.count else { throw damage("facts that the first line declares, in order of their names") }
            guard take("\":") else { throw damage("a fact's value") }
            fields[fact * Self.blockSize + count] = try readValue()
            fact += 1
        } while take(",")
        guard take("}") else { throw damage("the end of the vehicle") }
    }

    private func isName(_ key: [UInt8], from start: Int, to end: Int) -> Bool {
        guard key.count == end - start else { return false }
        for offset in key.indices where key[offset] != bytes[start + offset] { return false }
        return true
    }

    /// A number's digits, or a text without its quotes; one with escapes is replaced by what it says, which is never longer.
    private mutating func readValue() throws(VehiclesDamage) -> FieldRange {
        guard take("\"") else {
            let start = at
            while at < end, bytes[at] != 0x2c, bytes[at] != 0x7d, bytes[at] > 0x20 { at += 1 }
            guard at > start else { throw damage("a value") }
            return FieldRange(start: UInt32(start), end: UInt32(at))
        }
        let start = at
        var hasEscapes = false
        while at < end, bytes[at] != 0x22, bytes[at] >= 0x20 {
            if bytes[at] == 0x5c {
                hasEscapes = true
                at += 1
            }
            at += 1
        }
        let stop = at
        guard take("\"") else { throw damage("the end of a text") }
        if !hasEscapes { return FieldRange(start: UInt32(start), end: UInt32(stop)) }
        let text: JSON
        do throws(JSONDamage) {
            text = try JSON(Array(bytes[start - 1...stop]))
        } catch {
            throw damage(error.expected)
        }
        let plain = Array((text.text ?? "").utf8)
        bytes.replaceSubrange(start..<start + plain.count, with: plain)
        return FieldRange(start: UInt32(start), end: UInt32(start + plain.count))
    }
}
