internal import FuelEconomy
internal import Normalizers

/// Other spellings of makes and models.
extension RowDefect {
    static let ofNames: [Defect] = [
        .row(
            "make-spelling", "near-duplicate-name", "writes the make in other letters", needs: [.make],
            unless: { isOff(.spelling, $0) }
        ) { row in
            let make = row.filedMake
            let upper = make.uppercased()
            return rename(make: upper == make ? make.lowercased() : upper, of: row)
        },
        .row(
            "model-spelling", "near-duplicate-name", "writes the model in other letters", needs: [.model],
            unless: { isOff(.spelling, $0) }
        ) { row in
            let model = row.filedModel
            let upper = model.uppercased()
            return rename(model: upper == model ? model.lowercased() : upper, of: row)
        },
        .row(
            "word-order", "word-order", "writes the model's last word first", needs: [.model],
            unless: { isOff(.wordOrder, $0) }
        ) { row in
            rotated(row).flatMap { rename(model: $0, of: row) }
        },
        .row(
            "misspelling", "misspelling", "swaps two letters in a word of the model", needs: [.model],
            unless: { isOff(.misspelling, $0) }
        ) { row in
            guard hasTwin(row) else { return nil }
            var words = row.filedModel.split(separator: " ").map(String.init)
            guard let place = words.firstIndex(where: { isWord($0, of: 6) }) else { return nil }
            var letters = Array(words[place])
            guard let at = (2..<letters.count - 1).first(where: { letters[$0] != letters[$0 + 1] }) else { return nil }
            letters.swapAt(at, at + 1)
            words[place] = String(letters)
            return rename(model: words.joined(separator: " "), of: row)
        },
        .row(
            "truncation", "truncation", "cuts the model's last letter off", needs: [.model],
            unless: { isOff(.truncation, $0) }
        ) { row in
            guard hasTwin(row), let last = row.filedModel.split(separator: " ").last, isWord(last, of: 6),
                row.filedModel.utf8.count >= 10
            else { return nil }
            return rename(model: String(row.filedModel.dropLast()), of: row)
        },
        .row(
            "abbreviation", "abbreviation", "cuts a word of the model to three letters", needs: [.model],
            unless: { isOff(.abbreviation, $0) }
        ) { row in
            guard hasTwin(row) else { return nil }
            var words = row.filedModel.split(separator: " ").map(String.init)
            guard words.count > 1, let place = words.lastIndex(where: { isWord($0, of: 8) && !NameEvidence.isTelling($0) }),
                place > 0
            else { return nil }
            words[place] = String(words[place].prefix(3))
            return rename(model: words.joined(separator: " "), of: row)
        },
        .row(
            "make-in-model", "make-in-model", "writes the make in front of the model", needs: [.model],
            unless: { isOff(.makeInModel, $0) }
        ) { row in
            rename(model: row.make + " " + row.filedModel, of: row)
        },
        .row(
            "year-in-model", "year-in-model", "writes the model year behind the model", needs: [.model, .year],
            unless: { isOff(.yearInModel, $0) }
        ) { row in
            guard let year = Int(exactly: row.number(.year)), year >= 2010 else { return nil }
            return rename(model: row.filedModel + ", MY\(year % 100)", of: row)
        },
        .row(
            "legal-form", "legal-form", "writes a legal form behind the make", needs: [.make],
            unless: { isOff(.legalForm, $0) }
        ) { row in
            rename(make: row.filedMake + " Inc", of: row)
        },
        .row(
            "legal-form-known", "legal-form", "writes a legal form behind a make's name that decisions show", needs: [.make],
            unless: { isOff(.legalForm, $0) }
        ) { row in
            row.make == row.filedMake ? nil : rename(make: row.make + " Inc", of: row)
        },
        .row(
            "make-model-swapped", "swapped-make-model", "writes the model for the make, and the make for the model",
            needs: [.make, .model]
        ) { row in
            guard row.namesakes.count > 2, row.filedModel == row.model, row.filedMake == row.make, row.make != row.model,
                row.model.utf8.contains(where: { $0 > 0x40 })
            else { return nil }
            return RowChange(.set([.make: row.model, .model: row.make]), at: .name, told: "\"\(row.model)\"")
        },
        .row(
            "kept-apart", nil, "writes the model's last word first, where a decision keeps the two names apart",
            needs: [.model], unless: { isOff(.wordOrder, $0) }
        ) { row in
            guard let name = rotated(row), var change = rename(model: name, of: row) else { return nil }
            change.place = .apart
            return change
        },
    ]

    private static func isOff(_ evidence: NameEvidence, _ bed: SeedBed) -> String? {
        bed.file.naming[evidence] == .off ? "the pipeline does not look for \(evidence.rawValue)" : nil
    }

    /// Another name for the model of one row, while others keep theirs.
    private static func rename(model: String, of row: SeedRow) -> RowChange? {
        let (old, others) = (row.filedModel, row.namesakes)
        guard model != old, old == row.model, others.count > 1,
            !row.bed.isTold(make: row.make, model: row.model), !row.bed.isTold(make: row.make, model: model),
            !row.bed.hasModel(model, ofMakeOf: row.row)
        else { return nil }
        return RowChange(.set([.model: model]), at: .name, told: "\"\(model)\"")
    }

    /// Another name for the make of one row, while others keep theirs.
    private static func rename(make: String, of row: SeedRow) -> RowChange? {
        guard make != row.filedMake, row.bed.rows(ofMakeOf: row.row).count > 1, !row.bed.isTold(make: row.make),
            !row.bed.isTold(make: row.filedMake), row.filedMake.utf8.contains(where: { $0 > 0x40 })
        else { return nil }
        return RowChange(.set([.make: make]), at: .name, told: "\"\(make)\"")
    }

    /// The model with its last word first, where that is plainly the same name.
    private static func rotated(_ row: SeedRow) -> String? {
        let words = row.filedModel.split(separator: " ")
        guard words.count > 1, words.allSatisfy({ isWord($0, of: 2) }), Set(words).count == words.count else { return nil }
        return ([words[words.count - 1]] + words.dropLast()).joined(separator: " ")
    }

    /// Letters alone, so many at least.
    private static func isWord(_ word: some StringProtocol, of count: Int) -> Bool {
        word.utf8.count >= count && word.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 }
    }

    /// Whether another row of the model says the same of the car, so that the rows speak for one name.
    private static func hasTwin(_ row: SeedRow) -> Bool {
        let facts: [Field] = [.baseModel, .vehicleClass, .drive, .displacement, .cylinders, .fuel1]
        let table = row.bed.table
        return row.namesakes.contains { other in
            other != row.row && abs(table.number(.year, other) - row.number(.year)) <= 1
                && facts.allSatisfy { table[$0].codes[other] == table[$0].codes[row.row] }
        }
    }
}
