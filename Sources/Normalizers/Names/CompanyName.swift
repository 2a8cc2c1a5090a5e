/// A company's name without its form: `Ruf Automobile Gmbh` → `ruf automobile`.
struct CompanyName {
    /// Without words of legal form at the end.
    private(set) var plain: [String]
    /// Also without trade words at either end; equal to `plain` where there are none.
    private(set) var bare: [String]

    private static let forms: Set<String> = [
        "inc", "incorporated", "corp", "corporation", "co", "company", "ltd", "limited", "llc", "lp", "plc", "gmbh", "ag",
        "kg",
        "spa", "sa", "srl", "bv", "nv", "ab", "oy",
    ]
    private static let trades: Set<String> = [
        "motor", "motors", "car", "cars", "automobile", "automobiles", "automobili", "automotive", "auto", "autos",
        "vehicle",
        "vehicles", "performance", "group", "manufacturing", "development", "uk", "usa", "international",
    ]

    init(_ name: String) {
        plain = NameWords(name).words
        while plain.count > 1, let last = plain.last, Self.forms.contains(last) { plain.removeLast() }
        bare = plain
        while bare.count > 1, let last = bare.last, Self.trades.contains(last) || Self.forms.contains(last) {
            bare.removeLast()
        }
        while bare.count > 1, let first = bare.first, Self.trades.contains(first) { bare.removeFirst() }
    }
}
