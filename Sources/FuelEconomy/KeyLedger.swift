/// The keys of makes, models and options from release to release, and what became of each.
///
/// A key is made once, from the name at that time, and stays with what it names through renames, absence and return. An
/// option's key is its id. The ledger is a text of lines that people and version control can read; each run reads the last
/// one and writes the next.
package struct KeyLedger: Sendable, Equatable {
    package enum State: String, Sendable {
        case live
        /// Live, under another name than at first.
        case renamed
        /// Gone into the one named beside it.
        case merged
        /// Not in the newest release.
        case withdrawn
        /// Live again after an absence.
        case returned
        /// Of an option: live, as a car of another make.
        case reused

        package var isThere: Bool { self != .merged && self != .withdrawn }
    }

    /// A release as it was taken in, and what it changed.
    package struct Release: Sendable, Equatable {
        package var date: String
        /// SHA-256 of the feeds.
        package var sources: [String]
        /// Options that no release before had, that are gone, that are there again, and whose make or model is filed otherwise.
        package var added = 0, withdrawn = 0, returned = 0, renamed = 0

        package init(date: String, sources: [String]) {
            self.date = date
            self.sources = sources
        }
    }

    package struct Entry: Sendable, Equatable {
        package var key: String
        package var state: State
        /// The name at the newest release that has it.
        package var name: String
        /// With ``State/merged``: the key that it went into.
        package var into: String?

        package init(key: String, state: State, name: String, into: String? = nil) {
            self.key = key
            self.state = state
            self.name = name
            self.into = into
        }
    }

    /// A make and model as filed, and the key of the model.
    package struct Filed: Sendable, Hashable {
        package var make: String
        package var model: String
        package var key: String

        package static func == (a: Filed, b: Filed) -> Bool {
            a.isNamed(as: b) && a.key == b.key
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(ExactText(make))
            hasher.combine(ExactText(model))
        }

        /// Whether make and model are filed in the same bytes.
        package func isNamed(as other: Filed) -> Bool {
            ExactText(make) == ExactText(other.make) && ExactText(model) == ExactText(other.model)
        }

        package init(make: String, model: String, key: String) {
            self.make = make
            self.model = model
            self.key = key
        }
    }

    package struct Option: Sendable, Equatable {
        package var id: UInt64
        /// The place in ``KeyLedger/filed`` at the newest release that has it.
        package var filed: Int
        package var state: State

        package init(id: UInt64, filed: Int, state: State) {
            self.id = id
            self.filed = filed
            self.state = state
        }
    }

    package struct Event: Sendable, Equatable {
        package enum Subject: String, Sendable {
            case make, model, option
        }

        /// The place in ``KeyLedger/releases``.
        package var release: Int
        package var subject: Subject
        package var key: String
        /// `renamed`, `merged`, `withdrawn` or `returned`.
        package var state: State
        package var from: String
        package var to: String

        package init(release: Int, subject: Subject, key: String, state: State, from: String, to: String) {
            self.release = release
            self.subject = subject
            self.key = key
            self.state = state
            self.from = from
            self.to = to
        }
    }

    package var releases: [Release] = []
    /// By key.
    package var makes: [Entry] = []
    /// By key, which begins with the make's: `bmw/328i-xdrive`.
    package var models: [Entry] = []
    package var filed: [Filed] = []
    /// By id.
    package var options: [Option] = []
    /// As they happened.
    package var events: [Event] = []

    package init() {}
}

/// The keys of a release's makes and models, by its table's codes.
package struct NameKeys: Sendable {
    private var makes: [Int: String] = [:]
    private var models: [UInt64: String] = [:]

    package init() {}

    package mutating func name(make: Int, _ key: String) { makes[make] = key }
    package mutating func name(make: Int, model: Int, _ key: String) { models[UInt64(make) << 32 | UInt64(model)] = key }

    package func make(of row: Int, in table: VehicleTable) -> String { makes[table[.make].codes[row]] ?? "" }
    package func model(of row: Int, in table: VehicleTable) -> String {
        models[UInt64(table[.make].codes[row]) << 32 | UInt64(table[.model].codes[row])] ?? ""
    }
}

extension KeyLedger {
    private static let head = "marque-keys\t1"

    /// The ledger as lines of fields with tabs between them.
    package var text: [UInt8] {
        var out: [UInt8] = []
        func line(_ fields: [String]) { TabbedLine.append(fields, to: &out) }
        out += Array(Self.head.utf8) + [0x0a]
        for release in releases {
            line(
                ["release", release.date, release.sources.joined(separator: " ")]
                    + [release.added, release.withdrawn, release.returned, release.renamed].map { String($0) })
        }
        for (word, entries) in [("make", makes), ("model", models)] {
            for entry in entries { line([word, entry.key, entry.state.rawValue, entry.name, entry.into ?? ""]) }
        }
        for entry in filed { line(["filed", entry.key, entry.make, entry.model]) }
        let optionMark = Array("option\t".utf8)
        for option in options {
            out += optionMark
            Self.append(option.id, to: &out)
            out.append(0x09)
            Self.append(UInt64(option.filed), to: &out)
            if option.state != .live { out += [0x09] + Array(option.state.rawValue.utf8) }
            out.append(0x0a)
        }
        for event in events {
            line([
                "event", String(event.release), event.subject.rawValue, event.key, event.state.rawValue, event.from,
                event.to,
            ])
        }
        line(["end", String(options.count)])
        return out
    }

