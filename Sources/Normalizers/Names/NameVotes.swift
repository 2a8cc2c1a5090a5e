internal import FuelEconomy

/// In how many rows something stands, and how new the newest is.
struct Tally {
    var rows = 0
    var newest = -Double.infinity

    mutating func add(rows more: Int, newest year: Double) {
        rows += more
        newest = max(newest, year)
    }

    mutating func add(_ other: Tally) { add(rows: other.rows, newest: other.newest) }

    func outranks(_ other: Tally) -> Bool { (rows, newest) > (other.rows, other.newest) }
}

/// Texts with their tallies, to choose one of.
struct NameVotes {
    private var tallies: [ExactText: Tally] = [:]

    mutating func add(_ text: String, _ tally: Tally) { tallies[ExactText(text), default: Tally()].add(tally) }

    /// The text of most rows; ties go to the newest model year, then to the first in order of bytes.
    var winner: String {
        tallies.min { a, b in
            if a.value.outranks(b.value) { return true }
            if b.value.outranks(a.value) { return false }
            return a.key < b.key
        }!.key.text
    }
}

/// Distinct texts with codes, 0 being the empty one: what a column is made of.
struct CanonicalTexts {
    private(set) var texts = [""]
    private var codes: [ExactText: UInt32] = [ExactText(""): 0]

    init(capacity: Int = 1) { codes.reserveCapacity(capacity) }

    mutating func code(of text: String) -> UInt32 {
        let key = ExactText(text)
        if let code = codes[key] { return code }
        codes[key] = UInt32(texts.count)
        texts.append(text)
        return UInt32(texts.count - 1)
    }
}
