internal import Pipelines

let rollbackCommand = Subcommand(
    name: "rollback", operands: "BUNDLE [VERSION]", operand: { .folder },
    meaning: "puts the version before, or another one that is kept, back in a bundle's place", options: [],
    run: { arguments in
        guard (1...2).contains(arguments.operands.count) else {
            throw UsageError(message: "\(arguments.operands.count) operands found, expected a bundle and a version")
        }
        Terminal.endInOrder { signal, _, note in Terminal.error("marque: error: interrupted by \(signal), \(note)\n") }
        let rollback = try BundleRollback(arguments.operands[0], to: arguments.operands.dropFirst().first)
        Terminal.output(rollback.text)
        return 0
    })
