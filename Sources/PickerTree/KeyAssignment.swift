package import FuelEconomy
internal import PickerKit

/// Gives the names of a release the keys that they had, and new ones to new names.
///
/// A name that is there again has its key. A name that is new takes the key of the one that most of its options had, if that
/// name is gone: it was renamed. What is gone went into the name that most of its options have now, or was withdrawn.
package struct KeyAssignment: Sendable {
    package private(set) var ledger: KeyLedger
    package private(set) var keys = NameKeys()
    private let table: VehicleTable

    /// - Parameters:
    ///   - last: the ledger that the last release left; an empty one for the first.
    ///   - table: the release's vehicles with canonical names.
    ///   - release: its date, and the SHA-256 of its feeds. The same as last time: nothing is counted anew.
    package init(after last: KeyLedger, of table: VehicleTable, release: KeyLedger.Release) {
        self.table = table
        ledger = last
        let isNew = ledger.releases.last.map { $0.date != release.date || $0.sources != release.sources } ?? true
        if isNew { ledger.releases.append(release) }
        let before = last.options
        let order = RowOrder.sorted((0..<UInt32(table.count)).map { $0 }, by: table.ids).map(Int.init)

        assign(order, before)
        follow(order, before)
    }

    // MARK: Makes and models

    /// A name of this release, and whose options it has now.
    private struct Name {
        var name: String
        /// Of the name that had them: how many options.
        var votes: [String: Int] = [:]
        var key: String?
    }

    private mutating func assign(_ order: [Int], _ before: [KeyLedger.Option]) {
        let pairs = CodePairs(table[.make], table[.model], rows: table.count)
        // By new name and old one, 32 bits each: how many options.
        var votes: [UInt64: Int] = [:]
        var known = 0
        for row in order {
            while known < before.count, before[known].id < table.ids[row] { known += 1 }
            if known < before.count, before[known].id == table.ids[row] {
                votes[UInt64(pairs.numbers[row]) << 32 | UInt64(before[known].filed), default: 0] += 1
            }
        }
        let texts = (make: table[.make].texts, model: table[.model].texts)
        var models = pairs.pairs.map { Name(name: texts.model[$0.model]) }
        var makes: [Int: Name] = [:]
        for pair in pairs.pairs { makes[pair.make] = Name(name: texts.make[pair.make]) }
        for (vote, count) in votes {
            let key = ledger.filed[Int(vote & 0xffff_ffff)].key
            let number = Int(vote >> 32)
            models[number].votes[key, default: 0] += count
            makes[pairs.pairs[number].make]!.votes[KeyLedger.make(ofModel: key), default: 0] += count
        }
        var makeNames = makes.sorted { $0.key < $1.key }.map(\.value)
        ledger.makes = settle(&makeNames, ledger.makes, .make, under: "")
        var makeKeys: [Int: String] = [:]
        for (code, name) in zip(makes.keys.sorted(), makeNames) {
            makeKeys[code] = name.key!
            keys.name(make: code, name.key!)
        }

        // Models of makes that are not there any more are settled too: they are gone.
        let byMake = Dictionary(grouping: models.indices) { makeKeys[pairs.pairs[$0].make]! }
        let entries = Dictionary(grouping: ledger.models) { KeyLedger.make(ofModel: $0.key) }
        var settled: [KeyLedger.Entry] = []
        for make in Set(byMake.keys).union(entries.keys).sorted() {
            let numbers = byMake[make] ?? []
            var names = numbers.map { models[$0] }
            settled += settle(&names, entries[make] ?? [], .model, under: make + "/")
            for (number, name) in zip(numbers, names) {
                keys.name(make: pairs.pairs[number].make, model: pairs.pairs[number].model, name.key!)
            }
        }
        ledger.models = settled.sorted { $0.key < $1.key }
    }

    /// Finds each name's key, and tells what became of the others.
    ///
    /// - Returns: all entries, by key.
    private mutating func settle(
        _ names: inout [Name], _ entries: [KeyLedger.Entry], _ subject: KeyLedger.Event.Subject, under prefix: String
    ) -> [KeyLedger.Entry] {
        var entries = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0) })
        let before = entries
        var free = Set(entries.keys)
        func take(_ index: Int, _ key: String) {
            names[index].key = key
            free.remove(key)
        }
        // The name is as it was.
        if !before.isEmpty {
            // To the letter first, so that a name that only looks like it does not take its key.
            for fold in [{ $0 }, NameFolding.lettersFolded] as [(String) -> String] {
                let named = Dictionary(
                    before.values.filter { free.contains($0.key) }.map { (ExactText(fold($0.name)), $0) },
                    uniquingKeysWith: { a, b in
                        (a.state.isThere ? 0 : 1, a.key) < (b.state.isThere ? 0 : 1, b.key) ? a : b
                    })
                for index in names.indices.sorted(by: { ExactText(names[$0].name) < ExactText(names[$1].name) })
                where names[index].key == nil {
                    let entry = named[ExactText(fold(names[index].name))]
                    if let entry, free.contains(entry.key) { take(index, entry.key) }
                }
            }
        }
        // Most of its options had another name, which is gone.
        let votes = names.indices.filter { names[$0].key == nil }.flatMap { index in
            names[index].votes.filter {
                $0.key.hasPrefix(prefix) && $0.key.utf8.contains(0x2f) == prefix.utf8.contains(0x2f)
            }
            .map { (index: index, key: $0.key, count: $0.value) }
        }.sorted { ($1.count, $0.key, names[$0.index].name) < ($0.count, $1.key, names[$1.index].name) }
        for vote in votes where names[vote.index].key == nil && free.contains(vote.key) { take(vote.index, vote.key) }
        // The rest is new.
        for index in names.indices.filter({ names[$0].key == nil }).sorted(by: {
            ExactText(names[$0].name) < ExactText(names[$1].name)
        }) {
            let slug = prefix + Self.slug(names[index].name)
            var key = slug
            var number = 1
            while entries[key] != nil {
                number += 1
                key = slug + "-\(number)"
            }
            entries[key] = KeyLedger.Entry(key: key, state: .live, name: names[index].name)
            names[index].key = key
        }
        let current = ledger.releases.count - 1
        func note(_ key: String, _ state: KeyLedger.State, _ from: String, _ to: String) {
            ledger.events.append(
                KeyLedger.Event(release: current, subject: subject, key: key, state: state, from: from, to: to))
        }
        for name in names.filter({ before[$0.key!] != nil }).sorted(by: { $0.key! < $1.key! }) {
            let old = before[name.key!]!
            if !old.state.isThere {
                entries[old.key] = KeyLedger.Entry(key: old.key, state: .returned, name: name.name)
                note(old.key, .returned, old.name, name.name)
            } else if ExactText(old.name) != ExactText(name.name) {
                entries[old.key]!.name = name.name
                entries[old.key]!.state = old.state == .returned ? .returned : .renamed
                note(old.key, .renamed, old.name, name.name)
            }
        }
        // What is gone, and where its options are.
        for key in free.sorted() where before[key]!.state.isThere {
            let heirs = names.compactMap { name in name.votes[key].map { (name.key!, $0) } }
            let heir = heirs.max { ($0.1, $1.0) < ($1.1, $0.0) }?.0
            entries[key]!.state = heir == nil ? .withdrawn : .merged
            entries[key]!.into = heir
            note(key, heir == nil ? .withdrawn : .merged, before[key]!.name, heir ?? "")
        }
        return entries.values.sorted { $0.key < $1.key }
    }

    /// A name as a part of paths and addresses: small letters and digits, words joined by hyphens. `+` and `!` are words, for
    /// they tell cars apart.
    static func slug(_ name: String) -> String {
        var slug: [UInt8] = []
        func add(word: String) {
            if !slug.isEmpty, slug.last != 0x2d { slug.append(0x2d) }
            slug += Array(word.utf8)
        }
        for scalar in NameFolding.lettersFolded(name).unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": slug.append(UInt8(scalar.value))
            case "+": add(word: "plus")
            case "!": add(word: "bang")
            case "#": add(word: "hash")
            default:
                if scalar.value > 0x7f, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                    slug += Array("u\(String(scalar.value, radix: 16))".utf8)
                } else if !slug.isEmpty, slug.last != 0x2d {
                    slug.append(0x2d)
                }
            }
        }
        // Of a name as long as a page the beginning is enough: the number behind it keeps keys apart.
        slug = Array(slug.prefix(80))
        while slug.last == 0x2d { slug.removeLast() }
        return slug.isEmpty ? "x" : String(decoding: slug, as: UTF8.self)
    }

    // MARK: Options

    /// Whether two models' keys are of unlike makes, neither of which has gone into the other.
    private func isReused(_ before: String, _ now: String) -> Bool {
        let (before, now) = (KeyLedger.make(ofModel: before), KeyLedger.make(ofModel: now))
        if before == now { return false }
        return ledger.makes.first { $0.key == before }?.into != now
    }

    /// Tells of each option whether it is new, there again, gone, or filed otherwise.
    private mutating func follow(_ order: [Int], _ before: [KeyLedger.Option]) {
        let current = ledger.releases.count - 1
        var filed = FiledNames(table, keys)
        var options: [KeyLedger.Option] = []
        options.reserveCapacity(max(order.count, before.count))
        let old = ledger.filed
        var changes = (added: 0, withdrawn: 0, returned: 0, renamed: 0)
        func name(_ entry: KeyLedger.Filed) -> String { entry.make + " " + entry.model }
        func note(_ id: UInt64, _ state: KeyLedger.State, _ from: String, _ to: String) {
            ledger.events.append(
                KeyLedger.Event(release: current, subject: .option, key: String(id), state: state, from: from, to: to))
        }
        func leave(_ option: KeyLedger.Option) {
            var option = option
            if option.state.isThere {
                changes.withdrawn += 1
                note(option.id, .withdrawn, name(old[option.filed]), "")
                option.state = .withdrawn
            }
            option.filed = filed.place(of: old[option.filed])
            options.append(option)
        }
        // Names that are filed as before are told by their places alone.
        var known = 0
        for row in order {
            let id = table.ids[row]
            while known < before.count, before[known].id < id {
                leave(before[known])
                known += 1
            }
            let place = filed.place(row: row)
            guard known < before.count, before[known].id == id else {
                changes.added += 1
                options.append(KeyLedger.Option(id: id, filed: place, state: .live))
                continue
            }
            let option = before[known]
            known += 1
            var state = option.state
            if isReused(old[option.filed].key, filed.entries[place].key) {
                if !option.state.isThere { changes.returned += 1 } else { changes.renamed += 1 }
                state = .reused
                note(id, .reused, name(old[option.filed]), name(filed.entries[place]))
            } else if !option.state.isThere {
                changes.returned += 1
                state = .returned
                note(id, .returned, name(old[option.filed]), name(filed.entries[place]))
            } else if !filed.isAlike(option.filed, old, place) {
                changes.renamed += 1
                if state == .live { state = .renamed }
                note(id, .renamed, name(old[option.filed]), name(filed.entries[place]))
            }
            options.append(KeyLedger.Option(id: id, filed: place, state: state))
        }
        for option in before[known...] { leave(option) }
        ledger.options = options
        ledger.filed = filed.entries
        ledger.releases[current].added += changes.added
        ledger.releases[current].withdrawn += changes.withdrawn
        ledger.releases[current].returned += changes.returned
        ledger.releases[current].renamed += changes.renamed
    }
}

