internal import FuelEconomy
internal import Platform
internal import Writers

/// A run as an event of OpenLineage 2.0.2, for catalogs of data that collect them from files: `START` while the run works, then
/// `COMPLETE`, `FAIL` or `ABORT` under the same id.
struct RunLineage: Sendable {
    private let file: SideFile
    private let id = Self.randomID()
    /// Nobody's address: what makes these events is this program, of this version.
    private static let producer = "urn:x-marque:" + PipelineRun.version

    init(_ file: SideFile) { self.file = file }

    func start(_ record: RunRecord, _ feeds: [PipelineFile.Feed]) throws(RunError) {
        try write("START", record, inputs: feeds.map { (feed: $0, input: nil) })
    }

    func end(_ record: RunRecord, _ feeds: [PipelineFile.Feed]) throws(RunError) {
        let type =
            switch record.result {
            case .published, .unchanged: "COMPLETE"
            case .refused, .interrupted, .rolledBack: "ABORT"
            case .failed: "FAIL"
            }
        try write(type, record, inputs: feeds.map { feed in (feed, record.inputs.first { $0.feed == feed.name }) })
    }

    private func write(
        _ type: String, _ record: RunRecord, inputs: [(feed: PipelineFile.Feed, input: RunRecord.Input?)]
    ) throws(RunError) {
        var facets = [
            "processing_engine": facet(
                "facets/1-1-0/ProcessingEngineRunFacet",
                ["name": .string("marque"), "version": .string(PipelineRun.version)])
        ]
        if !record.reasons.isEmpty {
            facets["errorMessage"] = facet(
                "facets/1-0-0/ErrorMessageRunFacet",
                [
                    "message": .string(record.reasons.joined(separator: "\n")), "programmingLanguage": .string("Swift"),
                ])
        }
        let event = JSON.object([
            "eventType": .string(type), "eventTime": .string(CivilDate.moment(Machine.now)),
            "producer": .string(Self.producer),
            "schemaURL": .string("https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"),
            "run": .object(["runId": .string(id), "facets": .object(facets)]),
            "job": .object(["namespace": .string("marque"), "name": .string(record.pipeline)]),
            "inputs": .array(inputs.map(input)), "outputs": .array(type == "COMPLETE" ? [output(record)] : []),
        ])
        try file.write(event.document)
    }

    private func input(_ feed: PipelineFile.Feed, _ input: RunRecord.Input?) -> JSON {
        var members = feed.fetched.map { web($0.url) } ?? dataset(feed.file ?? "")
        if let input {
            members["facets"] = .object(["version": version(input.sha256)])
            members["inputFacets"] = .object([
                "dataQualityMetrics": facet(
                    "facets/1-0-2/DataQualityMetricsInputDatasetFacet",
                    ["rowCount": .int(input.rows), "bytes": .int(input.size), "columnMetrics": .object([:])])
            ])
        }
        return .object(members)
    }

    private func output(_ record: RunRecord) -> JSON {
        var members = dataset(record.folder)
        members["facets"] = .object(["version": version(record.dataVersion ?? "")])
        members["outputFacets"] = .object([
            "outputStatistics": facet(
                "facets/1-0-2/OutputStatisticsOutputDatasetFacet",
                ["rowCount": .int(record.counts["vehicles"] ?? 0), "size": .int(record.size)])
        ])
        return .object(members)
    }

    /// `https://host` and a path.
    private func web(_ url: String) -> [String: JSON] {
        let host = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let path = host.last?.firstIndex(of: "/")
        return [
            "namespace": .string(path.map { String(url[..<$0]) } ?? url),
            "name": .string(path.map { String(url[$0...]) } ?? "/"),
        ]
    }

    /// A file or folder of this machine as a data set's name.
    private func dataset(_ path: String) -> [String: JSON] {
        [
            "namespace": .string("file://" + Machine.hostName),
            "name": .string(path == "-" ? path : Folder.absolute(path)),
        ]
    }

    private func version(_ text: String) -> JSON {
        facet("facets/1-0-0/DatasetVersionDatasetFacet", ["datasetVersion": .string(text)])
    }

    private func facet(_ schema: String, _ members: [String: JSON]) -> JSON {
        let base: [String: JSON] = [
            "_producer": .string(Self.producer), "_schemaURL": .string("https://openlineage.io/spec/\(schema).json"),
        ]
        return .object(base.merging(members) { first, _ in first })
    }

    /// A random UUID, version 4 of RFC 9562.
    private static func randomID() -> String {
        var generator = SystemRandomNumberGenerator()
        let high = generator.next() & ~0xf000 | 0x4000
        let low = generator.next() & ~(0xc0 << 56) | 0x80 << 56
        let digits = [high, low].map { number in
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        var text = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text += "-" }
            text.append(digit)
        }
        return text
    }
}
