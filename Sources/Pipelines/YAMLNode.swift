internal import CLibYAML

/// A place in a pipeline file, both from 1.
struct YAMLMark: Sendable, Hashable {
    var line: Int
    var column: Int
}

/// A YAML document as a tree, each node with its place. libyaml reads it.
indirect enum YAMLNode: Sendable {
    case scalar(String, YAMLMark)
    case list([YAMLNode], YAMLMark)
    /// In the order of the file; keys are scalars.
    case map([Entry], YAMLMark)

    struct Entry: Sendable {
        var key: String
        var mark: YAMLMark
        var value: YAMLNode
    }

    var mark: YAMLMark {
        switch self {
        case .scalar(_, let mark), .list(_, let mark), .map(_, let mark): mark
        }
    }

    /// What it is, for messages.
    var kind: String {
        switch self {
        case .scalar(let text, _): text.isEmpty ? "nothing" : "\"\(text)\""
        case .list: "a list"
        case .map: "a map"
        }
    }

    /// - Returns: `nil` for an empty document.
    /// - Throws: a ``PipelineFault`` at the first place that is no YAML, or YAML that a pipeline file has no use for
    ///   (anchors, several documents, keys that are no words).
    static func parse(_ text: [UInt8]) throws(PipelineFault) -> YAMLNode? {
        var reader = YAMLReader()
        return try reader.document(text)
    }
}

/// Turns libyaml's events into nodes.
@safe private struct YAMLReader {
    private enum Event {
        case scalar(String, isAnchored: Bool)
        case listStart, listEnd, mapStart, mapEnd
        case alias, documentStart, end, other
    }

    private static let depthLimit = 32
    private var parser = unsafe yaml_parser_t()

    mutating func document(_ text: [UInt8]) throws(PipelineFault) -> YAMLNode? {
        guard unsafe yaml_parser_initialize(&parser) == 1 else {
            throw PipelineFault(YAMLMark(line: 1, column: 1), "no memory for the YAML reader")
        }
        defer { unsafe yaml_parser_delete(&parser) }
        var root: YAMLNode?
        var fault: PipelineFault?
        // The text must stay where it is while libyaml reads it.
        unsafe text.withUnsafeBufferPointer { buffer in
            unsafe yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            do throws(PipelineFault) { root = try nodes() } catch { fault = error }
        }
        if let fault { throw fault }
        return root
    }

    private mutating func nodes() throws(PipelineFault) -> YAMLNode? {
        var root: YAMLNode?
        while true {
            let (event, mark) = try next()
            switch event {
            case .end: return root
            case .documentStart, .other: continue
            default:
                if root != nil {
                    throw PipelineFault(mark, "second document found, expected one", wayOut: "remove the \"---\" line")
                }
                root = try node(event, mark, depth: 0)
            }
        }
    }

    private mutating func node(_ event: Event, _ mark: YAMLMark, depth: Int) throws(PipelineFault) -> YAMLNode {
        guard depth < Self.depthLimit else { throw PipelineFault(mark, "nested more than \(Self.depthLimit) levels deep") }
        switch event {
        case .scalar(let text, false): return .scalar(text, mark)
        case .listStart:
            var items: [YAMLNode] = []
            while true {
                let (event, place) = try next()
                if case .listEnd = event { return .list(items, mark) }
                items.append(try node(event, place, depth: depth + 1))
            }
        case .mapStart:
            var entries: [YAMLNode.Entry] = []
            while true {
                let (event, place) = try next()
                if case .mapEnd = event { return .map(entries, mark) }
                guard case .scalar(let key, false) = event else {
                    throw PipelineFault(place, "key that is no word found, expected a key")
                }
                let (valueEvent, valuePlace) = try next()
                entries.append(
                    YAMLNode.Entry(key: key, mark: place, value: try node(valueEvent, valuePlace, depth: depth + 1)))
            }
        default:
            throw PipelineFault(
                mark, "anchor or alias found, expected plain YAML", wayOut: "write the value out where it is used")
        }
    }

    private mutating func next() throws(PipelineFault) -> (Event, YAMLMark) {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(&parser, &event) == 1 else {
            let mark = unsafe YAMLMark(line: Int(parser.problem_mark.line) + 1, column: Int(parser.problem_mark.column) + 1)
            let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "no YAML"
            throw PipelineFault(mark, problem, wayOut: "check the indentation and the colons around this place")
        }
        defer { unsafe yaml_event_delete(&event) }
        let mark = unsafe YAMLMark(line: Int(event.start_mark.line) + 1, column: Int(event.start_mark.column) + 1)
        let kind: Event =
            switch unsafe event.type {
            case YAML_SCALAR_EVENT:
                unsafe .scalar(
                    String(
                        decoding: UnsafeBufferPointer(
                            start: event.data.scalar.value, count: Int(event.data.scalar.length)), as: UTF8.self),
                    isAnchored: event.data.scalar.anchor != nil)
            case YAML_SEQUENCE_START_EVENT: unsafe event.data.sequence_start.anchor == nil ? .listStart : .alias
            case YAML_SEQUENCE_END_EVENT: .listEnd
            case YAML_MAPPING_START_EVENT: unsafe event.data.mapping_start.anchor == nil ? .mapStart : .alias
            case YAML_MAPPING_END_EVENT: .mapEnd
            case YAML_ALIAS_EVENT: .alias
            case YAML_DOCUMENT_START_EVENT: .documentStart
            case YAML_STREAM_END_EVENT: .end
            default: .other
            }
        return (kind, mark)
    }
}
