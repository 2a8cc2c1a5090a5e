import Foundation
import Support
import Testing

private let folder = TemporaryFolder()

/// Whether a program is there; says aloud what is skipped where it isn't.
private func has(_ program: String, for what: String) -> Bool {
    let isThere = (try? run("sh", ["-c", "command -v \(program)"]).status == 0) ?? false
    if !isThere { print("\(program) is not there: \(what) is skipped") }
    return isThere
}

/// The commands, as the help lists them.
private func commands() throws -> [String] {
    try marque("--help").output.split(separator: "\n").compactMap { line in
        line.firstMatch(of: /^  ([a-z]+) {2}/).map { String($0.1) }
    }
}

/// The long options that the help of a command explains.
private func options(of command: String) throws -> [String] {
    try marque(command, "--help").output.split(separator: "\n").compactMap { line in
        line.firstMatch(of: /^  (--[a-z-]+)/).map { String($0.1) }
    }
}

@Suite struct CompletionTests {
    /// What bash offers for a line that is typed so far, in words as bash cuts them.
    private func offers(_ words: String...) throws -> Set<String> {
        let script = folder.file("bash-completion", try marque("completions", "bash").output)
        let program = """
            source "$1"; shift
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
            _marque
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let place = FileManager.default.temporaryDirectory.path
        let result = try run("bash", ["-c", "cd '\(place)'; \(program)", "bash", script] + words)
        #expect(result.error == "")
        return Set(result.output.split(separator: "\n").map(String.init))
    }

    @Test func bashCompletesCommands() throws {
        #expect(try offers("marque", "ru") == ["run", "rules"])
        #expect(try offers("marque", "run") == ["run"])
        #expect(try offers("marque", "") == Set(commands()))
        #expect(try offers("marque", "--v") == ["--version"])
    }

    @Test func bashCompletesOptionsOfEachCommand() throws {
        for command in try commands() {
            #expect(try offers("marque", command, "--") == Set(options(of: command)), "\(command)")
        }
    }

    @Test func bashCompletesWords() throws {
        let severities: Set = ["notice", "warning", "error"]
        #expect(try offers("marque", "run", "--fail-on", "") == severities)
        #expect(try offers("marque", "run", "--fail-on", "=") == severities)
        #expect(try offers("marque", "run", "--fail-on", "=", "wa") == ["warning"])
        #expect(try offers("marque", "run", "p.yaml", "--log", "j") == ["json"])
        #expect(try offers("marque", "pick", "b", "--unit", "l") == ["l/100km"])
        #expect(try offers("marque", "completions", "") == ["bash", "zsh", "fish"])
        #expect(try offers("marque", "rules", "city-above") == ["city-above-highway"])
        #expect(try offers("marque", "schema", "pick") == ["picker"])
        #expect(try offers("marque", "manual", "") == Set(commands() + ["pipeline"]))
        #expect(try offers("marque", "run", "--jobs", "") == [])
    }

    @Test func bashCompletesFilesAndFolders() throws {
        let place = TemporaryFolder()
        let file = place.file("a feed.csv", "")
        try FileManager.default.createDirectory(atPath: place.path + "/a bundle", withIntermediateDirectories: true)
        let (start, bundle) = (place.path + "/a", place.path + "/a bundle")
        #expect(try offers("marque", "run", start) == [file, bundle])
        #expect(try offers("marque", "run", "p.yaml", "--out", start) == [bundle])
        #expect(try offers("marque", "verify", start) == [bundle])
        #expect(try offers("marque", "run", "p.yaml", "--input", "vehicles", "=", start) == [file, bundle])
        #expect(try offers("marque", "run", "p.yaml", "--input", "veh") == [])
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func shellsReadTheirScript(_ shell: String) throws {
        guard has(shell, for: "what it says of its completions") else { return }
        let script = folder.file("completion." + shell, try marque("completions", shell).output)
        let result = try run(shell, ["-n", script])
        #expect(result.status == 0 && result.output + result.error == "", "\(result.error)")
    }

    @Test func fishCompletes() throws {
        guard has("fish", for: "completing in it") else { return }
        let script = folder.file("complete.fish", try marque("completions", "fish").output)
        func offers(_ line: String) throws -> Set<String> {
            let result = try run("fish", ["--no-config", "-c", "source \(script); complete -C \"\(line)\""])
            #expect(result.error == "")
            return Set(result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
        }
        #expect(try offers("marque ru") == ["run", "rules"])
        #expect(try offers("marque run --fail-on ") == ["notice", "warning", "error"])
        #expect(try offers("marque run --fail") == ["--fail-on"])
        #expect(try offers("marque completions ") == ["bash", "zsh", "fish"])
    }

    /// zsh completes on a terminal only, so its functions are told what they would be: where it stands, and what was offered.
    @Test func zshCompletes() throws {
        guard has("zsh", for: "completing in it") else { return }
        let script = folder.file("complete.zsh", try marque("completions", "zsh").output)
        let program = """
            compdef() { }
            _describe() { print -l -- ${commands%%:*} }
            _arguments() { print -l -- "$@" }
            source "$1"; shift
            words=("$@"); CURRENT=$#; PREFIX=
            _marque
            """
        func offers(_ words: String...) throws -> [String] {
            let result = try run("zsh", ["-f", "-c", program, "zsh", script] + words)
            #expect(result.error == "")
            return result.output.split(separator: "\n").map(String.init)
        }
        #expect(try Set(offers("marque", "")) == Set(commands()))
        for command in try commands() {
            let specs = try offers("marque", command, "")
            let found = specs.compactMap { $0.firstMatch(of: /^\*(--[a-z-]+)/).map { String($0.1) } }
            #expect(try found == options(of: command))
        }
        let specs = try offers("marque", "run", "")
        #expect(specs.contains { $0.hasPrefix("*--fail-on=[") && $0.hasSuffix("]:SEVERITY:(notice warning error)") })
        #expect(specs.last == "*:FILE:_files")
        #expect(try offers("marque", "verify", "").last == "*:DIR:_files -/")
    }
}

@Suite struct ManualTests {
    private func sections(_ page: String) -> [String] {
        page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { String($0.dropFirst(4)) }
    }

    @Test func eachCommandHasAPage() throws {
        let own = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"]
        let main = try marque("manual").output
        #expect(sections(main).filter { $0 != "COMMANDS" } == own)
        for command in try commands() {
            #expect(main.contains("\\fBmarque \(command)\\fR"))
            let page = try marque("manual", command).output
            #expect(page.hasPrefix(".TH MARQUE-\(command.uppercased()) 1 ") && sections(page) == own)
            for option in try options(of: command) {
                #expect(page.contains("\\fB\(option.replacing("-", with: "\\-"))\\fR"), "\(option)")
            }
        }
        #expect(try marque("manual", "run").output.contains("\\fBSOURCE_DATE_EPOCH\\fR"))
        #expect(try marque("manual", "pick").output.contains("\\fBNO_COLOR\\fR"))
        #expect(try !marque("manual", "run").output.contains("NO_COLOR"))
    }

    @Test func thePipelinePageHasEveryKeyOfTheHelp() throws {
        let page = try marque("manual", "pipeline").output
        let keys = try marque("check", "--help").output.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^ +([A-Za-z0-9-]+):( \(required\))?$/).map { String($0.1) }
        }
        #expect(keys.count > 90)
        for key in keys { #expect(page.contains("\\fB\(key.replacing("-", with: "\\-"))\\fR"), "\(key)") }
        #expect(page.split(separator: "\n").count { $0 == ".RS" } == page.split(separator: "\n").count { $0 == ".RE" })
    }

    @Test func pagesAreWhatManExpects() throws {
        guard has("mandoc", for: "the check of the manual") else { return }
        for page in [[], ["pipeline"]] + (try commands().map { [$0] }) {
            let path = folder.file(
                page == ["pipeline"] ? "page.5" : "page.1", try run(Project.marque, ["manual"] + page).output)
            let lint = try run("mandoc", ["-Tlint", "-W", "warning", path])
            // Pages have no date, so that one version is one text.
            let faults = lint.output.split(separator: "\n").filter { !$0.contains("missing date") }
            #expect(faults == [] && lint.error == "", "\(page): \(faults)")
            guard has("man", for: "rendering of the manual") else { continue }
            let shown = try run(
                "man", ["--warnings", "-l", path],
                environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MANPAGER": "cat"])
            #expect(shown.status == 0 && shown.error == "" && shown.output.contains("SEE ALSO"), "\(page): \(shown.error)")
        }
    }

    @Test(arguments: [
        (["completions"], "0 shells found, expected 1"),
        (["completions", "fihs"], "\"fihs\" found, expected \"bash\", \"zsh\" or \"fish\", did you mean \"fish\""),
        (["manual", "a", "b"], "2 operands found, expected at most 1"),
        (["manual", "pipelin"], "\"pipelin\" found, expected one of \"run\", "),
        (["run", "p", "--log", "jsno"], "--log \"jsno\" found, expected \"text\" or \"json\", did you mean \"json\""),
    ])
    func refusesWhatItCannotUnderstand(_ arguments: [String], _ message: String) throws {
        let result = try run(Project.marque, arguments)
        #expect(result.status == 2 && result.error.contains("marque: error: " + message), "\(result.error)")
    }
}
