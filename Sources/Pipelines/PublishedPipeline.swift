internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

extension PipelineFile {
    /// The pipeline that made a bundle, as it was then: from the texts that the bundle keeps.
    ///
    /// Paths in it are those of the folder in which it stood, so feeds have to be given.
    ///
    /// - Throws: a usage error where the bundle keeps none, an input error where they are damaged.
    static func published(in folder: String) throws(RunError) -> PipelineFile {
        let path = folder + "/" + BundleFormat.reportPipeline
        guard Folder.exists(path) else {
            throw RunError(
                .usage, at: folder, "the bundle has no \(BundleFormat.reportPipeline), which keeps its pipeline",
                wayOut: "add report to the pipeline's write, and run it again")
        }
        let texts: PipelineTexts
        let json = try contents(of: path)
        do throws(JSONDamage) {
            texts = try PipelineTexts(json: json)
        } catch {
            throw RunError(
                .input, at: "\(path):\(error.offset)", "damaged, expected \(error.expected)",
                wayOut: "run the pipeline again")
        }
        let loaded = load(Array(texts.pipeline.utf8), path: texts.name) { (name, _) throws(RunError) in
            guard let text = texts.files[name] else { throw RunError(.input, at: path, "has no \"\(name)\"") }
            return Array(text.utf8)
        }
        switch loaded {
        case .pipeline(let file): return file
        case .faults(let faults):
            throw RunError(
                .input, at: path, "a pipeline of another version: \(faults.first ?? "")", wayOut: "run the pipeline again")
        }
    }
}
