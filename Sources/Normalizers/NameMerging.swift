package import FuelEconomy

/// Makes one name of the spellings that have one key: makes first, then models within a make.
///
/// The name that is shown is the spelling of most rows; ties go to the newest model year, then to the first in order of bytes.
package struct NameMerging: Sendable {
    package private(set) var decisions: [NameDecision] = []
    package private(set) var findings = FindingStore()

    /// A spelling as it occurs: in how many rows, and how new.
    private struct Spelling {
        var code: Int
        var text: String
        var shown: String
        var rows = 0
        var newest = -Double.infinity
    }

    private let isMerging: Bool

    /// - Parameter isMerging: `false` leaves every spelling a name of its own.
    package init(isMerging: Bool = true) { self.isMerging = isMerging }

    /// Replaces the makes and models of `table` by their canonical names; those of the feed stay in
    /// ``VehicleTable/namesAsFiled``.
    package mutating func merge(in table: inout VehicleTable) {
        let filed = (make: table[.make], model: table[.model])
        var makes = spellings(of: filed.make)
        let year = table[.year].numbers(of: 0..<table.count)
        filed.make.codes.forEach { row, code in
            makes[code].rows += 1
            makes[code].newest = max(makes[code].newest, year[row])
        }
        let makeNames = canonicalNames(makes.filter { $0.rows > 0 }, level: .make, make: nil)
        var makeTexts = CanonicalTexts()
        let makeCodes = (0..<filed.make.valueCount).map { makeNames[$0].map { makeTexts.code(of: $0) } ?? 0 }

        // Models by (canonical make, spelling): rows of one pair stand together once sorted by it.
        let all = 0..<table.count
        let make = filed.make.codes.mapped(all, makeCodes.map { UInt64($0) << 32 })
        let model = filed.model.codes.mapped(all, (0..<filed.model.valueCount).map { UInt64($0) })
        let keys = all.map { make[$0] | model[$0] }
        let models = spellings(of: filed.model)
        var pairs: [Spelling] = []
        var pairMakes: [UInt32] = []
        var pairOfRow = [UInt32](repeating: 0, count: table.count)
        var lastKey: UInt64?
        for row in RowOrder.sorted(all.map { UInt32($0) }, by: keys).lazy.map(Int.init) {
            if keys[row] != lastKey {
                lastKey = keys[row]
                pairs.append(models[Int(keys[row] & 0xffff_ffff)])
                pairs[pairs.count - 1].code = pairs.count - 1
                pairMakes.append(UInt32(keys[row] >> 32))
            }
            pairOfRow[row] = UInt32(pairs.count - 1)
            pairs[pairs.count - 1].rows += 1
            pairs[pairs.count - 1].newest = max(pairs[pairs.count - 1].newest, year[row])
        }
        var modelTexts = CanonicalTexts()
        var modelCodes = [UInt32](repeating: 0, count: pairs.count)
        let byMake = Dictionary(grouping: pairs) { pairMakes[$0.code] }
        for (make, group) in byMake.sorted(by: { makeTexts.texts[Int($0.key)] < makeTexts.texts[Int($1.key)] }) {
            let names = canonicalNames(group, level: .model, make: makeTexts.texts[Int(make)])
            for pair in group.sorted(by: { $0.code < $1.code }) {
                modelCodes[pair.code] = modelTexts.code(of: names[pair.code]!)
            }
        }

        table.namesAsFiled = filed
        table[.make] = VehicleColumn(
            texts: makeTexts.texts,
            codes: filed.make.codes.replaced(by: makeCodes, below: makeTexts.texts.count))
        var codes = CodeVector()
        let canonicalCodes = pairOfRow.map { modelCodes[Int($0)] }
        codes.append(canonicalCodes.span, below: modelTexts.texts.count)
        table[.model] = VehicleColumn(texts: modelTexts.texts, codes: codes)
    }

    private func spellings(of column: VehicleColumn) -> [Spelling] {
        (0..<column.valueCount).map {
            Spelling(code: $0, text: String(decoding: column.spellings[$0], as: UTF8.self), shown: column.texts[$0])
        }
    }

    /// Decides for all spellings of one list.
    ///
    /// - Returns: the canonical name by the spelling's code.
    private mutating func canonicalNames(
        _ spellings: [Spelling], level: NameDecision.Level, make: String?
    ) -> [Int: String] {
        var names: [Int: String] = [:]
        let groups = Dictionary(grouping: spellings) { isMerging ? NameKey.of($0.shown) : $0.shown }.values.map { group in
            group.count == 1
                ? group
                : group.sorted { a, b in
                    if a.rows != b.rows { return a.rows > b.rows }
                    if a.newest != b.newest { return a.newest > b.newest }
                    return a.text < b.text
                }
        }
        for group in groups.sorted(by: { $0[0].shown < $1[0].shown }) {
            let canonical = group[0].shown
            for spelling in group.count == 1 ? group : group.sorted(by: { $0.text < $1.text }) {
                names[spelling.code] = canonical
                decisions.append(
                    NameDecision(
                        level: level, make: make, spelling: spelling.text, canonical: canonical,
                        rule: spelling.text == canonical ? "as-filed" : "spelling", rows: spelling.rows))
            }
            if group.count > 1 { report(group, canonical: canonical, level: level, make: make) }
        }
        return names
    }

    private mutating func report(_ spellings: [Spelling], canonical: String, level: NameDecision.Level, make: String?) {
        var hash = StableHash()
        hash.combine(make ?? "")
        hash.combine(canonical)
        findings.add(NormalizerRules.nearDuplicateName, hash: hash.value) {
            Finding(values: [
                FindingValue("level", level.rawValue), FindingValue("name", make.map { "of \($0)" } ?? "\"\(canonical)\""),
                FindingValue("canonical", canonical),
                FindingValue(
                    "spellings",
                    spellings.map { "\"\($0.text)\" (\($0.rows) row\($0.rows == 1 ? "" : "s"))" }.joined(separator: ", ")),
                FindingValue("rows", spellings.map(\.rows).reduce(0, +)),
            ])
        }
    }
}

/// Distinct texts with codes, 0 being the empty one.
private struct CanonicalTexts {
    private(set) var texts = [""]
    private var codes: [String: UInt32] = ["": 0]

    mutating func code(of text: String) -> UInt32 {
        if let code = codes[text] { return code }
        codes[text] = UInt32(texts.count)
        texts.append(text)
        return UInt32(texts.count - 1)
    }
}
