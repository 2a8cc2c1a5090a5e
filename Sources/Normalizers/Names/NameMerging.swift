package import FuelEconomy

/// Makes one name of the spellings that mean one: makes first, then models within a make.
package struct NameMerging: Sendable {
    package private(set) var decisions: [NameDecision] = []
    /// What may be one name and was left apart, the likeliest gain first.
    package private(set) var proposals: [NameProposal] = []
    package private(set) var findings = FindingStore()
    /// By row: whether its make is of a tier that is hidden; empty where none is.
    package private(set) var isHidden: [Bool] = []

    private let policy: NamePolicy
    private let book: NameBook

    package init(policy: NamePolicy = .evidence, book: NameBook = NameBook()) {
        self.policy = policy
        self.book = book
    }

    /// The models of one make, named; made on any thread.
    package struct Part: Sendable {
        fileprivate var make: Int
        fileprivate var list: NameList
    }

    /// Replaces the makes and models of `table` by their canonical names; those of the feed stay in
    /// ``VehicleTable/namesAsFiled``.
    ///
    /// - Parameters:
    ///   - today: the feed's newest date, by which decisions expire; `nil`: none does.
    ///   - map: does so many independent pieces of work and gives their results in order.
    package mutating func merge(
        in table: inout VehicleTable, today: CivilDate? = nil,
        map: (Int, @escaping @Sendable (Int) -> Part) throws -> [Part]
    ) rethrows {
        let lines = validLines(today)
        let filed = (make: table[.make], model: table[.model])
        var pairs = NamePairs(table)
        var makes = NameList(
            pairs.makes, level: .make, make: nil, policy: policy, lines: lines.filter { $0.make == nil },
            curated: book.curated.makes.isEmpty ? nil : book.curated)
        pairs.unite(makes)
        let linesOfModels = Dictionary(grouping: lines.filter { $0.make != nil }) { NameKey.of($0.make!) }
        let work = pairs.models.map { group, spellings in
            let keys = linesOfModels.isEmpty ? [] : Set(makes.names(of: group).map(NameKey.of)).sorted()
            let lines = keys.flatMap { linesOfModels[$0] ?? [] }
            return (make: group, name: makes.canonical[group], lines: lines, spellings: spellings)
        }
        let lists = try map(work.count) { [policy] index in
            let (make, name, lines, spellings) = work[index]
            return Part(
                make: make,
                list: NameList(spellings, level: .model, make: name, policy: policy, lines: lines, curated: nil))
        }.map { (make: $0.make, list: $0.list) }
        noteLinesWithoutMake(linesOfModels, makes)
        let review = NameReview(table: table, pairs: pairs)
        review.addAbbreviations(to: &makes, lists: lists)
        proposals = review.proposals(of: makes, lists)
        for list in [makes] + lists.map(\.list) { findings.merge(list.findings) }
        for proposal in proposals {
            guard let evidence = NameEvidence(rawValue: proposal.rule) else { continue }
            findings.addName(
                evidence, level: proposal.level, make: proposal.make, names: (proposal.name, proposal.other),
                outcome: "proposed, score \(NumberText.short(proposal.score))", rows: proposal.rows)
        }
        apply(makes, lists, pairs, filed, to: &table)
    }

    /// The same on this thread alone.
    package mutating func merge(in table: inout VehicleTable, today: CivilDate? = nil) {
        merge(in: &table, today: today) { count, part in (0..<count).map(part) }
    }

    /// Those that have not expired.
    private mutating func validLines(_ today: CivilDate?) -> [NameDecisionLine] {
        book.lines.filter { line in
            guard let expires = line.expires, let today, expires < today else { return true }
            findings.add(
                NameRules.expiredDecision, about: line,
                [FindingValue("date", expires.text), FindingValue("today", today.text)])
            return false
        }
    }

    private mutating func noteLinesWithoutMake(_ lines: [String: [NameDecisionLine]], _ makes: NameList) {
        if lines.isEmpty { return }
        let groups = makes.groups.indices.filter { !makes.groups[$0].isEmpty }
        let keys = Set(groups.flatMap { makes.names(of: $0) }.map(NameKey.of))
        for line in lines.filter({ !keys.contains($0.key) }).values.flatMap({ $0 }) {
            findings.add(
                NameRules.unmatchedDecision, about: line,
                [FindingValue("level", "make"), FindingValue("missing", "\"\(line.make!)\"")])
        }
    }

    /// Writes the outcome into the table and the list of decisions, makes first.
    private mutating func apply(
        _ makes: NameList, _ lists: [(make: Int, list: NameList)], _ pairs: NamePairs,
        _ filed: (make: VehicleColumn, model: VehicleColumn), to table: inout VehicleTable
    ) {
        var makeTexts = CanonicalTexts(capacity: makes.spellings.count + 1)
        var makeCodes = [UInt32](repeating: 0, count: filed.make.valueCount)
        var tierOf: [Int: MakeTier] = [:]
        func policy(_ group: Int) -> TierPolicy { tierOf[group].flatMap { book.tiers[$0] } ?? .keep }
        func title(_ group: Int) -> String {
            policy(group) == .group ? tierOf[group]!.group : makes.canonical[group]
        }
        for (group, nodes) in makes.groups.enumerated() {
            if let make = nodes.lazy.compactMap({ makes.nodes[$0].curated }).first {
                tierOf[group] = book.curated.makes[make].tier
            }
        }
        for place in makes.spellings.indices {
            let spelling = makes.spellings[place]
            let outcome = makes.outcome(of: place)
            var decision = NameDecision(spelling, outcome, level: .make, make: nil)
            let shown = title(makes.group(of: place))
            if shown != decision.canonical { decision.move(to: shown) }
            makeCodes[spelling.code] = makeTexts.code(of: decision.canonical)
            decisions.append(decision)
        }
        var modelTexts = CanonicalTexts(capacity: pairs.count + 1)
        var modelCodes = [UInt32](repeating: 0, count: pairs.count)
        for (group, list) in lists.sorted(by: { makes.canonical[$0.make] < makes.canonical[$1.make] }) {
            for place in list.spellings.indices {
                let outcome = list.outcome(of: place)
                var decision = NameDecision(list.spellings[place], outcome, level: .model, make: title(group))
                if policy(group) == .group { decision.move(to: makes.canonical[group] + ": " + outcome.canonical) }
                modelCodes[list.spellings[place].code] = modelTexts.code(of: decision.canonical)
                decisions.append(decision)
            }
        }
        if book.tiers.values.contains(.hide) {
            var isHiddenMake = [Bool](repeating: false, count: filed.make.valueCount)
            for place in makes.spellings.indices {
                let spelling = makes.spellings[place]
                let group = makes.group(of: place)
                if policy(group) != .hide { continue }
                isHiddenMake[spelling.code] = true
                findings.add(NameRules.hiddenMake, make: spelling, tier: tierOf[group]!)
            }
            isHidden = (0..<table.count).map { isHiddenMake[filed.make.codes[$0]] }
        }
        table.namesAsFiled = filed
        table[.make] = VehicleColumn(
            texts: makeTexts.texts, codes: filed.make.codes.replaced(by: makeCodes, below: makeTexts.texts.count))
        var codes = CodeVector()
        let canonicalCodes = pairs.ofRow.map { modelCodes[Int($0)] }
        codes.append(canonicalCodes.span, below: modelTexts.texts.count)
        table[.model] = VehicleColumn(texts: modelTexts.texts, codes: codes)
    }
}

