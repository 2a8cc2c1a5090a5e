internal import FuelEconomy
internal import Normalizers
internal import PickerKit

extension WhyAnswer {
    /// The answer for people: the account of the names first, then the way from the feed to the bundle.
    var text: String {
        var lines: [String] = []
        if let line { lines += text(of: line) }
        if let vehicle { lines += head(of: vehicle) }
        if line == nil, let record, vehicle == nil { lines.append("\(asked): \(record.row.fate)") }
        if let vehicle { lines += text(of: vehicle) }
        if let record { lines += text(of: record) }
        if rows.count > 1 || (rows.count == 1 && record == nil) { lines += ["", "rows"] + Self.table(rows.map(cells)) }
        if let record { lines += ["", "fields"] + Self.table(fields(of: record)) }
        if !findings.isEmpty {
            lines += ["", "findings"]
            lines += Self.table(findings.map { [$0.severity, $0.message, "[\($0.rule)]"] })
        }
        for note in notes {
            lines.append("")
            lines.append((note.place.map { "\($0): " } ?? "") + note.message)
            if let wayOut = note.wayOut { lines.append("  fix: \(wayOut)") }
        }
        return lines.map(Self.printable).joined(separator: "\n") + "\n"
    }

    private func text(of line: LineAccount) -> [String] {
        var lines = ["\(asked): \(line.text)"]
        if let byte = line.byte { lines.append("  " + Self.place(line.lines, byte: byte, in: line.source)) }
        if let raw = line.raw, !raw.isEmpty { lines.append("  \(Self.cut(raw))") }
        return lines
    }

    private func head(of vehicle: VehicleAccount) -> [String] {
        var lines: [String] = []
        if asked != "id \(vehicle.id)", let record { lines.append("\(asked): \(record.row.fate), id \(vehicle.id)") }
        var head = "id \(vehicle.id)"
        if let make = vehicle.make, let model = vehicle.model { head += ": filed as \"\(make)\" \"\(model)\"" }
        if let state = vehicle.state { head += ", \(state)" }
        return lines + [head] + vehicle.names
    }

    private func text(of vehicle: VehicleAccount) -> [String] {
        guard let place = vehicle.place else { return [] }
        let isDefault = place.defaultID == String(vehicle.id)
        var rows = place.steps.map { step in
            let key = step.level == "option" ? nil : step.key
            return [step.level, step.title, key.map { "key \($0)" } ?? ""]
        }
        let last = place.steps.dropLast().last?.level ?? ""
        rows[rows.count - 1][2] =
            isDefault ? "the default of its \(last)" : "the default of its \(last) is id \(place.defaultID)"
        var lines = ["", "tree"] + Self.table(rows)
        if !place.detail.isEmpty, place.detail != place.steps.last?.title {
            lines.append(String(repeating: " ", count: 4 + (place.steps.map(\.level.count).max() ?? 0)) + place.detail)
        }
        return lines + ["", "bundle"] + vehicle.pointers.map { "  \($0.file)#\($0.pointer)" }
    }

    private func text(of record: RecordAccount) -> [String] {
        let source = record.row.source
        var lines = ["", "feed"]
        var file = "  \(source.feed): \(source.name), \(source.packing)"
        if let entry = source.entry { file += ", entry \(entry)" }
        file += ", \(source.encoding)" + (source.date.map { ", of \($0.text)" } ?? "")
        lines += [file, "  SHA-256 \(source.sha256)"]
        lines.append(
            "  " + Self.place(record.lines, column: record.column, byte: record.byte, in: source) + ": \(record.row.fate)")
        if let raw = record.raw { lines.append("  \(Self.cut(raw))") }
        return lines
    }

    private static func place(
        _ lines: ClosedRange<UInt32>, column: Int? = nil, byte: Int, in source: BundleFolder.Source
    ) -> String {
        let line = lines.count == 1 ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound) to \(lines.upperBound)"
        return line + (column.map { ", column \($0)" } ?? "") + ", byte \(byte) of the text"
            + (source.encoding == "UTF-8" ? "" : " as UTF-8")
    }

    private func cells(_ row: RowAccount) -> [String] {
        ["\(row.source.name):\(row.line)", row.fate, row.pointer.map { "\($0.file)#\($0.pointer)" } ?? ""]
    }

    private func fields(of record: RecordAccount) -> [[String]] {
        [["column", "raw", "means", "became"]]
            + record.cells.map { cell in
                var became = cell.became(in: record.facts)
                if let field = cell.field, let rule = record.renamedBy[field] { became += " by \(rule)" }
                let isThere = cell.origin != .missing
                return [
                    cell.origin == .constant ? "(constant)" : cell.column,
                    isThere ? Self.cut("\"\(cell.spelling)\"", to: 40) : "",
                    Self.cut(cell.meaning, to: 80) + (cell.origin == .constant ? ", a constant of the pipeline" : ""),
                    became,
                ]
            }
    }

    /// In columns, two blanks between them, without blanks at the ends of lines.
    private static func table(_ rows: [[String]]) -> [String] {
        let rows = rows.map { $0.map(printable) }
        let count = rows.first?.count ?? 0
        let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = " "
            for (text, width) in zip(row, widths) where width > 0 {
                line += " " + text + String(repeating: " ", count: width - text.count + 1)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    private static func cut(_ text: String, to limit: Int = 300) -> String {
        text.count > limit ? text.prefix(limit) + "…" : text
    }

    /// Line ends and other control characters of the feed take no part in the text's own.
    private static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
