internal import Audits
internal import FeedReaders
internal import FuelEconomy
internal import Normalizers
internal import Platform
internal import Writers

/// A pipeline file, checked: what is read, how, and where the bundle goes.
public struct PipelineFile: Sendable {
    struct Feed: Sendable {
        var name: String
        var layout: Layout
        /// As it is given, already from the pipeline file's folder; or a URL.
        var file: String?
        var fetch = FetchPolicy()
        /// What became of it, once it has been fetched into ``file``.
        var fetched: Fetch?
        var entry: String?
        var constants: [Field: String]
        var limits: UnpackLimits
        /// The feed that should say the same: this one is only compared with it.
        var twinOf: String?
    }

    let path: String
    /// What was read, word for word.
    private(set) var texts: PipelineTexts
    public let name: String
    var feeds: [Feed]
    let naming: NamePolicy
    var nameBook = NameBook()
    /// The tree's, from the outermost to the options.
    let levels: [Catalog.Level]
    /// By rule id.
    let severities: [String: SeverityPolicy]
    var waivers: [Waiver] = []
    /// The accepted run that the pipeline names.
    let baseline: String?
    /// By rule id, instead of the rules' own.
    var limits: [String: Double]
    let shapes: Set<String>
    /// Whether large files of data get a twin in gzip.
    let packsFiles: Bool
    /// How many steps between catalogs the bundle keeps.
    let deltas: Int
    /// By file of the bundle.
    let budgets: [String: FileBudget]
    /// How it is published.
    private(set) var publishing = PublishPolicy()

    /// The names that `--input NAME=PATH` may use.
    public var feedNames: [String] { feeds.map(\.name) }

    /// Reads and checks a file.
    ///
    /// - Returns: the file, or every fault of it as text, each with line and column.
    /// - Throws: a ``RunFailure`` where the file cannot be read at all.
    public static func load(_ path: String) throws(RunFailure) -> Loaded {
        let text: [UInt8]
        do throws(RunError) {
            text = try contents(of: path)
        } catch {
            var error = error
            error.kind = .usage
            error.wayOut = "check the path of the pipeline file"
            throw RunFailure(error)
        }
        return load(text, path: path)
    }

    /// Reads and checks a file that is to be run.
    ///
    /// - Throws: a ``RunFailure`` that tells every fault of it.
    public static func sound(_ path: String) throws(RunFailure) -> PipelineFile {
        switch try load(path) {
        case .pipeline(let file): return file
        case .faults(let faults): throw RunFailure(faults: faults)
        }
    }

    /// Checks a text; `path` is what its own paths are relative to, and stands in messages.
    package static func load(_ text: [UInt8], path: String) -> Loaded {
        load(text, path: path) { (_, path) throws(RunError) in try contents(of: path) }
    }

    /// Checks a text whose files are wherever `files` finds them: it is told the name in the text, and the path.
    static func load(
        _ text: [UInt8], path: String, files: (_ name: String, _ path: String) throws(RunError) -> [UInt8]
    ) -> Loaded {
        let root: YAMLNode
        do throws(PipelineFault) {
            guard let node = try YAMLNode.parse(text) else {
                throw PipelineFault(
                    YAMLMark(line: 1, column: 1), "empty file, expected a pipeline", wayOut: "see pipelines/sample.yaml")
            }
            root = node
        } catch {
            return .faults([error.text(in: path)])
        }
        var checker = PipelineChecker()
        checker.check(root, is: .map(PipelineSchema.root(rules: RuleCatalogue.all)), at: "")
        var faults = checker.faults
        var file: PipelineFile?
        if faults.isEmpty { file = PipelineFile(root, text: text, path: path, faults: &faults) }
        var texts: [String] = []
        if file != nil { texts = file?.readNamedFiles(root, files, faults: &faults) ?? [] }
        guard let file, faults.isEmpty, texts.isEmpty else { return .faults(faults.texts(in: path) + texts) }
        return .pipeline(file)
    }

