internal import FeedReaders
internal import FuelEconomy
internal import Normalizers
internal import Platform

/// The first two stages for one feed: bytes to typed rows.
///
/// With two jobs, one thread unpacks and cuts while another types, which is about as much work. With more, unpacking and
/// cutting have a thread each and typing the rest, each with a table of its own that merges at the end.
struct FeedIntake {
    let feed: PipelineFile.Feed
    let index: Int
    let jobs: Int
    /// Told the bytes and rows of each batch.
    let progress: @Sendable (_ bytes: Int, _ rows: Int) -> Void

    struct Result {
        var normalizer: Normalizer
        var source: FeedSource
    }

    func run() throws -> Result {
        let stream = try FeedStream(
            FeedSource(feed: feed.name, path: feed.file ?? ""), limits: feed.limits, prefetching: jobs > 2)
        let path = feed.file == "-" ? "standard input" : feed.file ?? ""
        let layout = feed.layout
        var reader = try CSVReader(
            stream, path: path,
            columns: WantedColumns(
                layout: layout.id, names: layout.columns.map(\.name),
                required: Set(layout.columns.filter(\.isRequired).map(\.name)), ignored: layout.ignored))
        var normalizer = Normalizer(layout, source: index)
        if jobs > 1 {
            normalizer = try normalizeInParallel(&reader)
        } else {
            while let batch = try reader.next() {
                normalizer.add(batch)
                progress(batch.bytes.count, batch.tally.read)
            }
        }
        if normalizer.ledger[.read, index].read == 0 {
            throw RunError(
                .input, at: path, "has a header and no records", wayOut: "fetch the file again; nothing was published")
        }
        var found = reader.headerFindings
        if let byte = stream.trailingByte { found.append((ReaderRules.trailingBytes, [FindingValue("byte", byte)])) }
        for (rule, values) in found { normalizer.note(rule, values: values) }
        return Result(normalizer: normalizer, source: stream.source)
    }

    private func normalizeInParallel(_ reader: inout CSVReader) throws -> Normalizer {
        let batches = BoundedChannel<RecordBatch>(capacity: jobs)
        let workers = (0..<max(1, jobs - 2)).map { _ in
            WorkerThread { [feed, index, progress] in
                var normalizer = Normalizer(feed.layout, source: index)
                while let batch = batches.receive() {
                    normalizer.add(batch)
                    progress(batch.bytes.count, batch.tally.read)
                }
                return normalizer
            }
        }
        let reading = Swift.Result {
            while let batch = try reader.next() { batches.send(batch) }
        }
        batches.finish()
        var parts = try workers.map { try $0.join() }
        try reading.get()
        var normalizer = parts.removeFirst()
        for part in parts { normalizer.merge(part) }
        return normalizer
    }
}
