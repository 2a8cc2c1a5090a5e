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
    var question: RowQuestion?
    /// Told the bytes and rows of each batch.
    let progress: @Sendable (_ bytes: Int, _ rows: Int) -> Void

    struct Result {
        var normalizer: Normalizer
        var source: FeedSource
        /// Facts that the layout reads from columns which the feed does not have.
        var lacking: Set<Field> = []
    }

    func run() throws -> Result {
        let layout = feed.layout
        let stream = try feed.stream()
        // Parsing XML is several times the work of unpacking and typing it, and has a thread of its own already.
        if jobs > (stream.isXML ? 1 : 2) { stream.prefetch() }
        let reader = try RecordReaders.open(stream, forms: layout.forms, columns: layout.wanted)
        var normalizer = newNormalizer()
        if jobs > 1 {
            normalizer = try normalizeInParallel(reader)
        } else {
            while let batch = try reader.next() {
                normalizer.add(question?.pick(batch, of: layout, source: index) ?? batch)
                progress(batch.bytes.count, batch.tally.read)
            }
        }
        for (rule, values) in try reader.drift + stream.findings { normalizer.note(rule, values: values) }
        let missing = try reader.missingColumns
        let undecodable = stream.undecodable
        normalizer.note(RecordRules.undecodableByte, count: undecodable.count, samples: undecodable.samples)
        let read = normalizer.ledger[.read, index]
        if read.read == read.filteredCount, layout.role == .vehicles {
            throw RunError(
                .input, at: stream.path, "has a header and no records",
                wayOut: "fetch the file again; nothing was published")
        }
        var source = stream.source
        source.encoding = reader.encoding ?? source.encoding
        return Result(
            normalizer: normalizer, source: source,
            lacking: Set(layout.columns.filter { missing.contains($0.name) }.compactMap(\.field)))
    }

    private func newNormalizer() -> Normalizer { Normalizer(feed, source: index) }

    private func normalizeInParallel(_ reader: any RecordReader) throws -> Normalizer {
        let batches = BoundedChannel<RecordBatch>(capacity: jobs)
        let workers = (0..<max(1, jobs - 2)).map { _ in
            WorkerThread { [progress, question, index, layout = feed.layout, normalizer = newNormalizer()] in
                var normalizer = normalizer
                while let batch = batches.receive() {
                    normalizer.add(question?.pick(batch, of: layout, source: index) ?? batch)
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

extension PipelineFile.Feed {
    /// The feed's file, before anything of it was read.
    var unread: FeedSource {
        var source = FeedSource(feed: name, path: file ?? "")
        source.entry = entry
        if let fetched {
            source.name = fetched.name
            source.url = fetched.url
            source.confirmed = fetched.confirmed
            source.trouble = fetched.trouble
        }
        return source
    }

    func stream() throws -> FeedStream { try FeedStream(unread, encoding: layout.encoding, limits: limits) }
}

extension Normalizer {
    init(_ feed: PipelineFile.Feed, source: Int) {
        self.init(feed.layout, source: source, constants: feed.constants)
    }
}
