internal import FuelEconomy
internal import Normalizers

/// What is wrong with a second feed that should say the same: a copy of the tested one, which the pipeline takes for its twin.
enum TwinDefect: Sendable {
    /// Nothing: all that both have is told.
    case repeated
    /// One fact is another.
    case changed
    /// A row is not there.
    case lacking

    static let all: [Defect] = [
        Defect("twin-alike", "twin-record", "gives the feed a twin", .twin(.repeated)),
        Defect("twin-fact", "twin-differs", "changes a figure in a twin of the feed", .twin(.changed)),
        Defect("twin-short", "twin-missing", "leaves a row out of a twin of the feed", .twin(.lacking)),
    ]
}

/// The run over the feed and a copy of it.
struct TwinTrial {
    private let bed: SeedBed
    private let seed: UInt64
    private var plans: [(defect: Defect, row: Int?, told: String)] = []
    private var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    private(set) var verdicts: [Verdict] = []

    init(_ bed: SeedBed, seed: UInt64) {
        self.bed = bed
        self.seed = seed
    }

    mutating func plan(_ defect: Defect, _ twin: TwinDefect) {
        switch twin {
        case .repeated: plans.append((defect, nil, "\"\(bed.feed.name)\""))
        case .lacking:
            guard let row = row(defect, where: { _ in true }) else { return leaveOut(defect, "no row can be left out") }
            edits.append((bed.text.wholeRecord(bed.record(of: row)), []))
            plans.append((defect, row, "\"\(bed.feed.name)\""))
        case .changed:
            let figures = Field.allCases.filter { field in
                guard case .number = field.kind, bed.table.facts.contains(field), bed.names(of: field) != nil else {
                    return false
                }
                return field != .year && !bed.layout.identity.contains(field)
            }
            for field in figures {
                func change(_ row: Int) -> [UInt8]? {
                    let value = bed.table.number(field, row)
                    return value.isNaN
                        ? nil : bed.bytes(changing: row, by: .set([field: bed.written(value + 1)]))?.bytes
                }
                if let row = row(defect, where: { change($0) != nil }) {
                    edits.append((bed.text.records[bed.record(of: row)].range, change(row)!))
                    plans.append((defect, row, field.key))
                    return
                }
            }
            leaveOut(defect, "the feed has no figure that can be changed")
        }
    }

    private mutating func leaveOut(_ defect: Defect, _ reason: String) {
        verdicts.append(Verdict(defect, .notApplicable(reason)))
    }

    /// A row that no other plan has.
    private func row(_ defect: Defect, where fits: (Int) -> Bool) -> Int? {
        let free = (0..<bed.table.count).filter { row in bed.isUntold(row) && !plans.contains { $0.row == row } }
        let ranked = free.map { row in
            var hash = StableHash()
            hash.combine(seed)
            hash.combine(defect.id)
            hash.combine(bed.table.ids[row])
            return (hash.value, row)
        }
        return ranked.sorted { $0 < $1 }.first { fits($0.1) }?.1
    }

    mutating func judge(in bench: TestBench) throws {
        if plans.isEmpty { return }
        let twin = bed.text.replacing(edits.sorted { $0.range.lowerBound < $1.range.lowerBound })
        let run = try bench.run(of: bed.file, twin: twin)
        for (defect, row, told) in plans {
            let vehicle = row.map { bed.table.ids[$0] }
            verdicts.append(
                Verdict(
                    defect, told: told, by: run, line: row.map { Int(bed.table.lines[$0]) },
                    vehicle: bed.layout.hasIDs ? vehicle : nil
                ) { $0.place.vehicle == vehicle })
        }
    }
}
