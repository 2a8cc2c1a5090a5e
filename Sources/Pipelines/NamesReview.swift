internal import FuelEconomy
internal import Normalizers
internal import Platform

/// What may be one name in a pipeline's feeds, for a person to decide.
public struct NamesReview {
    private let path: String
    private let named: NamedVehicles

    /// Reads the feeds and names their vehicles; nothing is written.
    ///
    /// - Parameter inputs: by feed: the file to read instead of the pipeline's own.
    public init(_ file: PipelineFile, inputs: [String: String]) throws(RunFailure) {
        path = file.path
        do {
            named = try NamedVehicles(
                file, try file.feeds(with: inputs), jobs: Machine.processors, progress: { _, _ in })
        } catch {
            throw RunFailure(error)
        }
    }

    /// The ids of all proposals, the likeliest gain first.
    public var ids: [String] { named.naming.proposals.map(\.id) }

    private func proposal(_ id: String) -> NameProposal? { named.naming.proposals.first { $0.id == id } }

    // MARK: Listing

    /// A line a proposal: id, gain (rows times score), score, rows, class, names.
    public func listing(limit: Int) -> String {
        let proposals = named.naming.proposals
        if proposals.isEmpty { return "nothing is proposed\n" }
        var lines = ["id      gain  score  rows  class"]
        for proposal in proposals.prefix(limit) {
            let gain = NumberText.short((proposal.score * Double(proposal.rows) * 10).rounded() / 10)
            lines.append(
                proposal.id + padded(gain, 6) + padded(NumberText.short(proposal.score), 7)
                    + padded(String(proposal.rows), 6) + "  " + proposal.rule
                    + String(repeating: " ", count: max(1, 15 - proposal.rule.count)) + wording(proposal))
        }
        if proposals.count > limit { lines.append("and \(proposals.count - limit) more; --limit N shows more") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    private func wording(_ proposal: NameProposal) -> String {
        (proposal.make.map { "\($0): " } ?? "") + "\"\(proposal.other)\" → \"\(proposal.name)\""
    }

    // MARK: Evidence

    /// Both names' facts side by side.
    ///
    /// - Returns: `nil` where there is no such proposal.
    public func evidence(_ id: String) -> String? {
        guard let proposal = proposal(id) else { return nil }
        let table = named.table
        let rows = [proposal.name, proposal.other].map { name in
            (0..<table.count).filter { row in
                proposal.make == nil
                    ? table.text(.make, row) == name
                    : table.text(.make, row) == proposal.make && table.text(.model, row) == name
            }
        }
        var lines = [
            "\(proposal.id)  \(proposal.rule), score \(NumberText.short(proposal.score)): \(wording(proposal))",
            "evidence: " + (proposal.evidence.isEmpty ? "none but the names" : proposal.evidence.joined(separator: "; ")),
            "",
        ]
        var facts: [[String]] = []
        func line(_ title: String, _ values: [String]) { facts.append([title] + values) }
        line("", [proposal.name, proposal.other])
        line("rows", rows.map { NumberText.grouped($0.count) })
        line("spellings", [proposal.name, proposal.other].map { spellings(of: $0, proposal) })
        line("years", rows.map(years))
        if proposal.make == nil { line("models", rows.map { values(.model, $0) }) }
        for field in [Field.baseModel, .vehicleClass, .drive, .displacement, .cylinders, .fuel1]
        where table.facts.contains(field) {
            line(field.key, rows.map { values(field, $0) })
        }
        let widths = (0..<3).map { column in facts.map(\.[column].count).max() ?? 0 }
        for fact in facts {
            var text = zip(fact, widths).map { $0 + String(repeating: " ", count: $1 - $0.count + 3) }.joined()
            while text.last == " " { text.removeLast() }
            lines.append(text)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func spellings(of name: String, _ proposal: NameProposal) -> String {
        let texts = named.naming.decisions.filter {
            $0.level == proposal.level && $0.make == proposal.make && $0.canonical == name
        }.map { "\"\($0.spelling)\"" }
        return texts.isEmpty ? "none" : short(texts)
    }

    private func years(_ rows: [Int]) -> String {
        let years = Set(rows.map { named.table.number(.year, $0) }.filter { !$0.isNaN }.map { Int($0) }).sorted()
        // Runs of years: 1994–1996, 2001
        var runs: [ClosedRange<Int>] = []
        for year in years {
            if let last = runs.last, last.upperBound == year - 1 {
                runs[runs.count - 1] = last.lowerBound...year
            } else {
                runs.append(year...year)
            }
        }
        return short(runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" })
    }

    private func values(_ field: Field, _ rows: [Int]) -> String {
        let column = named.table[field]
        var counts: [Int: Int] = [:]
        for row in rows { counts[column.codes[row], default: 0] += 1 }
        let texts = counts.filter { !column.isAbsent($0.key) }.map { code, count in
            (text: column.numbers[code].isNaN ? column.texts[code] : NumberText.short(column.numbers[code]), count: count)
        }.sorted { ($1.count, $0.text) < ($0.count, $1.text) }.map(\.text)
        return texts.isEmpty ? "–" : short(texts)
    }

    private func short(_ texts: [String]) -> String {
        texts.prefix(3).joined(separator: ", ") + (texts.count > 3 ? " and \(texts.count - 3) more" : "")
    }

    // MARK: Explaining

    /// What became of a make's spelling, and of a model's.
    ///
    /// - Returns: `nil` where the feeds have no such spelling.
    public func explanation(make: String, model: String?) -> String? {
        var lines: [String] = []
        let decisions = named.naming.decisions
        let makes = decisions.filter { $0.level == .make && ($0.spelling == make || $0.canonical == make) }
        guard let canonical = makes.first?.canonical else { return nil }
        for decision in makes { lines += explain(decision) }
        if let model {
            let models = decisions.filter {
                $0.level == .model && $0.make == canonical && ($0.spelling == model || $0.canonical == model)
            }
            if models.isEmpty { return nil }
            for decision in models { lines += explain(decision) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func explain(_ decision: NameDecision) -> [String] {
        let open = named.naming.proposals.filter {
            $0.level == decision.level && $0.make == decision.make && [$0.name, $0.other].contains(decision.canonical)
        }
        return decision.account
            + open.map { proposal in
                let other = proposal.name == decision.canonical ? proposal.other : proposal.name
                return NameDecision.account(openTo: other, rule: proposal.rule, score: proposal.score, id: proposal.id)
            }
    }

    // MARK: Deciding

    public enum Verdict: Sendable {
        case accept, forbid
    }

    /// Adds a decision about a proposal to a decision file, which is made if it is not there.
    ///
    /// - Returns: what was added, and what is left to do.
    public func decide(
        _ id: String, _ verdict: Verdict, reason: String?, author: String, into file: String
    ) throws(RunFailure) -> String {
        guard let proposal = proposal(id) else {
            throw RunFailure(
                RunError(
                    .usage, at: path, "proposal \"\(id)\" found, which is not open" + NearestName.hint(id, in: ids),
                    wayOut: "list the open ones with marque names \(path)"))
        }
        let line = DecisionFile.line(
            proposal, isAccepted: verdict == .accept,
            reason: reason ?? "\(proposal.rule), score \(NumberText.short(proposal.score))"
                + (proposal.evidence.first.map { ": \($0)" } ?? ""), author: author)
        do throws(RunError) {
            try DecisionFile.append(line, to: file)
        } catch {
            throw RunFailure(error)
        }
        return "\(file): added \(line)\n"
    }
}

extension NameDecision {
    /// What became of the spelling, and who decided, in lines.
    var account: [String] {
        let head = "\(level.rawValue) \"\(spelling)\" (\(NumberText.grouped(rows)) row\(rows == 1 ? "" : "s"))"
        let end = spelling == canonical ? " is shown as filed" : " is shown as \"\(canonical)\": \(rule)"
        return [head + end] + (decidedBy.map { ["  decided by \($0)"] } ?? [])
    }

    /// A line about what the name may be one with.
    static func account(openTo other: String, rule: String, score: Double, id: String? = nil) -> String {
        "  may be \"\(other)\": \(rule), score \(NumberText.short(score))\(id.map { " (\($0))" } ?? ""); nobody has decided"
    }
}

extension NameProposal {
    /// Six digits that stay the same while the names do.
    var id: String {
        var hash = StableHash()
        hash.combine(level.rawValue)
        hash.combine(make ?? "")
        for text in [name, other].sorted() { hash.combine(text) }
        let digits = String(hash.value & 0xff_ffff, radix: 16)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Whether the name that would stay is one that no row has.
    var isRename: Bool { rule == NameEvidence.makeInModel.rawValue || rule == NameEvidence.yearInModel.rawValue }
}

extension DecisionFile {
    /// A decision about a proposal, as a line of a decision file.
    static func line(_ proposal: NameProposal, isAccepted: Bool, reason: String, author: String) -> String {
        let names = "[\(quoted(proposal.name)), \(quoted(proposal.other))]"
        let act =
            switch (isAccepted, proposal.isRename) {
            case (true, true): "rename: \(quoted(proposal.other)), to: \(quoted(proposal.name))"
            case (true, false): "merge: \(names)"
            case (false, true): "display: \(quoted(proposal.other))"
            case (false, false): "never-merge: \(names)"
            }
        return "- {" + (proposal.make.map { "make: \(quoted($0)), " } ?? "") + act
            + ", reason: \(quoted(reason)), author: \(quoted(author))}"
    }

    /// YAML's double-quoted form, which takes every text.
    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\t": out += "\\t"
            case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
                out += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    /// Adds a line at the end of a decision file, with one write: either the whole line is there afterwards, or none of it. A
    /// line that is there already is not added again.
    static func append(_ line: String, to path: String) throws(RunError) {
        let file = try OpenFile.appending(path)
        let before = try contents(of: path)
        if before.split(separator: 0x0a).contains(where: { $0.elementsEqual("  \(line)".utf8) }) { return }
        var more: [UInt8] = []
        if let last = before.last, last != 0x0a { more.append(0x0a) }
        if !before.split(separator: 0x0a).contains(where: { $0.starts(with: "decisions:".utf8) }) {
            more += Array("decisions:\n".utf8)
        }
        more += Array("  \(line)\n".utf8)
        // What was added must be what the next run reads, and no more.
        var (old, new) = (NameBook(), NameBook())
        let oldFaults = read(before, name: path, into: &old)
        let faults = read(before + more, name: path, into: &new)
        guard oldFaults.isEmpty, faults.isEmpty, new.lines.count == old.lines.count + 1 else {
            throw RunError(
                .usage, at: path,
                "the decision cannot be added: "
                    + (oldFaults.first?.message ?? faults.first?.message ?? "the file ends otherwise"),
                wayOut:
                    "let \"decisions:\" be the file's last key, with a line \"  - …\" a decision, or name another file")
        }
        try file.write(more.span)
        try file.sync()
    }
}
