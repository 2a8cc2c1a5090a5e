internal import FuelEconomy
internal import Normalizers
internal import Platform

/// Writes a pipeline for a file that was inspected: with a built-in layout where one fits, with a layout in place where none
/// does.
struct LayoutDraft {
    let source: FeedSource
    let form: FeedForm
    let columns: [ColumnProfile]
    let fitting: Layout?
    let hasFootnotes: Bool

    var text: String {
        let base = source.path == "-" ? "feed" : source.name
        let name = String(base.prefix { $0 != "." }.map { $0.isLetter || $0.isNumber ? $0 : "-" })
        var lines = ["name: \(quoted(name.isEmpty ? "feed" : name))", "feeds:"]
        if fitting?.role == .details {
            lines.append("  vehicles: {layout: epa-vehicles}  # what the rows are about: --input vehicles=PATH")
            lines.append("  details:")
        } else {
            lines.append("  vehicles:")
        }
        if source.path != "-" { lines.append("    file: \(quoted(Folder.absolute(source.path)))") }
        if let entry = source.entry { lines.append("    entry: \(quoted(entry))") }
        if let fitting {
            lines.append("    layout: \(fitting.id)")
        } else {
            lines.append("    layout:")
            lines += layout.map { "      " + $0 }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A relative path is taken from the pipeline file's folder, which nobody knows yet.

    private var layout: [String] {
        var lines: [String] = []
        switch form {
        case .delimited(let delimited):
            lines.append("form: csv")
            lines.append(
                "delimiter: " + (delimited.delimiter == 0x09 ? "tab" : quoted(String(UnicodeScalar(delimited.delimiter)))))
            if delimited.preambleLines > 0 { lines.append("preamble-lines: \(delimited.preambleLines)") }
            if delimited.headerRows != 1 { lines.append("header-rows: \(delimited.headerRows)") }
            if hasFootnotes { lines.append("footnotes: true") }
        case .fixedWidth(let fixed):
            lines.append("form: fixed-width")
            if let heading = fixed.heading { lines.append("heading: \(quoted(heading))") }
        case .xml(let xml):
            lines.append("form: xml")
            lines.append("records: [\(xml.records.map(quoted).joined(separator: ", "))]")
        }
        if !isXML, source.encoding != "UTF-8" { lines.append("encoding: \(source.encoding)") }
        if columns.contains(where: { $0.kind == .decimalComma }) { lines.append("decimal-mark: \",\"") }
        lines.append("facts:")
        var used: Set<String> = []
        for guess in guesses {
            used.insert(guess.column.name)
            lines.append("  \(guess.fact): {\(place(of: guess.column))\(guess.more)}" + (guess.isSure ? "" : "  # guessed"))
        }
        let rest = columns.filter { !used.contains($0.name) && !$0.name.isEmpty }
        if !rest.isEmpty, !isFixed {
            lines.append("# Columns that are left unread; each may become a fact.")
            lines.append("ignore:")
            var told: Set<String> = []
            lines += rest.filter { told.insert($0.name).inserted }.map { "  - \(quoted($0.name))" }
        } else if isFixed {
            lines += rest.map { "# \($0.name): {\(place(of: $0))}  # \($0.kind.rawValue)" }
        }
        return lines
    }

    private var isXML: Bool { if case .xml = form { true } else { false } }
    private var isFixed: Bool { if case .fixedWidth = form { true } else { false } }

    private func place(of column: ColumnProfile) -> String {
        if case .fixedWidth(let fixed) = form, let found = fixed.columns.first(where: { $0.name == column.name }) {
            return "at: \(found.start + 1)-\(found.end.map(String.init) ?? "")"
        }
        return "column: \(quoted(column.name))"
    }

    private struct Guess {
        var fact: String
        var column: ColumnProfile
        var more = ""
        var isSure: Bool
    }

    /// What columns of such names are in the feeds of agencies and users; compared without case.
    private static let names: [(fact: String, names: [String])] = [
        ("make", ["make", "manufacturer", "marque", "brand", "hersteller", "marca", "division"]),
        ("model", ["model", "modèle", "modele", "modell", "modelo", "model name", "carline"]),
        ("year", ["year", "model year", "model_year", "modelyear", "année", "jahr", "ano", "my"]),
        ("trim", ["trim", "description", "variant", "version", "versão", "description commerciale"]),
        ("transmission", ["transmission", "trans", "trany", "gearbox", "type de boite", "getriebe", "câmbio"]),
        ("drive", ["drive", "drivetrain"]),
        ("cylinders", ["cylinders", "cyl"]),
        ("fuel", ["fuel", "fuel type", "energie", "énergie", "kraftstoff", "combustível"]),
        ("class", ["class", "vehicle class", "veh class", "vclass", "carrosserie"]),
    ]

    private var guesses: [Guess] {
        var guesses: [Guess] = []
        if let id = columns.first(where: { $0.name.lowercased() == "id" }), isID(id) {
            guesses.append(Guess(fact: "id", column: id, isSure: true))
        }
        for (fact, names) in Self.names {
            let found = names.lazy.compactMap { name in columns.first { $0.name.lowercased() == name } }.first
            guard let found else { continue }
            if fact == "year" || fact == "cylinders", found.kind != .number { continue }
            guesses.append(Guess(fact: fact, column: found, more: absences(of: found), isSure: true))
        }
        // Without a make and a model there is no tree: the texts of fewest different values are the likeliest.
        let texts = columns.filter { $0.kind == .text && $0.distinct > 1 }.sorted { $0.distinct < $1.distinct }
        for fact in ["make", "model"] where !guesses.contains(where: { $0.fact == fact }) {
            let free = texts.first { text in !guesses.contains { $0.column.name == text.name } }
            if let column = free ?? columns.first { guesses.append(Guess(fact: fact, column: column, isSure: false)) }
        }
        return guesses
    }

    /// Whether every row has its own whole number.
    private func isID(_ column: ColumnProfile) -> Bool {
        column.kind == .number && column.distinct == column.rows && (column.smallest ?? -1) >= 0
    }

    private func absences(of column: ColumnProfile) -> String {
        let words = column.absences.map(\.spelling).filter { !$0.isEmpty }
        return words.isEmpty ? "" : ", absent: [\(words.map(quoted).joined(separator: ", "))]"
    }

    private func quoted(_ text: String) -> String {
        let plain = text.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2d || $0 == 0x5f }
        if plain, let first = text.utf8.first, (first | 0x20) &- 0x61 < 26,
            !["true", "false", "null", "yes", "no"].contains(text.lowercased())
        {
            return text
        }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\t": escaped += "\\t"
            default: escaped.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
            }
        }
        return "\"\(escaped)\""
    }
}