extension FindingStore {
    fileprivate mutating func add(_ rule: Rule, make: NameList.Spelling, tier: MakeTier) {
        var hash = StableHash()
        hash.combine(make.text)
        add(rule, hash: hash.value, at: Finding.Place(make: make.text)) {
            [FindingValue("make", make.text), FindingValue("tier", tier.rawValue), FindingValue("rows", make.rows)]
        }
    }
}

extension NameDecision {
    fileprivate init(_ spelling: NameList.Spelling, _ outcome: NameList.Outcome, level: NameLevel, make: String?) {
        self.init(
            level: level, make: make, spelling: spelling.text, canonical: outcome.canonical,
            rule: outcome.reason?.rule ?? "as-filed", rows: spelling.rows, decidedBy: outcome.reason?.decidedBy)
    }

    /// Says that the name has another place, because its make's tier is grouped.
    fileprivate mutating func move(to name: String) {
        canonical = name
        rule = "tier"
    }
}

/// The distinct spellings of makes, and of models in each make, with the rows that have them.
struct NamePairs {
    private(set) var makes: [NameList.Spelling]
    /// By group of makes, in ascending order.
    private(set) var models: [(make: Int, spellings: [NameList.Spelling])] = []
    /// By row: the place of its make and model's spelling among all pairs.
    private(set) var ofRow: [UInt32]
    private(set) var count = 0
    private let table: VehicleTable

