internal import FuelEconomy
internal import Platform
internal import Writers

/// A run's figures for Prometheus, as the textfile collector of its node exporter reads them.
final class RunMetrics: Sendable {
    private let path: String
    private let pipeline: String
    private let start: Double
    /// What the run came to; empty until its bundle is written.
    private let figures = Guarded<[Metric]>([])

    fileprivate struct Metric: Sendable {
        var name: String
        var help: String
        var samples: [Sample]
    }

    fileprivate struct Sample: Sendable {
        var labels: [(name: String, value: String)] = []
        var value: String
    }

    /// - Parameter start: when the run began, by ``Machine/seconds``.
    /// - Throws: a usage error where there is no place for the file.
    init(_ path: String, pipeline: String, start: Double) throws(RunError) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard Folder.isFolder(folder) else {
            throw RunError(.usage, at: path, "\"\(folder)\" is no folder", wayOut: "name a file in a folder with --metrics")
        }
        guard !Folder.isFolder(path) else {
            throw RunError(.usage, at: path, "is a folder, expected a file", wayOut: "name a file in it with --metrics")
        }
        self.path = path
        self.pipeline = pipeline
        self.start = start
    }

    /// Takes the figures of a bundle that is written, whether or not it will be published.
    func count(_ content: BundleContent, _ files: [WrittenFile]) {
        let total = content.ledger.total
        let fates = [
            ("kept", total.kept), ("merged", total.mergedCount), ("quarantined", total.quarantinedCount),
            ("filtered", total.filteredCount),
        ]
        let findings = Severity.allCases.flatMap { severity in
            let entries = content.audit.entries.filter { $0.rule.severity == severity }
            return [("new", \AuditResult.Entry.new), ("known", \.known), ("waived", \.waived)].map { state, count in
                Sample(
                    labels: [("severity", severity.rawValue), ("state", state)],
                    value: String(entries.map { $0[keyPath: count] }.reduce(0, +)))
            }
        }
        var metrics = [
            Metric("marque_rows_read", "Rows that the feeds have.", total.read),
            Metric(
                name: "marque_rows", help: "Rows by what became of them.",
                samples: fates.map { Sample(labels: [("fate", $0.0)], value: String($0.1)) }),
            Metric("marque_vehicles", "Vehicles in the bundle.", content.table.count),
            Metric(name: "marque_findings", help: "Findings by severity and state.", samples: findings),
            Metric("marque_bundle_size_bytes", "Size of the bundle's files.", files.map(\.size).reduce(0, +)),
        ]
        if let date = content.date {
            let seconds = date.days * 86_400
            metrics.append(
                Metric("marque_data_timestamp_seconds", "The newest date that the feeds carry, in Unix time.", seconds))
            metrics.append(
                Metric("marque_data_age_seconds", "Age of the data at the end of the run.", Int(Machine.now) - seconds))
        }
        figures.with { [metrics] in $0 = metrics }
    }

    /// Replaces the file. A run that was not so much as started for a wrong command line or pipeline file leaves it as it is.
    func write(exitStatus: Int32) throws(RunError) {
        if exitStatus == 2 { return }
        let now = Int(Machine.now)
        let seconds = ((Machine.seconds - start) * 1000).rounded() / 1000
        var metrics = [
            Metric("marque_run_exit_status", "Exit status of the last run, 0 where it published.", Int(exitStatus)),
            Metric(
                name: "marque_run_duration_seconds", help: "Duration of the last run.",
                samples: [Sample(value: NumberText.exact(seconds))]),
            Metric("marque_run_timestamp_seconds", "When the last run ended, in Unix time.", now),
        ]
        if let success = exitStatus == 0 ? String(now) : lastSuccess {
            metrics.append(
                Metric(
                    name: Self.success, help: "When a run last published, in Unix time.", samples: [Sample(value: success)]))
        }
        metrics += figures.with { $0 }
        try replaceFile(path, with: Array(metrics.map(text).joined().utf8))
    }

    private static let success = "marque_last_success_timestamp_seconds"

    /// What the file that is there says of the last success.
    private var lastSuccess: String? {
        guard let old = try? contents(of: path) else { return nil }
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
