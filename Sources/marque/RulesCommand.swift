internal import Pipelines

let rulesCommand = Subcommand(
    name: "rules",
    operands: "[RULE] | --json | --html FILE",
    operand: { .oneOf("RULE", RuleCatalogue.ids) },
    meaning: "lists the rules, or explains one or all of them",
    options: [
        OptionDeclaration(name: "json", value: nil, meaning: "print the whole catalogue as one JSON document"),
        OptionDeclaration(name: "html", value: .file, meaning: "write the whole catalogue into FILE, as one page"),
    ],
    run: { arguments in
        try arguments.requireOne(of: ["json", "html"])
        if arguments.has("json") {
            Terminal.output(RuleCatalogue.json)
        } else if let file = arguments.last("html") {
            try RuleCatalogue.writeHTML(to: file)
        } else if let id = arguments.operands.first {
            guard let text = RuleCatalogue.explanation(of: id) else {
                throw UsageError(message: "unknown rule \"\(id)\"" + RuleCatalogue.hint(id))
            }
            Terminal.output(text)
        } else {
            Terminal.output(RuleCatalogue.listing)
        }
        return 0
    })
