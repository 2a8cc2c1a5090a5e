internal import FuelEconomy
internal import PickerKit
internal import Platform

/// `catalog.sqlite`: a table a level, the vehicles' facts, and a search over makes and models. Rows are those of `catalog.json`.
///
/// - Returns: the file.
func writeDatabase(_ content: BundleContent, in folder: String) throws -> [WrittenFile] {
    let path = folder + "/" + BundleFormat.database
    let writer = DatabaseWriter(try content.shape(), content, try SQLiteFile(path))
    try writer.write()
    // SQLite has written it in pieces; what is hashed and put on the disk is the whole.
    let bytes = try contents(of: path)
    try OpenFile.appending(path).sync()
    return [WrittenFile(path: BundleFormat.database, size: bytes.count, sha256: SHA256(of: bytes).hexadecimal)]
}

private struct DatabaseWriter {
    private let shape: CatalogShape
    private let content: BundleContent
    private let file: SQLiteFile
    private let fields: [Field.Declaration]

    init(_ shape: CatalogShape, _ content: BundleContent, _ file: SQLiteFile) {
        self.shape = shape
        self.content = content
        self.file = file
        fields = publishedFields(of: content.table)
    }

    func write() throws(RunError) {
        let identity = "PRAGMA user_version = \(BundleFormat.version); PRAGMA application_id = 0x4D617271;"
        try file.execute(identity + "BEGIN;" + tables)
        for place in shape.catalog.nodes.indices { try fillLevel(place) }
        try fillOptions()
        try fillVehicles()
        try fillFields()
        try fillMeta()
        try fillSearch()
        try file.execute(indexes + "COMMIT;")
        try file.close()
    }

    /// A name that SQL would read otherwise.
    private func quoted(_ name: String) -> String { "\"\(name)\"" }

    private func table(_ place: Int) -> String { quoted(shape.catalog.levels[place].rawValue) }

    // MARK: Tables

    private var tables: String {
        let levels = shape.catalog.levels
        var text = ""
        for (place, level) in levels.enumerated() {
            let outer = place == 0 ? "" : "\(table(place - 1)) INTEGER NOT NULL REFERENCES \(table(place - 1)),"
            let columns =
                switch level {
                case .year: "title INTEGER, \"default\" INTEGER NOT NULL"
                case .option: "id INTEGER NOT NULL UNIQUE REFERENCES vehicle, title TEXT NOT NULL, detail TEXT NOT NULL"
                default: "key TEXT, title TEXT NOT NULL, folded TEXT NOT NULL, \"default\" INTEGER NOT NULL"
                }
            text += "CREATE TABLE \(table(place))(row INTEGER PRIMARY KEY, \(outer)\(columns));"
        }
        let facts = fields.map { field in
            let isNumber = if case .number = field.kind { true } else { false }
            return ", \(quoted(field.key)) \(isNumber ? "NUMERIC" : "TEXT")"
        }.joined()
        text += "CREATE TABLE vehicle(id INTEGER PRIMARY KEY\(facts));"
        text += "CREATE TABLE field(key TEXT PRIMARY KEY, type TEXT NOT NULL, unit TEXT, fuel TEXT, cycle TEXT);"
        text += "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);"
        text += """
            CREATE VIRTUAL TABLE search USING fts5(path, aliases, folded, content='', prefix='1 2 3',
            tokenize='unicode61 remove_diacritics 2');
            """
        return text + view
    }

