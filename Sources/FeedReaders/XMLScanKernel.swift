internal import CLibXML2
internal import FuelEconomy

/// What libxml2's events build: batches of records. Lives behind a pointer, which the C callbacks get.
@safe struct XMLScan: ~Copyable {
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
    private let watchedLine: UInt32

    private let send: (RecordBatch) -> Bool
    /// Whether the receiver has gone.
    private(set) var isUnwanted = false
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

    init(
        _ form: FeedForm.XML, _ columns: WantedColumns, stride: Int, watching line: UInt32,
        send: @escaping (RecordBatch) -> Bool
    ) {
        self.send = send
        watchedLine = line
        records = form.records
        columnCount = columns.names.count
        names = columns.names.map { $0[0] }
        self.stride = stride
        batch = RecordBatch(bytes: [], columnCount: columnCount, stride: stride)
        filled = Array(repeating: -1, count: columnCount)
        for path in form.records {
            let record = paths.node(of: path[...])
            unsafe paths.nodes[record].isRecord = true
            for (slot, names) in columns.names.enumerated() {
                for name in names {
                    var steps = name.split(separator: "/")
                    if let last = steps.last, last.hasPrefix("@") {
                        steps.removeLast()
                        let node = paths.node(of: steps.joined(separator: "/")[...], from: record)
                        unsafe paths.nodes[node].hasAttributes = true
                        wantedAttributes[node, default: []].append((String(last.dropFirst()), slot))
                    } else {
                        // Several layout columns may read one element; the others copy what the first one got.
                        let node = paths.node(of: name[...], from: record)
                        let taken = unsafe paths.nodes[node].slot
                        if taken < 0 {
                            unsafe paths.nodes[node].slot = slot
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
    mutating func start(_ name: UnsafePointer<xmlChar>, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        let parent = stack.last?.node ?? 0
        guard stack.count < XMLReader.depthLimit else { return stop(.depth(line, column)) }
        let entered = paths.enter(UInt(bitPattern: name), from: parent) {
            // A prefix only says where a name comes from.
            unsafe String(String(cString: name).split(separator: ":").last ?? "")
        }
        guard let node = entered else { return stop(.paths(line, column)) }
        if stack.isEmpty { root = node }
        stack.append((node, line))
        if recordDepth > 0 {
            if unsafe !paths.nodes[node].isMet { unsafe paths.nodes[node].isMet = true }
            // Text that goes on behind a child element is read no more: a value has no elements inside.
            if slot >= 0 { close() }
            let wanted = unsafe paths.nodes[node].slot
            if wanted >= 0 { open(wanted) }
        } else if unsafe paths.nodes[node].isRecord {
            beginRecord()
        }
        if let attributes = unsafe attributes, recordDepth > 0, unsafe paths.nodes[node].hasAttributes {
            unsafe read(attributes, of: node)
        }
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

    /// The first fault counts. The parser may not be stopped from here, in the middle of its buffers; it is given no more text.
    mutating func say(_ error: xmlErrorPtr) {
        guard said == nil, unsafe error.pointee.level == XML_ERR_FATAL else { return }
        var message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "unknown fault"
        while message.last?.isWhitespace == true { message.removeLast() }
        message = String(message.prefix(200))
        unsafe said = Said(
            message: message.prefix(1).lowercased() + message.dropFirst(),
            line: error.pointee.line > 0 ? Int(error.pointee.line) : line,
            column: error.pointee.line > 0 ? Int(error.pointee.int2) : column,
            isEnd: isAtEnd || error.pointee.code == XML_ERR_DOCUMENT_END.rawValue)
    }

    private mutating func stop(_ fault: Fault) {
        if self.fault == nil { self.fault = fault }
        unsafe xmlStopParser(parser)
    }

    /// What libxml2 is reading; nothing before it has begun.
    private var input: xmlParserInputPtr? { unsafe parser?.pointee.input }
    private var isAtEnd: Bool {
        guard let input = unsafe input else { return false }
        return unsafe input.pointee.end - input.pointee.cur <= 1
    }
    private var line: Int { unsafe Int(input?.pointee.line ?? 1) }
    private var column: Int { unsafe Int(input?.pointee.col ?? 1) }
    /// Of what was read so far; a line that has nothing on it is none yet.
    var lineCount: Int { column > 1 ? line : line - 1 }

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
        batch.places.append(RecordBatch.Place(column: lines == 0 ? max(1, column - length) : 1, byte: byte, end: byte))
    }

    private mutating func endRecord() {
        for (from, to) in copies {
            batch.fields[to * stride + batch.recordCount] = batch.fields[from * stride + batch.recordCount]
        }
        let raw = FieldRange(start: UInt32(recordStart), end: UInt32(bytes.count))
        batch.records.append(raw)
        let input = unsafe parser!.pointee.input!.pointee
        batch.places[batch.recordCount].end = unsafe Int(input.consumed) + (input.cur - input.base)
        let first = batch.lines[batch.recordCount]
        let last = UInt32(truncatingIfNeeded: line)
        if watchedLine >= first, watchedLine <= last {
            batch.sightings.append(RecordBatch.Sighting(.record(batch.recordCount), lines: first...last, raw: raw))
        }
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

    private mutating func close() {
        batch.fields[slot * stride + batch.recordCount] = FieldRange(start: UInt32(slotStart), end: UInt32(bytes.count))
        bytes.append(0x20)
        slot = -1
    }

    /// - Parameter attributes: name, value, name, value and so on, then nothing.
    private mutating func read(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>, of node: Int) {
        var place = 0
        while let name = unsafe attributes[place], let value = unsafe attributes[place + 1] {
            place += 2
            let wanted = wantedAttributes[node]?.first { unsafe $0.name == String(cString: name) }
            guard let wanted, filled[wanted.slot] != recordNumber else { continue }
            filled[wanted.slot] = recordNumber
            let first = UInt32(bytes.count)
            unsafe bytes.append(contentsOf: String(cString: value).utf8)
            batch.fields[wanted.slot * stride + batch.recordCount] = FieldRange(start: first, end: UInt32(bytes.count))
            bytes.append(0x20)
        }
    }

    private mutating func flush() {
        bytes.append(contentsOf: repeatElement(0, count: RecordBatch.padding))
        batch.bytes = bytes
        batch.names = names
        if !send(batch) {
            isUnwanted = true
            unsafe xmlStopParser(parser)
        }
        bytes.removeAll(keepingCapacity: true)
        batch = RecordBatch(bytes: [], columnCount: columnCount, stride: stride)
    }

    mutating func sendRest() {
        if batch.recordCount > 0 { flush() }
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
            for child in paths.children[node] where unsafe paths.nodes[child].isMet {
                let below = path.isEmpty ? paths.names[child] : path + "/" + paths.names[child]
                if !seen.contains(below) { seen.append(below) }
                visit(child, below)
            }
        }
        for node in 0..<paths.count where unsafe paths.nodes[node].isRecord { visit(node, "") }
        return seen
    }
}

/// The callbacks, each of which finds its scan behind libxml2's user data.
func xmlScanHandlers() -> xmlSAXHandler {
    var handlers = unsafe xmlSAXHandler()
    unsafe handlers.initialized = 1
    unsafe handlers.startElement = { data, name, attributes in
        unsafe data!.assumingMemoryBound(to: XMLScan.self).pointee.start(name!, attributes: attributes)
    }
    unsafe handlers.endElement = { data, _ in
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
    return unsafe handlers
}
