internal import Pipelines

let acceptCommand = Subcommand(
    name: "accept",
    operands: "BUNDLE [--into FILE]",
    operand: { .folder },
    meaning: "accepts what a run found: later runs call it known, and fail on what is new only",
    options: [
        OptionDeclaration(
            name: "into", value: .file,
            meaning: "the pipeline's audit.baseline, instead of BUNDLE.accepted.tsv beside the bundle")
    ],
    run: { arguments in
        guard arguments.operands.count == 1 else {
            throw UsageError(message: "\(arguments.operands.count) bundles found, expected 1")
        }
        Terminal.output(try AcceptedRun(arguments.operands[0], into: arguments.last("into")).text)
        return 0
    })
