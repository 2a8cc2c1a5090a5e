internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// Why a bundle says what it says: how a vehicle, or a spelling of a make or model, came to its name.
public struct BundleWhy {
    private let folder: String
    private let names: [UInt8]
    private let keys: KeyLedger?

    /// - Throws: a ``RunFailure`` where the folder is no bundle, or one without `names.json`.
    public init(_ folder: String) throws(RunFailure) {
        self.folder = folder
        do throws(RunError) {
            guard Folder.exists(folder + "/" + BundleFormat.manifest) else {
                throw RunError(
                    .usage, at: folder, "is no bundle: it has no \(BundleFormat.manifest)",
                    wayOut: "name the folder that marque run has published")
            }
            guard Folder.exists(folder + "/" + BundleFormat.names) else {
                throw RunError(
                    .usage, at: folder, "the bundle has no \(BundleFormat.names)",
                    wayOut: "add names to the pipeline's write")
            }
            names = try contents(of: folder + "/" + BundleFormat.names)
            keys = try KeyLedger.published(in: folder)
        } catch {
            throw RunFailure(error)
        }
    }

    /// The account of a vehicle's names.
    ///
    /// - Returns: `nil` where the bundle has no such id, and never had.
    public func account(ofID text: String) throws(RunFailure) -> String? {
        guard let keys else {
            throw RunFailure(
                RunError(
                    .usage, at: folder, "the bundle has no \(BundleFormat.keys), which tells the names of ids",
                    wayOut: "add keys to the pipeline's write"))
        }
        guard let id = UInt64(text), let option = keys.option(id) else { return nil }
        let filed = keys.filed[option.filed]
        var lines = ["id \(id): filed as \"\(filed.make)\" \"\(filed.model)\", \(option.state.rawValue)"]
        lines += try accounts(make: filed.make, model: filed.model)
        lines += history(of: .option, key: String(id), in: keys)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The accounts of all makes with a spelling, or of all models of a make.
    ///
    /// - Returns: `nil` where no feed has the spelling.
    public func account(ofMake make: String, model: String?) throws(RunFailure) -> String? {
        let lines = try accounts(make: make, model: model)
        return lines.isEmpty ? nil : lines.joined(separator: "\n") + "\n"
    }

    /// Lines about the spelling of a make, and of one of its models; the make may be filed or canonical.
    private func accounts(make: String, model: String?) throws(RunFailure) -> [String] {
        var lines: [String] = []
        var canonicalMake = make
        for entry in try entries(spelled: make) where entry["level"]?.text == "make" {
            canonicalMake = entry["canonical"]?.text ?? make
            lines += account(entry)
            if let key = keys?.makes.first(where: { $0.name == canonicalMake }) { lines += state(key, .make) }
        }
        guard let model else { return lines }
        let isModel = { (entry: JSON) in entry["level"]?.text == "model" && entry["make"]?.text == canonicalMake }
        let models = try entries(spelled: model).filter(isModel)
        if models.isEmpty { return [] }
        for entry in models {
            lines += account(entry)
            let canonical = entry["canonical"]?.text ?? model
            let makeKey = keys?.makes.first { $0.name == canonicalMake }?.key ?? ""
            if let key = keys?.models.first(where: { $0.name == canonical && $0.key.hasPrefix(makeKey + "/") }) {
                lines += state(key, .model)
            }
        }
        return lines
    }

    /// The lines of `names.json` about a spelling. Each is JSON of its own, and only those that can be meant are read.
    private func entries(spelled spelling: String) throws(RunFailure) -> [JSON] {
        var entries: [JSON] = []
        var number = 0
        for line in names.split(separator: 0x0a, omittingEmptySubsequences: false) {
            number += 1
            guard line.first == 0x7b else { continue }
            let text = line.last == 0x2c ? line.dropLast() : line
            do throws(JSONDamage) {
                let entry = try JSON(Array(text))
                if entry["spelling"]?.text == spelling || entry["canonical"]?.text == spelling { entries.append(entry) }
            } catch {
                throw RunFailure(
                    RunError(
                        .input, at: "\(folder)/\(BundleFormat.names):\(number):\(error.offset + 1)",
                        "damaged, expected \(error.expected)", wayOut: "run the pipeline again"))
            }
        }
        // The spelling as it is, where it is one; else all that became the name.
        let exact = entries.filter { $0["spelling"]?.text == spelling }
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
            + history(of: subject, key: entry.key, in: keys!)
    }

    private func history(of subject: KeyLedger.Event.Subject, key: String, in keys: KeyLedger) -> [String] {
        keys.events.filter { $0.subject == subject && $0.key == key }.map { event in
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
