internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

extension VerifiedBundle {
    /// All shapes, read back, hold the same: each id at the same place of the tree, with the same facts.
    func checkShapes(_ check: inout VerifyCheck) throws {
        guard let catalog else { return }
        var relation = BundleRelation(catalog)
        var shapes = [BundleFormat.catalog]
        for (path, compare) in Self.comparisons where has(path) && Folder.exists(folder + "/" + path) {
            do {
                try compare(self, &relation, &check)
                shapes.append(path)
            } catch let damage as BundleDamage {
                check.fault(damage.file.isEmpty ? path : damage.file, damage.place, damage.problemText)
            } catch let error as RunError {
                check.fault(path, "", error.message)
            }
        }
        let facts = relation.factCount.map { " and \(NumberText.grouped($0)) facts" } ?? ""
        check.proven.append(
            "\(shapes.joined(separator: ", ")) hold the same \(NumberText.grouped(catalog.options.id.count)) ids\(facts)")
        if let dropped = relation.dropped {
            check.proven.append(
                "\(BundleFormat.picker) drops \(NumberText.grouped(dropped)) options that are not the default, as the manifest says"
            )
        }
    }

    private typealias Comparison = @Sendable (VerifiedBundle, inout BundleRelation, inout VerifyCheck) throws -> Void

    /// `vehicles.json` comes first: it is the one whose facts the others are held against.
    private static let comparisons: [(path: String, compare: Comparison)] = [
        (BundleFormat.vehicles, { try $0.compareVehicles(&$1, &$2) }),
        (BundleFormat.vehicleLines, { try $0.compareLines(&$1, &$2) }),
        (BundleFormat.picker, { try $0.comparePicker(&$1, &$2) }),
        (BundleFormat.makes, { try $0.compareMakes(&$1, &$2) }),
        (BundleFormat.database, { try $0.compareDatabase(&$1, &$2) }),
        (BundleFormat.details, { try $0.compareDetails(&$1, &$2) }),
    ]

    private func compareVehicles(_ relation: inout BundleRelation, _ check: inout VerifyCheck) throws {
        let path = BundleFormat.vehicles
        var rows = Set<Int>()
        var total = 0
        var facts = [UInt64](repeating: 0, count: relation.count)
        var cursor = JSONCursor(try bytes(of: path))
        var unknown: [String] = []
        var displaced: [(id: String, key: String)] = []
        try cursor.object { (cursor, key) throws(BundleDamage) in
            guard key == "vehicles" else { return try cursor.skip() }
            try cursor.object { (cursor, id) throws(BundleDamage) in
                guard let row = relation.row(of: id), rows.insert(row).inserted else {
                    unknown.append(id)
                    return try cursor.skip()
                }
                let (sum, count, titles) = try FactHash.vehicle(&cursor)
                facts[row] = sum
                total += count
                for (key, title) in titles where !relation.hasTitle(title, at: key, of: row) { displaced.append((id, key)) }
            }
        }
        for id in unknown { check.fault(path, "/vehicles/\(id)", "is no id of the catalog, or stands here twice") }
        for (id, key) in displaced {
            check.fault(path, "/vehicles/\(id)/\(key)", "is not what the catalog has above the id")
        }
        for row in 0..<relation.count where !rows.contains(row) {
            check.fault(path, "/vehicles", "no vehicle \"\(relation.id(row))\", which the catalog has")
        }
        relation.facts = facts
        relation.factCount = total
    }

    private func compareLines(_ relation: inout BundleRelation, _ check: inout VerifyCheck) throws {
        let path = BundleFormat.vehicleLines
        let text = try bytes(of: path)
        var found = 0
        for (place, line) in text.split(separator: 0x0a).enumerated() {
            var cursor = JSONCursor(Array(line))
            var id = ""
            let (sum, _, _) = try FactHash.vehicle(&cursor) { id = $0 }
            guard let row = relation.row(of: id) else {
                check.fault(path, "line \(place + 1)", "id \"\(id)\" is not in the catalog")
                continue
            }
            found += 1
            if let facts = relation.facts, facts[row] != sum {
                check.fault(path, "line \(place + 1)", "facts of id \"\(id)\" differ from \(BundleFormat.vehicles)")
            }
        }
        if found != relation.count { check.fault(path, "", "\(found) vehicles found, expected \(relation.count)") }
    }

