internal import Pipelines

let selfTestCommand = Subcommand(
    name: "selftest",
    operands: "PIPELINE [--input NAME=PATH]… [--seed N] [--jobs N] [--json]",
    meaning: "seeds known defects into copies of the pipeline's feed, and proves that the audit tells each of them",
    options: [
        inputOption,
        OptionDeclaration(name: "seed", value: .text("N"), meaning: "which rows the defects are planted in (1)"),
        OptionDeclaration(
            name: "jobs", value: .text("N"), meaning: "threads to use, 1 to 64 (as many as there are processors)"),
        OptionDeclaration(name: "json", value: nil, meaning: "print the outcome as JSON"),
    ],
    run: { arguments in
        guard arguments.operands.count == 1 else {
            throw UsageError(message: "\(arguments.operands.count) pipeline files found, expected 1")
        }
        var options = SelfTest.Options()
        options.inputs = try inputs(of: arguments)
        if let text = arguments.last("seed") {
            guard let seed = UInt64(text) else {
                throw UsageError(message: "--seed \"\(text)\" found, expected a whole number")
            }
            options.seed = seed
        }
        if let jobs = try jobs(of: arguments) { options.jobs = jobs }
        let file = try PipelineFile.sound(arguments.operands[0])
        let report = try SelfTest(file, options: options).run()
        Terminal.output(arguments.has("json") ? report.json : report.text)
        return report.exitStatus
    })