    /// A car a row: what was chosen on each wheel, and its facts.
    private var view: String {
        let levels = shape.catalog.levels
        let names = Set(levels.map(\.rawValue))
        let titles = levels.indices.map { "\(table($0)).title AS \(table($0))" }
        let facts = fields.filter { !names.contains($0.key) }.map { "vehicle.\(quoted($0.key))" }
        let joins = levels.indices.dropFirst().map { place in
            " JOIN \(table(place)) ON \(table(place)).\(table(place - 1)) = \(table(place - 1)).row"
        }
        return
            "CREATE VIEW car AS SELECT \((["vehicle.id"] + titles + ["\"option\".detail"] + facts).joined(separator: ", "))"
            + " FROM \(table(0))\(joins.joined()) JOIN vehicle ON vehicle.id = \"option\".id;"
    }

    private var indexes: String {
        shape.catalog.levels.indices.map { place in
            let columns = place == 0 ? "title" : "\(table(place - 1)), title"
            return "CREATE INDEX \(shape.catalog.levels[place].rawValue)_title ON \(table(place))(\(columns));"
        }.joined()
    }

    // MARK: Rows

    /// By node of a level: the node above it; none of the outermost.
    private func parents(of place: Int) -> [Int] {
        shape.catalog.nodes[place - 1].enumerated().flatMap { Array(repeating: $0, count: $1.count) }
    }

    private func fillLevel(_ place: Int) throws(RunError) {
        let catalog = shape.catalog
        let names = shape.names[place]
        let parents = place == 0 ? [] : parents(of: place)
        let defaults = catalog.defaultChildren(at: place)
        let rows = try SQLiteInsertion(
            into: table(place), count: 3 + (place == 0 ? 0 : 1) + (names == nil ? 0 : 2), of: file)
        for (row, node) in catalog.nodes[place].enumerated() {
            rows.add(row)
            if place > 0 { rows.add(parents[row]) }
            if let names {
                if let keys = names.keys { rows.add(keys[row]) } else { rows.addNull() }
                rows.add(node.title)
                rows.add(names.folded[row] ?? NameFolding.asciiSearchText(node.title))
            } else if let year = Int(node.title) {
                rows.add(year)
            } else {
                rows.addNull()
            }
            // A wheel below starts at this row of its table.
            rows.add(node.first + defaults[row])
            try rows.insert()
        }
    }

    private func fillOptions() throws(RunError) {
        let options = shape.options
        let rows = try SQLiteInsertion(into: table(shape.catalog.nodes.count), count: 5, of: file)
        for (row, parent) in parents(of: shape.catalog.nodes.count).enumerated() {
            rows.add(row)
            rows.add(parent)
            rows.add(Int(shape.ids[row]))
            rows.add(options.texts[Int(options.titles[row])])
            rows.add(options.texts[Int(options.details[row])])
            try rows.insert()
        }
    }

    private func fillVehicles() throws(RunError) {
        let vehicles = content.table
        let order = RowOrder.sorted((0..<UInt32(vehicles.count)).map { $0 }, by: vehicles.ids)
        // Each column for itself, so that nothing but a code is touched where a value stays as it is.
        let codes = fields.map { vehicles[$0.field].codes.codes(of: order[...]) }
        let numbers = fields.map { vehicles[$0.field].numbers }
        let texts = fields.map { vehicles[$0.field].texts.map { Array($0.utf8) } }
        let rows = try SQLiteInsertion(into: "vehicle", count: 1 + fields.count, of: file)
        for (place, row) in order.enumerated() {
            rows.add(Int(vehicles.ids[Int(row)]))
            for field in fields.indices {
                let code = codes[field][place]
                // Cars of neighboring ids are much alike, and what is bound to a statement stays.
                if place > 0, code == codes[field][place - 1] {
                    rows.addSame()
                    continue
                }
                let (number, text) = (numbers[field][Int(code)], texts[field][Int(code)])
                if !number.isNaN {
                    rows.add(number)
                } else if text.isEmpty {
                    rows.addNull()
                } else {
                    rows.add(text)
                }
            }
            try rows.insert()
        }
    }

    private func fillFields() throws(RunError) {
        let rows = try SQLiteInsertion(into: "field", count: 5, of: file)
        for field in fields {
            rows.add(field.key)
            let meaning = factMeaning(field, in: content.table)
            for member in ["type", "unit", "fuel", "cycle"] {
                if let text = meaning[member]?.text { rows.add(text) } else { rows.addNull() }
            }
            try rows.insert()
        }
    }

    /// What `catalog.json` says once, lists and objects as JSON.
    private func fillMeta() throws(RunError) {
        let catalog = shape.catalog
        let levels = JSON.array(catalog.levels.map { .string($0.rawValue) })
        let rows = try SQLiteInsertion(into: "meta", count: 2, of: file)
        for (key, value) in [
            ("default", Array(String(catalog.defaultNode).utf8)), ("defaults", defaultRules(of: catalog).compact),
            ("levels", levels.compact), ("name", Array(content.name.utf8)), ("spoken", spokenWords(of: shape).compact),
        ] {
            rows.add(key)
            rows.add(value)
            try rows.insert()
        }
    }

    /// A row a model, with its make and all that the feeds call them.
    private func fillSearch() throws(RunError) {
        let catalog = shape.catalog
        guard let models = catalog.levels.firstIndex(of: .model), let makes = catalog.levels.firstIndex(of: .make) else {
            return
        }
        var above = Array(catalog.nodes[models].indices)
        for place in (makes + 1...models).reversed() {
            let parents = parents(of: place)
            above = above.map { parents[$0] }
        }
        let rows = try SQLiteInsertion(into: "search(rowid, path, aliases, folded)", count: 4, of: file)
        for (model, make) in above.enumerated() {
            let nodes = [(makes, make), (models, model)].map { (shape.names[$0], $1, catalog.nodes[$0][$1].title) }
            rows.add(model)
            rows.add(nodes.map(\.2).joined(separator: " "))
            rows.add(nodes.flatMap { names, row, _ in names?.aliases[row] ?? [] }.joined(separator: " "))
            let folded = nodes.map { names, row, title in names?.folded[row] ?? NameFolding.asciiSearchText(title) }
            rows.add(folded.joined(separator: " "))
            try rows.insert()
        }
        try file.execute("INSERT INTO search(search) VALUES('optimize');")
    }
}
