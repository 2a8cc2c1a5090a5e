internal import FuelEconomy
internal import PickerKit
internal import Writers

/// What `marque schema` prints: the forms of a bundle's JSON files, as schemas and as types.
public enum SchemaCatalogue {
    /// By name.
    private static let all: [(name: String, file: String, meaning: String, document: [UInt8])] =
        (ShapeSchema.all().map { ($0.name, $0.file, $0.meaning, $0.document) }
        + [("report", BundleFormat.reportJSON, "what was found, and where the rows went", reportSchema())])
        .sorted { $0.0 < $1.0 }

    /// A line a shape: name, file, meaning.
    public static var listing: String {
        func width(_ texts: [String]) -> Int { texts.map(\.count).max() ?? 0 }
        let (names, files) = (width(all.map(\.name)), width(all.map(\.file)))
        func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: width - text.count) }
        return all.map { "\(padded($0.name, names))  \(padded($0.file, files))  \($0.meaning)\n" }.joined()
    }

    /// A shape's JSON Schema; `nil` where there is none of this name.
    public static func document(of name: String) -> String? {
        all.first { $0.name == name }.map { String(decoding: $0.document, as: UTF8.self) }
    }

    /// The nearest known name.
    public static var names: [String] { all.map(\.name) }
    public static func hint(_ name: String) -> String { NearestName.hint(name, in: names) }

    public static var typeScript: String { SchemaTypes.typeScript }
    public static var kotlin: String { SchemaTypes.kotlin }
}
