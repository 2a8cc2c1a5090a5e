internal import FuelEconomy

/// `names.json`: a list of every spelling in the feeds with the name it became, a spelling a line; makes first. `decision` is
/// the line of a decision file that decided; `proposed` what the name may be one with, which nobody has decided.
func writeNames(_ content: BundleContent, to output: BundleOutput) throws {
    var proposals: [NameSubject: [(canonical: String, proposal: NameProposal)]] = [:]
    for proposal in content.proposals {
        for (name, other) in [(proposal.name, proposal.other), (proposal.other, proposal.name)] {
            proposals[NameSubject(proposal.level, proposal.make, name), default: []].append((other, proposal))
        }
    }
    var json = JSONBytes()
    json.raw("[")
    for (place, decision) in content.decisions.enumerated() {
        json.raw(place == 0 ? "\n" : ",\n")
        json.raw("{\"canonical\":")
        json.string(decision.canonical)
        if let line = decision.decidedBy {
            json.raw(",\"decision\":")
            json.string(line)
        }
        json.raw(",\"level\":\"\(decision.level.rawValue)\"")
        if let make = decision.make {
            json.raw(",\"make\":")
            json.string(make)
        }
        if !proposals.isEmpty, let open = proposals[NameSubject(decision.level, decision.make, decision.canonical)] {
            json.raw(",\"proposed\":")
            json.value(
                .array(
                    open.map {
                        .object([
                            "canonical": .string($0.canonical), "rule": .string($0.proposal.rule),
                            "score": .number($0.proposal.score),
                        ])
                    }), indent: nil)
        }
        json.raw(",\"rows\":")
        json.int(decision.rows)
        json.raw(",\"rule\":\"\(decision.rule)\",\"spelling\":")
        json.string(decision.spelling)
        json.raw("}")
        try output.flush(&json)
    }
    json.raw("\n]\n")
    try output.write(json.bytes)
}

private struct NameSubject: Hashable {
    var level: NameLevel
    var make: String?
    var name: String

    init(_ level: NameLevel, _ make: String?, _ name: String) {
        self.level = level
        self.make = make
        self.name = name
    }
}
