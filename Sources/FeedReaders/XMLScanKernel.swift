internal import CLibXML2
internal import FuelEconomy

/// What libxml2's events build: batches of records. Lives behind a pointer, which the C callbacks get.
@safe struct XMLScan {
    /// Why parsing was stopped by us; each with line and column.
    enum Fault {
        case declaration(Int, Int)
        case depth(Int, Int)
        case text(Int, Int, name: String)
        case paths(Int, Int)
    }

    /// What libxml2 says is wrong.
    struct Said {
        var message: String
        var line: Int
        var column: Int
        /// Whether there was no more text.
        var isEnd: Bool
    }

    var parser: xmlParserCtxtPtr?
    var paths = XMLPaths()
    let records: [String]
    private let columnCount: Int
    private let stride: Int
    private let names: [String]

    var full: [RecordBatch] = []
    private(set) var fault: Fault?
    private(set) var said: Said?
    private(set) var hasRecords = false
    /// The node of the document's root element.
    private(set) var root: Int?

    private var stack: [(node: Int, line: Int)] = []
    private var bytes: [UInt8] = []
    private var batch: RecordBatch
    /// The depth of the record element that is open, or 0.
    private var recordDepth = 0
    private var recordStart = 0
    /// The slot whose text is being collected, or -1, and where its text begins.
    private var slot = -1
    private var slotStart = 0
    private var slotDepth = 0
    /// By slot: the number of the record that last filled it.
    private var filled: [Int]
    /// Slots that have the value of another one.
    private var copies: [(from: Int, to: Int)] = []
    /// By node: the attributes that fill slots.
    private var wantedAttributes: [Int: [(name: String, slot: Int)]] = [:]
    private var recordNumber = 0
    private var textLength = 0

    init(_ form: FeedForm.XML, _ columns: WantedColumns, stride: Int) {
        records = form.records
        columnCount = columns.names.count
        names = columns.names.map { $0[0] }
        self.stride = stride
        batch = RecordBatch(bytes: [], columnCount: columnCount, stride: stride)
        filled = Array(repeating: -1, count: columnCount)
        for path in form.records {
            let record = paths.node(of: path[...])
            paths.nodes[record].isRecord = true
            for (slot, names) in columns.names.enumerated() {
                for name in names {
                    var steps = name.split(separator: "/")
                    if let last = steps.last, last.hasPrefix("@") {
                        steps.removeLast()
                        let node = paths.node(of: steps.joined(separator: "/")[...], from: record)
                        paths.nodes[node].hasAttributes = true
                        wantedAttributes[node, default: []].append((String(last.dropFirst()), slot))
                    } else {
                        // Several layout columns may read one element; the others copy what the first one got.
                        let node = paths.node(of: name[...], from: record)
                        let taken = paths.nodes[node].slot
                        if taken < 0 {
                            paths.nodes[node].slot = slot
                        } else if taken != slot {
                            copies.append((taken, slot))
                        }
                    }
                }
            }
        }
    }

    /// The innermost element that is open.
    var unclosed: (name: String, line: Int)? {
        stack.last.map { (paths.names[$0.node], $0.line) }
    }

    // MARK: Events

    @inline(__always)
    mutating func start(
        _ name: UnsafePointer<xmlChar>, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) {
        let parent = stack.last?.node ?? 0
        guard stack.count < XMLReader.depthLimit else { return stop(.depth(line, column)) }
        let entered = paths.enter(UInt(bitPattern: name), from: parent) { unsafe String(cString: name) }
        guard let node = entered else { return stop(.paths(line, column)) }
        if stack.isEmpty { root = node }
        stack.append((node, line))
        if recordDepth > 0 {
            paths.nodes[node].isMet = true
            if slot >= 0 { pause() }
            let wanted = paths.nodes[node].slot
            if wanted >= 0 { open(wanted) }
        } else if paths.nodes[node].isRecord {
            beginRecord()
        }
        if count > 0, recordDepth > 0, paths.nodes[node].hasAttributes { unsafe read(attributes, count, of: node) }
    }

    @inline(__always)
    mutating func end() {
        if slot >= 0, slotDepth == stack.count { close() }
        if recordDepth > 0, recordDepth == stack.count { endRecord() }
        if !stack.isEmpty { stack.removeLast() }
        textLength = 0
    }

    @inline(__always)
    mutating func text(_ text: UnsafePointer<xmlChar>, _ count: Int) {
        textLength += count
        if textLength > XMLReader.textLimit {
            return stop(.text(line, column, name: stack.last.map { paths.names[$0.node] } ?? ""))
        }
        if slot >= 0, slotDepth == stack.count {
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
        }
    }

    mutating func declaration() { stop(.declaration(line, column)) }

    mutating func say(_ error: xmlErrorPtr) {
        guard said == nil, unsafe error.pointee.level == XML_ERR_FATAL else { return }
        var message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "unknown fault"
        while message.last?.isWhitespace == true { message.removeLast() }
        message = String(message.prefix(200))
        unsafe said = Said(
            message: message.prefix(1).lowercased() + message.dropFirst(), line: Int(error.pointee.line),
            column: Int(error.pointee.int2), isEnd: isAtEnd || error.pointee.code == XML_ERR_DOCUMENT_END.rawValue)
    }

    private mutating func stop(_ fault: Fault) {
        if self.fault == nil { self.fault = fault }
        unsafe xmlStopParser(parser)
    }

    private var isAtEnd: Bool {
        guard let input = unsafe parser!.pointee.input else { return false }
        return unsafe input.pointee.end - input.pointee.cur <= 1
    }

    private var line: Int { unsafe Int(parser!.pointee.input?.pointee.line ?? 0) }
    private var column: Int { unsafe Int(parser!.pointee.input?.pointee.col ?? 0) }

