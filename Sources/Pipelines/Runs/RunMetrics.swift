internal import FuelEconomy
internal import Platform
internal import Writers

/// A run's figures for Prometheus, as the textfile collector of its node exporter reads them.
struct RunMetrics: Sendable {
    private let file: SideFile
    private let pipeline: String

    fileprivate struct Metric: Sendable {
        var name: String
        var help: String
        var samples: [Sample]
    }

    fileprivate struct Sample: Sendable {
        var labels: [(name: String, value: String)] = []
        var value: String
    }

    init(_ file: SideFile, pipeline: String) {
        self.file = file
        self.pipeline = pipeline
    }

    /// What a bundle that is written came to, whether or not it was published.
    private func figures(_ record: RunRecord) -> [Metric] {
        if record.files == 0 { return [] }
        let fates = [("kept", record.kept)] + ["merged", "quarantined", "filtered"].map { ($0, record.rows(of: $0)) }
        let findings = Severity.allCases.flatMap { severity in
            let entries = record.findings.filter { $0.severity == severity.rawValue }
            return [("new", \RunRecord.Findings.new), ("known", \.known), ("waived", \.waived)].map { state, count in
                Sample(
                    labels: [("severity", severity.rawValue), ("state", state)],
                    value: String(entries.map { $0[keyPath: count] }.reduce(0, +)))
            }
        }
        var metrics = [
            Metric("marque_rows_read", "Rows that the feeds have.", record.read),
            Metric(
                name: "marque_rows", help: "Rows by what became of them.",
                samples: fates.map { Sample(labels: [("fate", $0.0)], value: String($0.1)) }),
            Metric("marque_vehicles", "Vehicles in the bundle.", record.counts["vehicles"] ?? 0),
            Metric(name: "marque_findings", help: "Findings by severity and state.", samples: findings),
            Metric("marque_bundle_size_bytes", "Size of the bundle's files.", record.size),
        ]
        if let date = record.dataDate.flatMap(CivilDate.init(iso:)) {
            let seconds = date.days * 86_400
            metrics.append(
                Metric("marque_data_timestamp_seconds", "The newest date that the feeds carry, in Unix time.", seconds))
            metrics.append(
                Metric("marque_data_age_seconds", "Age of the data at the end of the run.", Int(Machine.now) - seconds))
        }
        return metrics
    }

    ///
    /// - Parameter published: the account of what is published now: the data's age is that of what apps have.
    func write(_ record: RunRecord, published: RunRecord?) throws(RunError) {
        let now = Int(Machine.now)
        var metrics = [
            Metric(
                "marque_run_exit_status", "Exit status of the last run, 0 where it published or had nothing new.",
                record.exitStatus),
            Metric(
                name: "marque_run_duration_seconds", help: "Duration of the last run.",
                samples: [Sample(value: NumberText.exact(record.seconds))]),
            Metric("marque_run_timestamp_seconds", "When the last run ended, in Unix time.", now),
        ]
        if let success = record.exitStatus == 0 ? String(now) : lastSuccess {
            metrics.append(
                Metric(
                    name: Self.success, help: "When a run last ended with status 0, in Unix time.",
                    samples: [Sample(value: success)]))
        }
        var told = record
        if told.files == 0, let published { told.repeatCounts(of: published) }
        if record.exitStatus != 0, let published { told.dataDate = published.dataDate }
        metrics += figures(told)
        try file.write(Array(metrics.map(text).joined().utf8))
    }

    private static let success = "marque_last_success_timestamp_seconds"

    /// What the file that is there says of the last success.
    private var lastSuccess: String? {
        guard let old = try? contents(of: file.path) else { return nil }
        let start = name(Self.success, []) + " "
        return String(decoding: old, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(start) }.map {
            String($0.dropFirst(start.count))
        }
    }

    private func text(_ metric: Metric) -> String {
        "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) gauge\n"
            + metric.samples.map { name(metric.name, $0.labels) + " " + $0.value + "\n" }.joined()
    }

    /// A sample's name with its labels, their values escaped as the format asks for.
    private func name(_ name: String, _ labels: [(name: String, value: String)]) -> String {
        let texts = ([("pipeline", pipeline)] + labels).map { label, value in
            let escaped = value.map { character in
                switch character {
                case "\\": "\\\\"
                case "\"": "\\\""
                case "\n": "\\n"
                default: String(character)
                }
            }
            return "\(label)=\"\(escaped.joined())\""
        }
        return "\(name){\(texts.joined(separator: ","))}"
    }
}

extension RunMetrics.Metric {
    fileprivate init(_ name: String, _ help: String, _ value: Int) {
        self.init(name: name, help: help, samples: [RunMetrics.Sample(value: String(value))])
    }
}
