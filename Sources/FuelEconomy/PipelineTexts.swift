/// A pipeline file and the files that it names, as they were read: what a bundle keeps so that its run can be repeated and
/// explained.
package struct PipelineTexts: Sendable, Equatable {
    /// The pipeline file's name without its folder.
    package var name: String
    package var pipeline: String
    /// By the path that the pipeline file gives.
    package var files: [String: String] = [:]

    package init(name: String, pipeline: String) {
        self.name = name
        self.pipeline = pipeline
    }
}
