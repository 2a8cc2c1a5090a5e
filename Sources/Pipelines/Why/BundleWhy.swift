internal import FuelEconomy
internal import Normalizers
internal import PickerKit
internal import Platform
internal import Writers

/// Why a bundle says what it says: where a vehicle comes from, what became of a line of a feed, how a name came to be.
public struct BundleWhy {
    private let folder: BundleFolder
    private let inputs: [String: String]

    /// - Parameter inputs: by feed: where its file is now, if not where the run found it.
    /// - Throws: a ``RunFailure`` where the folder is no bundle.
    public init(_ path: String, inputs: [String: String] = [:]) throws(RunFailure) {
        do throws(RunError) {
            folder = try BundleFolder(path)
        } catch {
            throw RunFailure(error)
        }
        self.inputs = inputs
    }

    /// Answers what is asked by the words behind the bundle.
    ///
    /// - Parameter asJSON: for programs.
    /// - Throws: a ``RunFailure`` for what the bundle and its feeds do not have.
    public func answer(_ words: [String], asJSON: Bool) throws(RunFailure) -> String {
        do {
            let answer: WhyAnswer
            switch try WhyQuestion(words, of: folder) {
            case .name(let make, let model): return try names(make, model, words, asJSON)
            case .vehicle(let id):
                guard let known = try vehicle(id) else { return try names(words[0], nil, words, asJSON) }
                answer = known
            case .line(let source, let line, let column): answer = try self.line(line, column, of: source, words[0])
            }
            return asJSON ? String(decoding: answer.json.document, as: UTF8.self) : answer.text
        } catch {
            throw RunFailure(error)
        }
    }

