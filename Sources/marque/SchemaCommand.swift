internal import Pipelines

let schemaCommand = Subcommand(
    name: "schema",
    operands: "[SHAPE] | --typescript | --kotlin",
    operand: { .oneOf("SHAPE", SchemaCatalogue.names) },
    meaning: "lists the JSON files of a bundle, or prints the schema of one or the types of all",
    options: [
        OptionDeclaration(name: "typescript", value: nil, meaning: "print interfaces of all shapes in TypeScript"),
        OptionDeclaration(name: "kotlin", value: nil, meaning: "print data classes of all shapes in Kotlin"),
    ],
    run: { arguments in
        try arguments.requireOne(of: ["typescript", "kotlin"])
        if arguments.has("typescript") {
            Terminal.output(SchemaCatalogue.typeScript)
        } else if arguments.has("kotlin") {
            Terminal.output(SchemaCatalogue.kotlin)
        } else if let name = arguments.operands.first {
            guard let text = SchemaCatalogue.document(of: name) else {
                throw UsageError(message: "unknown shape \"\(name)\"" + SchemaCatalogue.hint(name))
            }
            Terminal.output(text)
        } else {
            Terminal.output(SchemaCatalogue.listing)
        }
        return 0
    })
