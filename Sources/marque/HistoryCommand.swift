internal import Pipelines

let historyCommand = Subcommand(
    name: "history", operands: "BUNDLE [RUN [RUN]] [--limit N] [--json]", operand: { .folder },
    meaning: "lists a bundle's runs, shows one, or compares two",
    options: [
        OptionDeclaration(name: "limit", value: .text("N"), meaning: "how many runs a list has (20)"),
        OptionDeclaration(name: "json", value: nil, meaning: "print JSON"),
    ],
    run: { arguments in
        guard (1...3).contains(arguments.operands.count) else {
            throw UsageError(message: "\(arguments.operands.count) operands found, expected a bundle and up to two runs")
        }
        let runs = try arguments.operands.dropFirst().map { word in
            guard let run = Int(word), run > 0 else {
                throw UsageError(message: "run \"\(word)\" found, expected a number as marque history shows it")
            }
            return run
        }
        let limit = arguments.last("limit").map { Int($0) ?? 0 } ?? 20
        guard limit > 0 else {
            throw UsageError(
                message: "--limit \"\(arguments.last("limit") ?? "")\" found, expected a whole number larger than 0")
        }
        let review = try HistoryReview(arguments.operands[0], runs: runs, limit: limit)
        Terminal.output(arguments.has("json") ? review.json : review.text)
        return 0
    })
