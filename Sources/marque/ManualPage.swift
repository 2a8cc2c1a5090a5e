internal import Pipelines

/// A page of the manual, in the macros of man(7), from what the help is made from.
struct ManualPage {
    private(set) var text: String

    /// The command itself.
    init() {
        self.init("marque", section: 1, purpose: "fuel-economy feeds into picker-ready data")
        heading("SYNOPSIS")
        text += ".B marque\n" + Self.escaped("COMMAND [OPTIONS] [OPERANDS]") + "\n"
        heading("DESCRIPTION")
        paragraph(MarqueCommand.purpose)
        heading("COMMANDS")
        for command in MarqueCommand.subcommands { item(bold: "marque " + command.name, command.meaning) }
        heading("OPTIONS")
        item(bold: "--help", "show the commands; behind a command: explain it")
        item(bold: "--version", "print the version")
        exits(ExitStatus.all)
        environment(of: nil)
        files()
        seeAlso(MarqueCommand.subcommands.map { ("marque-" + $0.name, 1) } + [("marque-pipeline", 5)])
    }

    init(of command: Subcommand) {
        self.init("marque-" + command.name, section: 1, purpose: command.meaning)
        heading("SYNOPSIS")
        text += ".B marque " + command.name + "\n" + Self.escaped(command.operands) + "\n"
        heading("DESCRIPTION")
        paragraph("marque " + command.name + " " + command.meaning + ".")
        var pages = [("marque", 1), ("marque-pipeline", 5)]
        for block in command.details() {
            switch block {
            case .text(let text): paragraph(text)
            case .list(let title, let entries):
                paragraph(title + ":")
                for entry in entries { item(bold: entry.term, entry.meaning) }
            case .page(let name, let section, _):
                paragraph("What it checks stands in \(name)(\(section)).")
                pages.append((name, section))
            }
        }
        heading("OPTIONS")
        for option in command.allOptions { item(bold: "--" + option.name, option.meaning, value: option.value?.placeholder) }
        exits(command.exits.isEmpty ? ExitStatus.all : command.exits)
        environment(of: command.name)
        files()
        seeAlso(pages)
    }

    /// The keys of a pipeline file.
    static var pipeline: ManualPage {
        var page = ManualPage("marque-pipeline", section: 5, purpose: "what marque reads, and where the bundle goes")
        page.heading("SYNOPSIS")
        page.text += ".B marque run\nPIPELINE\n"
        page.heading("DESCRIPTION")
        page.paragraph(
            "A pipeline file is YAML. These are its keys; NAME, FACT and FILE stand for keys of your choice. "
                + "marque check reports every fault of such a file with line and column.")
        page.heading("KEYS")
        var depth = 0
        for key in PipelineManual.keys {
            while depth < key.depth { page.text += ".RS\n"; depth += 1 }
            while depth > key.depth { page.text += ".RE\n"; depth -= 1 }
            page.item(bold: key.name, key.meaning, value: key.isRequired ? "(required)" : nil)
        }
        page.text += String(repeating: ".RE\n", count: depth)
        page.heading("FACTS")
        page.paragraph("What layouts and constants name, with what a number means where the layout does not say otherwise.")
        for fact in PipelineManual.facts { page.item(bold: fact.name, fact.meaning) }
        page.files()
        page.seeAlso([("marque", 1), ("marque-check", 1), ("marque-run", 1)])
        return page
    }

    private init(_ name: String, section: Int, purpose: String) {
        // No date: the same version gives the same page.
        text = ".TH \(name.uppercased()) \(section) \"\" \"marque \(PipelineRun.version)\" \"Marque\"\n"
        heading("NAME")
        text += name + " \\- " + Self.escaped(purpose) + "\n"
    }

    private mutating func heading(_ title: String) { text += ".SH " + title + "\n" }

    private mutating func paragraph(_ words: String) {
        let isFirst = text.split(separator: "\n").last?.hasPrefix(".SH") == true
        text += (isFirst ? "" : ".PP\n") + Self.escaped(words) + "\n"
    }

    private mutating func item(bold term: String, _ meaning: String, value: String? = nil) {
        let more = value.map { " \\fI" + Self.escaped($0) + "\\fR" } ?? ""
        text +=
            ".TP\n\\fB" + Self.escaped(term) + "\\fR" + more + "\n" + (meaning.isEmpty ? "\\&" : Self.escaped(meaning))
            + "\n"
    }

    private mutating func exits(_ all: [ExitStatus]) {
        heading("EXIT STATUS")
        for exit in all { item(bold: exit.status, exit.meaning) }
    }

    /// - Parameter command: `nil` for all of them.
    private mutating func environment(of command: String?) {
        heading("ENVIRONMENT")
        let variables: [(name: String, commands: [String], meaning: String)] = [
            ("SOURCE_DATE_EPOCH", [], "what is taken for now, in seconds since 1970"),
            ("TMPDIR", [], "where temporary files go (/tmp)"),
            (
                "http_proxy, https_proxy, all_proxy, no_proxy", ["run"],
                "which proxy feeds are fetched through, and for which hosts none"
            ), ("NO_COLOR", ["pick"], "no colors where it is set"),
            ("ESCDELAY", ["pick"], "the milliseconds that a key's bytes may take on a slow line (50)"),
            ("TERM", ["pick"], "a terminal that is dumb is asked line by line"),
            ("USER, LOGNAME", ["names"], "who decides, where --author does not say"),
        ]
        for variable in variables where variable.commands.isEmpty || command.map(variable.commands.contains) ?? true {
            item(bold: variable.name, variable.meaning)
        }
    }

    private mutating func files() {
        heading("FILES")
        item(bold: "DIR", "a bundle: the picker's data, manifest.json, SHA256SUMS and report/")
        item(bold: "DIR.rejected", "what was not published, with its report")
        item(bold: "DIR.accepted.tsv", "the findings that marque accept has accepted")
        item(bold: ".DIR.lock, .DIR.previous, .DIR.inputs", "beside it: the lock, the bundle before, where the feeds were")
        item(
            bold: "/etc/marque/NAME.yaml",
            "the pipeline that the service marque@NAME runs, where Marque was installed as a package")
        item(bold: "/usr/share/marque/pipelines", "the pipelines that come with the package")
        item(bold: "/usr/share/doc/marque/runbook.md", "what to do when a run did not end well")
    }

    private mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
        heading("SEE ALSO")
        text += pages.enumerated().map { place, page in
            ".BR \(page.name) (\(page.section))" + (place == pages.count - 1 ? "" : ",") + "\n"
        }.joined()
    }

    /// A line of text, in which nothing is taken for a request or another character.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\n": result += " "
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }
}
