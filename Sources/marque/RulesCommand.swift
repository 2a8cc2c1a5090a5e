internal import Pipelines

let rulesCommand = Subcommand(
    name: "rules",
    operands: "[RULE]",
    meaning: "lists the rules, or explains one",
    options: [],
    run: { arguments in
        guard let id = arguments.operands.first else {
            Terminal.output(RuleCatalogue.listing)
            return 0
        }
        guard let text = RuleCatalogue.explanation(of: id) else {
            throw UsageError(message: "unknown rule \"\(id)\"" + RuleCatalogue.hint(id))
        }
        Terminal.output(text)
        return 0
    })
