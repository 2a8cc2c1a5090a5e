internal import FuelEconomy

/// A file of waivers: findings that somebody knows of, with the reason and until when.
enum WaiverFile {
    static let keys = [
        PipelineKey(name: "owner", value: .text, meaning: "who answers for them, where a line does not say"),
        PipelineKey(name: "waivers", value: .list(.map(waiver)), meaning: "a line each"),
    ]

    private static let waiver = [
        PipelineKey(name: "rule", value: .text, isRequired: true, meaning: "whose findings are waived"),
        PipelineKey(name: "id", value: .number(0...Int.max), meaning: "those about this vehicle"),
        PipelineKey(name: "make", value: .text, meaning: "those about this make"),
        PipelineKey(name: "model", value: .text, meaning: "with make: those about this model"),
        PipelineKey(name: "fingerprint", value: .text, meaning: "this one, as report.json and findings.csv have it"),
        PipelineKey(name: "reason", value: .text, isRequired: true, meaning: "why"),
        PipelineKey(name: "owner", value: .text, meaning: "who answers for it"),
        PipelineKey(name: "expires", value: .text, meaning: "the last day on which it holds, such as 2027-12-31"),
    ]

    /// - Parameter name: what the file is called in reports: its path as the pipeline file gives it.
    /// - Returns: every fault of the file.
    static func read(_ text: [UInt8], name: String, into waivers: inout [Waiver]) -> [PipelineFault] {
        var faults: [PipelineFault] = []
        guard let root = PipelineChecker.document(text, of: keys, &faults) else { return faults }
        for node in root["waivers"]?.items ?? [] {
            guard let rule = rule(node["rule"]!, &faults), let subject = subject(node, &faults) else { continue }
            guard let owner = (node["owner"] ?? root["owner"])?.text else {
                faults.append(
                    PipelineFault(node.mark, "no owner found", wayOut: "add owner here or at the top of the file"))
                continue
            }
            let expires = node["expires"].flatMap { $0.day(named: "expires", &faults) }
            waivers.append(
                Waiver(
                    rule: rule, subject: subject, reason: node["reason"]?.text ?? "", owner: owner, expires: expires,
                    place: "\(name):\(node.mark.line)"))
        }
        return faults
    }

    private static func rule(_ node: YAMLNode, _ faults: inout [PipelineFault]) -> String? {
        let id = node.text ?? ""
        let known = RuleCatalogue.ids
        if known.contains(id) { return id }
        faults.append(PipelineFault(node.mark, "unknown rule \"\(id)\"" + NearestName.hint(id, in: known)))
        return nil
    }

    private static func subject(_ node: YAMLNode, _ faults: inout [PipelineFault]) -> Waiver.Subject? {
        let stated = ["id", "make", "fingerprint"].filter { node[$0] != nil }
        guard stated.count == 1, node["model"] == nil || stated == ["make"] else {
            let found = (stated + (node["model"] == nil ? [] : ["model"])).map { "\"\($0)\"" }.joined(separator: " and ")
            faults.append(
                PipelineFault(
                    node.mark,
                    (found.isEmpty ? "no subject" : found) + " found, expected one of \"id\", \"make\", \"fingerprint\"",
                    wayOut: "say what the waiver is about; \"model\" stands beside \"make\""))
            return nil
        }
        if let id = node["id"]?.text.flatMap(UInt64.init) { return .vehicle(id) }
        if let make = node["make"]?.text { return .name(make: make, model: node["model"]?.text) }
        let print = node["fingerprint"]!
        guard let fingerprint = print.text.flatMap(Fingerprint.read) else {
            faults.append(PipelineFault(print.mark, "fingerprint: \(print.kind) found, expected 16 hexadecimal digits"))
            return nil
        }
        return .fingerprint(fingerprint)
    }
}

extension YAMLNode {
    /// A day such as 2027-12-31; else a fault.
    func day(named key: String, _ faults: inout [PipelineFault]) -> CivilDate? {
        if let day = text.flatMap({ $0.utf8.count == 10 ? CivilDate(iso: $0) : nil }) { return day }
        faults.append(PipelineFault(mark, "\(key): \(kind) found, expected a day such as 2027-12-31"))
        return nil
    }
}
