internal import FuelEconomy
internal import Normalizers
internal import PickerKit
internal import Writers

extension WhyAnswer {
    /// The answer for programs: one JSON document.
    var json: JSON {
        var members: [String: JSON] = ["asked": .string(asked)]
        members["line"] = line.map(Self.json)
        members["vehicle"] = vehicle.map(Self.json)
        members["rows"] = .array(rows.map { .object(Self.members(of: $0)) })
        members["record"] = record.map(Self.json)
        members["findings"] = .array(
            findings.map {
                .object(["message": .string($0.message), "rule": .string($0.rule), "severity": .string($0.severity)])
            })
        members["notes"] = .array(
            notes.map {
                .object(["fix": .optional($0.wayOut), "message": .string($0.message), "place": .optional($0.place)])
            })
        return .object(members)
    }

    private static func json(_ line: LineAccount) -> JSON {
        .object([
            "byte": line.byte.map(JSON.int) ?? .null, "feed": .string(line.source.feed),
            "file": .string(line.source.name), "kind": .string(line.kind), "lastLine": .int(Int(line.lines.upperBound)),
            "line": .int(Int(line.lines.lowerBound)), "raw": .optional(line.raw), "rule": .optional(line.rule),
            "text": .string(line.text),
        ])
    }

    private static func json(_ vehicle: VehicleAccount) -> JSON {
        var members: [String: JSON] = [
            "filed": .object(["make": .optional(vehicle.make), "model": .optional(vehicle.model)]),
            "id": .string(String(vehicle.id)), "names": .array(vehicle.spellings.map(\.json)),
            "pointers": .array(vehicle.pointers.map(json)), "state": .optional(vehicle.state),
        ]
        if let place = vehicle.place {
            members["tree"] = .array(
                place.steps.map { step in
                    .object([
                        "key": .optional(step.key), "level": .string(step.level), "pointer": json(step.pointer),
                        "title": .string(step.title),
                    ])
                })
            members["detail"] = .string(place.detail)
            members["default"] = .string(place.defaultID)
        }
        return .object(members)
    }

    private static func json(_ pointer: JSONPointer) -> JSON {
        .object(["file": .string(pointer.file), "pointer": .string(pointer.pointer)])
    }

    private static func members(of row: RowAccount) -> [String: JSON] {
        var members: [String: JSON] = [
            "feed": .string(row.source.feed), "file": .string(row.source.name), "line": .int(Int(row.line)),
            "outcome": .string(row.outcome), "rule": .optional(row.rule),
        ]
        members["instead"] = row.instead.map { .object(["file": .string($0.source.name), "line": .int(Int($0.line))]) }
        members["pointer"] = row.pointer.map(json)
        return members
    }

    private static func json(_ record: RecordAccount) -> JSON {
        let source = record.row.source
        var members = members(of: record.row)
        members["source"] = .object([
            "date": .optional(source.date?.text), "encoding": .string(source.encoding), "entry": .optional(source.entry),
            "packing": .string(source.packing), "sha256": .string(source.sha256),
        ])
        members["lastLine"] = .int(Int(record.lines.upperBound))
        members["column"] = record.column.map(JSON.int)
        members["byte"] = .int(record.byte)
        members["raw"] = .optional(record.raw)
        members["fields"] = .array(record.cells.map { json($0, in: record) })
        return .object(members)
    }

    private static func json(_ cell: CellAccount, in record: RecordAccount) -> JSON {
        var members: [String: JSON] = ["column": .string(cell.column), "field": .string(cell.field?.key ?? "id")]
        if cell.origin != .missing { members["raw"] = .string(cell.spelling) }
        switch cell.value {
        case .number(let number): members["value"] = .number(number)
        case .text(let text), .damaged(let text, _): members["value"] = .string(text)
        case .date(let date): members["value"] = .string(date.text)
        case .absent, .fault: members["value"] = .null
        }
        if case .number = cell.value, let quantity = cell.quantity {
            members["unit"] = .string(quantity.unit.rawValue)
            members["fuel"] = quantity.fuel.map { .string($0.rawValue) }
            members["cycle"] = quantity.cycle.map { .string($0.rawValue) }
        }
        members["note"] = cell.note.map(JSON.string)
        if let field = cell.field {
            members["became"] = record.facts?[field.key]
            members["rule"] = record.renamedBy[field].map(JSON.string)
        }
        return .object(members)
    }
}
