/// Somebody's word that some findings of a rule are known and need no attention, until a day.
package struct Waiver: Sendable, Equatable {
    package enum Subject: Sendable, Equatable {
        case vehicle(UInt64)
        /// All findings about a make, or about one of its models.
        case name(make: String, model: String?)
        case fingerprint(UInt64)
    }

    package var rule: String
    package var subject: Subject
    package var reason: String
    package var owner: String
    package var expires: CivilDate?
    /// Where it stands: `waivers/epa.yaml:12`.
    package var place: String

    package init(
        rule: String, subject: Subject, reason: String, owner: String, expires: CivilDate? = nil, place: String
    ) {
        self.rule = rule
        self.subject = subject
        self.reason = reason
        self.owner = owner
        self.expires = expires
        self.place = place
    }

    /// What it is about, in words.
    package var wording: String {
        switch subject {
        case .vehicle(let id): "id \(id)"
        case .name(let make, let model): "make \"\(make)\"" + (model.map { ", model \"\($0)\"" } ?? "")
        case .fingerprint(let print): "fingerprint \(Fingerprint.text(print))"
        }
    }
}

/// What tells a finding from all others, whatever the order of the feed's rows.
package enum Fingerprint {
    /// Of a finding of a rule; the hash is that of ``FindingStore``.
    package static func of(_ hash: UInt64, rule: String) -> UInt64 { hash ^ salt(rule) }

    /// The same number for all findings of a rule.
    package static func salt(_ rule: String) -> UInt64 {
        var hash = StableHash()
        hash.combine(rule)
        return hash.value
    }

    /// 16 hexadecimal digits.
    package static func text(_ print: UInt64) -> String {
        let digits = String(print, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package static func read(_ text: String) -> UInt64? { text.utf8.count == 16 ? UInt64(text, radix: 16) : nil }
}
