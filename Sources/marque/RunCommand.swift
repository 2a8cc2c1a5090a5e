internal import Pipelines

let runCommand = Subcommand(
    name: "run",
    operands:
        "PIPELINE [--input NAME=PATH]… [--out DIR] [--fail-on SEVERITY] [--keys FILE] [--jobs N] [--dry-run] [--quiet|--verbose] [--log json] [--metrics FILE] [--lineage FILE]",
    meaning: "reads a pipeline's feeds and publishes its bundle",
    options: [
        inputOption,
        OptionDeclaration(name: "out", value: .folder, meaning: "the bundle's folder, instead of publish.folder"),
        OptionDeclaration(
            name: "fail-on", value: .oneOf("SEVERITY", ["notice", "warning", "error"]),
            meaning: "do not publish with findings of this severity or worse: notice, warning or error (the default)"),
        OptionDeclaration(
            name: "keys", value: .file,
            meaning: "go on from this ledger of keys (keys.tsv), instead of the published bundle's"),
        OptionDeclaration(
            name: "jobs", value: .text("N"), meaning: "threads to use, 1 to 64 (as many as there are processors)"),
        OptionDeclaration(
            name: "dry-run", value: nil,
            meaning: "say what would be fetched, built, refused and published, and why; change nothing"),
        OptionDeclaration(name: "quiet", value: nil, meaning: "say nothing but errors"),
        OptionDeclaration(
            name: "verbose", value: nil,
            meaning: "build anew, even where nothing has changed, and print the samples of all findings"),
        OptionDeclaration(
            name: "log", value: .oneOf("FORM", RunLog.forms),
            meaning: "what is said of the run: text (the default), or json, an object a line on standard error"),
        OptionDeclaration(
            name: "metrics", value: .file,
            meaning: "write the run's figures there for Prometheus, also those of a refused or failed run"),
        OptionDeclaration(
            name: "lineage", value: .file, meaning: "write the run there as an event of OpenLineage"),
    ],
    run: { arguments in
        guard let log = try log(of: arguments) else { return try run(arguments, log: nil) }
        do {
            return try run(arguments, log: log)
        } catch let error as UsageError {
            log.failed(usage: error.message, fix: "see marque run --help")
            return 2
        } catch let failure as RunFailure {
            log.failed(failure)
            return failure.exitStatus
        }
    })

private func run(_ arguments: ParsedArguments, log: RunLog?) throws -> Int32 {
    guard arguments.operands.count == 1 else {
        throw UsageError(message: "\(arguments.operands.count) pipeline files found, expected 1")
    }
    var options = PipelineRun.Options()
    options.inputs = try inputs(of: arguments)
    options.out = arguments.last("out")
    options.failOn = try arguments.word("fail-on")
    options.keys = arguments.last("keys")
    if let jobs = try jobs(of: arguments) { options.jobs = jobs }
    options.metrics = arguments.last("metrics")
    options.lineage = arguments.last("lineage")
    options.rebuilds = arguments.has("verbose")
    options.log = log
    if !arguments.has("quiet") { options.warn = Terminal.error }
    let file = try PipelineFile.sound(arguments.operands[0])
    let meter = arguments.has("quiet") || log != nil ? nil : ProgressMeter.ifWatched()
    let run = try PipelineRun(file, options: options) { bytes, rows in meter?.add(bytes: bytes, rows: rows) }
    Terminal.endInOrder { signal, exitStatus, note in
        meter?.clear()
        if let log {
            log.interrupted(by: signal, exitStatus: exitStatus, note: note)
        } else {
            Terminal.error("marque: error: interrupted by \(signal), \(note)\n")
        }
        run.interrupted(exitStatus, note: note)
    }
    defer { meter?.clear() }
    let outcome = try arguments.has("dry-run") ? run.plan() : run.run()
    meter?.clear()
    if log != nil { return outcome.exitStatus }
    if arguments.has("verbose") { Terminal.output(outcome.findings) }
    if outcome.exitStatus != 0 {
        Terminal.error(outcome.summary)
    } else if !arguments.has("quiet") {
        Terminal.output(outcome.summary)
    }
    return outcome.exitStatus
}

/// Who is told of the run in JSON; `nil` where text is wanted.
private func log(of arguments: ParsedArguments) throws -> RunLog? {
    guard let form = try arguments.word("log"), form != "text" else { return nil }
    return RunLog(arguments.has("quiet") ? .errors : arguments.has("verbose") ? .samples : .summary)
}

let inputOption = OptionDeclaration(
    name: "input", value: .feed, meaning: "read feed NAME from PATH; - is standard input, and a run may be given a URL")

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
