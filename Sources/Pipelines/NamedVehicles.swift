internal import FuelEconomy
internal import Normalizers
internal import Platform

/// What a run has before there is a tree: vehicles with canonical names, and how they came to be.
struct NamedVehicles {
    private var rows: AdmittedVehicles
    private(set) var naming: NameMerging

    var sources: [FeedSource] { rows.sources }
    var table: VehicleTable { rows.table }
    var details: VehicleTable { rows.details }
    var findings: FindingStore { rows.findings }
    var ledger: RowLedger { rows.ledger }
    var fates: RowFates { rows.fates }

    /// Reads, normalizes and dedupes.
    ///
    /// - Parameters:
    ///   - feeds: each with its file.
    ///   - question: what somebody wants to know of the rows.
    init(
        _ file: PipelineFile, _ feeds: [PipelineFile.Feed], jobs: Int, asking question: RowQuestion? = nil,
        progress: @escaping @Sendable (_ bytes: Int, _ rows: Int) -> Void
    ) throws {
        naming = NameMerging(policy: file.naming, book: file.nameBook)
        rows = try AdmittedVehicles(feeds, jobs: jobs, asking: question, progress: progress)
        try requireVehicles()
        try naming.merge(in: &rows.table, today: sources.compactMap(\.date).max()) { count, part in
            try parallelMap(count, jobs: jobs, part)
        }
        rows.findings.merge(naming.findings)
        hide()
        try requireVehicles()
        if file.levels.contains(.family) { rows.table.families = Families.column(of: table) }
    }

    /// Leaves out the rows of firms that the pipeline hides.
    private mutating func hide() {
        if naming.isHidden.isEmpty { return }
        let (vehicles, details) = (rows.table, rows.details)
        for row in naming.isHidden.indices where naming.isHidden[row] {
            let source = Int(vehicles.sources[row])
            rows.ledger[.tree, source].read += 1
            rows.ledger[.tree, source].filtered[NameRules.hiddenMake.id, default: 0] += 1
            rows.fates.tell(.filtered, NameRules.hiddenMake, row, of: vehicles, at: .tree)
        }
        rows.table = vehicles.gathered((0..<UInt32(vehicles.count)).filter { !naming.isHidden[Int($0)] })
        if details.count == 0 { return }
        let ids = Set(table.ids)
        for row in 0..<details.count where !ids.contains(details.ids[row]) {
            let source = Int(details.sources[row])
            rows.ledger[.tree, source].kept -= 1
            rows.ledger[.tree, source].filtered[NameRules.hiddenMake.id, default: 0] += 1
            rows.fates.tell(.filtered, NameRules.hiddenMake, row, of: details, at: .tree)
        }
        rows.details = details.gathered((0..<UInt32(details.count)).filter { ids.contains(details.ids[Int($0)]) })
    }

    private func requireVehicles() throws(RunError) {
        if table.count > 0 { return }
        throw RunError(
            .refused, at: sources.map(\.path).joined(separator: ", "),
            "no vehicle is left of \(ledger.total.read) rows, expected at least one",
            wayOut: "see which rules put the rows aside with --verbose, or check the layout")
    }
}

extension PipelineFile {
    /// The feeds, each with the file to read.
    ///
    /// - Parameter inputs: by feed: the file to read instead of the pipeline's own.
    func feeds(with inputs: [String: String]) throws(RunError) -> [Feed] {
        try requireFeeds(of: inputs)
        var feeds = self.feeds
        for index in feeds.indices {
            if let path = inputs[feeds[index].name] {
                let isURL = try FeedURL(input: path, of: feeds[index].name) != nil
                feeds[index].file = isURL ? path : FeedURL.localPath(path) ?? path
            }
            if feeds[index].file == nil {
                throw RunError(
                    .usage, at: path, "feed \"\(feeds[index].name)\" has no file",
                    wayOut: "give it with --input \(feeds[index].name)=PATH or under feeds.\(feeds[index].name).file")
            }
        }
        return feeds
    }

    /// - Throws: a usage error for a file of a feed that the pipeline does not have.
    func requireFeeds(of inputs: [String: String]) throws(RunError) {
        for name in inputs.keys.sorted() where !feedNames.contains(name) {
            throw RunError(
                .usage, at: "--input",
                "feed \"\(name)\" found, expected one of "
                    + feedNames.map { "\"\($0)\"" }.joined(separator: ", ")
                    + NearestName.hint(name, in: feedNames))
        }
    }
}
