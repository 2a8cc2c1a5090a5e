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
    /// - Parameter text: and ``RecordBatch/padding`` zeros behind it.
    /// - Throws: ``VehiclesDamage`` at the first line that is something else.
    package init(vehiclesJSON text: [UInt8]) throws(VehiclesDamage) {
        self.init()
        var reader = VehicleLines(text)
        try reader.readHead()
        columns = reader.facts.map { Column(fact: $0.name, isNumber: $0.isNumber) }
        var isLast = false
        while !isLast {
            isLast = try reader.readBlock(into: &ids)
            var codes = [UInt32](repeating: 0, count: reader.count)
            for place in columns.indices {
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
    /// So few that a block's bytes stay near the processor until they are coded.
    static let blockSize = 256

    private(set) var bytes: [UInt8]
    /// The facts that the file declares, by name.
    private(set) var facts: [(name: String, isNumber: Bool)] = []
    /// Of the last block: the field of vehicle v in fact f is at `f * blockSize + v`; empty where the fact is absent.
    private(set) var fields: [FieldRange] = []
    private(set) var count = 0
    /// By fact: `"name":`.
    private var marks: [Mark] = []
    private let end: Int
    private var at = 0
    private var line = 1

    /// A short text to be found again in the file, eight bytes at a time.
    private struct Mark {
        let length: Int
        /// The first eight bytes, those that are not there left 0, and which bits of a word they take.
        let first, mask: UInt64
        let rest: [UInt8]

        init(_ text: String) {
            let bytes = Array(text.utf8)
            length = bytes.count
            var first: UInt64 = 0
            for (place, byte) in bytes.prefix(8).enumerated() { first |= UInt64(byte) << UInt64(8 * place) }
            self.first = first
            mask = length >= 8 ? .max : (1 << UInt64(8 * length)) - 1
            rest = Array(bytes.dropFirst(8))
        }

        /// - Parameter bytes: with at least ``RecordBatch/padding`` bytes behind them that can be read.
        @inline(__always)
        func stands(at place: Int, in bytes: [UInt8]) -> Bool {
            let word = unsafe bytes.span.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
            guard word.littleEndian & mask == first, place + length <= bytes.count else { return false }
            for (offset, byte) in rest.enumerated() where bytes[place + 8 + offset] != byte { return false }
            return true
        }
    }

    private static let comma = Mark(","), lineStart = Mark("\n\""), objectStart = Mark("\":{"), objectEnd = Mark("}")
    private static let head = Mark("{\"fields\":"), format = Mark("\"format\":"), vehicles = Mark(",\n\"vehicles\":{")
    private static let tail = Mark("\n}}\n")

    init(_ padded: [UInt8]) {
        bytes = padded
        end = padded.count - RecordBatch.padding
    }

    private func damage(_ expected: String) -> VehiclesDamage { VehiclesDamage(line: line, expected: expected) }

    @inline(__always)
    private mutating func take(_ mark: Mark) -> Bool {
        guard at < end, mark.stands(at: at, in: bytes) else { return false }
        at += mark.length
        return true
    }

    /// What comes before the first vehicle: the facts' meanings, and the format.
    mutating func readHead() throws(VehiclesDamage) {
        guard take(Self.head), let lineEnd = bytes[at..<end].firstIndex(of: 0x0a), bytes[lineEnd - 1] == 0x2c else {
            throw damage("the meanings of the facts, as marque writes them")
        }
        let meanings: JSON
        do throws(JSONDamage) {
            meanings = try JSON(Array(bytes[at..<lineEnd - 1]))
        } catch {
            throw damage(error.expected)
        }
        guard case .object(let members) = meanings else { throw damage("an object of facts") }
        facts = members.map { ($0.key, $0.value["type"]?.text == "number") }
            .sorted { ExactText($0.name) < ExactText($1.name) }
        marks = facts.map { Mark("\"\($0.name)\":") }
        at = lineEnd + 1
        line = 2
        guard take(Self.format), let formatEnd = bytes[at..<end].firstIndex(of: 0x2c),
            String(decoding: bytes[at..<formatEnd], as: UTF8.self) == String(BundleFormat.version)
        else { throw damage("format \(BundleFormat.version)") }
        at = formatEnd
        line = 3
        guard take(Self.vehicles) else { throw damage("vehicles") }
    }

    /// Cuts the next vehicles.
    ///
    /// - Returns: whether they were the last.
    mutating func readBlock(into ids: inout [UInt64]) throws(VehiclesDamage) -> Bool {
        fields = [FieldRange](repeating: FieldRange(start: 0, end: 0), count: facts.count * Self.blockSize)
        count = 0
        while count < Self.blockSize {
            line += 1
            if take(Self.tail) {
                guard at == end else { throw damage("the end") }
                return true
            }
            if !ids.isEmpty, !take(Self.comma) { throw damage("\",\" or the end") }
            guard take(Self.lineStart) else { throw damage("a vehicle") }
            var id: UInt64 = 0
            let start = at
            while bytes[at] &- 0x30 < 10, at - start < 17 {
                id = id * 10 + UInt64(bytes[at] - 0x30)
                at += 1
            }
            guard at > start, take(Self.objectStart) else { throw damage("a vehicle's id") }
            try readFacts()
            ids.append(id)
            count += 1
        }
        return false
    }

    private mutating func readFacts() throws(VehiclesDamage) {
        if take(Self.objectEnd) { return }
        // Facts come in the order of their names, so the next one is rarely far.
        var fact = 0
        repeat {
            while fact < marks.count, !marks[fact].stands(at: at, in: bytes) { fact += 1 }
            guard fact < marks.count else { throw damage("facts that the first line declares, in order of their names") }
            at += marks[fact].length
            fields[fact * Self.blockSize + count] = try readValue()
            fact += 1
        } while take(Self.comma)
        guard take(Self.objectEnd) else { throw damage("the end of the vehicle") }
    }

    /// A number's digits, or a text without its quotes; one with escapes is replaced by what it says, which is never longer.
    private mutating func readValue() throws(VehiclesDamage) -> FieldRange {
        guard at < end else { throw damage("a value") }
        let isText = bytes[at] == 0x22
        let start = isText ? at + 1 : at
        var place = start
        if !isText {
            while bytes[place] != 0x2c, bytes[place] != 0x7d, bytes[place] > 0x20 { place += 1 }
            at = place
            guard place > start, place < end else { throw damage("a value") }
            return FieldRange(start: UInt32(start), end: UInt32(place))
        }
        var hasEscapes = false
        // The zeros behind the text end it too.
        while bytes[place] != 0x22, bytes[place] >= 0x20 {
            if bytes[place] == 0x5c {
                hasEscapes = true
                place += 1
            }
            place += 1
        }
        guard place < end, bytes[place] == 0x22 else { throw damage("the end of a text") }
        at = place + 1
        return FieldRange(start: UInt32(start), end: UInt32(hasEscapes ? try unescape(start..<place) : place))
    }

    /// - Returns: the end of what the text says.
    private mutating func unescape(_ text: Range<Int>) throws(VehiclesDamage) -> Int {
        let said: JSON
        do throws(JSONDamage) {
            said = try JSON(Array(bytes[text.lowerBound - 1...text.upperBound]))
        } catch {
            throw damage(error.expected)
        }
        let plain = Array((said.text ?? "").utf8)
        bytes.replaceSubrange(text.lowerBound..<text.lowerBound + plain.count, with: plain)
        return text.lowerBound + plain.count
    }
}
