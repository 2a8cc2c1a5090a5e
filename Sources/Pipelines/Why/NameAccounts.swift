internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// How spellings of makes and models came to their names, from a bundle's `names.json` and ledger of keys.
struct NameAccounts {
    private let folder: BundleFolder
    private let names: JSONText
    private let keys: KeyLedger?

    /// What is known of one spelling: a line of `names.json`.
    struct Entry {
        var json: JSON
        /// The line's place in the list.
        var index: Int

        var level: String { json["level"]?.text ?? "" }
        var canonical: String { json["canonical"]?.text ?? "" }
    }

    /// - Parameter keys: the bundle's ledger, if it has one.
    /// - Throws: a usage error where the bundle has no names.
    init(_ folder: BundleFolder, keys: KeyLedger?) throws(RunError) {
        self.folder = folder
        guard let names = try folder.text(BundleFormat.names) else {
            throw RunError(
                .usage, at: folder.path, "the bundle has no \(BundleFormat.names)",
                wayOut: "add names to the pipeline's write")
        }
        self.names = names
        self.keys = keys
    }

    /// Lines about the spelling of a make, and of one of its models; the make may be filed or canonical.
    ///
    /// - Returns: the lines, none where no feed has the spelling; and what `names.json` has about it.
    func account(make: String, model: String?) throws(RunError) -> (lines: [String], entries: [Entry]) {
        var lines: [String] = []
        let (makes, models) = try entries(make: make, model: model)
        for entry in makes {
            lines += account(entry.json)
            if let key = keys?.makes.first(where: { $0.name == entry.canonical }) { lines += state(key, .make) }
        }
        if model != nil, models.isEmpty { return ([], []) }
        for entry in models {
            lines += account(entry.json)
            let makeKey = keys?.makes.first { $0.name == entry.json["make"]?.text }?.key ?? ""
            if let key = keys?.models.first(where: { $0.name == entry.canonical && $0.key.hasPrefix(makeKey + "/") }) {
                lines += state(key, .model)
            }
        }
        return (lines, makes + models)
    }

    /// The lines of `names.json` about a make, and about one of its models.
    private func entries(make: String, model: String?) throws(RunError) -> (makes: [Entry], models: [Entry]) {
        let makes = try entries(spelled: make).filter { $0.level == "make" }
        guard let model else { return (makes, []) }
        let canonical = makes.last?.canonical ?? make
        let models = try entries(spelled: model).filter { $0.level == "model" && $0.json["make"]?.text == canonical }
        return (makes, models)
    }

    /// Of thousands of lines only those that can be meant are read.
    private func entries(spelled spelling: String) throws(RunError) -> [Entry] {
        let text = JSON.string(spelling).compact
        let start = Array("{\"canonical\":".utf8) + text
        let end = text + [0x7d]
        var entries: [Entry] = []
        var damaged: Int?
        names.elements(of: names.root) { index, place in
            let line = names.raw(at: place)
            guard line.starts(with: start) || line.suffix(end.count).elementsEqual(end) else { return true }
            guard let json = names.value(at: place) else {
                damaged = place
                return false
            }
            entries.append(Entry(json: json, index: index))
            return true
        }
        if let damaged {
            throw RunError(
                .input, at: "\(folder.path)/\(BundleFormat.names):\(damaged)", "damaged, expected a spelling",
                wayOut: "run the pipeline again")
        }
        entries = entries.filter { $0.json["spelling"]?.text == spelling || $0.canonical == spelling }
        // The spelling as it is, where it is one; else all that became the name.
        let exact = entries.filter { $0.json["spelling"]?.text == spelling }
        return exact.isEmpty ? entries : exact
    }

    private func account(_ entry: JSON) -> [String] {
        let decision = NameDecision(
            level: entry["level"]?.text == "make" ? .make : .model, make: entry["make"]?.text,
            spelling: entry["spelling"]?.text ?? "", canonical: entry["canonical"]?.text ?? "",
            rule: entry["rule"]?.text ?? "", rows: Int(exactly: entry["rows"]?.number ?? 0) ?? 0,
            decidedBy: entry["decision"]?.text)
        let open = (entry["proposed"]?.items ?? []).map {
            NameDecision.account(
                openTo: $0["canonical"]?.text ?? "", rule: $0["rule"]?.text ?? "", score: $0["score"]?.number ?? 0)
        }
        return (decision.account + open).map { "  " + $0 }
    }

    private func state(_ entry: KeyLedger.Entry, _ subject: KeyLedger.Event.Subject) -> [String] {
        ["    key \(entry.key), \(entry.state.rawValue)" + (entry.into.map { " into \($0)" } ?? "")]
            + history(of: subject, key: entry.key)
    }

    /// What releases changed about a key.
    func history(of subject: KeyLedger.Event.Subject, key: String) -> [String] {
        guard let keys else { return [] }
        return keys.events.filter { $0.subject == subject && $0.key == key }.map { event in
            let names = event.to.isEmpty || event.from == event.to ? "" : ": \"\(event.from)\" → \"\(event.to)\""
            return "    \(keys.releases[event.release].date) \(event.state.rawValue)" + names
        }
    }
}

extension KeyLedger {
    /// The ledger of a published bundle; `nil` where it has none.
    static func published(in folder: String) throws(RunError) -> KeyLedger? {
        let path = folder + "/" + BundleFormat.keys
        return Folder.exists(path) ? try read(path) : nil
    }

    static func read(_ path: String) throws(RunError) -> KeyLedger {
        let text = try contents(of: path)
        do throws(LedgerDamage) {
            return try KeyLedger(text)
        } catch {
            throw RunError(
                .input, at: "\(path):\(error.line)", "the ledger of keys is damaged, expected \(error.expected)",
                wayOut: "give the ledger of an earlier bundle with --keys FILE; without one all keys would be made anew")
        }
    }
}
