internal import FuelEconomy
internal import Normalizers
internal import Platform

/// What a run has before there is a tree: vehicles with canonical names, and how they came to be.
struct NamedVehicles {
    private(set) var sources: [FeedSource] = []
    private(set) var table = VehicleTable()
    private(set) var details = VehicleTable()
    private(set) var findings = FindingStore()
    private(set) var ledger = RowLedger()
    private(set) var naming: NameMerging

    /// Reads, normalizes and dedupes.
    ///
    /// - Parameter feeds: each with its file.
    init(
        _ file: PipelineFile, _ feeds: [PipelineFile.Feed], jobs: Int,
        progress: @escaping @Sendable (_ bytes: Int, _ rows: Int) -> Void
    ) throws {
        naming = NameMerging(policy: file.naming, book: file.nameBook)
        for (index, feed) in feeds.enumerated() {
            let intake = try FeedIntake(feed: feed, index: index, jobs: jobs, progress: progress).run()
            sources.append(intake.source)
            findings.merge(intake.normalizer.findings)
            ledger.merge(intake.normalizer.ledger)
            switch feed.layout.role {
            case .vehicles where table.count == 0: table = intake.normalizer.table
            case .vehicles: table.merge(intake.normalizer.table)
            case .details where details.count == 0: details = intake.normalizer.table
            case .details: details.merge(intake.normalizer.table)
            }
        }
        try admit(feeds.map(\.layout))
        try naming.merge(in: &table, today: sources.compactMap(\.date).max()) { count, part in
            try parallelMap(count, jobs: jobs, part)
        }
        findings.merge(naming.findings)
        hide()
        try requireVehicles()
        if file.levels.contains(.family) { table.families = Families.column(of: table) }
    }

    /// Puts aside what cannot stand, and joins the details.
    private mutating func admit(_ layouts: [Layout]) throws {
        var admission = RecordAdmission()
        admission.admit(&table, layouts: layouts)
        for (index, date) in admission.newestDates.enumerated() { sources[index].date = date }
        findings.merge(admission.findings)
        ledger.merge(admission.ledger)
        if layouts.contains(where: { $0.role == .details }) {
            var join = DetailJoin()
            details = join.join(details, to: table)
            findings.merge(join.findings)
            ledger.merge(join.ledger)
        }
        try requireVehicles()
    }

    /// Leaves out the rows of firms that the pipeline hides.
    private mutating func hide() {
        if naming.isHidden.isEmpty { return }
        for row in naming.isHidden.indices where naming.isHidden[row] {
            let source = Int(table.sources[row])
            ledger[.tree, source].read += 1
            ledger[.tree, source].filtered[NameRules.hiddenMake.id, default: 0] += 1
        }
        table = table.gathered((0..<UInt32(table.count)).filter { !naming.isHidden[Int($0)] })
        if details.count == 0 { return }
        let ids = Set(table.ids)
        for row in 0..<details.count where !ids.contains(details.ids[row]) {
            let source = Int(details.sources[row])
            ledger[.tree, source].kept -= 1
            ledger[.tree, source].filtered[NameRules.hiddenMake.id, default: 0] += 1
        }
        details = details.gathered((0..<UInt32(details.count)).filter { ids.contains(details.ids[Int($0)]) })
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
        for name in inputs.keys.sorted() where !feedNames.contains(name) {
            throw RunError(
                .usage, at: "--input",
                "feed \"\(name)\" found, expected one of "
                    + feedNames.map { "\"\($0)\"" }.joined(separator: ", ")
                    + NearestName.hint(name, in: feedNames))
        }
        var feeds = self.feeds
        for index in feeds.indices {
            if let path = inputs[feeds[index].name] { feeds[index].file = path }
            if feeds[index].file == nil {
                throw RunError(
                    .usage, at: path, "feed \"\(feeds[index].name)\" has no file",
                    wayOut: "give it with --input \(feeds[index].name)=PATH or under feeds.\(feeds[index].name).file")
            }
        }
        return feeds
    }
}
