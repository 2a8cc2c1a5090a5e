internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// In what a person wants to read economy.
public enum PickUnit: String, CaseIterable, Sendable {
    case mpg
    case imperial = "mpg-imperial"
    case liters = "l/100km"
    case kilometers = "km/l"

    var economy: EconomyUnit {
        switch self {
        case .mpg: .milesPerUSGallon
        case .imperial: .milesPerImperialGallon
        case .liters: .litersPer100Kilometers
        case .kilometers: .kilometersPerLiter
        }
    }
}

/// The pickers of a published bundle, for the command line.
public struct BundlePicker {
    let folder: String
    let catalog: PickerCatalog
    let unit: EconomyUnit?
    private let bundle: PickerBundle

    /// - Parameter unit: of economy; each figure's own where there is none.
    /// - Throws: a usage error where the folder is no bundle, an input error where a file of it is missing or damaged.
    public init(_ folder: String, unit: PickUnit?) throws(RunFailure) {
        self.folder = folder
        self.unit = unit?.economy
        do {
            bundle = try BundleFolder(folder).pickerBundle()
            catalog = try bundle.catalog()
        } catch {
            throw RunFailure(error, ofBundle: folder)
        }
    }

    /// The facts of all vehicles; `nil` where the pipeline does not write them.
    func vehicles() throws(RunFailure) -> PickerVehicles? {
        guard bundle.manifest.files.contains(where: { $0.path == BundleFormat.vehicles }) else { return nil }
        do {
            return try bundle.vehicles()
        } catch {
            throw RunFailure(error, ofBundle: folder)
        }
    }

    /// The car that the words lead to, a word a level; or what the next level offers where they end before it and leave a choice.
    ///
    /// - Throws: a usage error for a word that is no row of its level, or may be several.
    public func answer(_ words: [String], asJSON: Bool) throws(RunFailure) -> String {
        let names = catalog.levelNames
        guard words.count <= names.count else {
            throw refused(
                "\(words.count) operands found behind the bundle, expected at most \(names.count): "
                    + names.joined(separator: ", "), "leave out the last")
        }
        var path: [Int] = []
        for word in words { path.append(try row(word, below: path)) }
        return try answer(at: catalog.skippingSingleRows(path), asJSON: asJSON)
    }

    func answer(at path: [Int], asJSON: Bool) throws(RunFailure) -> String {
        guard let id = catalog.id(at: path) else {
            let offer = PickOffer(catalog, path)
            return asJSON ? escaped(offer.json.document) : offer.text
        }
        let answer = PickAnswer(catalog, path, id, try vehicles()?[id], unit)
        return asJSON ? escaped(answer.json.document) : answer.text
    }

    /// The row that a word names.
    func row(_ word: String, below path: [Int]) throws(RunFailure) -> Int {
        let level = catalog.levelNames[path.count]
        func quoted(_ titles: [String]) -> String { titles.map { "\"\(shownLine($0))\"" }.joined(separator: ", ") }
        func listed(_ titles: [String], of count: Int) -> String {
            quoted(titles) + (count > titles.count ? " and \(count - titles.count) more" : "")
        }
        switch catalog.match(word, below: path) {
        case .row(let row): return row
        case .several(let rows):
            let few = rows.prefix(10).compactMap { catalog.title($0, below: path) }
            throw refused(
                "\(level) \"\(shownLine(word))\" found, which may be \(rows.count): \(listed(few, of: rows.count))",
                "name one of them")
        case .none:
            let count = catalog.count(below: path)
            let above = path.isEmpty ? "" : " below \(quoted(catalog.titles(along: path)))"
            let near = catalog.nearest(word, below: path)
            let places = near.isEmpty ? PickerSearch(catalog).paths(matching: word, limit: 3) : []
            let wayOut =
                if !near.isEmpty {
                    "name \(near.count > 1 ? "one of " : "")\(quoted(near))"
                } else if !places.isEmpty {
                    "name "
                        + places.map { catalog.titles(along: $0).map { "\"\(shownLine($0))\"" }.joined(separator: " ") }
                        .joined(separator: " or ")
                } else {
                    "leave it out, and see what there is"
                }
            throw refused(
                "\(level) \"\(shownLine(word))\" found, expected one of \(NumberText.grouped(count))\(above)"
                    + (near.first.map { ", did you mean \"\(shownLine($0))\"" } ?? ""), wayOut)
        }
    }

    func refused(_ message: String, _ wayOut: String) -> RunFailure {
        RunFailure(RunError(.usage, at: folder, message, wayOut: wayOut))
    }
}