    /// The option of an id; `nil` where no release had it.
    package func option(_ id: UInt64) -> Option? {
        let place = Self.firstPlace(in: options) { $0.id >= id }
        return place < options.count && options[place].id == id ? options[place] : nil
    }

    private func isKnown(_ key: String, among entries: [Entry]) -> Bool {
        let place = Self.firstPlace(in: entries) { ExactText($0.key) >= ExactText(key) }
        return place < entries.count && entries[place].key == key
    }

    /// Where in a list that rises the elements begin that are far enough.
    private static func firstPlace<Element>(in list: [Element], where isFarEnough: (Element) -> Bool) -> Int {
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if isFarEnough(list[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The make's key, with which a model's begins.
    package static func make(ofModel key: String) -> String { String(key.prefix { $0 != "/" }) }

    private static func append(_ number: UInt64, to out: inout [UInt8]) {
        out += String(number).utf8
    }

    /// Reads a ledger's text.
    ///
    /// - Throws: ``LedgerDamage`` at the first line that says nothing, or that contradicts another.
    package init(_ text: [UInt8]) throws(LedgerDamage) {
        var number = 0
        var isWhole = false
        for bytes in text.split(separator: 0x0a, omittingEmptySubsequences: false) {
            number += 1
            if isWhole {
                guard bytes.isEmpty else { throw LedgerDamage(line: number, expected: "nothing behind the end") }
                continue
            }
            func damage(_ expected: String) -> LedgerDamage { LedgerDamage(line: number, expected: expected) }
            if number == 1 {
                guard bytes.elementsEqual(Self.head.utf8) else { throw damage("a ledger of keys of format 1") }
                continue
            }
            // Nearly all lines are options.
            if bytes.starts(with: "option\t".utf8) {
                var rest = bytes.dropFirst(7)
                guard let id = Self.number(&rest), let filed = Self.number(&rest), filed < UInt64(self.filed.count),
                    id > options.last?.id ?? 0 || options.isEmpty,
                    let state = rest.isEmpty ? .live : State(rawValue: String(decoding: rest, as: UTF8.self))
                else { throw damage("an option: id, in rising order, and the place of its name") }
                options.append(Option(id: id, filed: Int(filed), state: state))
                continue
            }
            let texts = TabbedLine.fields(bytes)
            switch (texts[0], texts.count) {
            case ("release", 7):
                var release = Release(date: texts[1], sources: texts[2].split(separator: " ").map(String.init))
                let counts = texts[3...].compactMap { Int($0) }
                guard counts.count == 4, counts.allSatisfy({ (0..<1 << 40).contains($0) }) else {
                    throw damage("four counts")
                }
                (release.added, release.withdrawn, release.returned, release.renamed) =
                    (counts[0], counts[1], counts[2], counts[3])
                releases.append(release)
            case ("make", 5), ("model", 5):
                guard let state = State(rawValue: texts[2]) else { throw damage("a state") }
                let entry = Entry(key: texts[1], state: state, name: texts[3], into: texts[4].isEmpty ? nil : texts[4])
                let last = texts[0] == "make" ? makes.last : models.last
                guard last.map({ ExactText($0.key) < ExactText(entry.key) }) != false, !entry.key.isEmpty,
                    entry.key.contains("/") == (texts[0] == "model")
                else { throw damage("a \(texts[0])'s key, each once, in rising order") }
                guard (entry.state == .merged) == (entry.into != nil) else {
                    throw damage("the key that it was merged into")
                }
                if texts[0] == "make" { makes.append(entry) } else { models.append(entry) }
            case ("filed", 4):
                guard isKnown(texts[1], among: models) else { throw damage("the key of a model above") }
                filed.append(Filed(make: texts[2], model: texts[3], key: texts[1]))
            case ("event", 7):
                guard let release = Int(texts[1]), releases.indices.contains(release),
                    let subject = Event.Subject(rawValue: texts[2]), let state = State(rawValue: texts[4])
                else { throw damage("an event: release, subject, key, state, from, to") }
                events.append(
                    Event(release: release, subject: subject, key: texts[3], state: state, from: texts[5], to: texts[6]))
            case ("end", 2):
                guard Int(texts[1]) == options.count else { throw damage("as many options as the last line says") }
                isWhole = true
            default: throw damage("a release, make, model, filed, option, event or end")
            }
        }
        if !isWhole { throw LedgerDamage(line: number, expected: "a last line that says \"end\"") }
    }

    /// The number that a line goes on with, and the tab behind it.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        var place = rest.startIndex
        while place < rest.endIndex, rest[place] &- 0x30 < 10 {
            guard number < 1 << 58 else { return nil }
            number = number * 10 + UInt64(rest[place] - 0x30)
            place += 1
        }
        guard place > rest.startIndex, place == rest.endIndex || rest[place] == 0x09 else { return nil }
        rest = rest[min(place + 1, rest.endIndex)...]
        return number
    }
}
