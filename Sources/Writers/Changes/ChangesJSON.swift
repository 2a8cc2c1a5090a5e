package import FuelEconomy
internal import PickerKit

/// `changes.json`: what became of each vehicle since the release before; an entry a line.
///
/// - Parameters:
///   - comparison: of the two releases.
///   - version: Marque's own.
package func changesJSON(_ comparison: Comparison, version: String) -> [UInt8] {
    var json = head(release(comparison.old), release(comparison.new), version)
    if let cause = comparison.cause { json.raw(",\n\"cause\":\"\(cause.rawValue)\"") }
    if !comparison.remarks.isEmpty {
        json.raw(",\n\"remarks\":")
        json.strings(comparison.remarks)
    }
    if comparison.isComplete { write(comparison, &json) }
    json.raw("}\n")
    return json.bytes
}

/// `changes.json` of a bundle that none goes before.
package func changesJSON(ofFirst new: Comparison.Release, version: String) -> [UInt8] {
    var json = head(.null, release(new), version)
    json.raw("}\n")
    return json.bytes
}

private func head(_ old: JSON, _ new: JSON, _ version: String) -> JSONBytes {
    var json = JSONBytes()
    json.raw("{\"format\":\(BundleFormat.version),\n\"generator\":")
    json.string("marque \(version)")
    json.raw(",\n\"from\":")
    json.value(old, indent: nil)
    json.raw(",\n\"to\":")
    json.value(new, indent: nil)
    return json
}

private func release(_ release: Comparison.Release) -> JSON {
    var members: [String: JSON] = ["date": .optional(release.date), "name": .string(release.name)]
    if release.rows > 0 { members["rows"] = .int(release.rows) }
    members["version"] = release.version.map(JSON.string)
    if release.repeatedIDs > 0 { members["repeatedIds"] = .int(release.repeatedIDs) }
    if release.withoutID > 0 { members["withoutId"] = .int(release.withoutID) }
    return .object(members)
}

private func write(_ comparison: Comparison, _ json: inout JSONBytes) {
    json.raw(",\n\"counts\":{")
    for (place, (name, count)) in comparison.counts.enumerated() {
        json.raw("\(place > 0 ? "," : "")\"\(name)\":\(count)")
    }
    json.raw("}")
    list("columns", comparison.columns.filter { $0.rows > 0 }, &json) { json, column in
        json.raw("{\"column\":")
        json.string(column.name)
        json.raw(",\"rows\":\(column.rows)")
        if column.respelled > 0 { json.raw(",\"respelled\":\(column.respelled)") }
        json.raw(column.isVolatile ? ",\"volatile\":true}" : "}")
    }
    json.raw(",\n\"onlyFrom\":")
    json.strings(comparison.onlyOld)
    json.raw(",\n\"onlyTo\":")
    json.strings(comparison.onlyNew)
    for (name, vehicles) in [
        ("added", comparison.added), ("removed", comparison.removed), ("returned", comparison.returned),
    ] {
        list(name, vehicles, &json) { json, vehicle in
            json.raw("{\"id\":\"\(vehicle.id)\",")
            json.members(of: vehicle)
            json.cause(vehicle.cause)
            json.raw("}")
        }
    }
    list("renamed", comparison.renamed, &json) { json, rename in
        json.raw("{\"id\":\"\(rename.vehicle.id)\",\"level\":\"\(rename.level.rawValue)\"")
        json.change(.text(rename.old), .text(rename.new), rename.cause)
    }
    list("rekeyed", comparison.rekeyed, &json) { json, rekeying in
        json.raw("{\"id\":\"\(rekeying.id)\"")
        json.change(.text(rekeying.old), .text(rekeying.new), nil)
    }
    list("restated", comparison.restated, &json) { json, restatement in
        json.raw("{\"id\":\"\(restatement.vehicle.id)\",\"column\":")
        json.string(restatement.column)
        if let difference = restatement.difference {
            json.raw(",\"difference\":")
            json.number(difference)
        }
        json.change(restatement.old, restatement.new, restatement.cause)
    }
    json.raw(",\n\"tree\":{")
    list("added", comparison.branchesAdded, isFirst: true, &json) { json, branch in
        json.raw("{")
        json.members(of: branch)
        json.raw("}")
    }
    list("removed", comparison.branchesRemoved, &json) { json, branch in
        json.raw("{")
        json.members(of: branch)
        json.raw("}")
    }
    json.raw("}")
}

private func list<Item>(
    _ name: String, _ items: [Item], isFirst: Bool = false, _ json: inout JSONBytes, _ write: (inout JSONBytes, Item) -> Void
) {
    json.raw((isFirst ? "\n" : ",\n") + "\"\(name)\":[")
    for (place, item) in items.enumerated() {
        json.raw(place > 0 ? ",\n" : "\n")
        write(&json, item)
    }
    json.raw("]")
}

extension JSONBytes {
    /// `"make":…,"model":…,"year":…`, without those that are empty.
    fileprivate mutating func members(of vehicle: Comparison.Vehicle) {
        var isFirst = true
        for (name, text) in [("make", vehicle.make), ("model", vehicle.model), ("year", vehicle.year)] where !text.isEmpty {
            raw("\(isFirst ? "" : ",")\"\(name)\":")
            string(text)
            isFirst = false
        }
    }

    /// `,"from":…,"to":…,"cause":…}`
    fileprivate mutating func change(_ old: CellValue, _ new: CellValue, _ cause: Comparison.Cause?) {
        raw(",\"from\":")
        value(old)
        raw(",\"to\":")
        value(new)
        self.cause(cause)
        raw("}")
    }

    fileprivate mutating func cause(_ cause: Comparison.Cause?) {
        if let cause { raw(",\"cause\":\"\(cause.rawValue)\"") }
    }

    private mutating func value(_ value: CellValue) {
        switch value {
        case .absent, .fault: raw("null")
        case .number(let number): self.number(number)
        case .text, .damaged, .date: string(value.text)
        }
    }
}

extension Comparison {
    /// What there is of each kind, in the order in which it is told.
    var counts: [(String, Int)] {
        [
            ("common", common), ("added", added.count), ("removed", removed.count), ("returned", returned.count),
            ("renamed", renamed.count), ("rekeyed", rekeyed.count), ("restated", restated.count),
            ("restatedVehicles", restatedVehicles), ("respelled", respelled), ("changed", changed),
            ("changedOutsideVolatile", changedOutsideVolatile), ("branchesAdded", branchesAdded.count),
            ("branchesRemoved", branchesRemoved.count),
        ]
    }
}
