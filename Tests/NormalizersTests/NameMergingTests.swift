import FuelEconomy
import Support
import Testing

@testable import Normalizers

@Suite struct NameWordsTests {
    private func areOfSameWords(_ a: String, _ b: String) -> Bool {
        var lexicon = NameLexicon()
        return NameLexicon.Sum(lexicon.words(of: a)) == NameLexicon.Sum(lexicon.words(of: b))
    }

    private func haveNumbersInPlace(_ a: String, _ b: String) -> Bool {
        var lexicon = NameLexicon()
        let (x, y) = (lexicon.words(of: a), lexicon.words(of: b))
        return lexicon.numberPlaces(x) == lexicon.numberPlaces(y)
    }

    @Test(arguments: [
        ("E400 4matic (station wagon)", ["e400", "4matic", "station", "wagon"]), ("Golf/GTI", ["golf/gti"]),
        ("Sidekick 2-Door 4 WD", ["sidekick", "2 door", "4 wd"]), ("C / V", ["c", "v"]),
        ("19\" wheels", ["19in", "wheels"]),
        ("1.8 T, 4.2-l", ["1.8", "t", "4.2", "l"]), ("Citroën C4!", ["citroen", "c4!"]),
        ("4 4 door 2 door", ["4", "4 door", "2 door"]),
        ("-", []), ("", []),
    ])
    func namesAreCutIntoWords(_ name: String, _ words: [String]) {
        var lexicon = NameLexicon()
        #expect(NameWords(name).words == words)
        #expect(lexicon.words(of: name).map { lexicon.text(of: $0) } == words)
    }

