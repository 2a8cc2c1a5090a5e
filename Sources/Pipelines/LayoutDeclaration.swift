internal import FeedReaders
internal import FuelEconomy
internal import Normalizers

/// A layout that stands in a pipeline file: its keys, and what they make.
enum LayoutDeclaration {
    static let keys = [
        PipelineKey(name: "title", value: .text, meaning: "what the feed is, for people"),
        PipelineKey(
            name: "form", value: .oneOf(["csv", "fixed-width", "xml"]), meaning: "how records are cut (csv)"),
        PipelineKey(name: "delimiter", value: .character, meaning: "csv: what parts fields, a character or tab (,)"),
        PipelineKey(name: "quote", value: .character, meaning: "csv: what encloses fields that hold delimiters (\")"),
        PipelineKey(
            name: "preamble-lines", value: .number(0...1000), meaning: "csv: lines before the header (0)"),
        PipelineKey(
            name: "header-rows", value: .number(0...4),
            meaning: "csv: rows that make up the header, joined by blanks; 0: columns are called 1, 2 and so on (1)"),
        PipelineKey(
            name: "footnotes", value: .flag,
            meaning: "csv: behind a blank row, rows without all required values are notes (false)"),
        PipelineKey(
            name: "heading", value: .text, meaning: "fixed-width: what the first line begins with if it is no record"),
        PipelineKey(
            name: "records", value: .list(.text), meaning: "xml: paths of record elements, such as vehicles/vehicle"),
        PipelineKey(
            name: "encoding", value: .oneOf(TextEncoding.known),
            meaning: "what the text is where it has no mark of its own (UTF-8, or told by the first bytes)"),
        PipelineKey(name: "decimal-mark", value: .oneOf([".", ","]), meaning: "what parts whole from fraction (.)"),
        PipelineKey(
            name: "first-model-year", value: .number(1880...2100), meaning: "the first year that the feed can have (1900)"),
        PipelineKey(
            name: "identity", value: .list(.oneOf(Field.allCases.map(\.key))),
            meaning: "the facts that ids are made from, where the feed has none (all that are not figures)"),
        PipelineKey(name: "ignore", value: .list(.text), meaning: "columns that are known and left unread"),
        PipelineKey(
            name: "facts", value: .named(keys: ["id"] + Field.allCases.map(\.key), .map(fact)), isRequired: true,
            meaning: "by fact of a vehicle: the column that says it, and how it is read"),
    ]

    private static let fact = [
        PipelineKey(
            name: "column", value: .list(.text),
            meaning: "the column's name, or several if releases differ; of xml a path such as a/b or a/@b"),
        PipelineKey(name: "at", value: .text, meaning: "fixed-width: the bytes of the line, from 1, such as 11-20 or 21-"),
        PipelineKey(
            name: "read", value: .oneOf(readings),
            meaning: "as what: text, number, date, year-of-century, make (the first word), model-behind-make, mentioned-year"
        ),
        PipelineKey(
            name: "figure", value: .number(1...9), meaning: "the place of the number meant among those in the text"),
        PipelineKey(name: "part", value: .number(1...9), meaning: "the part meant of a list with slashes"),
        PipelineKey(name: "words", value: .named(keys: nil, .anyText), meaning: "what each code stands for"),
        PipelineKey(
            name: "makes", value: .list(.text), meaning: "for make and model-behind-make: makes of more than one word"),
        PipelineKey(name: "century", value: .number(1800...2100), meaning: "for year-of-century (1900)"),
        PipelineKey(name: "unit", value: .oneOf(Unit.allCases.map(\.rawValue)), meaning: "what a number counts"),
        PipelineKey(
            name: "fuel", value: .oneOf(FuelSlot.allCases.map(\.rawValue)), meaning: "which energy source is meant"),
        PipelineKey(
            name: "cycle", value: .oneOf(TestCycle.allCases.map(\.rawValue)), meaning: "how the figure was measured"),
        PipelineKey(name: "from", value: .decimal, meaning: "the smallest number that can be meant"),
        PipelineKey(name: "to", value: .decimal, meaning: "the largest number that can be meant"),
        PipelineKey(name: "absent", value: .list(.anyText), meaning: "spellings that say \"not available\""),
        PipelineKey(
            name: "required", value: .flag,
            meaning: "whether a row without the value is put aside (true for id, make and model)"),
    ]

