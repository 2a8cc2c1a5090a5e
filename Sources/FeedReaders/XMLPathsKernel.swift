/// The element paths of a document as a tree, walked along with the parser.
///
/// libxml2 gives every name as a pointer into its dictionary, the same for the same name, so a step is a comparison of its
/// address with that of the child that came next the last time.
struct XMLPaths {
    /// More distinct paths than this are no table's.
    static let limit = 4096

    struct Node {
        var name: String
        /// The name's address in the parser's dictionary, once it was met.
        var address: UInt = 0
        var children: [Int] = []
        /// The child that will probably come next.
        var cursor = 0
        /// The batch's slot that the element's text fills, or -1.
        var slot = -1
        /// Attributes that fill slots.
        var attributes: [(name: String, slot: Int)] = []
        var isRecord = false
        /// Whether it was met below a record.
        var isMet = false
    }

    /// The first is the document itself.
    private(set) var nodes = [Node(name: "")]

    /// The node of a path from another one, made where it is missing.
    mutating func node(of path: Substring, from start: Int = 0) -> Int {
        var node = start
        for name in path.split(separator: "/") { node = child(String(name), of: node) }
        return node
    }

    subscript(index: Int) -> Node {
        _read { yield nodes[index] }
        _modify { yield &nodes[index] }
    }

    /// Steps down to a child.
    ///
    /// - Parameter name: called for a name that was not met here before.
    /// - Returns: `nil` where the document has more paths than any table's.
    @inline(__always)
    mutating func enter(_ address: UInt, from node: Int, name: () -> String) -> Int? {
        let cursor = nodes[node].cursor
        if cursor < nodes[node].children.count {
            let next = nodes[node].children[cursor]
            if nodes[next].address == address {
                nodes[node].cursor = cursor + 1
                return next
            }
        }
        return find(address, from: node, name)
    }

    private mutating func find(_ address: UInt, from node: Int, _ name: () -> String) -> Int? {
        for (place, next) in nodes[node].children.enumerated() where nodes[next].address == address {
            nodes[node].cursor = place + 1
            return next
        }
        if nodes.count >= Self.limit { return nil }
        let next = child(name(), of: node)
        nodes[next].address = address
        nodes[node].cursor = nodes[node].children.firstIndex(of: next)! + 1
        return next
    }

    private mutating func child(_ name: String, of node: Int) -> Int {
        if let found = nodes[node].children.first(where: { nodes[$0].name == name }) { return found }
        nodes.append(Node(name: name))
        nodes[node].children.append(nodes.count - 1)
        return nodes.count - 1
    }
}
