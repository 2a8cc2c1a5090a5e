internal import Audits
internal import FuelEconomy
internal import Writers

/// What the keys under `publish` say of how a bundle is put in its place.
struct PublishPolicy: Sendable {
    /// From the pipeline file's folder; `nil` where the command line has to name it.
    var folder: String?
    var failOn = Severity.error
    /// How many versions are kept beside each other; `nil` where the bundle is a folder.
    var versions: Int?
    /// Whether the candidate is read back and proven before it is published.
    var verifies = false
    var gates = PublishGates()
    var hooks = RunHooks()
}

enum PublishDeclaration {
    static func keys(rules: [Rule]) -> [PipelineKey] {
        [
            PipelineKey(
                name: "folder", value: .text,
                meaning: "the published bundle, from the pipeline file's folder; --out goes before it"),
            PipelineKey(
                name: "fail-on", value: .oneOf(Severity.allCases.map(\.rawValue)),
                meaning: "findings from this severity on keep the bundle from being published (error)"),
            PipelineKey(
                name: "keep", value: .number(1...1000),
                meaning: "how many versions are kept in FOLDER.versions, for which the bundle is a link to the current one; "
                    + "without it the bundle is a folder, and only the one before is kept"),
            PipelineKey(
                name: "verify", value: .flag,
                meaning: "whether the candidate is read back and proven, as by marque verify, before it is published (false)"
            ),
            PipelineKey(
                name: "gates", value: .map(gates(rules)),
                meaning: "what keeps a bundle from being published, besides fail-on"),
            PipelineKey(
                name: "gzip", value: .flag,
                meaning: "whether each file of data above 16 KiB gets a twin in gzip beside it (false)"),
            PipelineKey(
                name: "deltas", value: .number(0...50),
                meaning: "how many steps from catalog to catalog the bundle keeps, for apps that have an older one (0)"),
            PipelineKey(
                name: "budgets", value: .named(keys: WriteDeclaration.files, .map(WriteDeclaration.budget)),
                meaning: "by file of the bundle: what it may come to"),
            PipelineKey(
                name: "hooks", value: .map(hooks),
                meaning: "commands that are called when a run has ended, and given its account as JSON"),
        ]
    }

    private static func gates(_ rules: [Rule]) -> [PipelineKey] {
        [
            PipelineKey(
                name: "rows", value: .threshold, meaning: "how many rows fewer than the accepted run's there may be"),
            PipelineKey(
                name: "makes", value: .threshold, meaning: "how many of the accepted run's makes may be gone"),
            PipelineKey(
                name: "ids-gone", value: .threshold,
                meaning: "how many ids of the published bundle may be gone without a waiver (of id-withdrawn)"),
            PipelineKey(
                name: "findings",
                value: .named(keys: Severity.allCases.map(\.rawValue) + rules.map(\.id), .number(0...1_000_000_000)),
                meaning: "by severity or by rule: how many new findings there may be"),
            PipelineKey(name: "budgets", value: .flag, meaning: "whether a file above publish.budgets refuses (false)"),
        ]
    }

    private static let hooks =
        RunHooks.events.map { event in
            PipelineKey(
                name: event.rawValue, value: .list(.text),
                meaning: "a command and its arguments, a text each, for a run that \(event.meaning)")
        } + [
            PipelineKey(
                name: "timeout", value: .duration, meaning: "how long a command may take before it is ended (60 s)")
        ]

    /// - Parameters:
    ///   - root: the pipeline file, which the schema has nothing against.
    ///   - shapes: what the bundle has.
    ///   - faults: what keys say together that each alone does not.
    static func policy(
        _ root: YAMLNode, shapes: Set<String>, severities: [String: SeverityPolicy], budgets: [String: FileBudget],
        resolve: (String) -> String, faults: inout [PipelineFault]
    ) -> PublishPolicy {
        var policy = PublishPolicy()
        guard let node = root["publish"] else { return policy }
        policy.folder = node["folder"]?.text.map(resolve)
        if let severity = node["fail-on"]?.text.flatMap(Severity.init) { policy.failOn = severity }
        policy.versions = node["keep"]?.text.flatMap { Int($0) }
        policy.verifies = node["verify"]?.text == "true"
        if let gates = node["gates"] {
            policy.gates.rows = gates["rows"]?.text.flatMap(SeverityPolicy.Threshold.init)
            policy.gates.makes = gates["makes"]?.text.flatMap(SeverityPolicy.Threshold.init)
            policy.gates.idsGone = gates["ids-gone"]?.text.flatMap(SeverityPolicy.Threshold.init)
            for entry in gates["findings"]?.entries ?? [] {
                policy.gates.findings.append((entry.key, entry.value.number ?? 0))
            }
            policy.gates.budgets = gates["budgets"]?.text == "true"
        }
        if let gate = node["gates"]?["ids-gone"] {
            let rule = PublishGates.idRule
            if !shapes.contains("keys") {
                faults.append(
                    PipelineFault(
                        gate.mark,
                        "publish.gates: \"ids-gone\" found, of a bundle without \"keys\", which tell what is gone",
                        wayOut: "add keys to write"))
            } else if severities[rule] == .off {
                faults.append(
                    PipelineFault(
                        gate.mark, "publish.gates: \"ids-gone\" found, and rule \"\(rule)\" is off",
                        wayOut: "leave the rule on; a notice keeps nothing from being published"))
            }
        }
        if let gate = node["gates"]?["budgets"], policy.gates.budgets, budgets.isEmpty {
            faults.append(
                PipelineFault(
                    gate.mark, "publish.gates: \"budgets\" found, and publish.budgets allows every size",
                    wayOut: "say under publish.budgets what files may come to"))
        }
        for event in RunHooks.events {
            guard let command = node["hooks"]?[event.rawValue] else { continue }
            policy.hooks.commands[event] = command.texts
        }
        if let timeout = node["hooks"]?["timeout"]?.milliseconds { policy.hooks.timeout = timeout / 1000 }
        return policy
    }
}
