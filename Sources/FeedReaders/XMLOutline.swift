internal import CLibXML2

/// The elements of a document's first bytes, for guessing which of them are records.
@safe struct XMLOutline: ~Copyable {
    private var paths = XMLPaths()
    private var counts = [0]
    private var stack = [0]

    /// - Parameter text: may end anywhere.
    init(_ text: [UInt8]) {
        xmlInitParser()
        var handlers = unsafe xmlSAXHandler()
        unsafe handlers.initialized = XML_SAX2_MAGIC
        unsafe handlers.startElementNs = { data, name, _, _, _, _, _, _, _ in
            unsafe data!.assumingMemoryBound(to: XMLOutline.self).pointee.start(name!)
        }
        unsafe handlers.endElementNs = { data, _, _, _ in
            unsafe data!.assumingMemoryBound(to: XMLOutline.self).pointee.end()
        }
        unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
        defer { xmlSetStructuredErrorFunc(nil, nil) }
        var outline = self
        unsafe withUnsafeMutablePointer(to: &outline) { outline in
            guard let parser = unsafe xmlCreatePushParserCtxt(&handlers, outline, nil, 0, nil) else { return }
            defer { unsafe xmlFreeParserCtxt(parser) }
            unsafe xmlCtxtUseOptions(parser, Int32(XML_PARSE_NONET.rawValue))
            _ = unsafe text.withUnsafeBytes {
                unsafe xmlParseChunk(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), 0)
            }
        }
        self = outline
    }

    private mutating func start(_ name: UnsafePointer<xmlChar>) {
        let entered = paths.enter(UInt(bitPattern: name), from: stack.last!) { unsafe String(cString: name) }
        let node = entered ?? stack.last!
        while counts.count < paths.count { counts.append(0) }
        counts[node] += 1
        stack.append(node)
    }

    private mutating func end() {
        if stack.count > 1 { stack.removeLast() }
    }

    var root: String? { paths.children[0].first.map { paths.names[$0] } }

    /// The first of some paths that the document has, or the outermost element that occurs again and again and has elements
    /// inside, or the root.
    func record(preferring known: [String]) -> (path: String, columns: [String])? {
        guard let root = paths.children[0].first else { return nil }
        for path in known {
            if let node = self.node(of: path) { return (path, columns(of: node)) }
        }
        var level: [(node: Int, path: String)] = [(root, paths.names[root])]
        while !level.isEmpty {
            if let found = level.first(where: { counts[$0.node] > 1 && !paths.children[$0.node].isEmpty }) {
                return (found.path, columns(of: found.node))
            }
            level = level.flatMap { parent in
                paths.children[parent.node].map { ($0, parent.path + "/" + paths.names[$0]) }
            }
        }
        return paths.children[root].isEmpty ? nil : (paths.names[root], columns(of: root))
    }

    private func node(of path: String) -> Int? {
        var node = 0
        for name in path.split(separator: "/") {
            guard let next = paths.children[node].first(where: { paths.names[$0] == name }) else { return nil }
            node = next
        }
        return node
    }

    /// The paths below a node that have no elements inside.
    private func columns(of node: Int, below path: String = "") -> [String] {
        paths.children[node].flatMap { child in
            let path = path.isEmpty ? paths.names[child] : path + "/" + paths.names[child]
            return paths.children[child].isEmpty ? [path] : columns(of: child, below: path)
        }
    }
}