    /// Reads the files of decisions and of waivers.
    ///
    /// - Returns: every fault of them as text.
    private mutating func readNamedFiles(
        _ root: YAMLNode, _ read: (_ name: String, _ path: String) throws(RunError) -> [UInt8], faults: inout [PipelineFault]
    ) -> [String] {
        for entry in root["dedupe"]?["tiers"]?.entries ?? [] {
            guard let tier = MakeTier(rawValue: entry.key) else { continue }
            nameBook.tiers[tier] = entry.value.text.flatMap(TierPolicy.init)
        }
        var found: [String] = []
        for (key, files) in [
            ("dedupe.decisions", root["dedupe"]?["decisions"]), ("audit.waivers", root["audit"]?["waivers"]),
        ] {
            for name in files?.texts ?? [] {
                let file = Self.resolve(name, besides: path)
                do throws(RunError) {
                    let text = try read(name, file)
                    texts.files[name] = String(decoding: text, as: UTF8.self)
                    found +=
                        (key == "audit.waivers"
                        ? WaiverFile.read(text, name: name, into: &waivers)
                        : DecisionFile.read(text, name: name, into: &nameBook)).texts(in: file)
                } catch {
                    faults.append(
                        PipelineFault(
                            files!.mark, "\(key): \(error.text)",
                            wayOut: "check the path, from the pipeline file's folder"))
                }
            }
        }
        return found
    }

    private static func severity(_ node: YAMLNode) -> SeverityPolicy {
        if let text = node.text { return Severity(rawValue: text).map(SeverityPolicy.always) ?? .off }
        return .above(
            node.entries.compactMap { entry in
                guard let severity = Severity(rawValue: entry.key),
                    let threshold = entry.value.text.flatMap(SeverityPolicy.Threshold.init)
                else { return nil }
                return (severity, threshold)
            })
    }

    private static func namePolicy(_ node: YAMLNode?) -> NamePolicy {
        var policy: NamePolicy =
            switch node?.text {
            case "spelling": .spelling
            case "as-filed": .asFiled
            default: .evidence
            }
        for entry in node?.entries ?? [] {
            if let evidence = NameEvidence(rawValue: entry.key), let action = entry.value.text.flatMap(NameAction.init) {
                policy[evidence] = action
            }
        }
        return policy
    }

