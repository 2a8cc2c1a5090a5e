internal import FuelEconomy

/// A text of a feed as people may see it: what steers a terminal, a parser or the order of the text around it is replaced by
/// U+FFFD, and what is endless is cut. Marks of direction that only speak for themselves stay.
///
/// - Parameter limit: in characters.
func shown(_ text: String, limit: Int = 400) -> String {
    let isPlain = !Array(text.utf8).contains { $0 < 0x20 || $0 >= 0x7f }
    let count = text.utf8.count
    if isPlain, count <= limit { return text }
    var clean = text
    if text.unicodeScalars.contains(where: isSteering) {
        clean = String(String.UnicodeScalarView(text.unicodeScalars.map { isSteering($0) ? "\u{fffd}" : $0 }))
    }
    // Bytes bound the characters from above.
    return count <= limit || clean.count <= limit ? clean : clean.prefix(limit) + "…"
}

/// Control characters but tab and line feed; what embeds, overrides or isolates a direction; separators that end a line in
/// scripts; and what is no character.
package func isSteering(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a: false
    case ..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069, 0xfdd0...0xfdef: true
    default: scalar.value & 0xfffe == 0xfffe
    }
}

/// `1 error`, `2 errors`
func counted(_ count: Int, _ noun: String) -> String {
    "\(NumberText.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// `a, b and c`
func listed(_ parts: [String]) -> String {
    parts.count < 2 ? parts.joined() : parts.dropLast().joined(separator: ", ") + " and " + parts[parts.count - 1]
}

/// A title within a sentence: its first letter small, unless it is an abbreviation's.
func inSentence(_ title: String) -> String {
    title.dropFirst().first?.isUppercase ?? false ? title : title.prefix(1).lowercased() + title.dropFirst()
}

extension BundleContent {
    /// `vehicles.csv.gz:46:34`: where a finding is; `nil` where it is about no record.
    func place(of finding: Finding) -> String? {
        finding.place.source.map { source in
            sources[source].name + (finding.place.line.map { ":\($0)" } ?? "") + (finding.column.map { ":\($0)" } ?? "")
        }
    }

    /// `2020 Audi A4`: the vehicle or the name that a finding is about; empty where it is about neither.
    func subject(of item: AuditResult.Item) -> String {
        [item.year.map(String.init), item.finding.place.make, item.finding.place.model].compactMap { $0 }
            .joined(separator: " ")
    }
}
