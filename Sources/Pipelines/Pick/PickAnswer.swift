internal import FuelEconomy
internal import PickerKit
internal import Writers

/// What a level offers, where more than one row is left.
struct PickOffer {
    private let catalog: PickerCatalog
    private let path: [Int]
    private let defaultRow: Int

    init(_ catalog: PickerCatalog, _ path: [Int]) {
        self.catalog = catalog
        self.path = path
        defaultRow = catalog.defaultRow(below: path) ?? 0
    }

    private var level: String { catalog.levelNames[path.count] }
    private var reason: String? { catalog.defaultReasons[level] }

    private func title(_ row: Int) -> String { catalog.title(row, below: path) ?? "" }
    private func detail(_ row: Int) -> String? { catalog.option(at: path + [row]).map { catalog.options.detail[$0] } }

    var text: String {
        let count = catalog.count(below: path)
        var lines = table(chosen(catalog, path))
        lines.append(
            "\(level): \(NumberText.grouped(count)) to choose from, \"\(shownLine(title(defaultRow)))\" is the default"
                + (reason.map { ": \(shownLine($0))" } ?? ""))
        let rows = (0..<count).map { row in [title(row), detail(row) ?? ""] }
        for (row, text) in table(rows.map { ($0[0], $0[1]) }).enumerated() {
            lines.append((row == defaultRow ? "> " : "  ") + text)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var json: JSON {
        let rows = (0..<catalog.count(below: path)).map { row in
            var members: [String: JSON] = ["title": .string(title(row))]
            members["key"] = catalog.key(row, below: path).map(JSON.string)
            members["id"] = catalog.id(at: path + [row]).map(JSON.string)
            members["detail"] = detail(row).map(JSON.string)
            return JSON.object(members)
        }
        var next: [String: JSON] = ["default": .int(defaultRow), "level": .string(level), "rows": .array(rows)]
        next["why"] = reason.map(JSON.string)
        return .object(["next": .object(next), "path": steps(catalog, path)])
    }
}

/// The car that was picked.
struct PickAnswer {
    private let catalog: PickerCatalog
    private let path: [Int]
    private let id: String
    private let facts: [(key: String, fact: Fact, economy: EconomyFigure?)]
    private let detail: String

    /// - Parameter unit: of economy; each figure's own where there is none.
    init(_ catalog: PickerCatalog, _ path: [Int], _ id: String, _ known: VehicleFacts?, _ unit: EconomyUnit?) {
        self.catalog = catalog
        self.path = path
        self.id = id
        detail = catalog.option(at: path).map { catalog.options.detail[$0] } ?? ""
        guard let known else {
            facts = []
            return
        }
        let order = Dictionary(uniqueKeysWithValues: Field.declarations.enumerated().map { ($1.key, $0) })
        let all = known.facts.sorted { (order[$0.key] ?? .max, $0.key) < (order[$1.key] ?? .max, $1.key) }
            .map { key, fact in
                (key: key, fact: fact, economy: known.economy(key, in: unit ?? own(fact.meaning.unit)))
            }
        // What the tree does not say already: the economy, then the rest.
        let rest = all.filter { !catalog.levelNames.contains($0.key) }
        facts = rest.filter { $0.economy != nil } + rest.filter { $0.economy == nil }
    }

    var text: String {
        var lines = [("id", id)] + chosen(catalog, path) + [("", detail)]
        lines += facts.map { key, fact, economy in (worded(key), text(of: fact, economy)) }
        return table(lines).joined(separator: "\n") + "\n"
    }

    private func text(of fact: Fact, _ economy: EconomyFigure?) -> String {
        let cycle = fact.meaning.cycle.map { ", \($0)" } ?? ""
        if let economy { return economy.text() + cycle }
        switch fact.value {
        case .text(let text): return text
        case .number(let number):
            // Units that the fact's name says already.
            let unit = fact.meaning.unit.flatMap { unit in
                ["cylinders", "score", "share", "model year"].contains { unit.hasPrefix($0) } ? nil : " " + unit
            }
            return NumberText.short(number) + (unit ?? "") + cycle
        }
    }

    var json: JSON {
        var members: [String: JSON] = ["detail": .string(detail), "id": .string(id), "path": steps(catalog, path)]
        members["facts"] = .object(Dictionary(uniqueKeysWithValues: facts.map { ($0.key, json(of: $0.fact)) }))
        let economies = facts.compactMap { fact in fact.economy.map { (fact.key, json(of: $0)) } }
        members["economy"] = .object(Dictionary(uniqueKeysWithValues: economies))
        return .object(members)
    }

    private func json(of fact: Fact) -> JSON {
        var members: [String: JSON] = [:]
        switch fact.value {
        case .text(let text): members["value"] = .string(text)
        case .number(let number): members["value"] = .number(number)
        }
        members["unit"] = fact.meaning.unit.map(JSON.string)
        members["fuel"] = fact.meaning.fuel.map(JSON.string)
        members["cycle"] = fact.meaning.cycle.map(JSON.string)
        return .object(members)
    }

    private func json(of figure: EconomyFigure) -> JSON {
        .object(["text": .string(figure.text()), "unit": .string(figure.unit), "value": .number(figure.value)])
    }
}

/// A car in a line: its titles, and its economy where that is known.
func carLine(of titles: [String], _ facts: VehicleFacts?, _ unit: EconomyUnit?) -> String {
    let figures = ["combined", "city", "highway"].compactMap { key -> String? in
        guard let facts, let fact = facts[key] else { return nil }
        return facts.economy(key, in: unit ?? own(fact.meaning.unit)).map { "\(key) \($0.text())" }
    }
    return ([titles.joined(separator: " ")] + figures).joined(separator: " · ")
}

/// In what a figure of a unit is read where nobody says otherwise.
private func own(_ unit: String?) -> EconomyUnit {
    switch unit {
    case "Le/100 km", "kWh/100 km", "Wh/km": .litersPer100Kilometers
    default: unit.flatMap(EconomyUnit.init(rawValue:)) ?? .milesPerUSGallon
    }
}

private func chosen(_ catalog: PickerCatalog, _ path: [Int]) -> [(String, String)] {
    Array(zip(catalog.levelNames, catalog.titles(along: path)))
}

private func steps(_ catalog: PickerCatalog, _ path: [Int]) -> JSON {
    .array(
        path.indices.map { level in
            let above = Array(path[..<level])
            var members: [String: JSON] = ["level": .string(catalog.levelNames[level])]
            members["title"] = catalog.title(path[level], below: above).map(JSON.string)
            members["key"] = catalog.key(path[level], below: above).map(JSON.string)
            return .object(members)
        })
}

/// Two columns, a line a pair.
private func table(_ rows: [(String, String)]) -> [String] {
    let shown = rows.map { (shownLine($0), shownLine($1)) }
    let width = shown.map { columns(of: $0.0) }.max() ?? 0
    return shown.map { label, value in value.isEmpty ? label : fitted(label, to: width) + "  " + value }
}

/// `annualCost` → `annual cost`
private func worded(_ key: String) -> String {
    key.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
}
