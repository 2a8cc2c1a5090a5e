internal import Pipelines

let diffCommand = Subcommand(
    name: "diff",
    operands:
        "OLD NEW [--layout ID | --pipeline FILE [--feed NAME] | --input NAME=PATH…] [--limit N] [--json [--out FILE]] [--html FILE]",
    meaning: "says what changed between two files of a feed, or between two bundles",
    options: [
        OptionDeclaration(name: "layout", value: .text("ID"), meaning: "how both files are read (the columns tell)"),
        OptionDeclaration(name: "pipeline", value: .file, meaning: "read both files as this pipeline reads its feed"),
        OptionDeclaration(name: "feed", value: .text("NAME"), meaning: "which of the pipeline's feeds the files are of"),
        OptionDeclaration(
            name: "input", value: .feed,
            meaning: "of bundles: the new one's feed NAME, to tell what the feed changed from what rules and decisions did"),
        OptionDeclaration(
            name: "limit", value: .text("N"), meaning: "entries of each list to show (20; 1000 in a page; all in JSON)"),
        OptionDeclaration(name: "json", value: nil, meaning: "print all of it as JSON, as changes.json has it"),
        OptionDeclaration(name: "out", value: .file, meaning: "write the JSON to a file"),
        OptionDeclaration(name: "html", value: .file, meaning: "write a page"),
    ],
    run: { arguments in
        let operands = arguments.operands
        guard operands.count == 2 else {
            throw UsageError(message: "\(operands.count) operands found, expected an old release and a new one")
        }
        if arguments.has("out"), !arguments.has("json") {
            throw UsageError(message: "\"--out\" found without \"--json\"")
        }
        if arguments.has("feed"), !arguments.has("pipeline") {
            throw UsageError(message: "\"--feed\" found without \"--pipeline FILE\"")
        }
        if arguments.has("layout"), arguments.has("pipeline") {
            throw UsageError(message: "\"--layout\" and \"--pipeline\" found, expected one of them")
        }
        let limit = try limit(of: arguments)
        var options = ReleaseComparison.Options()
        options.layout = arguments.last("layout")
        options.feed = arguments.last("feed")
        options.inputs = try inputs(of: arguments)
        if let path = arguments.last("pipeline") {
            options.pipeline = try PipelineFile.sound(path)
        }
        let comparison = try ReleaseComparison(operands[0], operands[1], options)
        if let path = arguments.last("html") { try Terminal.write(comparison.html(limit: limit ?? 1000), to: path) }
        if let path = arguments.last("out") {
            try Terminal.write(comparison.json, to: path)
        } else if arguments.has("json") {
            Terminal.output(comparison.json)
        } else if !arguments.has("html") {
            Terminal.output(comparison.text(limit: limit ?? 20))
        }
        return 0
    })

/// What `--limit` says; `nil` where it is not there.
func limit(of arguments: ParsedArguments) throws -> Int? {
    guard let text = arguments.last("limit") else { return nil }
    guard let number = Int(text), (1...100_000).contains(number) else {
        throw UsageError(message: "--limit \"\(text)\" found, expected a whole number from 1 to 100000")
    }
    return number
}