    /// A file that is named in the pipeline file at `path`. "pipelines/../out" is "out": what is printed should be what a
    /// person would write.
    private static func resolve(_ file: String, besides path: String) -> String {
        let base = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        if file.hasPrefix("/") || file == "-" || FeedURL.isWeb(file) { return file }
        if let path = FeedURL.localPath(file) { return path }
        var parts: [Substring] = []
        for part in (base + file).split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (base.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    public enum Loaded: Sendable {
        case pipeline(PipelineFile)
        /// Each with its place and the way out.
        case faults([String])
    }

    /// - Parameters:
    ///   - root: a document that the schema has nothing against.
    ///   - faults: what its keys say together that each alone does not.
    private init(_ root: YAMLNode, text: [UInt8], path: String, faults: inout [PipelineFault]) {
        self.path = path
        texts = PipelineTexts(
            name: path.split(separator: "/").last.map(String.init) ?? "", pipeline: String(decoding: text, as: UTF8.self))
        func resolved(_ file: String) -> String { Self.resolve(file, besides: path) }
        name = root["name"]?.text ?? ""
        var feeds: [Feed] = []
        for entry in root["feeds"]?.entries ?? [] {
            let limits = entry.value["limits"]
            var layout: Layout
            if let declared = entry.value["layout"], case .map = declared {
                layout = LayoutDeclaration.layout(declared, feed: entry.key, faults: &faults)
            } else {
                let id = entry.value["layout"]?.text
                layout = Layout.all.first { $0.id == id }!
            }
            if let encoding = entry.value["encoding"]?.text { layout.encoding = encoding }
            var constants: [Field: String] = [:]
            for constant in entry.value["constants"]?.entries ?? [] {
                let field = Field.allCases.first { $0.key == constant.key }!
                constants[field] = constant.value.text
                if layout.columns.contains(where: { $0.field == field }) {
                    faults.append(
                        PipelineFault(
                            constant.mark, "constant \"\(constant.key)\" found, which layout \"\(layout.id)\" reads",
                            wayOut: "leave it to the feed"))
                }
                if case .number = field.kind, constant.value.decimal == nil {
                    faults.append(
                        PipelineFault(
                            constant.value.mark, "\(constant.key): \(constant.value.kind) found, expected a number"))
                }
            }
            if let file = entry.value["file"] {
                do throws(FeedURL.Fault) {
                    _ = try FeedURL(file.text ?? "")
                } catch {
                    faults.append(PipelineFault(file.mark, "file: " + error.message, wayOut: error.wayOut))
                }
            }
            feeds.append(
                Feed(
                    name: entry.key, layout: layout, file: entry.value["file"]?.text.map(resolved),
                    fetch: FetchPolicy(entry.value["fetch"], resolved: resolved, faults: &faults),
                    entry: entry.value["entry"]?.text, constants: constants,
                    limits: UnpackLimits(
                        size: limits?["unpacked-size"]?.number ?? UnpackLimits.standard.size,
                        ratio: limits?["ratio"]?.number ?? UnpackLimits.standard.ratio),
                    twinOf: entry.value["twin-of"]?.text))
            Self.compare(feeds, at: entry.mark, &faults)
            if let twin = entry.value["twin-of"] { Self.requireTwin(twin, feeds, &faults) }
        }
        if !feeds.contains(where: { $0.layout.role == .vehicles && $0.twinOf == nil }) {
            faults.append(
                PipelineFault(
                    root["feeds"]?.mark ?? root.mark, "no feed of vehicles found, only of details about them",
                    wayOut: "add the feed that lists the vehicles"))
        }
        self.feeds = feeds
        naming = Self.namePolicy(root["dedupe"]?["names"])
        levels = TreeDeclaration.levels(root["tree"]?["levels"], faults: &faults)
        severities = Dictionary(
            uniqueKeysWithValues: (root["audit"]?["severity"]?.entries ?? []).map { ($0.key, Self.severity($0.value)) })
        baseline = root["audit"]?["baseline"]?.text.map(resolved)
        limits = Dictionary(
            uniqueKeysWithValues: (root["audit"]?["limits"]?.entries ?? []).compactMap { entry in
                entry.value.decimal.map { (entry.key, $0) }
            })
        shapes = WriteDeclaration.shapes(root["write"], of: levels, faults: &faults)
        packsFiles = root["publish"]?["gzip"]?.text == "true"
        deltas = root["publish"]?["deltas"]?.text.flatMap { Int($0) } ?? 0
        budgets = WriteDeclaration.budgets(root["publish"]?["budgets"], of: shapes, faults: &faults)
        publishing = PublishDeclaration.policy(
            root, shapes: shapes, severities: severities, budgets: budgets, resolve: resolved, faults: &faults)
    }

    /// A twin stands behind a feed of its kind that is none itself. Vehicles and details have no fact in common.
    private static func requireTwin(_ node: YAMLNode, _ feeds: [Feed], _ faults: inout [PipelineFault]) {
        let name = node.text ?? ""
        guard let role = feeds.last?.layout.role else { return }
        let others = feeds.dropLast().filter { $0.layout.role == role && $0.twinOf == nil }.map(\.name)
        if others.contains(name) { return }
        faults.append(
            PipelineFault(
                node.mark,
                "twin-of: \"\(name)\" found, expected a feed of \(role) above" + NearestName.hint(name, in: others),
                wayOut: "a twin and the feed that it repeats are both of vehicles, or both of details, which have other "
                    + "facts; name the feed that the bundle is made of")
        )
    }

    /// Figures of unlike units, fuels or test cycles may not stand under one name: nobody could compare them, and somebody
    /// would.
    private static func compare(_ feeds: [Feed], at mark: YAMLMark, _ faults: inout [PipelineFault]) {
        guard let last = feeds.last, last.layout.role == .vehicles else { return }
        for feed in feeds.dropLast() where feed.layout.role == .vehicles {
            let (before, after) = (feed.layout.quantities, last.layout.quantities)
            for field in Field.allCases {
                guard let a = before[field], let b = after[field], a != b else { continue }
                faults.append(
                    PipelineFault(
                        mark,
                        "feed \"\(last.name)\": \(field.key) is \(b), but of feed \"\(feed.name)\" it is \(a)",
                        wayOut: "give each of them a pipeline and a bundle of its own"))
            }
        }
    }
}
