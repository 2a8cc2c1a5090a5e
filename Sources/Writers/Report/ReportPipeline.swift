internal import FuelEconomy

/// `report/pipeline.json`: the pipeline file and the files that it names, word for word.
func writeReportPipeline(_ content: BundleContent, to output: BundleOutput) throws {
    let texts = content.pipeline
    let document: [String: JSON] = [
        "files": .object(texts.files.mapValues(JSON.string)), "name": .string(texts.name),
        "pipeline": .string(texts.pipeline),
    ]
    try output.write(JSON.object(document).document)
}

extension PipelineTexts {
    /// Reads what ``writeReportPipeline(_:to:)`` wrote.
    ///
    /// - Throws: ``JSONDamage`` where the text is something else.
    package init(json text: [UInt8]) throws(JSONDamage) {
        let document = try JSON(text)
        guard let name = document["name"]?.text, let pipeline = document["pipeline"]?.text,
            case .object(let files) = document["files"]
        else { throw JSONDamage(offset: 0, expected: "a pipeline's texts") }
        self.init(name: name, pipeline: pipeline)
        self.files = files.compactMapValues(\.text)
    }
}