    // MARK: Records

    private mutating func beginRecord() {
        recordDepth = stack.count
        hasRecords = true
        recordNumber += 1
        recordStart = bytes.count
        // libxml2 stands behind the tag's name or attributes. Back to its "<", which cannot stand inside a tag.
        let input = unsafe parser!.pointee.input!.pointee
        var at = unsafe input.cur!
        var lines = 0
        while unsafe at > input.base, unsafe at.pointee != UInt8(ascii: "<") {
            unsafe at -= 1
            if unsafe at.pointee == UInt8(ascii: "\n") { lines += 1 }
        }
        let length = unsafe input.cur - at
        let byte = unsafe Int(input.consumed) + (at - input.base)
        batch.lines.append(UInt32(truncatingIfNeeded: line - lines))
        batch.places.append(RecordBatch.Place(column: lines == 0 ? max(1, column - length) : 1, byte: byte))
    }

    private mutating func endRecord() {
        for (from, to) in copies {
            batch.fields[to * stride + batch.recordCount] = batch.fields[from * stride + batch.recordCount]
        }
        batch.records.append(FieldRange(start: UInt32(recordStart), end: UInt32(bytes.count)))
        batch.recordCount += 1
        batch.tally.read += 1
        recordDepth = 0
        if batch.recordCount == stride || bytes.count > 1 << 20 { flush() }
    }

    private mutating func open(_ wanted: Int) {
        if filled[wanted] == recordNumber {
            batch.anomalies.append(
                RecordBatch.Anomaly(
                    rule: ReaderRules.repeatedElement, line: UInt32(truncatingIfNeeded: line), record: batch.recordCount,
                    raw: FieldRange(start: UInt32(recordStart), end: UInt32(bytes.count)), column: nil,
                    values: [FindingValue("column", names[wanted])]))
            return
        }
        filled[wanted] = recordNumber
        slot = wanted
        slotStart = bytes.count
        slotDepth = stack.count
    }

    /// Text that goes on behind a child element is read no more: a value has no elements inside.
    private mutating func pause() { close() }

    private mutating func close() {
        batch.fields[slot * stride + batch.recordCount] = FieldRange(start: UInt32(slotStart), end: UInt32(bytes.count))
        bytes.append(0x20)
        slot = -1
    }

    private mutating func read(
        _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int, of node: Int
    ) {
        for index in 0..<count {
            // Name, prefix, namespace, and where the value begins and ends.
            guard let attributes = unsafe attributes, let name = unsafe attributes[index * 5],
                let start = unsafe attributes[index * 5 + 3], let end = unsafe attributes[index * 5 + 4]
            else { continue }
            let wanted = wantedAttributes[node]?.first { unsafe $0.name == String(cString: name) }
            guard let wanted, filled[wanted.slot] != recordNumber else { continue }
            filled[wanted.slot] = recordNumber
            let first = UInt32(bytes.count)
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start))
            batch.fields[wanted.slot * stride + batch.recordCount] = FieldRange(start: first, end: UInt32(bytes.count))
            bytes.append(0x20)
        }
    }

    private mutating func flush() {
        bytes.append(contentsOf: repeatElement(0, count: RecordBatch.padding))
        batch.bytes = bytes
        batch.names = names
        full.append(batch)
        bytes.removeAll(keepingCapacity: true)
        batch = RecordBatch(bytes: [], columnCount: columnCount, stride: stride)
    }

    mutating func takeRest() -> RecordBatch? {
        if batch.recordCount == 0 { return nil }
        flush()
        return full.removeFirst()
    }

    // MARK: What was met

    /// Slots that some record filled.
    var metSlots: Set<Int> {
        let met = Set(filled.indices.filter { filled[$0] >= 0 })
        return met.union(copies.filter { met.contains($0.from) }.map(\.to))
    }

    /// The paths below records that were met, in the order of the document.
    var seen: [String] {
        var seen: [String] = []
        func visit(_ node: Int, _ path: String) {
            for child in paths.children[node] where paths.nodes[child].isMet {
                let below = path.isEmpty ? paths.names[child] : path + "/" + paths.names[child]
                if !seen.contains(below) { seen.append(below) }
                visit(child, below)
            }
        }
        for node in paths.nodes.indices where paths.nodes[node].isRecord { visit(node, "") }
        return seen
    }
}

/// The callbacks, each of which finds its scan behind libxml2's user data.
func xmlScanHandlers() -> xmlSAXHandler {
    var handlers = unsafe xmlSAXHandler()
    unsafe handlers.initialized = XML_SAX2_MAGIC
    unsafe handlers.startElementNs = { data, name, _, _, _, _, count, _, attributes in
        unsafe data!.assumingMemoryBound(to: XMLScan.self).pointee.start(name!, attributes: attributes, count: Int(count))
    }
    unsafe handlers.endElementNs = { data, _, _, _ in
        unsafe data!.assumingMemoryBound(to: XMLScan.self).pointee.end()
    }
    unsafe handlers.characters = { data, text, count in
        unsafe data!.assumingMemoryBound(to: XMLScan.self).pointee.text(text!, Int(count))
    }
    unsafe handlers.ignorableWhitespace = handlers.characters
    unsafe handlers.cdataBlock = handlers.characters
    unsafe handlers.internalSubset = { data, _, _, _ in
        unsafe data!.assumingMemoryBound(to: XMLScan.self).pointee.declaration()
    }
    unsafe handlers.serror = { data, error in
        if let error = unsafe error { unsafe data!.assumingMemoryBound(to: XMLScan.self).pointee.say(error) }
    }
    return unsafe handlers
}
