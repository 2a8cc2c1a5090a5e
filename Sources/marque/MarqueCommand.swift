internal import Pipelines

/// The command itself: chooses a subcommand and turns what it throws into text and exit status.
enum MarqueCommand {
    /// In the order of the help.
    static let subcommands: [Subcommand] = [
        runCommand, checkCommand, inspectCommand, diffCommand, namesCommand, acceptCommand, whyCommand, verifyCommand,
        previewCommand, pickCommand, historyCommand, rollbackCommand, rulesCommand, schemaCommand, selfTestCommand,
        completionsCommand, manualCommand,
    ]

    static let purpose =
        "Turns the fuel-economy feeds that agencies publish into picker-ready data, and says how far the data can be trusted."

    static let overview = """
        usage: marque COMMAND [OPTIONS] [OPERANDS]

        \(purpose)

        \(Wrapped.list(subcommands.map { ($0.name, $0.meaning) }))
          marque COMMAND --help explains a command, marque manual COMMAND is its page of the manual; --version prints the version.

        \(ExitStatus.paragraph(ExitStatus.all))
        """

    static func execute(_ arguments: [String]) -> Int32 {
        guard let name = arguments.first else {
            Terminal.error(overview)
            return 2
        }
        switch name {
        case "--version", "-V":
            Terminal.output("marque \(PipelineRun.version)\n")
            return 0
        case "--help", "-h", "help":
            Terminal.output(overview)
            return 0
        default: break
        }
        guard let command = subcommands.first(where: { $0.name == name }) else {
            let known = subcommands.map(\.name)
            Terminal.error(
                "marque: error: unknown command \"\(name)\", expected one of "
                    + known.map { "\"\($0)\"" }.joined(separator: ", ")
                    + Suggestion.hint(name, in: known + ["--help", "--version"])
                    + "\n")
            return 2
        }
        do {
            let parsed = try command.parse(Array(arguments.dropFirst()))
            if parsed.has("help") {
                Terminal.output(command.help)
                return 0
            }
            return try command.run(parsed)
        } catch let error as UsageError {
            Terminal.error("marque: error: \(error.message)\n  fix: see marque \(command.name) --help\n")
            return 2
        } catch let failure as RunFailure {
            Terminal.error(failure.text + "\n")
            return failure.exitStatus
        } catch {
            Terminal.error("marque: error: \(error)\n")
            return 6
        }
    }
}