    private func names(_ make: String, _ model: String?, _ words: [String], _ asJSON: Bool) throws -> String {
        let names = try NameAccounts(folder, keys: try KeyLedger.published(in: folder.path))
        let (lines, entries) = try names.account(make: make, model: model)
        if asJSON, !lines.isEmpty {
            let members: [String: JSON] = [
                "asked": .string(words.joined(separator: " ")), "names": .array(entries.map(\.json)),
            ]
            return String(decoding: JSON.object(members).document, as: UTF8.self)
        }
        if !lines.isEmpty { return lines.joined(separator: "\n") + "\n" }
        if words.count == 1, UInt64(make) != nil { throw try unknownID(make) }
        throw RunError(
            .usage, at: folder.path,
            "\"\(words.joined(separator: "\" \""))\" found, which no vehicle of the bundle has",
            wayOut: "give an id, a make (and a model) as the feed or the bundle spells it, or FILE:LINE of a feed")
    }

    private func unknownID(_ text: String) throws -> RunError {
        var known = ""
        if let catalog = try folder.text(BundleFormat.catalog), let id = UInt64(text) {
            let ids = TreePlace.ids(in: catalog)
            let near = ids.min { $0.distance(to: id).magnitude < $1.distance(to: id).magnitude }
            if let near, let first = ids.first, let last = ids.last {
                known = ": its \(NumberText.grouped(ids.count)) ids go from \(first) to \(last), and \(near) is the nearest"
            }
        }
        return RunError(
            .usage, at: folder.path, "id \(text) found, which neither the bundle nor its feeds have\(known)",
            wayOut: "give an id, a make (and a model) as the feed or the bundle spells it, or FILE:LINE of a feed")
    }

    // MARK: A vehicle

    private func vehicle(_ id: UInt64) throws -> WhyAnswer? {
        var answer = WhyAnswer(asked: "id \(id)")
        let feeds = try BundleFeeds(of: folder, inputs: inputs)
        answer.notes = feeds.notes
        // The feed is read while the bundle is looked into.
        let reading = feeds.trace.map { trace in WorkerThread { try trace.rows(of: id) } }
        let known = Result { try account(of: id) }
        let rows = read(reading, &answer)
        answer.vehicle = try known.get()
        try add(rows, feeds, shown: nil, to: &answer)
        if answer.vehicle == nil, answer.rows.isEmpty { return nil }
        return answer
    }

    /// The rows that a thread has read. What is wrong with a feed is no reason to tell nothing.
    private func read(_ reading: WorkerThread<[FeedTrace.Row]>?, _ answer: inout WhyAnswer) -> [FeedTrace.Row] {
        do {
            return try reading?.join() ?? []
        } catch {
            answer.notes.append(error as? RunError ?? RunError(.internalFault, "\(error)"))
            return []
        }
    }

    /// What the bundle alone knows; `nil` where it never had the id.
    private func account(of id: UInt64) throws -> WhyAnswer.VehicleAccount? {
        var vehicle = WhyAnswer.VehicleAccount(id: id)
        vehicle.place = try folder.text(BundleFormat.catalog).flatMap { TreePlace(of: id, in: $0) }
        vehicle.keys = try KeyLedger.published(in: folder.path)
        let option = vehicle.keys?.option(id)
        vehicle.facts = try facts(of: id)
        if vehicle.place == nil, vehicle.facts == nil, option == nil { return nil }
        if let keys = vehicle.keys, let option {
            vehicle.state = option.state.rawValue
            vehicle.make = keys.filed[option.filed].make
            vehicle.model = keys.filed[option.filed].model
        }
        return vehicle
    }

    /// Names, pointers and findings, once it is known how the vehicle is filed.
    private func complete(_ answer: inout WhyAnswer, hasDetails: Bool = false) throws {
        guard var vehicle = answer.vehicle else { return }
        let id = String(vehicle.id)
        if let make = vehicle.make, let model = vehicle.model, folder.has(BundleFormat.names) {
            let names = try NameAccounts(folder, keys: vehicle.keys)
            (vehicle.names, vehicle.spellings) = try names.account(make: make, model: model)
            vehicle.names += names.history(of: .option, key: id)
        }
        if vehicle.facts != nil { vehicle.pointers.append(JSONPointer(BundleFormat.vehicles, "vehicles", id)) }
        if let place = vehicle.place {
            if place.defaultID == id, folder.has(BundleFormat.picker) {
                vehicle.pointers.append(JSONPointer(BundleFormat.picker, place.titles))
            }
            vehicle.pointers += place.steps.map(\.pointer)
            if let key = place.steps[0].key, let pointer = try pointer(to: id, ofMake: key) {
                vehicle.pointers.append(pointer)
            }
        }
        if hasDetails { vehicle.pointers.append(JSONPointer(BundleFormat.details, "details", id)) }
        vehicle.pointers += vehicle.spellings.map { JSONPointer(BundleFormat.names, String($0.index)) }
        answer.vehicle = vehicle
    }

    /// Where a vehicle stands in the file of its make; `nil` where the bundle has no such files.
    private func pointer(to id: String, ofMake key: String) throws -> JSONPointer? {
        let path = BundleFormat.make(key)
        guard let file = try folder.text(path), let option = file.member("option", of: file.root),
            let ids = file.member("id", of: option),
            let place = file.value(at: ids)?.items.firstIndex(where: { $0.text == id })
        else { return nil }
        return JSONPointer(path, "option", "id", String(place))
    }

    private func completeFromBundle(_ answer: inout WhyAnswer) throws {
        try complete(&answer)
        if let id = answer.vehicle?.id { answer.findings = try findings(about: String(id)) }
    }

    // MARK: A line

    private func line(_ line: UInt32, _ column: Int?, of source: Int, _ word: String) throws -> WhyAnswer {
        var answer = WhyAnswer(asked: word)
        let feeds = try BundleFeeds(of: folder, inputs: inputs)
        answer.notes = feeds.notes
        guard let trace = feeds.trace, let place = feeds.places[source] else { return answer }
        let name = folder.sources[source].name
        func account(
            _ kind: String, _ text: String, _ rule: Rule? = nil, _ lines: ClosedRange<UInt32>? = nil, byte: Int? = nil,
            raw: String? = nil
        ) -> WhyAnswer.LineAccount {
            WhyAnswer.LineAccount(
                kind: kind, text: text, rule: rule?.id, source: folder.sources[source], lines: lines ?? line...line,
                byte: byte, raw: raw)
        }
        switch try trace.line(line, column: column, of: place) {
        case .head(let count):
            answer.line = account(
                "header", count == 1 ? "the header, which names the columns" : "of the \(count) lines of preamble and header"
            )
        case .behindTheEnd(let count):
            throw RunError(
                .usage, at: "\(name):\(line)", "the line is behind the end: the text has \(NumberText.grouped(count)) lines",
                wayOut: "give a line from 1 to \(count)")
        case .outside: answer.line = account("outside", "no record stands there")
        case .blank(let lines, let byte, let raw):
            answer.line = account(
                "blank", "blank, filtered by \(RecordRules.blankRecord.id)", RecordRules.blankRecord, lines, byte: byte,
                raw: raw)
        case .footnote(let lines, let byte, let raw):
            answer.line = account(
                "footnote", "a footnote, filtered by \(RecordRules.footnote.id)", RecordRules.footnote, lines, byte: byte,
                raw: raw)
        case .ragged(let lines, let byte, let raw, let message):
            answer.line = account(
                "ragged", "\(message) by \(RecordRules.raggedRecord.id)", RecordRules.raggedRecord, lines, byte: byte,
                raw: raw)
        case .several(let columns):
            let places = columns.prefix(3).map { "\(name):\(line):\(max(1, $0))" }
            throw RunError(
                .usage, at: "\(name):\(line)",
                "\(NumberText.grouped(columns.count)) records stand on the line, expected a column too",
                wayOut: "give one of \(places.joined(separator: ", "))" + (columns.count > 3 ? " and so on" : ""))
        case .record(let batch):
            let row = RowFate.Row(source: place, line: batch.lines[0])
            let rows = try trace.rows(with: batch, at: row)
            if let id = rows.id {
                answer.vehicle = try self.account(of: id)
            }
            try add(rows.rows, feeds, shown: (row, batch), to: &answer)
        }
        return answer
    }

    // MARK: Rows

    /// Says of the rows what became of them, and shows one: that of the line, or the one that was kept.
    private func add(
        _ rows: [FeedTrace.Row], _ feeds: BundleFeeds, shown: (place: RowFate.Row, batch: RecordBatch)?,
        to answer: inout WhyAnswer
    ) throws {
        guard let trace = feeds.trace else { return try completeFromBundle(&answer) }
        let isThere = answer.vehicle?.isThere ?? false
        let sources = Dictionary(uniqueKeysWithValues: feeds.places.map { ($0.value, folder.sources[$0.key]) })
        let areKept = rows.contains { if case .kept = $0.outcome { true } else { false } }
        // A row that could stand and is not in the bundle was left out when makes had their names.
        let later = isThere || !areKept ? [] : try trace.fatesAmongNames()
        answer.rows = rows.map { row in account(of: row, sources, later) }
        let isKept = { (row: FeedTrace.Row) in
            if case .kept(_, nil) = row.outcome { true } else { false }
        }
        let place = shown?.place ?? (rows.first(where: isKept) ?? rows.first)?.place
        let index = rows.firstIndex { $0.place == place }
        guard let index, let batch = shown?.batch ?? rows[index].batch, let source = place?.source else {
            return try completeFromBundle(&answer)
        }
        let raw = try trace.raw(batch, of: source)
        let first = batch.lines[0]
        var record = WhyAnswer.RecordAccount(
            row: answer.rows[index], lines: first...first + UInt32(lineEnds(in: raw ?? "")),
            column: batch.places.first.map(\.column).flatMap { $0 > 1 ? $0 : nil }, byte: batch.byte(of: 0), raw: raw,
            cells: try trace.accounts(of: batch, source: source))
        let id = answer.vehicle.map { String($0.id) } ?? record.cells.first { $0.field == nil }?.spelling ?? ""
        let details = rows.contains { if case .kept(_, .some) = $0.outcome { true } else { false } }
        if case .kept(_, let detail) = rows[index].outcome, isThere {
            record.facts = try detail.map { try self.detail($0, of: id) } ?? answer.vehicle?.facts
        }
        for cell in record.cells where cell.field == .make || cell.field == .model {
            guard case .text(let text) = cell.value, answer.vehicle != nil else { continue }
            if cell.field == .make, answer.vehicle?.make == nil { answer.vehicle?.make = text }
            if cell.field == .model, answer.vehicle?.model == nil { answer.vehicle?.model = text }
        }
        try complete(&answer, hasDetails: details && folder.has(BundleFormat.details))
        for entry in answer.vehicle?.spellings ?? [] where entry.json["spelling"]?.text != entry.canonical {
            record.renamedBy[entry.level == "make" ? .make : .model] = entry.json["rule"]?.text
        }
        answer.findings = try findings(
            about: id, trace.findings(of: batch, source: source, isKept: record.row.outcome == "kept"), of: record.row)
        answer.record = record
    }

    private func lineEnds(in text: String) -> Int {
        // A CR and the LF behind it are one character, and one line end.
        text.count { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }

    /// - Parameter later: fates of rows that the trace has for kept.
    private func account(
        of row: FeedTrace.Row, _ sources: [Int: BundleFolder.Source], _ later: [RowFate]
    ) -> WhyAnswer.RowAccount {
        var account = WhyAnswer.RowAccount(
            source: sources[row.place.source]!, line: row.place.line, outcome: "kept")
        var fate: RowFate?
        switch row.outcome {
        case .kept(let id, let detail):
            fate = later.first { $0.row == row.place }
            if let detail, fate == nil {
                account.pointer = JSONPointer(BundleFormat.details, "details", String(id), String(detail))
            }
        case .putAside(let told): fate = told
        case .unreadable:
            account.outcome = "quarantined"
            account.rule = NormalizerRules.unparsableValue.id
        }
        if let fate {
            account.outcome = fate.verdict.rawValue
            account.rule = fate.rule
            account.instead = fate.instead.map { (sources[$0.source]!, $0.line) }
        }
        return account
    }

    /// A vehicle's facts as `vehicles.json` has them.
    private func facts(of id: UInt64) throws -> JSON? {
        guard let text = try folder.text(BundleFormat.vehicles) else { return nil }
        return text.member("vehicles", of: text.root).flatMap { text.lineMember(String(id), of: $0) }.flatMap(text.value)
    }

    private func detail(_ place: Int, of id: String) throws -> JSON? {
        guard let text = try folder.text(BundleFormat.details) else { return nil }
        let list = text.member("details", of: text.root).flatMap { text.lineMember(id, of: $0) }
        return list.flatMap { text.element(place, of: $0) }.flatMap(text.value)
    }

    // MARK: Findings

    /// What is found in the record itself, and what the report has samples of.
    private func findings(
        about id: String, _ own: [(rule: Rule, finding: Finding)] = [], of row: WhyAnswer.RowAccount? = nil
    ) throws -> [WhyAnswer.FindingAccount] {
        let rules = try folder.json(BundleFormat.reportJSON)?["rules"]?.items ?? []
        var findings = own.map { rule, finding in
            let severity = rules.first { $0["id"]?.text == rule.id }?["severity"]?.text
            return WhyAnswer.FindingAccount(
                rule: rule.id, severity: severity ?? rule.severity.rawValue, message: rule.text(finding.values))
        }
        for rule in rules {
            for sample in rule["samples"]?.items ?? [] {
                let isOfRow =
                    row != nil && sample["source"]?.text == row?.source.name
                    && sample["line"]?.number == row.map { Double($0.line) }
                guard sample["vehicle"]?.text.map({ $0 == id }) ?? isOfRow else { continue }
                let finding = WhyAnswer.FindingAccount(
                    rule: rule["id"]?.text ?? "", severity: rule["severity"]?.text ?? "",
                    message: sample["message"]?.text ?? "")
                if !findings.contains(finding) { findings.append(finding) }
            }
        }
        return findings
    }
}
