internal import Pipelines

let completionsCommand: Subcommand = .init(
    name: "completions",
    operands: "bash | zsh | fish",
    operand: { .oneOf("SHELL", Shell.allCases.map(\.rawValue)) },
    meaning: "prints what lets a shell complete commands, options, their words and files",
    options: [],
    details: {
        [
            .list(
                "where the shells look for it",
                Shell.allCases.map { ($0.rawValue, "marque completions \($0.rawValue) > \($0.place)") })
        ]
    },
    run: { arguments in
        guard arguments.operands.count == 1 else {
            throw UsageError(message: "\(arguments.operands.count) shells found, expected 1")
        }
        guard let shell = try arguments.operand(among: Shell.allCases.map(\.rawValue)).flatMap(Shell.init) else { return 2 }
        Terminal.output(shell.completions(of: MarqueCommand.subcommands))
        return 0
    })
