import Foundation
import Support
import Testing

/// `marque pick`: its answers are held against the sample feed and the EPA's, read by Python; its wheels turn on a pseudo terminal.
@Suite(.serialized) struct PickCommandTests {
    private let folder = TemporaryFolder()

    private func sample() throws -> String {
        let out = folder.path + "/sample"
        #expect(try marque("run", samplePipeline, "--out", out).status == 0)
        return out
    }

    private func python(_ script: String, _ arguments: String...) throws -> String {
        guard Project.hasPython else {
            print("python3 is not there: \(script) is skipped")
            return ""
        }
        let result = try run("python3", [Project.root + "/Tests/CommandTests/" + script, Project.marque] + arguments)
        return result.output + result.error
    }

    /// A line of an answer: what stands behind its label.
    private func value(_ label: String, in answer: String) -> String? {
        answer.split(separator: "\n").first { $0.hasPrefix(label + "  ") }?
            .dropFirst(label.count).trimmingCharacters(in: .whitespaces)
    }

    // MARK: Answers

    /// Row 1054 of the sample feed: 34 mpg combined, of 2.5 liters.
    @Test func findsTheCarOfTheFeed() throws {
        let bundle = try sample()
        for (option, unit, combined) in [
            ("4 cyl", nil, "34 mpg, EPA label"), ("2.5", "mpg", "34 mpg, EPA label"),
            ("1054", "l/100km", "6.9 L/100 km, EPA label"), ("4 CYL", "KM/L", "14.5 km/L, EPA label"),
            ("4 cyl", "mpg-imperial", "40.8 mpg (imperial), EPA label"),
        ] {
            let unit = unit.map { ["--unit", $0] } ?? []
            let result = try run(Project.marque, ["pick", bundle, "Toyota", "Camry", "2020", option] + unit)
            #expect(result.status == 0, "\(result.error)")
            #expect(value("id", in: result.output) == "1054")
            #expect(value("displacement", in: result.output) == "2.5 L")
            #expect(value("combined", in: result.output) == combined)
        }
    }

    @Test func namesMayBeFoldedOrBegun() throws {
        let bundle = try sample()
        for words in [["Toyota", "Mirai"], ["toyota", "MIRAI"], ["toy", "mir"], ["toyota", "toyota/mirai", "2017"]] {
            let result = try run(Project.marque, ["pick", bundle] + words)
            #expect(value("id", in: result.output) == "1045", "\(words): \(result)")
            #expect(value("combined", in: result.output) == "67 MPGe, EPA label")
        }
    }

