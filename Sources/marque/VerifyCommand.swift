internal import Pipelines

let verifyCommand = Subcommand(
    name: "verify",
    operands: "BUNDLE",
    operand: { .folder },
    meaning: "proves that a bundle is whole and that all its shapes hold the same",
    options: [
        OptionDeclaration(name: "json", value: nil, meaning: "print what was proven and found as JSON")
    ],
    details: {
        [
            .list(
                "what is proven",
                [
                    (
                        "files",
                        "each file has the size and the SHA-256 of the manifest and of SHA256SUMS, and nothing else lies there"
                    ), ("schemas", "each JSON file is of the form that its schema in the bundle says"),
                    (
                        "tree",
                        "every path is walked: no empty wheel, each default there, each id reached once; wheels of each length, "
                            + "endless or not, show each row"
                    ),
                    (
                        "shapes",
                        "all shapes, read back, hold the same ids at the same places with the same facts; what picker.json drops"
                    ), ("names", "spellings lead to the names of the catalog"),
                    ("budgets", "publish.budgets of the pipeline file: sizes, and the time to decode"),
                ])
        ]
    },
    exits: [
        ExitStatus("0", "sound"), ExitStatus("1", "sound, and above a budget"), ExitStatus("2", "no bundle"),
        ExitStatus("3", "damaged"),
    ],
    run: { arguments in
        guard arguments.operands.count == 1 else {
            throw UsageError(message: "\(arguments.operands.count) operands found, expected a bundle's folder")
        }
        let verification = try BundleVerification(arguments.operands[0])
        Terminal.output(arguments.has("json") ? verification.json : verification.text)
        return verification.exitStatus
    })
