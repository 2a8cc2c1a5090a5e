internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

extension VerifiedBundle {
    /// Each file that has a schema in the bundle is of that form.
    func checkSchemas(_ check: inout VerifyCheck) throws {
        var count = 0
        var schemas = 0
        for file in manifest.files.map(\.path) where file.hasPrefix(BundleFormat.schemaFolder + "/") && there(file) {
            var validator: SchemaValidator
            let schema: JSON
            do {
                schema = try JSON(try bytes(of: file))
                validator = try SchemaValidator(schema)
            } catch let error as JSONDamage {
                check.fault(file, "", "byte \(error.offset): expected \(error.expected)")
                continue
            } catch let error as SchemaValidator.Refusal {
                check.fault(file, error.place, error.message)
                continue
            }
            schemas += 1
            for path in paths(describedBy: file, title: schema["title"]?.text ?? "") where there(path) {
                validator.check(try bytes(of: path))
                for (place, message) in validator.takeFaults() { check.fault(path, place, message) }
                count += 1
            }
        }
        if schemas > 0 { check.proven.append("\(count) files are of the form that their \(schemas) schemas say") }
    }

    private func there(_ path: String) -> Bool { Folder.exists(folder + "/" + path) }

    /// The files that a schema is for: what its title says, where `makes/KEY.json` is all of the folder; the report's has a title for
    /// people.
    private func paths(describedBy schema: String, title: String) -> [String] {
        if schema == BundleFormat.reportSchema { return [BundleFormat.reportJSON] }
        let paths = manifest.files.map(\.path) + [BundleFormat.manifest]
        if title != BundleFormat.make("KEY") { return paths.filter { $0 == title } }
        return paths.filter { $0.hasPrefix(BundleFormat.makeFolder + "/") && $0.hasSuffix(".json") }
    }
}
