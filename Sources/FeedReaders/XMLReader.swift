package import FuelEconomy
internal import Platform

/// Reads the record elements of an XML feed as batches of records. libxml2 parses, on a thread of its own, a few batches ahead.
///
/// Document type declarations are refused, so that no entity is ever defined or fetched; depth, text and the number of paths
/// have limits.
package final class XMLReader: RecordReader {
    package static let depthLimit = 64
    /// The longest text of one element.
    package static let textLimit = 1 << 20
    static let recordsPerBatch = 257

    private let path: String
    private let columns: WantedColumns
    private let channel = BoundedChannel<RecordBatch>(capacity: 4)
    private let thread: WorkerThread<XMLParsing.Ending>
    private var ending: XMLParsing.Ending?
    private var hasEnded = false

    /// - Parameter text: not used by anybody else from here on, until this reader has come to its end.
    package init(
        _ text: any ByteSource, path: String, form: FeedForm.XML, columns: WantedColumns, watching line: UInt32 = 0
    ) {
        self.path = path
        self.columns = columns
        let source = UncheckedSource(source: text)
        let channel = channel
        thread = WorkerThread {
            defer { channel.finish() }
            let parsing = XMLParsing(
                source.source, path: path, form: form, columns: columns, stride: Self.recordsPerBatch, watching: line
            ) { channel.send($0) }
            return try parsing.run()
        }
    }

    deinit {
        channel.close()
        if !hasEnded { _ = try? thread.join() }
    }

    package func next() throws -> RecordBatch? {
        if let batch = channel.receive() { return batch }
        if !hasEnded {
            hasEnded = true
            ending = try thread.join()
        }
        return nil
    }

    /// What the document's elements say that the layout does not expect; known at the end.
    package var drift: [(rule: Rule, values: [FindingValue])] {
        get throws {
            guard let ending else { return [] }
            // A column that no record has is missing, and an attribute that was read is not among the elements.
            let attributes = ending.metSlots.sorted().map { columns.names[$0] }.joined().filter { $0.contains("@") }
            let found = ColumnDrift(ending.seen + attributes, wanted: columns)
            if ending.hasRecords { try found.requireComplete(at: path) }
            return found.findings
        }
    }

    package var encoding: String? { ending?.encoding }
    package var headLines: Int { 0 }
    package var lineCount: Int { ending?.lineCount ?? 0 }
}
