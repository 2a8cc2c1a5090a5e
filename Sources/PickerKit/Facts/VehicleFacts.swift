/// What is known of one vehicle.
public struct VehicleFacts: Sendable, Equatable {
    /// By key, such as `combined`; a fact that the feed does not know is not there.
    public internal(set) var facts: [String: Fact]

    public subscript(key: String) -> Fact? { facts[key] }
}

/// A value of a vehicle, with all that is needed to read it.
public struct Fact: Sendable, Equatable {
    public enum Value: Sendable, Equatable {
        case number(Double)
        case text(String)
    }

    public let value: Value
    public let meaning: FactMeaning

    /// `nil` of a text.
    public var number: Double? { if case .number(let number) = value { number } else { nil } }
}

/// What a fact is, the same for all vehicles: said once, under `fields`.
public struct FactMeaning: Sendable, Equatable {
    /// `number`, `text` or `date`.
    public let type: String
    /// Of a number, such as `g/mi`.
    public let unit: String?
    /// What it is about: `fuel1`, `fuel2` or `electricity`.
    public let fuel: String?
    /// How it was measured, such as `EPA label` or `WLTP`: figures of unlike cycles do not compare.
    public let cycle: String?
}

extension JSONCursor {
    /// `{"city":{"type":"number",…},…}`
    mutating func meanings() throws(BundleDamage) -> [String: FactMeaning] {
        var meanings: [String: FactMeaning] = [:]
        try object { (cursor, key) throws(BundleDamage) in
            let members = try cursor.texts()
            guard let type = members["type"] else { throw BundleDamage(.missingMember("type")) }
            meanings[key] = FactMeaning(
                type: type, unit: members["unit"], fuel: members["fuel"], cycle: members["cycle"])
        }
        return meanings
    }

    /// A value of a meaning; `nil` for `null`.
    mutating func fact(_ meaning: FactMeaning) throws(BundleDamage) -> Fact? {
        if try takeNull() { return nil }
        if peek() == UInt8(ascii: "\"") { return Fact(value: .text(try string()), meaning: meaning) }
        return Fact(value: .number(try number()), meaning: meaning)
    }
}