    init(_ table: VehicleTable) {
        self.table = table
        ofRow = [UInt32](repeating: 0, count: table.count)
        var all = Self.spellings(of: table[.make])
        let years = table[.year].numbers(of: 0..<table.count)
        table[.make].codes.forEach { row, code in all[code].count(years[row]) }
        makes = Self.inOrder(all.filter { $0.rows > 0 })
    }

    /// Cuts the models by the groups that the makes have become.
    mutating func unite(_ list: NameList) {
        let spellings = Self.inOrder(Self.spellings(of: table[.model]))
        var rankOf = [UInt64](repeating: 0, count: spellings.count)
        for (rank, spelling) in spellings.enumerated() { rankOf[spelling.code] = UInt64(rank) }
        var startOf = [UInt64](repeating: 0, count: table[.make].valueCount)
        for place in list.spellings.indices {
            startOf[list.spellings[place].code] = UInt64(list.group(of: place) * spellings.count)
        }
        let all = 0..<table.count
        var keys = table[.make].codes.mapped(all, startOf)
        let ranks = table[.model].codes.mapped(all, rankOf)
        for row in all { keys[row] += ranks[row] }
        let years = table[.year].numbers(of: all)
        // Rows of one pair stand together once sorted by it, and pairs of one make.
        let order = RowOrder.sorted(all.map { UInt32($0) }, by: keys)
        var start = 0
        while start < order.count {
            let key = keys[Int(order[start])]
            let (make, rank) = Int(key).quotientAndRemainder(dividingBy: spellings.count)
            var pair = spellings[rank]
            pair.code = count
            while start < order.count, keys[Int(order[start])] == key {
                let row = Int(order[start])
                ofRow[row] = UInt32(count)
                pair.count(years[row])
                start += 1
            }
            if models.last?.make != make { models.append((make, [])) }
            models[models.count - 1].spellings.append(pair)
            count += 1
        }
    }

    private static func inOrder(_ spellings: [NameList.Spelling]) -> [NameList.Spelling] {
        // Nearly all texts are told apart by their first bytes, which are quicker to compare as a number.
        var order = spellings.enumerated().map { place, spelling in
            (head: ExactText(spelling.text).head, place: place)
        }
        order.sort { a, b in
            if a.head != b.head { return a.head < b.head }
            return ExactText(spellings[a.place].text) < ExactText(spellings[b.place].text)
        }
        return order.map { spellings[$0.place] }
    }

    private static func spellings(of column: VehicleColumn) -> [NameList.Spelling] {
        (0..<column.valueCount).map {
            NameList.Spelling(code: $0, text: String(decoding: column.spellings[$0], as: UTF8.self), shown: column.texts[$0])
        }
    }
}

extension NameList.Spelling {
    fileprivate mutating func count(_ year: Double) {
        rows += 1
        newest = max(newest, year)
        oldest = min(oldest, year)
    }
}
