internal import CLibXML2
internal import FuelEconomy

/// One pass of libxml2 over a document: its events build batches, and what is wrong with it becomes one error.
@safe final class XMLParsing {
    /// What is known of a document that came to its end.
    struct Ending: Sendable {
        var hasRecords: Bool
        /// The paths below records that were met, and the slots that some record filled.
        var seen: [String]
        var metSlots: Set<Int>
        /// As the document declares it.
        var encoding: String?
        var lineCount: Int
    }

    private let source: any ByteSource
    private let path: String
    private let scan: UnsafeMutablePointer<XMLScan>
    /// Read in whole chunks, so that what libxml2 sees does not depend on how the source cuts them.
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    private var chunkStart = 0
    private var chunkEnd = 0
    private var given = 0
    /// What the source threw.
    private var failure: (any Error)?

    /// - Parameter send: takes a batch; answers whether more are wanted.
    init(
        _ source: any ByteSource, path: String, form: FeedForm.XML, columns: WantedColumns, stride: Int,
        watching line: UInt32, send: @escaping (RecordBatch) -> Bool
    ) {
        self.source = source
        self.path = path
        unsafe scan = .allocate(capacity: 1)
        unsafe scan.initialize(to: XMLScan(form, columns, stride: stride, watching: line, send: send))
    }

    deinit {
        unsafe scan.deinitialize(count: 1)
        unsafe scan.deallocate()
    }

    func run() throws -> Ending {
        xmlInitParser()
        var handlers = unsafe xmlScanHandlers()
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let read: xmlInputReadCallback = { context, bytes, count in
            let parsing = unsafe Unmanaged<XMLParsing>.fromOpaque(context!).takeUnretainedValue()
            return unsafe parsing.read(UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
        }
        // All that libxml2 has to say on this thread comes to the scan, and nothing is printed.
        unsafe xmlSetStructuredErrorFunc(scan) { scan, error in
            if let error = unsafe error { unsafe scan!.assumingMemoryBound(to: XMLScan.self).pointee.say(error) }
        }
        defer { xmlSetStructuredErrorFunc(nil, nil) }
        guard
            let parser = unsafe xmlCreateIOParserCtxt(&handlers, scan, read, nil, context, XML_CHAR_ENCODING_NONE)
        else { throw failure ?? RunError(.input, at: path, "cannot be parsed: libxml2 has no memory") }
        defer { unsafe xmlFreeParserCtxt(parser) }
        unsafe scan.pointee.parser = unsafe parser
        // Without namespaces, which no feed needs, libxml2 has a fifth less to do. The option puts its own handlers in place.
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_SAX1.rawValue
        unsafe xmlCtxtUseOptions(parser, Int32(options))
        unsafe parser.pointee.sax.pointee = handlers
        unsafe xmlParseDocument(parser)
        if let failure { throw failure }
        if let fault = unsafe scan.pointee.fault { throw error(fault) }
        if unsafe parser.pointee.wellFormed == 0, unsafe !scan.pointee.isUnwanted {
            throw notWellFormed()
        }
        if let unclosed = unsafe scan.pointee.unclosed, unsafe !scan.pointee.isUnwanted { throw truncated(unclosed) }
        try requireRecords()
        unsafe scan.pointee.sendRest()
        return Ending(
            hasRecords: unsafe scan.pointee.hasRecords, seen: unsafe scan.pointee.seen,
            metSlots: unsafe scan.pointee.metSlots,
            encoding: unsafe parser.pointee.encoding.map { unsafe String(cString: $0) },
            lineCount: unsafe scan.pointee.lineCount)
    }

    /// - Returns: how many bytes were given, 0 at the end, -1 where the source failed.
    private func read(_ target: UnsafeMutableRawBufferPointer) -> Int32 {
        if unsafe scan.pointee.said != nil { return -1 }
        if chunkStart == chunkEnd {
            chunkStart = 0
            chunkEnd = 0
            do {
                while chunkEnd < chunk.count {
                    let more = try source.read(into: &chunk, at: chunkEnd, count: chunk.count - chunkEnd)
                    if more == 0 { break }
                    chunkEnd += more
                }
            } catch {
                failure = error
                return -1
            }
        }
        let count = min(target.count, chunkEnd - chunkStart)
        unsafe chunk.withUnsafeBytes {
            unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[chunkStart..<chunkStart + count]))
        }
        chunkStart += count
        given += count
        return Int32(count)
    }

    private func requireRecords() throws {
        if unsafe scan.pointee.hasRecords { return }
        let root = unsafe scan.pointee.root.map { unsafe scan.pointee.paths.names[$0] }
        // An element that could hold records and holds none is an empty table, not another document.
        if let root, unsafe scan.pointee.records.contains(where: { $0.split(separator: "/")[0] == root }) { return }
        throw RunError(
            .input, at: path,
            "has no record " + (unsafe scan.pointee.records.map { "\"\($0)\"" }.joined(separator: " or "))
                + (root.map { ", found root element \"\($0)\"" } ?? ""),
            wayOut: "check that the file is the feed which the pipeline's layout describes")
    }

    // MARK: Errors

    private func error(_ fault: XMLScan.Fault) -> RunError {
        let (place, message): ((Int, Int), String) =
            switch fault {
            case .declaration(let line, let column):
                ((line, column), "document type declaration found, expected none: feeds define no entities")
            case .depth(let line, let column):
                ((line, column), "elements are nested more than \(XMLReader.depthLimit) deep")
            case .text(let line, let column, let name):
                ((line, column), "text of element \"\(name)\" is longer than \(XMLReader.textLimit >> 20) MiB")
            case .paths(let line, let column):
                ((line, column), "more than \(XMLPaths.limit) different elements found, expected a table")
            }
        return RunError(
            .input, at: "\(path):\(place.0):\(place.1)", message,
            wayOut: "check where the file was fetched from; nothing was published")
    }

    private func notWellFormed() -> RunError {
        let first = unsafe scan.pointee.said
        if let unclosed = unsafe scan.pointee.unclosed, first?.isEnd ?? true { return truncated(unclosed) }
        let said = first ?? XMLScan.Said(message: "unknown fault", line: 1, column: 1, isEnd: false)
        return RunError(
            .input, at: "\(path):\(said.line):\(said.column)", "not well-formed XML: \(said.message)",
            wayOut: "fetch the file again; nothing was published")
    }

    private func truncated(_ unclosed: (name: String, line: Int)) -> RunError {
        RunError(
            .input, at: path,
            "truncated at byte \(given) of the text: element \"\(unclosed.name)\" of line \(unclosed.line) is never closed",
            wayOut: "fetch the file again; nothing was published")
    }
}
