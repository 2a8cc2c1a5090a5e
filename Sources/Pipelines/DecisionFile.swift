internal import FuelEconomy
internal import Normalizers

/// A file of decisions about names: which makes there are and how agencies write them, and what somebody decided, and why.
enum DecisionFile {
    static let keys = [
        PipelineKey(name: "author", value: .text, meaning: "who decided, where a line does not say"),
        PipelineKey(name: "makes", value: .list(.map(make)), meaning: "makes as the world knows them"),
        PipelineKey(name: "decisions", value: .list(.map(decision)), meaning: "what was decided, a line each"),
    ]

    private static let make =
        [
            PipelineKey(name: "name", value: .text, isRequired: true, meaning: "as the maker writes it; what is shown"),
            PipelineKey(name: "also", value: .list(.text), meaning: "other names under which cars of the make are filed"),
        ]
        + aliasKinds.map {
            PipelineKey(
                name: $0.rawValue, value: .list(.text), meaning: "such names; the kind of evidence is \($0.rawValue)")
        } + [
            PipelineKey(
                name: "tier", value: .oneOf(MakeTier.allCases.map(\.rawValue)),
                meaning: "of a firm that makes no cars of its own"),
            PipelineKey(name: "reason", value: .text, meaning: "why, where it is not plain"),
        ]
    private static let aliasKinds: [NameEvidence] = [.abbreviation, .legalForm, .truncation, .misspelling]

    private static let acts = ["merge", "never-merge", "rename", "display"]
    private static let decision = [
        PipelineKey(name: "make", value: .text, meaning: "the make whose models are meant; makes are meant without it"),
        PipelineKey(name: "merge", value: .list(.text), meaning: "names that are one"),
        PipelineKey(name: "never-merge", value: .list(.text), meaning: "names that are never one, whatever the evidence"),
        PipelineKey(name: "rename", value: .text, meaning: "a name that is another name for that under to"),
        PipelineKey(name: "to", value: .text, meaning: "with rename: the name that it is"),
        PipelineKey(name: "display", value: .text, meaning: "how a name is shown, its case and punctuation"),
        PipelineKey(name: "reason", value: .text, isRequired: true, meaning: "why"),
        PipelineKey(name: "author", value: .text, meaning: "who decided"),
        PipelineKey(name: "expires", value: .text, meaning: "the last day on which it holds, such as 2027-12-31"),
    ]

    /// Adds a file's decisions to a book.
    ///
    /// - Parameter name: what the file is called in reports: its path as the pipeline file gives it.
    /// - Returns: every fault of the file.
    static func read(_ text: [UInt8], name: String, into book: inout NameBook) -> [PipelineFault] {
        var faults: [PipelineFault] = []
        guard let root = PipelineChecker.document(text, of: keys, &faults) else { return faults }
        for entry in root["makes"]?.items ?? [] { addMake(entry, name, &book, &faults) }
        for entry in root["decisions"]?.items ?? [] {
            addDecision(entry, name, author: root["author"]?.text, &book, &faults)
        }
        return faults
    }

    private static func addMake(_ node: YAMLNode, _ file: String, _ book: inout NameBook, _ faults: inout [PipelineFault]) {
        var aliases: [(name: String, evidence: NameEvidence?)] = (node["also"]?.texts ?? []).map { ($0, nil) }
        for kind in aliasKinds { aliases += (node[kind.rawValue]?.texts ?? []).map { ($0, kind) } }
        let make = CuratedMake(
            name: node["name"]?.text ?? "", aliases: aliases, tier: node["tier"]?.text.flatMap(MakeTier.init),
            reason: node["reason"]?.text, place: "\(file):\(node.mark.line)")
        if let (spelling, other) = book.add(make) {
            faults.append(
                PipelineFault(
                    node.mark, "\"\(spelling)\" found under \"\(make.name)\" and under \"\(other.name)\" (\(other.place))",
                    wayOut: "a name belongs to one make; remove one of them"))
        }
    }

    private static func addDecision(
        _ node: YAMLNode, _ file: String, author: String?, _ book: inout NameBook, _ faults: inout [PipelineFault]
    ) {
        let stated = acts.filter { node[$0] != nil }
        guard stated.count == 1 else {
            let found = stated.isEmpty ? "no act" : stated.map { "\"\($0)\"" }.joined(separator: " and ")
            faults.append(
                PipelineFault(
                    node.mark, found + " found, expected one of " + acts.map { "\"\($0)\"" }.joined(separator: ", "),
                    wayOut: "give each decision a line of its own"))
            return
        }
        let texts = node[stated[0]]?.texts ?? []
        let act: NameDecisionLine.Act
        switch stated[0] {
        case "merge" where texts.count > 1: act = .merge(texts)
        case "never-merge" where texts.count > 1: act = .neverMerge(texts)
        case "rename" where node["to"] != nil: act = .rename(texts[0], to: node["to"]?.text ?? "")
        case "display": act = .display(texts[0])
        case "rename":
            faults.append(PipelineFault(node.mark, "\"rename\" found without \"to\"", wayOut: "add the name that it is"))
            return
        default:
            faults.append(
                PipelineFault(
                    node[stated[0]]?.mark ?? node.mark, "\(stated[0]): 1 name found, expected at least 2"))
            return
        }
        if Set(texts.map(ExactText.init)).count < texts.count || texts.count > 1000 {
            faults.append(
                PipelineFault(
                    node[stated[0]]?.mark ?? node.mark,
                    texts.count > 1000
                        ? "\(stated[0]): \(texts.count) names found, expected at most 1,000"
                        : "\(stated[0]): a name found twice", wayOut: "name each once"))
        }
        if case .rename(_, let to) = act, to.allSatisfy(\.isWhitespace) {
            faults.append(PipelineFault(node["to"]!.mark, "to: a blank found, expected a name"))
        }
        if let to = node["to"], stated[0] != "rename" {
            faults.append(PipelineFault(to.mark, "\"to\" found without \"rename\"", wayOut: "remove it"))
        }
        guard let author = node["author"]?.text ?? author else {
            faults.append(
                PipelineFault(node.mark, "no author found", wayOut: "add author here or at the top of the file"))
            return
        }
        let expires = node["expires"].flatMap { $0.day(named: "expires", &faults) }
        book.lines.append(
            NameDecisionLine(
                act: act, make: node["make"]?.text, reason: node["reason"]?.text ?? "", author: author, expires: expires,
                place: "\(file):\(node.mark.line)"))
    }
}
