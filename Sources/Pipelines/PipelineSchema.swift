internal import Audits
internal import FeedReaders
internal import FuelEconomy
internal import Normalizers

/// What a value in a pipeline file may be: one declaration serves the parser, `marque check`, and the manual.
indirect enum PipelineValue: Sendable {
    /// Any text that is not empty.
    case text
    /// Any text.
    case anyText
    /// A character of one byte, or `tab`.
    case character
    /// `true` or `false`.
    case flag
    /// A number.
    case decimal
    /// A number of bytes, such as `450 KB`.
    case bytes
    /// A time, such as `40 ms`.
    case duration
    /// A whole number in a range.
    case number(ClosedRange<Int>)
    /// A whole number, or a share such as `0.1 %`.
    case threshold
    case oneOf([String])
    /// Several values, or one in a list's place.
    case list(PipelineValue)
    /// Known keys.
    case map([PipelineKey])
    /// Keys of the user's own choice, or of a list.
    case named(keys: [String]?, PipelineValue)
    /// A number by rule, of those that have a limit.
    case limits([Rule])
    /// One where the node is a map, the other where it is not.
    case mapOr(PipelineValue, map: PipelineValue)
}

/// A key of a pipeline file.
struct PipelineKey: Sendable {
    var name: String
    var value: PipelineValue
    var isRequired = false
    /// What it is for, in a sentence.
    var meaning: String
}

enum PipelineSchema {
    /// The keys, in the order of the flow.
    static func root(rules: [Rule]) -> [PipelineKey] {
        [
            PipelineKey(
                name: "name", value: .text, isRequired: true,
                meaning: "the bundle's name, as its manifest and report show it"),
            PipelineKey(
                name: "feeds", value: .named(keys: nil, .map(feed)), isRequired: true,
                meaning: "what is read: a name of your choice for each feed"),
            PipelineKey(name: "dedupe", value: .map(dedupe), meaning: "what counts as one name"),
            PipelineKey(name: "tree", value: .map(TreeDeclaration.keys), meaning: "how a vehicle is chosen, step by step"),
            PipelineKey(
                name: "audit", value: .map(audit(rules)),
                meaning: "how much each rule's findings matter, and from where on there is one"),
            PipelineKey(
                name: "write", value: .list(.oneOf(WriteDeclaration.shapes)),
                meaning: "the bundle's shapes; all of them where it is left out"
            ),
            PipelineKey(
                name: "publish", value: .map(PublishDeclaration.keys(rules: rules)),
                meaning: "where the bundle goes, and when it may not"),
        ]
    }

