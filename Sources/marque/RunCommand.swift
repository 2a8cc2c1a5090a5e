internal import Pipelines

let runCommand = Subcommand(
    name: "run",
    operands: "PIPELINE [--input NAME=PATH]… [--out DIR] [--fail-on SEVERITY] [--keys FILE] [--jobs N] [--quiet|--verbose]",
    meaning: "reads a pipeline's feeds and publishes its bundle",
    options: [
        inputOption,
        OptionDeclaration(name: "out", value: "DIR", meaning: "the bundle's folder, instead of publish.folder"),
        OptionDeclaration(
            name: "fail-on", value: "SEVERITY",
            meaning: "do not publish with findings of this severity or worse: notice, warning or error (the default)"),
        OptionDeclaration(
            name: "keys", value: "FILE",
            meaning: "go on from this ledger of keys (keys.tsv), instead of the published bundle's"),
        OptionDeclaration(name: "jobs", value: "N", meaning: "threads to use, 1 to 64 (as many as there are processors)"),
        OptionDeclaration(name: "quiet", value: nil, meaning: "say nothing but errors"),
        OptionDeclaration(name: "verbose", value: nil, meaning: "print the samples of all findings"),
    ],
    run: { arguments in
        guard arguments.operands.count == 1 else {
            throw UsageError(message: "\(arguments.operands.count) pipeline files found, expected 1")
        }
        var options = PipelineRun.Options()
        options.inputs = try inputs(of: arguments)
        options.out = arguments.last("out")
        if let severity = arguments.last("fail-on") {
            let known = ["notice", "warning", "error"]
            guard known.contains(severity) else {
                throw UsageError(
                    message: "--fail-on \"\(severity)\" found, expected \"notice\", \"warning\" or \"error\""
                        + Suggestion.hint(severity, in: known))
            }
            options.failOn = severity
        }
        options.keys = arguments.last("keys")
        if let jobs = try jobs(of: arguments) { options.jobs = jobs }
        let file = try PipelineFile.sound(arguments.operands[0])
        let meter = arguments.has("quiet") ? nil : ProgressMeter.ifWatched()
        let run = PipelineRun(file, options: options) { bytes, rows in meter?.add(bytes: bytes, rows: rows) }
        defer { meter?.clear() }
        let outcome = try run.run()
        meter?.clear()
        if arguments.has("verbose") { Terminal.output(outcome.findings) }
        if outcome.exitStatus != 0 {
            Terminal.error(outcome.summary)
        } else if !arguments.has("quiet") {
            Terminal.output(outcome.summary)
        }
        return outcome.exitStatus
    })

let inputOption = OptionDeclaration(
    name: "input", value: "NAME=PATH", meaning: "read feed NAME from PATH; - is standard input")

/// By feed: the file that the command line names.
func inputs(of arguments: ParsedArguments) throws -> [String: String] {
    var inputs: [String: String] = [:]
    for input in arguments.values["input"] ?? [] {
        guard let equals = input.firstIndex(of: "="), equals != input.startIndex else {
            throw UsageError(message: "--input \"\(input)\" found, expected NAME=PATH")
        }
        inputs[String(input[..<equals])] = String(input[input.index(after: equals)...])
    }
    return inputs
}

/// How many threads the command line asks for; `nil` where it does not say.
func jobs(of arguments: ParsedArguments) throws -> Int? {
    guard let jobs = arguments.last("jobs") else { return nil }
    guard let number = Int(jobs), (1...64).contains(number) else {
        throw UsageError(message: "--jobs \"\(jobs)\" found, expected a whole number from 1 to 64")
    }
    return number
}
