internal import Pipelines

let manualCommand: Subcommand = .init(
    name: "manual",
    operands: "[COMMAND | pipeline]",
    operand: { .oneOf("COMMAND", MarqueCommand.subcommands.map(\.name) + ["pipeline"]) },
    meaning: "prints a page of the manual: of marque itself, of a command, or of pipeline files",
    options: [],
    details: { [.text("To read one: marque manual run | man -l -")] },
    run: { arguments in
        guard arguments.operands.count < 2 else {
            throw UsageError(message: "\(arguments.operands.count) operands found, expected at most 1")
        }
        let page =
            switch try arguments.operand(among: MarqueCommand.subcommands.map(\.name) + ["pipeline"]) {
            case nil: ManualPage()
            case "pipeline"?: ManualPage.pipeline
            case let name?: ManualPage(of: MarqueCommand.subcommands.first { $0.name == name }!)
            }
        Terminal.output(page.text)
        return 0
    })
