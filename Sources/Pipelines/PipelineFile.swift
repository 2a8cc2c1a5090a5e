internal import FuelEconomy
internal import FeedReaders
internal import Normalizers
internal import Platform

/// A pipeline file, checked: what is read, how, and where the bundle goes.
public struct PipelineFile: Sendable {
    struct Feed: Sendable {
        var name: String
        var layout: Layout
        /// As it is given, already from the pipeline file's folder.
        var file: String?
        var limits: UnpackLimits
    }

    let path: String
    public let name: String
    let feeds: [Feed]
    let mergesNames: Bool
    /// By rule id; `nil` inside turns the rule off.
    let severities: [String: Severity?]
    let shapes: Set<String>
    let folder: String?
    let failOn: Severity

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
        if !checker.faults.isEmpty {
            let sorted = checker.faults.sorted { ($0.mark.line, $0.mark.column) < ($1.mark.line, $1.mark.column) }
            return .faults(sorted.map { $0.text(in: path) })
        }
        return .pipeline(PipelineFile(root, path: path))
    }

    public enum Loaded: Sendable {
        case pipeline(PipelineFile)
        /// Each with its place and the way out.
        case faults([String])
    }

    /// - Parameter root: a document that the schema has nothing against.
    private init(_ root: YAMLNode, path: String) {
        self.path = path
        let slash = path.lastIndex(of: "/")
        let base = slash.map { String(path[...$0]) } ?? ""
        func resolved(_ file: String) -> String {
            if file.hasPrefix("/") || file == "-" { return file }
            // "pipelines/../out" is "out": what is printed should be what a person would write.
            var parts: [Substring] = []
            for part in (base + file).split(separator: "/") where part != "." {
                if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
            }
            return (base.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
        }
        name = root["name"]?.text ?? ""
        feeds = (root["feeds"]?.entries ?? []).map { entry in
            let layout = entry.value["layout"]?.text
            let limits = entry.value["limits"]
            return Feed(
                name: entry.key, layout: Layout.all.first { $0.id == layout }!,
                file: entry.value["file"]?.text.map(resolved),
                limits: UnpackLimits(
                    size: limits?["unpacked-size"]?.number ?? UnpackLimits.standard.size,
                    ratio: limits?["ratio"]?.number ?? UnpackLimits.standard.ratio))
        }
        mergesNames = root["dedupe"]?["names"]?.text != "as-filed"
        severities = Dictionary(
            uniqueKeysWithValues: (root["audit"]?["severity"]?.entries ?? []).map {
                ($0.key, $0.value.text.flatMap(Severity.init))
            })
        if case .list(let items, _) = root["write"] {
            shapes = Set(items.compactMap(\.text))
        } else {
            shapes = Set(PipelineSchema.shapes)
        }
        folder = root["publish"]?["folder"]?.text.map(resolved)
        failOn = root["publish"]?["fail-on"]?.text.flatMap(Severity.init) ?? .error
    }
}

extension YAMLNode {
    fileprivate subscript(key: String) -> YAMLNode? { entries.first { $0.key == key }?.value }
    fileprivate var entries: [Entry] { if case .map(let entries, _) = self { entries } else { [] } }
    fileprivate var text: String? { if case .scalar(let text, _) = self { text } else { nil } }
    fileprivate var number: Int? { text.flatMap { Int($0) } }
}
