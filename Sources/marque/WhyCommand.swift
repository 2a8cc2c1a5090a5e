internal import Pipelines

let whyCommand = Subcommand(
    name: "why",
    operands: "BUNDLE ID | BUNDLE MAKE [MODEL]",
    meaning: "says which rules and decisions made a name: of a vehicle's id, or of a spelling",
    options: [],
    run: { arguments in
        let operands = arguments.operands
        guard operands.count == 2 || operands.count == 3 else {
            throw UsageError(message: "\(operands.count) operands found, expected a bundle and an id, or a make and a model")
        }
        let why = try BundleWhy(operands[0])
        let isID = operands.count == 2 && !operands[1].isEmpty && operands[1].utf8.allSatisfy { $0 &- 0x30 < 10 }
        var account = isID ? try why.account(ofID: operands[1]) : nil
        account = try account ?? why.account(ofMake: operands[1], model: operands.count == 3 ? operands[2] : nil)
        guard let account else {
            Terminal.error(
                "\(operands[0]): error: \"\(operands[1...].joined(separator: "\" \""))\" found, which no vehicle of the bundle has\n"
                    + "  fix: give an id, or a make (and a model) as the feed or the bundle spells it\n")
            return 2
        }
        Terminal.output(account)
        return 0
    })