/// The pairs of a make and a model that rows have.
private struct CodePairs {
    /// By row: the number of its pair.
    private(set) var numbers: [Int] = []
    /// By number: the codes.
    private(set) var pairs: [(make: Int, model: Int)] = []

    init(_ make: VehicleColumn, _ model: VehicleColumn, rows: Int) {
        let rows = (0..<UInt32(rows)).map { $0 }[...]
        // Nearly every model is of one make, and its pair is found by the model alone.
        var first = [Int](repeating: -1, count: model.valueCount)
        var others: [UInt64: Int] = [:]
        numbers.reserveCapacity(rows.count)
        for (make, model) in zip(make.codes.codes(of: rows), model.codes.codes(of: rows)) {
            let pair = (make: Int(make), model: Int(model))
            var number = first[pair.model]
            if number < 0 {
                number = pairs.count
                first[pair.model] = number
                pairs.append(pair)
            } else if pairs[number].make != pair.make {
                let key = UInt64(make) << 32 | UInt64(model)
                number = others[key] ?? pairs.count
                if number == pairs.count {
                    others[key] = number
                    pairs.append(pair)
                }
            }
            numbers.append(number)
        }
    }
}

/// The names as filed, each once, in the order in which the options need them.
private struct FiledNames {
    private(set) var entries: [KeyLedger.Filed] = []
    private var places: [KeyLedger.Filed: Int] = [:]
    private let pairs: CodePairs
    /// By number of the pair; -1 where it is not among the entries yet.
    private var byPair: [Int]
    private let table: VehicleTable
    private let keys: NameKeys
    private let names: (make: VehicleColumn, model: VehicleColumn)
    /// By place in the last ledger: the place here that is alike, or -1.
    private var compared: [Int] = []

