internal import FuelEconomy
internal import Writers

/// What a self-test has proven, for people and for programs.
public struct SelfTestReport: Sendable {
    let pipeline: String
    let seed: UInt64
    let source: FeedSource
    let rowCount: Int
    /// In the order of ``Defect/all``.
    let verdicts: [Verdict]
    /// Findings that belong to no defect.
    let strays: [NewFindings.Item]
    /// Those that may have something to say of the pipeline's feeds.
    let rules: [Rule]

    /// 0 all that could be planted was told · 6 something was missed.
    public var exitStatus: Int32 { verdicts.contains(where: \.isMissed) || !strays.isEmpty ? 6 : 0 }

    private var proven: Set<String> {
        Set(verdicts.filter { $0.outcome == .proven }.compactMap(\.defect.rule))
    }

    /// Why a rule is not proven.
    private func reason(_ rule: Rule) -> String {
        let own = verdicts.filter { $0.defect.rule == rule.id }
        for verdict in own {
            switch verdict.outcome {
            case .missed: return "\(verdict.defect.id) was missed"
            case .notApplicable(let reason): return "\(verdict.defect.id): \(reason)"
            case .proven: continue
            }
        }
        return "no defect declared"
    }

    private func place(_ verdict: Verdict) -> String {
        verdict.line.map { "\(source.name):\($0): " } ?? ""
    }

    /// A line a defect, then how much of the catalogue was proven.
    public var text: String {
        var lines = [
            "selftest   \(pipeline), seed \(seed)",
            "read       \(source.name): \(NumberText.grouped(rowCount)) rows",
        ]
        let width = verdicts.map(\.defect.id.count).max() ?? 0
        let ruleWidth = verdicts.compactMap(\.defect.rule?.count).max() ?? 0
        for verdict in verdicts {
            let (state, text) =
                switch verdict.outcome {
                case .proven: ("ok", place(verdict) + (verdict.message ?? ""))
                case .missed(let reason): ("MISSED", place(verdict) + reason)
                case .notApplicable(let reason): ("-", "not applicable: " + reason)
                }
            lines.append(
                Self.padded(state, 11) + Self.padded(verdict.defect.id, width) + "  "
                    + Self.padded(verdict.defect.rule ?? "-", ruleWidth) + "  " + text)
        }
        for stray in strays { lines.append("MISSED     unexpected \(stray.rule.id): \(stray.message ?? "")") }
        let missed = verdicts.count(where: \.isMissed) + strays.count
        let ok = verdicts.count { $0.outcome == .proven }
        lines.append(
            "defects    \(ok) told, \(missed) missed, \(verdicts.count - ok - verdicts.count(where: \.isMissed)) not applicable"
        )
        let unproven = rules.filter { !proven.contains($0.id) }
        lines.append("rules      \(rules.count - unproven.count) of the \(rules.count) that apply were proven")
        lines += unproven.map { "unproven   " + Self.padded($0.id, ruleWidth) + "  " + reason($0) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// The same as JSON.
    public var json: String {
        let unproven = rules.filter { !proven.contains($0.id) }
        let document: JSON = .object([
            "pipeline": .string(pipeline), "seed": .string(String(seed)),
            "source": .object(["name": .string(source.name), "sha256": .string(source.sha256), "rows": .int(rowCount)]),
            "defects": .array(verdicts.map(json)),
            "unexpected": .array(
                strays.map { .object(["rule": .string($0.rule.id), "message": .optional($0.message)]) }),
            "rules": .object([
                "applicable": .int(rules.count),
                "proven": .array(rules.filter { proven.contains($0.id) }.map { .string($0.id) }),
                "unproven": .array(
                    unproven.map { .object(["rule": .string($0.id), "reason": .string(reason($0))]) }),
            ]),
        ])
        return String(decoding: document.document, as: UTF8.self)
    }

    private func json(_ verdict: Verdict) -> JSON {
        var members: [String: JSON] = [
            "id": .string(verdict.defect.id), "rule": .optional(verdict.defect.rule),
            "meaning": .string(verdict.defect.meaning), "message": .optional(verdict.message),
            "line": verdict.line.map(JSON.int) ?? .null, "vehicle": .optional(verdict.vehicle.map { String($0) }),
        ]
        switch verdict.outcome {
        case .proven: members["outcome"] = .string("told")
        case .missed(let reason):
            members["outcome"] = .string("missed")
            members["reason"] = .string(reason)
        case .notApplicable(let reason):
            members["outcome"] = .string("not applicable")
            members["reason"] = .string(reason)
        }
        return .object(members)
    }
}