    @Test(arguments: [
        ("328i Sport Wagon xDrive", "328i xDrive Sport Wagon"), ("AMG C63", "C63 AMG"),
        ("Explorer AWD FFV", "Explorer FFV AWD"),
        ("Van 2WD (cargo)", "Cargo Van 2WD"), ("V8 Vantage", "Vantage V8"),
    ])
    func sameWordsHaveOneKey(_ a: String, _ b: String) { #expect(areOfSameWords(a, b)) }

    @Test(arguments: [
        ("Sidekick 2Door 4WD", "Sidekick 4Door 2WD"), ("Sidekick 2 Door 4 WD", "Sidekick 4 Door 2 WD"), ("500SL", "SL500"),
        ("911 Carrera 4/2", "911 Carrera 42"), ("C/V", "V C"),
    ])
    func otherWordsHaveNot(_ a: String, _ b: String) { #expect(!areOfSameWords(a, b)) }

    @Test func knowsWhatSaysTheSame() {
        var lexicon = NameLexicon()
        func texts(_ words: [UInt32]?) -> [String]? { words?.map { lexicon.text(of: $0) } }
        let wheels = lexicon.words(of: "S 20 inch wheels")
        #expect(texts(lexicon.inchesAlike(wheels)) == ["s", "20in", "wheels"])
        let wagon = lexicon.words(of: "240 Station Wagon 4x4")
        #expect(texts(lexicon.usualForms(wagon)) == ["240", "wagon", "4wd"])
        let list = lexicon.words(of: "Impala/Caprice 4 door")
        #expect(texts(lexicon.slashless(list)) == ["impala", "caprice", "4 door"])
        #expect(lexicon.listsInOrder(list).map { texts($0)! }.first == ["caprice/impala", "4 door"])
        #expect(lexicon.listsInOrder(wagon).isEmpty && lexicon.slashless(wagon) == nil && lexicon.inchesAlike(wagon) == nil)
    }

    @Test func findsOneWordThatDiffers() {
        var lexicon = NameLexicon()
        let names = [
            "Murcielago Roadster", "Murceilago Roadster", "Exec Sedan", "Executive Sedan", "430 Scuderi", "430 Scuderia",
            "C36", "C36 AMG", "xDrive28i", "xDrive28d",
        ].map { lexicon.words(of: $0) }
        let misses = NearMisses(names, lexicon)
        #expect(misses.misspelt(shortest: 5).map { [$0.0, $0.1] } == [[0, 1], [4, 5]])
        #expect(misses.shortened().map { [$0.0, $0.1] } == [[2, 3]])
        #expect(misses.truncated(longest: 3).map { [$0.0, $0.1] } == [[4, 5]])
        #expect(misses.lengthened().map { [$0.0, $0.1] } == [[6, 7]])
    }

    @Test func saysWhereOrderMayTell() {
        #expect(!haveNumbersInPlace("SL 500", "500 SL"))
        #expect(haveNumbersInPlace("Ioniq 5 RWD (Long Range)", "Ioniq 5 Long range RWD"))
    }

    @Test(arguments: [
        ("XC40, MY22", "XC40", 2022), ("Defender, 20MY", "Defender", 2020), ("Sportage MY20.5", "Sportage", 2020),
        ("Civic 2021", "Civic", 2021), ("A-Class Saloon Model Year 2021.5", "A-Class Saloon", 2021),
        ("MÉGANE (AM 2022)", "MÉGANE", 2022), ("Range Rover Sport, 20MY ", "Range Rover Sport", 2020),
        ("MG ZS ev 105kW 44.5kWh 2019MY", "MG ZS ev 105kW 44.5kWh", 2019),
    ])
    func findsTheYearInAModel(_ text: String, _ rest: String, _ year: Int) throws {
        let mention = try #require(ModelYearMention.find(in: text))
        #expect(mention.year == year && mention.removed(from: text) == rest)
    }

    @Test(arguments: [
        "2008", "New 2008", "New 2008 SUV", "911", "Spider 2000x", "Model 3", "2022_Toyota_Venza.jpg", "MY", "20MY22x",
    ])
    func findsNoYearWhereThereIsNone(_ text: String) { #expect(ModelYearMention.find(in: text) == nil) }

    @Test func boundsAreNoYear() throws {
        let mention = try #require(ModelYearMention.find(in: "Edge Model Year Pre 2019¾"))
        #expect(mention.year == nil && mention.removed(from: "Edge Model Year Pre 2019¾") == "Edge")
    }
}

@Suite struct NameEvidenceTests {
    private let columns = ["id", "year", "make", "model", "baseModel", "displ"]

    private func named(_ names: [(make: String, model: String)], _ policy: NamePolicy = .evidence) throws -> NameMerging {
        var table = try normalized(
            columns, names.enumerated().map { ["\($0 + 1)", "\(2000 + $0)", $1.make, $1.model, "", "2.0"] }
        ).table
        var naming = NameMerging(policy: policy)
        naming.merge(in: &table)
        return naming
    }

    /// A make that decisions show under its own name, wherever the feed files it under another.
    @Test func aLegalFormIsSeenBehindTheNameThatIsShown() throws {
        var book = NameBook()
        #expect(
            book.add(
                CuratedMake(
                    name: "Mercedes-Benz", aliases: [("MERCEDES", nil)], tier: nil, reason: nil, place: "makes.yaml:1"))
                == nil)
        var table = try normalized(
            columns, ["MERCEDES", "Mercedes-Benz Inc"].map { ["\($0.utf8.count)", "2001", $0, "C 180", "", "2.0"] }
        ).table
        var naming = NameMerging(book: book)
        naming.merge(in: &table)
        let makes = naming.decisions.filter { $0.level == .make }
        #expect(makes.allSatisfy { $0.canonical == "Mercedes-Benz" } && makes.count == 2)
        #expect(makes.first { $0.spelling == "Mercedes-Benz Inc" }?.rule == "legal-form")
        #expect(naming.findings.count(of: "legal-form") == 1)
    }

    private func outcome(_ naming: NameMerging, _ level: NameLevel, _ a: String, _ b: String) -> String {
        func canonical(_ name: String) -> String? {
            naming.decisions.first { $0.level == level && $0.spelling == name }?.canonical
        }
        if canonical(a) == canonical(b) { return "merged" }
        let isOpen = naming.proposals.contains {
            Set([$0.name, $0.other]) == Set([canonical(a) ?? "", canonical(b) ?? ""])
        }
        return isOpen ? "proposed" : "apart"
    }

    /// False friends, whatever their rows say.
    @Test(arguments: [
        ("Volvo", "XC90 AWD", "XC90 FWD"), ("Audi", "A4 Avant", "S4 Avant"), ("BMW", "325i", "325ci"),
        ("Mercedes-Benz", "500SL", "SL500"), ("Suzuki", "Sidekick 2Door 4WD", "Sidekick 4Door 2WD"),
        ("BMW", "X3 xDrive28i", "X3 sDrive28i"), ("BMW", "X5 xDrive40i", "X5 xDrive50i"),
        ("Toyota", "Corolla XSE", "Corolla XLE"),
        ("Chrysler", "300/SRT-8", "300 SRT8"), ("Volkswagen", "GOLF/GTI", "GOLF GTI"),
        ("Ford", "F150 GVWR>7599", "GVWR<7599 F150"),
        ("Toyota", "Prius", "Prius+"), ("Cadillac", "DeVille", "Seville"),
    ])
    func falseFriendsStayApart(_ make: String, _ a: String, _ b: String) throws {
        let result = outcome(try named([(make, a), (make, b)]), .model, a, b)
        #expect(result == "apart" || (a.contains("/") && result == "proposed"))
    }

    @Test(arguments: [
        ("Lexus", "Lotus"), ("Mercury", "Merkur"), ("Audi", "Kandi"), ("BMW", "BMW Alpina"), ("GMC", "AMC"),
        ("Bugatti", "Bugatti Rimac"),
    ])
    func makesThatLookAlikeStayApart(_ a: String, _ b: String) throws {
        #expect(outcome(try named([(a, "One"), (b, "Two")]), .make, a, b) == "apart")
        #expect(outcome(try named([(a, "One"), (b, "One")]), .make, a, b) == "apart", "one model in common is no proof")
    }

    @Test(arguments: [
        ("toyota", "toyouta", "corona"), ("mazda", "maxda", "rx3"), ("chevrolet", "chevroelt", "malibu"),
        ("volkswagen", "vokswagen", "rabbit"), ("volkswagen", "vw", "rabbit"), ("chevrolet", "chevy", "c20"),
    ])
    func slipsAndShortFormsOfMakesAreProposed(_ a: String, _ b: String, _ model: String) throws {
        let naming = try named([(a, model), (b, model)])
        #expect(outcome(naming, .make, a, b) == "proposed")
        #expect(outcome(try named([(a, "one"), (b, "two")]), .make, a, b) == "apart", "letters alone are no evidence")
        #expect(naming.proposals.allSatisfy { $0.score > 0.5 && $0.score < 1 && !$0.evidence.isEmpty })
    }

    @Test func eachClassDoesWhatThePolicySays() throws {
        let names = [(make: "Mercedes-Benz", model: "AMG C63"), ("Mercedes-Benz", "C63 AMG"), ("Mercedes-Benz", "amg c63")]
        #expect(outcome(try named(names), .model, "AMG C63", "C63 AMG") == "merged")
        #expect(outcome(try named(names, .spelling), .model, "AMG C63", "C63 AMG") == "apart")
        #expect(outcome(try named(names, .spelling), .model, "AMG C63", "amg c63") == "merged")
        #expect(outcome(try named(names, .asFiled), .model, "AMG C63", "amg c63") == "apart")
        var policy = NamePolicy.evidence
        policy[.spelling] = .propose
        policy[.wordOrder] = .off
        #expect(outcome(try named(names, policy), .model, "AMG C63", "amg c63") == "proposed")
        #expect(outcome(try named(names, policy), .model, "AMG C63", "C63 AMG") == "apart")
    }

    @Test(arguments: [("SL 500", "500 SL"), ("1.6 2.0", "2.0 1.6"), ("AMG S 63 E Performance", "AMG E 63 S Performance")])
    func numbersInAnotherPlaceAreOnlyProposed(_ a: String, _ b: String) throws {
        #expect(outcome(try named([("Mercedes-Benz", a), ("Mercedes-Benz", b)]), .model, a, b) == "proposed")
    }

    /// A third name does not come between two of the same words.
    @Test(arguments: [
        ("A.C.Mkiv", "A.C.MARK IV"), ("T12/CTR3/CTR Anniversary", "TURBO12/CTR3/CTR ANNIVERSARY"),
        ("C 230K", "C 230 KOMPRESSOR"), ("318i/is", "318i/318is"), ("G15/25 SAVANA CARGO", "G15/G25 SAVANA CARGO"),
        ("328ic", "328i Convertible"), ("XJL AWD", "XJ LWB AWD"),
        ("ARIYA ENG Plus/EVO Plus e-4ORCE 87kWh", "ARIYA ENGAGE+/EVOLVE+ e-4ORCE 87kWh"),
        ("ARIYA PLAT Plus e-4ORCE 87kWh 19", "ARIYA PLATINUM+ e-4ORCE 87kWh 19in. Wheels"),
    ])
    func whatIsWrittenShorterIsProposed(_ a: String, _ b: String) throws {
        #expect(outcome(try named([("Make", a), ("Make", b)]), .model, a, b) == "proposed")
        #expect(outcome(try named([("Make", b), ("Make", a)]), .model, a, b) == "proposed")
    }

    @Test(arguments: [
        ("C 230K", "C 240 KOMPRESSOR"), ("Boxster S", "Boxster Spyder"), ("Taurus FFV", "Taurus FWD FFV"),
        ("325i", "325ix"), ("Golf", "Golf Plus"), ("T12", "Turbo13"), ("/", "//"), ("+", "plus"),
    ])
    func whatIsOtherwiseShorterIsNot(_ a: String, _ b: String) {
        #expect(Shorthand.pairs([a, b]).isEmpty)
    }

    @Test(arguments: 1...20) func theShorterOfTwoNamesComesFirst(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = ["alpha", "beta", "gamma", "delta", "epsilon", "turbo"].shuffled(using: &random)
        let long = words.joined(separator: " ") + " 300"
        var short = words
        let place = short.indices.randomElement(using: &random)!
        short[place] = String(short[place].prefix(2))
        let pairs = Shorthand.pairs([long, short.joined(separator: " ") + " 300"])
        #expect(pairs.map(\.short) == [1] && pairs.map(\.long) == [0])
    }

    @Test func aShortFormDoesNotPartWhatIsOne() throws {
        let naming = try named([("F", "Cabrio GT"), ("F", "Convertible GT"), ("F", "GT Convertible")])
        #expect(outcome(naming, .model, "Convertible GT", "GT Convertible") == "merged")
    }

    /// The same letters in other bytes: the order of rows decides nothing.
    @Test func composedAndDecomposedAreOneWhicheverComesFirst() throws {
        let names = ["Caf\u{e9}", "Cafe\u{301}"]
        let results = try [names, names.reversed()].map { names in
            var table = try normalized(columns, names.map { [$0 == "Caf\u{e9}" ? "1" : "2", "2000", $0, $0, "", "2"] }).table
            var naming = NameMerging()
            naming.merge(in: &table)
            return naming.decisions.map { Array("\($0)".utf8) }
        }
        // Texts of Swift would be equal in any case; bytes are not.
        #expect(results[0] == results[1] && results[0].count == 4)
    }

    /// What the help promises: whatever the evidence.
    @Test(arguments: [
        ("GT", "G-T", 2000), ("Ford Z", "Z", 2000), ("Q 2000", "Q", 2000), ("AMG C63", "C63 AMG", 2000),
        ("GOLF", "golf", 2000),
    ])
    func neverMergeHoldsWhateverTheEvidence(_ a: String, _ b: String, _ year: Int) throws {
        var table = try normalized(columns, [a, b].enumerated().map { ["\($0 + 1)", "\(year)", "Ford", $1, "", "2"] }).table
        var book = NameBook()
        book.lines = [
            NameDecisionLine(act: .neverMerge([a, b]), make: "Ford", reason: "r", author: "a", expires: nil, place: "f:1")
        ]
        var naming = NameMerging(book: book)
        naming.merge(in: &table)
        #expect(table.text(.model, 0) == a && table.text(.model, 1) == b)
        #expect(naming.findings.counts.isEmpty && naming.proposals.isEmpty)
    }

    /// Names made of few words in all orders and cases, with decisions at random: whatever the order of rows, the same names.
    @Test(arguments: 1...20) func theOrderOfRowsDoesNotMatter(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let words = ["AMG", "C63", "C 63", "Coupe", "coupe", "4matic", "4-Matic", "(wagon)", "station wagon", "S"]
        var rows = (1...60).map { id in
            let name = (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random)! }
            return [
                "\(id)", "\(1990 + id % 9)", ["Audi", "AUDI", "Audi Inc", "Audo"].randomElement(using: &random)!,
                name.joined(separator: " "), "", "2.0",
            ]
        }
        var book = NameBook()
        for place in 0..<6 {
            let names = (0..<2).map { _ in rows.randomElement(using: &random)![3] }
            let act: NameDecisionLine.Act =
                [.merge(names), .neverMerge(names), .rename(names[0], to: names[1]), .display(names[0])][place % 4]
            book.lines.append(
                NameDecisionLine(act: act, make: "Audi", reason: "chance", author: "seed", expires: nil, place: "f:\(place)")
            )
        }
        func result() throws -> [String] {
            var table = try normalized(columns, rows).table
            var naming = NameMerging(book: book)
            naming.merge(in: &table)
            return naming.decisions.map { "\($0)" } + naming.proposals.map { "\($0)" }
                + naming.findings.found.flatMap { entry in entry.findings.map { "\(entry.rule.id) \($0.values)" } }
        }
        let first = try result()
        rows.shuffle(using: &random)
        #expect(try result() == first)
        for decision in first { #expect(!decision.isEmpty) }
    }

    /// What is decided holds: names that are kept apart never meet, in whatever way the evidence goes round.
    @Test(arguments: 1...20) func nothingJoinsWhatIsKeptApart(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let names = ["AMG C63", "C63 AMG", "amg-c63", "C63-AMG", "AMG  C 63", "C 63 AMG"].shuffled(using: &random)
        var table = try normalized(columns, names.enumerated().map { ["\($0 + 1)", "2000", "Mercedes", $1, "", "2"] }).table
        let pair = [names[0], names[1]]
        var book = NameBook()
        book.lines = [
            NameDecisionLine(act: .merge(names), make: "Mercedes", reason: "r", author: "a", expires: nil, place: "f:1"),
            NameDecisionLine(act: .neverMerge(pair), make: "Mercedes", reason: "r", author: "a", expires: nil, place: "f:2"),
        ]
        var naming = NameMerging(book: book)
        naming.merge(in: &table)
        let canonical = pair.map { name in naming.decisions.first { $0.level == .model && $0.spelling == name }?.canonical }
        #expect(canonical[0] != canonical[1], "\(pair)")
    }
}
