/// The element paths of a document as a tree, walked along with the parser.
///
/// libxml2 gives every name as a pointer into its dictionary, the same for the same name, so a step is a comparison of its
/// address with that of the element that followed here the last time.
@safe struct XMLPaths: ~Copyable {
    /// More distinct paths than this are no table's.
    static let limit = 4096

    /// What every step looks at.
    struct Node {
        /// The name's address in the parser's dictionary, once it was met.
        var address: UInt = 0
        /// The sibling that will probably follow, and the child that will probably come first; 0 where there is none yet.
        var following = 0
        var leading = 0
        /// The child that was entered last, or 0.
        var last = 0
        /// The batch's slot that the element's text fills, or -1.
        var slot = -1
        var isRecord = false
        var hasAttributes = false
        /// Whether it was met below a record.
        var isMet = false
    }

    /// The first is the document itself, which is no element's child. Behind a pointer, because each element of a document
    /// changes some of them.
    let nodes: UnsafeMutablePointer<Node>
    private(set) var count = 1
    private(set) var names = [""]
    private(set) var children: [[Int]] = [[]]

    init() {
        unsafe nodes = .allocate(capacity: Self.limit + 1)
        unsafe nodes.initialize(to: Node())
    }

    deinit { unsafe nodes.deallocate() }

    /// The node of a path from another one, made where it is missing.
    mutating func node(of path: Substring, from start: Int = 0) -> Int {
        var node = start
        for name in path.split(separator: "/") { node = child(String(name), of: node) }
        return node
    }

    /// Steps down to a child.
    ///
    /// - Parameter name: called for a name that was not met here before.
    /// - Returns: `nil` where the document has more paths than any table's.
    @inline(__always)
    mutating func enter(_ address: UInt, from node: Int, name: () -> String) -> Int? {
        let last = unsafe nodes[node].last
        let predicted = unsafe last == 0 ? nodes[node].leading : nodes[last].following
        if unsafe nodes[predicted].address == address {
            unsafe nodes[node].last = predicted
            unsafe nodes[predicted].last = 0
            return predicted
        }
        return find(address, from: node, name)
    }

    private mutating func find(_ address: UInt, from node: Int, _ name: () -> String) -> Int? {
        var known = children[node].first { unsafe nodes[$0].address == address }
        if known == nil {
            if count >= Self.limit { return nil }
            known = child(name(), of: node)
        }
        guard let found = known else { return nil }
        unsafe nodes[found].address = address
        let last = unsafe nodes[node].last
        if last == 0 { unsafe nodes[node].leading = found } else { unsafe nodes[last].following = found }
        unsafe nodes[node].last = found
        unsafe nodes[found].last = 0
        return found
    }

    private mutating func child(_ name: String, of node: Int) -> Int {
        if let found = children[node].first(where: { names[$0] == name }) { return found }
        precondition(count <= Self.limit, "there is room for a layout's own paths")
        unsafe (nodes + count).initialize(to: Node())
        names.append(name)
        children.append([])
        children[node].append(count)
        count += 1
        return count - 1
    }
}