    private func comparePicker(_ relation: inout BundleRelation, _ check: inout VerifyCheck) throws {
        let path = BundleFormat.picker
        let depth = relation.catalog.levels.count
        var found: [String: String] = [:]
        func visit(_ cursor: inout JSONCursor, _ titles: [String]) throws(BundleDamage) {
            if titles.count == depth {
                let id = try cursor.string()
                if found.updateValue(id, forKey: BundleRelation.key(titles)) != nil {
                    throw BundleDamage(.duplicate(titles.last!))
                }
                return
            }
            try cursor.object { (cursor, title) throws(BundleDamage) in try visit(&cursor, titles + [title]) }
        }
        var cursor = JSONCursor(try bytes(of: path))
        try visit(&cursor, [])
        try cursor.requireEnd()
        var defaults = 0
        relation.eachNode { titles, id in
            defaults += 1
            let there = found.removeValue(forKey: BundleRelation.key(titles))
            if there != id {
                check.fault(
                    path, JSONPointer(path, titles).pointer,
                    "\(there.map { "\"\($0)\"" } ?? "nothing") found, expected \"\(id)\"")
            }
        }
        for extra in found.values.sorted() { check.fault(path, "", "id \"\(extra)\" stands where the catalog has nothing") }
        let dropped = relation.count - defaults
        relation.dropped = dropped
        if let said = manifestJSON["picker"]?["drops"]?.number, Int(said) != dropped {
            check.fault(BundleFormat.manifest, "/picker/drops", "\(Int(said)) found, expected \(dropped)")
        }
    }

    private func compareMakes(_ relation: inout BundleRelation, _ check: inout VerifyCheck) throws {
        var shards = try PickerShards(try bytes(of: BundleFormat.makes))
        let catalog = relation.catalog
        var row = 0
        for make in 0..<shards.titles.count {
            guard let path = shards.file(of: make) else { continue }
            let text = try bytes(of: path)
            try shards.add(text, at: make)
            guard let shard = shards.catalog(of: make), catalog.count(below: []) > make,
                shards.title(make, below: []) == catalog.title(make, below: []),
                shards.defaultRow(below: [make]) == catalog.defaultRow(below: [make]), catalog.isSame(shard, below: make)
            else {
                check.fault(path, "", "is not what the catalog has below \"\(shards.titles[make])\"")
                row += shards.catalog(of: make)?.options.id.count ?? 0
                continue
            }
            for sum in try FactHash.columns(text, count: shard.options.id.count) {
                if let facts = relation.facts, facts[row] != sum {
                    check.fault(path, "/facts", "facts of id \"\(relation.id(row))\" differ from \(BundleFormat.vehicles)")
                }
                row += 1
            }
        }
        if row != relation.count { check.fault(BundleFormat.makes, "", "\(row) options found, expected \(relation.count)") }
    }

    private func compareDatabase(_ relation: inout BundleRelation, _ check: inout VerifyCheck) throws {
        let path = BundleFormat.database
        let database = try SQLiteReader(folder + "/" + path)
        for fault in try database.faults() { check.fault(path, "", fault) }
        let format = try database.integer("PRAGMA user_version")
        if format != BundleFormat.version {
            check.fault(path, "", "user_version \(format) found, expected \(BundleFormat.version)")
        }
        let levels = relation.catalog.levelNames
        let titles = levels.map { "car.\"\($0)\"" }.joined(separator: ", ")
        var row = 0
        try database.rows("SELECT car.id, \(titles) FROM car JOIN \"option\" AS o ON o.id = car.id ORDER BY o.row") {
            cells in
            defer { row += 1 }
            guard row < relation.count else { return }
            let words = (1...levels.count).map { cells.text($0) ?? BundleFormat.unknownYear }
            if cells.text(0) != relation.id(row) || words != relation.titles(row) {
                check.fault(path, "", "row \(row) of \"option\" differs from the catalog's id \"\(relation.id(row))\"")
            }
        }
        if row != relation.count { check.fault(path, "", "\(row) options found, expected \(relation.count)") }
        guard let facts = relation.facts else { return }
        var hash = FactHash.Cells()
        try database.rows("SELECT * FROM vehicle") { cells in
            let id = cells.text(0) ?? ""
            guard let row = relation.row(of: id), hash.sum(cells) == facts[row] else {
                return check.fault(path, "", "facts of id \"\(id)\" differ from \(BundleFormat.vehicles)")
            }
        }
    }

    /// Details are of vehicles that are there.
    private func compareDetails(_ relation: inout BundleRelation, _ check: inout VerifyCheck) throws {
        let path = BundleFormat.details
        var cursor = JSONCursor(try bytes(of: path))
        var strangers: [String] = []
        try cursor.object { (cursor, key) throws(BundleDamage) in
            guard key == "details" else { return try cursor.skip() }
            try cursor.object { (cursor, id) throws(BundleDamage) in
                if relation.row(of: id) == nil { strangers.append(id) }
                try cursor.skip()
            }
        }
        for id in strangers { check.fault(path, "/details/\(id)", "is no id of the catalog") }
    }

    /// Each step is called by the versions that it leads from and to, and all of them lead to this one.
    func checkDeltas(_ check: inout VerifyCheck) throws {
        let paths = manifest.files.map(\.path).filter { BundleFormat.versions(ofDelta: $0) != nil }
        var count = 0
        for path in paths where Folder.exists(folder + "/" + path) {
            let patch: CatalogPatch
            do {
                patch = try CatalogPatch(try bytes(of: path))
            } catch let damage as BundleDamage {
                check.fault(damage.in(path))
                continue
            }
            if path != BundleFormat.delta(from: patch.from, to: patch.to) {
                check.fault(path, "", "leads from \"\(patch.from)\" to \"\(patch.to)\", which is not what it is called by")
            } else if CatalogPatch.chain(from: patch.from, to: dataVersion, among: paths) == nil {
                check.fault(path, "", "does not lead to data version \"\(dataVersion)\"")
            } else {
                count += 1
            }
        }
        if count > 0 { check.proven.append("\(count) steps from older catalogs lead to this one") }
    }

    /// Names that spellings became are names of the catalog, and the catalog has no others.
    func checkNames(_ check: inout VerifyCheck) throws {
        guard has(BundleFormat.names), Folder.exists(folder + "/" + BundleFormat.names), let catalog else {
            return
        }
        guard let names = try? JSON(try bytes(of: BundleFormat.names)) else {
            return check.fault(BundleFormat.names, "", "is no JSON")
        }
        for name in ["make", "model"] {
            guard let level = catalog.levels.first(where: { $0.name == name }) else { continue }
            let decided = Set(names.items.filter { $0["level"]?.text == name }.compactMap { $0["canonical"]?.text })
            let shown = Set(level.title)
            for stranger in decided.subtracting(shown).sorted() {
                check.fault(BundleFormat.names, "", "\(name) \"\(stranger)\" is not in the catalog")
            }
            for stranger in shown.subtracting(decided).sorted() {
                check.fault(BundleFormat.catalog, "/\(name)/title", "\"\(stranger)\" is no name in \(BundleFormat.names)")
            }
        }
        check.proven.append(
            "\(NumberText.grouped(names.items.count)) spellings lead to the names of the catalog, and each name is led to")
    }
}
