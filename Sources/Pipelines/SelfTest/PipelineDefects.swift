internal import Audits
internal import FuelEconomy
internal import Normalizers
internal import Platform
internal import Writers

/// What is wrong with that by which a feed is judged: decisions, waivers and limits. All of them are planted in one copy of the
/// pipeline file, which is run over the feed as it is.
struct PipelineDefect: Sendable {
    /// Changes the copy.
    ///
    /// - Parameter place: where a line that it adds stands.
    /// - Returns: what the finding's message must carry; `nil` where the feed has no room for it.
    var change: @Sendable (SeedBed, inout PipelineFile, _ place: String) -> String?
    /// Why there may be no change.
    var hindrance = ""

    private static let unknownMake = "Quaxolin"
    private static let longAgo = CivilDate(days: 0)

    static let all: [Defect] = [
        .pipeline("decision-of-nothing", "decision-unmatched", "decides about a make that the feed does not have") {
            _, file, place in
            file.decide(.display(unknownMake), place)
            return place
        },
        .pipeline("decision-in-circle", "decision-cycle", "renames a make to another, and that to the first") {
            _, file, place in
            file.decide(.rename(unknownMake, to: unknownMake + "s"), place)
            file.decide(.rename(unknownMake + "s", to: unknownMake), place)
            return place
        },
        .pipeline(
            "decision-twice", "decision-contradicted", "shows a make in capitals, and in small letters",
            unless: "no make has letters"
        ) { bed, file, place in
            guard let make = bed.makes.map(\.name).first(where: { $0.lowercased() != $0.uppercased() }) else { return nil }
            file.decide(.display(make.uppercased()), "self-test")
            file.decide(.display(make.lowercased()), place)
            return place
        },
        .pipeline(
            "decision-too-old", "decision-expired", "decides about a make until a day long ago",
            unless: "the feed states no date"
        ) { bed, file, place in
            if bed.run.content.date == nil { return nil }
            file.decide(.display(unknownMake), place, expires: longAgo)
            return place
        },
        .pipeline("waiver-of-nothing", "waiver-unmatched", "waives a finding that is not there") { bed, file, place in
            file.waive(bed.highestID &+ 1, place)
            return place
        },
        .pipeline(
            "waiver-too-old", "waiver-expired", "waives a finding until a day long ago", unless: "the feed states no date"
        ) { bed, file, place in
            if bed.run.content.date == nil { return nil }
            file.waive(bed.highestID &+ 1, place, expires: longAgo)
            return place
        },
        .pipeline(
            "feed-old", "feed-too-old", "allows no day between the feed's newest date and that of the run",
            unless: "the feed states no date before today"
        ) { bed, file, _ in
            guard let date = bed.run.content.sources[bed.source].date, date.days < Machine.today else { return nil }
            file.limits[FeedAge.rule.id] = 0
            return date.text
        },
        .pipeline(
            "wheel-long", "wheel-too-long", "allows one row below each node of the tree",
            unless: "no make has two vehicles"
        ) { bed, file, _ in
            guard bed.makes.contains(where: { $0.rows.count > 1 }) else { return nil }
            file.limits["wheel-too-long"] = 1
            return "expected 1 "
        },
        .pipeline(
            "make-hidden", "hidden-make", "hides a make as a firm that sells those of others",
            unless: "the feed has one make"
        ) { bed, file, place in
            guard
                let make = bed.makes.filter({ $0.rows.count * 2 < bed.table.count }).min(by: {
                    $0.rows.count < $1.rows.count
                })
            else { return nil }
            // As filed, and in a book of its own: in that of the pipeline it may be known as a make.
            let name = SeedRow(bed: bed, row: make.rows[0]).filedMake
            var book = NameBook()
            book.lines = file.nameBook.lines
            book.tiers = [.importer: .hide]
            _ = book.add(CuratedMake(name: name, aliases: [], tier: .importer, reason: "self-test", place: place))
            file.nameBook = book
            return "\"\(name)\""
        },
    ]
}

extension Defect {
    fileprivate static func pipeline(
        _ id: String, _ rule: String, _ meaning: String, unless hindrance: String = "",
        change: @escaping @Sendable (SeedBed, inout PipelineFile, String) -> String?
    ) -> Defect {
        Defect(id, rule, meaning, .pipeline(PipelineDefect(change: change, hindrance: hindrance)))
    }
}

extension PipelineFile {
    fileprivate mutating func decide(_ act: NameDecisionLine.Act, _ place: String, expires: CivilDate? = nil) {
        nameBook.lines.append(
            NameDecisionLine(act: act, make: nil, reason: "self-test", author: "marque", expires: expires, place: place))
    }

    fileprivate mutating func waive(_ id: UInt64, _ place: String, expires: CivilDate? = nil) {
        waivers.append(
            Waiver(
                rule: "city-above-highway", subject: .vehicle(id), reason: "self-test", owner: "marque", expires: expires,
                place: place))
    }
}

/// The run over the feed as it is, with all that is wrong with the pipeline file.
struct PipelineTrial {
    private let bed: SeedBed
    private var file: PipelineFile
    private var plans: [(defect: Defect, told: String)] = []
    private(set) var verdicts: [Verdict] = []

    init(_ bed: SeedBed) {
        self.bed = bed
        file = bed.file
    }

    mutating func plan(_ defect: Defect, _ plan: PipelineDefect) {
        if let told = plan.change(bed, &file, "self-test:\(plans.count + 1)") {
            plans.append((defect, told))
        } else {
            verdicts.append(Verdict(defect, .notApplicable(plan.hindrance)))
        }
    }

    mutating func judge(in bench: TestBench) throws {
        if plans.isEmpty { return }
        let run = try bench.run(of: file)
        for (defect, told) in plans {
            verdicts.append(Verdict(defect, told: told, by: run) { _ in true })
        }
    }
}

extension Verdict {
    /// Whether a run has a finding of the defect's rule that fits.
    ///
    /// - Parameter told: what its message must carry.
    init(
        _ defect: Defect, told: String, by run: AuditedRun, line: Int? = nil, vehicle: UInt64? = nil,
        where fits: (Finding) -> Bool
    ) {
        self.init(defect, .missed("nothing was found"), line: line, vehicle: vehicle)
        guard let entry = defect.rule.flatMap({ run.content.audit[$0] }) else { return }
        let found = entry.items.first {
            fits($0.finding) && (told.isEmpty || entry.rule.text($0.finding.values).contains(told))
        }
        guard let found else { return }
        message = entry.rule.text(found.finding.values)
        outcome =
            found.waiver.map { .missed("the finding is waived by \(run.content.audit.waivers[$0].place)") } ?? .proven
    }
}
