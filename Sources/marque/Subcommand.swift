/// What an option's value or an operand is: help, parser and completions share it.
enum OptionValue: Sendable {
    case file
    case folder
    /// A feed's name and its file.
    case feed
    /// One of these words.
    case oneOf(String, [String])
    case text(String)

    /// What stands for it in the help.
    var placeholder: String {
        switch self {
        case .file: "FILE"
        case .folder: "DIR"
        case .feed: "NAME=PATH"
        case .oneOf(let name, _), .text(let name): name
        }
    }
}

/// An option of a subcommand: one declaration serves parser, help, manual and completions.
struct OptionDeclaration: Sendable {
    var name: String
    /// `nil` for an option without one.
    var value: OptionValue?
    var meaning: String
}

/// What help and manual say beside the options.
enum HelpBlock: Sendable {
    case text(String)
    case list(String, [(term: String, meaning: String)])
    /// A text that has a page of its own in the manual.
    case page(String, section: Int, text: String)
}

/// An exit status and what it says.
struct ExitStatus: Sendable {
    var status: String
    var meaning: String

    init(_ status: String, _ meaning: String) {
        self.status = status
        self.meaning = meaning
    }

    static let all = [
        ExitStatus("0", "done"), ExitStatus("1", "findings at or above --fail-on"),
        ExitStatus("2", "usage or pipeline file"), ExitStatus("3", "input unreadable or damaged"),
        ExitStatus("4", "publishing refused or impossible"), ExitStatus("5", "locked by another run"),
        ExitStatus("6", "internal error, or a defect that selftest planted and the audit missed"),
        ExitStatus("128 + n", "ended by signal n"),
    ]

    /// One paragraph of them, as help shows it.
    static func paragraph(_ all: [ExitStatus]) -> String {
        Wrapped.text(
            all.map { $0.status + " " + $0.meaning }.joined(separator: " · "), first: "exit status: ",
            margin: "             ")
    }
}

/// A subcommand: how it is called and what it does.
struct Subcommand: Sendable {
    var name: String
    /// The operands and options, as the help shows them.
    var operands: String
    /// What its operands are.
    var operand: @Sendable () -> OptionValue = { .file }
    var meaning: String
    var options: [OptionDeclaration]
    /// What the help says behind the options.
    var details: @Sendable () -> [HelpBlock] = { [] }
    /// Empty where they are those of the command itself.
    var exits: [ExitStatus] = []
    /// - Returns: the process's exit status.
    var run: @Sendable (ParsedArguments) throws -> Int32

    /// The declared options, and the one that all subcommands have.
    var allOptions: [OptionDeclaration] { options + [OptionDeclaration(name: "help", value: nil, meaning: "show this")] }

    var help: String {
        let options = allOptions.map { ("--" + $0.name + ($0.value.map { " " + $0.placeholder } ?? ""), $0.meaning) }
        var parts = ["usage: marque \(name) \(operands)\n", meaning + "\n", Wrapped.list(options)]
        for block in details() {
            switch block {
            case .text(let text): parts.append(Wrapped.text(text))
            case .list(let title, let entries): parts.append(title + ":\n" + Wrapped.list(entries))
            case .page(_, _, let text): parts.append(text)
            }
        }
        if !exits.isEmpty { parts.append(ExitStatus.paragraph(exits)) }
        return parts.joined(separator: "\n")
    }
}

/// Text in lines of a terminal's width, 130 columns at most.
enum Wrapped {
    /// - Parameters: what the first line and the others begin with.
    static func text(_ text: String, first: String = "", margin: String = "") -> String {
        var lines: [String] = []
        var line = first
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.count + 1 + word.count > 130 {
                lines.append(line)
                (line, isEmpty) = (margin, true)
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return (lines + [line]).joined(separator: "\n") + "\n"
    }

    /// Terms in one column and their meanings in the next.
    static func list(_ entries: [(term: String, meaning: String)]) -> String {
        let width = entries.map(\.term.count).max() ?? 0
        return entries.map { entry in
            text(
                entry.meaning, first: "  " + entry.term + String(repeating: " ", count: width - entry.term.count + 2),
                margin: String(repeating: " ", count: width + 4))
        }.joined()
    }
}