    private static let feed = [
        PipelineKey(
            name: "layout", value: .mapOr(.oneOf(Layout.all.map(\.id)), map: .map(LayoutDeclaration.keys)),
            isRequired: true, meaning: "how the feed is read: a built-in layout's id, or a layout"),
        PipelineKey(
            name: "file", value: .text,
            meaning: "the feed's file, from the pipeline file's folder, or a URL; --input NAME=PATH goes before it"),
        PipelineKey(name: "fetch", value: .map(FetchPolicy.keys), meaning: "how a feed that is a URL is fetched"),
        PipelineKey(
            name: "entry", value: .text, meaning: "of a zip archive with several entries: the one that is the feed"),
        PipelineKey(
            name: "twin-of", value: .text,
            meaning: "a feed above that should say the same: this one is compared with it, fact by fact, and adds no vehicle"
        ),
        PipelineKey(
            name: "encoding", value: .oneOf(TextEncoding.known), meaning: "what the text is, instead of what the layout says"
        ),
        PipelineKey(
            name: "constants", value: .named(keys: Field.allCases.map(\.key), .text),
            meaning: "facts that every row has and the feed does not state, such as the year of a file of one year"),
        PipelineKey(
            name: "limits",
            value: .map([
                PipelineKey(
                    name: "unpacked-size", value: .number(1...(1 << 50)),
                    meaning: "bytes that the file may unpack to (16 GiB)"),
                PipelineKey(
                    name: "ratio", value: .number(1...2000), meaning: "bytes that a packed byte may unpack to (500)"),
            ]), meaning: "what a packed file may grow to"),
    ]
    private static let dedupe = [
        PipelineKey(
            name: "names",
            value: .mapOr(
                .oneOf(["evidence", "spelling", "as-filed"]),
                map: .map(
                    NameEvidence.allCases.map { evidence in
                        PipelineKey(
                            name: evidence.rawValue, value: .oneOf(NameAction.allCases.map(\.rawValue)),
                            meaning: "\(evidence.rule.title.lowercased()) (\(evidence.standardAction.rawValue))")
                    })),
            meaning: "what makes spellings one name: each class of evidence as it stands, spelling alone, or none; "
                + "or by class"),
        PipelineKey(
            name: "decisions", value: .list(.text),
            meaning: "files of decisions about names, from the pipeline file's folder"),
        PipelineKey(
            name: "tiers",
            value: .map(
                MakeTier.allCases.map { tier in
                    PipelineKey(
                        name: tier.rawValue, value: .oneOf(TierPolicy.allCases.map(\.rawValue)),
                        meaning: "makes of this tier in the decision files (keep)")
                }), meaning: "what becomes of firms that make no cars of their own"),
    ]
    private static func audit(_ rules: [Rule]) -> [PipelineKey] {
        [
            PipelineKey(
                name: "severity",
                value: .named(
                    keys: rules.map(\.id),
                    .mapOr(
                        .oneOf(["off"] + Severity.allCases.map(\.rawValue)),
                        map: .map([
                            PipelineKey(
                                name: "warning", value: .threshold,
                                meaning: "above how many findings, or what share of rows (0.1 %), they are warnings"),
                            PipelineKey(
                                name: "error", value: .threshold,
                                meaning: "above how many findings, or what share of rows (1 %), they are errors"),
                        ]))),
                meaning: "by rule: off, notice, warning or error; or above which number or share it is what"),
            PipelineKey(
                name: "waivers", value: .list(.text),
                meaning: "files of waivers: findings that are known and excused, from the pipeline file's folder"),
            PipelineKey(
                name: "baseline", value: .text,
                meaning: "the accepted run, as marque accept writes it, from the pipeline file's folder "
                    + "(FOLDER.accepted.tsv beside the bundle)"),
            PipelineKey(
                name: "limits", value: .limits(rules),
                meaning: "by rule: how far is too far, a number larger than 0 in the rule's own unit"),
        ]
    }
}

/// Holds a document against the schema and collects every fault.
struct PipelineChecker {
    private(set) var faults: [PipelineFault] = []

    /// Reads a file of known keys.
    ///
    /// - Returns: `nil` for an empty file, and for one with faults.
    static func document(_ text: [UInt8], of keys: [PipelineKey], _ faults: inout [PipelineFault]) -> YAMLNode? {
        do throws(PipelineFault) {
            guard let root = try YAMLNode.parse(text) else { return nil }
            var checker = PipelineChecker()
            checker.check(root, is: .map(keys), at: "")
            faults += checker.faults
            return checker.faults.isEmpty ? root : nil
        } catch {
            faults.append(error)
            return nil
        }
    }

