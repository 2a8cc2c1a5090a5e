internal import CLibXML2
package import FuelEconomy
internal import Platform

/// Reads the record elements of an XML feed as batches of records. libxml2 parses.
///
/// Document type declarations are refused, so that no entity is ever defined or fetched; depth, text and the number of paths
/// have limits.
@safe package final class XMLReader: RecordReader {
    package static let depthLimit = 64
    /// The longest text of one element.
    package static let textLimit = 1 << 20

    private static let recordsPerBatch = 257
    private static let chunkSize = 1 << 16

    private let text: any ByteSource
    private let path: String
    private let columns: WantedColumns
    private let scan: UnsafeMutablePointer<XMLScan>
    private let parser: xmlParserCtxtPtr
    private var chunk = [UInt8](repeating: 0, count: chunkSize)
    private var hasEnded = false
    private var given = 0

    package init(_ text: any ByteSource, path: String, form: FeedForm.XML, columns: WantedColumns) {
        self.text = text
        self.path = path
        self.columns = columns
        xmlInitParser()
        unsafe scan = .allocate(capacity: 1)
        unsafe scan.initialize(to: XMLScan(form, columns, stride: Self.recordsPerBatch))
        var handlers = unsafe xmlScanHandlers()
        unsafe parser = xmlCreatePushParserCtxt(&handlers, scan, nil, 0, nil)
        unsafe scan.pointee.parser = unsafe parser
        unsafe xmlCtxtUseOptions(parser, Int32(XML_PARSE_NONET.rawValue))
    }

    deinit {
        unsafe xmlFreeParserCtxt(parser)
        unsafe scan.deinitialize(count: 1)
        unsafe scan.deallocate()
    }

    package func next() throws -> RecordBatch? {
        while unsafe scan.pointee.full.isEmpty, !hasEnded {
            try feed()
        }
        if unsafe !scan.pointee.full.isEmpty { return unsafe scan.pointee.full.removeFirst() }
        return unsafe scan.pointee.takeRest()
    }

    private func feed() throws {
        // Whole chunks, so that what libxml2 sees does not depend on how the source cuts them.
        var count = 0
        while count < chunk.count {
            let more = try text.read(into: &chunk, at: count, count: chunk.count - count)
            if more == 0 { break }
            count += more
        }
        hasEnded = count < chunk.count
        let status = unsafe chunk.withUnsafeBytes {
            unsafe xmlParseChunk(
                parser, $0.baseAddress!.assumingMemoryBound(to: CChar.self), Int32(count), hasEnded ? 1 : 0)
        }
        given += count
        if let fault = unsafe scan.pointee.fault { throw error(fault) }
        if status != 0, let said = unsafe scan.pointee.said { throw notWellFormed(said) }
        if hasEnded { try finish() }
    }

    private func finish() throws {
        if let unclosed = unsafe scan.pointee.unclosed { throw truncated(unclosed) }
        if unsafe !scan.pointee.hasRecords {
            let root = unsafe scan.pointee.root.map { unsafe scan.pointee.paths.names[$0] }
            // An element that could hold records and holds none is an empty table, not another document.
            if let root, unsafe scan.pointee.records.contains(where: { $0.split(separator: "/")[0] == root }) { return }
            throw RunError(
                .input, at: path,
                "has no record " + (unsafe scan.pointee.records.map { "\"\($0)\"" }.joined(separator: " or "))
                    + (root.map { ", found root element \"\($0)\"" } ?? ""),
                wayOut: "check that the file is the feed which the pipeline's layout describes")
        }
    }

    /// What the document's elements say that the layout does not expect; known at the end.
    package var drift: [(rule: Rule, values: [FindingValue])] {
        get throws {
            // A column that no record has is missing, and an attribute that was read is not among the elements.
            let met = unsafe scan.pointee.metSlots
            let attributes = met.sorted().map { columns.names[$0] }.joined().filter { $0.contains("@") }
            let found = unsafe ColumnDrift(scan.pointee.seen + attributes, wanted: columns)
            if unsafe scan.pointee.hasRecords { try found.requireComplete(at: path) }
            return found.findings
        }
    }

    /// The encoding that the document declares.
    package var encoding: String? {
        unsafe parser.pointee.encoding.map { unsafe String(cString: $0) }
    }

    // MARK: Errors

    private func error(_ fault: XMLScan.Fault) -> RunError {
        let (place, message): ((Int, Int), String) =
            switch fault {
            case .declaration(let line, let column):
                ((line, column), "document type declaration found, expected none: feeds define no entities")
            case .depth(let line, let column):
                ((line, column), "elements are nested more than \(Self.depthLimit) deep")
            case .text(let line, let column, let name):
                ((line, column), "text of element \"\(name)\" is longer than \(Self.textLimit >> 20) MiB")
            case .paths(let line, let column):
                ((line, column), "more than \(XMLPaths.limit) different elements found, expected a table")
            }
        return RunError(
            .input, at: "\(path):\(place.0):\(place.1)", message,
            wayOut: "check where the file was fetched from; nothing was published")
    }

    private func notWellFormed(_ said: XMLScan.Said) -> RunError {
        if hasEnded, let unclosed = unsafe scan.pointee.unclosed, said.isEnd { return truncated(unclosed) }
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
