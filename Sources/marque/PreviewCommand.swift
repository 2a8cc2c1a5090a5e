internal import Pipelines

let previewCommand = Subcommand(
    name: "preview",
    operands: "BUNDLE",
    operand: { .folder },
    meaning: "shows a bundle's pickers in one page",
    options: [
        OptionDeclaration(
            name: "out", value: .file, meaning: "write the page into FILE (preview.html where it is left out)")
    ],
    details: {
        [
            .text(
                "The page has the wheels as an app would show them, a search, and the facts of the car chosen. It is one file, "
                    + "which loads nothing and sends nothing. A bundle that is damaged is not shown.")
        ]
    },
    run: { arguments in
        guard arguments.operands.count == 1 else {
            throw UsageError(message: "\(arguments.operands.count) operands found, expected a bundle")
        }
        Terminal.output(try BundlePreview.write(arguments.operands[0], to: arguments.last("out") ?? "preview.html"))
        return 0
    })
