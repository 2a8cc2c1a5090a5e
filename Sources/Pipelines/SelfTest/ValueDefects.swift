internal import FuelEconomy
internal import Normalizers

/// Values that their columns cannot have.
extension RowDefect {
    static let ofValues: [Defect] = [
        .row(
            "year-20010", "model-year-out-of-range", "writes 20010 for the model year", needs: [.year], companions: dropped
        ) { _ in
            .set([.year: "20010"], told: "20010")
        },
        .row(
            "year-in-words", "unparsable-value", "writes a word for the model year", needs: [.year], companions: dropped
        ) { row in
            row.has(.year) ? .set([.year: "two thousand"], told: "\"two thousand\"") : nil
        },
        .row("id-in-words", "unparsable-value", "writes a word for the id", companions: dropped, unless: hasNoIDs) { _ in
            RowChange(.setID("none"), told: "\"none\"")
        },
        .row(
            "figure-in-words", "unparsable-value", "writes a word for a figure",
            unless: { figure(of: $0) == nil ? "the feed states no figure that no rule looks at" : nil }
        ) { row in
            figure(of: row.bed).map { .set([$0: "twenty"], told: "\"twenty\"") }
        },
    ]

    /// Slips in ids, and rows that stand twice.
    static let ofIDs: [Defect] = [
        .row("id-twice-alike", "duplicate-id", "repeats the row", unless: hasNoIDs) { _ in
            RowChange(.copy(), at: .vehicle, told: "1 alike merged")
        },
        .row(
            "id-twice-unlike", "duplicate-id", "repeats the row with another class under the same id",
            needs: [.vehicleClass], unless: hasNoIDs
        ) { _ in
            RowChange(.copy([.vehicleClass: "Other"]), at: .vehicle, told: "1 quarantined")
        },
        .row("twin", "duplicate-record", "repeats the row under a new id", unless: hasNoIDs) { row in
            if isRepeated(row) { return nil }
            let id = String(row.bed.highestID + 1)
            return RowChange(.copy(id: id), at: .vehicle, told: id)
        },
        .row("row-twice", "repeated-record", "repeats the row, byte for byte", unless: hasIDs) { row in
            RowChange(.copy(), at: .copy)
        },
        .row(
            "row-twice-alike", "alike-record", "repeats the row with another value in a column that is not read",
            companions: ["shared-identity"],
            unless: { bed in
                hasIDs(bed) ?? (bed.unreadColumn == nil ? "the feed has no column that the layout leaves unread" : nil)
            }
        ) { row in
            RowChange(.copy(unread: row.bed.unreadColumn), at: .vehicle, told: "rows agree in ")
        },
        .row(
            "row-twice-unlike", "shared-identity", "repeats the row with another figure",
            unless: { bed in
                hasIDs(bed) ?? (otherFigure(of: bed) == nil ? "all figures that no rule looks at identify a vehicle" : nil)
            }
        ) { row in
            guard let field = otherFigure(of: row.bed), row.has(field) else { return nil }
            let number = row.number(field)
            return RowChange(
                .copy([field: row.written(number > 5 ? number - 1 : number + 1)]), at: .vehicle, told: "rows agree in ")
        },
    ]

    /// Whether the row has a twin already: their finding is about one of them.
    private static func isRepeated(_ row: SeedRow) -> Bool {
        let table = row.bed.table
        let facts = Field.allCases.filter { !row.bed.layout.bookkeeping.contains($0) }
        return row.namesakes.contains { other in
            other != row.row && facts.allSatisfy { table[$0].codes[other] == table[$0].codes[row.row] }
        }
    }

    @Sendable static func hasNoIDs(_ bed: SeedBed) -> String? { bed.layout.hasIDs ? nil : "the feed has no ids of its own" }
    @Sendable static func hasIDs(_ bed: SeedBed) -> String? { bed.layout.hasIDs ? "the feed has ids of its own" : nil }

    /// A figure that no rule needs.
    private static func figure(of bed: SeedBed) -> Field? {
        bed.first(of: [.cityUnadjusted, .passengerVolume4Door, .noise, .price, .acceleration, .weight, .airScore])
    }

    private static func otherFigure(of bed: SeedBed) -> Field? {
        bed.first(
            of: [.greenhouseScore, .airScore, .noise, .price, .range, .charge240].filter {
                !bed.layout.identity.contains($0)
            })
    }
}