    private static let readings = [
        "text", "number", "date", "year-of-century", "make", "model-behind-make", "mentioned-year",
    ]

    /// Makes the layout of a node that the schema has nothing against.
    ///
    /// - Parameter faults: what the keys say together that each alone does not.
    static func layout(_ node: YAMLNode, feed: String, faults: inout [PipelineFault]) -> Layout {
        let form = node["form"]?.text ?? "csv"
        var columns: [Layout.Column] = []
        var fixed: [FeedForm.FixedWidth.Column] = []
        for entry in node["facts"]?.entries ?? [] {
            let field = Field.allCases.first { $0.key == entry.key }
            var names = entry.value["column"]?.texts ?? []
            if form == "fixed-width" {
                names = [entry.key]
                if let at = entry.value["at"], let place = columnPlace(at) {
                    fixed.append(.init(entry.key, place.start, place.end))
                } else {
                    faults.append(
                        PipelineFault(
                            entry.value["at"]?.mark ?? entry.mark,
                            "\(entry.key): \(entry.value["at"]?.kind ?? "no \"at\"") found, expected bytes such as 11-20"))
                }
            } else if names.isEmpty {
                faults.append(
                    PipelineFault(
                        entry.mark, "key \"\(entry.key).column\" is missing", wayOut: "name the column that says it"))
                names = [entry.key]
            }
            columns.append(column(names, field, entry, &faults))
        }
        for needed in [Field.make, .model] where !columns.contains(where: { $0.field == needed }) {
            faults.append(
                PipelineFault(
                    node["facts"]?.mark ?? node.mark, "fact \"\(needed.key)\" is missing",
                    wayOut: "name the column that says the \(needed.key)"))
        }
        if form == "xml", node["records"] == nil {
            faults.append(
                PipelineFault(node.mark, "key \"records\" is missing", wayOut: "name the path of the record elements"))
        }
        let identity = (node["identity"]?.texts ?? []).compactMap { key in Field.allCases.first { $0.key == key } }
        return Layout(
            id: feed, title: node["title"]?.text ?? feed, forms: [feedForm(form, node, fixed)],
            encoding: node["encoding"]?.text, decimalMark: node["decimal-mark"]?.text?.first ?? ".", columns: columns,
            ignored: Set(node["ignore"]?.texts ?? []), firstModelYear: node["first-model-year"]?.number ?? 1900,
            identity: identity.isEmpty ? naturalIdentity(columns) : identity)
    }

    private static func feedForm(
        _ form: String, _ node: YAMLNode, _ fixed: [FeedForm.FixedWidth.Column]
    ) -> FeedForm {
        switch form {
        case "xml": return .xml(.init(records: node["records"]?.texts ?? []))
        case "fixed-width": return .fixedWidth(.init(fixed, heading: node["heading"]?.text))
        default:
            return .delimited(
                .init(
                    delimiter: node["delimiter"]?.character ?? 0x2c, quote: node["quote"]?.character ?? 0x22,
                    preambleLines: node["preamble-lines"]?.number ?? 0, headerRows: node["header-rows"]?.number ?? 1,
                    hasFootnotes: node["footnotes"]?.text == "true"))
        }
    }

    /// All facts that are names or texts, and the year: what a car is, not what was measured.
    private static func naturalIdentity(_ columns: [Layout.Column]) -> [Field] {
        columns.compactMap(\.field).filter { field in
            switch field.kind {
            case .name, .text: true
            case .number(let quantity): quantity.unit == .year || quantity.unit == .liters || quantity.unit == .cylinders
            case .date: false
            }
        }
    }

    /// `11-20` is [10, 20); `21-` is open to the right.
    private static func columnPlace(_ node: YAMLNode) -> (start: Int, end: Int?)? {
        guard let parts = node.text?.split(separator: "-", omittingEmptySubsequences: false), parts.count == 2,
            let first = Int(parts[0]), first > 0
        else { return nil }
        if parts[1].isEmpty { return (first - 1, nil) }
        guard let last = Int(parts[1]), last >= first else { return nil }
        return (first - 1, last)
    }

    private static func column(
        _ names: [String], _ field: Field?, _ entry: YAMLNode.Entry, _ faults: inout [PipelineFault]
    ) -> Layout.Column {
        let node = entry.value
        let isRequired = node["required"]?.text.map { $0 == "true" } ?? (field == nil || field == .make || field == .model)
        let from = node["from"]?.decimal ?? (field == .year ? 0 : -1e9)
        let to = node["to"]?.decimal ?? (field == .year ? 99_999 : 1e9)
        if from > to {
            faults.append(PipelineFault(node["to"]?.mark ?? node.mark, "\(entry.key): \"to\" is below \"from\""))
        }
        let range = min(from, to)...max(from, to)
        var reading: Layout.Reading
        switch node["read"]?.text ?? "" {
        case "text": reading = .text
        case "number": reading = .number(in: range)
        case "date": reading = .date
        case "year-of-century": reading = .yearOfCentury(node["century"]?.number ?? 1900)
        case "make": reading = .make(node["makes"]?.texts ?? [])
        case "model-behind-make": reading = .modelBehindMake(node["makes"]?.texts ?? [])
        case "mentioned-year": reading = .mentionedYear
        default:
            switch field?.kind {
            case nil: reading = .id
            case .name, .text: reading = .text
            case .number: reading = .number(in: range)
            case .date: reading = .date
            }
        }
        if let words = node["words"]?.entries {
            reading = .word(Dictionary(uniqueKeysWithValues: words.map { ($0.key, $0.value.text ?? "") }))
        }
        if let place = node["figure"]?.number { reading = .figure(place - 1, in: range) }
        if let place = node["part"]?.number { reading = .part(place - 1, reading) }
        return Layout.Column(
            names, field, reading, quantity: quantity(field, entry, &faults), absences: Set(node["absent"]?.texts ?? []),
            required: isRequired)
    }

    private static func quantity(_ field: Field?, _ entry: YAMLNode.Entry, _ faults: inout [PipelineFault]) -> Quantity? {
        let unit = entry.value["unit"]?.text.flatMap(Unit.init)
        let fuel = entry.value["fuel"]?.text.flatMap(FuelSlot.init)
        let cycle = entry.value["cycle"]?.text.flatMap(TestCycle.init)
        guard let field, case .number(let declared) = field.kind else {
            if let node = entry.value["unit"] {
                faults.append(PipelineFault(node.mark, "\(entry.key): a unit found, expected none for what is no number"))
            }
            return nil
        }
        // A figure whose unit or cycle is left unsaid would be compared with others that it may not be compared with.
        if declared.cycle != nil {
            for (key, isGiven) in [("unit", unit != nil), ("cycle", cycle != nil)] where !isGiven {
                faults.append(
                    PipelineFault(
                        entry.mark, "key \"\(entry.key).\(key)\" is missing",
                        wayOut: key == "unit"
                            ? "say what the figure counts, such as \"\(declared.unit.rawValue)\""
                            : "say how the figure was measured, or \"\(TestCycle.unstated.rawValue)\""))
            }
        }
        return Quantity(unit ?? declared.unit, fuel: fuel ?? declared.fuel, cycle: cycle ?? declared.cycle)
    }
}

extension YAMLNode {
    subscript(key: String) -> YAMLNode? { entries.first { $0.key == key }?.value }
    var entries: [Entry] { if case .map(let entries, _) = self { entries } else { [] } }
    var text: String? { if case .scalar(let text, _) = self { text } else { nil } }
    var items: [YAMLNode] { if case .list(let items, _) = self { items } else { [] } }
    /// A list's texts, or the one text that stands in a list's place.
    var texts: [String] {
        switch self {
        case .list(let items, _): items.compactMap(\.text)
        case .scalar(let text, _): [text]
        case .map: []
        }
    }
    var number: Int? { text.flatMap { Int($0) } }
    var decimal: Double? { text.flatMap { Double($0) } }
    /// A character of one byte, or the word `tab`.
    var character: UInt8? {
        guard let text else { return nil }
        if text == "tab" || text == "\t" { return 0x09 }
        return text.utf8.count == 1 ? text.utf8.first : nil
    }
}
