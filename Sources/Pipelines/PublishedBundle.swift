internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// What a published bundle says of its vehicles, ready to be compared.
struct PublishedBundle: Sendable {
    let release: Comparison.Release
    let vehicles: ComparedTable
    /// `nil` where the bundle has none.
    let keys: KeyLedger?

    /// - Throws: a usage error where the bundle lacks a file, an input error where one is damaged.
    init(_ folder: String) throws(RunError) {
        release = try Self.release(of: folder)
        let path = folder + "/" + BundleFormat.vehicles
        guard Folder.exists(path) else {
            throw RunError(
                .usage, at: folder, "the bundle has no \(BundleFormat.vehicles)",
                wayOut: "add vehicles to the pipeline's write")
        }
        let text = try contents(of: path)
        do throws(VehiclesDamage) {
            vehicles = try ComparedTable(vehiclesJSON: text)
        } catch {
            throw RunError(
                .input, at: "\(path):\(error.line)", "damaged, expected \(error.expected)", wayOut: "run the pipeline again")
        }
        keys = try KeyLedger.published(in: folder)
    }

    /// What the manifest says the bundle is.
    static func release(of folder: String) throws(RunError) -> Comparison.Release {
        let path = folder + "/" + BundleFormat.manifest
        let text = try contents(of: path)
        let manifest: JSON
        do throws(JSONDamage) {
            manifest = try JSON(text)
        } catch {
            throw RunError(
                .input, at: path, "damaged at byte \(error.offset), expected \(error.expected)",
                wayOut: "run the pipeline again")
        }
        let format = manifest["format"]?.number
        guard format == Double(BundleFormat.version) else {
            throw RunError(
                .input, at: path,
                "format \(format.map(NumberText.exact) ?? "of no number") found, expected \(BundleFormat.version)",
                wayOut: "read it with the marque that wrote it")
        }
        return Comparison.Release(
            name: manifest["name"]?.text ?? "", date: manifest["data"]?["date"]?.text,
            version: manifest["data"]?["version"]?.text)
    }
}
