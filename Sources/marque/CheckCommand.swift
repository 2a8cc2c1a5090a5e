internal import Pipelines

let checkCommand = Subcommand(
    name: "check",
    operands: "PIPELINE…",
    meaning: "reports every fault of pipeline files, with line and column",
    options: [],
    details: { [.page("marque-pipeline", section: 5, text: PipelineManual.text)] },
    run: { arguments in
        if arguments.operands.isEmpty { throw UsageError(message: "no pipeline file found, expected at least 1") }
        var status: Int32 = 0
        for path in arguments.operands {
            switch try PipelineFile.load(path) {
            case .pipeline: Terminal.output("\(path): ok\n")
            case .faults(let faults):
                Terminal.error(faults.joined(separator: "\n") + "\n")
                status = 2
            }
        }
        return status
    })
