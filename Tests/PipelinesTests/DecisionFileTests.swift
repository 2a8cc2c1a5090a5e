import FuelEconomy
import Foundation
import Support
import Testing

@testable import Normalizers
@testable import Pipelines

@Suite struct DecisionFileTests {
    private let folder = TemporaryFolder()

    private func load(_ decisions: String..., names: String = "") throws -> (file: PipelineFile?, faults: [String]) {
        var files: [String] = []
        for (place, text) in decisions.enumerated() {
            _ = folder.file("d\(place).yaml", text)
            files.append("d\(place).yaml")
        }
        let path = folder.file(
            "p.yaml",
            "name: x\nfeeds:\n  v: {layout: epa-vehicles}\ndedupe:\n  decisions: [\(files.joined(separator: ", "))]\n\(names)"
        )
        switch try PipelineFile.load(path) {
        case .pipeline(let file): return (file, [])
        case .faults(let faults):
            let lines = faults.map { String($0.split(separator: "\n")[0]) }
            return (nil, lines.map { $0.replacingOccurrences(of: folder.path + "/", with: "") })
        }
    }

    @Test func readsEveryActAndTheirOrder() throws {
        let file = try #require(
            try load(
                """
                author: Ann
                makes:
                  - name: Volkswagen
                    abbreviation: VW
                    misspelling: [vokswagen]
                  - {name: J.K. Motors, tier: importer, reason: "gray market"}
                decisions:
                  - merge: [A, B]
                    reason: one
                  - {make: Volkswagen, never-merge: [C, D], reason: two, author: Bob, expires: 2027-12-31}
                """,
                """
                author: Cy
                decisions:
                  - {make: Volkswagen, rename: E, to: F, reason: three}
                  - {display: iX, reason: four}
                """, names: "  tiers: {importer: hide}\n"
            ).file)
        #expect(
            file.nameBook.lines == [
                NameDecisionLine(
                    act: .merge(["A", "B"]), make: nil, reason: "one", author: "Ann", expires: nil, place: "d0.yaml:8"),
                NameDecisionLine(
                    act: .neverMerge(["C", "D"]), make: "Volkswagen", reason: "two", author: "Bob",
                    expires: CivilDate(year: 2027, month: 12, day: 31), place: "d0.yaml:10"),
                NameDecisionLine(
                    act: .rename("E", to: "F"), make: "Volkswagen", reason: "three", author: "Cy", expires: nil,
                    place: "d1.yaml:3"),
                NameDecisionLine(
                    act: .display("iX"), make: nil, reason: "four", author: "Cy", expires: nil, place: "d1.yaml:4"),
            ])
        #expect(file.nameBook.curated.makes.map(\.name) == ["Volkswagen", "J.K. Motors"])
        #expect(file.nameBook.curated.makes[1].tier == .importer && file.nameBook.tiers == [.importer: .hide])
    }

    @Test(arguments: [
        (
            "decisions:\n  - {merge: [A], reason: r, author: a}\n",
            "d0.yaml:2:13: error: merge: 1 name found, expected at least 2"
        ),
        (
            "decisions:\n  - {reason: r, author: a}\n",
            "d0.yaml:2:5: error: no act found, expected one of \"merge\", \"never-merge\", \"rename\", \"display\""
        ),
        (
            "decisions:\n  - {merge: [A, B], display: A, reason: r, author: a}\n",
            "d0.yaml:2:5: error: \"merge\" and \"display\" found, expected one of \"merge\", \"never-merge\", \"rename\", \"display\""
        ),
        ("decisions:\n  - {merge: [A, B], author: a}\n", "d0.yaml:2:5: error: key \"decisions.reason\" is missing"),
        ("decisions:\n  - {merge: [A, B], reason: r}\n", "d0.yaml:2:5: error: no author found"),
        ("decisions:\n  - {rename: A, reason: r, author: a}\n", "d0.yaml:2:5: error: \"rename\" found without \"to\""),
        (
            "decisions:\n  - {merge: [A, B], to: C, reason: r, author: a}\n",
            "d0.yaml:2:25: error: \"to\" found without \"rename\""
        ),
        (
            "decisions:\n  - {display: A, reason: r, author: a, expires: soon}\n",
            "d0.yaml:2:49: error: expires: \"soon\" found, expected a day such as 2027-12-31"
        ),
        (
            "decisions:\n  - {display: A, reason: r, author: a, expires: 2027-02-30}\n",
            "d0.yaml:2:49: error: expires: \"2027-02-30\" found, expected a day such as 2027-12-31"
        ),
        (
            "decisions:\n  - {make: [GMC, AMC], merge: [A, B], reason: r, author: a}\n",
            "d0.yaml:2:12: error: decisions.make: a list found, expected a text"
        ),
        (
            "decisions:\n  - {mrge: [A, B], reason: r, author: a}\n",
            "d0.yaml:2:6: error: unknown key \"decisions.mrge\", did you mean \"decisions.merge\""
        ),
        (
            "makes:\n  - {name: A}\n  - {name: B, also: [a.]}\n",
            "d0.yaml:3:5: error: \"a.\" found under \"B\" and under \"A\" (d0.yaml:2)"
        ),
        (
            "makes:\n  - {name: A, tier: reseller}\n",
            "d0.yaml:2:21: error: makes.tier: \"reseller\" found, expected one of \"importer\", \"converter\""
        ),
        ("decisions: [\n", "d0.yaml:2:1: error: did not find expected node content"),
    ])
    func namesEveryFaultWithItsPlace(_ text: String, _ fault: String) throws {
        let faults = try load(text).faults
        #expect(
            faults.first == fault || faults.first?.hasPrefix(fault.components(separatedBy: ", did you")[0]) == true,
            "\(faults)")
    }

    @Test func aFileThatIsNotThereIsAFaultOfThePipeline() throws {
        let path = folder.file(
            "p.yaml", "name: x\nfeeds:\n  v: {layout: epa-vehicles}\ndedupe:\n  decisions: [none.yaml]\n")
        guard case .faults(let faults) = try PipelineFile.load(path) else { return #expect(Bool(false)) }
        #expect(faults[0].contains("p.yaml:5:14: error: dedupe.decisions: ") && faults[0].contains("none.yaml"))
    }

    /// The shipped makes: each name under one make, and the worlds of look-alikes apart.
    @Test func theShippedMakesKeepApartWhatLooksAlike() throws {
        guard case .pipeline(let file) = try PipelineFile.load(Project.root + "/pipelines/epa.yaml") else {
            return #expect(Bool(false))
        }
        let makes = file.nameBook.curated
        func shown(_ name: String) -> String? { makes.byKey[NameKey.of(name)].map { makes.makes[$0.make].name } }
        for (filed, name) in [
            ("SMART", "smart"), ("Mini", "MINI"), ("B.M.W.", "BMW"), ("CITROEN", "Citroën"), ("SKODA", "Škoda"),
            ("LAMBORGHIN", "Lamborghini"), ("ROLLS ROYC", "Rolls-Royce"), ("M.G.", "MG"), ("BENTLEY MOTORS", "Bentley"),
            ("toyouta", "Toyota"), ("maxda", "Mazda"), ("chevroelt", "Chevrolet"), ("vokswagen", "Volkswagen"),
            ("vw", "Volkswagen"), ("chevy", "Chevrolet"), ("INEOS Automotive", "INEOS"),
        ] { #expect(shown(filed) == name, "\(filed)") }
        for (a, b) in [
            ("Lexus", "Lotus"), ("Mercury", "Merkur"), ("Audi", "Kandi"), ("BMW", "BMW Alpina"), ("GMC", "AMC"),
            ("Bugatti", "Bugatti Rimac"),
        ] { #expect(shown(a) != nil && shown(b) != nil && shown(a) != shown(b)) }
    }

    @Test func addsALineInOneStepOrNone() throws {
        let path = folder.path + "/new.yaml"
        let line = "- {make: \"A \\\"B\\\"\", merge: [\"x: y\", \"z # \\\\\"], reason: \"r\", author: \"a\"}"
        try DecisionFile.append(line, to: path)
        try DecisionFile.append("- {display: \"c\", reason: \"r\", author: \"a\"}", to: path)
        var book = NameBook()
        #expect(DecisionFile.read(try contents(path), name: "n", into: &book).isEmpty)
        #expect(book.lines.map(\.act) == [.merge(["x: y", "z # \\"]), .display("c")] && book.lines[0].make == "A \"B\"")
        // Once is enough, and a link stays one.
        let link = folder.path + "/link.yaml"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try DecisionFile.append(line, to: link)
        try DecisionFile.append("- {display: \"d\", reason: \"r\", author: \"a\"}", to: link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
        #expect(try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n").count == 5)
        // Where a line cannot be added, nothing is.
        let other = folder.file("other.yaml", "decisions:\n  - {display: c, reason: r, author: a}\nmakes:\n  - {name: A}\n")
        let before = try contents(other)
        #expect(throws: RunError.self) { try DecisionFile.append(line, to: other) }
        #expect(try contents(other) == before)
    }

    private func contents(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
}
