internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// The pickers of a published bundle as a page.
public enum BundlePreview {
    /// Writes the page.
    ///
    /// - Returns: a line that says so.
    /// - Throws: a usage error where the folder is no bundle, an input error where a file of it is missing or damaged.
    public static func write(_ folder: String, to path: String) throws(RunFailure) -> String {
        do {
            let page = try page(of: folder)
            try replaceFile(path, with: page)
            return "written  \(path): \(NumberText.grouped(page.count)) bytes\n"
        } catch {
            throw RunFailure(error, ofBundle: folder)
        }
    }

    private static func page(of folder: String) throws -> [UInt8] {
        let bundle = try BundleFolder(folder).pickerBundle()
        let catalog = try bundle.bytes(of: BundleFormat.catalog)
        let ids = try PickerCatalog(catalog).options.id.map { $0 }
        let about = "\(bundle.manifest.name), \(bundle.manifest.date ?? bundle.manifest.dataVersion)"
        // A pipeline need not write the facts.
        guard bundle.manifest.files.contains(where: { $0.path == BundleFormat.vehicles }) else {
            return previewPage(catalog: catalog, facts: previewFacts(nil, fields: .object([:]), ids: ids, about: about))
        }
        let text = try bundle.bytes(of: BundleFormat.vehicles)
        let padding = [UInt8](repeating: 0, count: RecordBatch.padding)
        let vehicles = try PublishedBundle.vehicles(in: text + padding, of: folder + "/" + BundleFormat.vehicles)
        // The first line is `{"fields":{…},`
        let fields = try JSON(Array(text.prefix { $0 != 0x0a }.dropLast()) + [0x7d])["fields"]
        return previewPage(
            catalog: catalog, facts: previewFacts(vehicles, fields: fields ?? .object([:]), ids: ids, about: about))
    }
}
