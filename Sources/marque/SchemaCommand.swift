internal import Pipelines

let schemaCommand = Subcommand(
    name: "schema",
    operands: "[SHAPE] | --typescript | --kotlin",
    meaning: "lists the JSON files of a bundle, or prints the schema of one or the types of all",
    options: [
        OptionDeclaration(name: "typescript", value: nil, meaning: "print interfaces of all shapes in TypeScript"),
        OptionDeclaration(name: "kotlin", value: nil, meaning: "print data classes of all shapes in Kotlin"),
    ],
    run: { arguments in
        let forms = ["typescript", "kotlin"].filter(arguments.has).map { "\"--\($0)\"" }
        if forms.count + arguments.operands.count > 1 {
            let found = (arguments.operands.map { "\"\($0)\"" } + forms).joined(separator: " and ")
            throw UsageError(message: "\(found) found, expected one of them")
        }
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