    mutating func check(_ node: YAMLNode, is value: PipelineValue, at path: String) {
        switch value {
        case .text:
            guard case .scalar(let text, _) = node, !text.isEmpty else { return mismatch(node, "a text", path) }
        case .anyText:
            guard case .scalar = node else { return mismatch(node, "a text", path) }
        case .character:
            guard node.character != nil else { return mismatch(node, "one character, or tab", path) }
        case .flag:
            guard case .scalar(let text, _) = node, ["true", "false"].contains(text) else {
                return mismatch(node, "true or false", path)
            }
        case .decimal:
            guard case .scalar = node, node.decimal?.isFinite == true else { return mismatch(node, "a number", path) }
        case .bytes:
            guard node.bytes != nil else { return mismatch(node, "a size such as 450 KB or 1.5 MiB", path) }
        case .duration:
            guard node.milliseconds != nil else { return mismatch(node, "a time such as 40 ms, 1.5 s or 30 min", path) }
        case .mapOr(let value, let map):
            if case .map = node { check(node, is: map, at: path) } else { check(node, is: value, at: path) }
        case .number(let range):
            guard case .scalar(let text, _) = node, let number = Int(text), range.contains(number) else {
                return mismatch(node, "a whole number from \(range.lowerBound) to \(range.upperBound)", path)
            }
        case .threshold:
            guard case .scalar(let text, _) = node, SeverityPolicy.Threshold(text) != nil else {
                return mismatch(node, "a whole number, or a share such as 0.1 %", path)
            }
        case .oneOf(let words):
            let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
            guard case .scalar(let text, _) = node else { return mismatch(node, "one of \(list)", path) }
            if !words.contains(text) {
                faults.append(
                    PipelineFault(
                        node.mark, "\(path): \"\(text)\" found, expected one of \(list)" + NearestName.hint(text, in: words))
                )
            }
        case .list(let item):
            if case .scalar(let text, _) = node, !text.isEmpty { return check(node, is: item, at: path) }
            guard case .list(let items, _) = node else { return mismatch(node, "a list", path) }
            for child in items { check(child, is: item, at: path) }
        case .map(let keys):
            guard let entries = entries(of: node, path) else { return }
            for entry in entries {
                if let key = keys.first(where: { $0.name == entry.key }) {
                    check(entry.value, is: key.value, at: joined(path, entry.key))
                } else {
                    unknown(entry, among: keys.map(\.name), path)
                }
            }
            for key in keys where key.isRequired && !entries.contains(where: { $0.key == key.name }) {
                faults.append(
                    PipelineFault(
                        node.mark, "key \"\(joined(path, key.name))\" is missing", wayOut: "add it: \(key.meaning)"))
            }
        case .limits(let rules):
            let limited = rules.filter { $0.limit != nil }.map(\.id)
            guard let entries = entries(of: node, path) else { return }
            if entries.isEmpty { mismatch(node, "at least one entry", path) }
            for entry in entries {
                guard limited.contains(entry.key) else {
                    if rules.contains(where: { $0.id == entry.key }) {
                        faults.append(
                            PipelineFault(
                                entry.mark,
                                "key \"\(joined(path, entry.key))\" found, of a rule that has no limit"
                                    + NearestName.hint(entry.key, in: limited)))
                    } else {
                        unknown(entry, among: limited, path)
                    }
                    continue
                }
                guard case .scalar = entry.value, let number = entry.value.decimal, number.isFinite, number > 0 else {
                    mismatch(entry.value, "a number larger than 0", joined(path, entry.key))
                    continue
                }
            }
        case .named(let known, let value):
            guard let entries = entries(of: node, path) else { return }
            if entries.isEmpty { mismatch(node, "at least one entry", path) }
            for entry in entries {
                if let known, !known.contains(entry.key) {
                    unknown(entry, among: known, path)
                } else {
                    check(entry.value, is: value, at: joined(path, entry.key))
                }
            }
        }
    }

    private mutating func entries(of node: YAMLNode, _ path: String) -> [YAMLNode.Entry]? {
        guard case .map(let entries, _) = node else {
            mismatch(node, "a map of keys", path)
            return nil
        }
        var seen: Set<String> = []
        for entry in entries where !seen.insert(entry.key).inserted {
            faults.append(
                PipelineFault(entry.mark, "key \"\(joined(path, entry.key))\" stands twice", wayOut: "remove one of them"))
        }
        return entries
    }

    private mutating func unknown(_ entry: YAMLNode.Entry, among known: [String], _ path: String) {
        let list = known.count > 8 ? "" : ", expected one of " + known.map { "\"\($0)\"" }.joined(separator: ", ")
        faults.append(
            PipelineFault(
                entry.mark, "unknown key \"\(joined(path, entry.key))\"" + list + NearestName.hint(entry.key, in: known)))
    }

    private mutating func mismatch(_ node: YAMLNode, _ expected: String, _ path: String) {
        faults.append(
            PipelineFault(node.mark, "\(path.isEmpty ? "document" : path): \(node.kind) found, expected \(expected)"))
    }

    private func joined(_ path: String, _ key: String) -> String { path.isEmpty ? key : path + "." + key }
}
