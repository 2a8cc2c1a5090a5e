internal import Pipelines

let whyCommand = Subcommand(
    name: "why",
    operands: "BUNDLE ID | BUNDLE FILE:LINE[:COLUMN] | BUNDLE MAKE [MODEL]",
    operand: { .folder },
    meaning: "says where a vehicle comes from, what became of a line, and how a name came to be",
    options: [
        OptionDeclaration(
            name: "input", value: .feed, meaning: "where feed NAME is now, if it is not where the run found it"),
        OptionDeclaration(name: "json", value: nil, meaning: "print the answer about an id or a line as JSON"),
    ],
    details: {
        [
            .list(
                "what is asked",
                [
                    (
                        "ID",
                        "digits: a vehicle's record in its feed, what each field became, its names, its place in the tree, and a "
                            + "JSON pointer (RFC 6901) into each file of the bundle"
                    ),
                    (
                        "FILE:LINE",
                        "what became of a line; FILE is a feed's name in the pipeline, or the name of or a path to its file. "
                            + "Where several records stand on one line, COLUMN is where one of them begins"
                    ), ("MAKE [MODEL]", "which rules and decisions made the name of a spelling"),
                ]),
            .text(
                "A bundle does not hold its feeds, so they are read again from where the run found them; their SHA-256 must be "
                    + "what it was."),
        ]
    },
    run: { arguments in
        let operands = arguments.operands
        guard operands.count == 2 || operands.count == 3 else {
            throw UsageError(
                message:
                    "\(operands.count) operands found, expected a bundle and an id, a line (FILE:LINE), or a make and a model"
            )
        }
        let why = try BundleWhy(operands[0], inputs: try inputs(of: arguments))
        Terminal.output(try why.answer(Array(operands.dropFirst()), asJSON: arguments.has("json")))
        return 0
    })
