internal import Audits
internal import FuelEconomy
internal import Normalizers
internal import Platform
internal import Writers

/// Seeds known defects into copies of a pipeline's own feed, and proves that each is told by the right rule at the right place.
public struct SelfTest: Sendable {
    public struct Options: Sendable {
        /// By feed: the file to read instead of the pipeline's own.
        public var inputs: [String: String] = [:]
        /// Which rows the defects are planted in.
        public var seed: UInt64 = 1
        /// How many threads to use.
        public var jobs: Int = Machine.processors

        public init() {}
    }

    private let file: PipelineFile
    private let options: Options

    public init(_ file: PipelineFile, options: Options) {
        self.file = file
        self.options = options
    }

    /// - Throws: a ``RunFailure`` where the feed cannot be read as it is, or not be copied.
    public func run() throws(RunFailure) -> SelfTestReport {
        do {
            let feeds = try file.feeds(with: options.inputs)
            let source = feeds.firstIndex { $0.layout.role == .vehicles && $0.twinOf == nil } ?? 0
            let bench = try TestBench(feeds, source: source, jobs: options.jobs)
            let untouched = try bench.run(of: file, after: KeyLedger())
            let feed = bench.originals[source]
            let text = try FeedText(feed, encoding: untouched.content.sources[source].encoding)
            let bed = SeedBed(untouched, of: file, bench.originals, source: source, text: text)
            return try report(bed, bench)
        } catch {
            throw RunFailure(error)
        }
    }

    private func report(_ bed: SeedBed, _ bench: TestBench) throws -> SelfTestReport {
        let applicable = Set(rules(of: bed).map(\.id))
        var verdicts: [Verdict] = []
        var rows: [(Defect, RowDefect)] = []
        var releases = ReleaseTrial(bed, seed: options.seed)
        var pipeline = PipelineTrial(bed)
        var twins = TwinTrial(bed, seed: options.seed)
        for defect in Defect.all {
            if let hindrance = hindrance(defect, bed, applicable) {
                verdicts.append(Verdict(defect, .notApplicable(hindrance)))
                continue
            }
            switch defect.kind {
            case .row(let plan): rows.append((defect, plan))
            case .head(let plan): verdicts.append(try headVerdict(defect, plan, bed, bench))
            case .file(let plan): verdicts.append(try fileVerdict(defect, plan, bed, bench))
            case .release(let plan): releases.plan(defect, plan.change)
            case .pipeline(let plan): pipeline.plan(defect, plan)
            case .twin(let plan): twins.plan(defect, plan)
            }
        }
        var strays: [NewFindings.Item] = []
        verdicts += try rowVerdicts(rows, bed, bench, &strays)
        try releases.judge(in: bench)
        try pipeline.judge(in: bench)
        try twins.judge(in: bench)
        verdicts += releases.verdicts + pipeline.verdicts + twins.verdicts
        let order = Dictionary(uniqueKeysWithValues: Defect.all.enumerated().map { ($1.id, $0) })
        return SelfTestReport(
            pipeline: file.path, seed: options.seed, source: bed.run.content.sources[bed.source],
            rowCount: bed.run.content.ledger[.read, bed.source].read,
            verdicts: verdicts.sorted { order[$0.defect.id]! < order[$1.defect.id]! }, strays: strays, rules: rules(of: bed))
    }

    /// Those that may have something to say of this pipeline's feeds, and of a pipeline that has more of everything. Nothing is fetched.
    private func rules(of bed: SeedBed) -> [Rule] {
        RuleCatalogue.applicable(to: bed.table, limits: file.limits).filter {
            file.severities[$0.id] != .off && $0 != StaleCopy.rule
        }
    }

    /// Why a defect cannot be planted, or not be told.
    private func hindrance(_ defect: Defect, _ bed: SeedBed, _ applicable: Set<String>) -> String? {
        if let rule = defect.rule {
            if file.severities[rule] == .off { return "the pipeline turns \(rule) off" }
            if !applicable.contains(rule) { return "the feed does not state what \(rule) is about" }
        }
        switch defect.kind {
        case .row(let plan):
            if bed.text.isOneLine { return "all records stand on one line, and no ids tell them apart" }
            if let lacking = plan.needs.first(where: { !bed.table.facts.contains($0) || bed.names(of: $0) == nil }) {
                return "the feed has no column for \(lacking.key) alone"
            }
            return plan.hindrance(bed)
        case .head(let plan): return plan.plan(bed) == nil ? plan.hindrance : nil
        case .file(let plan):
            let packing = bed.run.content.sources[bed.source].packing
            return plan.packing.map { $0 == packing } ?? true ? nil : "the feed is \(packing), not \(plan.packing!)"
        case .release, .pipeline, .twin: return nil
        }
    }

    // MARK: Rows

    /// As few rounds as can be: one, where the feed has room for all.
    private func rowVerdicts(
        _ defects: [(Defect, RowDefect)], _ bed: SeedBed, _ bench: TestBench, _ strays: inout [NewFindings.Item]
    ) throws -> [Verdict] {
        var verdicts: [Verdict] = []
        var left = defects
        while !left.isEmpty {
            var round = SeedRound(bed)
            let unplanted = left.filter { !round.plant($0.0, $0.1, seed: options.seed) }
            if round.planted.isEmpty {
                return verdicts + unplanted.map { Verdict($0.0, .notApplicable("no row is fit for it")) }
            }
            verdicts += try round.verdicts(in: bench, strays: &strays)
            left = unplanted
        }
        return verdicts
    }

    // MARK: Head and file

    private func headVerdict(
        _ defect: Defect, _ plan: HeadDefect, _ bed: SeedBed, _ bench: TestBench
    ) throws -> Verdict {
        guard let (change, told) = plan.plan(bed), let bytes = bed.text.head(change) else {
            return Verdict(defect, .notApplicable(plan.hindrance))
        }
        return try verdict(defect, told: told, bytes, bed, bench)
    }

    private func fileVerdict(
        _ defect: Defect, _ plan: FileDefect, _ bed: SeedBed, _ bench: TestBench
    ) throws -> Verdict {
        guard let bytes = plan.change(try contents(of: bed.feed.file ?? "")) else {
            return Verdict(defect, .notApplicable("the file is too short"))
        }
        return try verdict(defect, told: plan.told, bytes, bed, bench)
    }

    /// Runs over bytes that must end in an error, or have a finding about the feed.
    private func verdict(
        _ defect: Defect, told: String, _ bytes: [UInt8], _ bed: SeedBed, _ bench: TestBench
    ) throws -> Verdict {
        let outcome = Result { try bench.run(bytes, of: file) }
        switch (outcome, defect.rule) {
        case (.failure(let error), nil):
            guard let error = error as? RunError else { throw error }
            let isExpected = error.kind == .input && error.message.contains(told)
            return Verdict(
                defect, isExpected ? .proven : .missed("another error: \(error.message)"), message: error.message)
        case (.failure(let error), _):
            return Verdict(defect, .missed("the run ended: \((error as? RunError)?.message ?? "\(error)")"))
        case (.success, nil): return Verdict(defect, .missed("the run went on, expected an error that says \"\(told)\""))
        case (.success(let run), let rule?):
            let items = NewFindings(run, since: bed.run).items
            guard
                let item = items.first(where: {
                    $0.rule.id == rule && $0.place.source == bed.source && ($0.message?.contains(told) ?? true)
                })
            else { return Verdict(defect, .missed("nothing was found")) }
            if let waiver = item.waiver { return Verdict(defect, .missed("the finding is waived by \(waiver)")) }
            return Verdict(defect, .proven, message: item.message)
        }
    }
}