    init(_ table: VehicleTable, _ keys: NameKeys) {
        self.table = table
        self.keys = keys
        names = table.namesAsFiled ?? (table[.make], table[.model])
        pairs = CodePairs(names.make, names.model, rows: table.count)
        byPair = pairs.pairs.map { _ in -1 }
    }

    mutating func place(of entry: KeyLedger.Filed) -> Int {
        if let place = places[entry] { return place }
        places[entry] = entries.count
        entries.append(entry)
        return entries.count - 1
    }

    mutating func place(row: Int) -> Int {
        let number = pairs.numbers[row]
        if byPair[number] >= 0 { return byPair[number] }
        let (make, model) = pairs.pairs[number]
        let entry = KeyLedger.Filed(
            make: String(decoding: names.make.spellings[make], as: UTF8.self),
            model: String(decoding: names.model.spellings[model], as: UTF8.self), key: keys.model(of: row, in: table))
        let place = place(of: entry)
        byPair[number] = place
        return place
    }

    /// Whether a name of the last ledger is the one at a place here. Asked for most rows, so each pair is compared once.
    mutating func isAlike(_ old: Int, _ filed: [KeyLedger.Filed], _ place: Int) -> Bool {
        if compared.isEmpty { compared = Array(repeating: -1, count: filed.count) }
        if compared[old] == place { return true }
        guard filed[old].isNamed(as: entries[place]) else { return false }
        compared[old] = place
        return true
    }
}