    /// Rows 1007 to 1009 of the sample feed are the Camrys of 1992.
    @Test func incompleteWordsShowWhatIsOffered() throws {
        let bundle = try sample()
        let result = try marque("pick", bundle, "Toyota", "Camry", "1992")
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        #expect(lines.prefix(3) == ["make   Toyota", "model  Camry", "year   1992"])
        #expect(lines[3].hasPrefix("option: 3 to choose from, \"Manual 5-spd, id 1007\" is the default: "))
        #expect(lines.dropFirst(4).filter { $0.hasPrefix("> Manual 5-spd, id 1007  ") }.count == 1 && lines.count == 7)
        let document = try marque("pick", bundle, "Toyota", "Camry", "1992", "--json").output
        let next = try #require(
            (JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any])?["next"] as? [String: Any])
        let rows = try #require(next["rows"] as? [[String: String]])
        #expect(next["level"] as? String == "option")
        #expect(rows.map { $0["id"] } == ["1009", "1007", "1008"] && next["default"] as? Int == 1)
    }

    @Test(.enabled(if: Project.hasFeeds, "MARQUE_FEEDS is not set")) func answersAsTheRealFeedSays() throws {
        let bundle = folder.path + "/epa"
        let feed = Project.feeds! + "/epa/vehicles-2025-10-28.csv.gz"
        #expect(try marque("run", epaPipeline, "--input", "vehicles=" + feed, "--out", bundle).status < 2)
        let said = try python("pick_oracle.py", bundle, feed)
        #expect(said == "" || said == "61 cars\n", "\(said)")
    }

    // MARK: What is refused

    @Test(arguments: [
        (["toyta"], ": error: make \"toyta\" found, expected one of 12, did you mean \"Toyota\"\n  fix: name \"Toyota\"\n"),
        (["Mirai"], ": error: make \"Mirai\" found, expected one of 12\n  fix: name \"Toyota\" \"Mirai\"\n"),
        (
            ["xyzzzzzz"],
            ": error: make \"xyzzzzzz\" found, expected one of 12\n  fix: leave it out, and see what there is\n"
        ),
        ([""], ": error: make \"\" found, expected one of 12\n  fix: leave it out, and see what there is\n"),
        (
            ["Toyota", "camri"],
            ": error: model \"camri\" found, expected one of 4 below \"Toyota\", did you mean \"Camry\"\n  fix: name \"Camry\"\n"
        ),
        (
            ["Toyota", "cam"],
            ": error: model \"cam\" found, which may be 2: \"Camry\", \"Camry HEV FF LE\"\n  fix: name one of them\n"
        ),
        (
            ["a", "b", "c", "d", "e"],
            ": error: 5 operands found behind the bundle, expected at most 4: make, model, year, option\n  fix: leave out the last\n"
        ),
        (
            ["\u{1b}[31m"],
            ": error: make \"\u{fffd}[31m\" found, expected one of 12\n  fix: leave it out, and see what there is\n"
        ),
    ])
    func whatIsNotThereIsNamed(_ words: [String], _ message: String) throws {
        let bundle = try sample()
        let result = try run(Project.marque, ["pick", bundle] + words)
        #expect(result.status == 2 && result.output == "")
        #expect(result.error == bundle + message)
    }

    @Test func usageIsExplained() throws {
        for (arguments, message) in [
            ([], "0 operands found, expected a bundle"),
            (
                ["x", "--unit", "l/100kn"],
                "--unit \"l/100kn\" found, expected \"mpg\", \"mpg-imperial\", \"l/100km\" or \"km/l\", did you mean \"l/100km\""
            ),
        ] {
            let result = try run(Project.marque, ["pick"] + arguments)
            #expect(result.status == 2)
            #expect(result.error == "marque: error: \(message)\n  fix: see marque pick --help\n")
        }
        let result = try marque("pick", folder.path)
        #expect(result.status == 2)
        #expect(
            result.error
                == "\(folder.path): error: is no bundle: it has no manifest.json\n  fix: name the folder that marque run has published\n"
        )
        #expect(try marque("pick", "--help").output.contains("\n  esc      show all rows again"))
    }

    @Test func damageIsNamedWithItsPlace() throws {
        for (path, words) in [("catalog.json", []), ("vehicles.json", ["Toyota", "Mirai"])] {
            let bundle = try sample()
            let file = bundle + "/" + path
            try Data(contentsOf: URL(fileURLWithPath: file)).dropLast(9).write(to: URL(fileURLWithPath: file))
            let result = try run(Project.marque, ["pick", bundle] + words)
            #expect(result.status == 3 && result.error.hasPrefix("\(bundle): error: \(path): "), "\(result)")
            #expect(result.error.contains(" bytes found, expected "))
            try FileManager.default.removeItem(atPath: file)
            let gone = try run(Project.marque, ["pick", bundle] + words)
            #expect(gone.error == "\(bundle): error: \(path): no such file\n  fix: run the pipeline again\n")
            #expect(gone.status == 3)
        }
    }

    /// A title with an escape sequence, a bell, a line end, and a mark that turns the text around.
    @Test func titlesCannotSteerTheTerminal() throws {
        let bundle = try sample()
        let file = bundle + "/catalog.json"
        func sum() throws -> String { String(try run("sha256sum", [file]).output.prefix(64)) }
        let old = try sum()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let hostile = text.replacing("\"Mirai\"", with: "\"\\u001b]0;x\\u0007\\u009b2J\\n\\u202eMirai\"")
        #expect(hostile != text)
        try hostile.write(toFile: file, atomically: true, encoding: .utf8)
        let manifest = bundle + "/manifest.json"
        try String(contentsOfFile: manifest, encoding: .utf8).replacing(old, with: try sum())
            .replacing("\"size\": \(text.utf8.count)", with: "\"size\": \(hostile.utf8.count)")
            .write(toFile: manifest, atomically: true, encoding: .utf8)
        let shown = "\u{fffd}]0;x\u{fffd}\u{fffd}2J\u{fffd}\u{fffd}Mirai"
        let answer = try marque("pick", bundle, "Toyota", "toyota/mirai")
        #expect(value("model", in: answer.output) == shown, "\(answer)")
        let prompt = try marque("pick", bundle, input: Data("Toyota\n4\n\n".utf8))
        #expect(prompt.error.contains("  4  \(shown)\n") && prompt.status == 0)
        let document = try marque("pick", bundle, "Toyota", "toyota/mirai", "--json").output
        for text in [answer.output, answer.error, prompt.output, prompt.error, document] {
            for scalar in text.unicodeScalars where scalar != "\n" {
                #expect(scalar.value >= 0x20 && !(0x7f..<0xa0).contains(scalar.value) && scalar.value != 0x202e)
            }
        }
        let path = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
        let titles = (path?["path"] as? [[String: String]])?.map { $0["title"] }
        #expect(titles?[1] == "\u{1b}]0;x\u{7}\u{9b}2J\n\u{202e}Mirai")
    }

    // MARK: Without operands

    @Test func asksForEachLevelWhereThereIsNoTerminal() throws {
        let bundle = try sample()
        for (lines, id) in [
            ("Toyota\nmirai\n", "1045"), ("11\n4\n", "1045"), ("toyta\nToyota\n99\n0\ncamry\n1992\n1\n", "1009"),
            ("Mazda\n3\n2005\n", "1022"),
        ] {
            let result = try marque("pick", bundle, input: Data(lines.utf8))
            #expect(result.status == 0 && value("id", in: result.output) == id, "\(lines): \(result)")
        }
        let result = try marque("pick", bundle, input: Data("Toyota\n".utf8))
        #expect(result.status == 2 && result.output == "")
        #expect(
            result.error.hasSuffix(
                "? \n\(bundle): error: the input ended before the model was chosen\n"
                    + "  fix: give a line for each level, or name make, model, year, option as operands\n"))
    }

    @Test func wheelsTurnOnATerminal() throws {
        #expect(try python("pick_terminal.py", try sample()) == "")
    }
}
