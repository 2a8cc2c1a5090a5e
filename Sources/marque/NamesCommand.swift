internal import Pipelines

let namesCommand = Subcommand(
    name: "names",
    operands: "PIPELINE [--input NAME=PATH]… [--show ID | --explain MAKE [MODEL] | --accept ID | --forbid ID | --review]",
    meaning: "lists names that may be one, with their evidence, and writes what you decide",
    options: [
        inputOption,
        OptionDeclaration(name: "limit", value: .text("N"), meaning: "proposals to list (40)"),
        OptionDeclaration(
            name: "show", value: .text("ID"), meaning: "the evidence for one: rows, years and facts side by side"),
        OptionDeclaration(
            name: "explain", value: nil, meaning: "what became of a make's spelling, and of a model's: give them as operands"
        ),
        OptionDeclaration(name: "accept", value: .text("ID"), meaning: "make the two names one, from the next run on"),
        OptionDeclaration(name: "forbid", value: .text("ID"), meaning: "keep the two names apart for ever"),
        OptionDeclaration(name: "review", value: nil, meaning: "go through the proposals on the terminal, one by one"),
        OptionDeclaration(name: "into", value: .file, meaning: "the decision file to add to (or to make)"),
        OptionDeclaration(name: "reason", value: .text("TEXT"), meaning: "why (the evidence)"),
        OptionDeclaration(name: "author", value: .text("NAME"), meaning: "who decides (the user's login name)"),
    ],
    run: { arguments in
        let operands = arguments.operands
        let isExplaining = arguments.has("explain")
        guard isExplaining ? (2...3).contains(operands.count) : operands.count == 1 else {
            throw UsageError(
                message: "\(operands.count) operands found, expected "
                    + (isExplaining ? "a pipeline file, a make, and perhaps a model" : "a pipeline file"))
        }
        let acts = ["show", "explain", "accept", "forbid", "review"].filter(arguments.has)
        if acts.count > 1 {
            throw UsageError(message: acts.map { "\"--\($0)\"" }.joined(separator: " and ") + " found, expected one of them")
        }
        let limit = try limit(of: arguments) ?? 40
        let file = try PipelineFile.sound(operands[0])
        let desk = try DecisionDesk(arguments, act: acts.last)
        let review = try NamesReview(file, inputs: try inputs(of: arguments))
        switch acts.first {
        case nil: Terminal.output(review.listing(limit: limit))
        case "show":
            let id = arguments.last("show")!
            guard let evidence = review.evidence(id) else {
                throw UsageError(
                    message: "proposal \"\(id)\" found, which is not open" + Suggestion.hint(id, in: review.ids))
            }
            Terminal.output(evidence)
        case "explain":
            guard let text = review.explanation(make: operands[1], model: operands.count == 3 ? operands[2] : nil) else {
                throw UsageError(message: "\"\(operands[1...].joined(separator: "\" \""))\" found, which no feed has")
            }
            Terminal.output(text)
        case "review": try desk.go(through: review)
        default:
            for id in arguments.values["accept"] ?? [] { try desk.decide(id, .accept, review) }
            for id in arguments.values["forbid"] ?? [] { try desk.decide(id, .forbid, review) }
        }
        return 0
    })

/// Where decisions go, and who makes them.
private struct DecisionDesk {
    private var file = ""
    private var author = ""
    private let reason: String?

    init(_ arguments: ParsedArguments, act: String?) throws {
        reason = arguments.last("reason")
        guard let act, ["accept", "forbid", "review"].contains(act) else { return }
        guard let file = arguments.last("into") else {
            throw UsageError(message: "\"--\(act)\" found without \"--into FILE\", the decision file to add to")
        }
        guard let author = arguments.last("author") ?? Terminal.userName else {
            throw UsageError(message: "no login name found, expected \"--author NAME\"")
        }
        if act == "review", !Terminal.isInteractive {
            throw UsageError(message: "\"--review\" found without a terminal, expected \"--accept ID\" or \"--forbid ID\"")
        }
        self.file = file
        self.author = author
    }

    func decide(_ id: String, _ verdict: NamesReview.Verdict, _ review: NamesReview) throws {
        Terminal.output(try review.decide(id, verdict, reason: reason, author: author, into: file))
    }

    func go(through review: NamesReview) throws {
        for (place, id) in review.ids.enumerated() {
            guard let evidence = review.evidence(id) else { continue }
            Terminal.output("\n\(place + 1) of \(review.ids.count)  " + evidence)
            asking: while true {
                Terminal.output("one name (y), two names (n), later (enter), stop (q)? ")
                switch Terminal.readLine()?.lowercased() {
                case "y": try decide(id, .accept, review)
                case "n": try decide(id, .forbid, review)
                case "": break
                case nil, "q": return Terminal.output("\n")
                default: continue asking
                }
                break
            }
        }
    }
}
